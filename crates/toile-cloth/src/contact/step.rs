//! The order in which a step is kept apart, as types: what was not begun cannot be advanced, pairs can only be looked at where they were found, and
//! what was advanced is told once, in the end.
//!
//! ```text
//! ContactPipeline --begin--> ContactStep --find_near--> Detected      pairs for a balance of forces
//!                             |  ^    |
//!                             |  |    +----meet-------> Meetings --press--> --finish-->   pairs that are pressed apart
//!                             |  +--advance              (the guard)
//!                             +--end--> KeptApart
//! ```

use super::detect::Near;
use super::pipeline::{KeptApart, Look};
use super::{ContactPipeline, friction::Laws};
use crate::cloth::Cloth;
use crate::world::World;
use glam::DVec3;
use toile_contact::broad::QueryError;
use toile_contact::friction::FrictionLaw;
use toile_contact::narrow::StencilKind;

/// How often pairs are worked off, at most, by methods that have no sweeps of their own.
const PRESSING_PASSES: usize = 4;

/// A part of a step in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StepSpan {
    /// How much of the step is over where it begins, in seconds.
    pub(crate) elapsed: f64,
    /// How long it lasts, in seconds.
    pub(crate) length: f64,
}

impl StepSpan {
    /// All of a step.
    pub(crate) const fn whole(length: f64) -> Self {
        Self { elapsed: 0.0, length }
    }
}

/// A step, or a part of one, that has begun.
#[derive(Debug)]
pub(crate) struct ContactStep<'p> {
    pipeline: &'p mut ContactPipeline,
    world: &'p World,
}

impl ContactPipeline {
    /// Begins a step, or a part of one: takes over where everything is, and where meshes are going.
    pub(crate) fn begin<'p>(
        &'p mut self,
        cloth: &Cloth,
        world: &'p World,
        span: StepSpan,
    ) -> ContactStep<'p> {
        self.take_over(cloth, world, span);
        ContactStep { pipeline: self, world }
    }

    /// Goes on with the step that a solver has begun, for those who move the cloth after it; none if there is nothing to keep apart.
    pub(crate) fn resume<'p>(&'p mut self, world: &'p World) -> Option<ContactStep<'p>> {
        self.is_active().then_some(ContactStep { pipeline: self, world })
    }
}

impl<'p> ContactStep<'p> {
    /// Whether there is anything to keep apart.
    pub(crate) fn is_active(&self) -> bool {
        self.pipeline.is_active()
    }

    /// Whether contact is left to a response behind the solver.
    pub(crate) fn has_response(&self) -> bool {
        self.pipeline.has_response()
    }

    /// How close things may come before they push each other.
    pub(crate) fn reach(&self) -> f64 {
        self.pipeline.reach()
    }

    /// How many pairs the guard had to keep apart in the step so far.
    pub(crate) fn held_pairs(&self) -> usize {
        self.pipeline.held_pairs()
    }

    /// Finds the closest points within a distance of each other, where everything is now, in the order of their keys.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(crate) fn find_near(&mut self, within: f64) -> Result<Detected<'_>, QueryError> {
        self.pipeline.find_near(within)?;
        Ok(Detected { pipeline: self.pipeline })
    }

    /// Finds the pairs that may meet on the way to `ends`.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(crate) fn meet(
        &mut self,
        ends: &[DVec3],
        inverse_masses: &[f64],
        look: Look,
    ) -> Result<Meetings<'_, 'p>, QueryError> {
        self.pipeline.meet(ends, inverse_masses, look)?;
        Ok(Meetings { step: self })
    }

    /// Changes `ends`, where the cloth is to be after a time, so that pairs keep their thickness and friction holds, and then so
    /// that nothing passes through anything. Returns the number of pairs that touch.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(crate) fn keep_apart(
        &mut self,
        ends: &mut [DVec3],
        inverse_masses: &[f64],
        time: f64,
    ) -> Result<usize, QueryError> {
        let mut meetings = self.meet(ends, inverse_masses, Look::ONCE)?;
        for _ in 0..PRESSING_PASSES {
            if meetings.press(ends, inverse_masses, time) == 0 {
                break;
            }
        }
        Ok(meetings.finish(ends, inverse_masses, time)?.touching)
    }

    /// Moves the cloth from where it is towards `ends`, and meshes to where they are at the end of the step; `ends` are changed so
    /// that nothing passes through anything on the way, and into nothing solid. Whatever else changes positions does so before this.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(crate) fn advance(&mut self, ends: &mut [DVec3]) -> Result<(), QueryError> {
        self.pipeline.advance(self.world, ends)
    }

    /// What keeping apart took and did in the step so far; none if there was nothing to keep apart.
    pub(crate) fn end(self) -> Option<KeptApart> {
        self.pipeline.kept_apart(self.world)
    }
}

/// The pairs that are close where everything is now. Nothing moves while they are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Detected<'s> {
    pipeline: &'s ContactPipeline,
}

impl<'s> Detected<'s> {
    /// The pairs, in the order of their keys.
    pub(crate) fn near(self) -> &'s [Near] {
        self.pipeline.near()
    }

    /// Where all vertices are now, those of the cloth first.
    pub(crate) fn now(self) -> &'s [DVec3] {
        self.pipeline.now()
    }

    /// All vertices at the beginning of the step, those of the cloth first.
    pub(crate) fn start(self) -> &'s [DVec3] {
        self.pipeline.start()
    }

    /// Where meshes are at the end of the step.
    pub(crate) fn bodies_end(self) -> &'s [DVec3] {
        self.pipeline.bodies_end()
    }

    /// The thickness and the friction between the sides of a pair.
    pub(crate) fn between(self, kind: StencilKind, corners: [u32; 4]) -> (f64, &'s FrictionLaw) {
        self.pipeline.between(kind, corners)
    }

    /// Whether the sides of a pair are neighbours in the sheet, so near that they may be within reach of each other at rest.
    pub(crate) fn are_neighbours(self, kind: StencilKind, corners: [u32; 4]) -> bool {
        self.pipeline.are_neighbours(kind, corners)
    }

    /// The friction between the sides of a pair that has slipped so far.
    pub(crate) fn friction_towards(self, kind: StencilKind, corners: [u32; 4], slip: DVec3) -> FrictionLaw {
        self.pipeline.friction_towards(kind, corners, slip)
    }

    pub(super) fn laws(self) -> &'s Laws {
        self.pipeline.laws()
    }
}

/// The pairs that may meet in a substep of a method that works with positions.
#[derive(Debug)]
pub(crate) struct Meetings<'s, 'p> {
    step: &'s mut ContactStep<'p>,
}

impl<'s> Meetings<'s, '_> {
    /// Presses each pair apart once; returns how many touch.
    pub(crate) fn press(&mut self, ends: &mut [DVec3], inverse_masses: &[f64], time: f64) -> usize {
        self.step.pipeline.press(ends, inverse_masses, time)
    }

    /// Parts what is too close, or does what another response says, and lets nothing pass through anything.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(crate) fn finish(
        self,
        ends: &mut [DVec3],
        inverse_masses: &[f64],
        time: f64,
    ) -> Result<Parted<'s>, QueryError> {
        let ContactStep { pipeline, world } = self.step;
        let touching = pipeline.finish(world, ends, inverse_masses, time)?;
        Ok(Parted { touching, moved: pipeline.parted() })
    }
}

/// What parting pairs did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parted<'s> {
    /// How many pairs touch.
    pub(crate) touching: usize,
    moved: &'s [DVec3],
}

impl Parted<'_> {
    /// How far a vertex was moved without this being a motion of the cloth.
    pub(crate) fn moved(&self, vertex: usize) -> DVec3 {
        self.moved.get(vertex).copied().unwrap_or(DVec3::ZERO)
    }
}
