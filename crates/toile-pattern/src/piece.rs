//! Pieces: the flat parts that a garment is cut from.

use crate::curve::Curve;
use crate::outline::{Edge, Outline};
use crate::placement::Placement;
use glam::DVec2;
use std::f64::consts::FRAC_PI_2;

/// A flat part of a pattern, in metres, `y` up, seen from its outer side.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its name; no two pieces of a garment share one.
    pub name: String,
    /// The line it is sewn along, counter-clockwise. Seam allowance is outside of it.
    pub outline: Outline,
    /// Openings inside of it.
    pub holes: Vec<Outline>,
    /// Darts that are marked on the piece; those whose legs are part of the outline are seams instead.
    pub darts: Vec<Dart>,
    /// Marks on edges that help to match seams.
    pub notches: Vec<Notch>,
    /// Folds, pleats and other lines inside of it.
    pub lines: Vec<InnerLine>,
    /// Points marked inside of it.
    pub drills: Vec<Drill>,
    /// The direction of the warp, as an angle from `x` in radians.
    pub grain: f64,
    /// How it is cut from the cloth.
    pub cut: CutRule,
    /// Seam allowance around it in metres.
    pub allowance: Option<f64>,
    /// The name of its fabric; the garment's if not given.
    pub fabric: Option<String>,
    /// Parts of it that are of another fabric, or stiffened.
    pub regions: Vec<Region>,
    /// Which layer of cloth it belongs to; larger is further outside.
    pub layer: i32,
    /// Where it goes on a body.
    pub placement: Placement,
    /// Its outline in other sizes.
    pub sizes: Vec<GradedOutline>,
}

impl Piece {
    /// A plain piece with the warp along `y`.
    pub fn new(name: impl Into<String>, outline: Outline) -> Self {
        Self {
            name: name.into(),
            outline,
            holes: Vec::new(),
            darts: Vec::new(),
            notches: Vec::new(),
            lines: Vec::new(),
            drills: Vec::new(),
            grain: FRAC_PI_2,
            cut: CutRule::Once,
            allowance: None,
            fabric: None,
            regions: Vec::new(),
            layer: 0,
            placement: Placement::default(),
            sizes: Vec::new(),
        }
    }

    /// The outline and the holes.
    pub fn loops(&self) -> impl Iterator<Item = &Outline> {
        std::iter::once(&self.outline).chain(&self.holes)
    }

    /// All edges: those of the outline, then those of the holes. Seams and notches number them in this order.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        self.loops().flat_map(|outline| &outline.edges)
    }

    /// All edges, to be changed.
    pub fn edges_mut(&mut self) -> impl Iterator<Item = &mut Edge> {
        std::iter::once(&mut self.outline).chain(&mut self.holes).flat_map(|outline| &mut outline.edges)
    }

    /// An edge by its number.
    pub fn edge(&self, edge: usize) -> Option<&Edge> {
        self.edges().nth(edge)
    }

    /// How many edges there are, those of holes among them.
    pub fn edge_count(&self) -> usize {
        self.loops().map(|outline| outline.edges.len()).sum()
    }

    /// The number of the edge of a name, or of a number written as a name.
    pub fn edge_named(&self, name: &str) -> Option<usize> {
        let by_name = self.edges().position(|edge| edge.name.as_deref() == Some(name));
        by_name.or_else(|| name.parse().ok().filter(|&number: &usize| number < self.edge_count()))
    }

    /// What an edge is called: its name, or else its number.
    pub fn edge_name(&self, edge: usize) -> String {
        self.edge(edge).and_then(|edge| edge.name.clone()).unwrap_or_else(|| edge.to_string())
    }

    /// The area of cloth inside of the outline, without the holes, as drawn: half of it for a piece on the fold.
    pub fn area(&self) -> f64 {
        self.outline.area().abs() - self.holes.iter().map(|hole| hole.area().abs()).sum::<f64>()
    }
}

/// How a piece is cut from the cloth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CutRule {
    /// As it is drawn.
    #[default]
    Once,
    /// Twice, the second time mirrored at the `y` axis.
    Pair,
    /// From folded cloth: half of it is drawn, and this edge, which must be straight, lies on the fold.
    OnFold(usize),
}

/// A fold of cloth that is sewn away to give the piece a bulge.
#[derive(Clone, Debug, PartialEq)]
pub enum Dart {
    /// It opens at an edge.
    Edge {
        /// Its name.
        name: String,
        /// The edge.
        edge: usize,
        /// Where its middle is, as a share of the edge's length.
        at: f64,
        /// How wide it is at the edge, along it, in metres.
        width: f64,
        /// Where it ends.
        tip: DVec2,
    },
    /// It lies inside of the piece and has two tips, as at the waist of a dress.
    Diamond {
        /// Its name.
        name: String,
        /// Where it ends.
        tips: [DVec2; 2],
        /// Where it is widest.
        sides: [DVec2; 2],
    },
}

impl Dart {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Edge { name, .. } | Self::Diamond { name, .. } => name,
        }
    }
}

/// A mark on an edge.
#[derive(Clone, Debug, PartialEq)]
pub struct Notch {
    /// Its name; notches of the same name belong together.
    pub name: Option<String>,
    /// The edge.
    pub edge: usize,
    /// Where on it, as a share of its length.
    pub at: f64,
    /// What it looks like.
    pub kind: NotchKind,
}

/// What a notch looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NotchKind {
    /// A cut.
    #[default]
    Slit,
    /// A triangle.
    Vee,
    /// Two cuts, which tell the back from the front.
    Double,
    /// A cut with a bar at its end.
    Tee,
    /// A rectangle.
    Castle,
    /// A triangle with one side square to the edge.
    Check,
    /// A round bay.
    Round,
}

/// A line inside of a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct InnerLine {
    /// Its name.
    pub name: Option<String>,
    /// What happens along it.
    pub kind: LineKind,
    /// Its shape.
    pub curve: Curve,
}

/// What happens along a line inside of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum LineKind {
    /// Nothing; it is there to be seen.
    #[default]
    Mark,
    /// Something is sewn on along it, such as a pocket.
    Stitch,
    /// The piece is folded by an angle in radians: positive lifts both sides towards the viewer, π lays them on each other.
    Fold(f64),
    /// The same for one line of a pleat.
    Pleat(f64),
    /// The piece is cut open along it.
    Slit,
}

/// A point marked inside of a piece, for a button or the end of a dart.
#[derive(Clone, Debug, PartialEq)]
pub struct Drill {
    /// Its name.
    pub name: Option<String>,
    /// Where it is.
    pub at: DVec2,
}

/// A part of a piece that is of another fabric, or has another one on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// The name of the fabric.
    pub fabric: String,
    /// What the fabric does there.
    pub kind: RegionKind,
    /// Its boundary, which may reach beyond the piece; the whole piece without one.
    pub outline: Option<Outline>,
}

toile_geom::named_enum! {
    /// What the fabric of a region does.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum RegionKind: name {
        /// The piece is made of it there.
        #[default]
        Instead = "instead",
        /// It is glued on all over, as fusible interlining.
        Fused = "fused",
        /// It is sewn on flat: a lining, a facing, a pocket.
        Sewn = "sewn",
    }
}

/// The boundary of a piece in another size.
#[derive(Clone, Debug, PartialEq)]
pub struct GradedOutline {
    /// The name of the size.
    pub size: String,
    /// A curve for every edge of the piece, in the same order.
    pub curves: Vec<Curve>,
}
