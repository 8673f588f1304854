//! Strips of one cloth in different lengths bend under their own weight, with the theory's curve drawn over each.
//!
//! `cargo run --release --example cantilevers` writes `cantilevers.png`.

use glam::{DMat3, DVec2, DVec3};
use std::error::Error;
use std::path::Path;
use toile_cloth::bending::{Bending, Clamp};
use toile_cloth::cloth::Cloth;
use toile_cloth::membrane::Membrane;
use toile_cloth::rest::RestShape;
use toile_cloth::solver::{Equilibrium, Loads};
use toile_geom::sheets::{FlatSheet, SheetKind};
use toile_io::file::write_png;
use toile_lab::validate::cantilever;
use toile_look::{Color, Look, LookLine, LookObject, LookScene, LookSurface, Sheet, View, Wireframe};

/// A shirt cloth: bending stiffness in N·m, stretch stiffness in N/m, density in kg/m².
const BENDING: f64 = 1e-5;
const STRETCH: f64 = 1000.0;
const DENSITY: f64 = 0.2;
const GRAVITY: f64 = 9.81;

/// `Γ = ρ g L³ / B` of each strip, and its colour.
const STRIPS: [(f64, u32); 4] =
    [(2.0, 0x9D_B4_C0), (10.0, 0xC7_B1_98), (50.0, 0xA8_B8_9A), (200.0, 0xC8_A2_A8)];
const WIDTH: f64 = 0.015;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut meshes, mut scene) = (Vec::new(), LookScene::default());
    for (i, (gamma, _)) in STRIPS.into_iter().enumerate() {
        let length = f64::cbrt(gamma * BENDING / (DENSITY * GRAVITY));
        let aside = DVec3::Z * (-2.0 * WIDTH * i as f64);
        let mut strip = clamped_strip(length);
        Equilibrium::default().settle(&mut strip, &Loads::gravity(DVec3::NEG_Y * GRAVITY))?;
        let mut mesh = strip.mesh();
        for p in &mut mesh.positions {
            *p += aside;
        }
        meshes.push(mesh);
        // The theory's curve, along the front edge.
        let at = |p: &DVec2| DVec3::new(p.x, -p.y, 0.0) * length + aside;
        let theory = cantilever(gamma, 0.0).points;
        scene.lines.push(LookLine::new(theory.iter().step_by(40).map(at).collect(), Color::hex(0xB0_30_30)));
    }
    for (mesh, (_, color)) in meshes.iter().zip(STRIPS) {
        let surface = LookSurface::Solid(Color::hex(color));
        scene
            .objects
            .push(LookObject::cloth(mesh).with_surface(surface).with_wireframe(Wireframe::default()));
    }
    let look = Look { width: 900, height: 620, ..Look::default() };
    let views = [View::Custom { yaw: 0.5, pitch: 0.3 }];
    let page = Sheet::of_views(&look, &scene, &views)
        .title("One cloth, cut to four lengths; in red the elastica")
        .compose();
    write_png(Path::new("cantilevers.png"), &page)?;
    println!("Wrote cantilevers.png.");
    Ok(())
}

/// A strip along `x`, clamped at its left end, on an irregular mesh.
fn clamped_strip(length: f64) -> Cloth {
    let size = DVec2::new(length, WIDTH);
    let sheet = FlatSheet::new(SheetKind::Irregular, size, [(length / 0.002) as u32, 7]);
    let mut mesh = sheet.mesh();
    for p in &mut mesh.positions {
        *p = DVec3::new(p.x, 0.0, -p.y);
    }
    let rest = RestShape::from_flat(&sheet.places, &sheet.triangles);
    let clamp = |edge: [u32; 2]| Clamp { edge, beyond: mesh.positions[edge[0] as usize] - DVec3::X };
    let clamps: Vec<Clamp> = sheet.edges(|p| p.x == 0.0).into_iter().map(clamp).collect();
    let matrix = DMat3::from_diagonal(DVec3::new(1.0, 1.0, 0.5));
    let membrane = Membrane::new(&mesh, &rest, |_| matrix * STRETCH);
    let bending = Bending::new(&mesh, &rest, |_| matrix * BENDING, &clamps);
    let masses = rest.masses(&mesh, |_| DENSITY);
    let mut cloth = Cloth::from_parts(&mesh, rest, masses, membrane, bending);
    for v in sheet.vertices(|p| p.x == 0.0) {
        cloth.pinned[v as usize] = true;
    }
    cloth
}
