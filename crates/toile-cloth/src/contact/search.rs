//! The search for pairs that are close, now or on the way of a part of a step.

use super::ContactPipeline;
use super::detect::take_minima;
use glam::DVec3;
use rayon::prelude::*;
use toile_contact::broad::QueryError;
use toile_contact::guard::GuardInput;

/// Where pairs are looked for, for a part of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Everywhere, for a number of parts; closest points are found again after some of these.
    Ahead { parts: u32, alike: u32 },
    /// Among what was found then; closest points are kept for a number of parts.
    Again { alike: u32 },
    /// Nowhere: pairs are those of the last part, with the closest points they had there.
    Nowhere,
}

impl Look {
    /// For one part, and no other.
    pub(crate) const ONCE: Self = Self::Ahead { parts: 1, alike: 1 };
}

impl ContactPipeline {
    /// Finds the closest points within a distance of each other, where everything is now, in the order of their keys.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(super) fn find_near(&mut self, within: f64) -> Result<(), QueryError> {
        self.expect_next();
        let before = self.guard.searches();
        let Self { mesh, guard, filter, kinematic, now, next, near, .. } = self;
        let input = GuardInput { features: &mesh.features, filter, kinematic, start: now };
        take_minima(mesh, guard.near(&input, next, within)?, near);
        self.tally.detections += self.guard.searches() - before;
        Ok(())
    }

    /// Finds what may touch on the way to `ends`, or come within a number of thicknesses, with its closest points where everything is now, in the
    /// order of their keys.
    ///
    /// Looking is what takes time; so it is done for some parts of a step at once, taken to be alike, and among what was found then for the parts
    /// that follow.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(super) fn find_near_on_way(
        &mut self,
        ends: &[DVec3],
        thicknesses: f64,
        look: Look,
    ) -> Result<(), QueryError> {
        if look == Look::Nowhere {
            self.measure_near();
            return Ok(());
        }
        self.next.clear();
        self.next.extend(ends.iter().chain(&self.bodies_end));
        let (before, reach) = (self.guard.searches(), thicknesses * self.reach());
        let Self { mesh, guard, neighbours, filter, kinematic, now, next, near, .. } = self;
        let input = GuardInput { features: &mesh.features, filter, kinematic, start: now };
        let after = |parts: u32| -> Vec<DVec3> {
            now.iter().zip(&*next).map(|(from, to)| *from + (*to - *from) * f64::from(parts)).collect()
        };
        let pairs = match look {
            Look::ONCE => guard.near_on_way(&input, next, reach, neighbours)?,
            Look::Ahead { parts, alike } => {
                guard.near_on_way(&input, &after(parts), reach, neighbours)?;
                guard.near_again(&input, &after(alike), reach)?
            }
            Look::Again { alike } => guard.near_again(&input, &after(alike), reach)?,
            Look::Nowhere => &[],
        };
        take_minima(mesh, pairs, near);
        self.tally.detections += self.guard.searches() - before;
        Ok(())
    }

    /// Finds how far the points that were closest are apart now.
    fn measure_near(&mut self) {
        let Self { near, now, .. } = self;
        near.par_iter_mut().with_min_len(1024).for_each(|pair| {
            let parts = pair.corners.iter().zip(pair.weights);
            let difference: DVec3 = parts.map(|(&v, weight)| now[v as usize] * weight).sum();
            pair.distance = pair.normal.dot(difference).max(0.0);
        });
    }

    /// Sets where vertices are expected to go from where they are now.
    fn expect_next(&mut self) {
        let Self { kinematic, now, next, heading, .. } = self;
        next.clone_from(now);
        next.iter_mut().zip(heading).zip(&*kinematic).for_each(|((place, heading), kinematic)| {
            *place += if *kinematic { DVec3::ZERO } else { *heading };
        });
    }

    /// How close things may come before they push each other.
    pub(crate) fn reach(&self) -> f64 {
        self.thickness[0].max(self.thickness[1])
    }
}
