//! Landmarks: what is read comes back equal after writing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toile_body::landmarks::Landmarks;

fuzz_target!(|bytes: &[u8]| {
    let Ok(landmarks) = serde_json::from_slice::<Landmarks>(bytes) else { return };
    let written = serde_json::to_string(&landmarks).expect("landmarks can be written");
    assert_eq!(serde_json::from_str::<Landmarks>(&written).expect("what is written can be read"), landmarks);
});
