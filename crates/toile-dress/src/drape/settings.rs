//! How a garment is draped.

use toile_cloth::air::Air;
use toile_cloth::fabric::FabricCut;
use toile_cloth::run::{GiveUp, RestSettings};
use toile_cloth::wind::Wind;
use toile_cloth::world::{ClothContact, World};
use toile_contact::friction::FrictionLaw;
use toile_contact::obstacle::Obstacle;

/// How a garment is draped. Times are those of the cloth, in seconds.
///
/// Friction, thickness, bending hysteresis and air act as they were measured of the fabrics, unless something else is said here.
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
    /// How much room is left between the surfaces of two layers of cloth, and between cloth and body, in metres. The thickness of the fabrics comes
    /// on top of that.
    pub clearance: f64,
    /// Friction of cloth on skin, whatever it is made of; that of its fabric, if not given.
    pub body_friction: Option<FrictionLaw>,
    /// Friction of cloth on cloth, whatever it is made of; that of the fabrics, if not given.
    pub cloth_friction: Option<FrictionLaw>,
    /// Whether cloth remembers how it was bent, from the moment its seams are closed: with friction, creases and fatigue, as its fabric has them.
    pub creases: bool,
    /// The air, if there is any, from the moment the seams are closed.
    pub air: Option<Air>,
    /// How the air moves while the body does; garments are dressed in still air.
    pub wind: Wind,
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
            clearance: 1.7e-3,
            body_friction: None,
            cloth_friction: None,
            creases: true,
            air: Some(Air::default()),
            wind: Wind::default(),
            velocity_kept: 0.9,
            give_up: GiveUp::default(),
        }
    }
}

/// The thickness of a fabric of middling weight, in metres.
const USUAL_THICKNESS: f64 = 3e-4;

impl DrapeSettings {
    /// How far the middles of two layers stay apart that are of a fabric of middling weight: what meshes are made for before fabrics are known.
    pub fn usual_distance(&self) -> f64 {
        self.clearance + USUAL_THICKNESS
    }

    /// A body, and cloth of some fabrics that keeps away from it and from itself. This is where fabrics begin to act: dressing, motion and the viewer all
    /// make their worlds here.
    pub fn world(&self, body: Obstacle, cuts: &[FabricCut]) -> World {
        let body = Obstacle { friction: self.body_friction, ..body };
        let mut world = World {
            obstacles: vec![body],
            obstacle_thickness: self.clearance,
            cloth_contact: Some(ClothContact { thickness: self.clearance, friction: self.cloth_friction }),
            air: self.air,
            ..World::default()
        };
        world.count_thickness(cuts);
        world
    }
}
