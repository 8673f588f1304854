//! One render pipeline, described by what differs from others.

use super::pipelines::DEPTH;
use wgpu::{
    BindGroupLayout, CompareFunction, Device, PrimitiveTopology, RenderPipeline, TextureFormat,
    VertexBufferLayout,
};

/// A picture that is drawn into.
#[derive(Clone, Copy)]
pub(super) struct Drawn {
    pub(super) format: TextureFormat,
    pub(super) written: bool,
    pub(super) blended: bool,
}

impl Drawn {
    /// Drawn over whatever is there.
    pub(super) const fn over(format: TextureFormat) -> Self {
        Self { format, written: true, blended: false }
    }
}

/// One render pipeline, and what most of them have in common.
#[derive(Clone, Copy)]
pub(super) struct Setup<'a> {
    pub(super) label: &'a str,
    pub(super) module: &'a wgpu::ShaderModule,
    pub(super) groups: &'a [&'a BindGroupLayout],
    pub(super) entry: [&'a str; 2],
    pub(super) buffers: &'a [Option<VertexBufferLayout<'a>>],
    pub(super) topology: PrimitiveTopology,
    /// What is drawn into; none for depth alone.
    pub(super) colors: [Option<Drawn>; 2],
    pub(super) depth: Option<(CompareFunction, bool)>,
    pub(super) bias: wgpu::DepthBiasState,
    pub(super) samples: u32,
    pub(super) cull: Option<wgpu::Face>,
    pub(super) constants: &'a [(&'a str, f64)],
}

impl Setup<'_> {
    pub(super) fn build(&self, device: &Device) -> RenderPipeline {
        let groups: Vec<Option<&BindGroupLayout>> = self.groups.iter().map(|group| Some(*group)).collect();
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(self.label),
            bind_group_layouts: &groups,
            immediate_size: 0,
        });
        let options = wgpu::PipelineCompilationOptions { constants: self.constants, ..Default::default() };
        let targets: Vec<Option<wgpu::ColorTargetState>> = self
            .colors
            .iter()
            .flatten()
            .map(|drawn| {
                let blend = drawn.blended.then_some(wgpu::BlendState::ALPHA_BLENDING);
                let written = if drawn.written { wgpu::ColorWrites::ALL } else { wgpu::ColorWrites::empty() };
                Some(wgpu::ColorTargetState { format: drawn.format, blend, write_mask: written })
            })
            .collect();
        let depth_stencil = self.depth.map(|(compare, write)| wgpu::DepthStencilState {
            format: DEPTH,
            depth_write_enabled: Some(write),
            depth_compare: Some(compare),
            stencil: wgpu::StencilState::default(),
            bias: self.bias,
        });
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.label),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: self.module,
                entry_point: Some(self.entry[0]),
                compilation_options: options.clone(),
                buffers: self.buffers,
            },
            primitive: wgpu::PrimitiveState {
                topology: self.topology,
                cull_mode: self.cull,
                ..wgpu::PrimitiveState::default()
            },
            depth_stencil,
            multisample: wgpu::MultisampleState { count: self.samples, ..Default::default() },
            fragment: (!targets.is_empty()).then(|| wgpu::FragmentState {
                module: self.module,
                entry_point: Some(self.entry[1]),
                compilation_options: options,
                targets: &targets,
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}
