//! Keeping apart by moving places, for solvers that work with positions.
//!
//! A pair whose end is closer than its thickness is moved apart, in proportion to how easily its corners move. The length of that
//! is the measure of the impulse, and friction may take back as much of the motion along the surface times its coefficient.
//! Pairs are worked off one after the other, in the order of their keys. The directions are those where everything was before:
//! there nothing intersects, so it is known which side is which.

use super::{Contacts, Near};
use crate::world::World;
use glam::DVec3;
use toile_contact::broad::QueryError;

/// How fast things that begin too close are moved apart, in m/s: at once, they would jump.
const PARTING: f64 = 0.2;

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
            let part = |near: &Near| usize::from(self.part(near, ends, inverse_masses, time));
            self.near().iter().map(part).sum()
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

    /// Moves one pair apart; tells whether it touches.
    fn part(&self, near: &Near, ends: &mut [DVec3], inverse_masses: &[f64], time: f64) -> bool {
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
        let wanted = thickness.min(near.distance + PARTING * time);
        let depth = wanted - near.normal.dot(at_end);
        if depth <= 0.0 || yielding <= 0.0 {
            return false;
        }
        let moved = at_end - before;
        let along = moved - near.normal * near.normal.dot(moved);
        let length = along.length();
        let held = if length > 0.0 { self.held(near, depth, along, yielding, time) } else { 0.0 };
        let shift = (near.normal * depth - along * held) / yielding;
        for (&v, weight) in near.corners.iter().zip(near.weights) {
            if let (Some(end), Some(inverse)) = (ends.get_mut(v as usize), inverse_masses.get(v as usize)) {
                *end += shift * (weight * inverse);
            }
        }
        true
    }
}
