//! BVH recordings: what is read has poses at all times, and goes on from the pose in which a body is dressed.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(recording) = toile_body::motion::bvh::read(&text) else { return };
    let motion = recording.motion.without_reference_pose().with_lead_in(&recording.skeleton, 1.0);
    assert_eq!(motion.pose_at(0.5 * motion.seconds()).is_none(), motion.frames.is_empty());
});
