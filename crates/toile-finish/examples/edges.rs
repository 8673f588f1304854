//! Edges of cloth: a napkin with a hem, a topstitch, a row of buttons and a zip, written as `edges.obj`, or as the file that is named.
//!
//! `edges FILE CLOTH.obj` writes a mesh of your own as thick cloth instead, 0.8 mm, and says how long that takes.

use std::time::Instant;
use toile_finish::flat::{FlatCloth, PieceMap};
use toile_finish::seams::{SeamLook, SeamMap, SeamRun, SeamStyle, Stitches};
use toile_finish::thickness::{HemEdge, ThickCloth, ThickSettings, Thickness};
use toile_finish::trims::{Button, Hook, Snap, TrimAnchor, TrimMesh, TrimPlace, Trims, Zip};
use toile_geom::glam::{DVec2, DVec3, Vec3Swizzles};
use toile_geom::{TriMesh, shapes};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = arguments.first().map_or("edges.obj", String::as_str);
    let mesh = match arguments.get(1) {
        Some(cloth) => thick(&toile_io::read_mesh(cloth.as_ref())?.triangulate().mesh)?,
        None => napkin()?,
    };
    toile_io::write_mesh(file.as_ref(), &mesh.into())?;
    Ok(())
}

/// A mesh whose places in the pattern are not known, as thick cloth.
fn thick(mesh: &TriMesh) -> Result<TriMesh, Failure> {
    let clock = Instant::now();
    let corners = mesh.triangles.iter().map(|t| t.map(|v| mesh.positions[v as usize].xy())).collect();
    let cloth = FlatCloth::new(mesh.triangles.clone(), mesh.positions.len(), corners)?;
    let hems = hems(&cloth, 0.02);
    let mut thick = ThickCloth::new(&cloth, &Thickness::Even(0.0008), &hems, &ThickSettings::default())?;
    println!("{} triangles made {} in {:?}", mesh.triangles.len(), thick.parts().len(), clock.elapsed());
    for _ in 0..3 {
        let clock = Instant::now();
        thick.place(&mesh.positions)?;
        let placed = clock.elapsed();
        println!("moved in {placed:?}; {:?}", thick.finish(&mesh.positions, &[])?);
    }
    Ok(thick.mesh().clone())
}

/// All free edges hemmed.
fn hems(cloth: &FlatCloth, depth: f64) -> Vec<HemEdge> {
    let topology = cloth.topology();
    topology.boundary_edges().map(|e| HemEdge::double(topology.edges[e as usize], depth)).collect()
}

fn napkin() -> Result<TriMesh, Failure> {
    let mut sheet = shapes::regular_sheet(DVec2::new(0.2, 0.16), [40, 32]);
    let corners = sheet.triangles.iter().map(|t| t.map(|v| sheet.positions[v as usize].xz())).collect();
    let cloth = FlatCloth::new(sheet.triangles.clone(), sheet.positions.len(), corners)?;
    let in_middle: Vec<u32> = (0..sheet.positions.len() as u32)
        .rev()
        .filter(|&v| sheet.positions[v as usize].x.abs() < 1e-9 && sheet.positions[v as usize].z > -0.05)
        .collect();
    for p in &mut sheet.positions {
        p.y = 0.01 * (25.0 * p.x).sin() * (20.0 * p.z).cos();
    }
    let mut thick =
        ThickCloth::new(&cloth, &Thickness::Even(0.0012), &hems(&cloth, 0.012), &ThickSettings::default())?;
    println!("{:?}", thick.finish(&sheet.positions, &[])?);

    let mut border = cloth.topology().boundary_loops()[0].vertices.clone();
    border.push(border[0]);
    let look = SeamLook { distance: 0.0105, thread: 0.0006, ..SeamLook::of(SeamStyle::Topstitch) };
    let runs = [SeamRun { chain: border, look, sides: [true; 2] }];
    let map = SeamMap::new(&cloth, &runs)?;
    let mut stitches = Stitches::new(&cloth, &runs, &map)?;
    stitches.place(&sheet.positions, thick.normals(), &thick.heights())?;
    println!(
        "{} stitches, {} left out, {} passes",
        stitches.count(),
        stitches.left_out(),
        map.passes().len()
    );

    let trims = trims(&cloth, in_middle, &sheet.positions, &thick)?;
    let mut all = thick.mesh().clone();
    all.append(stitches.mesh());
    all.append(trims.mesh());
    Ok(all)
}

/// Buttons, snaps, a hook and its eye, and a zip along a line.
fn trims(
    cloth: &FlatCloth,
    line: Vec<u32>,
    positions: &[DVec3],
    thick: &ThickCloth,
) -> Result<Trims, Failure> {
    let zip = Zip { open: 0.3, ..Zip::along(line.clone(), line) };
    let zip_meshes = zip.meshes();
    let meshes: [TrimMesh; 8] = [
        zip_meshes.tooth,
        zip_meshes.slider,
        Button { diameter: 0.018, ..Button::default() }.mesh()?,
        Button { diameter: 0.015, holes: 2, ..Button::default() }.mesh()?,
        Snap { diameter: 0.012, stud: false }.mesh()?,
        Snap { diameter: 0.012, stud: true }.mesh()?,
        Hook::default().hook()?,
        Hook::default().eye()?,
    ];
    let mut places = zip.places(cloth, 0)?;
    let piece = PieceMap::new(cloth, 0);
    for (mesh, place) in [
        (2, [0.05, 0.04]),
        (3, [0.05, 0.01]),
        (4, [0.05, -0.02]),
        (5, [0.05, -0.05]),
        (6, [-0.05, 0.03]),
        (7, [-0.05, -0.01]),
    ] {
        let anchor = piece.spot(DVec2::from(place), 0.01).map(|spot| TrimAnchor::Spot(spot, DVec2::X));
        places.extend(anchor.map(|anchor| TrimPlace { mesh, anchor }));
    }
    let mut trims = Trims::new(cloth, &meshes, &places)?;
    trims.place(positions, thick.normals(), &thick.heights())?;
    Ok(trims)
}
