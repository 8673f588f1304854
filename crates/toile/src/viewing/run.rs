//! A scene file that runs, as a scene of the viewer.

use super::objects::{cloth_object, mesh_object};
use crate::scene::SceneRun;
use toile_cloth::cloth::Cloth;
use toile_contact::obstacle::Obstacle;
use toile_look::Color;
use toile_look::palette::{CLOTH_COLORS, SOLID_COLOR};
use toile_view::scene::{Mark, Object, ObjectKind, ViewLine, ViewMaterial, ViewScene};

/// More pinned vertices than this make an edge; balls would hide it.
const MOST_MARKS: usize = 24;

/// The state of a run: first its cloths as one object, then balls and bodies. Level planes are the ground, which the viewer
/// draws; others are not shown.
pub fn run_scene(run: &SceneRun) -> ViewScene {
    let cloth = &run.simulation().cloth;
    let time = run.simulation().world.time;
    let point = |v: u32| cloth.state.positions.get(v as usize).map(|p| p.as_vec3().to_array());
    let pinned: Vec<u32> = run.scene.pins.iter().flat_map(|pin| &pin.points).copied().collect();
    let marks = if pinned.len() <= MOST_MARKS { &pinned[..] } else { &[] };
    let dark = Color::hex(0x33_36_3B).0.to_array();
    let ends = |thread: &toile_cloth::threads::Thread| {
        thread.ends.map(|end| end.position(&cloth.state.positions).as_vec3().to_array())
    };
    let mut objects = vec![cloths(run, cloth)];
    objects.extend(run.scene.colliders.iter().filter_map(|solid| solid_object(&solid.obstacle, time)));
    ViewScene {
        objects,
        lines: run
            .scene
            .threads
            .iter()
            .map(|thread| ViewLine { ends: ends(thread), color: dark, width: 2.0 })
            .collect(),
        marks: marks
            .iter()
            .filter_map(|&v| point(v))
            .map(|position| Mark { position, color: dark, radius: 4.0 })
            .collect(),
    }
}

/// All cloths as one object, with the number of each as its layer.
fn cloths(run: &SceneRun, cloth: &Cloth) -> Object {
    let parts = run.scene.cloths.iter().zip(1..);
    let layers = parts.flat_map(|(part, n)| std::iter::repeat_n(n, part.mesh.positions.len())).collect();
    cloth_object("cloth", cloth, Vec::new(), layers, Color::hex(CLOTH_COLORS[0]))
}

/// A ball or a body.
fn solid_object(solid: &Obstacle, time: f64) -> Option<Object> {
    let mesh = solid.visible_mesh(time)?;
    let color = Color::hex(SOLID_COLOR).0.to_array();
    let material = ViewMaterial { color, inside: color, roughness: 0.6, ..ViewMaterial::default() };
    Some(mesh_object("solid", ObjectKind::Solid, &mesh, material))
}
