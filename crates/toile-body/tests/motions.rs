//! Recorded and made motions on the mannequin.

// Helpers of tests fail like tests do.
#![allow(clippy::unwrap_used)]

use glam::DVec3;
use std::path::PathBuf;
use toile_body::mannequin::{BuiltMannequin, Mannequin};
use toile_body::measures::{Figure, Measures};
use toile_body::motion::{Motion, bvh, retarget, turn, walk};
use toile_body::skeleton::Skinning;
use toile_geom::topology::Topology;

fn mannequin() -> BuiltMannequin {
    Mannequin::new(Figure::Woman, Measures::typical(Figure::Woman)).build().unwrap()
}

fn recording(name: &str) -> Option<bvh::Recording> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/motion")).join(name);
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: {} is absent", path.display());
        return None;
    };
    Some(bvh::read(&text).unwrap())
}

/// Every few frames of a motion on the mannequin: feet on the floor, nothing torn.
fn check(body: &BuiltMannequin, mut motion: Motion, stretch: f64) {
    let skeleton = body.skeleton();
    let skin = body.skin(&skeleton);
    let step = (motion.frames.len() / 12).max(1);
    motion.frames = motion.frames.into_iter().step_by(step).collect();
    motion.ground(&skeleton, &body.mesh.positions, &skin);
    let mut sequence = motion.skinned(&skeleton, &body.mesh.positions, &skin, Skinning::DualQuaternion);
    for frame in &sequence.frames {
        let lowest = frame.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        assert!(lowest.abs() < 0.01, "{lowest}");
        let top = frame.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
        assert!((1.45..1.75).contains(&top), "{top}");
    }
    sequence.frames.insert(0, body.mesh.positions.clone());
    sequence.times.insert(0, -1.0);
    let worst = sequence.worst_stretch(&Topology::new(&body.mesh).edges);
    assert!(worst < stretch, "an edge became {worst} times as long");
}

#[test]
fn the_built_in_walk_goes_forwards_without_sliding_or_tearing() {
    let body = mannequin();
    let skeleton = body.skeleton();
    let motion = walk(&skeleton, 3.0);
    let way = motion.frames[motion.frames.len() - 1].root - motion.frames[0].root;
    assert!((1.0..6.0).contains(&way.z) && way.x.abs() < 0.05, "{way}");
    check(&body, motion, 4.0);
    let spin = turn(&skeleton, 2.0);
    let (first, last) = (&spin.frames[0], &spin.frames[spin.frames.len() - 1]);
    assert!(first.root.distance(last.root) < 1e-9);
    check(&body, spin, 1.01);
}

#[test]
fn a_recorded_walk_fits_the_mannequin() {
    let body = mannequin();
    for name in ["07_01.bvh", "02_01.bvh"] {
        let Some(recording) = recording(name) else { return };
        let skeleton = body.skeleton();
        let motion = retarget(&recording.motion, &recording.skeleton, &skeleton);
        assert_eq!(motion.frames.len(), recording.motion.frames.len());
        let way = motion.frames[motion.frames.len() - 1].root - motion.frames[0].root;
        assert!((1.0..6.0).contains(&way.length()), "{name}: {way}");
        check(&body, motion, 5.0);
    }
}

#[test]
fn a_lead_in_starts_at_rest_and_ends_at_the_first_frame() {
    let skeleton = mannequin().skeleton();
    let motion = walk(&skeleton, 1.0);
    let led = motion.clone().with_lead_in(&skeleton, 0.5);
    assert_eq!(led.frames.len(), motion.frames.len() + 30);
    let rest = toile_body::skeleton::SkeletonPose::rest(&skeleton);
    assert!(led.frames[0].root.distance(rest.root) < 1e-12);
    assert_eq!(led.frames[30], motion.frames[0]);
    assert!((led.clone().scaled(2.0).seconds() - 2.0 * led.seconds()).abs() < 1e-9);
    assert_eq!(led.pose_at(1e9), led.frames.last().cloned());
    assert_eq!(Motion::default().pose_at(0.0), None);
}

#[test]
fn recordings_are_read_and_broken_ones_refused_with_the_place() {
    let text = "HIERARCHY ROOT Hips { OFFSET 0 1 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation \
        JOINT Leg { OFFSET 0 -1 0 CHANNELS 3 Zrotation Yrotation Xrotation End Site { OFFSET 0 -1 0 } } } \
        MOTION Frames: 1 Frame Time: 0.5 1 2 3 90 0 0 0 0 0";
    let found = bvh::read(text).unwrap();
    let heads = found.motion.frames[0].heads(&found.skeleton);
    assert!(heads[0].distance(DVec3::new(1.0, 3.0, 3.0)) < 1e-12);
    assert!(heads[1].distance(DVec3::new(2.0, 3.0, 3.0)) < 1e-12, "{}", heads[1]);
    assert_eq!(found.skeleton.bones()[1].tail, DVec3::new(0.0, -1.0, 0.0));
    for cut in [0, 10, 40, 120, 200, text.len() - 3] {
        assert!(bvh::read(&text[..cut]).is_err(), "{cut}");
    }
    assert!(bvh::read(&text.replace("90", "nan")).is_err());
    assert!(bvh::read(&text.replace("Frames: 1", "Frames: 99999999")).is_err());
}
