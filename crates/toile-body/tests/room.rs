//! Arms that swing through the body are held out, smoothly and no farther than needed.

// Helpers of tests fail like tests do.
#![allow(clippy::unwrap_used, reason = "a test says what it expects by failing")]

use glam::{DQuat, DVec3};
use proptest::prelude::*;
use std::f64::consts::TAU;
use std::sync::LazyLock;
use toile_body::mannequin::{BuiltMannequin, Mannequin};
use toile_body::measures::{Figure, Measures};
use toile_body::motion::{Motion, MovingBody, ROOM, walk};
use toile_body::skeleton::{BodySide, Rig, Role, SkeletonPose};
use toile_geom::TriMesh;
use toile_geom::distance::{depths_in_mesh, points_to_mesh};

static BODY: LazyLock<(BuiltMannequin, Rig)> = LazyLock::new(|| {
    let body = Mannequin::new(Figure::Woman, Measures::typical(Figure::Woman)).build().unwrap();
    let rig = body.rig();
    (body, rig)
});

/// A body that stands and swings its arms to and fro, lowered so far from the pose in which it is dressed.
fn swinging(lowered: [f64; 2], swing: f64) -> Motion {
    let skeleton = &BODY.1.skeleton;
    let frame = |i: usize| {
        let mut pose = SkeletonPose::rest(skeleton);
        for (side, sign, lowered) in [(BodySide::Left, 1.0, lowered[0]), (BodySide::Right, -1.0, lowered[1])]
        {
            let turn = DQuat::from_rotation_x(sign * swing * (TAU * i as f64 / 60.0).sin())
                * DQuat::from_rotation_z(-sign * lowered);
            for role in [Role::UpperArm(side), Role::LowerArm(side), Role::Hand(side)] {
                pose.rotations[skeleton.bone_of(role).unwrap()] = turn;
            }
        }
        pose
    };
    Motion { frame_seconds: 1.0 / 60.0, frames: (0..60).map(frame).collect() }
}

fn moving(motion: Motion) -> MovingBody {
    MovingBody::skinned(BODY.0.mesh.clone(), BODY.1.clone(), motion)
}

/// How much of a vertex follows bones of some roles.
fn share(v: usize, roles: fn(Role) -> bool) -> f64 {
    let name = |bone: u32| BODY.1.skeleton.bones()[bone as usize].name.as_str();
    let is = |bone: u32| Role::from_name(name(bone)).is_some_and(roles);
    BODY.1.skin.vertices()[v].iter().filter(|(bone, _)| is(*bone)).map(|(_, weight)| weight).sum()
}

/// How near some vertices come to some triangles in any frame: less than nothing if they are inside.
fn nearest(moving: &MovingBody, skin: &dyn Fn(usize) -> bool, other: &dyn Fn(usize) -> bool) -> f64 {
    let mesh = &BODY.0.mesh;
    let skin: Vec<usize> = (0..mesh.positions.len()).filter(|&v| skin(v)).collect();
    let is_other: Vec<bool> = (0..mesh.positions.len()).map(other).collect();
    let others = mesh.triangles.iter().copied().filter(|t| t.iter().all(|&v| is_other[v as usize]));
    let others: Vec<[u32; 3]> = others.collect();
    let mut least = f64::INFINITY;
    for positions in moving.frames(30.0).frames {
        let points: Vec<DVec3> = skin.iter().map(|&v| positions[v]).collect();
        let others = TriMesh { positions, triangles: others.clone() };
        let (distances, depths) = (points_to_mesh(&points, &others), depths_in_mesh(&points, &others));
        let signed = distances.iter().zip(&depths).map(|(far, deep)| if *deep > 0.0 { -deep } else { *far });
        least = signed.fold(least, f64::min);
    }
    least
}

/// How near forearms and hands come to what is no arm.
fn nearest_arm(moving: &MovingBody) -> f64 {
    let is_hand = |v: usize| share(v, |role| matches!(role, Role::LowerArm(_) | Role::Hand(_))) > 0.9;
    let is_trunk = |v: usize| {
        share(v, |role| matches!(role, Role::UpperArm(_) | Role::LowerArm(_) | Role::Hand(_))) <= 0.5
    };
    nearest(moving, &is_hand, &is_trunk)
}

/// How near shanks and feet come to each other.
fn nearest_legs(moving: &MovingBody) -> f64 {
    let left = |role| matches!(role, Role::LowerLeg(BodySide::Left) | Role::Foot(BodySide::Left));
    let right = |role| matches!(role, Role::LowerLeg(BodySide::Right) | Role::Foot(BodySide::Right));
    nearest(moving, &|v| share(v, left) > 0.9, &|v| share(v, right) > 0.5)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, ..ProptestConfig::default() })]

    #[test]
    fn arms_that_swing_through_the_body_are_held_out_and_do_not_jerk(
        left in 0.45..0.8f64, right in 0.65..0.85f64, swing in 0.0..0.5f64
    ) {
        let recorded = swinging([left, right], swing);
        prop_assert!(nearest_arm(&moving(recorded.clone())) < 0.6 * ROOM);
        let held = moving(recorded.clone()).with_room(ROOM);
        let near = nearest_arm(&held);
        prop_assert!(near > 0.95 * ROOM, "{near}");
        prop_assert!(near < 1.5 * ROOM, "{near}");
        let frames = &held.bones().unwrap().1.frames;
        for (k, pair) in frames.windows(2).enumerate() {
            for bone in 0..pair[0].rotations.len() {
                let turn = |[a, b]: [&SkeletonPose; 2]| a.rotations[bone].angle_between(b.rotations[bone]);
                let more = turn([&pair[0], &pair[1]]) - turn([&recorded.frames[k], &recorded.frames[k + 1]]);
                prop_assert!(more < 0.03, "{more} rad within a frame");
            }
        }
    }
}

#[test]
fn legs_that_meet_are_held_apart_by_one_angle_and_feet_stay_flat() {
    let skeleton = &BODY.1.skeleton;
    let mut recorded = walk(skeleton, 1.2);
    for pose in &mut recorded.frames {
        for (side, sign) in [(BodySide::Left, 1.0), (BodySide::Right, -1.0)] {
            for role in [Role::UpperLeg(side), Role::LowerLeg(side)] {
                let bone = skeleton.bone_of(role).unwrap();
                pose.rotations[bone] = DQuat::from_rotation_z(-sign * 0.08) * pose.rotations[bone];
            }
        }
    }
    assert!(nearest_legs(&moving(recorded.clone())) < 0.0);
    let held = moving(recorded.clone()).with_room(ROOM);
    let near = nearest_legs(&held);
    assert!((0.55 * ROOM..0.9 * ROOM).contains(&near), "{near}");
    let thigh = skeleton.bone_of(Role::UpperLeg(BodySide::Left)).unwrap();
    let foot = skeleton.bone_of(Role::Foot(BodySide::Left)).unwrap();
    let frames = recorded.frames.iter().zip(&held.bones().unwrap().1.frames);
    let angles: Vec<f64> =
        frames.clone().map(|(a, b)| a.rotations[thigh].angle_between(b.rotations[thigh])).collect();
    assert!(angles.iter().all(|angle| *angle > 0.01 && (angle - angles[0]).abs() < 1e-6), "{angles:?}");
    assert!(frames.clone().all(|(a, b)| a.rotations[foot] == b.rotations[foot]));
}

#[test]
fn arms_that_have_room_stay_as_they_are() {
    let recorded = swinging([0.1, 0.1], 0.3);
    let held = moving(recorded.clone()).with_room(ROOM);
    assert_eq!(held.bones().unwrap().1, &recorded);
}

#[test]
fn a_walk_goes_on_with_its_own_stride_without_a_jump() {
    let skeleton = &BODY.1.skeleton;
    let short = walk(skeleton, 1.6);
    let long = short.clone().repeated(skeleton, 5.0);
    assert_eq!(long.frames.len(), 301);
    // A walk that is made is the same as one that is gone on with, but for the stride of 1.1 s not being a number of frames.
    let made = walk(skeleton, 5.0);
    for (a, b) in long.frames.iter().zip(&made.frames) {
        assert!(a.root.distance(b.root) < 0.08, "{} {}", a.root, b.root);
        let most = a.rotations.iter().zip(&b.rotations).map(|(a, b)| a.angle_between(*b)).fold(0.0, f64::max);
        assert!(most < 0.15, "{most}");
    }
    let jump = |pair: &[SkeletonPose]| pair[0].root.distance(pair[1].root);
    assert!(long.frames.windows(2).map(jump).fold(0.0, f64::max) < 1.5 * jump(&made.frames));
    // It goes on the way that it faces.
    let turned = Motion {
        frames: short
            .frames
            .iter()
            .enumerate()
            .map(|(i, pose)| {
                let turn = DQuat::from_rotation_y(0.5 * i as f64 / 96.0);
                SkeletonPose {
                    root: pose.root,
                    rotations: pose.rotations.iter().map(|r| turn * *r).collect(),
                }
            })
            .collect(),
        ..short.clone()
    };
    let on = turned.repeated(skeleton, 5.0);
    let forwards = on.frames[300].rotations[0] * DVec3::Z;
    assert!((1.2..2.0).contains(&forwards.x.atan2(forwards.z)), "{forwards}");
    // What never comes back to a pose ends, and what is long enough stays.
    assert_eq!(short.clone().repeated(skeleton, 1.0), short);
    let once = Motion { frames: short.frames[..40].to_vec(), ..short };
    assert_eq!(once.clone().repeated(skeleton, 5.0), once);
}
