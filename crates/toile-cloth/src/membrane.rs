//! Stretch and shear: an orthotropic membrane on constant-strain triangles.
//!
//! The strain is that of Green and Lagrange, `E = ½ (FᵀF − I)`, where `F` maps the flat rest shape into space; the energy of a
//! triangle is `½ A Eᵀ D E` (St. Venant and Kirchhoff). It does not depend on rotations, and for the small strains of
//! woven cloth `D` is the measured stiffness.

use crate::rest::RestShape;
use glam::{DMat2, DMat3, DVec2, DVec3};
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::topology::Rows;

/// The membrane of a cloth.
#[derive(Clone, Debug)]
pub struct Membrane {
    elements: Vec<Element>,
    /// For each vertex its elements, and which corner it is there.
    corners: Rows<(u32, u8)>,
}

/// What the second derivative of an element's energy is made of, at some positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tangent {
    /// How the strain changes with each corner.
    rates: [DMat3; 3],
    /// The stress without its compressive part.
    tension: DMat2,
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
    pub fn new(mesh: &TriMesh, rest: &RestShape, stiffness: impl Fn(usize) -> DMat3) -> Self {
        let element = |(t, &vertices): (usize, &[u32; 3])| {
            let inverse = rest.edges(t).inverse();
            let [b, c] = [inverse.row(0), inverse.row(1)];
            Element { vertices, area: rest.area(t), slopes: [-b - c, b, c], stiffness: stiffness(t) }
        };
        let sides =
            mesh.triangles.iter().enumerate().flat_map(|(t, triangle)| {
                (0..3).map(move |corner| (triangle[corner], (t as u32, corner as u8)))
            });
        Self {
            corners: Rows::gather(mesh.positions.len(), sides),
            elements: mesh.triangles.iter().enumerate().map(element).collect(),
        }
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
        let on_corners = |element: &Element| {
            let columns = element.gradient(positions);
            let stress = element.area * element.stress(columns);
            element.slopes.map(|slope| strain_rate(columns, slope) * stress)
        };
        let forces: Vec<[DVec3; 3]> = self.elements.par_iter().map(on_corners).collect();
        gradient.par_iter_mut().enumerate().for_each(|(v, sum)| {
            for &(element, corner) in self.corners.row(v) {
                *sum += forces[element as usize][corner as usize];
            }
        });
    }

    /// Calls `add` with each 3 × 3 block `(i, j)` of the second derivative of the energy, made positive semidefinite by
    /// leaving out the compressive part of the stress: cloth under compression buckles, it does not push its neighbours
    /// aside.
    pub fn hessian(&self, positions: &[DVec3], mut add: impl FnMut(u32, u32, DMat3)) {
        for (e, (element, tangent)) in self.elements.iter().zip(self.tangents(positions)).enumerate() {
            for i in 0..3 {
                for (j, block) in self.tangent_row(&tangent, e, i).into_iter().enumerate() {
                    add(element.vertices[i], element.vertices[j], block);
                }
            }
        }
    }

    /// What the second derivatives of all elements are made of.
    pub(crate) fn tangents(&self, positions: &[DVec3]) -> Vec<Tangent> {
        let tangent = |element: &Element| {
            let columns = element.gradient(positions);
            Tangent {
                rates: element.slopes.map(|slope| strain_rate(columns, slope)),
                tension: positive_part(element.stress(columns)),
            }
        };
        self.elements.par_iter().map(tangent).collect()
    }

    /// The blocks of the second derivative between one corner of an element and all of them.
    pub(crate) fn tangent_row(&self, tangent: &Tangent, element: usize, corner: usize) -> [DMat3; 3] {
        let element = &self.elements[element];
        let moment = tangent.rates[corner] * element.stiffness * element.area;
        let pull = tangent.tension * element.slopes[corner] * element.area;
        std::array::from_fn(|other| {
            let geometric = pull.dot(element.slopes[other]);
            moment * tangent.rates[other].transpose() + DMat3::from_diagonal(DVec3::splat(geometric))
        })
    }

    /// The stiffness of a triangle, strain `[xx, yy, 2 xy]` to stress in N/m.
    pub fn stiffness(&self, triangle: usize) -> DMat3 {
        self.elements[triangle].stiffness
    }
}

/// How the strain changes with a corner of the given slope: its components' derivatives as columns.
pub(crate) fn strain_rate([fx, fy]: [DVec3; 2], slope: DVec2) -> DMat3 {
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

/// The strain `[xx, yy, 2 xy]` of a deformation gradient, given by its columns.
pub(crate) fn strain([fx, fy]: [DVec3; 2]) -> DVec3 {
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
