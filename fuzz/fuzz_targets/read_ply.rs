//! PLY: whatever is read is valid, and comes back equal from all three encodings.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toile_io::ply::{self, ColorType, Encoding, PlyPrecision, WriteOptions};

fuzz_target!(|bytes: &[u8]| {
    let Ok(mesh) = ply::read(bytes) else { return };
    mesh.validate().expect("what is read is valid");
    mesh.triangulated().validate().expect("its triangles are valid");
    for encoding in [Encoding::Ascii, Encoding::BinaryLittleEndian, Encoding::BinaryBigEndian] {
        let exact = WriteOptions { encoding, precision: PlyPrecision::Double, colors: ColorType::LinearF32 };
        let mut file = Vec::new();
        let omissions = ply::write(&mut file, &mesh, exact).expect("what is read can be written");
        assert!(omissions.is_empty(), "PLY holds all that PLY can bring");
        assert_eq!(ply::read(&file).expect("what is written can be read"), mesh);
    }
});
