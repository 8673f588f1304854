//! What cloth presses on the body with.
//!
//! At rest nothing is left over: what stretch, bending and weight do to a vertex, the body answers. With `E` the elastic energy and `G` gravity,
//! the body holds vertex `i` with `c = ∂E/∂x − m G`, and the part of it along the skin's normal, over the area around the vertex, is the pressure.
//! For a tube of tension `T` around a cylinder of radius `r` that is Laplace's `p = T / r`, with double curvature `T₁/r₁ + T₂/r₂`, and where
//! cloth only lies on a shoulder it is its weight: one formula for all of them, that asks neither for curvatures of a coarse mesh nor for the
//! way in which a solver finds its contacts.

use super::between::Between;
use super::skin::SkinPoint;
use glam::DVec3;
use toile_cloth::cloth::Cloth;

/// Pressure at the vertices, and the forces that it comes from.
#[derive(Clone, Debug, Default)]
pub struct Pressure {
    /// The pressure on the skin in Pa, averaged over the triangles around each vertex; 0 where the cloth does not touch it.
    pub at_vertices: Vec<f64>,
    /// How the body holds each vertex, in N; zero where the cloth does not touch it.
    pub forces: Vec<DVec3>,
    /// The area that touches the skin, in m².
    pub area: f64,
}

impl Pressure {
    /// The pressure of cloth at rest on the skin below its vertices. Cloth nearer to it than `touch` touches it.
    pub fn of(cloth: &Cloth, skin: &[Option<SkinPoint>], touch: f64, gravity: DVec3) -> Self {
        Self::with_others(cloth, skin, touch, gravity, &Between::default())
    }

    /// The same of a garment that is worn over or under others.
    pub(super) fn with_others(
        cloth: &Cloth,
        skin: &[Option<SkinPoint>],
        touch: f64,
        gravity: DVec3,
        between: &Between,
    ) -> Self {
        let mut forces = vec![DVec3::ZERO; cloth.vertex_count()];
        cloth.add_elastic_gradient(&cloth.state.positions, &mut forces);
        let areas = present_areas(cloth);
        let mut loads = vec![None; forces.len()];
        for (v, force) in forces.iter_mut().enumerate() {
            let touching = |skin: &SkinPoint| skin.distance < touch && !between.is_covered(v);
            match skin.get(v).copied().flatten().filter(touching) {
                Some(skin) => {
                    *force -= gravity * cloth.masses[v];
                    // What lies on it presses it down, and the skin bears both.
                    *force += skin.normal * between.load(v);
                    loads[v] = Some(force.dot(skin.normal));
                }
                None => *force = DVec3::ZERO,
            }
        }
        let area = loads.iter().zip(&areas).filter(|(load, _)| load.is_some()).map(|(_, area)| area).sum();
        Self { at_vertices: averaged(cloth, &loads, &areas), forces, area }
    }
}

/// What holds each vertex of cloth at rest, in N, whether it touches the skin or not.
pub(super) fn held(cloth: &Cloth, gravity: DVec3) -> Vec<DVec3> {
    let mut forces = vec![DVec3::ZERO; cloth.vertex_count()];
    cloth.add_elastic_gradient(&cloth.state.positions, &mut forces);
    forces.iter_mut().zip(&cloth.masses).for_each(|(force, mass)| *force -= gravity * *mass);
    forces
}

/// The area around each vertex as it is now.
fn present_areas(cloth: &Cloth) -> Vec<f64> {
    let mut areas = vec![0.0; cloth.vertex_count()];
    for corners in &cloth.triangles {
        let [a, b, c] = corners.map(|v| cloth.state.positions[v as usize]);
        let third = (b - a).cross(c - a).length() / 6.0;
        for &v in corners {
            areas[v as usize] += third;
        }
    }
    areas
}

/// The mean over the triangles around a vertex, and over those of their corners that touch: what a sensor two edges wide reads. Loads over areas of
/// single vertices also tell how many edges meet there; taken together in the shares of their areas they do not, and nothing is lost.
fn averaged(cloth: &Cloth, loads: &[Option<f64>], areas: &[f64]) -> Vec<f64> {
    let mut sums = vec![(0.0, 0.0); loads.len()];
    for corners in &cloth.triangles {
        let [a, b, c] = corners.map(|v| cloth.state.positions[v as usize]);
        let area = (b - a).cross(c - a).length();
        let pressures = || corners.iter().filter_map(|&v| Some(loads[v as usize]? / areas[v as usize]));
        let (sum, count) = pressures().fold((0.0, 0.0), |sum, pressure| (sum.0 + pressure, sum.1 + 1.0));
        if count > 0.0 && area > 0.0 {
            for &v in corners {
                let at = &mut sums[v as usize];
                *at = (at.0 + area * sum / count, at.1 + area);
            }
        }
    }
    let pressure = |(load, (sum, area)): (&Option<f64>, (f64, f64))| {
        if load.is_some() && area > 0.0 { (sum / area).max(0.0) } else { 0.0 }
    };
    loads.iter().zip(sums).map(pressure).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::element::{Element, at_vertices};
    use std::f64::consts::TAU;
    use toile_cloth::fabric::Fabric;
    use toile_cloth::rest::RestShape;
    use toile_geom::bvh::Bvh;
    use toile_geom::glam::DVec2;
    use toile_geom::{TriMesh, shapes};

    const RADIUS: f64 = 0.12;
    const STRAIN: f64 = 0.04;

    /// A tube of cloth of 500 N/m, cut too narrow by the strain, on a cylinder.
    fn tube() -> (Cloth, TriMesh) {
        let (around, along) = (96, 24);
        let mesh = shapes::tube(RADIUS, 0.2, around, along);
        let wide = TAU * RADIUS / (1.0 + STRAIN) / f64::from(around);
        // Chords instead of arcs: as long as the cut, but for the stretch.
        let chord = wide * (TAU / f64::from(around) / 2.0).sin() / (TAU / f64::from(around) / 2.0);
        let place = |corner: u32, first: u32| {
            let steps = (corner % around + around - first % around) % around;
            let steps =
                if steps > around / 2 { f64::from(steps) - f64::from(around) } else { f64::from(steps) };
            DVec2::new(chord * steps, mesh.positions[corner as usize].y)
        };
        let corners = mesh.triangles.iter().map(|t| t.map(|v| place(v, t[0]))).collect();
        let fabric = Fabric::isotropic("test", 0.15, 1e-3, 500.0, 0.0, 1e-6);
        let cloth = Cloth::of_fabric(&mesh, RestShape { corners }, &fabric).unwrap();
        (cloth, mesh)
    }

    #[test]
    fn a_tight_tube_presses_with_its_tension_over_the_radius() {
        let (cloth, mesh) = tube();
        let elements = Element::of(&cloth);
        let hoop = at_vertices(&cloth, &elements, |element| element.strain.x);
        let tension = at_vertices(&cloth, &elements, Element::principal_tension);
        assert!(hoop.iter().all(|strain| (strain - STRAIN).abs() < 1e-6));
        assert!(tension.iter().all(|tension| (tension - 500.0 * STRAIN).abs() < 1e-3));

        let skin =
            SkinPoint::below(&mesh.positions, &mesh, &Bvh::over_triangles(&mesh), &mesh.vertex_normals());
        let pressure = Pressure::of(&cloth, &skin, 0.005, DVec3::ZERO);
        let expected = 500.0 * STRAIN / RADIUS;
        let inner = (2 * 96)..(22 * 96);
        for v in inner {
            let found = pressure.at_vertices[v];
            assert!((found / expected - 1.0).abs() < 0.02, "{v}: {found} instead of {expected} Pa");
        }
        assert!((pressure.area / mesh.area() - 1.0).abs() < 1e-9);
        assert!(pressure.forces.iter().sum::<DVec3>().length() < 1e-9, "it pulls the cylinder nowhere");
    }

    #[test]
    fn lying_cloth_presses_with_its_weight_and_hanging_cloth_not_at_all() {
        let sheet = shapes::sheet(DVec2::ONE, [10, 10]);
        let rest = RestShape::of_lying(&sheet);
        let fabric = Fabric::isotropic("test", 0.2, 1e-3, 500.0, 0.0, 1e-6);
        let mut cloth = Cloth::of_fabric(&sheet, rest, &fabric).unwrap();
        let (tree, normals) = (Bvh::over_triangles(&sheet), sheet.vertex_normals());
        for (height, expected) in [(0.002, 0.2 * 9.81), (0.02, 0.0)] {
            cloth.state.positions = sheet.positions.iter().map(|p| *p + DVec3::Y * height).collect();
            let skin = SkinPoint::below(&cloth.state.positions, &sheet, &tree, &normals);
            let found = Pressure::of(&cloth, &skin, 0.005, DVec3::NEG_Y * 9.81);
            assert!(found.at_vertices.iter().all(|p| (p - expected).abs() < 1e-6), "{height}");
        }
    }
}
