//! How cloth keeps away from itself.

use toile_contact::friction::FrictionLaw;

/// How cloth keeps away from cloth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClothContact {
    /// How far layers of cloth stay apart, in metres. Off obstacles they stay by
    /// [`World::obstacle_thickness`](crate::world::World::obstacle_thickness).
    pub thickness: f64,
    /// Friction of cloth on cloth, whatever it is made of. Without, that which was measured of the [fabrics](crate::fabric::Friction) holds, and
    /// between unlike ones the geometric mean. [`World::pair_friction`](crate::world::World::pair_friction) goes before either.
    pub friction: Option<FrictionLaw>,
}

impl Default for ClothContact {
    /// 2 mm apart, as fabric of middling weight, with the friction of the fabrics.
    fn default() -> Self {
        Self { thickness: 2e-3, friction: None }
    }
}
