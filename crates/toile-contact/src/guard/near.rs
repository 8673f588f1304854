//! Pairs that are close, for methods that push them apart softly.

use crate::narrow::StencilKind;
use crate::narrow::proximity::Proximity;

/// Two features that are close to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearPair {
    /// What they are.
    pub kind: StencilKind,
    /// Their vertices.
    pub corners: [u32; 4],
    /// How close they are, in which direction, and the weights of the vertices in that.
    pub close: Proximity,
}
