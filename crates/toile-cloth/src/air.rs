//! Air: pressure and friction on each triangle, from wind and from the cloth's own motion.
//!
//! Air that meets a triangle pushes along its normal and rubs along its surface. Both grow with the square of the relative
//! speed. A triangle that stands slantwise in the wind is pushed along its normal, so part of the push is drag and part is lift.

use glam::{DMat3, DVec3};
use rayon::prelude::*;

/// The air around a cloth, and how it takes hold of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Air {
    /// Density in kg/m³.
    pub density: f64,
    /// The coefficient of pressure for a plate that faces the wind: about 1.28 for one without holes, less for open weaves.
    pub pressure: f64,
    /// The coefficient of friction along the surface: about 0.01 to 0.1.
    pub friction: f64,
}

impl Default for Air {
    /// Air at 20 °C, and cloth that lets little of it through.
    fn default() -> Self {
        Self { density: 1.204, pressure: 1.28, friction: 0.05 }
    }
}

/// What the air does to one triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AirForce {
    /// The force in newtons, to be shared equally by the corners.
    pub force: DVec3,
    /// How the force falls with the triangle's own velocity, N·s/m: positive semidefinite, for implicit steps.
    pub damping: DMat3,
}

impl Air {
    /// The force on a triangle that moves with a velocity in a wind.
    pub fn on_triangle(&self, [a, b, c]: [DVec3; 3], velocity: DVec3, wind: DVec3) -> AirForce {
        let area_vector = 0.5 * (b - a).cross(c - a);
        let area = area_vector.length();
        let relative = wind - velocity;
        let speed = relative.length();
        if area == 0.0 || speed == 0.0 {
            return AirForce { force: DVec3::ZERO, damping: DMat3::ZERO };
        }
        let normal = area_vector / area;
        let along_normal = DMat3::from_cols(normal * normal.x, normal * normal.y, normal * normal.z);
        let strength = 0.5 * self.density * area * speed;
        let hold = along_normal * (strength * self.pressure)
            + (DMat3::IDENTITY - along_normal) * (strength * self.friction);
        AirForce { force: hold * relative, damping: hold }
    }

    /// The forces on all triangles of a cloth in a wind that may differ from place to place.
    pub fn on_cloth(
        &self,
        triangles: &[[u32; 3]],
        positions: &[DVec3],
        velocities: &[DVec3],
        wind: impl Fn(DVec3) -> DVec3 + Sync,
    ) -> Vec<AirForce> {
        let force = |triangle: &[u32; 3]| {
            let corners = triangle.map(|v| positions[v as usize]);
            let velocity = triangle.iter().map(|&v| velocities[v as usize]).sum::<DVec3>() / 3.0;
            self.on_triangle(corners, velocity, wind(corners.iter().sum::<DVec3>() / 3.0))
        };
        triangles.par_iter().map(force).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FLAT: [DVec3; 3] = [DVec3::ZERO, DVec3::Z, DVec3::X];

    #[test]
    fn a_falling_sheet_reaches_the_speed_at_which_air_carries_it() {
        // 0.1 kg/m² falling flat: ρ_A g = ½ ρ C v².
        let air = Air::default();
        let speed = (2.0 * 0.1 * 9.81 / (air.density * air.pressure)).sqrt();
        let force = air.on_triangle(FLAT, DVec3::NEG_Y * speed, DVec3::ZERO).force;
        assert!((force - DVec3::Y * (0.5 * 0.1 * 9.81)).length() < 1e-12, "{force}");
    }

    #[test]
    fn a_slanted_kite_is_lifted_and_a_moving_one_feels_no_wind_of_its_own() {
        let tilted = [DVec3::ZERO, DVec3::Z, DVec3::new(1.0, -0.5, 0.0)];
        let air = Air::default();
        let wind = DVec3::NEG_X * 5.0;
        let force = air.on_triangle(tilted, DVec3::ZERO, wind).force;
        assert!(force.y.abs() > 0.3 * force.x.abs() && force.x < 0.0, "{force}");
        assert_eq!(air.on_triangle(tilted, wind, wind).force, DVec3::ZERO);
    }

    proptest! {
        #[test]
        fn air_only_takes_energy_out_of_the_relative_motion(
            corners in [[-1.0..1.0_f64, -1.0..1.0, -1.0..1.0], [-1.0..1.0, -1.0..1.0, -1.0..1.0], [-1.0..1.0, -1.0..1.0, -1.0..1.0]],
            velocity in [-3.0..3.0_f64, -3.0..3.0, -3.0..3.0],
        ) {
            let (corners, velocity) = (corners.map(DVec3::from), DVec3::from(velocity));
            let found = Air::default().on_triangle(corners, velocity, DVec3::ZERO);
            prop_assert!(found.force.dot(velocity) <= 0.0);
            prop_assert!((found.force + found.damping * velocity).length() < 1e-12);
            for probe in [DVec3::X, DVec3::new(0.3, -1.0, 0.5)] {
                prop_assert!(probe.dot(found.damping * probe) >= -1e-12);
            }
            // The side does not matter.
            let flipped = Air::default().on_triangle([corners[0], corners[2], corners[1]], velocity, DVec3::ZERO);
            prop_assert!((flipped.force - found.force).length() < 1e-12);
        }
    }
}
