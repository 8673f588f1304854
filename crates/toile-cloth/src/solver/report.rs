//! How a step went.

use std::time::{Duration, Instant};

/// What a step spends its time on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepStage {
    /// Finding what touches colliders, and keeping it out of them.
    Colliders,
    /// Finding contacts of cloth with itself and with meshes.
    Contacts,
    /// Shortening motions that would lead through something.
    Guard,
    /// Forces: gradients and energies.
    Forces,
    /// Filling matrices.
    Assembly,
    /// Making the coarser levels.
    Hierarchy,
    /// Solving linear systems, or sweeping over constraints.
    Solve,
}

impl StepStage {
    /// All of them, in the order of a step.
    pub const ALL: [Self; 7] = [
        Self::Colliders,
        Self::Contacts,
        Self::Guard,
        Self::Forces,
        Self::Assembly,
        Self::Hierarchy,
        Self::Solve,
    ];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Colliders => "colliders",
            Self::Contacts => "contacts",
            Self::Guard => "guard",
            Self::Forces => "forces",
            Self::Assembly => "assembly",
            Self::Hierarchy => "hierarchy",
            Self::Solve => "solve",
        }
    }
}

/// The time spent on each stage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StageTimes([Duration; 7]);

impl StageTimes {
    /// Milliseconds spent on a stage.
    pub fn milliseconds(&self, stage: StepStage) -> f64 {
        1e3 * self.0[stage as usize].as_secs_f64()
    }

    /// Runs some work and counts its time.
    pub fn time<R>(&mut self, stage: StepStage, work: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = work();
        self.0[stage as usize] += start.elapsed();
        result
    }

    /// Adds the times of another step.
    pub fn add(&mut self, other: &Self) {
        for (sum, part) in self.0.iter_mut().zip(other.0) {
            *sum += part;
        }
    }
}

/// How a step went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepReport {
    /// Steps the time was cut into.
    pub substeps: usize,
    /// Steps that failed and were taken again in halves.
    pub retries: usize,
    /// Newton steps taken.
    pub newton_steps: usize,
    /// Iterations of conjugate gradients, or sweeps over constraints, in all.
    pub linear_iterations: usize,
    /// The largest correction in the last Newton step, in metres.
    pub last_correction: f64,
    /// Times a Newton step was shortened because the whole one did not lower the energy.
    pub shortened: usize,
    /// Linear solves that met a direction of negative curvature and stopped there.
    pub negative_curvatures: usize,
    /// Contacts at the end of the step.
    pub contacts: usize,
    /// How often pairs of features that might meet were looked for.
    pub detections: usize,
    /// Pairs that would have passed through each other, and were kept from it.
    pub held: usize,
    /// The part of all motion that was taken away to that end.
    pub lost_motion: f64,
    /// Pairs that could not be kept apart: bodies leave them no room, or they were in each other from the start.
    pub failures: usize,
    /// Vertices that had to be moved out of a collider at the end of the step.
    pub pushed_out: usize,
    /// Vertices that are inside of something solid at the end of the step, since to move them out would have led through other cloth, or a
    /// body.
    pub left_inside: usize,
    /// Pairs of pieces that are on their way through each other: until they have passed, their triangles may intersect.
    pub passing: usize,
    /// Places that were in the wrong order when layers were changed, or are while pieces pass.
    pub misplaced: usize,
    /// Pairs of triangles that pass through each other at the end of the step, exactly; only looked for once pairs could not be kept apart, and until none is left.
    pub intersections: usize,
    /// Vertices that were moved to free a cloth that passed through something.
    pub freed: usize,
    /// How often a vertex was slowed down that forces or corrections of its position had made faster than any cloth is.
    pub slowed: usize,
    /// Triangles whose stretch had to be limited.
    pub limited: usize,
    /// Where the time went.
    pub times: StageTimes,
}

impl StepReport {
    /// Adds the counts of a later step.
    pub fn add(&mut self, later: &Self) {
        self.substeps += later.substeps;
        self.retries += later.retries;
        self.newton_steps += later.newton_steps;
        self.linear_iterations += later.linear_iterations;
        self.last_correction = later.last_correction;
        self.shortened += later.shortened;
        self.negative_curvatures += later.negative_curvatures;
        self.contacts = later.contacts;
        self.detections += later.detections;
        self.held += later.held;
        self.lost_motion = self.lost_motion.max(later.lost_motion);
        self.failures += later.failures;
        self.pushed_out += later.pushed_out;
        self.left_inside = later.left_inside;
        self.passing = later.passing;
        self.misplaced += later.misplaced;
        self.intersections = later.intersections;
        self.freed += later.freed;
        self.slowed += later.slowed;
        self.limited += later.limited;
        self.times.add(&later.times);
    }
}
