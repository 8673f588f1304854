//! The built-in surroundings: a bright studio with large soft windows, and a floor that gives some light back.

use super::Environment;
use glam::Vec3;

/// The colour of the walls at the horizon.
const WALL: Vec3 = Vec3::new(0.62, 0.64, 0.67);
/// The colour of the ceiling.
const CEILING: Vec3 = Vec3::new(0.95, 0.98, 1.04);
/// The colour of the floor.
const FLOOR: Vec3 = Vec3::new(0.30, 0.28, 0.26);

/// Windows: their direction, the cosine of their half angle, and how bright they are.
const WINDOWS: [(Vec3, f32, Vec3); 3] = [
    (Vec3::new(-0.62, 0.55, 0.56), 0.86, Vec3::new(3.2, 3.1, 2.9)),
    (Vec3::new(0.85, 0.35, 0.40), 0.93, Vec3::new(1.4, 1.5, 1.7)),
    (Vec3::new(0.30, 0.45, -0.84), 0.90, Vec3::new(2.0, 2.1, 2.3)),
];

/// Width and height of the picture.
const SIZE: [usize; 2] = [128, 64];

impl Environment {
    /// The built-in surroundings.
    pub fn studio() -> Self {
        Self::of(SIZE[0], SIZE[1], |toward| {
            let up = toward.y;
            let base =
                if up > 0.0 { WALL.lerp(CEILING, up.sqrt()) } else { WALL.lerp(FLOOR, (-4.0 * up).min(1.0)) };
            WINDOWS.iter().fold(base, |sum, (middle, cosine, light)| {
                let inside = (toward.dot(middle.normalize()) - cosine) / (1.0 - cosine);
                sum + *light * smooth(inside * 2.0)
            })
        })
    }
}

/// From 0 to 1 without a corner.
fn smooth(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
