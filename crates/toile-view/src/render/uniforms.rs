//! The numbers that shaders share; each struct here has its twin in `shaders/frame.wgsl` or `shaders/object.wgsl`.

use crate::camera::OrbitCamera;
use crate::scene::{Object, ObjectKind, Print, ViewMaterial, Weave};
use crate::view_settings::{ColorMode, MOST_LIGHTS, ViewSettings};
use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec3, Vec4};

/// All that is the same for every object of a picture.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(super) struct Frame {
    pub(super) clip_from_world: [[f32; 4]; 4],
    pub(super) view_from_world: [[f32; 4]; 4],
    pub(super) world_from_clip: [[f32; 4]; 4],
    /// Where the camera is; exposure.
    pub(super) eye: [f32; 4],
    /// Width and height in pixels; what of a metre at distance 1 is a pixel; whether the target wants encoded colours.
    pub(super) screen: [f32; 4],
    /// Colours of the background above and below.
    pub(super) background: [[f32; 4]; 2],
    /// Middle of the ground; its radius, 0 if there is none.
    pub(super) ground: [f32; 4],
    /// What the ground sends back of the sky.
    pub(super) ground_light: [f32; 4],
    /// The least and the most x and z of the ground that shadows can reach.
    pub(super) ground_part: [f32; 4],
    /// Both ends of the heat map; 1 if values are shown; 1 if layers are shown.
    pub(super) heat: [f32; 4],
    /// Brightness and angle of the surroundings; the roughest level; whether corners are darker.
    pub(super) sky: [f32; 4],
    /// Light on a matt surface.
    pub(super) harmonics: [[f32; 4]; 9],
    pub(super) lights: [LightNumbers; MOST_LIGHTS],
}

/// A light.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct LightNumbers {
    /// Towards the light; the tangent of its radius.
    pub(super) direction: [f32; 4],
    /// Its colour; whether it casts a shadow.
    pub(super) color: [f32; 4],
    /// From metres to its map.
    pub(super) clip_from_world: [[f32; 4]; 4],
    /// Half the width of its map in metres; its depth in metres; a pixel of it in metres; a pixel as part of the map.
    pub(super) extent: [f32; 4],
}

/// All that is the same for one object.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(super) struct ObjectNumbers {
    /// Colour of the outside; roughness.
    color: [f32; 4],
    /// Colour of the inside; sheen.
    inside: [f32; 4],
    /// Colour of the print; its distance.
    print: [f32; 4],
    /// Weave, print and kind as numbers; distance of threads.
    kinds: [f32; 4],
    /// Whether there are values; whether there are places.
    has: [f32; 4],
}

impl ObjectNumbers {
    pub(super) fn new(object: &Object, has_places: bool) -> Self {
        let ViewMaterial { color, inside, roughness, sheen, weave, thread, print } = &object.material;
        let (print, print_color, distance) = match print {
            Print::Plain => (0.0, [0.0; 3], 1.0),
            Print::Stripes(distance, color) => (1.0, *color, *distance),
            Print::Checks(distance, color) => (2.0, *color, *distance),
            Print::Dots(distance, color) => (3.0, *color, *distance),
        };
        let weave = match weave {
            Weave::None => 0.0,
            Weave::Plain => 1.0,
            Weave::Twill => 2.0,
            Weave::Satin => 3.0,
            Weave::Knit => 4.0,
        };
        let kind = match object.kind {
            ObjectKind::Cloth => 0.0,
            ObjectKind::Body => 1.0,
            ObjectKind::Solid => 2.0,
        };
        let with = |rgb: [f32; 3], w: f32| Vec3::from(rgb).extend(w).to_array();
        let flag = |yes: bool| if yes { 1.0 } else { 0.0 };
        Self {
            color: with(*color, roughness.clamp(0.05, 1.0)),
            inside: with(*inside, sheen.clamp(0.0, 1.0)),
            print: with(print_color, distance.max(1e-5)),
            kinds: [weave, print, kind, thread.max(1e-6)],
            has: [flag(object.values.is_some()), flag(has_places), 0.0, 0.0],
        }
    }
}

/// What of a frame comes from camera and settings alone.
pub(super) fn frame(
    camera: &OrbitCamera,
    settings: &ViewSettings,
    size: [u32; 2],
    encode: bool,
    ground: Vec4,
    roughest: f32,
) -> Frame {
    let [width, height] = size.map(|n| n as f32);
    let clip_from_view = camera.projection(width / height);
    let view_from_world = camera.view();
    let clip_from_world = clip_from_view * view_from_world;
    let flag = |yes: bool| if yes { 1.0 } else { 0.0 };
    let color = |rgb: [f32; 3]| Vec3::from(rgb).extend(1.0).to_array();
    Frame {
        clip_from_world: clip_from_world.to_cols_array_2d(),
        view_from_world: view_from_world.to_cols_array_2d(),
        world_from_clip: clip_from_world.inverse().to_cols_array_2d(),
        eye: camera.eye().extend(settings.exposure).to_array(),
        screen: [width, height, 2.0 * (camera.field / 2.0).tan() / height, flag(encode)],
        background: settings.background.map(color),
        ground: ground.to_array(),
        ground_light: [0.0; 4],
        ground_part: [0.0; 4],
        heat: [
            settings.range[0],
            settings.range[1],
            flag(settings.mode == ColorMode::Values),
            flag(settings.layers),
        ],
        sky: [settings.sky, settings.sky_turn, roughest, 0.0],
        harmonics: [[0.0; 4]; 9],
        lights: [LightNumbers {
            clip_from_world: Mat4::IDENTITY.to_cols_array_2d(),
            ..LightNumbers::default()
        }; MOST_LIGHTS],
    }
}
