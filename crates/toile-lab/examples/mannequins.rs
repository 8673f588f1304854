//! Mannequins of named sizes as OBJ files, and `all.obj` with all of them in rows of ten:
//! `cargo run --release -p toile-lab --example mannequins -- DIR [POSE] [SIZE...]`.

use glam::DVec3;
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;
use toile_body::mannequin::{Mannequin, Pose};
use toile_body::measures::{BodySize, SIZES};
use toile_geom::TriMesh;
use toile_io::{PolyMesh, write_mesh};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let folder = PathBuf::from(words.next().ok_or("a folder is needed")?);
    let mut names: Vec<String> = words.collect();
    let pose = Pose::ALL.into_iter().find(|p| names.first().is_some_and(|n| n == p.name()));
    if pose.is_some() {
        names.remove(0);
    }
    if names.is_empty() {
        names = SIZES.iter().map(|size| size.name.to_owned()).collect();
    }
    let mut all = TriMesh::default();
    for (i, name) in names.into_iter().enumerate() {
        let wanted = BodySize::named(&name)?;
        let start = Instant::now();
        let mannequin = Mannequin::new(wanted.figure, wanted.measures()).in_pose(pose.unwrap_or_default());
        let body = mannequin.build()?;
        println!(
            "{name}: {} triangles in {:.0} ms",
            body.mesh.triangles.len(),
            1e3 * start.elapsed().as_secs_f64()
        );
        let mut placed = body.mesh.clone();
        let place = DVec3::new(1.35 * (i % 10) as f64, -2.1 * (i / 10) as f64, 0.0);
        placed.positions.iter_mut().for_each(|p| *p += place);
        all.append(&placed);
        write_mesh(&folder.join(format!("{name}.obj")), &PolyMesh::from(body.mesh))?;
    }
    write_mesh(&folder.join("all.obj"), &PolyMesh::from(all))?;
    Ok(())
}
