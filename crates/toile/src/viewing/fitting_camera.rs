//! A camera that sees all of a scene.

use glam::Vec3;
use toile_view::camera::OrbitCamera;
use toile_view::scene::ViewScene;

/// What is left free around the scene.
const MARGIN: f32 = 1.04;

/// A camera that looks in the same direction as another, as near as a picture of a size in pixels allows.
pub fn camera_for(scene: &ViewScene, from: &OrbitCamera, [width, height]: [u32; 2]) -> OrbitCamera {
    let mut camera = *from;
    let Some((low, high)) = scene.bounds() else { return camera };
    let (low, high) = (Vec3::from(low), Vec3::from(high));
    camera.target = (low + high) / 2.0;
    let view = camera.view();
    let (tall, wide) = {
        let tall = (camera.field / 2.0).tan();
        (tall, tall * width as f32 / height.max(1) as f32)
    };
    // Every corner of the box must be inside both angles of view.
    let corners = (0..8).map(|k| {
        let pick = |bit: usize, low: f32, high: f32| if k >> bit & 1 == 0 { low } else { high };
        let corner = Vec3::new(pick(0, low.x, high.x), pick(1, low.y, high.y), pick(2, low.z, high.z));
        view.transform_vector3(corner - camera.target)
    });
    let needed = corners.map(|p| (MARGIN * (p.x.abs() / wide).max(p.y.abs() / tall)) + p.z);
    camera.distance = needed.fold(0.05, f32::max);
    camera
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewing::objects::body_object;
    use toile_geom::shapes;

    #[test]
    fn the_whole_scene_is_seen_and_fills_the_picture() {
        let scene =
            ViewScene { objects: vec![body_object(&shapes::icosphere(0.7, 3))], ..ViewScene::default() };
        for size in [[400, 400], [900, 300], [200, 700]] {
            let camera = camera_for(&scene, &OrbitCamera::default(), size);
            let aspect = size[0] as f32 / size[1] as f32;
            let clip = camera.projection(aspect) * camera.view();
            let points = scene.objects[0].positions.iter().map(|&p| clip.project_point3(Vec3::from(p)));
            let most = points.fold(0.0_f32, |most, p| most.max(p.x.abs()).max(p.y.abs()));
            assert!(most > 0.6 && most < 1.0, "{size:?}: {most}");
        }
    }
}
