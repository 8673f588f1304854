//! Counts what passes through what, exactly, in every frame.

use toile_cloth::run::Intersections;
use toile_cloth::simulation::Simulation;

/// Pairs of triangles that passed through each other in the frames so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BadFrames {
    frames: usize,
    /// Those of the last frame.
    pub(super) last: Intersections,
    /// The most of each kind in any frame.
    pub(super) worst: Intersections,
    /// Frames in which there was any pair.
    pub(super) count: usize,
    /// The first of them, counted from 1.
    pub(super) first_bad_frame: Option<usize>,
}

impl BadFrames {
    /// Looks at one more frame.
    pub(super) fn look_at(&mut self, simulation: &Simulation) {
        let world = &simulation.world;
        self.frames += 1;
        self.last = Intersections::of(&simulation.cloth.mesh(), world.solid_meshes(world.time));
        self.worst = self.worst.max(self.last);
        if self.last.count() > 0 {
            self.count += 1;
            self.first_bad_frame.get_or_insert(self.frames);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Setup, scene_simulation};
    use super::*;
    use glam::DVec3;

    #[test]
    fn a_sheet_pushed_into_its_ball_is_seen() {
        let mut simulation = scene_simulation("drop", &Setup { grid: 8, ..Setup::default() }).unwrap();
        let mut seen = BadFrames::default();
        seen.look_at(&simulation);
        assert_eq!((seen.count, seen.first_bad_frame), (0, None));
        simulation.cloth.state.positions.iter_mut().for_each(|p| *p -= DVec3::Y * 0.1);
        seen.look_at(&simulation);
        seen.look_at(&simulation);
        assert_eq!((seen.count, seen.first_bad_frame, seen.worst.itself), (2, Some(2), 0));
        assert!(seen.worst.bodies > 10);
    }
}
