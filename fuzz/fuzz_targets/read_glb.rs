//! GLB: whatever is read is valid, can be posed, and comes back with the same corners.

#![no_main]

mod scene_check;

use libfuzzer_sys::fuzz_target;
use toile_io::gltf;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(scene) = gltf::read_glb(bytes) {
        scene_check::check(&scene);
    }
});
