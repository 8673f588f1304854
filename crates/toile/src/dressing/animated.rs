//! A dressed body in motion as one animated scene.

use super::files::{CLOTH, SKIN, colored};
use glam::DVec3;
use toile_dress::DressedMotion;
use toile_geom::TriMesh;
use toile_io::scene::{Interpolation, Scene, SceneError};

/// Body and garments as nodes of their own, each with its colour, moving together.
pub(super) fn animated(motion: &DressedMotion, names: &[String]) -> Result<Scene, SceneError> {
    let mut scene = Scene::default();
    let frames: Vec<Vec<DVec3>> = motion.frames.iter().map(|frame| frame.body.clone()).collect();
    let fps = motion.summary.fps;
    add(&mut scene, "body", SKIN, (&motion.body, &frames), fps)?;
    for (n, (name, color)) in names.iter().zip(CLOTH.iter().cycle()).enumerate() {
        let frames: Vec<Vec<DVec3>> = motion.frames.iter().map(|frame| frame.garments[n].clone()).collect();
        add(&mut scene, &format!("{} {name}", n + 1), *color, (&motion.garments[n], &frames), fps)?;
    }
    Ok(scene)
}

/// Adds a mesh that moves.
fn add(
    scene: &mut Scene,
    name: &str,
    color: u32,
    (triangles, frames): (&[[u32; 3]], &[Vec<DVec3>]),
    fps: f64,
) -> Result<(), SceneError> {
    let positions = frames.first().cloned().unwrap_or_default();
    let mesh = colored(scene, name, TriMesh { positions, triangles: triangles.to_vec() }, color, 0.9);
    scene.add(Scene::from_frames(name, mesh, frames, fps, Interpolation::Linear)?);
    Ok(())
}
