//! What a step of the guard did.

use crate::narrow::StencilKind;
use glam::DVec3;
use std::time::Duration;

/// What a step took and did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GuardReport {
    /// Whether candidates were looked for anew.
    pub detected: bool,
    /// How many portions the way was taken in.
    pub portions: usize,
    /// Time for detection.
    pub detection: Duration,
    /// Time for everything.
    pub total: Duration,
    /// Pairs that are listed as candidates.
    pub candidates: usize,
    /// Pairs that could meet in this step.
    pub suspects: usize,
    /// Pairs that had to be kept apart.
    pub held: usize,
    /// Free vertices that did not get where they were to go.
    pub truncated: usize,
    /// The length of all motion that was taken away, in metres.
    pub lost: f64,
    /// The length of all motion that was asked for, in metres.
    pub asked: f64,
    /// How often pairs were looked at again because others had changed.
    pub rounds: usize,
    /// Pairs that could not be guarded: see [`Failure`].
    pub failures: usize,
}

impl GuardReport {
    /// Adds what a portion of a way took; its motion is not counted, since what it lost may be made up for by the next.
    pub(super) fn add_portion(&mut self, portion: &Self) {
        self.portions += 1;
        self.detected |= portion.detected;
        self.detection += portion.detection;
        self.candidates = self.candidates.max(portion.candidates);
        self.suspects += portion.suspects;
        self.held += portion.held;
        self.rounds += portion.rounds;
    }

    /// Tells how far vertices were to go, and how much of that was taken away.
    pub(super) fn count_motion(&mut self, start: &[DVec3], goals: &[DVec3], ends: &[DVec3]) {
        for ((goal, end), start) in goals.iter().zip(ends).zip(start) {
            self.asked += goal.distance(*start);
            if goal != end {
                self.truncated += 1;
                self.lost += goal.distance(*end);
            }
        }
    }
}

/// Why a pair could not be guarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// It touches at the start, or is so close that rounding does not tell which side is which.
    Touching,
    /// Kinematic vertices leave it no room, or it is kinematic altogether.
    Pinched,
}

/// A pair that could not be guarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Failure {
    /// What it is.
    pub kind: StencilKind,
    /// Its vertices.
    pub corners: [u32; 4],
    /// Why.
    pub reason: Reason,
}
