//! PC2: whatever is read comes back, byte for byte.

#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use toile_io::pc2;

fuzz_target!(|bytes: &[u8]| {
    let Ok(cache) = pc2::read(bytes) else { return };
    let mut file = Cursor::new(Vec::new());
    pc2::write(&mut file, &cache).expect("what is read can be written");
    assert_eq!(file.into_inner(), bytes);
});
