//! Facts about an outfit, and why each holds.

use super::{BodyPart, GarmentClass, PieceClass};

/// A piece of an outfit as cut: the garment, and the number of the piece in the whole garment
/// ([`Garment::whole`](toile_pattern::Garment::whole)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId {
    /// The garment.
    pub garment: usize,
    /// The piece in it.
    pub piece: usize,
}

toile_geom::named_enum! {
    /// What a garment has that tells its class.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Trait: words {
        /// Sleeves.
        Sleeves = "has sleeves",
        /// A collar.
        Collar = "has a collar",
        /// Lapels, or fronts that are folded back.
        Lapels = "has lapels",
        /// A hood.
        Hood = "has a hood",
        /// Ribbed bands at neck, hem or wrists.
        RibbedBands = "has ribbed bands",
        /// It opens in front from top to bottom.
        OpensInFront = "opens in front",
        /// It hangs from the shoulders.
        HangsFromShoulders = "hangs from the shoulders",
        /// Its legs end above the knee.
        EndsAboveKnee = "ends above the knee",
        /// One piece with a hole and no seams.
        HoleForHead = "is one piece with a hole for the head",
    }
}

/// A fact about an outfit. That a piece is part of its garment is in its [`PieceId`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    /// A piece is of a class.
    PieceIs(PieceId, PieceClass),
    /// A piece lies on a part of the body (`isLyingOn`).
    LiesOn(PieceId, BodyPart),
    /// A landmark of the body lies on a piece (`liesOn`).
    LandmarkOn(PieceId, String),
    /// There is a seam between two pieces (`isDirectlySewedWith`), the smaller number first.
    SewnTo(PieceId, PieceId),
    /// One piece is the mirror image of the other.
    MirrorOf(PieceId, PieceId),
    /// A garment has a trait.
    Has(usize, Trait),
    /// A garment covers a part of the body.
    Covers(usize, BodyPart),
    /// A garment is of a class.
    GarmentIs(usize, GarmentClass),
    /// A garment is worn over another one: it lies outside of it (`isDressedAfter`), though what is tucked into it may be put on later.
    DressedAfter {
        /// The outer one.
        outer: usize,
        /// The inner one.
        inner: usize,
    },
    /// A piece lies outside or inside of another one, or of all pieces of a garment (`isDressedAfterP`).
    Outside {
        /// The outer one.
        outer: Layered,
        /// The inner one.
        inner: Layered,
    },
}

/// Something that has a place in the order of layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layered {
    /// A garment, but for pieces that have a place of their own.
    Garment(usize),
    /// A piece.
    Piece(PieceId),
}

/// A fact and why it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The fact.
    pub fact: Fact,
    /// Why, in words.
    pub reason: String,
}
