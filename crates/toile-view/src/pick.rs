//! What is under the pointer.

use crate::camera::OrbitCamera;
use crate::live::SurfacePlace;
use crate::scene::{ObjectKind, ViewScene};
use glam::{Vec2, Vec3};

/// The first triangle of a visible object that a ray meets, and how far away it is.
pub fn pick(scene: &ViewScene, origin: Vec3, direction: Vec3) -> Option<(SurfacePlace, f32)> {
    let mut first: Option<(SurfacePlace, f32)> = None;
    for (number, object) in scene.objects.iter().enumerate().filter(|(_, object)| object.visible) {
        for (triangle, corners) in object.mesh.triangles.iter().enumerate() {
            let at = |k: usize| object.positions.get(corners[k] as usize).map(|p| Vec3::from_array(*p));
            let (Some(a), Some(b), Some(c)) = (at(0), at(1), at(2)) else { continue };
            let Some((distance, weights)) = meet(origin, direction, [a, b, c]) else { continue };
            if first.is_none_or(|(_, nearest)| distance < nearest) {
                let point = (origin + direction * distance).to_array();
                first = Some((
                    SurfacePlace { object: number, triangle: triangle as u32, weights, point },
                    distance,
                ));
            }
        }
    }
    first
}

/// The cloth under the pointer, if nothing else lies before it. `at` is the place in the picture from (0, 0) at the top left to (1, 1).
pub fn pick_cloth(scene: &ViewScene, camera: &OrbitCamera, at: Vec2, aspect: f32) -> Option<SurfacePlace> {
    let (origin, direction) = camera.ray(at, aspect);
    let (place, _) = pick(scene, origin, direction)?;
    (scene.objects[place.object].kind == ObjectKind::Cloth).then_some(place)
}

/// Where the pointer is at the depth of a point: what is pulled moves in the plane that faces the camera.
pub fn beside(camera: &OrbitCamera, at: Vec2, aspect: f32, depth_of: Vec3) -> Vec3 {
    let (origin, direction) = camera.ray(at, aspect);
    let forward = (camera.target - origin).normalize_or(direction);
    let depth = (depth_of - origin).dot(forward);
    origin + direction * (depth / direction.dot(forward).max(1e-6))
}

/// Where a point is in the picture, if it is before the camera.
pub fn seen_at(camera: &OrbitCamera, aspect: f32, point: Vec3) -> Option<Vec2> {
    let clip = (camera.projection(aspect) * camera.view()) * point.extend(1.0);
    (clip.w > 0.0).then(|| Vec2::new(0.5 + 0.5 * clip.x / clip.w, 0.5 - 0.5 * clip.y / clip.w))
}

/// Where a ray meets a triangle from either side: the distance, and the shares of the corners.
fn meet(origin: Vec3, direction: Vec3, [a, b, c]: [Vec3; 3]) -> Option<(f32, [f32; 3])> {
    let (u, v) = (b - a, c - a);
    let normal = u.cross(v);
    let along = direction.dot(normal);
    if along == 0.0 || !along.is_finite() {
        return None;
    }
    let distance = (a - origin).dot(normal) / along;
    let offset = (origin + direction * distance) - a;
    let squared = normal.length_squared();
    let second = offset.cross(v).dot(normal) / squared;
    let third = u.cross(offset).dot(normal) / squared;
    let first = 1.0 - second - third;
    let inside = first >= 0.0 && second >= 0.0 && third >= 0.0;
    (distance > 0.0 && inside).then_some((distance, [first, second, third]))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail so")]
    use super::*;
    use crate::scene::{Mesh, Object};
    use std::sync::Arc;

    fn square(z: f32, kind: ObjectKind) -> Object {
        let positions = vec![[-1.0, -1.0, z], [1.0, -1.0, z], [1.0, 1.0, z], [-1.0, 1.0, z]];
        let mesh = Mesh { triangles: vec![[0, 1, 2], [0, 2, 3]], ..Mesh::default() };
        Object { kind, mesh: Arc::new(mesh), ..Object::still("square", Arc::new(positions)) }
    }

    #[test]
    fn the_nearest_triangle_is_picked_with_its_place() {
        let scene = ViewScene {
            objects: vec![square(0.0, ObjectKind::Body), square(0.5, ObjectKind::Cloth)],
            ..ViewScene::default()
        };
        let (place, distance) = pick(&scene, Vec3::new(0.5, 0.25, 3.0), Vec3::NEG_Z).unwrap();
        assert_eq!((place.object, place.triangle), (1, 0));
        assert!((distance - 2.5).abs() < 1e-6);
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0]];
        let x: f32 = (0..3).map(|k| place.weights[k] * corners[k][0]).sum();
        assert!((x - 0.5).abs() < 1e-6);
        assert!(pick(&scene, Vec3::new(1.5, 0.0, 3.0), Vec3::NEG_Z).is_none());
    }

    #[test]
    fn cloth_behind_a_body_or_hidden_cannot_be_taken_hold_of() {
        let camera = OrbitCamera { target: Vec3::ZERO, distance: 3.0, turn: 0.0, lift: 0.0, field: 0.6 };
        let middle = Vec2::splat(0.5);
        let mut scene = ViewScene {
            objects: vec![square(0.0, ObjectKind::Cloth), square(0.5, ObjectKind::Body)],
            ..ViewScene::default()
        };
        assert_eq!(pick_cloth(&scene, &camera, middle, 1.0), None);
        scene.objects[1].visible = false;
        assert_eq!(pick_cloth(&scene, &camera, middle, 1.0).unwrap().object, 0);
    }

    #[test]
    fn what_is_pulled_stays_under_the_pointer() {
        let camera = OrbitCamera::default();
        let point = Vec3::new(0.2, 1.1, 0.1);
        for at in [Vec2::new(0.2, 0.3), Vec2::new(0.9, 0.6)] {
            let to = beside(&camera, at, 1.5, point);
            let seen = seen_at(&camera, 1.5, to).unwrap();
            assert!((seen - at).length() < 1e-4, "{seen} {at}");
        }
    }
}
