//! A motion of a skeleton.

use super::MeshSequence;
use crate::skeleton::{Skeleton, SkeletonPose, SkinWeights, Skinning};
use glam::DVec3;

/// Poses at even times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Motion {
    /// Seconds from one pose to the next.
    pub frame_seconds: f64,
    /// The poses.
    pub frames: Vec<SkeletonPose>,
}

/// A bone that turns by more than this from one frame to the next, in radians, and this many times as far as any bone does in the frames after
/// that, has not moved: it has jumped.
const JUMP: f64 = 0.35;
const JUMP_SHARE: f64 = 4.0;

impl Motion {
    /// The motion without its first frame, if that is not part of it: many recordings begin with the pose in which their skeleton was
    /// measured, arms held to the sides, and jump from there into the motion.
    #[must_use]
    pub fn without_reference_pose(mut self) -> Self {
        let turns: Vec<f64> = self.frames.windows(2).map(|pair| largest_turn(&pair[0], &pair[1])).collect();
        if let [first, later @ ..] = &turns[..] {
            let usual = later.iter().copied().fold(0.0, f64::max);
            if *first > JUMP.max(JUMP_SHARE * usual) && !later.is_empty() {
                self.frames.remove(0);
            }
        }
        self
    }

    /// The pose at a time, between frames on the way from one to the next; the first and last hold before and after.
    pub fn pose_at(&self, seconds: f64) -> Option<SkeletonPose> {
        let last = self.frames.len().checked_sub(1)?;
        let place = (seconds / self.frame_seconds.max(1e-9)).clamp(0.0, last as f64);
        let (low, t) = (place as usize, place.fract());
        if t == 0.0 {
            return self.frames.get(low).cloned();
        }
        let (a, b) = (self.frames.get(low)?, self.frames.get((low + 1).min(last))?);
        Some(a.lerp(b, t))
    }

    /// How long it takes.
    pub fn seconds(&self) -> f64 {
        self.frame_seconds * self.frames.len().saturating_sub(1) as f64
    }

    /// The same motion, slower (above 1) or faster.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Self {
        self.frame_seconds *= factor;
        self
    }

    /// A lead-in: from the rest pose, in which the body was dressed, smoothly to the first frame, then the motion.
    #[must_use]
    pub fn with_lead_in(mut self, skeleton: &Skeleton, seconds: f64) -> Self {
        let Some(first) = self.frames.first().cloned() else { return self };
        let rest = SkeletonPose::rest(skeleton);
        let count = (seconds / self.frame_seconds.max(1e-9)).round().max(1.0) as usize;
        let ease = |i: usize| {
            let t = i as f64 / count as f64;
            rest.lerp(&first, t * t * (3.0 - 2.0 * t))
        };
        let mut frames: Vec<SkeletonPose> = (0..count).map(ease).collect();
        frames.append(&mut self.frames);
        self.frames = frames;
        self
    }

    /// Moves each frame up or down so that the lowest point of the skin is on the floor, on which the body stands at rest.
    pub fn ground(&mut self, skeleton: &Skeleton, rest: &[DVec3], skin: &SkinWeights) {
        let floor = rest.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        for frame in &mut self.frames {
            let moved = skin.apply(rest, &frame.transforms(skeleton), Skinning::LinearBlend);
            let lowest = moved.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
            if (floor - lowest).is_finite() {
                frame.root.y += floor - lowest;
            }
        }
    }

    /// The skin at every frame.
    pub fn skinned(
        &self,
        skeleton: &Skeleton,
        rest: &[DVec3],
        skin: &SkinWeights,
        method: Skinning,
    ) -> MeshSequence {
        let frames: Vec<Vec<DVec3>> =
            self.frames.iter().map(|frame| skin.apply(rest, &frame.transforms(skeleton), method)).collect();
        let times = (0..frames.len()).map(|i| i as f64 * self.frame_seconds).collect();
        MeshSequence { times, frames }
    }
}

/// By how much the bone that turns most turns from one pose to another, in radians.
fn largest_turn(from: &SkeletonPose, to: &SkeletonPose) -> f64 {
    let turns = from.rotations.iter().zip(&to.rotations).map(|(a, b)| a.angle_between(*b));
    turns.fold(0.0, f64::max)
}
