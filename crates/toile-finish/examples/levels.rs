//! Times of collision-free subdivision: `levels CLOTH.obj... -- OBSTACLE.obj... -- FINE.obj`, or a tube around a ball without files.

use std::time::Instant;
use toile_finish::free::{CollisionFree, FreeSettings};
use toile_finish::subdivision::{Marks, Refinement, SubdivisionSettings};
use toile_geom::{TriMesh, intersect, shapes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut groups = arguments.split(|argument| argument == "--");
    let (mut cloth, mut obstacles) = (TriMesh::default(), Vec::new());
    for file in groups.next().unwrap_or_default() {
        cloth.append(&toile_io::read_mesh(file.as_ref())?.triangulate().mesh);
    }
    for file in groups.next().unwrap_or_default() {
        obstacles.push(toile_io::read_mesh(file.as_ref())?.triangulate().mesh);
    }
    if cloth.triangles.is_empty() {
        cloth = shapes::tube(0.1012, 0.3, 60, 50);
        obstacles.push(shapes::icosphere(0.1, 4));
    }
    let obstacles: Vec<&TriMesh> = obstacles.iter().collect();
    let clock = Instant::now();
    let refinement = Refinement::new(
        &cloth.triangles,
        cloth.positions.len(),
        &Marks::default(),
        &SubdivisionSettings::default(),
    )?;
    let mut finish = CollisionFree::new(refinement, FreeSettings::default());
    println!("topology {:.1} ms", 1e3 * clock.elapsed().as_secs_f64());
    for frame in 0..5 {
        let report = finish.finish(&cloth.positions, &obstacles)?;
        println!(
            "frame {frame}: {:.1} ms, obstacles {:.1} ms",
            1e3 * report.total().as_secs_f64(),
            1e3 * report.obstacles.as_secs_f64()
        );
        for level in &report.levels {
            let [placing, broad, narrow] =
                [level.placing, level.broad, level.narrow].map(|time| 1e3 * time.as_secs_f64());
            println!(
                "  {} vertices, {} triangles: moved up to {:.2} mm, {} close pairs, {} folded stars, {} corrected in {} rounds, {} \
                 intersections; placing {placing:.1}, broad {broad:.1}, narrow {narrow:.1} ms",
                level.vertices,
                level.triangles,
                1e3 * level.max_displacement,
                level.close_pairs,
                level.folded_stars,
                level.corrected,
                level.rounds,
                level.intersections
            );
        }
    }
    let clock = Instant::now();
    let fine = finish.mesh();
    let own = intersect::self_intersections(&fine).len();
    let outer: usize = obstacles.iter().map(|body| intersect::mesh_intersections(&fine, body).len()).sum();
    if let Some(file) = groups.next().and_then(|files| files.first()) {
        toile_io::write_mesh(file.as_ref(), &fine.clone().into())?;
    }
    println!(
        "exact check: {own} with itself, {outer} with obstacles, {:.0} ms",
        1e3 * clock.elapsed().as_secs_f64()
    );
    Ok(())
}
