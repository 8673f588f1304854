//! Motions that are built in: a walk, a turn, and sitting down.

use super::Motion;
use super::gait::Gait;
use super::seat::Seat;
use crate::skeleton::{Skeleton, SkeletonPose};
use glam::DQuat;
use std::f64::consts::TAU;

/// Frames a second.
const FRAMES_PER_SECOND: f64 = 60.0;
/// Seconds for a step with each foot.
const STRIDE: f64 = 1.1;
/// The parts of the time in which a body sits down, in which it sits, and in which it stands up again; then it stands.
const SITTING: [f64; 3] = [0.32, 0.2, 0.32];

/// A walk along +z for some seconds at an even pace: arms swing, legs follow feet that stay where they are put down until they are lifted.
pub fn walk(skeleton: &Skeleton, seconds: f64) -> Motion {
    let count = (seconds.max(0.0) * FRAMES_PER_SECOND) as usize + 1;
    let gait = Gait::of(skeleton);
    let frames = (0..count).map(|i| gait.pose(skeleton, i as f64 / FRAMES_PER_SECOND / STRIDE)).collect();
    Motion { frame_seconds: 1.0 / FRAMES_PER_SECOND, frames }
}

/// A turn once around on the spot, arms lowered.
pub fn turn(skeleton: &Skeleton, seconds: f64) -> Motion {
    let count = ((seconds.max(0.1) * FRAMES_PER_SECOND) as usize).max(1);
    let still = SkeletonPose::rest(skeleton);
    let center = still.root.with_y(0.0);
    let frames = (0..=count)
        .map(|i| {
            let t = i as f64 / count as f64;
            let around = DQuat::from_rotation_y(TAU * t * t * (3.0 - 2.0 * t));
            SkeletonPose {
                root: center + around * (still.root - center),
                rotations: still.rotations.iter().map(|r| around * *r).collect(),
            }
        })
        .collect();
    Motion { frame_seconds: 1.0 / FRAMES_PER_SECOND, frames }
}

/// Sits down on nothing, stays so for a while (a second out of five), and stands up again to the pose in which it began, which is that of dressing. Feet stay.
pub fn sit(skeleton: &Skeleton, seconds: f64) -> Motion {
    let count = ((seconds.max(0.1) * FRAMES_PER_SECOND) as usize).max(1);
    let seat = Seat::of(skeleton);
    let frames = (0..=count).map(|i| seat.pose(skeleton, seated(i as f64 / count as f64))).collect();
    Motion { frame_seconds: 1.0 / FRAMES_PER_SECOND, frames }
}

/// How far down a body is at a part of the time, from standing (0) to sitting (1): neither its speed nor its acceleration jumps.
fn seated(part: f64) -> f64 {
    let [down, stays, up] = SITTING;
    let smooth = |t: f64| {
        let t = t.clamp(0.0, 1.0);
        t * t * t * (t * (6.0 * t - 15.0) + 10.0)
    };
    smooth(part / down) - smooth((part - down - stays) / up)
}
