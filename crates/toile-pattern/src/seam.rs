//! Seams: what is sewn to what, and in which direction.

/// Two chains of edges that are sewn together, start to start and end to end.
///
/// Each side may run over several edges, parts of edges and several pieces, with an edge or against it. Points that are the same
/// share of the length along both sides meet, so that a difference in length is spread evenly.
#[derive(Clone, Debug, PartialEq)]
pub struct Seam {
    /// Its name.
    pub name: String,
    /// The two sides.
    pub sides: [Vec<EdgePart>; 2],
    /// Whether the mirror images of the edges are sewn in the same way.
    pub both: bool,
    /// How much longer the second side is meant to be than the first, as a share: 0.05 is 5 % of ease, 1 gathers twice the length.
    pub ease: f64,
    /// Shares of the length of both sides that meet, between the ends; notches that belong together.
    pub marks: Vec<[f64; 2]>,
    /// The angle that the cloth is folded by along the seam, in radians; 0 for a flat one, positive towards the viewer.
    pub fold: f64,
    /// What becomes of the allowances.
    pub kind: SeamKind,
    /// An elastic band sewn into it.
    pub elastic: Option<Elastic>,
    /// If it can be opened.
    pub closure: Option<Closure>,
    /// How it is known.
    pub source: SeamSource,
}

/// How a seam is known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum SeamSource {
    /// Its file tells it, or whoever made the pattern.
    #[default]
    Told,
    /// It was inferred from the pieces.
    Inferred {
        /// How probable it is, from 0 to 1.
        probability: f64,
    },
    /// Somebody was asked, or said so.
    Answered,
}

impl Seam {
    /// A plain seam between two sides.
    pub fn new(name: impl Into<String>, first: Vec<EdgePart>, second: Vec<EdgePart>) -> Self {
        Self {
            name: name.into(),
            sides: [first, second],
            both: false,
            ease: 0.0,
            marks: Vec::new(),
            fold: 0.0,
            kind: SeamKind::default(),
            elastic: None,
            closure: None,
            source: SeamSource::Told,
        }
    }

    /// All parts of both sides.
    pub fn parts(&self) -> impl Iterator<Item = &EdgePart> {
        self.sides.iter().flatten()
    }
}

/// A part of an edge, with a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgePart {
    /// The piece.
    pub piece: usize,
    /// The edge in it.
    pub edge: usize,
    /// Whether the edge of the mirror image is meant: of the second piece of a pair, or the other half of a piece on the fold.
    pub mirrored: bool,
    /// Where it begins, as a share of the edge's length.
    pub from: f64,
    /// Where it ends. If that is before `from`, it runs against the edge.
    pub to: f64,
}

impl EdgePart {
    /// A whole edge, run through as in the outline.
    pub fn along(piece: usize, edge: usize) -> Self {
        Self { piece, edge, mirrored: false, from: 0.0, to: 1.0 }
    }

    /// A whole edge, run through the other way.
    pub fn against(piece: usize, edge: usize) -> Self {
        Self { from: 1.0, to: 0.0, ..Self::along(piece, edge) }
    }

    /// The same part, run through the other way.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { from: self.to, to: self.from, ..self }
    }

    /// The same part of the mirror image.
    #[must_use]
    pub fn mirror_image(self) -> Self {
        Self { mirrored: !self.mirrored, ..self }
    }

    /// Whether it runs with the edge.
    pub fn is_along(&self) -> bool {
        self.from <= self.to
    }

    /// Its share of the edge's length.
    pub fn share(&self) -> f64 {
        (self.to - self.from).abs()
    }
}

impl Seam {
    /// Lets the seam be opened, and closes it.
    pub fn closed_by(&mut self, kind: ClosureKind, count: u32) {
        self.closure = Some(Closure { kind, count, closed: true });
    }
}

toile_geom::named_enum! {
    /// What becomes of the allowances of a seam. They lie on the cloth beside it, which they make heavier and stiffer.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum SeamKind: name {
        /// They are pressed open, one to each side.
        #[default]
        Open = "open",
        /// They are overlocked together, and lie on the second side.
        Overlocked = "overlocked",
        /// They are folded into each other and sewn down on the second side, as in jeans.
        Felled = "felled",
    }
}

/// An elastic band in a seam, or along an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elastic {
    /// Its length at rest as a share of the seam's.
    pub ratio: f64,
    /// Its length at rest in metres, if that is known instead; the share does not count then.
    pub length: Option<f64>,
    /// The force that stretches it to twice its length, in newtons.
    pub stiffness: f64,
}

impl Elastic {
    /// A band whose length is a share of the seam's.
    pub const fn of_ratio(ratio: f64, stiffness: f64) -> Self {
        Self { ratio, length: None, stiffness }
    }

    /// Its length at rest as a share of something so long, in metres.
    pub fn share_of(&self, length: f64) -> f64 {
        self.length.map_or(self.ratio, |own| if length > 0.0 { own / length } else { 1.0 })
    }
}

/// A seam that can be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closure {
    /// What holds it.
    pub kind: ClosureKind,
    /// How many of them there are; a zip is one.
    pub count: u32,
    /// Whether it is closed.
    pub closed: bool,
}

toile_geom::named_enum! {
    /// What holds a closure.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ClosureKind: name {
        /// Buttons in buttonholes.
        Buttons = "buttons",
        /// A zip, all along.
        Zip = "zip",
        /// Snaps.
        Snaps = "snaps",
        /// Hooks and eyes.
        Hooks = "hooks",
    }
}
