//! Time and memory of distance fields: `cargo run --release --example field_speed -- BODY.obj`.

use glam::DVec3;
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;
use toile_geom::distance::points_to_mesh;
use toile_geom::distance_field::{Generator, Lattice, SparseGrid, generate};
use toile_io::read_mesh;

const CELL: f64 = 0.005;
const BAND: f64 = 0.03;

fn main() -> Result<(), Box<dyn Error>> {
    let path = PathBuf::from(std::env::args().nth(1).ok_or("a mesh is needed")?);
    let mesh = read_mesh(&path)?.triangulate().mesh;
    let lattice = Lattice::around(&mesh, CELL, BAND)?;
    println!("{} triangles, {} samples", mesh.triangles.len(), lattice.len());
    for method in Generator::ALL.into_iter().filter(|&method| method != Generator::BruteForce) {
        let start = Instant::now();
        let dense = generate(&mesh, &lattice, BAND, method);
        let sparse: SparseGrid<u8> = SparseGrid::new(&dense);
        let seconds = start.elapsed().as_secs_f64();
        println!("{:12} {seconds:.3} s, {:.2} MB in 8 bit", method.name(), sparse.bytes() as f64 * 1e-6);
        if method == Generator::default() {
            queries(&sparse, &mesh.positions);
            let points: Vec<DVec3> =
                mesh.positions.iter().enumerate().map(|(i, p)| p + offset(i) * 0.01).collect();
            let exact = points_to_mesh(&points, &mesh);
            let error = |(p, exact): (&DVec3, &f64)| {
                ((f64::from(sparse.sample(*p).distance.abs()) - exact).abs(), *p)
            };
            let mut errors: Vec<(f64, DVec3)> = points.iter().zip(&exact).map(error).collect();
            errors.sort_by(|a, b| b.0.total_cmp(&a.0));
            for (error, p) in errors.iter().take(8) {
                println!("error {:.2} mm at {p:.4}", 1e3 * error);
            }
        }
    }
    Ok(())
}

fn offset(i: usize) -> DVec3 {
    let t = i as f64;
    DVec3::new((t * 1.3).sin(), (t * 2.1).sin(), (t * 3.7).sin())
}

/// Queries near the skin, as cloth makes them.
fn queries(sparse: &SparseGrid<u8>, skin: &[DVec3]) {
    let points: Vec<DVec3> = skin.iter().enumerate().map(|(i, p)| p + offset(i) * 0.012).collect();
    let start = Instant::now();
    let (mut sum, mut count) = (0.0_f32, 0_u64);
    while count < 20_000_000 {
        for p in &points {
            let sample = sparse.sample(*p);
            sum += sample.distance + sample.gradient.x;
        }
        count += points.len() as u64;
    }
    let rate = count as f64 / start.elapsed().as_secs_f64() * 1e-6;
    println!("{rate:.1} million queries a second with gradient on one thread (sum {sum:.1})");
}
