//! How each pass is set up.

use super::layouts::Layouts;
use super::mesh_plan::{PlacedVertex, StitchPart};
use super::overlays::{LineInstance, MarkInstance};
use super::setup::{Drawn, Setup};
use super::shaders;
use super::targets::samples;
use crate::view_settings::ViewQuality;
use wgpu::{
    BindGroupLayout, CompareFunction, Device, PrimitiveTopology, RenderPipeline, TextureFormat,
    VertexBufferLayout, VertexStepMode, vertex_attr_array as attributes,
};

/// The format of depth pictures.
pub(super) const DEPTH: TextureFormat = TextureFormat::Depth32Float;
/// The format of light in half the size: how much is seen of the sky and of two lights, and the distance it is true for.
pub(super) const OCCLUSION: TextureFormat = TextureFormat::Rgba16Float;
/// The formats of stored pixels: colour, and normal.
pub(super) const STORED: [TextureFormat; 2] = [TextureFormat::Rgba8Unorm, TextureFormat::Rgba16Float];

/// All pipelines.
pub(super) struct Pipelines {
    pub(super) normals: wgpu::ComputePipeline,
    pub(super) shadow: RenderPipeline,
    pub(super) way: Way,
    pub(super) overlays: OverlayPipelines,
}

/// How surfaces become colours.
pub(super) enum Way {
    /// Each surface is lit as it is drawn, with several samples a pixel.
    AtOnce(Box<AtOnce>),
    /// Surfaces are stored and pixels lit afterwards: where small triangles cost as much as blocks of pixels.
    Afterwards(Box<Afterwards>),
}

/// The pipelines of [`Way::AtOnce`].
pub(super) struct AtOnce {
    pub(super) half_depth: RenderPipeline,
    /// The ground in the same picture.
    pub(super) half_ground: RenderPipeline,
    pub(super) occlusion: RenderPipeline,
    pub(super) blur: RenderPipeline,
    /// Depth before colour, so that each pixel is lit once.
    pub(super) depth: RenderPipeline,
    pub(super) surface: RenderPipeline,
    pub(super) backdrop: Backdrop,
}

/// What is behind everything.
pub(super) struct Backdrop {
    pub(super) ground: RenderPipeline,
    pub(super) background: RenderPipeline,
}

/// The pipelines of [`Way::Afterwards`].
pub(super) struct Afterwards {
    pub(super) stored: RenderPipeline,
    pub(super) lighting: RenderPipeline,
    /// The same for heat maps.
    pub(super) heat: RenderPipeline,
    pub(super) backdrop: Backdrop,
    pub(super) smoothing: RenderPipeline,
}

/// What is drawn over a picture.
pub(super) struct OverlayPipelines {
    pub(super) wires: RenderPipeline,
    pub(super) stitches: RenderPipeline,
    /// First of what is hidden, then of what is not.
    pub(super) lines: [RenderPipeline; 2],
    pub(super) marks: [RenderPipeline; 2],
}

impl Pipelines {
    pub(super) fn new(
        device: &Device,
        layouts: &Layouts,
        format: TextureFormat,
        quality: ViewQuality,
    ) -> Self {
        let depth_module = module(device, "depth", shaders::DEPTH);
        let point = attributes![0 => Float32x3];
        let points = [Some(buffer::<[f32; 3]>(VertexStepMode::Vertex, &point))];
        let depth = Setup {
            label: "depth",
            module: &depth_module,
            groups: &[&layouts.view],
            entry: ["depth_vertex", "depth_pixel"],
            buffers: &points,
            topology: PrimitiveTopology::TriangleList,
            colors: [None; 2],
            depth: Some((CompareFunction::LessEqual, true)),
            bias: wgpu::DepthBiasState::default(),
            samples: 1,
            cull: None,
            constants: &[],
        };
        // Slopes need more bias than what looks at the light; the rest is the offset along the normal in the shader.
        let bias = wgpu::DepthBiasState { constant: 2, slope_scale: 1.5, clamp: 0.0 };
        Self {
            normals: normals(device, layouts),
            shadow: Setup { bias, ..depth }.build(device),
            way: match quality {
                ViewQuality::High => Way::AtOnce(Box::new(AtOnce::new(device, layouts, format, depth))),
                ViewQuality::Low => {
                    Way::Afterwards(Box::new(Afterwards::new(device, layouts, format, depth)))
                }
            },
            overlays: OverlayPipelines::new(
                device,
                layouts,
                format,
                Setup { samples: samples(quality), ..depth },
            ),
        }
    }
}

impl AtOnce {
    fn new(device: &Device, layouts: &Layouts, format: TextureFormat, depth: Setup<'_>) -> Self {
        let [surface_module, occlusion_module, blur_module, ground_module] = [
            module(device, "surface", shaders::SURFACE),
            module(device, "occlusion", shaders::OCCLUSION),
            module(device, "blur", shaders::BLUR),
            module(device, "ground", shaders::GROUND),
        ];
        let samples = samples(ViewQuality::High);
        let color = Drawn::over(format);
        let taps = constants(ViewQuality::High);
        let placed = placed_vertices();
        let surface = Setup {
            label: "surface",
            module: &surface_module,
            groups: &[&layouts.frame, &layouts.object],
            entry: ["surface_vertex", "surface_pixel"],
            buffers: &[Some(buffer::<PlacedVertex>(VertexStepMode::Vertex, &placed))],
            constants: &taps,
            colors: [Some(color), None],
            samples,
            depth: Some((CompareFunction::LessEqual, false)),
            ..depth
        };
        let occlusion = Setup {
            label: "occlusion",
            module: &occlusion_module,
            groups: &[&layouts.frame, &layouts.occlusion],
            entry: ["whole_screen", "occlusion_pixel"],
            buffers: &[],
            depth: None,
            colors: [Some(Drawn::over(OCCLUSION)), None],
            constants: &taps,
            ..depth
        };
        let blur = Setup {
            label: "blur",
            module: &blur_module,
            groups: &[&layouts.occlusion],
            entry: ["whole_screen", "blur_pixel"],
            constants: &[],
            ..occlusion
        };
        let half_ground = Setup {
            label: "ground depth",
            module: &ground_module,
            groups: &[&layouts.frame],
            entry: ["ground_vertex", ""],
            buffers: &[],
            ..depth
        }
        .build(device);
        let hidden = Drawn { written: false, ..color };
        Self {
            half_depth: depth.build(device),
            occlusion: occlusion.build(device),
            blur: blur.build(device),
            half_ground,
            depth: Setup { colors: [Some(hidden), None], samples, ..depth }.build(device),
            surface: surface.build(device),
            backdrop: Backdrop::new(device, layouts, surface),
        }
    }
}

impl Backdrop {
    /// Drawn into the same picture and with the same work as a surface.
    fn new(device: &Device, layouts: &Layouts, surface: Setup<'_>) -> Self {
        let module = module(device, "ground", shaders::GROUND);
        let ground = Setup {
            label: "ground",
            module: &module,
            groups: &[&layouts.frame],
            entry: ["ground_vertex", "ground_pixel"],
            buffers: &[],
            depth: Some((CompareFunction::Less, true)),
            ..surface
        };
        let background = Setup {
            label: "background",
            entry: ["background_vertex", "background_pixel"],
            constants: &[],
            depth: Some((CompareFunction::LessEqual, false)),
            ..ground
        };
        Self { ground: ground.build(device), background: background.build(device) }
    }
}

impl Afterwards {
    fn new(device: &Device, layouts: &Layouts, format: TextureFormat, depth: Setup<'_>) -> Self {
        let [surface_module, lighting_module, smoothing_module] = [
            module(device, "surface", shaders::SURFACE),
            module(device, "lighting", shaders::LIGHTING),
            module(device, "smoothing", shaders::SMOOTHING),
        ];
        let placed = placed_vertices();
        let stored = Setup {
            label: "stored",
            module: &surface_module,
            groups: &[&layouts.frame, &layouts.object],
            entry: ["surface_vertex", "stored_pixel"],
            buffers: &[Some(buffer::<PlacedVertex>(VertexStepMode::Vertex, &placed))],
            colors: STORED.map(|format| Some(Drawn::over(format))),
            ..depth
        };
        let lighting = Setup {
            label: "lighting",
            module: &lighting_module,
            groups: &[&layouts.frame, &layouts.stored],
            entry: ["whole_screen", "lit_pixel"],
            buffers: &[],
            // Only where something nearer than the farthest is stored.
            depth: Some((CompareFunction::Greater, false)),
            colors: [Some(Drawn::over(format)), None],
            constants: &constants(ViewQuality::Low),
            ..depth
        };
        let smoothing = Setup {
            label: "smoothing",
            module: &smoothing_module,
            groups: &[&layouts.smoothing],
            entry: ["whole_screen", "smooth_pixel"],
            depth: None,
            constants: &[],
            ..lighting
        };
        Self {
            stored: stored.build(device),
            lighting: lighting.build(device),
            heat: Setup { entry: ["whole_screen", "heat_pixel"], ..lighting }.build(device),
            backdrop: Backdrop::new(device, layouts, lighting),
            smoothing: smoothing.build(device),
        }
    }
}

impl OverlayPipelines {
    fn new(device: &Device, layouts: &Layouts, format: TextureFormat, common: Setup<'_>) -> Self {
        let sewing_module = module(device, "sewing", shaders::SEWING);
        let overlay_module = module(device, "overlay", shaders::OVERLAY);
        let stitch = attributes![0 => Uint32x2, 1 => Float32x2];
        let line = attributes![0 => Float32x4, 1 => Float32x4, 2 => Float32x4];
        let mark = attributes![0 => Float32x4, 1 => Float32x4];
        let common = Setup {
            colors: [Some(Drawn { blended: true, ..Drawn::over(format) }), None],
            depth: Some((CompareFunction::LessEqual, false)),
            ..common
        };
        let wires = Setup {
            label: "wires",
            module: &sewing_module,
            groups: &[&layouts.frame, &layouts.object],
            entry: ["wire_vertex", "wire_pixel"],
            buffers: &[],
            topology: PrimitiveTopology::LineList,
            ..common
        };
        let stitches = Setup {
            label: "stitches",
            entry: ["stitch_vertex", "stitch_pixel"],
            buffers: &[Some(buffer::<StitchPart>(VertexStepMode::Instance, &stitch))],
            topology: PrimitiveTopology::TriangleStrip,
            ..wires
        };
        let groups: [&BindGroupLayout; 1] = [&layouts.frame];
        let both = |label, entry, behind: f64, buffers: &[Option<VertexBufferLayout<'_>>]| {
            let behind = [("OPACITY", behind)];
            let topology = PrimitiveTopology::TriangleStrip;
            let shown =
                Setup { label, module: &overlay_module, groups: &groups, entry, buffers, topology, ..common };
            let depth = Some((CompareFunction::Greater, false));
            [Setup { constants: &behind, depth, ..shown }, shown].map(|setup| setup.build(device))
        };
        Self {
            wires: wires.build(device),
            stitches: stitches.build(device),
            lines: both(
                "lines",
                ["line_vertex", "line_pixel"],
                LINES_BEHIND,
                &[Some(buffer::<LineInstance>(VertexStepMode::Instance, &line))],
            ),
            marks: both(
                "marks",
                ["mark_vertex", "mark_pixel"],
                MARKS_BEHIND,
                &[Some(buffer::<MarkInstance>(VertexStepMode::Instance, &mark))],
            ),
        }
    }
}

fn module(device: &Device, label: &str, source: &str) -> wgpu::ShaderModule {
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Wgsl(source.into()),
    })
}

const fn placed_vertices() -> [wgpu::VertexAttribute; 3] {
    attributes![0 => Uint32, 1 => Uint32, 2 => Float32x2]
}

/// How much is seen of lines that are behind something: outlines should not be taken for those of what is before them.
const LINES_BEHIND: f64 = 0.1;
/// The same of marks: landmarks and needles are looked for under cloth.
const MARKS_BEHIND: f64 = 0.22;

/// How much work goes into each pixel.
fn constants(quality: ViewQuality) -> [(&'static str, f64); 3] {
    match quality {
        ViewQuality::Low => [("BLOCKER_TAPS", 5.0), ("SHADOW_TAPS", 7.0), ("DETAIL", 0.0)],
        ViewQuality::High => [("BLOCKER_TAPS", 10.0), ("SHADOW_TAPS", 14.0), ("DETAIL", 1.0)],
    }
}

fn buffer<T>(step_mode: VertexStepMode, attributes: &[wgpu::VertexAttribute]) -> VertexBufferLayout<'_> {
    VertexBufferLayout { array_stride: size_of::<T>() as u64, step_mode, attributes }
}

fn normals(device: &Device, layouts: &Layouts) -> wgpu::ComputePipeline {
    let module = module(device, "normals", shaders::NORMALS);
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
