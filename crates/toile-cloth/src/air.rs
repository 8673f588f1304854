//! Air: drag, lift and friction on each triangle, from wind and from the cloth's own motion.
//!
//! A triangle of area `A` and unit normal `n` feels air of density `ρ` that moves relative to it with the velocity `u`. With
//! `û = u / |u|`, the normal on the side that the air goes to, `c = n · û` and `w = n − c û` the force is
//!
//! `F = ½ ρ A |u|² (φ² c (C_D û + C_L w) + C_f (û − c n))`
//!
//! Drag `C_D` acts along the relative wind and lift `C_L` across it, both through the pressure on the area that stands in the
//! way (Keckeisen, Kimmerle, Thomaszewski and Wacker 2004 use the same split); `C_f` rubs along the surface. Lift does no
//! work and the others only brake, so air takes energy out of the relative motion and never adds any. Both sides are alike.
//!
//! **Permeability.** Air passes through cloth at a speed `κ Δp` that grows with the pressure `Δp` across it (ISO 9237 measures
//! it). What passes need not go round: of the air's speed `v = c |u|` towards the cloth a part `φ` makes the pressure,
//! `Δp = ½ ρ C_D (φ v)²`, and the rest goes through, `(1 − φ) v = κ Δp`. So `φ = 2 / (1 + √(1 + 2 κ ρ C_D v))`: 1 for leather,
//! 0.94 for chiffon at 5 m/s.

use crate::cloth::Cloth;
use crate::fabric;
use glam::{DMat3, DVec3};
use rayon::prelude::*;
use toile_geom::outer;

/// The air around a cloth. How it takes hold of the cloth is up to the [fabric](fabric::AirProperties).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Air {
    /// Density in kg/m³.
    pub density: f64,
    /// The coefficient of friction along the surface: about 0.01 to 0.1.
    pub friction: f64,
}

impl Default for Air {
    /// Air at 20 °C.
    fn default() -> Self {
        Self { density: 1.204, friction: 0.05 }
    }
}

/// What cloth without a fabric is to the air: a plate without holes.
pub const PLATE: fabric::AirProperties = fabric::AirProperties { drag: 1.17, lift: 1.0, permeability: 0.0 };

/// What the air does to one triangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AirForce {
    /// The force in newtons, to be shared equally by the corners.
    pub force: DVec3,
    /// How the force falls with the triangle's own velocity, N·s/m: symmetric and positive semidefinite, for implicit steps.
    /// Its product with the relative velocity is the force.
    pub damping: DMat3,
}

impl Air {
    /// The force on a triangle of some fabric that moves with a velocity in a wind.
    pub fn on_triangle(
        &self,
        fabric: &fabric::AirProperties,
        [a, b, c]: [DVec3; 3],
        velocity: DVec3,
        wind: DVec3,
    ) -> AirForce {
        let area_vector = 0.5 * (b - a).cross(c - a);
        let area = area_vector.length();
        let relative = wind - velocity;
        let speed = relative.length();
        if area == 0.0 || speed == 0.0 {
            return AirForce::default();
        }
        let along = relative / speed;
        let normal = area_vector * (area_vector.dot(along).signum() / area);
        let facing = normal.dot(along);
        let strength = 0.5 * self.density * area * speed;
        let rubbing = (DMat3::IDENTITY - outer(normal, normal)) * (strength * self.friction);
        let blocked = self.blocked_part(fabric, facing * speed);
        let hold = pressure_hold(fabric, along, normal, facing) * (strength * blocked * blocked) + rubbing;
        AirForce { force: hold * relative, damping: hold }
    }

    /// The part `φ` of the air's speed towards the cloth that does not find its way through.
    fn blocked_part(&self, fabric: &fabric::AirProperties, speed: f64) -> f64 {
        2.0 / (1.0 + (1.0 + 2.0 * fabric.permeability * self.density * fabric.drag * speed).sqrt())
    }

    /// The forces on all triangles of a cloth in a wind that may differ from place to place.
    pub fn on_cloth(&self, cloth: &Cloth, wind: impl Fn(DVec3) -> DVec3 + Sync) -> Vec<AirForce> {
        let (positions, velocities) = (&cloth.state.positions, &cloth.state.velocities);
        let laminates: Vec<fabric::AirProperties> =
            cloth.fabrics.iter().map(|cut| cut.laminate().air).collect();
        let force = |(t, triangle): (usize, &[u32; 3])| {
            let corners = triangle.map(|v| positions[v as usize]);
            let velocity = triangle.iter().map(|&v| velocities[v as usize]).sum::<DVec3>() / 3.0;
            let cut = cloth.fabric_of.get(t).and_then(|&cut| laminates.get(cut as usize));
            let fabric = cut.copied().unwrap_or(PLATE);
            self.on_triangle(&fabric, corners, velocity, wind(corners.iter().sum::<DVec3>() / 3.0))
        };
        cloth.triangles.par_iter().enumerate().map(force).collect()
    }
}

/// A symmetric positive semidefinite matrix that makes `c (C_D û + C_L w)` of the direction `û`.
///
/// That alone does not settle it. It also brakes motion across the wind, by `c C_D` as along it and along `w` by as much as
/// the lift changes when the triangle moves that way, which keeps a flag quiet that the wind passes along. The factor of `w wᵀ` is
/// at least what makes the determinant positive.
fn pressure_hold(fabric: &fabric::AirProperties, along: DVec3, normal: DVec3, facing: f64) -> DMat3 {
    let across = normal - along * facing;
    let drag = DMat3::from_diagonal(DVec3::splat(facing * fabric.drag));
    if fabric.drag <= 0.0 {
        // Without drag no such matrix makes lift.
        return drag;
    }
    let lift = (outer(along, across) + outer(across, along)) * (facing * fabric.lift);
    let steadying = fabric.lift.max(facing * fabric.lift * fabric.lift / fabric.drag);
    drag + lift + outer(across, across) * steadying
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fabric::Fabric;
    use proptest::prelude::*;

    const FLAT: [DVec3; 3] = [DVec3::ZERO, DVec3::Z, DVec3::X];

    fn named(name: &str) -> fabric::AirProperties {
        Fabric::named(name).unwrap().air
    }

    #[test]
    fn a_falling_sheet_reaches_the_speed_at_which_air_carries_it() {
        // 0.1 kg/m² falling flat: ρ_A g = ½ ρ C v².
        let air = Air::default();
        let speed = (2.0 * 0.1 * 9.81 / (air.density * PLATE.drag)).sqrt();
        let force = air.on_triangle(&PLATE, FLAT, DVec3::NEG_Y * speed, DVec3::ZERO).force;
        assert!((force - DVec3::Y * (0.5 * 0.1 * 9.81)).length() < 1e-12, "{force}");
    }

    #[test]
    fn a_slanted_kite_is_lifted_and_a_moving_one_feels_no_wind_of_its_own() {
        let tilted = [DVec3::ZERO, DVec3::Z, DVec3::new(1.0, -0.5, 0.0)];
        let air = Air::default();
        let wind = DVec3::NEG_X * 5.0;
        let force = air.on_triangle(&PLATE, tilted, DVec3::ZERO, wind).force;
        assert!(force.y.abs() > 0.3 * force.x.abs() && force.x < 0.0, "{force}");
        assert_eq!(air.on_triangle(&PLATE, tilted, wind, wind).force, DVec3::ZERO);
        // The lift by hand: ½ ρ A |u|² c s C_L, where the normal makes an angle with the wind of tan θ = 2.
        let (facing, aslant) = (1.0 / 5.0_f64.sqrt(), 2.0 / 5.0_f64.sqrt());
        let area = 0.5 * 1.25_f64.sqrt();
        let lift = 0.5 * air.density * area * 25.0 * facing * aslant * (PLATE.lift - air.friction);
        assert!((force.y.abs() - lift).abs() < 1e-12, "{force} {lift}");
    }

    #[test]
    fn open_cloth_is_pushed_less_and_the_pressure_fits_what_passes_through() {
        let air = Air::default();
        let wind = DVec3::NEG_Y * 5.0;
        let push =
            |fabric: &fabric::AirProperties| air.on_triangle(fabric, FLAT, DVec3::ZERO, wind).force.length();
        let (chiffon, poplin, leather) = (named("chiffon"), named("cotton-poplin"), named("leather"));
        assert!(push(&chiffon) < 0.95 * push(&poplin) && push(&poplin) < push(&leather));
        // Pressure from the force, speed through the cloth from the pressure, and pressure again from what is left.
        let pressure = push(&chiffon) / 0.5;
        let left = 5.0 - chiffon.permeability * pressure;
        assert!((0.5 * air.density * chiffon.drag * left * left / pressure - 1.0).abs() < 1e-12);
    }

    #[test]
    fn each_triangle_feels_the_air_as_its_own_fabric_does() {
        use crate::fabric::FabricCut;
        use crate::rest::RestShape;
        use toile_geom::{glam::DVec2, shapes};
        let mesh = shapes::sheet(DVec2::ONE, [2, 1]);
        let rest = RestShape::of_lying(&mesh);
        let cuts =
            ["leather", "chiffon"].map(|name| FabricCut::new(Fabric::named(name).unwrap(), 0.0)).to_vec();
        let cloth = Cloth::of_cuts(&mesh, rest, cuts, |t| u16::from(t >= 2)).unwrap();
        let found = Air::default().on_cloth(&cloth, |_| DVec3::Y * 8.0);
        let ratio = found[2].force.y / found[0].force.y;
        assert!(ratio < 0.9 && ratio > 0.5, "{ratio}");
    }

    proptest! {
        #[test]
        fn air_only_takes_energy_out_of_the_relative_motion(
            corners in [[-1.0..1.0_f64, -1.0..1.0, -1.0..1.0], [-1.0..1.0, -1.0..1.0, -1.0..1.0], [-1.0..1.0, -1.0..1.0, -1.0..1.0]],
            velocity in [-3.0..3.0_f64, -3.0..3.0, -3.0..3.0],
            (drag, lift, permeability) in (0.05..3.0_f64, 0.0..6.0_f64, 0.0..0.1_f64),
        ) {
            let fabric = fabric::AirProperties { drag, lift, permeability };
            let (corners, velocity) = (corners.map(DVec3::from), DVec3::from(velocity));
            let found = Air::default().on_triangle(&fabric, corners, velocity, DVec3::ZERO);
            prop_assert!(found.force.dot(velocity) <= 0.0);
            prop_assert!((found.force + found.damping * velocity).length() < 1e-12);
            prop_assert!((found.damping - found.damping.transpose()).to_cols_array().iter().all(|d| d.abs() < 1e-12));
            for k in 0..60 {
                let turn = f64::from(k);
                let probe = DVec3::new((1.7 * turn).sin(), (2.9 * turn).cos(), (0.8 * turn + 1.0).sin());
                prop_assert!(probe.dot(found.damping * probe) >= -1e-12);
            }
            // The side does not matter.
            let flipped = Air::default()
                .on_triangle(&fabric, [corners[0], corners[2], corners[1]], velocity, DVec3::ZERO);
            prop_assert!((flipped.force - found.force).length() < 1e-12);
        }
    }
}
