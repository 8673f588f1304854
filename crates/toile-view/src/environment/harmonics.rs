//! Light on a matt surface as spherical harmonics.

use super::Environment;
use glam::Vec3;
use std::f32::consts::PI;

/// The light that falls on a surface from all around, as nine coefficients a colour.
///
/// Ramamoorthi and Hanrahan, "An efficient representation for irradiance environment maps", 2001: of the light on a matt surface
/// nothing but the first three bands of harmonics is left, with factors π, 2π/3 and π/4.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Harmonics(pub [Vec3; 9]);

impl Harmonics {
    /// The light of surroundings.
    pub fn of(environment: &Environment) -> Self {
        let mut sums = [Vec3::ZERO; 9];
        for (toward, light, angle) in environment.rays() {
            for (sum, value) in sums.iter_mut().zip(basis(toward)) {
                *sum += light * (value * angle);
            }
        }
        let band = |n: usize| match n {
            0 => PI,
            1..4 => 2.0 * PI / 3.0,
            _ => PI / 4.0,
        };
        Self(std::array::from_fn(|n| sums[n] * band(n)))
    }

    /// The light on a surface with a unit normal, divided by π: what a white surface sends back.
    pub fn on(&self, normal: Vec3) -> Vec3 {
        basis(normal).iter().zip(&self.0).map(|(value, sum)| *sum * *value).sum::<Vec3>() / PI
    }
}

/// The first nine real harmonics.
fn basis(d: Vec3) -> [f32; 9] {
    [
        0.282_095,
        0.488_603 * d.y,
        0.488_603 * d.z,
        0.488_603 * d.x,
        1.092_548 * d.x * d.y,
        1.092_548 * d.y * d.z,
        0.315_392 * (3.0 * d.z * d.z - 1.0),
        1.092_548 * d.x * d.z,
        0.546_274 * (d.x * d.x - d.y * d.y),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_white_sphere_in_a_white_room_is_white() {
        let light = Harmonics::of(&Environment::of(64, 32, |_| Vec3::ONE));
        for normal in [Vec3::X, Vec3::Y, -Vec3::Z, Vec3::ONE.normalize()] {
            assert!((light.on(normal) - Vec3::ONE).length() < 0.01, "{}", light.on(normal));
        }
    }

    #[test]
    fn light_from_the_upper_half_falls_on_what_looks_up() {
        let light =
            Harmonics::of(&Environment::of(128, 64, |d| if d.y > 0.0 { Vec3::ONE } else { Vec3::ZERO }));
        assert!((light.on(Vec3::Y).x - 1.0).abs() < 0.05);
        assert!((light.on(Vec3::X).x - 0.5).abs() < 0.05);
        assert!(light.on(-Vec3::Y).x.abs() < 0.05);
    }
}
