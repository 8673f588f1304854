//! PNG: whatever is read comes back, pixel for pixel.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toile_io::png;

fuzz_target!(|bytes: &[u8]| {
    let Ok(image) = png::read(bytes) else { return };
    assert_eq!(image.pixels.len(), image.width as usize * image.height as usize);
    let mut file = Vec::new();
    png::write_rgba8(&mut file, &image).expect("what is read can be written");
    assert_eq!(png::read(&file).expect("what is written can be read"), image);
});
