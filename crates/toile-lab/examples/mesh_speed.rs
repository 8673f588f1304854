//! How long a garment takes to mesh: `cargo run --release -p toile-lab --example mesh_speed -- FILE [TRIANGLES]`.

use std::path::Path;
use std::time::Instant;
use toile_pattern::import::import;
use toile_pattern::mesh::{MeshSettings, mesh};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("give the path of a pattern")?;
    let triangles: f64 = arguments.next().map_or(Ok(60_000.0), |count| count.parse())?;
    let garment = import(Path::new(&path))?.garment;
    let area: f64 = garment.whole().pieces.iter().map(toile_pattern::piece::Piece::area).sum();
    // An equilateral triangle of side h has the area h² √3 / 4.
    let settings = MeshSettings::with_edge_length((area / triangles / 0.433).sqrt());
    let mut times = Vec::new();
    for _ in 0..5 {
        let start = Instant::now();
        let meshed = mesh(&garment, &settings)?;
        times.push(start.elapsed().as_secs_f64());
        println!(
            "{} triangles in {:.3} s, {:?}",
            meshed.triangle_count(),
            times[times.len() - 1],
            meshed.quality()
        );
    }
    times.sort_by(f64::total_cmp);
    println!("median {:.3} s", times[times.len() / 2]);
    Ok(())
}
