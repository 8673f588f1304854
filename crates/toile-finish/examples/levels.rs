//! Times of collision-free subdivision: `levels CLOTH.obj... -- OBSTACLE.obj... -- FINE.obj`, or a tube around a ball without files.
//!
//! A PC2 point cache of the same name beside a mesh moves it; `FINE.obj` is the last frame. Each frame is checked exactly.

use std::path::Path;
use std::time::Instant;
use toile_finish::free::{CollisionFree, FreeSettings};
use toile_finish::subdivision::{Marks, Refinement, SubdivisionSettings};
use toile_geom::glam::DVec3;
use toile_geom::{TriMesh, intersect, shapes};

type Failure = Box<dyn std::error::Error>;

/// A mesh and where it is in each frame.
struct Moving {
    mesh: TriMesh,
    frames: Vec<Vec<DVec3>>,
}

impl Moving {
    fn open(file: &str) -> Result<Self, Failure> {
        let mesh = toile_io::read_mesh(file.as_ref())?.triangulate().mesh;
        let cache = Path::new(file).with_extension("pc2");
        let frames = if cache.is_file() {
            toile_io::file::read_point_cache(&cache)?.frames().map(<[DVec3]>::to_vec).collect()
        } else {
            Vec::new()
        };
        Ok(Self { mesh, frames })
    }

    /// The mesh in a frame; the last one stays.
    fn at(&self, frame: usize) -> TriMesh {
        let positions = self.frames.get(frame).or(self.frames.last()).unwrap_or(&self.mesh.positions);
        TriMesh { positions: positions.clone(), triangles: self.mesh.triangles.clone() }
    }
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut groups = arguments.split(|argument| argument == "--");
    let mut open = || {
        groups.next().unwrap_or_default().iter().map(|file| Moving::open(file)).collect::<Result<Vec<_>, _>>()
    };
    let (mut cloths, mut bodies) = (open()?, open()?);
    if cloths.is_empty() {
        cloths.push(Moving { mesh: shapes::tube(0.1012, 0.3, 60, 50), frames: Vec::new() });
        bodies.push(Moving { mesh: shapes::icosphere(0.1, 4), frames: Vec::new() });
    }
    let outfit = |frame: usize| {
        let mut outfit = TriMesh::default();
        for cloth in &cloths {
            outfit.append(&cloth.at(frame));
        }
        outfit
    };
    let cloth = outfit(0);
    let clock = Instant::now();
    let settings = SubdivisionSettings::default();
    let refinement = Refinement::new(&cloth.triangles, cloth.positions.len(), &Marks::default(), &settings)?;
    let mut finish = CollisionFree::new(refinement, FreeSettings::default());
    println!(
        "topology of {} triangles: {:.1} ms",
        cloth.triangles.len(),
        1e3 * clock.elapsed().as_secs_f64()
    );
    let frames = cloths.iter().map(|cloth| cloth.frames.len()).max().unwrap_or_default().max(3);
    for frame in 0..frames {
        let bodies: Vec<TriMesh> = bodies.iter().map(|body| body.at(frame)).collect();
        tell(frame, &mut finish, &outfit(frame), &bodies.iter().collect::<Vec<_>>())?;
    }
    if let Some(file) = groups.next().and_then(|files| files.first()) {
        toile_io::write_mesh(file.as_ref(), &finish.mesh().into())?;
    }
    Ok(())
}

/// Refines a frame and says what came of it.
fn tell(
    frame: usize,
    finish: &mut CollisionFree,
    cloth: &TriMesh,
    bodies: &[&TriMesh],
) -> Result<(), Failure> {
    let report = finish.finish(&cloth.positions, bodies)?;
    let [total, obstacles] = [report.total(), report.obstacles].map(|time| 1e3 * time.as_secs_f64());
    let crossings = |mesh: &TriMesh| {
        let outer = bodies.iter().map(|body| intersect::mesh_intersections(mesh, body).len());
        intersect::self_intersections(mesh).len() + outer.sum::<usize>()
    };
    println!(
        "frame {frame}: {total:.1} ms, obstacles {obstacles:.1} ms; exact check: {} intersections before, {} after",
        crossings(cloth),
        crossings(&finish.mesh())
    );
    for level in &report.levels {
        let [placing, broad, narrow] =
            [level.placing, level.broad, level.narrow].map(|time| 1e3 * time.as_secs_f64());
        println!(
            "  {} vertices, {} triangles: moved up to {:.2} mm, {} close pairs, {} folded stars, {} corrected in {} rounds; placing \
             {placing:.1}, broad {broad:.1}, narrow {narrow:.1} ms",
            level.vertices,
            level.triangles,
            1e3 * level.max_displacement,
            level.close_pairs,
            level.folded_stars,
            level.corrected,
            level.rounds,
        );
    }
    Ok(())
}
