//! How a body walks: where its feet are at each moment, and how its legs reach them.
//!
//! Feet come first. Each is put down, stays where it is until the other one is put down, rolls off over its toes and is carried to the next
//! place. The hips go forwards evenly, up and down a little, and the knees bend as hips and ankles ask for: so feet do not slide.

use super::leg::Leg;
use super::turns::Turns;
use crate::skeleton::{BodySide, Role, Skeleton, SkeletonPose};
use glam::{DQuat, DVec3};
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

/// A leg that walks.
#[derive(Clone, Copy, Debug)]
struct WalkingLeg {
    leg: Leg,
    /// From the ankle to where the foot rolls off.
    toes: DVec3,
    /// How much of a stride it is ahead.
    ahead: f64,
}

/// The walk of one skeleton.
#[derive(Debug)]
pub(super) struct Gait {
    legs: Vec<WalkingLeg>,
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
        let legs: Vec<WalkingLeg> = [(BodySide::Left, 0.0), (BodySide::Right, 0.5)]
            .into_iter()
            .filter_map(|(side, ahead)| WalkingLeg::of(skeleton, side, ahead))
            .collect();
        let length =
            legs.iter().map(|walking| walking.leg.hip.distance(walking.leg.ankle)).fold(0.0, f64::max);
        Self { legs, length, start: SkeletonPose::rest(skeleton).root }
    }

    /// The pose after some strides.
    pub(super) fn pose(&self, skeleton: &Skeleton, strides: f64) -> SkeletonPose {
        let mut pose = SkeletonPose::rest(skeleton);
        let bob = (2.0 * TAU * strides).cos();
        let down = self.length * (SINK[0] + SINK[1] * bob);
        pose.root = self.start + DVec3::new(0.0, -down, 2.0 * STEP_LENGTH_RATIO * self.length * strides);
        let mut turns = upper_body(skeleton, TAU * strides);
        turns.apply(skeleton, &mut pose);
        let heads = pose.heads(skeleton);
        for walking in &self.legs {
            let bones = walking.leg.bones;
            let turned = walking.reach(heads[bones[0]], &self.footing(walking, strides));
            for (bone, rotation) in bones.into_iter().zip(turned) {
                turns.whole(bone, rotation);
            }
        }
        turns.apply(skeleton, &mut pose);
        pose
    }

    /// Where a foot is after some strides, in the world.
    fn footing(&self, walking: &WalkingLeg, strides: f64) -> Footing {
        let WalkingLeg { leg, toes, ahead } = walking;
        let own = strides + ahead;
        let (number, part) = (own.floor(), own - own.floor());
        let step = STEP_LENGTH_RATIO * self.length;
        // It was put down when its own stride began, somewhat in front of where the hips were then.
        let put_down = 2.0 * step * (number - ahead) + AHEAD * step;
        let side = APART * leg.hip.x;
        let place = DVec3::new(side, leg.ankle.y, self.start.z + put_down + leg.ankle.z - leg.hip.z);
        let seen = footing(part, 2.0 * step, CARRIED * self.length, *toes);
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

impl WalkingLeg {
    fn of(skeleton: &Skeleton, side: BodySide, ahead: f64) -> Option<Self> {
        let leg = Leg::of(skeleton, side)?;
        let tip = skeleton.bones()[leg.bones[2]].tail - leg.ankle;
        let toes = DVec3::new(TOES * tip.x, -leg.ankle.y, TOES * tip.z);
        Some(Self { leg, toes, ahead })
    }

    /// How thigh, shank and foot are turned for a foot somewhere: the knee bends forwards.
    fn reach(&self, hip: DVec3, footing: &Footing) -> [DQuat; 3] {
        let [thigh, shank] = self.leg.reach(hip, footing.ankle, DVec3::Z, STRAIGHT);
        [thigh, shank, DQuat::from_rotation_x(footing.pitch)]
    }
}

/// Hips that turn with the legs, a chest that turns against them, arms that swing against the legs.
fn upper_body(skeleton: &Skeleton, phase: f64) -> Turns {
    let mut turns = Turns::none(skeleton);
    let mut set = |role: Role, turn: DQuat| turns.more(skeleton, role, turn);
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
