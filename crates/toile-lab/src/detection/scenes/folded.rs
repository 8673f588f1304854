//! A folded sheet that is pressed flat.

use super::DetectionScene;
use toile_geom::shapes::Accordion;

/// Layers 4 mm apart, pressed to little more than half.
pub(super) fn scene(triangles: u32) -> DetectionScene {
    let accordion = Accordion::default();
    let mesh = accordion.mesh((f64::from(triangles) / 2.0).sqrt().round().max(2.0) as u32);
    let mut scene = DetectionScene::new(0.002);
    scene.add(&mesh, accordion.pressed(&mesh.positions, 0.55, 0.004));
    scene
}
