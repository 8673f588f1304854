//! Pictures that depend on the size of the window.

use super::pipelines::{DEPTH, OCCLUSION};
use crate::view_settings::Quality;
use wgpu::{Device, TextureFormat, TextureUsages, TextureView};

/// The pictures of one size.
pub(super) struct Targets {
    /// The size of the picture in pixels.
    pub(super) size: [u32; 2],
    /// The picture with several samples a pixel; none if there is one.
    pub(super) color: Option<TextureView>,
    pub(super) depth: TextureView,
    /// Depth in half the size, for dark corners.
    pub(super) half_depth: TextureView,
    /// Dark corners, as they are computed and blurred.
    pub(super) occlusion: [TextureView; 2],
}

/// Samples a pixel.
pub(super) fn samples(quality: Quality) -> u32 {
    match quality {
        Quality::Low | Quality::High => 4,
    }
}

impl Targets {
    pub(super) fn new(device: &Device, size: [u32; 2], format: TextureFormat, quality: Quality) -> Self {
        let drawn = TextureUsages::RENDER_ATTACHMENT;
        let read = drawn | TextureUsages::TEXTURE_BINDING;
        let view = |label: &str, [width, height]: [u32; 2], samples: u32, format, usage| {
            let texture = device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: samples,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats: &[],
            });
            texture.create_view(&wgpu::TextureViewDescriptor::default())
        };
        let count = samples(quality);
        let half = size.map(|n| n.div_ceil(2));
        Self {
            size,
            color: (count > 1).then(|| view("color", size, count, format, drawn)),
            depth: view("depth", size, count, DEPTH, drawn),
            half_depth: view("half depth", half, 1, DEPTH, read),
            occlusion: ["occlusion", "blurred occlusion"].map(|label| view(label, half, 1, OCCLUSION, read)),
        }
    }
}
