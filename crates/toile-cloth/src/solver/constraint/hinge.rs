//! The angle at an edge as a constraint.

use super::sweep::Constraint;
use crate::bending::{RestHinge, angle, angle_gradient};
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
        let gradient = angle_gradient(x);
        let give: f64 = gradient.iter().zip(w).map(|(g, w)| w * g.length_squared()).sum();
        let change = -(self.stiffness * (angle(x) - self.rest) + memory) / (1.0 + self.stiffness * give);
        (std::array::from_fn(|i| gradient[i] * (w[i] * change)), memory + change)
    }
}
