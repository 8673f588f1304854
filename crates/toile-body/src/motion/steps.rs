//! Motions that are built in: a walk and a turn.

use super::Motion;
use super::gait::Gait;
use crate::skeleton::{Skeleton, SkeletonPose};
use glam::DQuat;
use std::f64::consts::TAU;

/// Frames a second.
const FRAMES_PER_SECOND: f64 = 60.0;
/// Seconds for a step with each foot.
const STRIDE: f64 = 1.1;

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
