//! The built-in surroundings: a bright studio with large soft windows, and a floor that gives some light back.

use super::Environment;
use glam::Vec3;

/// The colour of the walls at the horizon.
const WALL: Vec3 = Vec3::new(0.30, 0.31, 0.33);
/// The colour of the ceiling.
const CEILING: Vec3 = Vec3::new(0.46, 0.48, 0.52);
/// The colour of the floor.
const FLOOR: Vec3 = Vec3::new(0.16, 0.15, 0.14);

/// Windows: their direction, the cosine of their half angle, and how bright they are.
const WINDOWS: [(Vec3, f32, Vec3); 3] = [
    (Vec3::new(-0.62, 0.55, 0.56), 0.86, Vec3::new(2.0, 1.95, 1.85)),
    (Vec3::new(0.85, 0.35, 0.40), 0.93, Vec3::new(1.2, 1.3, 1.45)),
    (Vec3::new(0.30, 0.45, -0.84), 0.90, Vec3::new(1.5, 1.6, 1.75)),
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
