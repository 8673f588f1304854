//! Garment files: what is read comes back equal after writing, and the linter can look at it.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok((garment, places)) = toile_pattern::file::read("fuzz", text) else { return };
    let written = toile_pattern::file::write(&garment);
    let (again, _) = toile_pattern::file::read("again", &written).expect("what is written can be read");
    assert_eq!(toile_pattern::file::write(&again), written);
    for finding in toile_pattern::lint::check(&garment) {
        let _ = finding.place(&places);
    }
});
