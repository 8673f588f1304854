//! Radiance pictures: whatever is read is as large as it says, and is light.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toile_view::environment::{Environment, Harmonics};

fuzz_target!(|bytes: &[u8]| {
    let Ok(picture) = Environment::from_radiance(bytes) else { return };
    assert_eq!(picture.pixels.len(), picture.width * picture.height);
    assert!(picture.pixels.iter().flatten().all(|light| light.is_finite() && *light >= 0.0));
    let small = picture.reduced(16, 8);
    assert!(small.width <= 16 && small.height <= 8);
    let _ = Harmonics::of(&small);
});
