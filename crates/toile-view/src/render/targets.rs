//! Pictures that depend on the size of the window.

use super::pipelines::{DEPTH, OCCLUSION, STORED};
use crate::view_settings::ViewQuality;
use wgpu::{Device, TextureFormat, TextureUsages, TextureView};

/// The pictures of one size.
pub(super) struct Targets {
    /// The size of the picture in pixels.
    pub(super) size: [u32; 2],
    /// The picture before its edges are smooth: with several samples a pixel, or with one.
    pub(super) color: TextureView,
    pub(super) depth: TextureView,
    /// Depth in half the size, for dark corners.
    pub(super) half_depth: TextureView,
    /// Dark corners, as they are computed and blurred.
    pub(super) occlusion: [TextureView; 2],
    /// Colours and normals of pixels that are lit afterwards.
    pub(super) stored: [TextureView; 2],
}

/// Samples a pixel.
pub(super) fn samples(quality: ViewQuality) -> u32 {
    match quality {
        ViewQuality::Low => 1,
        ViewQuality::High => 4,
    }
}

impl Targets {
    pub(super) fn new(device: &Device, size: [u32; 2], format: TextureFormat, quality: ViewQuality) -> Self {
        let drawn = TextureUsages::RENDER_ATTACHMENT;
        let read = drawn | TextureUsages::TEXTURE_BINDING;
        let view = |label: &str, [width, height]: [u32; 2], samples: u32, format| {
            let texture = device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: samples,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: if samples > 1 { drawn } else { read },
                view_formats: &[],
            });
            texture.create_view(&wgpu::TextureViewDescriptor::default())
        };
        let count = samples(quality);
        // What one of both ways does not need is one pixel large.
        let (half, stored) = match quality {
            ViewQuality::Low => ([1, 1], size),
            ViewQuality::High => (size.map(|n| n.div_ceil(2)), [1, 1]),
        };
        Self {
            size,
            color: view("color", size, count, format),
            depth: view("depth", size, count, DEPTH),
            half_depth: view("half depth", half, 1, DEPTH),
            occlusion: ["occlusion", "blurred occlusion"].map(|label| view(label, half, 1, OCCLUSION)),
            stored: STORED.map(|format| view("stored", stored, 1, format)),
        }
    }
}
