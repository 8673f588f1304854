//! A sheet that is pushed into a funnel.

use super::DetectionScene;
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;
use toile_geom::{TriMesh, shapes};

/// Radius of the spout, and of the funnel's rim, in metres.
const SPOUT: f64 = 0.05;
const RIM: f64 = 0.3;

/// Height of the rim above the spout, and how far the spout reaches down.
const HEIGHT: f64 = 0.25;
const DEPTH: f64 = 0.2;

/// Side of the sheet.
const SHEET: f64 = 0.45;

/// Pleats around the spout.
const PLEATS: f64 = 12.0;

/// A fine sheet in a funnel of a few large triangles.
pub(super) fn scene(triangles: u32) -> DetectionScene {
    let (around, along) = if triangles < 8000 { (16, 4) } else { (32, 8) };
    let funnel = funnel(around, along);
    let rest = f64::from(triangles) - funnel.triangles.len() as f64;
    let cells = (rest / 2.0).sqrt().round().max(4.0) as u32;
    let mut sheet = shapes::sheet(DVec2::splat(SHEET), [cells, cells]);
    let flat = sheet.positions.clone();
    let pushed = |depth: f64| flat.iter().map(move |p| push(DVec2::new(p.x, p.z), depth));
    sheet.positions = pushed(0.08).collect();
    let mut scene = DetectionScene::new(0.003);
    scene.add(&sheet, pushed(0.09));
    scene.add(&funnel, funnel.positions.iter().copied());
    scene.filter = std::mem::take(&mut scene.filter)
        .with_fixed((0..scene.start.len()).map(|v| v >= flat.len()).collect());
    scene
}

/// The funnel's radius and height at a distance along its outline, which begins at the top of the spout.
fn outline(distance: f64) -> (f64, f64) {
    let slope = DVec2::new(RIM - SPOUT, HEIGHT).normalize();
    if distance < 0.0 { (SPOUT, distance) } else { (SPOUT + slope.x * distance, slope.y * distance) }
}

fn funnel(around: u32, along: u32) -> TriMesh {
    let mut mesh = shapes::tube(1.0, 1.0, around, along);
    let low = mesh.positions.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    let length = DVec2::new(RIM - SPOUT, HEIGHT).length();
    for p in &mut mesh.positions {
        let (radius, height) = outline((p.y - low) * (length + DEPTH) - DEPTH);
        *p = DVec3::new(radius * p.x, height, radius * p.z);
    }
    mesh
}

/// Where a point of the flat sheet is if its middle is so deep in the spout: flat there, then up along the wall, and in pleats as
/// deep as there is too much cloth for the room.
fn push(flat: DVec2, depth: f64) -> DVec3 {
    const GAP: f64 = 0.004;
    let (from_middle, angle) = (flat.length(), flat.y.atan2(flat.x));
    let bottom = SPOUT - 2.0 * GAP;
    if from_middle <= bottom {
        return DVec3::new(flat.x, -depth, flat.y);
    }
    let (radius, height) = outline(from_middle - bottom - depth);
    let radius = radius - 2.0 * GAP;
    let excess = (1.0 - radius / from_middle).max(0.0);
    let pleat = 0.5 - 0.5 * (PLEATS * angle).cos();
    // A pleat leans to one side, as it would under its own weight.
    let lean = 0.8 * excess * pleat * TAU / PLEATS;
    let radius = radius * (1.0 - 0.7 * excess * pleat);
    let (sine, cosine) = (angle + lean).sin_cos();
    DVec3::new(radius * cosine, height, radius * sine)
}
