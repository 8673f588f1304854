//! Positions for another renderer: what an engine needs each frame is three plain arrays. Here a few lines draw them as SVG.
//!
//!     cargo run --release --example own_renderer -- [EDGE]

use std::fmt::Write;
use toile::prelude::*;

fn main() -> Result<()> {
    let edge = std::env::args().nth(1).map_or(Ok(0.03), |metres| metres.parse())?;
    let wearer = Wearer::open("eu-38")?;
    let outfit = Dressing::on(&wearer).garment("tank-top").edge_length(edge).run(|now| {
        // The cloth as it is at this moment, for a live preview.
        if let Some(mesh) = now.preview() {
            upload(&mesh);
        }
    })?;
    let mesh = outfit.mesh();
    let [positions, normals, indices] = upload(&mesh);
    println!("{positions} floats of positions, {normals} of normals, {indices} indices");
    std::fs::create_dir_all("toile-out/own_renderer")?;
    std::fs::write("toile-out/own_renderer/front.svg", svg(&mesh))?;
    Ok(())
}

/// What a graphics card takes: positions and normals as single floats, corners as indices. Returns their lengths.
fn upload(mesh: &TriMesh) -> [usize; 3] {
    let floats =
        |vectors: &[DVec3]| -> Vec<f32> { vectors.iter().flat_map(|v| v.as_vec3().to_array()).collect() };
    let (positions, normals) = (floats(&mesh.positions), floats(&mesh.vertex_normals()));
    [positions.len(), normals.len(), mesh.triangles.as_flattened().len()]
}

/// The triangles that face the viewer, far ones first, shaded by their slope.
fn svg(mesh: &TriMesh) -> String {
    let mut order: Vec<usize> = (0..mesh.triangles.len()).filter(|&t| mesh.area_vector(t).z > 0.0).collect();
    order.sort_by(|a, b| mesh.corners(*a)[0].z.total_cmp(&mesh.corners(*b)[0].z));
    let mut text = String::from("<svg xmlns='http://www.w3.org/2000/svg' viewBox='-500 -1500 1000 1500'>\n");
    for t in order {
        let shade = 90.0 + 150.0 * mesh.area_vector(t).normalize_or_zero().z;
        let points = mesh.corners(t).map(|p| format!("{:.1},{:.1}", 1e3 * p.x, -1e3 * p.y)).join(" ");
        let _ = writeln!(text, "<polygon points='{points}' fill='rgb({shade:.0},{shade:.0},{shade:.0})'/>");
    }
    text + "</svg>\n"
}
