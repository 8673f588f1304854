//! Motions that are built in: a walk and a turn.

use super::Motion;
use crate::skeleton::{Role, Side, Skeleton, SkeletonPose};
use glam::{DQuat, DVec3};
use std::f64::consts::TAU;

/// Frames a second.
const RATE: f64 = 60.0;
/// Seconds for a step with each foot.
const STRIDE: f64 = 1.1;

/// A walk along +z for some seconds at an even pace: legs and arms swing, and the foot that carries stays where it is but for a little sliding while
/// the weight goes from one to the other.
pub fn walk(skeleton: &Skeleton, seconds: f64) -> Motion {
    let count = (seconds.max(0.0) * RATE) as usize + 1;
    let phase = |i: usize| TAU * i as f64 / RATE / STRIDE;
    let mut frames: Vec<SkeletonPose> = (0..count).map(|i| stride(skeleton, phase(i))).collect();
    // The foot that goes backwards under the body carries it.
    plant_feet(skeleton, &mut frames, |i| usize::from(phase(i).cos() > 0.0));
    even_pace(&mut frames);
    Motion { frame_seconds: 1.0 / RATE, frames }
}

/// A turn once around on the spot, arms lowered.
pub fn turn(skeleton: &Skeleton, seconds: f64) -> Motion {
    let count = ((seconds.max(0.1) * RATE) as usize).max(1);
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
    Motion { frame_seconds: 1.0 / RATE, frames }
}

/// A swing to and fro of nearly constant speed, so that a body carried by it does not lurch: a sine whose slopes are straightened.
fn even_swing(phase: f64) -> f64 {
    const STRAIGHT: f64 = 0.94;
    (STRAIGHT * phase.sin()).asin() / STRAIGHT.asin()
}

/// The pose at a phase of the stride; at 0 the left leg passes forwards.
fn stride(skeleton: &Skeleton, phase: f64) -> SkeletonPose {
    let mut pose = SkeletonPose::rest(skeleton);
    let sway = DQuat::from_rotation_y(0.06 * phase.cos());
    let counter = DQuat::from_rotation_y(-0.07 * phase.cos());
    let mut local: Vec<DQuat> = vec![DQuat::IDENTITY; skeleton.bones().len()];
    let mut set = |role: Role, turn: DQuat| {
        if let Some(bone) = skeleton.bone_of(role) {
            local[bone] = turn;
        }
    };
    set(Role::Pelvis, sway);
    set(Role::Chest, counter * sway.inverse());
    for (side, sign) in [(Side::Left, 1.0), (Side::Right, -1.0)] {
        let phase = phase + if sign > 0.0 { 0.0 } else { TAU / 2.0 };
        // Forwards is a negative turn about x; legs also come together from the dressing pose's spread.
        let swing = 0.42 * even_swing(phase);
        let together = DQuat::from_rotation_z(-sign * 0.055);
        set(Role::UpperLeg(side), DQuat::from_rotation_x(-swing) * together);
        let bend = 0.10 + 0.62 * (0.5 + 0.5 * (phase - 0.15).cos()).powi(3);
        set(Role::LowerLeg(side), DQuat::from_rotation_x(bend));
        set(Role::Foot(side), DQuat::from_rotation_x(swing.min(0.05) * 0.5 - 0.5 * bend));
        let lower = DQuat::from_rotation_z(-sign * 0.52);
        set(Role::UpperArm(side), DQuat::from_rotation_x(0.36 * phase.sin()) * lower);
        set(Role::LowerArm(side), DQuat::from_rotation_x(-0.22 - 0.12 * phase.sin().max(0.0)));
    }
    for (i, bone) in skeleton.bones().iter().enumerate() {
        let parent = bone.parent.map_or(DQuat::IDENTITY, |parent| pose.rotations[parent]);
        pose.rotations[i] = parent * local[i];
    }
    pose
}

/// Frames to either side over which the pace is evened out: the weight goes from foot to foot within this time.
const EVEN: usize = 12;

/// Evens out how the body goes forwards and up and down. Feet slide a little for it where the weight is on both.
fn even_pace(frames: &mut [SkeletonPose]) {
    let roots: Vec<DVec3> = frames.iter().map(|frame| frame.root).collect();
    for (i, frame) in frames.iter_mut().enumerate() {
        // The same reach to both sides keeps a steady pace steady up to the ends.
        let reach = EVEN.min(i).min(roots.len() - 1 - i);
        let near = &roots[i - reach..=i + reach];
        frame.root = near.iter().sum::<DVec3>() / near.len() as f64;
    }
}

/// Moves each frame so that the foot which carries is on the height of the rest pose and does not slide.
fn plant_feet(skeleton: &Skeleton, frames: &mut [SkeletonPose], carries: impl Fn(usize) -> usize) {
    let feet = [Side::Left, Side::Right].map(|side| skeleton.bone_of(Role::Foot(side)));
    let [Some(left), Some(right)] = feet else { return };
    let floor = skeleton.bones()[left].head.y;
    let mut before: Option<[DVec3; 2]> = None;
    for (i, frame) in frames.iter_mut().enumerate() {
        let heads = frame.heads(skeleton);
        let now = [heads[left], heads[right]];
        let foot = carries(i);
        let mut shift = DVec3::new(0.0, floor - now[foot].y, 0.0);
        if let Some(before) = before {
            shift.z = before[foot].z - now[foot].z;
        }
        frame.root += shift;
        before = Some(now.map(|p| p + shift));
    }
}
