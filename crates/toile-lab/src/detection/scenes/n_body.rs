//! Hundreds of balls of all sizes, cones and a floor, falling on each other.

use super::DetectionScene;
use glam::DVec3;
use std::f64::consts::TAU;
use toile_geom::random::Random;
use toile_geom::{TriMesh, shapes};

/// Radii of the smallest and the largest ball in metres.
const RADII: [f64; 2] = [0.02, 0.25];

/// The cones are this high, and half as wide.
const CONE: f64 = 0.8;

/// How much of the room is full.
const FILLING: f64 = 0.3;

/// All balls have the same number of triangles, so that those of the small ones are small.
pub(super) fn scene(triangles: u32) -> DetectionScene {
    let subdivisions = if triangles < 20_000 { 1 } else { 2 };
    let ball = shapes::icosphere(1.0, subdivisions);
    let count = (triangles as usize / ball.triangles.len()).max(8);
    let mut random = Random::new(7);
    let radii: Vec<_> =
        (0..count).map(|_| RADII[0] * (RADII[1] / RADII[0]).powf(random.between(0.0, 1.0))).collect();
    let volume: f64 = radii.iter().map(|r| 4.2 * r.powi(3)).sum::<f64>() + 5.0 * 0.26 * CONE.powi(3);
    let width = (volume / FILLING).cbrt().max(2.0 * CONE);
    let mut scene = DetectionScene::new(0.005);
    let mut heap = Heap { random, width, height: width, placed: Vec::new() };
    for _ in 0..5 {
        let centre = heap.place(0.5 * CONE);
        fall(&mut scene, &mut heap.random, &cone(24), CONE, centre);
    }
    for radius in radii {
        let centre = heap.place(radius);
        fall(&mut scene, &mut heap.random, &ball, radius, centre);
    }
    let [low, high] = [-0.2 * width, 1.2 * width];
    let corners = [[low, low], [high, low], [high, high], [low, high]];
    let floor = TriMesh {
        positions: corners.iter().map(|&[x, z]| DVec3::new(x, 0.0, z)).collect(),
        triangles: vec![[0, 2, 1], [0, 3, 2]],
    };
    scene.add(&floor, floor.positions.iter().copied());
    scene
}

/// Adds a shape of a size at a place, which falls at its own speed.
fn fall(scene: &mut DetectionScene, random: &mut Random, shape: &TriMesh, size: f64, centre: DVec3) {
    let way =
        DVec3::new(random.between(-0.01, 0.01), random.between(-0.06, -0.01), random.between(-0.01, 0.01));
    let mut mesh = shape.clone();
    mesh.positions.iter_mut().for_each(|p| *p = centre + size * *p);
    scene.add(&mesh, mesh.positions.iter().map(|p| *p + way));
}

/// Room that is filled from below.
struct Heap {
    random: Random,
    width: f64,
    height: f64,
    placed: Vec<(DVec3, f64)>,
}

impl Heap {
    /// A place for a ball that no other has taken; the room grows until there is one.
    fn place(&mut self, radius: f64) -> DVec3 {
        loop {
            let across = [radius, self.width - radius];
            let x = self.random.between(across[0], across[1]);
            let y = self.random.between(radius, self.height.max(2.0 * radius) - radius);
            let centre = DVec3::new(x, y, self.random.between(across[0], across[1]));
            if self.placed.iter().all(|(other, r)| other.distance(centre) > r + radius) {
                self.placed.push((centre, radius));
                return centre;
            }
            self.height *= 1.001;
        }
    }
}

/// A cone that fits a ball of diameter 1, of long triangles.
fn cone(around: u32) -> TriMesh {
    let mut positions = vec![DVec3::new(0.0, 0.5, 0.0), DVec3::new(0.0, -0.3, 0.0)];
    let mut triangles = Vec::new();
    for k in 0..around {
        let (sine, cosine) = (TAU * f64::from(k) / f64::from(around)).sin_cos();
        positions.push(DVec3::new(0.4 * cosine, -0.3, 0.4 * sine));
        let (a, b) = (2 + k, 2 + (k + 1) % around);
        triangles.extend([[0, b, a], [1, a, b]]);
    }
    TriMesh { positions, triangles }
}
