//! Half-spaces that single vertices stay out of: solid things that are no meshes.

use super::slide::HalfSpace;
use super::suspects::Bounds;
use crate::touch::Touch;
use glam::DVec3;

/// How often a place is moved out of half-spaces: one after the other, so that an edge between two takes a few times.
const WALL_ROUNDS: usize = 8;

impl<'a> Bounds<'a> {
    /// The half-spaces of a vertex.
    fn touches_of(&self, vertex: usize) -> &'a [Touch] {
        let from = self.walls.partition_point(|wall| (wall.vertex as usize) < vertex);
        let count = self.walls[from..].partition_point(|wall| wall.vertex as usize == vertex);
        &self.walls[from..from + count]
    }

    /// The half-spaces of a vertex as planes that it can slide along. One that it starts in is moved back to where it starts.
    pub(super) fn walls_of(&self, vertex: usize) -> impl Iterator<Item = HalfSpace> {
        let origin = self.input.start[vertex];
        self.touches_of(vertex).iter().map(move |wall| HalfSpace {
            normal: wall.normal,
            origin,
            offset: wall.depth(origin).min(0.0),
        })
    }

    /// A place moved out of the half-spaces of a vertex.
    pub(super) fn outside(&self, vertex: usize, mut place: DVec3) -> DVec3 {
        for _ in 0..WALL_ROUNDS {
            let before = place;
            for wall in self.walls_of(vertex) {
                let missing = wall.offset - wall.normal.dot(place - wall.origin);
                place += wall.normal * missing.max(0.0);
            }
            if place == before {
                break;
            }
        }
        place
    }
}
