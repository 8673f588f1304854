//! The same garment on the same body ends in the same place to the last bit, on any number of threads.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

use toile_body::measures::BodySize;
use toile_dress::{DressSettings, Fit, Wearer, dress};
use toile_pattern::draft::{self, Draft};
use toile_pattern::mesh::MeshSettings;

/// Where a tank top ends, and what it presses with, as bits.
fn dressed() -> (Vec<[u64; 3]>, Vec<u32>) {
    let size = BodySize::named("eu-38").unwrap();
    let body = Wearer::of_measures(size.figure, size.measures()).unwrap();
    let garment = Draft::named("tank-top").unwrap().draft(body.measures(), draft::Looseness::Regular);
    let mesh = MeshSettings::with_edge_length(0.05);
    let top =
        dress(&garment, &body, &DressSettings { mesh, ..DressSettings::default() }, &mut |_| ()).unwrap();
    let pressure = Fit::of(&top, &body).pressure.iter().map(|value| value.to_bits()).collect();
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
