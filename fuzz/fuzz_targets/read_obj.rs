//! OBJ: whatever is read is valid, can be cut into triangles, and comes back equal after writing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toile_io::obj;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mesh) = obj::read(bytes) else { return };
    mesh.validate().expect("what is read is valid");
    mesh.triangulated().validate().expect("its triangles are valid");
    let mut file = Vec::new();
    let omissions = obj::write(&mut file, &mesh).expect("what is read can be written");
    assert!(omissions.is_empty(), "OBJ holds all that OBJ can bring");
    assert_eq!(obj::read(&file).expect("what is written can be read"), mesh);
});
