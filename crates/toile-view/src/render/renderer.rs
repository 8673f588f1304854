//! What is sent to the graphics card, and in which order it is drawn.

use super::drawn_object::DrawnObject;
use super::layouts::{Layouts, VIEW_STEP, bind};
use super::overlays::Overlays;
use super::pipelines::Pipelines;
use super::shadows::Shadows;
use super::surroundings::{Surroundings, ramp};
use super::targets::Targets;
use super::uniforms::{self, Frame};
use crate::camera::OrbitCamera;
use crate::environment::Environment;
use crate::scene::ViewScene;
use crate::view_settings::{Ground, MOST_LIGHTS, ViewQuality, ViewSettings};
use glam::{Vec3, Vec4};
use std::sync::Arc;
use toile_look::ColorMap;
use wgpu::{BufferUsages, CommandEncoder, Device, Queue, TextureFormat, TextureView};

/// Draws scenes. It owns pipelines and buffers, and nothing of a window.
pub struct Renderer {
    pub(super) quality: ViewQuality,
    pub(super) format: TextureFormat,
    pub(super) layouts: Layouts,
    pub(super) pipelines: Pipelines,
    pub(super) objects: Vec<DrawnObject>,
    pub(super) overlays: Overlays,
    /// Grows whenever something moves, appears or vanishes.
    pub(super) state: u64,
    /// The height below which nothing was when the scene was first seen.
    pub(super) floor: Option<f32>,
    pub(super) frame_buffer: wgpu::Buffer,
    pub(super) view_buffer: wgpu::Buffer,
    pub(super) view_group: wgpu::BindGroup,
    pub(super) shadows: Shadows,
    pub(super) surroundings: Surroundings,
    pub(super) ramp: (ColorMap, TextureView),
    pub(super) samplers: [wgpu::Sampler; 2],
    pub(super) targets: Option<Targets>,
    /// What is bound, made anew with the size of the picture.
    pub(super) groups: Option<Groups>,
}

/// What is bound, all of which depends on the size of the picture.
pub(super) struct Groups {
    pub(super) frame: wgpu::BindGroup,
    pub(super) occlusion: [wgpu::BindGroup; 2],
    /// For pixels that are lit afterwards, and for smooth edges; none where neither happens.
    pub(super) afterwards: Option<[wgpu::BindGroup; 2]>,
}

impl Renderer {
    /// A renderer into textures of a format, which need not be one that encodes colours.
    pub fn new(device: &Device, queue: &Queue, format: TextureFormat, quality: ViewQuality) -> Self {
        let layouts = Layouts::new(device);
        let pipelines = Pipelines::new(device, &layouts, format, quality);
        let uniform = |label, size| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size,
                usage: BufferUsages::UNIFORM | BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        };
        let view_buffer = uniform("views", VIEW_STEP * (1 + MOST_LIGHTS as u64));
        let matrix =
            wgpu::BufferBinding { buffer: &view_buffer, offset: 0, size: std::num::NonZeroU64::new(64) };
        let view_group = bind(device, "view", &layouts.view, &[wgpu::BindingResource::Buffer(matrix)]);
        Self {
            quality,
            format,
            pipelines,
            objects: Vec::new(),
            overlays: Overlays::new(device),
            state: 0,
            floor: None,
            frame_buffer: uniform("frame", size_of::<Frame>() as u64),
            view_group,
            view_buffer,
            shadows: Shadows::new(device, quality),
            surroundings: Surroundings::new(device, queue, &Environment::studio()),
            ramp: (ColorMap::default(), ramp(device, queue, ColorMap::default())),
            samplers: samplers(device),
            layouts,
            targets: None,
            groups: None,
        }
    }

    /// How much work goes into a picture.
    pub fn quality(&self) -> ViewQuality {
        self.quality
    }

    /// Lets other surroundings shine. Takes some milliseconds.
    pub fn set_environment(&mut self, device: &Device, queue: &Queue, environment: &Environment) {
        self.surroundings = Surroundings::new(device, queue, environment);
        self.groups = None;
    }

    /// Sends to the card what is new in a scene. What is behind the same [`Arc`] as before is not sent again: of cloth that
    /// moves, only the positions.
    pub fn update(&mut self, device: &Device, queue: &Queue, scene: &ViewScene) {
        let meshes = |objects: &[DrawnObject]| {
            objects.iter().map(|object| Arc::as_ptr(&object.mesh)).collect::<Vec<_>>()
        };
        let before = meshes(&self.objects);
        let mut known: Vec<Option<DrawnObject>> = self.objects.drain(..).map(Some).collect();
        let mut has_moved = known.len() != scene.objects.len();
        for (n, object) in scene.objects.iter().enumerate() {
            let is_same =
                |drawn: &Option<DrawnObject>| drawn.as_ref().is_some_and(|drawn| drawn.is_of(object));
            let place =
                if known.get(n).is_some_and(is_same) { Some(n) } else { known.iter().position(is_same) };
            let drawn = if let Some(mut drawn) = place.and_then(|place| known[place].take()) {
                has_moved |= drawn.update(device, queue, &self.layouts, object);
                drawn
            } else {
                has_moved = true;
                DrawnObject::new(device, &self.layouts, object)
            };
            self.objects.push(drawn);
        }
        self.overlays.update(device, queue, scene);
        if has_moved {
            self.state += 1;
            let lowest = self.bounds().map(|[low, _]| low.y);
            let is_new = meshes(&self.objects) != before;
            self.floor = if is_new { lowest } else { self.floor.into_iter().chain(lowest).reduce(f32::min) };
        }
    }

    /// The smallest and the largest corner of all that is visible.
    fn bounds(&self) -> Option<[Vec3; 2]> {
        let boxes = self.objects.iter().filter(|object| object.visible).filter_map(|object| object.bounds);
        boxes.reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])])
    }

    /// Draws the scene as it was last sent into a texture of the renderer's format, with one sample a pixel and of a size in
    /// pixels. A picture without pixels is no picture, and nothing is drawn.
    #[expect(clippy::too_many_arguments, reason = "what wgpu needs, and what is seen from where and how")]
    pub fn draw(
        &mut self,
        device: &Device,
        queue: &Queue,
        encoder: &mut CommandEncoder,
        target: &TextureView,
        size: [u32; 2],
        camera: &OrbitCamera,
        settings: &ViewSettings,
    ) {
        if size.contains(&0) {
            return;
        }
        self.prepare(device, queue, size, settings.map);
        let frame = self.frame(camera, settings, size);
        queue.write_buffer(&self.frame_buffer, 0, bytemuck::bytes_of(&frame));
        let matrices =
            std::iter::once(frame.clip_from_world).chain(frame.lights.map(|light| light.clip_from_world));
        for (n, matrix) in matrices.enumerate() {
            queue.write_buffer(&self.view_buffer, n as u64 * VIEW_STEP, bytemuck::bytes_of(&matrix));
        }
        self.draw_normals(encoder);
        if self.shadows.become_stale(self.state, &frame.lights) {
            self.draw_shadows(encoder, &frame);
        }
        self.draw_picture(encoder, target, settings, &frame);
    }

    /// Makes what depends on the size of the picture, and on the colours of the heat map.
    fn prepare(&mut self, device: &Device, queue: &Queue, size: [u32; 2], map: ColorMap) {
        if self.ramp.0 != map {
            self.ramp = (map, ramp(device, queue, map));
            self.groups = None;
        }
        if self.targets.as_ref().is_none_or(|targets| targets.size != size) {
            self.targets = Some(Targets::new(device, size, self.format, self.quality));
            self.groups = None;
        }
        let Some(targets) = &self.targets else { return };
        if self.groups.is_none() {
            let [compare, smooth] = &self.samplers;
            let texture = |view| wgpu::BindingResource::TextureView(view);
            let frame = bind(
                device,
                "frame",
                &self.layouts.frame,
                &[
                    self.frame_buffer.as_entire_binding(),
                    texture(&self.shadows.all),
                    wgpu::BindingResource::Sampler(compare),
                    texture(&self.surroundings.mirrored),
                    wgpu::BindingResource::Sampler(smooth),
                    texture(&targets.occlusion[1]),
                    texture(&self.ramp.1),
                ],
            );
            // Each pass reads what the other one writes.
            let occlusion = [1, 0].map(|source: usize| {
                bind(
                    device,
                    "occlusion",
                    &self.layouts.occlusion,
                    &[texture(&targets.half_depth), texture(&targets.occlusion[source])],
                )
            });
            let afterwards = (self.quality == ViewQuality::Low).then(|| {
                let [color, normal] = &targets.stored;
                let stored = [texture(color), texture(normal), texture(&targets.depth)];
                let smoothing = [texture(&targets.color), wgpu::BindingResource::Sampler(smooth)];
                [
                    bind(device, "stored", &self.layouts.stored, &stored),
                    bind(device, "smoothing", &self.layouts.smoothing, &smoothing),
                ]
            });
            self.groups = Some(Groups { frame, occlusion, afterwards });
        }
    }

    /// The numbers of a picture.
    fn frame(&self, camera: &OrbitCamera, settings: &ViewSettings, size: [u32; 2]) -> Frame {
        let bounds = self.bounds().unwrap_or([Vec3::ZERO; 2]);
        let height = match settings.ground {
            Ground::Auto => self.floor,
            Ground::At(height) => Some(height),
            Ground::Hidden => None,
        };
        let middle = (bounds[0] + bounds[1]) / 2.0;
        let radius = 1.6 * (bounds[1] - bounds[0]).length();
        let ground = height.map_or(Vec4::ZERO, |height| Vec4::new(middle.x, height, middle.z, radius));
        let levels = self.surroundings.levels as f32;
        let mut frame = uniforms::frame(camera, settings, size, !self.format.is_srgb(), ground, levels - 1.0);
        let most = self.quality.most_shadows();
        let reach = match height {
            // The ground must be within the map, or shadows on it would be cut off.
            Some(height) => [bounds[0].with_y(bounds[0].y.min(height)), bounds[1]],
            None => bounds,
        };
        for (numbers, light) in frame.lights.iter_mut().zip(self.shadows.lights(settings, reach, most)) {
            *numbers = light;
        }
        for (numbers, light) in frame.harmonics.iter_mut().zip(self.surroundings.harmonics.0) {
            *numbers = light.extend(0.0).to_array();
        }
        frame.ground_part = shadowed_part(&frame, bounds);
        let on_ground = self.surroundings.harmonics.on(Vec3::Y).max(Vec3::ZERO) * settings.sky;
        frame.ground_light = on_ground.extend(0.0).to_array();
        let has_corners = settings.occlusion && self.quality.has_dark_corners();
        frame.sky[3] = if has_corners { 1.0 } else { 0.0 };
        frame
    }
}

/// The least x and z and the most x and z of the ground that something can darken.
fn shadowed_part(frame: &Frame, [low, high]: [Vec3; 2]) -> [f32; 4] {
    /// Dark corners and soft edges reach farther than shapes, in metres.
    const BEYOND: f32 = 0.35;
    let [x, height, z, radius] = frame.ground;
    let (mut least, mut most) = (low, high);
    for light in frame.lights.iter().filter(|light| light.color[3] > 0.0) {
        let toward = Vec3::from_slice(&light.direction);
        for corner in 0..8 {
            let pick = |bit: usize| if corner >> bit & 1 == 0 { low[bit] } else { high[bit] };
            let point = Vec3::new(pick(0), pick(1), pick(2));
            let shadow = point - toward * ((point.y - height).max(0.0) / toward.y.max(0.02));
            (least, most) = (least.min(shadow), most.max(shadow));
        }
    }
    [
        (least.x - BEYOND).max(x - radius),
        (least.z - BEYOND).max(z - radius),
        (most.x + BEYOND).min(x + radius),
        (most.z + BEYOND).min(z + radius),
    ]
}

/// A sampler that compares depths, and one for colours.
fn samplers(device: &Device) -> [wgpu::Sampler; 2] {
    let linear = wgpu::SamplerDescriptor {
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: wgpu::MipmapFilterMode::Linear,
        ..wgpu::SamplerDescriptor::default()
    };
    let compare =
        wgpu::SamplerDescriptor { compare: Some(wgpu::CompareFunction::LessEqual), ..linear.clone() };
    let around = wgpu::SamplerDescriptor { address_mode_u: wgpu::AddressMode::Repeat, ..linear };
    [compare, around].map(|sampler| device.create_sampler(&sampler))
}
