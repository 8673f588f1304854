//! Places garments around bodies and shows what came out: a table, and a picture of each.
//!
//! `cargo run --release --example placing -- [--body NAME-or-FILE]... [--garment NAME-or-FILE]... [--edge METRES] [--pictures DIR]`
//!
//! Bodies are names of sizes such as `eu-38` or files in metres, garments names of drafts or pattern files. Without any, all drafts go around a
//! woman of size 38.

use std::error::Error;
use std::path::{Path, PathBuf};
use toile_body::measures::BodySize;
use toile_dress::{Placed, Wearer, place};
use toile_geom::TriMesh;
use toile_geom::intersect::{mesh_intersections, self_intersections};
use toile_io::file::write_png;
use toile_io::read_mesh;
use toile_look::{Color, Look, LookObject, LookQuality, LookScene, LookSurface, Sheet, View};
use toile_pattern::Garment;
use toile_pattern::draft::{DRAFTS, Draft, Looseness};
use toile_pattern::import::import;
use toile_pattern::mesh::{MeshSettings, MeshedGarment, mesh};

struct Arguments {
    bodies: Vec<String>,
    garments: Vec<String>,
    edge: f64,
    fit: Looseness,
    pictures: Option<PathBuf>,
    views: Vec<View>,
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let mut found = Arguments {
        bodies: Vec::new(),
        garments: Vec::new(),
        edge: 0.015,
        fit: Looseness::Regular,
        pictures: None,
        views: vec![View::Front, View::ThreeQuarter, View::Left, View::Back],
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--body" => found.bodies.push(value),
            "--garment" => found.garments.push(value),
            "--edge" => found.edge = value.parse()?,
            "--fit" => {
                found.fit =
                    Looseness::ALL.into_iter().find(|fit| fit.name() == value).ok_or("no such fit")?;
            }
            "--pictures" => found.pictures = Some(value.into()),
            "--top" => found.views.push(View::Top),
            _ => return Err(format!("{word} is not known").into()),
        }
    }
    if found.bodies.is_empty() {
        found.bodies.push("eu-38".to_owned());
    }
    if found.garments.is_empty() {
        found.garments.extend(DRAFTS.iter().map(|draft| draft.name.to_owned()));
    }
    Ok(found)
}

fn body(name: &str) -> Result<Wearer, Box<dyn Error>> {
    if let Ok(size) = BodySize::named(name) {
        return Ok(Wearer::of_measures(size.figure, size.measures())?);
    }
    Ok(Wearer::of_mesh(read_mesh(Path::new(name))?.triangulate().mesh)?)
}

fn garment(name: &str, body: &Wearer, fit: Looseness) -> Result<Garment, Box<dyn Error>> {
    if let Ok(draft) = Draft::named(name) {
        return Ok(draft.draft(body.measures(), fit));
    }
    Ok(import(Path::new(name))?.garment)
}

fn stem(name: &str) -> String {
    Path::new(name).file_stem().map_or_else(|| name.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = arguments()?;
    println!(
        "| body | garment | vertices | ms | clearing | strain % | through body | through itself | hulls: iterations, ms, slide cm, distance cm |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for body_name in &arguments.bodies {
        let body = body(body_name)?;
        for name in &arguments.garments {
            let garment = garment(name, &body, arguments.fit)?;
            let meshed = mesh(&garment, &MeshSettings::with_edge_length(arguments.edge))?;
            let placed = place(&meshed, &body)?;
            report(&[&stem(body_name), &stem(name)], &meshed, &placed, &body);
            if let Some(folder) = &arguments.pictures {
                std::fs::create_dir_all(folder)?;
                let path = folder.join(format!("{}-{}.png", stem(body_name), stem(name)));
                picture(&path, &meshed, &placed, &body, &arguments.views)?;
            }
        }
    }
    Ok(())
}

fn report(names: &[&str; 2], meshed: &MeshedGarment, placed: &Placed, body: &Wearer) {
    let all = placed.mesh(meshed);
    let hulls: Vec<String> = placed
        .hulls
        .iter()
        .map(|hull| {
            format!(
                "{} {}, {:.1}, {:.0}, {:.1}{}",
                hull.segment.name(),
                hull.iterations,
                1e3 * hull.seconds,
                100.0 * hull.slide,
                100.0 * hull.distance,
                if hull.waves > 0 { format!(", {} waves", hull.waves) } else { String::new() }
            )
        })
        .collect();
    println!(
        "| {} | {} | {} | {:.0} | {} | {:.2} | {} | {} | {} |",
        names[0],
        names[1],
        all.positions.len(),
        1e3 * placed.seconds,
        placed.clearing_rounds,
        100.0 * placed.worst_strain(meshed),
        mesh_intersections(&all, body.mesh()).len(),
        self_intersections(&all).len(),
        hulls.join("; ")
    );
    for (piece, placed) in meshed.garment.pieces.iter().zip(&placed.pieces) {
        eprintln!("    {}: {}", piece.name, placed.reason);
    }
}

/// Colours that tell pieces apart.
const COLORS: [u32; 8] =
    [0x7A_92_B5, 0xC9_8A_6B, 0x8F_B0_7D, 0xB5_8A_B0, 0xD3_B8_6A, 0x7F_B5_B0, 0xC4_7A_7A, 0x9A_95_7A];

fn picture(
    path: &Path,
    meshed: &MeshedGarment,
    placed: &Placed,
    body: &Wearer,
    views: &[View],
) -> Result<(), Box<dyn Error>> {
    let meshes: Vec<TriMesh> = placed
        .pieces
        .iter()
        .zip(&meshed.pieces)
        .map(|(placed, piece)| TriMesh {
            positions: placed.positions.clone(),
            triangles: piece.triangles.clone(),
        })
        .collect();
    let mut scene = LookScene::of(LookObject::body(body.mesh()));
    for (i, mesh) in meshes.iter().enumerate() {
        let mut object =
            LookObject::cloth(mesh).with_surface(LookSurface::Solid(Color::hex(COLORS[i % COLORS.len()])));
        object.back_tint = Color::hex(0x60_40_40);
        scene.objects.push(object);
    }
    let look = Look { width: 330, height: 560, quality: LookQuality::Draft, ..Look::default() };
    let title = meshed.garment.name.clone();
    write_png(path, &Sheet::of_views(&look, &scene, views).title(&title).compose())?;
    Ok(())
}
