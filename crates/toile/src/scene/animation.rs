//! A run as an animation: the cloth in motion, and what it meets.

use super::kept_frames::KeptFrames;
use super::run::SceneRun;
use glam::DVec3;
use toile_contact::obstacle::{Obstacle, ObstacleShape, Sphere};
use toile_geom::{TriMesh, shapes};
use toile_io::scene::{Channel, ChannelValues, Interpolation, Material, Scene, Transform};
use toile_io::{CornerAttribute, Group, PolyMesh, ReadError, WriteError};
use toile_look::Color;
use toile_look::palette::{CLOTH_COLORS, SOLID_COLOR};

/// The mesh in the first frame, with a group for each cloth and fabric, and smooth normals.
pub(super) fn first_mesh(run: &SceneRun, frames: &KeptFrames) -> Result<PolyMesh, WriteError> {
    let cloth = &run.simulation().cloth;
    let mut mesh = cloth.mesh();
    mesh.positions = frames.get(0).map_err(unreadable)?;
    let normals =
        CornerAttribute { values: mesh.vertex_normals(), indices: mesh.triangles.as_flattened().to_vec() };
    let mut groups: Vec<Group> = Vec::new();
    for (face, &cut) in (0_u32..).zip(&cloth.fabric_of) {
        let material = material_name(cut);
        match groups.last_mut() {
            Some(group) if group.material.as_ref() == Some(&material) => group.faces.end = face + 1,
            _ => {
                groups.push(Group {
                    name: material.clone(),
                    material: Some(material),
                    faces: face..face + 1,
                });
            }
        }
    }
    Ok(PolyMesh { normals: Some(normals), groups, ..mesh.into() })
}

/// Frames that cannot be read are the reason why a file cannot be written.
#[expect(clippy::needless_pass_by_value, reason = "that is how `map_err` gives it")]
pub(super) fn unreadable(error: ReadError) -> WriteError {
    WriteError::new(error.to_string())
}

fn material_name(cut: u16) -> String {
    format!("fabric {cut}")
}

fn material(name: String, color: u32) -> Material {
    Material::of_color(name, Color::hex(color).0.to_array(), 0.9)
}

/// The cloth of a run in motion, in the frames so far, and the balls and bodies it meets.
///
/// # Errors
/// If the frames cannot be read.
pub fn animation(run: &SceneRun, frames: &KeptFrames) -> Result<Scene, WriteError> {
    let mesh = first_mesh(run, frames)?;
    let count = frames.count();
    let frames: Vec<Vec<DVec3>> =
        (0..count).map(|frame| frames.get(frame)).collect::<Result<_, _>>().map_err(unreadable)?;
    let fps = run.scene.solver.fps;
    let mut scene = Scene::from_frames("cloth", mesh, &frames, fps, Interpolation::Linear)?;
    let cuts = run.simulation().cloth.fabrics.len();
    scene.materials = (0..cuts)
        .map(|cut| material(material_name(cut as u16), CLOTH_COLORS[cut % CLOTH_COLORS.len()]))
        .collect();
    for solid in &run.scene.colliders {
        match &solid.obstacle.shape {
            ObstacleShape::Ball(ball) => add_ball(&mut scene, ball, run.time_of(run.frame())),
            _ => add_body(&mut scene, &solid.obstacle, run, count)?,
        }
    }
    Ok(scene)
}

/// A mesh of the colour of solid things.
fn solid_mesh(scene: &mut Scene, mesh: TriMesh, name: &str) -> PolyMesh {
    if !scene.materials.iter().any(|material| material.name == "solid") {
        scene.materials.push(material("solid".into(), SOLID_COLOR));
    }
    PolyMesh::from(mesh).in_one_group(name, "solid")
}

fn add_ball(scene: &mut Scene, ball: &Sphere, end: f64) {
    let mesh = solid_mesh(scene, shapes::icosphere(ball.radius, 4), "ball");
    let node = scene.add(Scene::from_mesh("ball", mesh));
    scene.nodes[node].transform = Transform::from_translation(ball.center);
    if let (true, Some(animation)) = (ball.velocity != DVec3::ZERO, scene.animations.first_mut()) {
        animation.channels.push(Channel {
            node,
            times: vec![0.0, end],
            interpolation: Interpolation::Linear,
            values: ChannelValues::Translation(vec![ball.center, ball.center + ball.velocity * end]),
        });
    }
}

fn add_body(scene: &mut Scene, body: &Obstacle, run: &SceneRun, count: usize) -> Result<(), WriteError> {
    let Some(first) = body.mesh_at(0.0) else { return Ok(()) };
    let mesh = solid_mesh(scene, first, "body");
    if body.is_still() {
        scene.add(Scene::from_mesh("body", mesh));
        return Ok(());
    }
    let places = |frame: usize| Some(body.mesh_at(run.time_of(frame))?.positions);
    let frames: Vec<Vec<DVec3>> = (0..count).filter_map(places).collect();
    scene.add(Scene::from_frames("body", mesh, &frames, run.scene.solver.fps, Interpolation::Linear)?);
    Ok(())
}
