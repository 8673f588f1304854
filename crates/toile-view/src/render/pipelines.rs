//! How each pass is set up.

use super::layouts::Layouts;
use super::mesh_plan::{PlacedVertex, StitchPart};
use super::overlays::{LineInstance, MarkInstance};
use super::shaders;
use crate::view_settings::Quality;
use wgpu::{
    BindGroupLayout, CompareFunction, Device, PrimitiveTopology, RenderPipeline, TextureFormat,
    VertexBufferLayout, VertexStepMode, vertex_attr_array as attributes,
};

/// The format of depth pictures.
pub(super) const DEPTH: TextureFormat = TextureFormat::Depth32Float;
/// The format of dark corners: how much is seen of the sky, and the distance it is true for.
pub(super) const OCCLUSION: TextureFormat = TextureFormat::Rg32Float;

/// All pipelines.
pub(super) struct Pipelines {
    pub(super) normals: wgpu::ComputePipeline,
    pub(super) shadow: RenderPipeline,
    pub(super) half_depth: RenderPipeline,
    pub(super) occlusion: RenderPipeline,
    pub(super) occlusion_blur: RenderPipeline,
    /// Depth before colour, so that each pixel is shaded once.
    pub(super) depth: RenderPipeline,
    pub(super) surface: RenderPipeline,
    pub(super) ground: RenderPipeline,
    pub(super) background: RenderPipeline,
    pub(super) wires: RenderPipeline,
    pub(super) stitches: RenderPipeline,
    pub(super) lines: RenderPipeline,
    pub(super) marks: RenderPipeline,
    pub(super) hidden_lines: RenderPipeline,
    pub(super) hidden_marks: RenderPipeline,
}

/// One render pipeline, and what most of them have in common.
struct Setup<'a> {
    label: &'a str,
    module: &'a wgpu::ShaderModule,
    groups: &'a [&'a BindGroupLayout],
    entry: [&'a str; 2],
    buffers: &'a [Option<VertexBufferLayout<'a>>],
    topology: PrimitiveTopology,
    /// Format, whether it is written, and whether it is blended; none for depth alone.
    color: Option<(TextureFormat, bool, bool)>,
    depth: Option<(CompareFunction, bool)>,
    bias: wgpu::DepthBiasState,
    samples: u32,
    cull: Option<wgpu::Face>,
    constants: &'a [(&'a str, f64)],
}

impl Setup<'_> {
    fn build(&self, device: &Device) -> RenderPipeline {
        let groups: Vec<Option<&BindGroupLayout>> = self.groups.iter().map(|group| Some(*group)).collect();
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(self.label),
            bind_group_layouts: &groups,
            immediate_size: 0,
        });
        let options = wgpu::PipelineCompilationOptions { constants: self.constants, ..Default::default() };
        let target = self.color.map(|(format, written, blended)| wgpu::ColorTargetState {
            format,
            blend: blended.then_some(wgpu::BlendState::ALPHA_BLENDING),
            write_mask: if written { wgpu::ColorWrites::ALL } else { wgpu::ColorWrites::empty() },
        });
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
            fragment: self.color.is_some().then(|| wgpu::FragmentState {
                module: self.module,
                entry_point: Some(self.entry[1]),
                compilation_options: options,
                targets: std::slice::from_ref(&target),
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

impl Pipelines {
    #[expect(clippy::too_many_lines, reason = "one table of pipelines, side by side")]
    pub(super) fn new(device: &Device, layouts: &Layouts, format: TextureFormat, quality: Quality) -> Self {
        let module = |label: &str, source: &str| {
            device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(label),
                source: wgpu::ShaderSource::Wgsl(source.into()),
            })
        };
        let depth_module = module("depth", shaders::DEPTH);
        let surface_module = module("surface", shaders::SURFACE);
        let ground_module = module("ground", shaders::GROUND);
        let sewing_module = module("sewing", shaders::SEWING);
        let overlay_module = module("overlay", shaders::OVERLAY);
        let occlusion_module = module("occlusion", shaders::OCCLUSION);
        let point = attributes![0 => Float32x3];
        let points = [Some(buffer::<[f32; 3]>(VertexStepMode::Vertex, &point))];
        let placed = attributes![0 => Uint32, 1 => Uint32, 2 => Float32x2];
        let placed = [Some(buffer::<PlacedVertex>(VertexStepMode::Vertex, &placed))];
        let stitch = attributes![0 => Uint32x2, 1 => Float32x2];
        let stitch = [Some(buffer::<StitchPart>(VertexStepMode::Instance, &stitch))];
        let line = attributes![0 => Float32x4, 1 => Float32x4, 2 => Float32x4];
        let line = [Some(buffer::<LineInstance>(VertexStepMode::Instance, &line))];
        let mark = attributes![0 => Float32x4, 1 => Float32x4];
        let mark = [Some(buffer::<MarkInstance>(VertexStepMode::Instance, &mark))];
        let taps = constants(quality);
        let samples = super::targets::samples(quality);
        let on_frame = [&layouts.frame];
        let on_screen = [&layouts.occlusion];
        let on_object = [&layouts.frame, &layouts.object];
        let depth = Setup {
            label: "depth",
            module: &depth_module,
            groups: &[&layouts.view],
            entry: ["depth_vertex", "depth_pixel"],
            buffers: &points,
            topology: PrimitiveTopology::TriangleList,
            color: None,
            depth: Some((CompareFunction::LessEqual, true)),
            bias: wgpu::DepthBiasState::default(),
            samples: 1,
            cull: None,
            constants: &[],
        };
        let drawn = |color| Setup { color: Some((format, true, color)), samples, ..depth };
        let surface = Setup {
            label: "surface",
            module: &surface_module,
            groups: &on_object,
            entry: ["surface_vertex", "surface_pixel"],
            buffers: &placed,
            constants: &taps,
            depth: Some((CompareFunction::LessEqual, quality == Quality::Low)),
            ..drawn(false)
        };
        let ground = Setup {
            label: "ground",
            module: &ground_module,
            groups: &on_frame,
            entry: ["ground_vertex", "ground_pixel"],
            buffers: &[],
            constants: &taps,
            depth: Some((CompareFunction::Less, true)),
            ..drawn(false)
        };
        let overlay = |entry, buffers, compare| Setup {
            label: "overlay",
            module: &overlay_module,
            groups: &on_frame,
            entry,
            buffers,
            topology: PrimitiveTopology::TriangleStrip,
            depth: Some((compare, false)),
            ..drawn(true)
        };
        let sewing = |entry, buffers, topology| Setup {
            label: "sewing",
            module: &sewing_module,
            groups: &on_object,
            entry,
            buffers,
            topology,
            depth: Some((CompareFunction::LessEqual, false)),
            ..drawn(true)
        };
        let corners = |entry, color| Setup {
            label: "occlusion",
            module: &occlusion_module,
            groups: &on_screen,
            entry: ["whole_screen", entry],
            buffers: &[],
            depth: None,
            color: Some((color, true, false)),
            constants: &[],
            ..depth
        };
        let strip = PrimitiveTopology::TriangleStrip;
        let [line_entry, mark_entry] = [["line_vertex", "line_pixel"], ["mark_vertex", "mark_pixel"]];
        Self {
            normals: normals(device, layouts),
            // Slopes need more bias than what looks at the light; the rest is the offset along the normal in the shader.
            shadow: Setup {
                bias: wgpu::DepthBiasState { constant: 2, slope_scale: 1.5, clamp: 0.0 },
                ..depth
            }
            .build(device),
            half_depth: depth.build(device),
            occlusion: corners("occlusion_pixel", OCCLUSION).build(device),
            occlusion_blur: corners("blur_pixel", OCCLUSION).build(device),
            depth: Setup { color: Some((format, false, false)), samples, ..depth }.build(device),
            surface: surface.build(device),
            ground: ground.build(device),
            background: Setup {
                entry: ["background_vertex", "background_pixel"],
                constants: &[],
                depth: Some((CompareFunction::LessEqual, false)),
                ..ground
            }
            .build(device),
            wires: sewing(["wire_vertex", "wire_pixel"], &[], PrimitiveTopology::LineList).build(device),
            stitches: sewing(["stitch_vertex", "stitch_pixel"], &stitch, strip).build(device),
            lines: overlay(line_entry, &line, CompareFunction::LessEqual).build(device),
            marks: overlay(mark_entry, &mark, CompareFunction::LessEqual).build(device),
            hidden_lines: Setup {
                constants: &HIDDEN,
                ..overlay(line_entry, &line, CompareFunction::Greater)
            }
            .build(device),
            hidden_marks: Setup {
                constants: &HIDDEN,
                ..overlay(mark_entry, &mark, CompareFunction::Greater)
            }
            .build(device),
        }
    }
}

/// How much is seen of lines and marks that are behind something.
const HIDDEN: [(&str, f64); 1] = [("OPACITY", 0.22)];

/// How much work goes into each pixel.
fn constants(quality: Quality) -> [(&'static str, f64); 4] {
    match quality {
        Quality::Low => [("BLOCKER_TAPS", 4.0), ("SHADOW_TAPS", 5.0), ("SHADOWS", 1.0), ("DETAIL", 0.0)],
        Quality::High => [("BLOCKER_TAPS", 10.0), ("SHADOW_TAPS", 14.0), ("SHADOWS", 3.0), ("DETAIL", 1.0)],
    }
}

fn buffer<T>(step_mode: VertexStepMode, attributes: &[wgpu::VertexAttribute]) -> VertexBufferLayout<'_> {
    VertexBufferLayout { array_stride: size_of::<T>() as u64, step_mode, attributes }
}

fn normals(device: &Device, layouts: &Layouts) -> wgpu::ComputePipeline {
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("normals"),
        source: wgpu::ShaderSource::Wgsl(shaders::NORMALS.into()),
    });
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("normals"),
        bind_group_layouts: &[Some(&layouts.normals)],
        immediate_size: 0,
    });
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some("normals"),
        layout: Some(&layout),
        module: &module,
        entry_point: Some("gather"),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    })
}
