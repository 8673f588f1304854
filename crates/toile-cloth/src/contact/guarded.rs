//! Solid things that are no meshes, as the guard knows them: each is a half-space for each vertex that comes near it.
//!
//! A place outside of a convex solid is outside of the half-space that touches it there. If both ends of a way are outside of the
//! same one, so is all of it, wherever the guard stops the vertex or leads it along. For a plane that is the plane itself. For a ball the
//! half-space at the end is taken, that in the middle of the way, or that at the start, whichever has both ends outside; if none has, the end
//! is moved out of that at the start.

use crate::world::World;
use glam::DVec3;
use rayon::prelude::*;
use toile_contact::obstacle::{MovingPoint, Obstacle};
use toile_contact::touch::Touch;

/// Deeper than this, in metres, is inside: what rounding does to places of some metres.
const ROUNDING: f64 = 1e-13;
/// How often an end is moved out of several solids, one after the other.
const SOLID_ROUNDS: usize = 8;

/// Vertices that kinematic things push move up to this many times as far as these.
const PUSH_FACTOR: f64 = 2.0;

/// Solid things at a time.
#[derive(Clone, Copy)]
pub(super) struct Solids<'a> {
    pub(super) world: &'a World,
    pub(super) at: f64,
}

impl Solids<'_> {
    /// Whether a place is inside of one.
    pub(super) fn contain(&self, place: MovingPoint) -> bool {
        self.world.surfaces_at(self.at).contain(place, ROUNDING)
    }

    /// Finds the half-spaces of all vertices that come near on their ways from `now`, in the order of the vertices, and moves `ends` of
    /// those that are not kinematic out of them.
    pub(super) fn find_walls(
        &self,
        now: &[DVec3],
        kinematic: &[bool],
        ends: &mut [DVec3],
        walls: &mut Vec<Touch>,
    ) {
        walls.clear();
        if !self.world.obstacles.iter().any(Obstacle::is_surface) {
            return;
        }
        let kinematic_ways = (0..ends.len()).filter(|&v| kinematic[v]).map(|v| now[v].distance(ends[v]));
        let pushed = PUSH_FACTOR * kinematic_ways.fold(0.0, f64::max);
        let of_vertex = |(v, (end, now)): (usize, (&mut DVec3, &DVec3))| {
            let mut found = Vec::new();
            for _ in 0..if kinematic[v] { 0 } else { SOLID_ROUNDS } {
                let before = *end;
                found.clear();
                for (solid, number) in self.world.obstacles.iter().zip(0..) {
                    let wall = half_space(solid, self.at, v as u32, *now, end, pushed);
                    found.extend(wall.map(|wall| Touch { obstacle: number, ..wall }));
                }
                // Moved out of one it may be in another.
                if *end == before || found.len() < 2 {
                    break;
                }
            }
            found
        };
        walls.par_extend(ends.par_iter_mut().zip(now).enumerate().flat_map_iter(of_vertex));
    }
}

/// The half-space that keeps a vertex out of a solid on its way, if it comes near; the end is moved out of it.
fn half_space(
    solid: &Obstacle,
    at: f64,
    vertex: u32,
    now: DVec3,
    end: &mut DVec3,
    pushed: f64,
) -> Option<Touch> {
    let touching = |place: DVec3| {
        let found = solid.nearest(MovingPoint { before: now, now: place }, at)?;
        let offset = found.normal.dot(place) - found.distance;
        let (velocity, friction) = (found.velocity, solid.friction_law());
        Some(Touch { vertex, obstacle: 0, normal: found.normal, offset, velocity, friction })
    };
    let wall = touching(*end)?;
    // The guard may lead a vertex aside, but no farther from its start than its end is, and than kinematic things push it.
    let reach = now.distance(*end) + pushed;
    if -wall.depth(*end) > 2.0 * reach {
        return None;
    }
    if wall.depth(now) <= 0.0 {
        *end += wall.normal * wall.depth(*end).max(0.0);
        return Some(wall);
    }
    let middle = touching(now.midpoint(*end))?;
    if middle.depth(now) <= 0.0 && middle.depth(*end) <= 0.0 {
        return Some(middle);
    }
    // A vertex that is inside of the solid goes no deeper.
    let mut wall = touching(now)?;
    wall.offset -= wall.depth(now).max(0.0);
    *end += wall.normal * wall.depth(*end).max(0.0);
    Some(wall)
}
