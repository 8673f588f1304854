//! What of a cloth changes as it moves: plain arrays.

use crate::bending::BendingHistory;
use glam::DVec3;
use toile_contact::narrow::StencilKind;

/// All that changes as a cloth moves, and all that is needed to go on from there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Where each vertex is, in metres.
    pub positions: Vec<DVec3>,
    /// How fast each vertex moves, in m/s.
    pub velocities: Vec<DVec3>,
    /// Where the cloth was one step before, for schemes that look back.
    pub earlier: Option<Earlier>,
    /// How the cloth was bent before, if it remembers; see [`Cloth::remember_bending`](crate::cloth::Cloth::remember_bending).
    pub history: Option<BendingHistory>,
    /// What contacts remember, in the order of their kinds and corners.
    pub sticks: Vec<StickState>,
    /// Pieces on their way through each other, the one that is to be inside first, in growing order; see
    /// [`layer_order`](crate::layer_order).
    pub passing: Vec<[u32; 2]>,
    /// Whether the cloth passes through something, and when that is repaired; see [`recovery`](crate::recovery).
    pub tangle: Option<Tangle>,
}

/// A cloth one step before.
#[derive(Clone, Debug, PartialEq)]
pub struct Earlier {
    /// Where each vertex was.
    pub positions: Vec<DVec3>,
    /// How fast it moved.
    pub velocities: Vec<DVec3>,
    /// The length of the step since then, in seconds.
    pub time: f64,
}

impl State {
    /// At rest in some positions.
    pub fn at_rest(positions: Vec<DVec3>) -> Self {
        Self {
            velocities: vec![DVec3::ZERO; positions.len()],
            positions,
            earlier: None,
            history: None,
            sticks: Vec::new(),
            passing: Vec::new(),
            tangle: None,
        }
    }

    /// Whether features of meshes touched each other at the end of the last step.
    pub(crate) fn has_pairs(&self) -> bool {
        self.sticks.last().is_some_and(|stick| !matches!(stick.kind, ContactKind::Surface(_)))
    }
}

/// What touches what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContactKind {
    /// A vertex, or the midpoint of an edge, on the surface of the obstacle with this number.
    Surface(u32),
    /// A vertex and a triangle.
    VertexTriangle,
    /// Two edges.
    EdgeEdge,
}

impl ContactKind {
    /// How many corners are on the first side; on a surface all are.
    pub(crate) const fn first_side(self) -> usize {
        match self {
            Self::VertexTriangle => 1,
            Self::EdgeEdge => 2,
            Self::Surface(_) => 4,
        }
    }
}

impl From<StencilKind> for ContactKind {
    fn from(kind: StencilKind) -> Self {
        match kind {
            StencilKind::VertexTriangle => Self::VertexTriangle,
            StencilKind::EdgeEdge => Self::EdgeEdge,
        }
    }
}

/// What a contact remembers: friction that holds is a spring along the surface. If each step began with a relaxed spring, whatever pulls would
/// stretch it anew in each step, and a garment at rest would creep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StickState {
    /// What touches what.
    pub kind: ContactKind,
    /// The vertices: those of the cloth first, then those of the meshes in their order. On a surface the last one of a vertex or an edge is
    /// repeated.
    pub corners: [u32; 4],
    /// How far the spring that holds along the surface is stretched, in metres.
    pub stretch: DVec3,
    /// What pressed the sides together, in newtons.
    pub push: f64,
}

/// A cloth that passes through something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tangle {
    /// Steps until the next repair.
    pub wait: u32,
    /// How long it was waited for the last one.
    pub waited: u32,
}

impl Tangle {
    /// How many steps pass between two repairs at most.
    const LONGEST_WAIT: u32 = 32;

    /// After a repair that left something.
    pub(crate) fn after_failure(self) -> Self {
        let waited = (2 * self.waited).clamp(1, Self::LONGEST_WAIT);
        Self { wait: waited, waited }
    }
}
