//! How a step went.
//!
//! [`StepReport`] is the one report of the whole workspace: steps fill it, runs add them up, and every summary embeds it. Its parts are nested here
//! and flat in JSON, where each number has one name: `newton_steps`, `contacts`, `tangled` and so on.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::time::Instant;

toile_geom::named_enum! {
    /// What a step spends its time on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum StepStage: name {
        /// Finding what touches colliders, and keeping it out of them.
        Colliders = "colliders",
        /// Finding contacts of cloth with itself and with meshes.
        Contacts = "contacts",
        /// Shortening motions that would lead through something.
        Guard = "guard",
        /// Forces: gradients and energies.
        Forces = "forces",
        /// Filling matrices.
        Assembly = "assembly",
        /// Making the coarser levels.
        Hierarchy = "hierarchy",
        /// Solving linear systems, or sweeping over constraints.
        Solve = "solve",
    }
}

/// The time spent on each stage, in milliseconds; in JSON an object with the names of the stages.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StageTimes([f64; StepStage::ALL.len()]);

impl StageTimes {
    /// The milliseconds that a function gives for each stage.
    pub fn of(milliseconds: impl Fn(StepStage) -> f64) -> Self {
        Self(StepStage::ALL.map(milliseconds))
    }

    /// Milliseconds spent on a stage.
    pub fn milliseconds(&self, stage: StepStage) -> f64 {
        self.0[stage as usize]
    }

    /// Runs some work and counts its time.
    pub fn time<R>(&mut self, stage: StepStage, work: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = work();
        self.0[stage as usize] += 1e3 * start.elapsed().as_secs_f64();
        result
    }

    /// Adds the times of another step.
    pub fn add(&mut self, other: &Self) {
        for (sum, part) in self.0.iter_mut().zip(other.0) {
            *sum += part;
        }
    }
}

impl Serialize for StageTimes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(StepStage::ALL.len()))?;
        for stage in StepStage::ALL {
            map.serialize_entry(stage.name(), &self.milliseconds(stage))?;
        }
        map.end()
    }
}

/// Makes a part of the report: each field says how that of a later step is added to it. `sum` adds, `max` keeps the larger one, `last` the later one,
/// `parts` adds what the field itself consists of.
macro_rules! report {
    (@sum $mine:expr, $later:expr) => { $mine += $later };
    (@max $mine:expr, $later:expr) => { $mine = $mine.max($later) };
    (@last $mine:expr, $later:expr) => { $mine = $later };
    (@parts $mine:expr, $later:expr) => { $mine.add(&$later) };
    ($(#[$about:meta])* $name:ident { $($rule:ident $(#[$field_about:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
        pub struct $name {
            $($(#[$field_about])* pub $field: $kind,)*
        }

        impl $name {
            /// Adds what a later step reports.
            pub fn add(&mut self, later: &Self) {
                $(report!(@$rule self.$field, later.$field);)*
            }
        }
    };
}

report! {
    /// What the solver did.
    SolverReport {
        sum
        /// Newton steps taken.
        newton_steps: usize,
        sum
        /// Iterations of conjugate gradients, or sweeps over constraints.
        linear_iterations: usize,
        last
        /// The largest correction in the last Newton step, in metres.
        last_correction: f64,
        sum
        /// Times a Newton step was shortened because the whole one did not lower the energy.
        shortened: usize,
        sum
        /// Linear solves that met a direction of negative curvature and stopped there.
        negative_curvatures: usize,
        sum
        /// How often a vertex was slowed down that forces or corrections of its position had made faster than any cloth is.
        slowed: usize,
        sum
        /// Triangles whose stretch had to be limited.
        limited: usize,
    }
}

report! {
    /// What touched, and what kept it apart.
    ContactReport {
        last
        /// Contacts with colliders, bodies and of the cloth with itself at the end of the step.
        contacts: usize,
        sum
        /// How often pairs of features that might meet were looked for.
        detections: usize,
        sum
        /// Pairs that would have passed through each other, and were kept from it.
        held: usize,
        max
        /// The part of all motion that was taken away to that end.
        lost_motion: f64,
        sum
        /// Pairs that could not be kept apart: bodies leave them no room, or they were in each other from the start.
        failures: usize,
        sum
        /// Vertices that had to be moved out of a collider at the end of the step.
        pushed_out: usize,
        last
        /// Vertices that are inside of something solid at the end of the step, since to move them out would have led through other cloth, or a
        /// body.
        left_inside: usize,
    }
}

report! {
    /// What became of cloth that could not be kept apart, and of layers whose order changes.
    RecoveryReport {
        last
        /// Pairs of triangles that pass through each other at the end of the step, exactly; only looked for once pairs could not be kept apart, and
        /// until none is left.
        tangled: usize,
        sum
        /// Vertices that were moved to free a cloth that passed through something.
        freed: usize,
        last
        /// Pairs of pieces that are on their way through each other: until they have passed, their triangles may intersect.
        passing: usize,
        sum
        /// Places that were in the wrong order when layers were changed, or are while pieces pass.
        misplaced: usize,
    }
}

report! {
    /// How a step went, or several together.
    StepReport {
        sum
        /// Steps the time was cut into.
        substeps: usize,
        sum
        /// Steps that failed and were taken again in halves.
        retries: usize,
        sum
        /// Kinetic energy that the damping of a [run](crate::run) took, in joules.
        damped: f64,
        parts
        /// What the solver did.
        #[serde(flatten)]
        solver: SolverReport,
        parts
        /// What touched.
        #[serde(flatten)]
        contact: ContactReport,
        parts
        /// What became of cloth that could not be kept apart.
        #[serde(flatten)]
        recovery: RecoveryReport,
        parts
        /// Where the time went.
        #[serde(rename = "stages")]
        times: StageTimes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_steps_are_added_each_number_by_its_own_rule() {
        let step = |n: usize| StepReport {
            substeps: 1,
            solver: SolverReport { newton_steps: n, last_correction: n as f64, ..SolverReport::default() },
            contact: ContactReport { contacts: n, lost_motion: 1.0 / n as f64, ..ContactReport::default() },
            times: StageTimes::of(|stage| if stage == StepStage::Solve { n as f64 } else { 0.0 }),
            ..StepReport::default()
        };
        let mut whole = step(2);
        whole.add(&step(3));
        assert_eq!((whole.substeps, whole.solver.newton_steps, whole.solver.last_correction), (2, 5, 3.0));
        assert_eq!((whole.contact.contacts, whole.contact.lost_motion), (3, 0.5));
        assert_eq!(whole.times.milliseconds(StepStage::Solve), 5.0);
    }
}
