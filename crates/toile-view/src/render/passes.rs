//! What each pass draws.

use super::drawn_object::DrawnObject;
use super::layouts::VIEW_STEP;
use super::pipelines::{Afterwards, AtOnce, Backdrop, Way};
use super::renderer::{Groups, Renderer};
use super::targets::Targets;
use super::uniforms::Frame;
use crate::view_settings::{ColorMode, ViewSettings};
use wgpu::{CommandEncoder, RenderPass, RenderPipeline, StoreOp, TextureView};

impl Renderer {
    fn visible(&self) -> impl Iterator<Item = &DrawnObject> {
        self.objects.iter().filter(|object| object.visible && object.index_count > 0)
    }

    /// Normals of what has moved.
    pub(super) fn draw_normals(&mut self, encoder: &mut CommandEncoder) {
        const THREADS: u32 = 64;
        if !self.objects.iter().any(|object| object.stale_normals && object.visible) {
            return;
        }
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&self.pipelines.normals);
        for object in self.objects.iter_mut().filter(|object| object.stale_normals && object.visible) {
            pass.set_bind_group(0, &object.normals_group, &[]);
            pass.dispatch_workgroups(object.vertex_count.div_ceil(THREADS), 1, 1);
            object.stale_normals = false;
        }
    }

    /// Depth of all objects in one of the views.
    fn draw_depth(&self, pass: &mut RenderPass<'_>, view: usize) {
        pass.set_bind_group(0, &self.view_group, &[(view as u64 * VIEW_STEP) as u32]);
        for object in self.visible() {
            pass.set_vertex_buffer(0, object.position_buffer.slice(..));
            pass.set_index_buffer(object.depth_indices.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..object.index_count, 0, 0..1);
        }
    }

    /// What the lights see.
    pub(super) fn draw_shadows(&self, encoder: &mut CommandEncoder, frame: &Frame) {
        for (n, view) in self.shadows.each.iter().enumerate() {
            if frame.lights[n].color[3] > 0.0 {
                let mut pass = begin(encoder, "shadow", &[], Some(depth(view, true)));
                pass.set_pipeline(&self.pipelines.shadow);
                self.draw_depth(&mut pass, n + 1);
            }
        }
    }

    /// The picture itself.
    pub(super) fn draw_picture(
        &self,
        encoder: &mut CommandEncoder,
        target: &TextureView,
        settings: &ViewSettings,
        frame: &Frame,
    ) {
        let (Some(targets), Some(groups)) = (&self.targets, &self.groups) else { return };
        match &self.pipelines.way {
            Way::AtOnce(pipelines) => {
                self.draw_occlusion(encoder, pipelines, targets, groups, frame);
                let colors = [color(&targets.color, Some(target), true)];
                let mut pass = begin(encoder, "picture", &colors, Some(depth(&targets.depth, true)));
                pass.set_pipeline(&pipelines.depth);
                self.draw_depth(&mut pass, 0);
                pass.set_bind_group(0, &groups.frame, &[]);
                self.draw_surfaces(&mut pass, &pipelines.surface);
                draw_backdrop(&mut pass, &pipelines.backdrop, frame);
                self.draw_sewing(&mut pass, settings);
                self.draw_overlays(&mut pass, settings);
            }
            Way::Afterwards(pipelines) => {
                self.draw_afterwards(encoder, pipelines, target, settings, frame);
            }
        }
    }

    /// Stores surfaces, then lights pixels, then makes edges smooth.
    fn draw_afterwards(
        &self,
        encoder: &mut CommandEncoder,
        pipelines: &Afterwards,
        target: &TextureView,
        settings: &ViewSettings,
        frame: &Frame,
    ) {
        let (Some(targets), Some(groups)) = (&self.targets, &self.groups) else { return };
        let Some([stored, smoothing]) = &groups.afterwards else { return };
        {
            let colors = [0, 1].map(|k: usize| color(&targets.stored[k], None, true));
            let mut pass = begin(encoder, "stored", &colors, Some(depth(&targets.depth, true)));
            pass.set_bind_group(0, &groups.frame, &[]);
            self.draw_surfaces(&mut pass, &pipelines.stored);
        }
        {
            // Depth is read both by the test and by the shader, so nothing here may write it.
            let kept = Some(wgpu::RenderPassDepthStencilAttachment {
                depth_ops: None,
                ..depth(&targets.depth, false)
            });
            let mut pass = begin(encoder, "lighting", &[color(&targets.color, None, true)], kept);
            pass.set_bind_group(0, &groups.frame, &[]);
            pass.set_bind_group(1, stored, &[]);
            let has_heat = settings.mode == ColorMode::Values;
            for pipeline in
                [Some(&pipelines.lighting), has_heat.then_some(&pipelines.heat)].into_iter().flatten()
            {
                pass.set_pipeline(pipeline);
                pass.draw(0..3, 0..1);
            }
        }
        {
            let colors = [color(&targets.color, None, false)];
            let mut pass = begin(encoder, "overlays", &colors, Some(depth(&targets.depth, false)));
            pass.set_bind_group(0, &groups.frame, &[]);
            draw_backdrop(&mut pass, &pipelines.backdrop, frame);
            self.draw_sewing(&mut pass, settings);
            self.draw_overlays(&mut pass, settings);
        }
        let mut pass = begin(encoder, "smoothing", &[color(target, None, true)], None);
        pass.set_pipeline(&pipelines.smoothing);
        pass.set_bind_group(0, smoothing, &[]);
        pass.draw(0..3, 0..1);
    }

    /// Dark corners and soft shadows, in half the size.
    fn draw_occlusion(
        &self,
        encoder: &mut CommandEncoder,
        pipelines: &AtOnce,
        targets: &Targets,
        groups: &Groups,
        frame: &Frame,
    ) {
        {
            let mut pass = begin(encoder, "half depth", &[], Some(depth(&targets.half_depth, true)));
            pass.set_pipeline(&pipelines.half_depth);
            self.draw_depth(&mut pass, 0);
            if frame.ground[3] > 0.0 {
                pass.set_pipeline(&pipelines.half_ground);
                pass.set_bind_group(0, &groups.frame, &[]);
                pass.draw(0..6, 0..1);
            }
        }
        {
            let mut pass = begin(encoder, "occlusion", &[color(&targets.occlusion[0], None, true)], None);
            pass.set_pipeline(&pipelines.occlusion);
            pass.set_bind_group(0, &groups.frame, &[]);
            pass.set_bind_group(1, &groups.occlusion[0], &[]);
            pass.draw(0..3, 0..1);
        }
        let mut pass = begin(encoder, "blur", &[color(&targets.occlusion[1], None, true)], None);
        pass.set_pipeline(&pipelines.blur);
        pass.set_bind_group(0, &groups.occlusion[1], &[]);
        pass.draw(0..3, 0..1);
    }

    fn draw_surfaces(&self, pass: &mut RenderPass<'_>, pipeline: &RenderPipeline) {
        pass.set_pipeline(pipeline);
        for object in self.visible() {
            pass.set_bind_group(1, &object.group, &[]);
            pass.set_vertex_buffer(0, object.placed_vertices.slice(..));
            pass.set_index_buffer(object.placed_indices.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..object.index_count, 0, 0..1);
        }
    }

    /// Stitches and wires.
    fn draw_sewing(&self, pass: &mut RenderPass<'_>, settings: &ViewSettings) {
        let pipelines = &self.pipelines.overlays;
        if settings.seams {
            pass.set_pipeline(&pipelines.stitches);
            for object in self.visible().filter(|object| object.stitch_count > 0) {
                pass.set_bind_group(1, &object.group, &[]);
                pass.set_vertex_buffer(0, object.stitches.slice(..));
                pass.draw(0..4, 0..object.stitch_count);
            }
        }
        if settings.wireframe {
            pass.set_pipeline(&pipelines.wires);
            for object in self.visible() {
                pass.set_bind_group(1, &object.group, &[]);
                pass.set_index_buffer(object.edge_indices.slice(..), wgpu::IndexFormat::Uint32);
                pass.draw_indexed(0..object.edge_count, 0, 0..1);
            }
        }
    }

    /// Lines and marks, first what is behind something.
    fn draw_overlays(&self, pass: &mut RenderPass<'_>, settings: &ViewSettings) {
        let (pipelines, overlays) = (&self.pipelines.overlays, &self.overlays);
        let lists = [
            (settings.lines, &overlays.lines, &pipelines.lines),
            (settings.marks, &overlays.marks, &pipelines.marks),
        ];
        for (_, list, pipelines) in lists.into_iter().filter(|(shown, list, _)| *shown && list.count > 0) {
            pass.set_vertex_buffer(0, list.buffer.slice(..));
            for pipeline in pipelines {
                pass.set_pipeline(pipeline);
                pass.draw(0..4, 0..list.count);
            }
        }
    }
}

/// The ground where shadows can fall, and the background where nothing is.
fn draw_backdrop(pass: &mut RenderPass<'_>, pipelines: &Backdrop, frame: &Frame) {
    if frame.ground[3] > 0.0 {
        pass.set_pipeline(&pipelines.ground);
        pass.draw(0..6, 0..1);
    }
    pass.set_pipeline(&pipelines.background);
    pass.draw(0..3, 0..1);
}

/// A picture to draw into: a new one, or over what is there.
fn color<'a>(
    view: &'a TextureView,
    resolved: Option<&'a TextureView>,
    is_new: bool,
) -> wgpu::RenderPassColorAttachment<'a> {
    // What is resolved need not be kept.
    let store = if resolved.is_some() { StoreOp::Discard } else { StoreOp::Store };
    let load = if is_new { wgpu::LoadOp::Clear(wgpu::Color::BLACK) } else { wgpu::LoadOp::Load };
    wgpu::RenderPassColorAttachment {
        view,
        depth_slice: None,
        resolve_target: resolved,
        ops: wgpu::Operations { load, store },
    }
}

fn depth(view: &TextureView, is_new: bool) -> wgpu::RenderPassDepthStencilAttachment<'_> {
    let load = if is_new { wgpu::LoadOp::Clear(1.0) } else { wgpu::LoadOp::Load };
    wgpu::RenderPassDepthStencilAttachment {
        view,
        depth_ops: Some(wgpu::Operations { load, store: StoreOp::Store }),
        stencil_ops: None,
    }
}

fn begin<'a>(
    encoder: &'a mut CommandEncoder,
    label: &str,
    colors: &[wgpu::RenderPassColorAttachment<'_>],
    depth_stencil_attachment: Option<wgpu::RenderPassDepthStencilAttachment<'_>>,
) -> RenderPass<'a> {
    let colors: Vec<_> = colors.iter().cloned().map(Some).collect();
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some(label),
        color_attachments: &colors,
        depth_stencil_attachment,
        ..wgpu::RenderPassDescriptor::default()
    })
}
