//! The angle at an edge as a constraint.

use super::sweep::Constraint;
use crate::bending::{RestHinge, angle_and_gradient};
use crate::cloth::Cloth;
use glam::DVec3;
use toile_geom::topology::Topology;

/// An edge that resists bending: energy `½ k (θ − θ₀)²`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hinge {
    vertices: [u32; 4],
    /// The fourth corner, if it is a fixed point.
    beyond: Option<DVec3>,
    rest: f64,
    /// Stiffness times the square of the substep.
    stiffness: f64,
}

impl Hinge {
    /// The hinges of a cloth that resist at all.
    pub(super) fn of_cloth(cloth: &Cloth, substep: f64) -> Vec<Self> {
        let bending = &cloth.bending;
        let rest = rest_angles(cloth);
        let clamps = bending.hinge_clamps();
        let hinges = bending.hinge_vertices().into_iter().zip(bending.hinge_stiffnesses()).enumerate();
        let hinge = |(h, (vertices, stiffness)): (usize, ([u32; 4], f64))| Self {
            vertices,
            beyond: clamps[h],
            rest: rest.get(h).copied().unwrap_or(0.0),
            stiffness: stiffness * substep * substep,
        };
        hinges.map(hinge).filter(|hinge| hinge.stiffness != 0.0).collect()
    }
}

/// The angles at rest of the hinges between two triangles, from the curvature that these have at rest; none if the cloth is
/// flat at rest.
fn rest_angles(cloth: &Cloth) -> Vec<f64> {
    let curvatures = cloth.bending.rest_curvatures();
    if curvatures.iter().all(|curvature| *curvature == DVec3::ZERO) {
        return Vec::new();
    }
    let topology = Topology::new(&cloth.mesh());
    let angle = |hinge: RestHinge| {
        let part = |place: usize| hinge.response(place).dot(curvatures[hinge.triangles[place] as usize]);
        0.5 * (part(0) + part(1))
    };
    let hinge = |edge| RestHinge::at(edge, &topology, &cloth.triangles, &cloth.rest);
    (0..topology.edges.len()).filter_map(hinge).map(angle).collect()
}

impl Constraint<4> for Hinge {
    type Memory = f64;

    fn vertices(&self) -> [u32; 4] {
        self.vertices
    }

    fn correction(&self, mut x: [DVec3; 4], mut w: [f64; 4], memory: f64) -> ([DVec3; 4], f64) {
        if let Some(beyond) = self.beyond {
            (x[3], w[3]) = (beyond, 0.0);
        }
        let (angle, gradient) = angle_and_gradient(x);
        let give: f64 = gradient.iter().zip(w).map(|(g, w)| w * g.length_squared()).sum();
        let change = -(self.stiffness * (angle - self.rest) + memory) / (1.0 + self.stiffness * give);
        (std::array::from_fn(|i| gradient[i] * (w[i] * change)), memory + change)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bending::Bending;
    use crate::membrane::Membrane;
    use crate::rest::RestShape;
    use glam::{DMat3, DVec2};

    fn cloth(stiffness: DMat3) -> Cloth {
        let mut mesh = toile_geom::shapes::sheet(DVec2::ONE, [16, 16]);
        let places: Vec<DVec2> = mesh.positions.iter().map(|p| DVec2::new(p.x, -p.z)).collect();
        mesh.positions = places.iter().map(|place| place.extend(0.0)).collect();
        let rest = RestShape::from_flat(&places, &mesh.triangles);
        let membrane = Membrane::new(&mesh, &rest, |_| DMat3::ZERO);
        let bending = Bending::new(&mesh, &rest, |_| stiffness, &[]);
        let masses = rest.masses(&mesh, |_| 0.1);
        Cloth::from_parts(&mesh, rest, masses, membrane, bending)
    }

    fn rolled(cloth: &Cloth, degrees: f64, curvature: f64) -> Vec<DVec3> {
        let direction = DVec2::from_angle(degrees.to_radians());
        let height = |p: &DVec3| 0.5 * curvature * p.truncate().dot(direction).powi(2);
        cloth.state.positions.iter().map(|p| p.truncate().extend(height(p))).collect()
    }

    fn energy(hinges: &[Hinge], x: &[DVec3]) -> f64 {
        let of_hinge = |hinge: &Hinge| {
            let bent = angle_and_gradient(hinge.vertices.map(|v| x[v as usize])).0 - hinge.rest;
            0.5 * hinge.stiffness * bent * bent
        };
        hinges.iter().map(of_hinge).sum()
    }

    #[test]
    fn hinges_alone_bend_about_as_stiffly_as_the_sheet() {
        let cloth = cloth(DMat3::from_diagonal(DVec3::new(1.0, 1.0, 0.5)));
        let hinges = Hinge::of_cloth(&cloth, 1.0);
        for degrees in [0.0, 45.0, 90.0, 135.0] {
            let bent = rolled(&cloth, degrees, 1e-3);
            let ratio = energy(&hinges, &bent) / cloth.bending.energy(&bent);
            let expected = if degrees % 90.0 == 0.0 { 1.0 } else { 1.25 };
            assert!((ratio - expected).abs() < 0.02, "{degrees}°: {ratio}");
        }
    }

    #[test]
    fn a_curved_rest_shape_is_at_rest_in_its_own_curvature() {
        let mut cloth = cloth(DMat3::from_diagonal(DVec3::new(1.0, 1.0, 0.5)));
        let flat = cloth.state.positions.clone();
        let curved = rolled(&cloth, 30.0, 0.02);
        let straight = energy(&Hinge::of_cloth(&cloth, 1.0), &curved);
        cloth.bending.rest_at(&curved);
        let hinges = Hinge::of_cloth(&cloth, 1.0);
        let (at_rest, flattened) = (energy(&hinges, &curved), energy(&hinges, &flat));
        assert!(at_rest < 0.02 * straight, "{at_rest} {straight}");
        assert!((flattened / straight - 1.0).abs() < 0.2, "{flattened} {straight}");
    }
}
