//! Stretch and shear: an orthotropic membrane on constant-strain triangles.
//!
//! The strain is that of Green and Lagrange, `E = ½ (FᵀF − I)`, where `F` maps the flat rest shape into space; the energy of a
//! triangle is `½ A Eᵀ D E` (St. Venant and Kirchhoff). It does not depend on rotations, and for the small strains of
//! woven cloth `D` is the measured stiffness.

use crate::rest::RestShape;
use glam::{DMat2, DMat3, DVec2, DVec3};
use rayon::prelude::*;

/// The membrane of a cloth.
#[derive(Clone, Debug)]
pub struct Membrane {
    elements: Vec<Element>,
}

/// One triangle.
#[derive(Clone, Debug)]
struct Element {
    vertices: [u32; 3],
    area: f64,
    /// How the deformation gradient depends on the corners: `F = Σ xᵢ ⊗ slopesᵢ`.
    slopes: [DVec2; 3],
    /// Stress from strain, N/m.
    stiffness: DMat3,
}

impl Membrane {
    /// The membrane of a cloth with a stiffness (strain `[xx, yy, 2 xy]` to stress, N/m) for each triangle.
    pub fn new(triangles: &[[u32; 3]], rest: &RestShape, stiffness: impl Fn(usize) -> DMat3) -> Self {
        let element = |(t, &vertices): (usize, &[u32; 3])| {
            let inverse = rest.edges(t).inverse();
            let [b, c] = [inverse.row(0), inverse.row(1)];
            Element { vertices, area: rest.area(t), slopes: [-b - c, b, c], stiffness: stiffness(t) }
        };
        Self { elements: triangles.iter().enumerate().map(element).collect() }
    }

    /// The strain `[xx, yy, 2 xy]` of each triangle.
    pub fn strains(&self, positions: &[DVec3]) -> Vec<DVec3> {
        self.elements.par_iter().map(|element| strain(element.gradient(positions))).collect()
    }

    /// The energy in joules.
    pub fn energy(&self, positions: &[DVec3]) -> f64 {
        let energy = |element: &Element| {
            let strain = strain(element.gradient(positions));
            0.5 * element.area * strain.dot(element.stiffness * strain)
        };
        // Summed in order, so that the result does not depend on the number of threads.
        self.elements.iter().map(energy).sum()
    }

    /// Adds the gradient of the energy: minus the force on each vertex, in newtons.
    pub fn add_gradient(&self, positions: &[DVec3], gradient: &mut [DVec3]) {
        for element in &self.elements {
            let columns = element.gradient(positions);
            let stress = element.stress(columns);
            for (v, slope) in element.vertices.into_iter().zip(element.slopes) {
                gradient[v as usize] += element.area * (strain_rate(columns, slope) * stress);
            }
        }
    }

    /// Calls `add` with each 3 × 3 block `(i, j)` of the second derivative of the energy, made positive semidefinite by
    /// leaving out the compressive part of the stress: cloth under compression buckles, it does not push its neighbours
    /// aside.
    pub fn hessian(&self, positions: &[DVec3], mut add: impl FnMut(u32, u32, DMat3)) {
        for element in &self.elements {
            let columns = element.gradient(positions);
            let tension = positive_part(element.stress(columns));
            let rates = element.slopes.map(|slope| strain_rate(columns, slope));
            for i in 0..3 {
                for j in 0..3 {
                    let geometric = element.slopes[i].dot(tension * element.slopes[j]);
                    let material = rates[i] * element.stiffness * rates[j].transpose();
                    let block = material + DMat3::from_diagonal(DVec3::splat(geometric));
                    add(element.vertices[i], element.vertices[j], element.area * block);
                }
            }
        }
    }
}

/// How the strain changes with a corner of the given slope: its components' derivatives as columns.
fn strain_rate([fx, fy]: [DVec3; 2], slope: DVec2) -> DMat3 {
    DMat3::from_cols(fx * slope.x, fy * slope.y, fx * slope.y + fy * slope.x)
}

impl Element {
    /// The columns of the deformation gradient: where the unit vectors along warp and weft go.
    fn gradient(&self, positions: &[DVec3]) -> [DVec3; 2] {
        let mut columns = [DVec3::ZERO; 2];
        for (v, slope) in self.vertices.into_iter().zip(self.slopes) {
            columns[0] += positions[v as usize] * slope.x;
            columns[1] += positions[v as usize] * slope.y;
        }
        columns
    }

    /// The stress `[xx, yy, xy]` in N/m.
    fn stress(&self, gradient: [DVec3; 2]) -> DVec3 {
        self.stiffness * strain(gradient)
    }
}

fn strain([fx, fy]: [DVec3; 2]) -> DVec3 {
    DVec3::new(0.5 * (fx.dot(fx) - 1.0), 0.5 * (fy.dot(fy) - 1.0), fx.dot(fy))
}

/// The stress `[xx, yy, xy]` without its negative principal part.
fn positive_part(stress: DVec3) -> DMat2 {
    let (mean, half_difference) = (0.5 * (stress.x + stress.y), 0.5 * (stress.x - stress.y));
    let radius = half_difference.hypot(stress.z);
    let matrix = DMat2::from_cols(DVec2::new(stress.x, stress.z), DVec2::new(stress.z, stress.y));
    if mean - radius >= 0.0 {
        return matrix;
    }
    if mean + radius <= 0.0 {
        return DMat2::ZERO;
    }
    // One tension, one compression: keep the tension along its principal direction.
    let share = (mean + radius) / (2.0 * radius);
    (matrix - DMat2::from_diagonal(DVec2::splat(mean - radius))) * share
}
