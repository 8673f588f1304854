//! How long the fields of a body take, and how long a point takes in them.
//!
//!     cargo run --release -p toile-lab --example collider_speed

use glam::DVec3;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use toile_body::mannequin::Mannequin;
use toile_body::measures::{Figure, Measures};
use toile_body::motion::walk;
use toile_body::skeleton::Skinning;
use toile_contact::obstacle::field::{BodyField, FieldSettings, Keyframes};
use toile_contact::obstacle::{FieldSurface, MovingPoint, ObstacleSurface, RigidMotion, Turning};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let body = Mannequin::new(Figure::Woman, Measures::typical(Figure::Woman)).build()?;
    let settings = FieldSettings::default();
    let start = Instant::now();
    let field = Arc::new(BodyField::new(&body.mesh, &settings)?);
    let triangles = body.mesh.triangles.len();
    println!(
        "{triangles} triangles: a field in {:.2} s, {:.1} MB",
        start.elapsed().as_secs_f64(),
        mega(field.bytes())
    );
    let rig = body.rig();
    let mut motion = walk(&rig.skeleton, 1.0 / 15.0 * 3.0);
    motion.frames = motion.frames.into_iter().step_by(4).collect();
    motion.frame_seconds *= 4.0;
    let skinned = motion.skinned(&rig.skeleton, &body.mesh.positions, &rig.skin, Skinning::DualQuaternion);
    let keys: Vec<(f64, Vec<DVec3>)> = skinned.times.into_iter().zip(skinned.frames).collect();
    let start = Instant::now();
    let keyframes = Keyframes::new(&body.mesh.triangles, &keys, &settings)?;
    let each = start.elapsed().as_secs_f64() / keys.len() as f64;
    println!("a keyframe in {each:.2} s, {:.1} MB", mega(keyframes.bytes()) / keys.len() as f64);
    let turning = Turning { axis: DVec3::Y, turn: vec![(0.0, 0.0), (1.0, 1.0)], ..Turning::default() };
    let points: Vec<MovingPoint> = body
        .mesh
        .positions
        .iter()
        .zip(body.mesh.vertex_normals())
        .map(|(p, normal)| (*p + normal * 4e-3).into())
        .collect();
    ask("still", &FieldSurface::still(Arc::clone(&field)), &points);
    ask("rigid", &FieldSurface::rigid(field, RigidMotion::Turning(turning)), &points);
    ask("animated", &FieldSurface::animated(Arc::new(keyframes)), &points);
    Ok(())
}

fn mega(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}

/// Nanoseconds a point, the quickest of several rounds.
fn ask(name: &str, collider: &FieldSurface, points: &[MovingPoint]) {
    let mut quickest = f64::INFINITY;
    let mut found = Vec::with_capacity(points.len());
    for _ in 0..30 {
        found.clear();
        let start = Instant::now();
        collider.nearest_of_all(points, 0.03, &mut found);
        quickest = quickest.min(start.elapsed().as_secs_f64() / points.len() as f64);
        black_box(&found);
    }
    println!("{name}: {:.0} ns a point", 1e9 * quickest);
}
