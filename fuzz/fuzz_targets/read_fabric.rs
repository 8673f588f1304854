//! Fabric files: what is read comes back equal after writing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toile_cloth::fabric::Fabric;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(fabric) = Fabric::from_toml("fuzz", text) else { return };
    assert_eq!(Fabric::from_toml("again", &fabric.to_toml()).expect("what is written can be read"), fabric);
});
