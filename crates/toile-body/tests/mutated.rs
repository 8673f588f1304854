//! Readers meet damaged files: whatever is changed in a sound one, the answer is a thing that can be used or an error, never a panic, and never
//! without an end.

#![allow(clippy::unwrap_used, reason = "helpers fail like the tests that call them")]

use glam::DVec3;
use toile_body::landmarks::Landmarks;
use toile_body::motion::bvh;
use toile_body::skeleton::{Rig, Skeleton};
use toile_geom::random::Random;

const WALK: &str = include_str!("../../../fuzz/seeds/read_bvh/two-bones.bvh");
const BONES: &str = include_str!("../../../fuzz/seeds/read_rig/two-bones.json");
const LANDMARKS: &str = include_str!("../../../fuzz/seeds/read_landmarks/three.json");
const TIMES: usize = 3000;

/// How many of many damaged copies are read.
fn read_of_damaged(seed: &str, read: impl Fn(&[u8]) -> bool) -> usize {
    assert!(read(seed.as_bytes()), "the sound file is read");
    let mut random = Random::xorshift(0x5EED_CAFE);
    (0..TIMES).filter(|_| read(&random.damaged(seed.as_bytes()))).count()
}

#[test]
fn damaged_recordings_are_no_trouble() {
    let read = |bytes: &[u8]| {
        let Ok(recording) = bvh::read(&String::from_utf8_lossy(bytes)) else { return false };
        let motion = recording.motion.with_lead_in(&recording.skeleton, 1.0);
        let pose = motion.pose_at(0.5 * motion.seconds());
        assert!(motion.frames.len() < 100_000 && pose.is_some() != motion.frames.is_empty());
        true
    };
    assert!(read_of_damaged(WALK, read) > 0);
}

#[test]
fn recordings_without_an_end_are_refused() {
    for (from, to) in [
        ("Frame Time: 0.1", "Frame Time: 0"),
        ("Frame Time: 0.1", "Frame Time: 1e-300"),
        ("Frame Time: 0.1", "Frame Time: -1"),
        ("Frames: 3", "Frames: 1e18"),
    ] {
        assert!(WALK.contains(from) && bvh::read(&WALK.replace(from, to)).is_err(), "{to}");
    }
    // Frames of nothing need no numbers, and there can be any number of them.
    let still = "HIERARCHY ROOT hip { OFFSET 0 0 0 } MOTION Frames: 999999999999 Frame Time: 0.1";
    assert!(bvh::read(still).unwrap_err().cause.contains("no joint has channels"));
    let one = bvh::read(&still.replace("999999999999", "1").replace("0.1", "0")).unwrap();
    assert!(one.motion.with_lead_in(&one.skeleton, 1.0).frames.len() < 100);
}

#[test]
fn damaged_rigs_are_no_trouble() {
    let positions = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let weights = br#"{"weights": {"hip": [[0, 1.0], [1, 0.5]], "knee": [[1, 0.5], [2, 1.0]]}}"#;
    let read = |bytes: &[u8]| {
        let skeleton = Skeleton::read(bytes);
        let rig = Rig::read(bytes, weights, &positions);
        assert!(rig.as_ref().is_ok_and(|rig| !rig.skeleton.bones().is_empty()) || rig.is_err());
        skeleton.is_ok()
    };
    assert!(read_of_damaged(BONES, read) > 0);
    let bad_weights = |bytes: &[u8]| Rig::read(BONES.as_bytes(), bytes, &positions).is_ok();
    assert!(read_of_damaged(std::str::from_utf8(weights).unwrap(), bad_weights) > 0);
}

#[test]
fn damaged_landmarks_are_no_trouble() {
    let read = |bytes: &[u8]| {
        let Ok(landmarks) = serde_json::from_slice::<Landmarks>(bytes) else { return false };
        let written = serde_json::to_string(&landmarks).unwrap();
        serde_json::from_str::<Landmarks>(&written).is_ok_and(|again| again == landmarks)
    };
    assert!(read_of_damaged(LANDMARKS, read) > 0);
}
