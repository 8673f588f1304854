//! A dressed body that moves: its frames, and what was found in each.

use super::frame_check::{FrameCheck, UpperEdges};
use crate::outfit::{Following, Outfit};
use glam::DVec3;
use serde::Serialize;
use std::time::Instant;
use toile_body::motion::{MotionError, MovingBody, Playing};
use toile_cloth::rest::DegenerateTriangle;
use toile_cloth::run::{Deadline, Intersections};
use toile_cloth::solver::{SolverError, StepReport};
use toile_cloth::stretch::{StretchSummary, rest_edges};
use toile_geom::TriMesh;
use toile_geom::allowance::{Allowance, MemoryLimit, Spent};

/// A frame: body and garments at a time.
#[derive(Clone, Debug)]
pub struct MotionFrame {
    /// The time in seconds.
    pub time: f64,
    /// The vertices of the body.
    pub body: Vec<DVec3>,
    /// The vertices of each garment.
    pub garments: Vec<Vec<DVec3>>,
}

/// A dressed body in motion.
#[derive(Clone, Debug)]
pub struct DressedMotion {
    /// All frames.
    pub frames: Vec<MotionFrame>,
    /// The triangles of the body.
    pub body: Vec<[u32; 3]>,
    /// The triangles of each garment.
    pub garments: Vec<Vec<[u32; 3]>>,
    /// What the garments are called.
    pub names: Vec<String>,
    /// What was measured on the way.
    pub summary: MotionSummary,
}

/// What was measured while a dressed body moved.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MotionSummary {
    /// Frames, without the first, in which the body stands as it was dressed.
    pub frames: usize,
    /// Frames a second.
    pub fps: f64,
    /// How long a frame took to compute, in seconds, in the mean and at worst.
    pub seconds_per_frame: [f64; 2],
    /// Frames in which cloth passes through cloth or through the body, by the exact test.
    pub frames_with_intersections: usize,
    /// What all steps took together.
    #[serde(flatten)]
    pub step: StepReport,
    /// The most pairs of triangles that pass through each other in a frame.
    #[serde(flatten)]
    pub intersections: Intersections,
    /// The most that edges of the cloth are longer than they were cut, in any frame.
    #[serde(flatten)]
    pub stretch: StretchSummary,
    /// The farthest that the upper edge of each garment, waistband or shoulders, is from where it was on the skin at first, in metres, in any frame and in the last.
    pub slipped: Vec<[f64; 2]>,
    /// All frames.
    pub by_frame: Vec<FrameCheck>,
}

/// Why a dressed body cannot move.
#[derive(Debug, thiserror::Error)]
pub enum DressedMotionError {
    /// There is no such motion, or it does not fit the body.
    #[error(transparent)]
    Motion(#[from] MotionError),
    /// The body in motion is another than the one that was dressed.
    #[error("the motion begins {0:.3} m away from where the body was dressed: give it a lead-in")]
    Elsewhere(f64),
    /// A triangle of the cloth has no area.
    #[error(transparent)]
    Flat(#[from] DegenerateTriangle),
    /// The cloth cannot be moved on.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// How far the first frame may be from where the body was dressed, in metres.
const SAME_PLACE: f64 = 1e-4;
/// Keys of the body a second.
const KEYS: f64 = 60.0;

impl Outfit {
    /// Lets the dressed body move, and the garments follow: `walk`, `turn`, `sit`, or a recording, for five seconds after a second in which the body goes from the
    /// pose in which it was dressed to the first frame. This takes minutes, and an outfit that was [given up](Outfit::gave_up) moves as it is;
    /// [`follow`](Self::follow) tells how far it is.
    ///
    /// # Errors
    /// If there is no such motion, or the cloth cannot follow.
    pub fn walk(&self, motion: &str) -> Result<DressedMotion, DressedMotionError> {
        let playing = Playing { lead_in: 1.0, ..Playing::default() };
        self.follow(&self.wearer.moving(motion, &playing)?, &playing, &mut |_, _| ())
    }

    /// Lets the garments follow a body that moves, for the time that it was opened for. `progress` hears how many frames there are, and what was found in
    /// the one that is done. A motion that is [cancelled](crate::DressSettings::cancel) ends with the frames that are there.
    ///
    /// # Errors
    /// If the motion begins elsewhere, or the cloth cannot follow.
    pub fn follow(
        &self,
        moving: &MovingBody,
        playing: &Playing,
        progress: &mut dyn FnMut(usize, &FrameCheck),
    ) -> Result<DressedMotion, DressedMotionError> {
        let body = moving.mesh();
        let begin = moving.positions(0.0);
        let apart = begin.iter().zip(&body.positions).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
        if apart > SAME_PLACE {
            return Err(DressedMotionError::Elsewhere(apart));
        }
        let Playing { lead_in, seconds, frames_per_second: fps, .. } = *playing;
        let seconds = (lead_in + seconds).min(moving.seconds());
        let key = |k: usize| (k as f64 / KEYS, moving.positions(k as f64 / KEYS));
        let keys = (0..=(seconds * KEYS).ceil() as usize).map(key).collect();
        let mut following = Following::new(self, keys)?;
        following.run.simulation.allowance = Allowance {
            deadline: Deadline::NEVER.or_cancelled(&self.settings.cancel),
            memory: MemoryLimit::more_than_now(self.settings.memory_limit),
        };
        let count = (seconds * fps).round().max(1.0) as usize;
        let edges = rest_edges(&following.run.simulation.cloth);
        let mut frames = vec![MotionFrame { time: 0.0, body: begin, garments: following.positions() }];
        let upper_edges = UpperEdges::of(&frames[0]);
        let mut checks = Vec::with_capacity(count);
        for n in 1..=count {
            let clock = Instant::now();
            let step = match following.advance(1.0 / fps) {
                Err(error) if error.spent() == Some(Spent::Cancelled) => break,
                step => step?,
            };
            let seconds = clock.elapsed().as_secs_f64();
            let time = n as f64 / fps;
            let skin = TriMesh { positions: moving.positions(time), triangles: body.triangles.clone() };
            let mut cloth = TriMesh::default();
            following.meshes().iter().for_each(|garment| cloth.append(garment));
            let found = FrameCheck::of(&cloth, &skin, &edges);
            let frame = MotionFrame { time, body: skin.positions, garments: following.positions() };
            let slipped = upper_edges.slipped(&frame);
            frames.push(frame);
            let check = FrameCheck { time, seconds, step, slipped, ..found };
            progress(count, &check);
            checks.push(check);
        }
        let summary = MotionSummary::of(checks, fps);
        let garments = self.garments.iter().map(|garment| garment.cloth.triangles.clone()).collect();
        let names = self.names().map(str::to_owned).collect();
        Ok(DressedMotion { frames, body: body.triangles.clone(), garments, names, summary })
    }
}

impl MotionSummary {
    /// What all frames were like together.
    fn of(by_frame: Vec<FrameCheck>, fps: f64) -> Self {
        let most = |of: fn(&FrameCheck) -> f64| by_frame.iter().map(of).fold(0.0, f64::max);
        let mut step = StepReport::default();
        for check in &by_frame {
            step.add(&check.step);
        }
        let total: f64 = by_frame.iter().map(|check| check.seconds).sum();
        let garments = by_frame.last().map_or(0, |check| check.slipped.len());
        let slipped = |n: usize| {
            let farthest = by_frame.iter().map(|check| check.slipped[n]).fold(0.0, f64::max);
            [farthest, by_frame.last().map_or(0.0, |check| check.slipped[n])]
        };
        Self {
            frames: by_frame.len(),
            fps,
            seconds_per_frame: [total / by_frame.len().max(1) as f64, most(|check| check.seconds)],
            frames_with_intersections: by_frame.iter().filter(|check| check.has_intersections()).count(),
            step,
            intersections: by_frame
                .iter()
                .fold(Intersections::default(), |most, check| most.max(check.intersections)),
            stretch: by_frame.iter().fold(StretchSummary::default(), |most, check| most.max(check.stretch)),
            slipped: (0..garments).map(slipped).collect(),
            by_frame,
        }
    }
}
