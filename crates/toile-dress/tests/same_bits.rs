//! The same garment on the same body ends in the same place to the last bit, on any number of threads.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

use toile_dress::{Dressing, Fit, Wearer};

/// Where a tank top ends, and what it presses with, as bits.
fn dressed() -> (Vec<[u64; 3]>, Vec<u32>) {
    let body = Wearer::open("eu-38").unwrap();
    let outfit = Dressing::on(&body).garment("tank-top").edge_length(0.05).run(|_| ()).unwrap();
    let top = &outfit.garments[0];
    let pressure = Fit::of(top, &body).pressure.iter().map(|value| value.to_bits()).collect();
    (top.cloth.state.positions.iter().map(|p| p.to_array().map(f64::to_bits)).collect(), pressure)
}

#[test]
fn dressing_gives_the_same_bits_on_one_thread_and_on_two() {
    let on = |threads: usize| {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(dressed)
    };
    let (one, two) = (on(1), on(2));
    assert!(one.0.len() > 200, "{}", one.0.len());
    assert!(one == two);
}
