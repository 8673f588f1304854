//! How a frame of a simulation went, as numbers.

use serde::Serialize;
use toile_cloth::solver::{StepReport, StepStage};
use toile_cloth::stretch::StretchSummary;

/// Milliseconds of each stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names are those of the stages")]
pub struct Stages {
    pub colliders: f64,
    pub contacts: f64,
    pub guard: f64,
    pub forces: f64,
    pub assembly: f64,
    pub hierarchy: f64,
    pub solve: f64,
}

impl Stages {
    /// The milliseconds that a function gives for each stage.
    pub fn of(milliseconds: impl Fn(StepStage) -> f64) -> Self {
        Self {
            colliders: milliseconds(StepStage::Colliders),
            contacts: milliseconds(StepStage::Contacts),
            guard: milliseconds(StepStage::Guard),
            forces: milliseconds(StepStage::Forces),
            assembly: milliseconds(StepStage::Assembly),
            hierarchy: milliseconds(StepStage::Hierarchy),
            solve: milliseconds(StepStage::Solve),
        }
    }
}

/// Pairs of triangles that pass through each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Intersections {
    /// Of the cloth with itself.
    pub itself: usize,
    /// Of the cloth with bodies.
    pub bodies: usize,
}

impl Intersections {
    /// All of them.
    pub fn count(&self) -> usize {
        self.itself + self.bodies
    }
}

/// How a frame went: a line of the report of `toile simulate`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FrameReport {
    /// The frame, counted from 1: frame 0 is the start.
    pub frame: usize,
    /// The time at its end, in seconds.
    pub time: f64,
    /// How long it took, in milliseconds.
    pub ms: f64,
    /// Where that time went.
    pub stages: Stages,
    /// Steps that the frame was cut into.
    pub substeps: usize,
    /// Steps that failed and were taken again in halves.
    pub retries: usize,
    /// Newton steps taken.
    pub newton_steps: usize,
    /// Iterations of the linear solver, or sweeps over constraints.
    pub linear_iterations: usize,
    /// Contacts with colliders, bodies and of the cloth with itself, at the end of the frame.
    pub contacts: usize,
    /// Pairs that would have passed through each other, and were kept from it.
    pub held: usize,
    /// The part of all motion that was taken away to that end.
    pub lost_motion: f64,
    /// Pairs that could not be kept apart.
    pub failures: usize,
    /// Where the first of them are, in metres.
    pub failure_places: Vec<[f64; 3]>,
    /// What passes through what at the end of the frame; `null` if it was not looked for.
    pub intersections: Option<Intersections>,
    /// Vertices that had to be moved out of a collider.
    pub pushed_out: usize,
    /// Vertices that are inside of a collider at the end of the frame, since other cloth leaves them no way out.
    pub left_inside: usize,
    /// Pairs of cloths on their way through each other: until they have passed, they may intersect.
    pub passing: usize,
    /// Places that were in the wrong order when layers were changed, or are while cloths pass.
    pub misplaced: usize,
    /// Pairs of triangles that pass through each other at the end of the frame, looked for since pairs could not be kept apart; 0 if all were.
    pub tangled: usize,
    /// Vertices that were moved to free cloth that passed through something.
    pub freed: usize,
    /// How often a vertex was slowed down that corrections had made faster than any cloth is.
    pub slowed: usize,
    /// Triangles whose stretch had to be limited.
    pub limited: usize,
    /// The largest stretch of an edge: 0.05 for five percent.
    pub max_stretch: f64,
    /// The 99th percentile of the edges' stretch.
    pub p99_stretch: f64,
}

impl FrameReport {
    /// The report of a frame that ends at a time and took so many milliseconds.
    pub fn new(frame: usize, time: f64, ms: f64, step: &StepReport, stretch: StretchSummary) -> Self {
        Self {
            frame,
            time,
            ms,
            stages: Stages::of(|stage| step.times.milliseconds(stage)),
            substeps: step.substeps,
            retries: step.retries,
            newton_steps: step.newton_steps,
            linear_iterations: step.linear_iterations,
            contacts: step.contacts,
            held: step.held,
            lost_motion: step.lost_motion,
            failures: step.failures,
            failure_places: Vec::new(),
            intersections: None,
            pushed_out: step.pushed_out,
            left_inside: step.left_inside,
            passing: step.passing,
            misplaced: step.misplaced,
            tangled: step.intersections,
            freed: step.freed,
            slowed: step.slowed,
            limited: step.limited,
            max_stretch: stretch.max,
            p99_stretch: stretch.p99,
        }
    }
}
