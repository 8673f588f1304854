//! How a body walks: where its feet are at each moment, and how its legs reach them.
//!
//! Feet come first. Each is put down, stays where it is until the other one is put down, rolls off over its toes and is carried to the next
//! place. The hips go forwards evenly, up and down a little, and the knees bend as hips and ankles ask for: so feet do not slide.

use crate::skeleton::{BodySide, Role, Skeleton, SkeletonPose};
use glam::{DMat3, DQuat, DVec3};
use std::f64::consts::TAU;

/// The way of a step over the length of the legs.
const STEP_LENGTH_RATIO: f64 = 0.6;
/// The part of a stride at which a foot begins to roll off, which is when the other one is put down, and at which it leaves the floor.
const ROLL: f64 = 0.5;
const LIFT: f64 = 0.62;
/// How far in front of the hips a foot is put down, over the way of a step.
const AHEAD: f64 = 0.55;
/// How far the hips sink below where they are at rest, on average and to either side of it, over the length of the legs.
const SINK: [f64; 2] = [0.045, 0.02];
/// How far a foot turns while it rolls off, and how far up its toes are when it is put down next, in radians.
const ROLLED: f64 = 0.5;
const TOES_UP: f64 = 0.12;
/// How high a foot is carried over the length of the legs.
const CARRIED: f64 = 0.08;
/// Where a foot rolls off on the way from ankle to the end of its bone: the tip of its toes, since it has no joint before that.
const TOES: f64 = 1.2;
/// How far apart feet are set, as a part of the distance of the hip joints.
const APART: f64 = 0.65;
/// A leg is never quite straight: this part of its length.
const STRAIGHT: f64 = 0.998;

/// A leg: its bones, and its joints at rest.
#[derive(Clone, Copy, Debug)]
struct Leg {
    bones: [usize; 3],
    hip: DVec3,
    knee: DVec3,
    ankle: DVec3,
    /// From the ankle to where the foot rolls off.
    toes: DVec3,
    /// How much of a stride it is ahead.
    ahead: f64,
}

/// The walk of one skeleton.
#[derive(Debug)]
pub(super) struct Gait {
    legs: Vec<Leg>,
    /// From hip to ankle.
    length: f64,
    /// Where the body begins.
    start: DVec3,
}

/// Where a foot is: its ankle as seen from where it was put down, and how far its heel is up, in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Footing {
    ankle: DVec3,
    pitch: f64,
}

impl Gait {
    /// How a body with these bones walks.
    pub(super) fn of(skeleton: &Skeleton) -> Self {
        let legs: Vec<Leg> = [(BodySide::Left, 0.0), (BodySide::Right, 0.5)]
            .into_iter()
            .filter_map(|(side, ahead)| Leg::of(skeleton, side, ahead))
            .collect();
        let length = legs.iter().map(|leg| leg.hip.distance(leg.ankle)).fold(0.0, f64::max);
        Self { legs, length, start: SkeletonPose::rest(skeleton).root }
    }

    /// The pose after some strides.
    pub(super) fn pose(&self, skeleton: &Skeleton, strides: f64) -> SkeletonPose {
        let mut pose = SkeletonPose::rest(skeleton);
        let bob = (2.0 * TAU * strides).cos();
        let down = self.length * (SINK[0] + SINK[1] * bob);
        pose.root = self.start + DVec3::new(0.0, -down, 2.0 * STEP_LENGTH_RATIO * self.length * strides);
        let mut turns = upper_body(skeleton, TAU * strides);
        follow(skeleton, &turns, &mut pose);
        let heads = pose.heads(skeleton);
        for leg in &self.legs {
            let hip = heads[leg.bones[0]];
            let turned = leg.reach(hip, &self.footing(leg, strides));
            for (bone, rotation) in leg.bones.into_iter().zip(turned) {
                turns[bone] = Turn::Whole(rotation);
            }
        }
        follow(skeleton, &turns, &mut pose);
        pose
    }

    /// Where a foot is after some strides, in the world.
    fn footing(&self, leg: &Leg, strides: f64) -> Footing {
        let own = strides + leg.ahead;
        let (number, part) = (own.floor(), own - own.floor());
        let step = STEP_LENGTH_RATIO * self.length;
        // It was put down when its own stride began, somewhat in front of where the hips were then.
        let put_down = 2.0 * step * (number - leg.ahead) + AHEAD * step;
        let side = APART * leg.hip.x;
        let place = DVec3::new(side, leg.ankle.y, self.start.z + put_down + leg.ankle.z - leg.hip.z);
        let seen = footing(part, 2.0 * step, CARRIED * self.length, leg.toes);
        Footing { ankle: place + seen.ankle, ..seen }
    }
}

/// A foot at a part of its stride, as seen from where it was put down.
fn footing(part: f64, way: f64, height: f64, toes: DVec3) -> Footing {
    // Over the toes, which stay where they are.
    let rolled = |pitch: f64| toes - DQuat::from_rotation_x(pitch) * toes;
    let smooth = |t: f64| t * t * (3.0 - 2.0 * t);
    if part < ROLL {
        return Footing { ankle: DVec3::ZERO, pitch: 0.0 };
    }
    if part < LIFT {
        let pitch = ROLLED * smooth(0.5 * (part - ROLL) / (LIFT - ROLL)) * 2.0;
        return Footing { ankle: rolled(pitch), pitch };
    }
    let t = (part - LIFT) / (1.0 - LIFT);
    let (from, to) = (rolled(ROLLED), DVec3::new(0.0, 0.0, way));
    // Toes come up on the way and are level again where the foot is put down.
    let pitch = ROLLED * (1.0 - smooth(t)) - TOES_UP * (TAU / 2.0 * t).sin().powi(2);
    // Toes that still point down are no lower than the floor.
    let up = rolled(pitch.max(0.0)).y + height * (TAU / 2.0 * t).sin();
    Footing { ankle: from.lerp(to, smooth(t)).with_y(up), pitch }
}

impl Leg {
    fn of(skeleton: &Skeleton, side: BodySide, ahead: f64) -> Option<Self> {
        let bones = [Role::UpperLeg(side), Role::LowerLeg(side), Role::Foot(side)];
        let [upper, lower, foot] = bones.map(|role| skeleton.bone_of(role));
        let bones = [upper?, lower?, foot?];
        let [hip, knee, ankle] = bones.map(|bone| skeleton.bones()[bone].head);
        let tip = skeleton.bones()[bones[2]].tail - ankle;
        let toes = DVec3::new(TOES * tip.x, -ankle.y, TOES * tip.z);
        Some(Self { bones, hip, knee, ankle, toes, ahead })
    }

    /// How thigh, shank and foot are turned for a foot somewhere: the knee bends forwards.
    fn reach(&self, hip: DVec3, footing: &Footing) -> [DQuat; 3] {
        let [thigh, shank] = [self.hip.distance(self.knee), self.knee.distance(self.ankle)];
        let way = footing.ankle - hip;
        let down = way.normalize_or(DVec3::NEG_Y);
        let far = way.length().clamp((thigh - shank).abs() + 1e-3, STRAIGHT * (thigh + shank));
        let along = (thigh * thigh + far * far - shank * shank) / (2.0 * far);
        let aside = (thigh * thigh - along * along).max(0.0).sqrt();
        let forwards = (DVec3::Z - down * down.z).normalize_or(DVec3::Z);
        let knee = hip + down * along + forwards * aside;
        let ankle = hip + down * far;
        [
            turn_of(self.knee - self.hip, knee - hip),
            turn_of(self.ankle - self.knee, ankle - knee),
            DQuat::from_rotation_x(footing.pitch),
        ]
    }
}

/// The turn that takes one direction to another and keeps what is to the side at the side.
fn turn_of(from: DVec3, to: DVec3) -> DQuat {
    let frame = |down: DVec3| {
        let down = down.normalize_or(DVec3::NEG_Y);
        let side = (DVec3::X - down * down.x).normalize_or(DVec3::X);
        DMat3::from_cols(side, down, side.cross(down))
    };
    DQuat::from_mat3(&(frame(to) * frame(from).transpose()))
}

/// How a bone is turned: with its parent and by a little more, or as a whole.
#[derive(Clone, Copy, Debug)]
enum Turn {
    More(DQuat),
    Whole(DQuat),
}

/// Hips that turn with the legs, a chest that turns against them, arms that swing against the legs.
fn upper_body(skeleton: &Skeleton, phase: f64) -> Vec<Turn> {
    let mut turns = vec![Turn::More(DQuat::IDENTITY); skeleton.bones().len()];
    let mut set = |role: Role, turn: DQuat| {
        if let Some(bone) = skeleton.bone_of(role) {
            turns[bone] = Turn::More(turn);
        }
    };
    // The left foot is in front at 0.
    let sway = DQuat::from_rotation_y(-0.06 * phase.cos());
    let counter = DQuat::from_rotation_y(0.07 * phase.cos());
    set(Role::Pelvis, sway);
    set(Role::Chest, counter * sway.inverse());
    for (side, sign) in [(BodySide::Left, 1.0), (BodySide::Right, -1.0)] {
        // Backwards is a positive turn about x; arms also come down from the pose of dressing.
        let back = sign * phase.cos();
        let lower = DQuat::from_rotation_z(-sign * 0.52);
        set(Role::UpperArm(side), DQuat::from_rotation_x(0.36 * back) * lower);
        set(Role::LowerArm(side), DQuat::from_rotation_x(-0.22 - 0.12 * (-back).max(0.0)));
    }
    turns
}

/// Turns all bones, parents before their children.
fn follow(skeleton: &Skeleton, turns: &[Turn], pose: &mut SkeletonPose) {
    for (i, bone) in skeleton.bones().iter().enumerate() {
        let parent = bone.parent.map_or(DQuat::IDENTITY, |parent| pose.rotations[parent]);
        pose.rotations[i] = match turns[i] {
            Turn::More(turn) => parent * turn,
            Turn::Whole(turn) => turn,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foot_is_carried_from_where_it_was_put_down_to_the_next_place_without_a_jump() {
        let toes = DVec3::new(0.0, -0.08, 0.13);
        let at = |part: f64| footing(part, 1.0, 0.05, toes);
        assert_eq!(at(0.49).ankle, DVec3::ZERO);
        let end = at(1.0 - 1e-9);
        assert!(end.ankle.distance(DVec3::Z) < 1e-6 && end.pitch.abs() < 1e-6, "{end:?}");
        for i in 0..1000 {
            let [one, other] = [i, i + 1].map(|k| at(f64::from(k).min(999.999) / 1000.0));
            assert!(one.ankle.distance(other.ankle) < 0.01 && (one.pitch - other.pitch).abs() < 0.02, "{i}");
            // The toes stay on the floor until the foot is lifted, and the ankle never sinks.
            let toes_now = one.ankle + DQuat::from_rotation_x(one.pitch) * toes;
            assert!(f64::from(i) / 1000.0 >= LIFT || toes_now.distance(toes) < 1e-9, "{i}");
            assert!(one.ankle.y > -1e-9, "{i}: {}", one.ankle.y);
        }
    }
}
