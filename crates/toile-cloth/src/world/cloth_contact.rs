//! How cloth keeps away from itself.

use toile_contact::friction::FrictionLaw;

/// How cloth keeps away from cloth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClothContact {
    /// How far layers of cloth stay apart, in metres. Off obstacles they stay by
    /// [`World::obstacle_thickness`](crate::world::World::obstacle_thickness).
    pub thickness: f64,
    /// Friction of cloth on cloth; [`World::pair_friction`](crate::world::World::pair_friction) may have others for some fabrics.
    pub friction: FrictionLaw,
}

impl Default for ClothContact {
    /// 2 mm apart, as fabric of middling weight, with the friction of cotton.
    fn default() -> Self {
        Self { thickness: 2e-3, friction: FrictionLaw::coulomb(0.4) }
    }
}
