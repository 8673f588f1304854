//! Keeping apart by moving places, for solvers that work with positions.
//!
//! A pair that would end closer than its thickness, or if it begins closer, than it begins, is stopped: moved apart in proportion to how easily its
//! corners move. The length of that is the measure of the impulse, and friction may take back as much of the motion along the surface times its
//! coefficient. Then pairs that are still closer than their thickness are parted. That undoes what went wrong earlier and is no motion of the
//! cloth, so it is remembered and left out of velocities: else each layer that was squeezed would be thrown off.
//!
//! Pairs are worked off one after the other, in the order of their keys, and several times over, so that a blow goes on through a stack instead of
//! squeezing it. The directions are those where everything was before: there nothing intersects, so it is known which side is which.

use super::{Contacts, Near};
use crate::world::World;
use glam::DVec3;
use toile_contact::broad::QueryError;

/// How fast things that begin too close are moved apart, in m/s: at once, they would jump.
const PARTING: f64 = 0.2;

/// How often pairs are worked off, at most.
const STOPPING_PASSES: usize = 4;
const PARTING_PASSES: usize = 2;

/// A depth that is left alone, as a part of the thickness: what rounding leaves is not worth another pass.
const MET: f64 = 1e-6;

/// Where everything is to be after a part of a step.
struct Ends<'a> {
    places: &'a mut [DVec3],
    inverse_masses: &'a [f64],
    time: f64,
}

/// What pairs are worked off for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// They come no closer.
    Stop,
    /// They go back to where they should be.
    Part,
}

impl Contacts {
    /// Changes `ends`, where the cloth is to be after a time, so that pairs keep their thickness and friction holds, and then so
    /// that nothing passes through anything. Returns the number of pairs that touch.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(crate) fn keep_apart(
        &mut self,
        world: &World,
        ends: &mut [DVec3],
        inverse_masses: &[f64],
        time: f64,
    ) -> Result<usize, QueryError> {
        if !self.is_active() {
            return Ok(0);
        }
        self.find_near_on_way(ends)?;
        let touching = if let Some(mut response) = self.response.take() {
            let found = self.respond(&mut *response, ends, inverse_masses, time);
            self.response = Some(response);
            found?
        } else {
            let mut ends = Ends { places: &mut *ends, inverse_masses, time };
            let stopped = self.work_off(&mut ends, Aim::Stop, STOPPING_PASSES);
            let mut parted = ends.places.to_vec();
            let apart = self.work_off(&mut ends, Aim::Part, PARTING_PASSES);
            parted.iter_mut().zip(&*ends.places).for_each(|(from, to)| *from = *to - *from);
            self.parted = parted;
            stopped.max(apart)
        };
        self.advance(world, ends)?;
        Ok(touching)
    }

    /// The part of a motion along the surface that friction takes back.
    fn held(&self, near: &Near, depth: f64, along: DVec3, yielding: f64, time: f64) -> f64 {
        let length = along.length();
        if self.laws.are_plain() {
            return (self.between(near.kind, near.corners).1.kinetic * depth / length).min(1.0);
        }
        let law = self.friction_towards(near.kind, near.corners, along);
        let mobility = time * yielding * self.laws.drag_area(near.kind, near.corners);
        1.0 - law.slow(depth / time, length / time, mobility).value * time / length
    }

    /// Works off all pairs, so often at most; returns how many touched at first.
    fn work_off(&self, ends: &mut Ends<'_>, aim: Aim, passes: usize) -> usize {
        let mut at_first = None;
        for _ in 0..passes {
            let touching = self.near().iter().filter(|near| self.part(near, ends, aim)).count();
            at_first.get_or_insert(touching);
            if touching == 0 {
                break;
            }
        }
        at_first.unwrap_or(0)
    }

    /// Moves one pair apart; tells whether it touches.
    fn part(&self, near: &Near, ends: &mut Ends<'_>, aim: Aim) -> bool {
        let Ends { places: ends, inverse_masses, time } = ends;
        let time = *time;
        let (thickness, _) = self.between(near.kind, near.corners);
        let bodies = self.bodies_end();
        let mut at_end = DVec3::ZERO;
        let mut before = DVec3::ZERO;
        let mut yielding = 0.0;
        for (&v, weight) in near.corners.iter().zip(near.weights) {
            let v = v as usize;
            let end = v.checked_sub(ends.len()).map_or_else(|| ends[v], |of_body| bodies[of_body]);
            at_end += end * weight;
            before += self.now()[v] * weight;
            yielding += inverse_masses.get(v).map_or(0.0, |inverse| weight * weight * inverse);
        }
        let further = if aim == Aim::Part { PARTING * time } else { 0.0 };
        let depth = thickness.min(near.distance + further) - near.normal.dot(at_end);
        if depth <= MET * thickness || yielding <= 0.0 {
            return false;
        }
        let moved = at_end - before;
        let along = moved - near.normal * near.normal.dot(moved);
        let length = along.length();
        let rubs = aim == Aim::Stop && length > 0.0;
        let held = if rubs { self.held(near, depth, along, yielding, time) } else { 0.0 };
        let shift = (near.normal * depth - along * held) / yielding;
        for (&v, weight) in near.corners.iter().zip(near.weights) {
            if let (Some(end), Some(inverse)) = (ends.get_mut(v as usize), inverse_masses.get(v as usize)) {
                *end += shift * (weight * inverse);
            }
        }
        true
    }
}
