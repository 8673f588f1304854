//! Lines and marks: a few pixels wide whatever the distance.

use super::buffers::List;
use crate::scene::{Mark, ViewLine, ViewScene};
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// A line as the shader reads it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(super) struct LineInstance {
    /// One end; width in pixels.
    from: [f32; 4],
    /// The other end.
    to: [f32; 4],
    color: [f32; 4],
}

/// A mark as the shader reads it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(super) struct MarkInstance {
    /// Where it is; radius in pixels.
    at: [f32; 4],
    color: [f32; 4],
}

/// Lines and marks on the card.
pub(super) struct Overlays {
    pub(super) lines: List,
    pub(super) marks: List,
    sent: (Vec<ViewLine>, Vec<Mark>),
}

impl Overlays {
    pub(super) fn new(device: &wgpu::Device) -> Self {
        let list = |label| List::new(device, label, wgpu::BufferUsages::VERTEX);
        Self { lines: list("lines"), marks: list("marks"), sent: Default::default() }
    }

    /// Sends lines and marks if they are new; those with a NaN or infinite coordinate are left out.
    pub(super) fn update(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, scene: &ViewScene) {
        let finite = |p: &[f32; 3]| p.iter().all(|x| x.is_finite());
        let with = |xyz: [f32; 3], w: f32| Vec3::from(xyz).extend(w).to_array();
        if self.sent.0 != scene.lines {
            self.sent.0.clone_from(&scene.lines);
            let lines = scene.lines.iter().filter(|line| line.ends.iter().all(finite));
            let lines: Vec<LineInstance> = lines
                .map(|line| LineInstance {
                    from: with(line.ends[0], line.width),
                    to: with(line.ends[1], 0.0),
                    color: with(line.color, 1.0),
                })
                .collect();
            self.lines.set(device, queue, &lines);
        }
        if self.sent.1 != scene.marks {
            self.sent.1.clone_from(&scene.marks);
            let marks = scene.marks.iter().filter(|mark| finite(&mark.position));
            let marks: Vec<MarkInstance> = marks
                .map(|mark| MarkInstance {
                    at: with(mark.position, mark.radius),
                    color: with(mark.color, 1.0),
                })
                .collect();
            self.marks.set(device, queue, &marks);
        }
    }
}
