//! What two features in contact remember from one step to the next.
//!
//! Friction that holds is a spring along the surface. If each step began with a relaxed spring, whatever pulls would stretch it
//! anew in each step, and a garment at rest would creep. So the stretch of the spring is kept.

use crate::state::StickState;
use toile_contact::narrow::StencilKind;

/// What tells one pair from another, and in which order they stand.
pub(crate) type Key = (bool, [u32; 4]);

pub(crate) fn key(kind: StencilKind, corners: [u32; 4]) -> Key {
    (kind == StencilKind::EdgeEdge, corners)
}

/// What is remembered of a pair, in a list in the order of keys.
pub(crate) fn recall(sticks: &[StickState], of: Key) -> Option<&StickState> {
    sticks.binary_search_by(|stick| key(stick.kind, stick.corners).cmp(&of)).ok().map(|at| &sticks[at])
}
