//! Prints measures and landmarks of a body: `cargo run --release --example find_landmarks -- BODY.obj`.

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;
use toile_body::landmarks::find;
use toile_body::measure::measure;
use toile_io::read_mesh;

fn main() -> Result<(), Box<dyn Error>> {
    let path = PathBuf::from(std::env::args().nth(1).ok_or("a mesh is needed")?);
    let mesh = read_mesh(&path)?.triangulate().mesh;
    let start = Instant::now();
    let landmarks = find(&mesh)?;
    let measures = measure(&mesh, &landmarks);
    println!("{} triangles, {:.0} ms", mesh.triangles.len(), 1e3 * start.elapsed().as_secs_f64());
    for (name, metres) in measures {
        println!("{name:24} {metres:.4}");
    }
    for (name, landmark) in &landmarks.by_name {
        println!("{name:24} {:.3} {:.2}", landmark.position, landmark.confidence);
    }
    Ok(())
}
