//! What the lights see: depth pictures, drawn again only when something has moved.

use super::pipelines::DEPTH;
use super::uniforms::LightNumbers;
use crate::view_settings::{Light, MOST_LIGHTS, ViewQuality, ViewSettings};
use glam::{Mat4, Vec3};
use wgpu::{Device, TextureView};

/// The shadow maps of all lights.
pub(super) struct Shadows {
    size: u32,
    /// All of them, to look things up.
    pub(super) all: TextureView,
    /// Each of them, to draw into.
    pub(super) each: Vec<TextureView>,
    /// What they were drawn for: the state of the scene, and the matrices of the lights.
    drawn: Option<(u64, Vec<Mat4>)>,
}

impl Shadows {
    pub(super) fn new(device: &Device, quality: ViewQuality) -> Self {
        let size = match quality {
            ViewQuality::Low => 1024,
            ViewQuality::High => 2048,
        };
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("shadows"),
            size: wgpu::Extent3d { width: size, height: size, depth_or_array_layers: MOST_LIGHTS as u32 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: DEPTH,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let view = |layer: Option<u32>| {
            texture.create_view(&wgpu::TextureViewDescriptor {
                dimension: Some(if layer.is_some() {
                    wgpu::TextureViewDimension::D2
                } else {
                    wgpu::TextureViewDimension::D2Array
                }),
                base_array_layer: layer.unwrap_or(0),
                array_layer_count: layer.map(|_| 1),
                ..wgpu::TextureViewDescriptor::default()
            })
        };
        let each = (0..MOST_LIGHTS as u32).map(|layer| view(Some(layer))).collect();
        Self { size, all: view(None), each, drawn: None }
    }

    /// The lights as shaders read them, for a scene in a box.
    pub(super) fn lights(
        &self,
        settings: &ViewSettings,
        bounds: [Vec3; 2],
        most: usize,
    ) -> Vec<LightNumbers> {
        let lights = settings.lights.iter().take(MOST_LIGHTS).enumerate();
        lights
            .map(|(n, light)| self.light(light, bounds, settings.shadows && light.shadow && n < most))
            .collect()
    }

    fn light(&self, light: &Light, [low, high]: [Vec3; 2], casts: bool) -> LightNumbers {
        let direction = Vec3::from(light.direction).normalize_or(Vec3::Y);
        let middle = (low + high) / 2.0;
        // In steps, so that cloth that swings does not make the map swim.
        let radius = 1.1_f32.powf(((high - low).length() / 2.0).max(1e-3).log(1.1).ceil()) * 1.02;
        let up = if direction.y.abs() > 0.99 { Vec3::Z } else { Vec3::Y };
        let view = glam::camera::rh::view::look_at_mat4(middle + direction * radius, middle, up);
        let project = glam::camera::rh::proj::directx::orthographic(
            -radius,
            radius,
            -radius,
            radius,
            0.0,
            2.0 * radius,
        );
        let size = self.size as f32;
        LightNumbers {
            direction: direction.extend(light.radius.clamp(0.0, 0.5).tan()).to_array(),
            color: Vec3::from(light.color).extend(if casts { 1.0 } else { 0.0 }).to_array(),
            clip_from_world: (project * view).to_cols_array_2d(),
            extent: [radius, 2.0 * radius, 2.0 * radius / size, 1.0 / size],
        }
    }

    /// Whether the maps must be drawn again for this state of the scene and these lights; from now on they count as drawn.
    pub(super) fn become_stale(&mut self, state: u64, lights: &[LightNumbers]) -> bool {
        let casting = lights.iter().filter(|light| light.color[3] > 0.0);
        let matrices = casting.map(|light| Mat4::from_cols_array_2d(&light.clip_from_world)).collect();
        let wanted = Some((state, matrices));
        let stale = self.drawn != wanted;
        self.drawn = wanted;
        stale
    }
}
