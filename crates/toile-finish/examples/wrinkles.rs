//! A trouser leg is bent at the knee, smoothed and given wrinkles: times of each part, and meshes to look at (`wrinkles FOLDER`).

use glam::{DVec2, DVec3};
use std::f64::consts::{PI, TAU};
use std::path::Path;
use std::time::Instant;
use toile_finish::free::{CollisionFree, FreeSettings, PullBack};
use toile_finish::subdivision::{Marks, Refinement, SubdivisionSettings};
use toile_finish::wrinkles::{FineWrinkles, WrinkleMap, WrinkleSettings, Wrinkles, tessellate};
use toile_geom::{TriMesh, intersect, shapes};

const RADIUS: f64 = 0.09;
const HEIGHT: f64 = 0.7;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let straight = shapes::tube(RADIUS, HEIGHT, 28, 36);
    let rest: Vec<[DVec2; 3]> =
        (0..straight.triangles.len()).map(|t| unrolled(straight.corners(t))).collect();
    let bent: Vec<DVec3> = straight.positions.iter().map(|&p| at_the_knee(p)).collect();
    let vertices = straight.positions.len();

    let refinement =
        Refinement::new(&straight.triangles, vertices, &Marks::default(), &SubdivisionSettings::default())?;
    let clock = Instant::now();
    let mut wrinkles = Wrinkles::new(&straight.triangles, vertices, &rest, &WrinkleSettings::default())?;
    let mut fine = FineWrinkles::new(&wrinkles, &refinement)?;
    let mut map = WrinkleMap::new(&wrinkles, 256);
    println!("{} triangles; preparing takes {:.0} ms", straight.triangles.len(), since(clock));

    let mut finish = CollisionFree::new(refinement, FreeSettings::default());
    let report = finish.finish(&bent, &[])?;
    println!("smoothing {:.1} ms", 1e3 * report.total().as_secs_f64());
    let clock = Instant::now();
    wrinkles.follow(&bent)?;
    println!("modulation {:.2} ms", since(clock));
    let clock = Instant::now();
    map.draw(&wrinkles);
    println!("map of 256 x 256 texels {:.1} ms", since(clock));
    let clock = Instant::now();
    let mut positions = finish.positions().to_vec();
    let raised = fine.raise(
        &wrinkles,
        finish.refinement(),
        &mut positions,
        finish.obstacles(),
        &FreeSettings::default(),
    )?;
    println!(
        "raised by up to {:.2} mm, {} of {} vertices pulled back, {} intersections: {:.1} ms",
        1e3 * raised.max_displacement,
        raised.corrected,
        raised.vertices,
        raised.intersections,
        since(clock)
    );
    let uniform = TriMesh { positions, triangles: finish.refinement().triangles().to_vec() };

    let clock = Instant::now();
    let cut = tessellate(&wrinkles, &map, &bent, 1e-3, 2);
    let normals = cut.mesh.vertex_normals();
    let places = cut.mesh.positions.iter().zip(&normals).zip(&cut.heights);
    let mut end: Vec<DVec3> = places.map(|((p, n), h)| p + *n * *h).collect();
    let mut pull_back = PullBack::of_mesh(&cut.mesh.triangles, end.len());
    pull_back.hold(&cut.mesh.positions, &mut end, finish.obstacles(), &FreeSettings::default())?;
    let adaptive = TriMesh { positions: end, triangles: cut.mesh.triangles };
    println!("cut where it is needed into {} triangles: {:.1} ms", adaptive.triangles.len(), since(clock));

    for (name, mesh) in [
        ("coarse", &TriMesh { positions: bent, ..straight }),
        ("smooth", &finish.mesh()),
        ("wrinkled", &uniform),
        ("adaptive", &adaptive),
    ] {
        println!("{name}: {} intersections", intersect::self_intersections(mesh).len());
        if let Some(folder) = std::env::args().nth(1) {
            toile_io::write_mesh(&Path::new(&folder).join(format!("{name}.obj")), &mesh.clone().into())?;
        }
    }
    if let Some(folder) = std::env::args().nth(1) {
        toile_io::file::write_png(&Path::new(&folder).join("normals.png"), &picture(&map))?;
    }
    Ok(())
}

/// The normals as colours, as programs for drawing want them: the last row of the map is the first of the picture.
fn picture(map: &WrinkleMap) -> toile_io::png::Image {
    let byte = |x: f32| (127.5 * (x + 1.0)).round() as u8;
    let rows = map.normals().chunks(map.side()).rev();
    let pixels = rows.flatten().map(|n| [byte(n.x), byte(n.y), byte(n.z), 255]).collect();
    let side = map.side() as u32;
    toile_io::png::Image { width: side, height: side, pixels }
}

/// Milliseconds since then.
fn since(clock: Instant) -> f64 {
    1e3 * clock.elapsed().as_secs_f64()
}

/// The tube as a flat piece, with a seam at the back.
fn unrolled(corners: [DVec3; 3]) -> [DVec2; 3] {
    let angle = |p: DVec3| p.x.atan2(p.z);
    let first = angle(corners[0]);
    corners.map(|p| {
        let turned = angle(p);
        let near = turned - TAU * ((turned - first) / TAU).round();
        DVec2::new(RADIUS * (near + PI), p.y)
    })
}

/// The leg bent by a right angle over 30 cm; cloth is squeezed at the back of the knee.
fn at_the_knee(p: DVec3) -> DVec3 {
    let (low, high) = (0.2, 0.5);
    let turn = 0.35 * PI;
    let along = ((p.y - low) / (high - low)).clamp(0.0, 1.0);
    let angle = turn * along;
    let radius = (high - low) / turn;
    // The middle line is an arc; beyond it the leg is straight again.
    let centre = DVec3::new(0.0, low, -radius);
    let outward = DVec3::new(0.0, angle.sin(), angle.cos());
    let forward = DVec3::new(0.0, angle.cos(), -angle.sin());
    let beyond = if p.y < low { p.y - low } else { (p.y - high).max(0.0) };
    centre + outward * (radius + 0.8 * p.z) + DVec3::X * p.x + forward * beyond
}
