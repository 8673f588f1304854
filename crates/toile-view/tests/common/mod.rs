//! Small scenes with everything that can be drawn.
#![allow(dead_code, reason = "each test uses some of them")]

use glam::Vec3;
use std::sync::Arc;
use toile_geom::shapes;
use toile_view::camera::OrbitCamera;
use toile_view::scene::{Mark, Mesh, Object, ObjectKind, Print, ViewLine, ViewMaterial, ViewScene, Weave};

/// A ball of skin.
pub(crate) fn ball(radius: f64, middle: Vec3) -> Object {
    let mesh = shapes::icosphere(radius, 5);
    let positions = mesh.positions.iter().map(|p| (p.as_vec3() + middle).to_array()).collect();
    Object {
        name: "ball".into(),
        kind: ObjectKind::Body,
        mesh: Arc::new(Mesh { triangles: mesh.triangles, ..Mesh::default() }),
        positions: Arc::new(positions),
        values: None,
        material: ViewMaterial { color: [0.62, 0.40, 0.30], roughness: 0.5, ..ViewMaterial::default() },
        visible: true,
    }
}

/// A cloth of `cells` cells a side, two metres wide times `half`, laid by a function of the place on the fabric.
pub(crate) fn cloth(half: f32, cells: u32, lay: impl Fn(f32, f32) -> Vec3) -> Object {
    let side = cells + 1;
    let place = |k: u32| half * (2.0 * k as f32 / cells as f32 - 1.0);
    let places: Vec<[f32; 2]> = (0..side * side).map(|n| [place(n % side), place(n / side)]).collect();
    let mut triangles = Vec::new();
    for n in (0..side * side).filter(|n| n % side < cells && n / side < cells) {
        triangles.push([n, n + 1, n + side]);
        triangles.push([n + 1, n + side + 1, n + side]);
    }
    let positions = places.iter().map(|&[x, y]| lay(x, y).to_array()).collect();
    let middle = side * (cells / 2);
    let mesh = Mesh {
        triangles,
        places,
        stitches: vec![(middle..middle + side).collect()],
        layers: (0..side * side).map(|n| if n % side > side / 2 { 2 } else { 1 }).collect(),
        ..Mesh::default()
    };
    Object {
        name: "cloth".into(),
        kind: ObjectKind::Cloth,
        mesh: Arc::new(mesh),
        positions: Arc::new(positions),
        values: None,
        material: ViewMaterial {
            color: [0.10, 0.22, 0.42],
            inside: [0.30, 0.12, 0.10],
            roughness: 0.75,
            sheen: 0.25,
            weave: Weave::Twill,
            thread: 0.0012,
            print: Print::Plain,
        },
        visible: true,
    }
}

/// Over a ball: folds that begin where the cloth leaves it.
pub(crate) fn over_a_ball(x: f32, z: f32) -> Vec3 {
    let (out, angle) = (x.hypot(z), z.atan2(x));
    let radius = 0.255;
    let turn = (out / radius).min(1.75);
    let down = (out - 1.75 * radius).max(0.0);
    let folds = (down * 4.0).min(1.0) * 0.055 * (7.0 * angle).cos() * (1.0 + down);
    let flat = radius * turn.sin() + folds + 0.15 * down;
    Vec3::new(flat * angle.cos(), 0.5 + radius * turn.cos() - down * 0.96, -flat * angle.sin())
}

/// A cloth over a ball, with a line and marks.
pub(crate) fn draped() -> ViewScene {
    ViewScene {
        objects: vec![ball(0.25, Vec3::new(0.0, 0.5, 0.0)), cloth(0.5, 160, over_a_ball)],
        lines: vec![ViewLine {
            ends: [[-0.6, 0.2, 0.4], [0.6, 0.7, 0.3]],
            color: [0.8, 0.1, 0.1],
            width: 3.0,
        }],
        marks: vec![
            Mark { position: [0.0, 0.756, 0.0], color: [0.9, 0.6, 0.05], radius: 7.0 },
            Mark { position: [0.1, 0.3, -0.4], color: [0.1, 0.6, 0.2], radius: 7.0 },
        ],
    }
}

/// From where the draped cloth is seen whole.
pub(crate) fn camera() -> OrbitCamera {
    OrbitCamera { target: Vec3::new(0.0, 0.45, 0.0), distance: 1.75, turn: 0.5, lift: 0.35, field: 0.6 }
}
