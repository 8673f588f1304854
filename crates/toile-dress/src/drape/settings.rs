//! How a garment is draped.

use super::Patience;
use toile_cloth::world::ClothContact;
use toile_cloth::world::World;
use toile_contact::obstacle::Obstacle;

/// How a garment is draped. Times are those of the cloth, in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct DrapeSettings {
    /// The length of a step.
    pub step: f64,
    /// How long seams take to close.
    pub sewing: f64,
    /// How long the garment may take to come to rest after that.
    pub most: f64,
    /// Cloth is at rest when its energy of motion per mass is below this, in J/kg.
    pub rest: f64,
    /// How far cloth stays from cloth and from the body, in metres.
    pub thickness: f64,
    /// Friction of cloth on skin.
    pub body_friction: f64,
    /// Friction of cloth on cloth.
    pub cloth_friction: f64,
    /// The share of its velocity that cloth keeps from step to step: it is to come to rest, not to swing.
    pub calm: f64,
    /// When it is given up.
    pub patience: Patience,
}

impl Default for DrapeSettings {
    fn default() -> Self {
        Self {
            step: 1.0 / 60.0,
            sewing: 0.75,
            most: 5.0,
            rest: 1e-5,
            thickness: 2e-3,
            body_friction: 0.3,
            cloth_friction: 0.3,
            calm: 0.9,
            patience: Patience::default(),
        }
    }
}

impl DrapeSettings {
    /// A body, and cloth that keeps away from it and from itself.
    pub(crate) fn world(&self, body: Obstacle) -> World {
        let friction = self.cloth_friction.into();
        World {
            obstacles: vec![body.with_friction(self.body_friction)],
            obstacle_thickness: self.thickness,
            cloth_contact: Some(ClothContact { thickness: self.thickness, friction }),
            ..World::default()
        }
    }
}
