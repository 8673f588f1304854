//! Mannequins of named sizes as OBJ files: `cargo run --release --example mannequins -- DIR [SIZE...]`.

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;
use toile_body::mannequin::{Mannequin, Pose};
use toile_body::measures::{SIZES, size};
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
    for name in names {
        let wanted = size(&name).ok_or("no such size")?;
        let start = Instant::now();
        let mannequin = Mannequin::new(wanted.figure, wanted.measures()).in_pose(pose.unwrap_or_default());
        let body = mannequin.build()?;
        println!(
            "{name}: {} triangles in {:.0} ms",
            body.mesh.triangles.len(),
            1e3 * start.elapsed().as_secs_f64()
        );
        write_mesh(&folder.join(format!("{name}.obj")), &PolyMesh::from(body.mesh))?;
    }
    Ok(())
}
