//! Checkpoints: what is read comes back with the same bytes. The sum at the end is made to fit, or everything would be refused for it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toile::scene::Checkpoint;

fuzz_target!(|bytes: &[u8]| {
    let _ = Checkpoint::from_bytes(bytes);
    let Some((body, _)) = bytes.split_last_chunk::<8>() else { return };
    let sum = body
        .iter()
        .fold(0xCBF2_9CE4_8422_2325_u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3));
    let whole = [body, &sum.to_le_bytes()].concat();
    let Ok(checkpoint) = Checkpoint::from_bytes(&whole) else { return };
    assert_eq!(checkpoint.to_bytes(), whole);
});
