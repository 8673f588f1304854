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
    /// What contacts remember, in the order of their keys.
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
}

/// What a pair remembers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StickState {
    /// What the pair is.
    pub kind: StencilKind,
    /// Its vertices: those of the cloth first, then those of the bodies in their order.
    pub corners: [u32; 4],
    /// How far the spring that holds along the surface is stretched, in metres.
    pub stretch: DVec3,
    /// What pressed the pair together, in newtons.
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
