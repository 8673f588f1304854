//! Counts what passes through what, exactly, in every frame.

use toile_cloth::simulation::Simulation;
use toile_geom::intersect::{mesh_intersections, self_intersections};

/// Pairs of triangles that passed through each other in the frames so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Intersections {
    frames: usize,
    /// Pairs of the cloth's triangles in the last frame.
    pub(super) last_with_itself: usize,
    /// The most pairs of the cloth's triangles in any frame.
    pub(super) worst_with_itself: usize,
    /// The most pairs of one of the cloth's triangles and one of a body's in any frame.
    pub(super) worst_with_bodies: usize,
    /// Frames in which there was any pair.
    pub(super) bad_frames: usize,
    /// The first of them, counted from 1.
    pub(super) first_bad_frame: Option<usize>,
}

impl Intersections {
    /// Looks at one more frame.
    pub(super) fn look_at(&mut self, simulation: &Simulation) {
        let (mesh, world) = (simulation.cloth.mesh(), &simulation.world);
        let with_bodies: usize =
            world.solid_meshes(world.time).map(|solid| mesh_intersections(&mesh, &solid).len()).sum();
        self.frames += 1;
        self.last_with_itself = self_intersections(&mesh).len();
        self.worst_with_itself = self.worst_with_itself.max(self.last_with_itself);
        self.worst_with_bodies = self.worst_with_bodies.max(with_bodies);
        if self.last_with_itself + with_bodies > 0 {
            self.bad_frames += 1;
            self.first_bad_frame.get_or_insert(self.frames);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Setup, scene_by_name};
    use super::*;
    use glam::DVec3;

    #[test]
    fn a_sheet_pushed_into_its_ball_is_seen() {
        let mut simulation = scene_by_name("drop", &Setup { grid: 8, ..Setup::default() }).unwrap();
        let mut seen = Intersections::default();
        seen.look_at(&simulation);
        assert_eq!((seen.bad_frames, seen.first_bad_frame), (0, None));
        simulation.cloth.state.positions.iter_mut().for_each(|p| *p -= DVec3::Y * 0.1);
        seen.look_at(&simulation);
        seen.look_at(&simulation);
        assert_eq!((seen.bad_frames, seen.first_bad_frame, seen.worst_with_itself), (2, Some(2), 0));
        assert!(seen.worst_with_bodies > 10);
    }
}
