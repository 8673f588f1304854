//! Rigs: bones, and weights that bind three vertices to them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toile_body::skeleton::{Rig, Skeleton};
use toile_geom::glam::DVec3;

const WEIGHTS: &[u8] = br#"{"weights": {"hip": [[0, 1.0], [1, 0.5]], "knee": [[1, 0.5], [2, 1.0]]}}"#;
const BONES: &[u8] =
    br#"{"bones": [{"name": "hip", "parent": "", "head": [0, 0.9, 0], "tail": [0, 0.4, 0]}]}"#;

fuzz_target!(|bytes: &[u8]| {
    let positions = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let _ = Skeleton::read(bytes);
    let _ = Rig::read(bytes, WEIGHTS, &positions);
    let _ = Rig::read(BONES, bytes, &positions);
});
