//! glTF text, with buffers inside it or elsewhere: whatever is read is valid, can be posed, and comes back.

#![no_main]

mod scene_check;

use libfuzzer_sys::fuzz_target;
use toile_io::gltf;

fuzz_target!(|bytes: &[u8]| {
    // Other files have the text's own bytes: anything at all may be in them.
    let resolve = |uri: &str| match uri {
        "missing" => Err("is not there".to_owned()),
        _ => Ok(bytes.to_vec()),
    };
    if let Ok(scene) = gltf::read_gltf(bytes, resolve) {
        scene_check::check(&scene);
    }
});
