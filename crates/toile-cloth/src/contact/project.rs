//! Keeping apart by moving places, for solvers that work with positions.
//!
//! A pair that would end closer than its thickness, or if it begins closer, than it begins, is *pressed* apart, in proportion to how easily its
//! corners move. The length of that is the measure of the impulse, and friction may take back as much of the motion along the surface times its
//! coefficient. Solvers do this in each of their sweeps, after all that pulls: so cloth ends in balance between both, and what one sweep pressed too
//! much another takes back.
//!
//! Then pairs that are still closer than their thickness are *parted*. That undoes what went wrong earlier and is no motion of the cloth, so it is
//! remembered and left out of velocities: else each layer that was squeezed would be thrown off.
//!
//! Pairs are worked off one after the other, in the order of their keys. The directions are those where everything was before: there nothing
//! intersects, so it is known which side is which.

use super::ContactPipeline;
use super::detect::Near;
use super::search::Look;
use crate::world::World;
use glam::DVec3;
use toile_contact::broad::QueryError;

/// How fast things that begin too close are moved apart, in m/s: at once, they would jump.
const PARTING: f64 = 0.2;

/// How often pairs are parted, at most.
const PARTING_PASSES: usize = 2;

/// Pairs are looked for within this many thicknesses: sweeps move places.
const SEARCH_MARGIN: f64 = 1.25;

/// A depth that is left alone, as a part of the thickness: what rounding leaves is not worth another pass.
const SETTLED_DEPTH: f64 = 1e-6;

/// A pair that may meet in a substep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    near: Near,
    thickness: f64,
    /// How far its closest points part by a unit of force, squared seconds and all.
    yielding: f64,
    /// The difference of its closest points at the beginning, and what bodies have in that at the end.
    before: DVec3,
    of_bodies: DVec3,
    /// How far it was pressed apart so far.
    pressed: f64,
    /// How much of its slip friction took back so far.
    rubbed: DVec3,
}

/// Where the cloth is to be after a part of a step.
#[derive(Debug)]
pub(crate) struct Ends<'a> {
    pub(crate) places: &'a mut [DVec3],
    /// One over the mass of each vertex; zero for what does not move.
    pub(crate) inverse_masses: &'a [f64],
    /// How long the part lasts, in seconds.
    pub(crate) time: f64,
}

impl ContactPipeline {
    /// Finds the pairs that may meet on the way to `ends`, for [`press`](Self::press).
    ///
    /// # Errors
    /// If a place is not finite.
    pub(super) fn meet(&mut self, ends: &Ends<'_>, look: Look) -> Result<(), QueryError> {
        self.meetings.clear();
        if !self.is_active() || self.response.is_some() {
            return Ok(());
        }
        self.find_near_on_way(ends.places, SEARCH_MARGIN, look)?;
        let mut meetings = std::mem::take(&mut self.meetings);
        meetings.extend(self.near.iter().filter_map(|near| self.meeting(near, ends.inverse_masses)));
        self.meetings = meetings;
        Ok(())
    }

    /// A pair as it is before anything is pressed; nothing if it cannot be moved.
    fn meeting(&self, near: &Near, inverse_masses: &[f64]) -> Option<Meeting> {
        let (thickness, _) = self.between(near.kind, near.corners);
        let (mut before, mut of_bodies, mut yielding) = (DVec3::ZERO, DVec3::ZERO, 0.0);
        for (&v, weight) in near.corners.iter().zip(near.weights) {
            let v = v as usize;
            before += self.now[v] * weight;
            match inverse_masses.get(v) {
                Some(inverse) => yielding += weight * weight * inverse,
                None => of_bodies += self.bodies_end[v - inverse_masses.len()] * weight,
            }
        }
        (yielding > 0.0).then_some(Meeting {
            near: *near,
            thickness,
            yielding,
            before,
            of_bodies,
            pressed: 0.0,
            rubbed: DVec3::ZERO,
        })
    }

    /// Presses each pair apart once that [`meet`](Self::meet) found; returns how many touch.
    pub(super) fn press(&mut self, ends: &mut Ends<'_>) -> usize {
        let mut meetings = std::mem::take(&mut self.meetings);
        let touching = meetings.iter_mut().filter_map(|meeting| self.press_one(meeting, ends)).count();
        self.meetings = meetings;
        touching
    }

    /// Presses one pair apart, or takes back what was too much; tells whether there was anything to do.
    fn press_one(&self, meeting: &mut Meeting, ends: &mut Ends<'_>) -> Option<()> {
        let Meeting { near, thickness, .. } = *meeting;
        let at_end = meeting.difference(ends.places);
        let depth = thickness.min(near.distance) - near.normal.dot(at_end);
        if depth <= SETTLED_DEPTH * thickness && meeting.pressed == 0.0 {
            return None;
        }
        let pressed = (meeting.pressed + depth).max(0.0);
        let moved = at_end - meeting.before;
        let along = moved - near.normal * near.normal.dot(moved);
        let rubbed = self.rubbed(meeting, pressed, along + meeting.rubbed, ends.time);
        let shift = near.normal * (pressed - meeting.pressed) - (rubbed - meeting.rubbed);
        (meeting.pressed, meeting.rubbed) = (pressed, rubbed);
        meeting.shift(shift, ends);
        Some(())
    }

    /// How much friction takes back of what a pair would slip without it, if it is pressed by a length.
    fn rubbed(&self, meeting: &Meeting, pressed: f64, slip: DVec3, time: f64) -> DVec3 {
        let length = slip.length();
        if length == 0.0 || pressed == 0.0 {
            return DVec3::ZERO;
        }
        let Near { kind, corners, .. } = meeting.near;
        if self.laws.are_plain() {
            return slip * (self.between(kind, corners).1.kinetic * pressed / length).min(1.0);
        }
        let law = self.friction_towards(kind, corners, slip);
        let mobility = time * meeting.yielding * self.laws.drag_area(kind, corners);
        slip * (1.0 - law.slow(pressed / time, length / time, mobility).value * time / length)
    }

    /// Parts what is too close, or does what another response says, and lets nothing pass through anything. Returns the number of pairs that touch.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(super) fn finish(&mut self, world: &World, ends: &mut Ends<'_>) -> Result<usize, QueryError> {
        if !self.is_active() {
            return Ok(0);
        }
        let touching = if let Some(mut response) = self.response.take() {
            let found = self.find_near_on_way(ends.places, 1.0, Look::ONCE);
            let done = found.and_then(|()| self.respond(&mut *response, ends));
            self.response = Some(response);
            done?
        } else {
            self.part(ends);
            self.meetings.iter().filter(|meeting| meeting.pressed > 0.0).count()
        };
        self.advance(world, ends.places)?;
        Ok(touching)
    }

    /// Parts pairs that are closer than their thickness, and remembers what that moved.
    fn part(&mut self, ends: &mut Ends<'_>) {
        let mut parted = ends.places.to_vec();
        for _ in 0..PARTING_PASSES {
            if self.meetings.iter().filter_map(|meeting| meeting.part(ends)).count() == 0 {
                break;
            }
        }
        parted.iter_mut().zip(&*ends.places).for_each(|(from, to)| *from = *to - *from);
        self.parted = parted;
    }
}

impl Meeting {
    /// The difference of its closest points.
    #[inline]
    fn difference(&self, ends: &[DVec3]) -> DVec3 {
        let of_cloth = self.near.corners.iter().zip(self.near.weights);
        of_cloth.fold(self.of_bodies, |sum, (&v, weight)| {
            ends.get(v as usize).map_or(sum, |end| sum + *end * weight)
        })
    }

    /// Moves its corners so that the difference changes by a vector.
    #[inline]
    fn shift(&self, by: DVec3, ends: &mut Ends<'_>) {
        let push = by / self.yielding;
        for (&v, weight) in self.near.corners.iter().zip(self.near.weights) {
            let v = v as usize;
            if let (Some(end), Some(inverse)) = (ends.places.get_mut(v), ends.inverse_masses.get(v)) {
                *end += push * (weight * inverse);
            }
        }
    }

    /// Moves it a little towards its thickness; tells whether there was anything to do.
    fn part(&self, ends: &mut Ends<'_>) -> Option<()> {
        let wanted = self.thickness.min(self.near.distance + PARTING * ends.time);
        let depth = wanted - self.near.normal.dot(self.difference(ends.places));
        (depth > SETTLED_DEPTH * self.thickness).then(|| self.shift(self.near.normal * depth, ends))
    }
}
