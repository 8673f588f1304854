//! STL: whatever is read is valid, and once rounded to the single precision of STL it comes back equal.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toile_io::{PolyMesh, stl};

/// The mesh after writing and reading, which fails only if a coordinate is too large for single precision.
fn rewritten(mesh: &PolyMesh) -> Option<PolyMesh> {
    let mut file = Vec::new();
    stl::write(&mut file, mesh).ok()?;
    Some(stl::read(&file).expect("what is written can be read"))
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(mesh) = stl::read(bytes) else { return };
    mesh.validate().expect("what is read is valid");
    let Some(rounded) = rewritten(&mesh) else { return };
    assert_eq!(rounded.face_count(), mesh.face_count());
    assert_eq!(rewritten(&rounded).as_ref(), Some(&rounded));
});
