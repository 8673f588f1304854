//! A piece of a fabric.

use super::Fabric;

/// A fabric, and how a piece lies on it.
#[derive(Clone, Debug, PartialEq)]
pub struct FabricCut {
    /// What it is made of.
    pub fabric: Fabric,
    /// The angle of the warp from the rest shape's `x`, in radians, counter-clockwise.
    pub grain: f64,
}
