//! How a frame of a simulation went, as numbers.

use serde::Serialize;
use toile_cloth::run::Intersections;
use toile_cloth::solver::StepReport;
use toile_cloth::stretch::StretchSummary;

/// How a frame went: a line of the report of `toile simulate`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FrameReport {
    /// The frame, counted from 1: frame 0 is the start.
    pub frame: usize,
    /// The time at its end, in seconds.
    pub time: f64,
    /// How long it took, in milliseconds.
    pub ms: f64,
    /// How its steps went together.
    #[serde(flatten)]
    pub step: StepReport,
    /// Where the first of the pairs are that could not be kept apart, in metres.
    pub failure_places: Vec<[f64; 3]>,
    /// What passes through what at the end of the frame; left out if it was not looked for.
    #[serde(flatten)]
    pub intersections: Option<Intersections>,
    /// The stretch of its edges.
    #[serde(flatten)]
    pub stretch: StretchSummary,
}
