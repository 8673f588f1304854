//! How a garment is draped.

use toile_cloth::run::{GiveUp, RestSettings};
use toile_cloth::world::{ClothContact, World};
use toile_contact::obstacle::Obstacle;

/// How a garment is draped. Times are those of the cloth, in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct DrapeSettings {
    /// The length of a step.
    pub step: f64,
    /// How long seams take to close.
    pub sewing: f64,
    /// How long the garment may take to come to rest after that.
    pub max_settle_time: f64,
    /// When it is at rest.
    pub rest: RestSettings,
    /// How far cloth stays from cloth and from the body, in metres.
    pub thickness: f64,
    /// Friction of cloth on skin.
    pub body_friction: f64,
    /// Friction of cloth on cloth.
    pub cloth_friction: f64,
    /// The share of its velocity that cloth keeps from step to step: it is to come to rest, not to swing.
    pub velocity_kept: f64,
    /// When it is given up.
    pub give_up: GiveUp,
}

impl Default for DrapeSettings {
    fn default() -> Self {
        Self {
            step: 1.0 / 60.0,
            sewing: 0.75,
            max_settle_time: 5.0,
            rest: RestSettings::default(),
            thickness: 2e-3,
            body_friction: 0.3,
            cloth_friction: 0.3,
            velocity_kept: 0.9,
            give_up: GiveUp::default(),
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
