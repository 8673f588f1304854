//! A camera that turns around a point, as in every 3D program.

use glam::{Mat4, Vec2, Vec3};

/// A camera that looks at a point from a distance.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct OrbitCamera {
    /// What it looks at, in metres.
    pub target: Vec3,
    /// How far away it is, in metres.
    pub distance: f32,
    /// The angle around the vertical in radians; 0 looks from `+z`, at the front of a body.
    pub turn: f32,
    /// The angle above the horizon in radians; beyond what is nearly straight down or up it counts as that.
    pub lift: f32,
    /// The whole vertical angle of view in radians.
    pub field: f32,
}

/// The steepest look from above or below: straight down, left and right would have no meaning.
const MAX_TILT: f32 = 1.55;

/// The nearest and the farthest distance, in metres.
const DISTANCES: [f32; 2] = [0.02, 200.0];

/// An angle above the horizon as it counts.
fn steep(lift: f32) -> f32 {
    lift.clamp(-MAX_TILT, MAX_TILT)
}

impl Default for OrbitCamera {
    fn default() -> Self {
        Self { target: Vec3::new(0.0, 0.9, 0.0), distance: 3.2, turn: 0.4, lift: 0.1, field: 0.6 }
    }
}

impl OrbitCamera {
    /// Where it is, in metres.
    pub fn eye(&self) -> Vec3 {
        self.target + self.backward() * self.distance
    }

    /// The direction from the target to the camera.
    fn backward(&self) -> Vec3 {
        let (sin, cos) = self.turn.sin_cos();
        let (up, flat) = steep(self.lift).sin_cos();
        Vec3::new(sin * flat, up, cos * flat)
    }

    /// From metres to the camera's own directions: right, up, backward.
    pub fn view(&self) -> Mat4 {
        glam::camera::rh::view::look_at_mat4(self.eye(), self.target, Vec3::Y)
    }

    /// From the camera's directions to clip space with depth from 0 to 1; `aspect` is width over height.
    pub fn projection(&self, aspect: f32) -> Mat4 {
        glam::camera::rh::proj::directx::perspective(
            self.field,
            aspect,
            self.distance * 0.01,
            self.distance * 20.0 + 20.0,
        )
    }

    /// Turns around the target by radians.
    pub fn orbit(&mut self, turn: f32, lift: f32) {
        self.turn = (self.turn + turn).rem_euclid(std::f32::consts::TAU);
        self.lift = steep(self.lift + lift);
    }

    /// Moves the target so that what lies at its depth moves by a part of the picture's height, right and up.
    pub fn pan(&mut self, by: Vec2) {
        let height = 2.0 * self.distance * (self.field / 2.0).tan();
        let right = Vec3::Y.cross(self.backward()).normalize_or(Vec3::X);
        let up = self.backward().cross(right);
        self.target -= (right * by.x + up * by.y) * height;
    }

    /// Comes nearer by a factor above 1, goes away by one below.
    pub fn zoom(&mut self, factor: f32) {
        self.distance = (self.distance / factor).clamp(DISTANCES[0], DISTANCES[1]);
    }

    /// Sees the whole box from the same direction.
    pub fn fit(&mut self, low: Vec3, high: Vec3, aspect: f32) {
        let radius = (high - low).length().max(1e-3) / 2.0;
        self.target = (low + high) / 2.0;
        let narrow = (self.field / 2.0).tan().min((self.field / 2.0).tan() * aspect).atan();
        self.distance = (radius / narrow.sin()).clamp(DISTANCES[0], DISTANCES[1]);
    }

    /// The ray through a point of the picture, from (0, 0) at the top left to (1, 1): origin and unit direction.
    pub fn ray(&self, at: Vec2, aspect: f32) -> (Vec3, Vec3) {
        let inverse = (self.projection(aspect) * self.view()).inverse();
        let clip = Vec2::new(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y);
        let far = inverse.project_point3(clip.extend(1.0));
        (self.eye(), (far - self.eye()).normalize_or(-self.backward()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::{FRAC_PI_2, PI};

    /// Where a direction points on the screen: right and up.
    fn seen(turn: f32, lift: f32, way: Vec3) -> Vec2 {
        let camera = OrbitCamera { target: Vec3::ZERO, turn, lift, ..OrbitCamera::default() };
        let clip = camera.projection(1.0) * camera.view();
        (clip.project_point3(way * 0.1) - clip.project_point3(Vec3::ZERO)).truncate().normalize_or_zero()
    }

    #[test]
    fn standard_views_show_a_body_as_people_draw_it() {
        // A body looks to +z, and its left is at +x.
        for (turn, lift, up, right) in [
            (0.0, 0.0, Vec3::Y, Vec3::X),
            (PI, 0.0, Vec3::Y, Vec3::NEG_X),
            (FRAC_PI_2, 0.0, Vec3::Y, Vec3::NEG_Z),
            (-FRAC_PI_2, 0.0, Vec3::Y, Vec3::Z),
            (0.0, FRAC_PI_2, Vec3::NEG_Z, Vec3::X),
            (0.0, -FRAC_PI_2, Vec3::Z, Vec3::X),
            (0.0, 2.5, Vec3::NEG_Z, Vec3::X),
        ] {
            assert!(seen(turn, lift, up).distance(Vec2::Y) < 0.02, "{turn} {lift}: {up} is not up");
            assert!(seen(turn, lift, right).distance(Vec2::X) < 0.02, "{turn} {lift}: {right} is not right");
        }
    }

    #[test]
    fn what_was_turned_to_the_top_comes_back_at_once() {
        let mut camera = OrbitCamera { lift: FRAC_PI_2, ..OrbitCamera::default() };
        let above = camera.eye();
        camera.orbit(0.0, 1.0);
        assert_eq!(camera.eye(), above);
        camera.orbit(0.0, -0.1);
        assert!(camera.eye().y < above.y);
    }
}
