//! What is said of all frames of a run together, before and after it was resumed.

use crate::frame_report::FrameReport;
use serde::Serialize;
use toile_cloth::run::Intersections;
use toile_cloth::solver::{ContactReport, RecoveryReport, SolverReport, StageTimes, StepReport};
use toile_cloth::stretch::StretchSummary;

/// What is said of all frames of a run together. Checkpoints hold it, so that a run that was resumed tells of its whole way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunTotals {
    /// How all frames went together, without times: those depend on the machine.
    pub step: StepReport,
    /// The largest stretch of any frame.
    pub stretch: StretchSummary,
    /// That of the last frame.
    pub last_stretch: StretchSummary,
    /// The first frame in which pairs could not be kept apart.
    pub first_failure: Option<FailedFrame>,
    /// The frame in which most passes through, if frames were searched.
    pub worst: Option<WorstFrame>,
    /// Frames after which something passed through something, since it could not be kept apart.
    pub frames_tangled: usize,
    /// Frames in which cloths were on their way through each other.
    pub frames_passing: usize,
}

/// A frame in which pairs could not be kept apart.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FailedFrame {
    /// The frame.
    pub frame: usize,
    /// Where the first of them are, in metres.
    pub places: Vec<[f64; 3]>,
}

/// A frame and what passes through what in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct WorstFrame {
    /// The frame.
    pub frame: usize,
    /// What passes through what.
    #[serde(flatten)]
    pub intersections: Intersections,
}

impl RunTotals {
    /// Adds the next frame.
    pub fn add(&mut self, report: &FrameReport) {
        let FrameReport { frame, time: _, ms: _, step, failure_places, intersections, stretch } = report;
        self.step.add(&StepReport { times: StageTimes::default(), ..*step });
        self.stretch = self.stretch.max(*stretch);
        self.last_stretch = *stretch;
        if self.first_failure.is_none() && step.contact.failures > 0 {
            self.first_failure = Some(FailedFrame { frame: *frame, places: failure_places.clone() });
        }
        if let Some(intersections) = *intersections {
            let is_worse = self.worst.is_none_or(|worst| intersections.count() > worst.intersections.count());
            if is_worse {
                self.worst = Some(WorstFrame { frame: *frame, intersections });
            }
        }
        self.frames_tangled += usize::from(step.recovery.tangled > 0);
        self.frames_passing += usize::from(step.recovery.passing > 0);
    }

    /// All of it as numbers, from which it can be made again with the same bits. Parts are taken by name, so that none can be forgotten here.
    pub(super) fn to_numbers(&self) -> Vec<u64> {
        let Self { step, stretch, last_stretch, first_failure, worst, frames_tangled, frames_passing } = self;
        let mut numbers = step_numbers(step);
        numbers.extend([stretch.max, stretch.p99, last_stretch.max, last_stretch.p99].map(f64::to_bits));
        numbers.extend([*frames_tangled, *frames_passing].map(|count| count as u64));
        numbers.push(u64::from(worst.is_some()));
        let WorstFrame { frame, intersections } = worst.unwrap_or_default();
        numbers.extend([frame, intersections.itself, intersections.bodies].map(|count| count as u64));
        numbers.push(u64::from(first_failure.is_some()));
        if let Some(FailedFrame { frame, places }) = first_failure {
            numbers.push(*frame as u64);
            numbers.extend(places.as_flattened().iter().map(|coordinate| coordinate.to_bits()));
        }
        numbers
    }

    /// What numbers tell; none if they are too few.
    pub(super) fn from_numbers(numbers: &[u64]) -> Option<Self> {
        let (step, rest) = numbers.split_at_checked(STEP_NUMBERS)?;
        let (fixed, failure) = rest.split_first_chunk::<11>()?;
        let [max, p99, last_max, last_p99, tangled, passing, has_worst, frame, itself, bodies, has_failed] =
            *fixed;
        let stretch =
            |[max, p99]: [u64; 2]| StretchSummary { max: f64::from_bits(max), p99: f64::from_bits(p99) };
        let intersections = Intersections { itself: itself as usize, bodies: bodies as usize };
        let first_failure = match failure.split_first() {
            Some((frame, places)) if has_failed != 0 => {
                let places = places.as_chunks().0.iter().map(|place| place.map(f64::from_bits)).collect();
                Some(FailedFrame { frame: *frame as usize, places })
            }
            _ => None,
        };
        Some(Self {
            step: step_of(step)?,
            stretch: stretch([max, p99]),
            last_stretch: stretch([last_max, last_p99]),
            first_failure,
            worst: (has_worst != 0).then_some(WorstFrame { frame: frame as usize, intersections }),
            frames_tangled: tangled as usize,
            frames_passing: passing as usize,
        })
    }
}

/// How many numbers a step's report is, without its times.
const STEP_NUMBERS: usize = 21;

fn step_numbers(step: &StepReport) -> Vec<u64> {
    let StepReport { substeps, retries, damped, solver, contact, recovery, times: _ } = *step;
    let SolverReport {
        newton_steps,
        linear_iterations,
        last_correction,
        shortened,
        negative_curvatures,
        slowed,
        limited,
    } = solver;
    let ContactReport { contacts, detections, held, lost_motion, failures, pushed_out, left_inside } =
        contact;
    let RecoveryReport { tangled, freed, passing, misplaced } = recovery;
    let counts = [
        substeps,
        retries,
        newton_steps,
        linear_iterations,
        shortened,
        negative_curvatures,
        slowed,
        limited,
        contacts,
        detections,
        held,
        failures,
        pushed_out,
        left_inside,
        tangled,
        freed,
        passing,
        misplaced,
    ];
    let values = [damped, last_correction, lost_motion];
    counts.map(|count| count as u64).into_iter().chain(values.map(f64::to_bits)).collect()
}

fn step_of(numbers: &[u64]) -> Option<StepReport> {
    let (counts, values) = numbers.split_first_chunk::<18>()?;
    let [damped, last_correction, lost_motion] = values.first_chunk::<3>()?.map(f64::from_bits);
    let [
        substeps,
        retries,
        newton_steps,
        linear_iterations,
        shortened,
        negative_curvatures,
        slowed,
        limited,
        contacts,
        detections,
        held,
        failures,
        pushed_out,
        left_inside,
        tangled,
        freed,
        passing,
        misplaced,
    ] = counts.map(|count| count as usize);
    Some(StepReport {
        substeps,
        retries,
        damped,
        solver: SolverReport {
            newton_steps,
            linear_iterations,
            last_correction,
            shortened,
            negative_curvatures,
            slowed,
            limited,
        },
        contact: ContactReport { contacts, detections, held, lost_motion, failures, pushed_out, left_inside },
        recovery: RecoveryReport { tangled, freed, passing, misplaced },
        times: StageTimes::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(n: usize) -> FrameReport {
        let mut step = StepReport { substeps: n, damped: 1.0 / n as f64, ..StepReport::default() };
        step.contact.failures = n / 2;
        step.recovery.tangled = n % 2;
        step.solver.newton_steps = 7;
        step.times = StageTimes::of(|_| 3.0);
        FrameReport {
            frame: n,
            time: 0.1 * n as f64,
            ms: 1.0,
            step,
            failure_places: vec![[n as f64, 0.5, -0.0]; n],
            intersections: Some(Intersections { itself: 5 - n, bodies: 1 }),
            stretch: StretchSummary { max: 1.0 / n as f64, p99: 0.01 * n as f64 },
        }
    }

    #[test]
    fn frames_add_up_the_same_across_a_checkpoint() {
        let mut whole = RunTotals::default();
        (1..=4).for_each(|n| whole.add(&frame(n)));
        assert_eq!((whole.stretch.max, whole.last_stretch.max), (1.0, 0.25));
        assert_eq!(whole.first_failure.as_ref().map(|failed| failed.frame), Some(2));
        assert_eq!(whole.worst.map(|worst| (worst.frame, worst.intersections.itself)), Some((1, 4)));
        assert_eq!((whole.step.substeps, whole.step.contact.failures, whole.frames_tangled), (10, 4, 2));
        assert_eq!(whole.step.times, StageTimes::default());

        for cut in 0..4 {
            let mut parts = RunTotals::default();
            (1..=cut).for_each(|n| parts.add(&frame(n)));
            let mut parts = RunTotals::from_numbers(&parts.to_numbers()).unwrap();
            (cut + 1..=4).for_each(|n| parts.add(&frame(n)));
            assert_eq!(parts, whole, "cut after {cut}");
        }
        let numbers = RunTotals::default().to_numbers();
        assert_eq!(RunTotals::from_numbers(&numbers), Some(RunTotals::default()));
        assert!((0..numbers.len()).all(|length| RunTotals::from_numbers(&numbers[..length]).is_none()));
    }
}
