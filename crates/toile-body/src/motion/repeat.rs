//! A motion that goes on beyond its end, with a stride that it has had.

use super::Motion;
use crate::skeleton::{Role, Skeleton, SkeletonPose};
use glam::{DQuat, DVec3};

/// A stride takes at least this long, in seconds.
const MIN_STRIDE_SECONDS: f64 = 0.5;
/// Poses are compared so often, in seconds.
const OFTEN: f64 = 1.0 / 60.0;
/// But not at more moments than this, however long the motion is.
const MOMENTS: usize = 600;
/// How much a difference of speeds counts beside one of poses, in seconds.
const SPEED: f64 = 0.1;
/// Bones that differ by more than this, in radians, show that there is no stride to go on with.
const UNLIKE: f64 = 0.6;
/// What is left of the difference between two poses fades within this time, in seconds.
const FADE: f64 = 0.4;

impl Motion {
    /// The motion, longer: where it ends it goes on from the earlier moment at which the body was held and moved most alike, on the floor from where it is and the way that it faces then, again and
    /// again. A motion that is long enough, or that never comes back to a pose, stays as it is.
    #[must_use]
    pub fn repeated(mut self, skeleton: &Skeleton, seconds: f64) -> Self {
        let wanted = (seconds / self.frame_seconds.max(1e-9)).ceil() as usize + 1;
        if wanted <= self.frames.len() {
            return self;
        }
        let Some([from, to]) = self.stride(skeleton) else { return self };
        let stride = self.frames[from..=to].to_vec();
        self.frames.truncate(to + 1);
        let fade = (FADE / self.frame_seconds).max(1.0).min(stride.len() as f64 - 1.0);
        while self.frames.len() < wanted {
            let Some(end) = self.frames.last().cloned() else { return self };
            let placed = Placed::onto(&stride[0], &end);
            let first = placed.apply(&stride[0]);
            let rest: Vec<DQuat> = end
                .rotations
                .iter()
                .zip(&first.rotations)
                .map(|(end, first)| *end * first.inverse())
                .collect();
            let more = stride.iter().enumerate().skip(1).take(wanted - self.frames.len()).map(|(k, pose)| {
                let t = (k as f64 / fade).min(1.0);
                let left = 1.0 - t * t * (3.0 - 2.0 * t);
                let mut pose = placed.apply(pose);
                pose.root.y += left * (end.root.y - first.root.y);
                for (turn, rest) in pose.rotations.iter_mut().zip(&rest) {
                    *turn = DQuat::IDENTITY.slerp(*rest, left) * *turn;
                }
                pose
            });
            self.frames.extend(more.collect::<Vec<_>>());
        }
        self
    }

    /// The first and the last frame of the stride whose ends are most alike.
    fn stride(&self, skeleton: &Skeleton) -> Option<[usize; 2]> {
        let every = (OFTEN / self.frame_seconds.max(1e-9)).round().max(1.0) as usize;
        let every = every.max(self.frames.len() / MOMENTS);
        let apart = (MIN_STRIDE_SECONDS / self.frame_seconds.max(1e-9)).ceil() as usize;
        let counted: Vec<usize> = (0..skeleton.bones().len())
            .filter(|&b| Role::from_name(&skeleton.bones()[b].name).is_some())
            .collect();
        let last = self.frames.len().checked_sub(1 + every)?;
        let moments: Vec<usize> = (0..=last).step_by(every).collect();
        let held: Vec<Vec<DQuat>> = moments.iter().map(|&m| facing_forwards(&self.frames[m])).collect();
        let speeds: Vec<Vec<DVec3>> = moments
            .iter()
            .map(|&m| {
                let pair = self.frames[m].rotations.iter().zip(&self.frames[m + every].rotations);
                let back = heading(&self.frames[m]).inverse();
                let seconds = every as f64 * self.frame_seconds;
                pair.map(|(a, b)| back * (*b * a.inverse()).to_scaled_axis() / seconds).collect()
            })
            .collect();
        let difference = |a: usize, b: usize| {
            let bones = counted.iter().map(|&bone| {
                let pose = held[a][bone].angle_between(held[b][bone]);
                pose + SPEED * speeds[a][bone].distance(speeds[b][bone])
            });
            bones.fold(0.0, f64::max)
        };
        let mut best: Option<(f64, [usize; 2])> = None;
        for a in 0..moments.len() {
            for b in (a + 1..moments.len()).filter(|&b| moments[b] - moments[a] >= apart) {
                let found = difference(a, b);
                if found < best.map_or(UNLIKE, |(least, _)| least) {
                    best = Some((found, [moments[a], moments[b]]));
                }
            }
        }
        best.map(|(_, stride)| stride)
    }
}

/// The turn about the vertical by which a body faces elsewhere than at rest.
fn heading(pose: &SkeletonPose) -> DQuat {
    let forwards = pose.rotations.first().map_or(DVec3::Z, |turn| *turn * DVec3::Z);
    DQuat::from_rotation_y(forwards.x.atan2(forwards.z))
}

/// How the bones are turned for a body that faces as at rest.
fn facing_forwards(pose: &SkeletonPose) -> Vec<DQuat> {
    let back = heading(pose).inverse();
    pose.rotations.iter().map(|turn| back * *turn).collect()
}

/// A shift over the floor and a turn about the vertical.
struct Placed {
    turn: DQuat,
    from: DVec3,
    to: DVec3,
}

impl Placed {
    /// Puts one pose to where another one is, and lets it face as that does.
    fn onto(pose: &SkeletonPose, other: &SkeletonPose) -> Self {
        let turn = heading(other) * heading(pose).inverse();
        Self { turn, from: pose.root.with_y(0.0), to: other.root.with_y(0.0) }
    }

    fn apply(&self, pose: &SkeletonPose) -> SkeletonPose {
        SkeletonPose {
            root: self.turn * (pose.root - self.from) + self.to,
            rotations: pose.rotations.iter().map(|turn| self.turn * *turn).collect(),
        }
    }
}
