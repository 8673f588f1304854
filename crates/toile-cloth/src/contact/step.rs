//! The order in which a step is kept apart, as types: what was not begun cannot be advanced, pairs can only be looked at where they were found, and
//! what was advanced is reported once, at the end.
//!
//! ```text
//! ContactPipeline --begin--> ContactStep --find_near--> &pipeline      pairs for a balance of forces
//!                             |  ^    |
//!                             |  |    +----meet-------> Meetings --press--> --finish-->   pairs that are pressed apart
//!                             |  +--advance              (the guard)
//!                             +--end--> KeptApart
//! ```

use super::ContactPipeline;
use super::pipeline::KeptApart;
use super::project::Ends;
use super::search::Look;
use crate::cloth::Cloth;
use crate::world::World;
use glam::DVec3;
use std::ops::Deref;
use toile_contact::broad::QueryError;

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

impl Deref for ContactStep<'_> {
    type Target = ContactPipeline;

    fn deref(&self) -> &ContactPipeline {
        self.pipeline
    }
}

impl<'p> ContactStep<'p> {
    /// Finds the closest points within a distance of each other, where everything is now, in the order of their keys.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(crate) fn find_near(&mut self, within: f64) -> Result<&ContactPipeline, QueryError> {
        self.pipeline.find_near(within)?;
        Ok(self.pipeline)
    }

    /// Finds the pairs that may meet on the way to `ends`.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(crate) fn meet(&mut self, ends: &Ends<'_>, look: Look) -> Result<Meetings<'_, 'p>, QueryError> {
        self.pipeline.meet(ends, look)?;
        Ok(Meetings { step: self })
    }

    /// Changes `ends` so that pairs keep their thickness and friction holds, and then so
    /// that nothing passes through anything. Returns the number of pairs that touch.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(crate) fn keep_apart(&mut self, mut ends: Ends<'_>) -> Result<usize, QueryError> {
        let mut meetings = self.meet(&ends, Look::ONCE)?;
        for _ in 0..PRESSING_PASSES {
            if meetings.press(&mut ends) == 0 {
                break;
            }
        }
        Ok(meetings.finish(&mut ends)?.touching)
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

/// The pairs that may meet in a substep of a method that works with positions.
#[derive(Debug)]
pub(crate) struct Meetings<'s, 'p> {
    step: &'s mut ContactStep<'p>,
}

impl<'s> Meetings<'s, '_> {
    /// Presses each pair apart once; returns how many touch.
    pub(crate) fn press(&mut self, ends: &mut Ends<'_>) -> usize {
        self.step.pipeline.press(ends)
    }

    /// Parts what is too close, or does what another response says, and lets nothing pass through anything.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(crate) fn finish(self, ends: &mut Ends<'_>) -> Result<Parted<'s>, QueryError> {
        let ContactStep { pipeline, world } = self.step;
        let touching = pipeline.finish(world, ends)?;
        Ok(Parted { touching, moved: &pipeline.parted })
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
