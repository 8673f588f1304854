//! A dress around a body that stands still.

use super::DetectionScene;
use super::swept_tube::{Ring, swept_tube};
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;
use toile_geom::{TriMesh, shapes};

/// The part of all triangles that the dress has: 3,800 with 53,000 of the body (Kimmerle 2005).
const DRESS: f64 = 0.067;

/// Height, half width and half depth of head and trunk from below, in metres.
const TRUNK: [[f64; 3]; 15] = [
    [0.76, 0.02, 0.02],
    [0.77, 0.10, 0.07],
    [0.84, 0.165, 0.105],
    [0.92, 0.17, 0.115],
    [1.02, 0.145, 0.10],
    [1.10, 0.12, 0.085],
    [1.20, 0.135, 0.10],
    [1.29, 0.15, 0.12],
    [1.38, 0.165, 0.09],
    [1.43, 0.12, 0.065],
    [1.46, 0.055, 0.055],
    [1.50, 0.05, 0.055],
    [1.54, 0.07, 0.085],
    [1.64, 0.075, 0.095],
    [1.72, 0.02, 0.03],
];

/// Where the dress begins and ends, and where it stops following the body.
const TOP: f64 = 1.32;
const HIP: f64 = 0.90;
const HEM: f64 = 0.50;

/// A limb by its ends, the radii there, and its part of the body's triangles.
const LIMBS: [(DVec3, DVec3, [f64; 2], f64); 4] = [
    (DVec3::new(0.085, 0.03, 0.0), DVec3::new(0.085, 0.84, 0.0), [0.04, 0.08], 0.15),
    (DVec3::new(-0.085, 0.03, 0.0), DVec3::new(-0.085, 0.84, 0.0), [0.04, 0.08], 0.15),
    (DVec3::new(0.48, 0.98, 0.0), DVec3::new(0.165, 1.40, 0.0), [0.025, 0.04], 0.1),
    (DVec3::new(-0.48, 0.98, 0.0), DVec3::new(-0.165, 1.40, 0.0), [0.025, 0.04], 0.1),
];

/// The body is held; the dress sways.
pub(super) fn scene(triangles: u32) -> DetectionScene {
    let body = body((1.0 - DRESS) * f64::from(triangles));
    let mut scene = DetectionScene::new(0.004);
    let flat = shapes::tube(
        1.0,
        1.0,
        cells(DRESS * f64::from(triangles))[0],
        cells(DRESS * f64::from(triangles))[1],
    );
    let low = flat.positions.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    let worn = |sway: f64| flat.positions.iter().map(move |p| wear(DVec3::new(p.x, p.y - low, p.z), sway));
    let dress = TriMesh { positions: worn(0.0).collect(), triangles: flat.triangles.clone() };
    scene.add(&dress, worn(0.01));
    scene.add(&body, body.positions.iter().copied());
    let fixed = (0..scene.start.len()).map(|v| v >= dress.positions.len()).collect();
    scene.filter = std::mem::take(&mut scene.filter).with_fixed(fixed);
    scene
}

/// How many cells around and along give a tube of a number of triangles, with more around than along.
fn cells(triangles: f64) -> [u32; 2] {
    let along = (triangles / 4.0).sqrt().max(4.0);
    [(triangles / 2.0 / along).max(8.0) as u32, along as u32]
}

/// Half width and depth of head and trunk at a height.
fn trunk(height: f64) -> DVec2 {
    let after = TRUNK.partition_point(|ring| ring[0] < height).clamp(1, TRUNK.len() - 1);
    let (below, above) = (TRUNK[after - 1], TRUNK[after]);
    let part = ((height - below[0]) / (above[0] - below[0])).clamp(0.0, 1.0);
    // Smooth at the given heights.
    let part = part * part * (3.0 - 2.0 * part);
    DVec2::new(below[1], below[2]).lerp(DVec2::new(above[1], above[2]), part)
}

/// Trunk with head, arms and legs, each closed, reaching into each other.
fn body(triangles: f64) -> TriMesh {
    let count = |part: f64| {
        let [around, along] = cells(part * triangles);
        (around, along.max(2))
    };
    let (around, along) = count(0.5);
    let heights =
        |n: u32| TRUNK[0][0] + (TRUNK[TRUNK.len() - 1][0] - TRUNK[0][0]) * f64::from(n) / f64::from(along);
    let ring = |n: u32| Ring { centre: DVec3::Y * heights(n), radii: trunk(heights(n)) };
    let mut mesh = swept_tube(&(0..=along).map(ring).collect::<Vec<_>>(), around, DVec3::X);
    for (low, high, radii, part) in LIMBS {
        let (around, along) = count(part);
        let ring = |n: u32| {
            let t = f64::from(n) / f64::from(along);
            // Round at the ends, as far as the radius.
            let from_end = (t.min(1.0 - t) * low.distance(high) / radii[0]).min(1.0);
            let radius = (radii[0] + (radii[1] - radii[0]) * t) * (1.0 - (1.0 - from_end).powi(2)).sqrt();
            Ring { centre: low.lerp(high, t), radii: DVec2::splat(radius.max(0.002)) }
        };
        mesh.append(&swept_tube(&(0..=along).map(ring).collect::<Vec<_>>(), around, DVec3::X));
    }
    mesh
}

/// Where a point of a tube of radius and height 1 is when worn: a few millimetres from the body down to the hip, and in folds
/// that grow towards the hem.
fn wear(tube: DVec3, sway: f64) -> DVec3 {
    const GAP: f64 = 0.004;
    let height = HEM + (TOP - HEM) * tube.y;
    let angle = tube.z.atan2(tube.x);
    let below_hip = (HIP - height).max(0.0);
    let around = if height > HIP { trunk(height) } else { trunk(HIP) + DVec2::splat(0.2 * below_hip) };
    // Between two rings of the body its outline bulges: the least gap is kept everywhere.
    let fold = GAP + below_hip * 0.12 * (0.5 + 0.5 * (9.0 * angle + 2.0 * below_hip).cos());
    let folds = 0.003 * (0.5 + 0.5 * (23.0 * angle).cos());
    let radii = around + DVec2::splat(fold + folds);
    let turned = angle + sway * below_hip / (HIP - HEM) * TAU / 4.0;
    DVec3::new(radii.x * turned.cos() + sway * below_hip, height, radii.y * turned.sin())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_body_is_closed_and_the_dress_is_outside() {
        let scene = scene(20_000);
        let dress = scene.features.vertices_of(0).len();
        let upper = scene.start[..dress].iter().filter(|p| p.y > HIP);
        for p in upper {
            let radii = trunk(p.y);
            assert!((p.x / radii.x).powi(2) + (p.z / radii.y).powi(2) > 1.0, "{p}");
        }
        let body = body(20_000.0);
        assert!(body.volume() > 0.04 && body.volume() < 0.09, "{} m³", body.volume());
    }
}
