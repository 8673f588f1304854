//! What is bound where.

use wgpu::{
    BindGroupLayout, BindGroupLayoutEntry, BindingType, BufferBindingType, Device, SamplerBindingType,
    ShaderStages, TextureSampleType, TextureViewDimension,
};

/// The layouts of all groups.
pub(super) struct Layouts {
    /// One matrix: what a depth picture is seen from.
    pub(super) view: BindGroupLayout,
    /// What all surfaces share: numbers, shadow maps, surroundings, dark corners, the heat map's colours.
    pub(super) frame: BindGroupLayout,
    /// One object: numbers, positions, normals, values.
    pub(super) object: BindGroupLayout,
    /// What normals are computed from.
    pub(super) normals: BindGroupLayout,
    /// What dark corners are computed from.
    pub(super) occlusion: BindGroupLayout,
    /// Pixels that are lit afterwards: colour, normal, depth.
    pub(super) stored: BindGroupLayout,
    /// A picture whose edges are made smooth.
    pub(super) smoothing: BindGroupLayout,
}

/// The bytes between matrices in the buffer of views: what every card can step by.
pub(super) const VIEW_STEP: u64 = 256;

impl Layouts {
    pub(super) fn new(device: &Device) -> Self {
        let both = ShaderStages::VERTEX_FRAGMENT;
        let pixel = ShaderStages::FRAGMENT;
        let read = BufferBindingType::Storage { read_only: true };
        let depth = TextureSampleType::Depth;
        let smooth = TextureSampleType::Float { filterable: true };
        let rough = TextureSampleType::Float { filterable: false };
        let group = |label: &str, entries: &[(ShaderStages, BindingType)]| {
            let entries: Vec<BindGroupLayoutEntry> = entries
                .iter()
                .zip(0..)
                .map(|(&(visibility, ty), binding)| BindGroupLayoutEntry {
                    binding,
                    visibility,
                    ty,
                    count: None,
                })
                .collect();
            let label = Some(label);
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries: &entries })
        };
        let view = BindingType::Buffer {
            ty: BufferBindingType::Uniform,
            has_dynamic_offset: true,
            min_binding_size: std::num::NonZeroU64::new(64),
        };
        let compute = ShaderStages::COMPUTE;
        let write = BufferBindingType::Storage { read_only: false };
        Self {
            view: group("view", &[(ShaderStages::VERTEX, view)]),
            frame: group(
                "frame",
                &[
                    (both, buffer(BufferBindingType::Uniform)),
                    (pixel, texture(depth, TextureViewDimension::D2Array)),
                    (pixel, BindingType::Sampler(SamplerBindingType::Comparison)),
                    (pixel, texture(smooth, TextureViewDimension::D2)),
                    (pixel, BindingType::Sampler(SamplerBindingType::Filtering)),
                    (pixel, texture(rough, TextureViewDimension::D2)),
                    (pixel, texture(smooth, TextureViewDimension::D2)),
                ],
            ),
            object: group(
                "object",
                &[
                    (both, buffer(BufferBindingType::Uniform)),
                    (ShaderStages::VERTEX, buffer(read)),
                    (ShaderStages::VERTEX, buffer(read)),
                    (ShaderStages::VERTEX, buffer(read)),
                ],
            ),
            normals: group(
                "normals",
                &[
                    (compute, buffer(read)),
                    (compute, buffer(read)),
                    (compute, buffer(read)),
                    (compute, buffer(write)),
                ],
            ),
            occlusion: group(
                "occlusion",
                &[
                    (pixel, texture(depth, TextureViewDimension::D2)),
                    (pixel, texture(rough, TextureViewDimension::D2)),
                ],
            ),
            stored: group(
                "stored",
                &[
                    (pixel, texture(rough, TextureViewDimension::D2)),
                    (pixel, texture(rough, TextureViewDimension::D2)),
                    (pixel, texture(depth, TextureViewDimension::D2)),
                ],
            ),
            smoothing: group(
                "smoothing",
                &[
                    (pixel, texture(smooth, TextureViewDimension::D2)),
                    (pixel, BindingType::Sampler(SamplerBindingType::Filtering)),
                ],
            ),
        }
    }
}

fn buffer(ty: BufferBindingType) -> BindingType {
    BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None }
}

fn texture(sample_type: TextureSampleType, view_dimension: TextureViewDimension) -> BindingType {
    BindingType::Texture { sample_type, view_dimension, multisampled: false }
}

/// A group of resources in the order of its layout.
pub(super) fn bind(
    device: &Device,
    label: &str,
    layout: &BindGroupLayout,
    resources: &[wgpu::BindingResource<'_>],
) -> wgpu::BindGroup {
    let entries: Vec<wgpu::BindGroupEntry<'_>> = resources
        .iter()
        .zip(0..)
        .map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource: resource.clone() })
        .collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some(label), layout, entries: &entries })
}
