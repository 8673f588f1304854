//! Scene files: what is read has a time step and can be simulated, if it is small.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toile::scene::SceneFile;

/// Cells and subdivisions beyond this are as good as these, and slow.
const MOST_VERTICES: usize = 2000;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // Files that a scene names are read by other targets, and a mutated name may be that of any file.
    if ["mesh", "animation", ".toml"].iter().any(|word| text.contains(word)) {
        return;
    }
    let Ok(scene) = SceneFile::parse("fuzz", text) else { return };
    assert!(scene.step_time() > 0.0 && scene.step_time().is_finite());
    if scene.cloths.iter().map(|cloth| cloth.mesh.positions.len()).sum::<usize>() < MOST_VERTICES {
        let _ = scene.simulation();
    }
});
