//! How a scene is seen: material or heat map, what is drawn over it, lights, ground and background.

use serde::{Deserialize, Serialize};
use toile_look::ColorMap;

/// How a scene is seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a box to tick, and all of them go together")]
pub struct ViewSettings {
    /// What the colour of a surface tells.
    pub mode: ColorMode,
    /// The values at both ends of the heat map, in the unit of [`Object::values`](crate::scene::Object::values).
    pub range: [f32; 2],
    /// The colours of the heat map.
    pub map: ColorMap,
    /// Whether the edges of triangles are drawn.
    pub wireframe: bool,
    /// Whether stitches are drawn along seams.
    pub seams: bool,
    /// Whether each layer of cloth has a colour of its own.
    pub layers: bool,
    /// Whether [`ViewScene::lines`](crate::scene::ViewScene::lines) are drawn.
    pub lines: bool,
    /// Whether [`ViewScene::marks`](crate::scene::ViewScene::marks) are drawn.
    pub marks: bool,
    /// The floor, which catches shadows.
    pub ground: Ground,
    /// Whether lights cast shadows.
    pub shadows: bool,
    /// Whether corners and folds are darker, where less of the sky is seen.
    pub occlusion: bool,
    /// Lights from far away; more than [`MOST_LIGHTS`] are left out.
    pub lights: Vec<Light>,
    /// The brightness of the surroundings; 1 as they are.
    pub sky: f32,
    /// The angle by which the surroundings are turned about the vertical, in radians.
    pub sky_turn: f32,
    /// A factor for all light.
    pub exposure: f32,
    /// The colours of the background above and below, linear.
    pub background: [[f32; 3]; 2],
}

/// The largest number of lights.
pub const MOST_LIGHTS: usize = 3;

/// What the colour of a surface tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ColorMode {
    /// What it is made of.
    #[default]
    Material,
    /// The values at its vertices, in the colours of the map; objects without values are plain.
    Values,
}

/// The floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Ground {
    /// Below everything that is there when a scene is first seen.
    #[default]
    Auto,
    /// At a height in metres.
    At(f32),
    /// None.
    Hidden,
}

/// A light from far away.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Light {
    /// The direction towards the light.
    pub direction: [f32; 3],
    /// Its colour and strength, linear.
    pub color: [f32; 3],
    /// Its radius as seen from the scene, in radians: the larger, the softer its shadows. The sun has 0.005.
    pub radius: f32,
    /// Whether it casts shadows.
    pub shadow: bool,
}

/// How much work goes into a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ViewQuality {
    /// For drivers that draw on the processor.
    Low,
    /// For graphics cards.
    #[default]
    High,
}

impl ViewQuality {
    /// How many lights cast shadows.
    pub const fn most_shadows(self) -> usize {
        match self {
            Self::Low => 1,
            Self::High => MOST_LIGHTS,
        }
    }

    /// Whether corners can be darker.
    pub const fn has_dark_corners(self) -> bool {
        matches!(self, Self::High)
    }
}

impl Default for ViewSettings {
    /// A photographer's studio: a soft key light from the upper left, a weaker one from behind on the right.
    fn default() -> Self {
        Self {
            mode: ColorMode::Material,
            range: [0.0, 1.0],
            map: ColorMap::Sequential,
            wireframe: false,
            seams: true,
            layers: false,
            lines: true,
            marks: true,
            ground: Ground::Auto,
            shadows: true,
            occlusion: true,
            lights: vec![
                Light { direction: [-0.55, 0.75, 0.62], color: [2.1, 2.02, 1.9], radius: 0.09, shadow: true },
                Light { direction: [0.75, 0.5, -0.6], color: [0.85, 0.92, 1.05], radius: 0.13, shadow: true },
            ],
            sky: 1.0,
            sky_turn: 0.0,
            exposure: 1.0,
            background: [[0.60, 0.63, 0.67], [0.80, 0.79, 0.77]],
        }
    }
}
