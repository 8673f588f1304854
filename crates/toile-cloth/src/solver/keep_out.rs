//! Keeping vertices out of colliders by moving them back to the surface, with Coulomb's friction.
//!
//! A vertex that is found inside at the end of a substep is put back on the surface. What it was moved by is the measure
//! of the contact's impulse, so friction may take back as much of the tangential motion times the coefficient of friction,
//! and not more than all of it (A. Fuhrmann, "Interaktive Animation textiler Materialien", 2006, 4.4). On a slope this sticks
//! as long as the slope is not steeper than the coefficient.

use crate::cloth::Cloth;
use crate::world::World;
use glam::DVec3;
use rayon::prelude::*;
use toile_contact::touch::{Touch, touches};

/// How often contacts of several colliders with one vertex are gone through.
const SWEEPS: usize = 8;
/// Deeper than this, in metres, a vertex is moved out.
const SLACK: f64 = 1e-12;

/// The vertices that may come near a collider in a step.
#[derive(Debug)]
pub(super) struct KeepOut<'a> {
    world: &'a World,
    near: Vec<u32>,
}

impl<'a> KeepOut<'a> {
    /// Finds the vertices that may touch something within a time. The last substep looks at all of them, so a vertex that
    /// is faster than expected is late, but not lost.
    pub(super) fn new(cloth: &Cloth, world: &'a World, time: f64) -> Self {
        let fall = world.gravity.length() * time * time;
        let is_near = |&v: &u32| {
            let place = cloth.state.positions[v as usize];
            let reach = 2.0 * (cloth.state.velocities[v as usize].length() * time + fall + world.thickness);
            world.colliders.iter().any(|collider| {
                let found = collider.nearest(place, world.time);
                found.distance < reach + found.velocity.length() * time
            })
        };
        Self { world, near: (0..cloth.vertex_count() as u32).into_par_iter().filter(is_near).collect() }
    }

    /// Moves vertices that begin a step inside a collider out of it, without giving them speed. Returns how many.
    pub(super) fn free(&self, cloth: &mut Cloth) -> usize {
        let found = self.touches(&cloth.state.positions, self.world.time, true);
        let held = &cloth.held;
        let inside = found.iter().filter(|touch| !held[touch.vertex as usize]).count();
        push(&found, held, &mut cloth.state.positions);
        inside
    }

    /// Vertices that are inside a collider at a time.
    fn touches(&self, positions: &[DVec3], at: f64, everywhere: bool) -> Vec<Touch> {
        let World { colliders, thickness, .. } = self.world;
        if everywhere {
            return touches(positions, colliders, at, *thickness, |_| 0.0);
        }
        let places: Vec<DVec3> = self.near.iter().map(|&v| positions[v as usize]).collect();
        let mut found = touches(&places, colliders, at, *thickness, |_| 0.0);
        for touch in &mut found {
            touch.vertex = self.near[touch.vertex as usize];
        }
        found
    }

    /// Moves vertices out at the end of a substep that began in `start`; velocities follow from positions. Returns the
    /// number of contacts.
    pub(super) fn correct_positions(
        &self,
        positions: &mut [DVec3],
        start: &[DVec3],
        held: &[bool],
        substep: &Substep,
    ) -> usize {
        let found = self.touches(positions, self.world.time + substep.end, substep.is_last);
        for touch in &found {
            let v = touch.vertex as usize;
            let depth = touch.depth(positions[v]);
            if !held[v] && depth > 0.0 {
                let slid = positions[v] - start[v] - touch.velocity * substep.length;
                let kept = after_friction(slid.reject_from_normalized(touch.normal), touch.friction * depth);
                let along = slid.dot(touch.normal);
                positions[v] =
                    start[v] + touch.velocity * substep.length + touch.normal * (along + depth) + kept;
            }
        }
        push(&found, held, positions);
        found.len()
    }

    /// Moves vertices out at the end of a substep and takes away the velocity that leads inwards. Returns the number of
    /// contacts.
    pub(super) fn correct_velocities(&self, cloth: &mut Cloth, substep: &Substep) -> usize {
        let found = self.touches(&cloth.state.positions, self.world.time + substep.end, substep.is_last);
        for touch in &found {
            let velocity = &mut cloth.state.velocities[touch.vertex as usize];
            let relative = *velocity - touch.velocity;
            let inwards = -relative.dot(touch.normal);
            if !cloth.held[touch.vertex as usize] && inwards > 0.0 {
                let along = relative.reject_from_normalized(touch.normal);
                *velocity = touch.velocity + after_friction(along, touch.friction * inwards);
            }
        }
        push(&found, &cloth.held, &mut cloth.state.positions);
        found.len()
    }
}

/// A part of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Substep {
    /// Its length in seconds.
    pub(super) length: f64,
    /// When it ends, from the beginning of the step.
    pub(super) end: f64,
    /// Whether the step ends with it.
    pub(super) is_last: bool,
}

impl Substep {
    /// Cuts a step into equal parts.
    pub(super) fn parts(time: f64, count: usize) -> impl Iterator<Item = Self> {
        let length = time / count as f64;
        (1..=count).map(move |i| Self { length, end: length * i as f64, is_last: i == count })
    }
}

/// What friction, which can take away so much, leaves of a motion along a surface.
fn after_friction(along: DVec3, most: f64) -> DVec3 {
    let length = along.length();
    if length <= most { DVec3::ZERO } else { along * (1.0 - most / length) }
}

/// Moves places out of all half-spaces that they are in.
fn push(touches: &[Touch], held: &[bool], positions: &mut [DVec3]) {
    for _ in 0..SWEEPS {
        let mut moved = false;
        for touch in touches {
            let place = &mut positions[touch.vertex as usize];
            let depth = touch.depth(*place);
            if depth > SLACK && !held[touch.vertex as usize] {
                *place += touch.normal * depth;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
}
