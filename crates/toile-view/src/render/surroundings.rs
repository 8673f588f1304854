//! The environment on the card: blurred pictures, and light on matt surfaces.

use crate::environment::{Environment, Harmonics, prefiltered};
use toile_look::ColorMap;
use wgpu::{Device, Queue, TextureFormat, TextureView};

/// The surroundings on the card.
pub(super) struct Surroundings {
    /// What surfaces of growing roughness mirror.
    pub(super) mirrored: TextureView,
    /// How many levels it has.
    pub(super) levels: u32,
    /// Light on matt surfaces.
    pub(super) harmonics: Harmonics,
}

impl Surroundings {
    pub(super) fn new(device: &Device, queue: &Queue, environment: &Environment) -> Self {
        let levels = prefiltered(environment);
        let texture = texture(
            device,
            "surroundings",
            [levels[0].width as u32, levels[0].height as u32],
            levels.len() as u32,
        );
        for (level, picture) in levels.iter().enumerate() {
            let size = [picture.width as u32, picture.height as u32];
            write(queue, &texture, level as u32, size, &picture.pixels);
        }
        Self {
            mirrored: texture.create_view(&wgpu::TextureViewDescriptor::default()),
            levels: levels.len() as u32,
            harmonics: Harmonics::of(environment),
        }
    }
}

/// How many colours of a heat map are on the card.
const STEPS: u16 = 256;

/// The colours of a heat map.
pub(super) fn ramp(device: &Device, queue: &Queue, map: ColorMap) -> TextureView {
    let colors: Vec<[f32; 3]> =
        (0..STEPS).map(|k| map.at(f32::from(k) / f32::from(STEPS - 1)).0.to_array()).collect();
    let size = [u32::from(STEPS), 1];
    let texture = texture(device, "heat map", size, 1);
    write(queue, &texture, 0, size, &colors);
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

fn texture(device: &Device, label: &str, [width, height]: [u32; 2], levels: u32) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: levels,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: TextureFormat::Rgba16Float,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

fn write(queue: &Queue, texture: &wgpu::Texture, level: u32, [width, height]: [u32; 2], pixels: &[[f32; 3]]) {
    let half: Vec<[u16; 4]> = pixels.iter().map(|&[r, g, b]| [r, g, b, 1.0].map(half_float)).collect();
    queue.write_texture(
        wgpu::TexelCopyTextureInfo {
            texture,
            mip_level: level,
            origin: wgpu::Origin3d::ZERO,
            aspect: wgpu::TextureAspect::All,
        },
        bytemuck::cast_slice(&half),
        wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(8 * width), rows_per_image: None },
        wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
    );
}

/// A number of 0 or more in 16 bits, rounded down; the largest if it is too large, 0 if it is too small.
fn half_float(value: f32) -> u16 {
    const MIN_HALF_FLOAT: f32 = 6.104e-5;
    const MAX_HALF_FLOAT: f32 = 65504.0;
    if value.is_nan() || value < MIN_HALF_FLOAT {
        return 0;
    }
    let bits = value.min(MAX_HALF_FLOAT).to_bits();
    (((bits >> 23) - 112) << 10 | (bits >> 13 & 0x3FF)) as u16
}

#[cfg(test)]
mod tests {
    use super::half_float;

    #[test]
    fn known_half_floats() {
        for (value, bits) in
            [(1.0, 0x3C00), (0.5, 0x3800), (65504.0, 0x7BFF), (1e9, 0x7BFF), (0.0, 0), (-1.0, 0)]
        {
            assert_eq!(half_float(value), bits, "{value}");
        }
    }
}
