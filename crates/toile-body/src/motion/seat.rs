//! How a body sits down where it stands.
//!
//! Feet stay. Shanks and thighs turn forwards and backwards about them, which says where the hips are: back and down. The trunk leans forwards on the way,
//! as it must for its weight to stay above the feet, and is nearly upright in the end. There is no chair: cloth falls freely below the thighs.

use super::leg::Leg;
use super::turns::Turns;
use crate::skeleton::{BodySide, Role, Skeleton, SkeletonPose};
use glam::{DQuat, DVec3};

/// How far thighs turn backwards and shanks forwards from where they stand, in radians: knees are bent by both together.
const THIGHS: f64 = 1.43;
const SHANKS: f64 = 0.05;
/// How far the trunk leans forwards half way down, and when it sits.
const LEANS: [f64; 2] = [0.3, 0.05];
/// The part of that by which the hips lean, which bends the groins further.
const HIPS_LEAN: f64 = 0.3;
/// How far arms are held forwards of a body that sits, and how far elbows are bent.
const ARMS: f64 = 0.25;
const ELBOWS: f64 = 0.2;

/// How one skeleton sits down.
#[derive(Debug)]
pub(super) struct Seat {
    legs: Vec<Leg>,
}

impl Seat {
    /// How a body with these bones sits down.
    pub(super) fn of(skeleton: &Skeleton) -> Self {
        let sides = [BodySide::Left, BodySide::Right].into_iter();
        Self { legs: sides.filter_map(|side| Leg::of(skeleton, side)).collect() }
    }

    /// The pose of a body that has gone a part of the way from standing (0) to sitting (1).
    pub(super) fn pose(&self, skeleton: &Skeleton, part: f64) -> SkeletonPose {
        let mut pose = SkeletonPose::rest(skeleton);
        let mut turns = upper_body(skeleton, part);
        turns.apply(skeleton, &mut pose);
        if self.legs.is_empty() {
            return pose;
        }
        let wanted = mean(self.legs.iter().map(|leg| knee(leg, part) + thigh(leg, part)));
        let heads = pose.heads(skeleton);
        pose.root += wanted - mean(self.legs.iter().map(|leg| heads[leg.bones[0]]));
        let heads = pose.heads(skeleton);
        for leg in &self.legs {
            let hip = heads[leg.bones[0]];
            let [upper, lower] = leg.reach(hip, leg.ankle, knee(leg, part) - hip, 1.0);
            for (bone, turn) in leg.bones.into_iter().zip([upper, lower, DQuat::IDENTITY]) {
                turns.whole(bone, turn);
            }
        }
        turns.apply(skeleton, &mut pose);
        pose
    }
}

/// Where a knee is above a foot that stays.
fn knee(leg: &Leg, part: f64) -> DVec3 {
    leg.ankle + DQuat::from_rotation_x(SHANKS * part) * (leg.knee - leg.ankle)
}

/// The way from the knee to the hip.
fn thigh(leg: &Leg, part: f64) -> DVec3 {
    DQuat::from_rotation_x(-THIGHS * part) * (leg.hip - leg.knee)
}

/// A trunk that leans forwards, a head that does so less, arms that are held forwards.
fn upper_body(skeleton: &Skeleton, part: f64) -> Turns {
    // Most of it half way, nothing at the start, and no jump of its speed at either end.
    let lean = LEANS[0] * (std::f64::consts::PI * part).sin().powi(2) + LEANS[1] * part;
    let forwards = DQuat::from_rotation_x;
    let mut turns = Turns::none(skeleton);
    turns.more(skeleton, Role::Pelvis, forwards(HIPS_LEAN * lean));
    turns.more(skeleton, Role::Chest, forwards((1.0 - HIPS_LEAN) * lean));
    turns.more(skeleton, Role::Neck, forwards(-0.5 * lean));
    for side in [BodySide::Left, BodySide::Right] {
        turns.more(skeleton, Role::UpperArm(side), forwards(-lean - ARMS * part));
        turns.more(skeleton, Role::LowerArm(side), forwards(-ELBOWS * part));
    }
    turns
}

/// The mean of some points.
fn mean(points: impl ExactSizeIterator<Item = DVec3>) -> DVec3 {
    let count = points.len().max(1) as f64;
    points.sum::<DVec3>() / count
}
