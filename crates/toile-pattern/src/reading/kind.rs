//! Kinds of pieces, and what their edges are called: the words in which seams are understood.

toile_geom::named_enum! {
    /// What a piece looks like, whatever garment it is of.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum PieceKind: name {
        /// Half of a front or back of a top, or one of a pair.
        Body = "body",
        /// A whole front or back of a top.
        BodyWhole = "whole body",
        /// Half of a front or back with slanted lines for raglan sleeves.
        RaglanBody = "raglan body",
        /// A sleeve with a cap, or a half of one.
        Sleeve = "sleeve",
        /// A sleeve that reaches to the neck.
        RaglanSleeve = "raglan sleeve",
        /// A front or back of one leg.
        Trousers = "leg",
        /// A panel with a lower and an upper edge and two sides.
        Skirt = "panel",
        /// A yoke over the shoulder.
        Yoke = "yoke",
        /// A strip: a band, a cuff, a binding.
        Band = "band",
        /// A collar or its stand.
        Collar = "collar",
        /// Half of a hood.
        Hood = "hood",
        /// A pocket, a facing or something else that is sewn on.
        Detail = "detail",
        /// None of these.
        Other = "other",
    }
}

toile_geom::named_enum! {
    /// What an edge is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum EdgeRole: name {
        /// The middle of front or back.
        Centre = "centre",
        /// A lower edge: of a body, a skirt, a leg or a sleeve.
        Hem = "hem",
        /// The side of a body or a skirt, the outer side of a leg.
        Side = "side",
        /// An armhole.
        Armhole = "armhole",
        /// A shoulder.
        Shoulder = "shoulder",
        /// A neckline.
        Neck = "neck",
        /// The upper edge of a skirt or of trousers.
        Waist = "waist",
        /// The inner side of a leg.
        Inseam = "inseam",
        /// The line from the waist to the crotch.
        Rise = "rise",
        /// The upper edge of a sleeve.
        Cap = "sleeve cap",
        /// The side of a sleeve.
        Underarm = "underarm",
        /// The line of a raglan sleeve or its body.
        Raglan = "raglan line",
        /// The lower edge of a yoke.
        YokeLine = "yoke line",
        /// A line that parts a front or a back in two.
        Panel = "panel line",
        /// A long edge of a band or a collar.
        Long = "long edge",
        /// A short edge of a band or a collar.
        End = "end",
        /// The edge of a hood around the face.
        Face = "face edge",
        /// The seam over a hood's back and top.
        Crown = "crown",
        /// Anything else.
        Other = "other",
    }
}
