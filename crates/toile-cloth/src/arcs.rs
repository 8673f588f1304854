//! What a flat triangle leaves out of a curved sheet: the arcs over its sides.
//!
//! Corners of triangles lie on the sheet, their sides are chords below it. A side of length `l` along which the sheet has the curvature `κ`
//! stands for an arc that is longer by the share `(κ l)² / 24`. Sides that lie differently in a fold are short by different amounts, which
//! no position of the corners can undo: without correction the membrane takes it for strain and resists bending on such meshes, the more
//! the stiffer it is (*membrane locking*). Here the curvature of a triangle gives the strain that its chords do not show; added to the strain of
//! the corners it is that of the sheet.
//!
//! ```
//! use toile_cloth::{cloth::Cloth, fabric::Fabric, rest::RestShape};
//! use toile_geom::{glam::{DVec2, DVec3}, sheets::{FlatSheet, SheetKind}};
//!
//! // Rolled up without stretching, on a radius of five cells.
//! let sheet = FlatSheet::new(SheetKind::Alternating, DVec2::ONE, [20, 20]);
//! let rest = RestShape::from_flat(&sheet.places, &sheet.triangles);
//! let mut cloth = Cloth::of_fabric(&sheet.mesh(), rest, &Fabric::named("cotton-poplin")?)?;
//! let rolled = |p: &DVec2| {
//!     let (along, across) = ((p.x + p.y) / 2_f64.sqrt(), (p.y - p.x) / 2_f64.sqrt());
//!     DVec3::new(0.25 * (along / 0.25).sin(), across, 0.25 - 0.25 * (along / 0.25).cos())
//! };
//! let rolled: Vec<DVec3> = sheet.places.iter().map(rolled).collect();
//! let of_chords = cloth.stretch_energy(&rolled);
//! cloth.follow_arcs(true);
//! assert!(cloth.stretch_energy(&rolled) < 0.05 * of_chords);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::bending::Bending;
use crate::membrane::Membrane;
use crate::rest::RestShape;
use crate::voigt::{component, rotation};
use glam::{DMat3, DVec2, DVec3};
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::outer;
use toile_geom::topology::Topology;

/// The most that an arc can be longer than its chord, as a share. A side that turns by more than about a radian is not the chord of an arc but
/// crosses a fold, of which a mesh this coarse knows nothing.
const LONGEST: f64 = 0.05;

/// The arcs over the sides of the triangles of a cloth.
#[derive(Clone, Debug)]
pub struct Arcs {
    triangles: Vec<Triangle>,
    /// For each edge the triangles beside it, and how the turn along it follows from their curvatures.
    edges: Vec<Edge>,
}

#[derive(Clone, Copy, Debug)]
struct Triangle {
    /// The edges at its sides.
    sides: [u32; 3],
    area: f64,
    /// The strain, along warp and weft, from the shares by which the sides are to be longer.
    strain: DMat3,
    /// The strain of the rest shape, whose triangles are flat as well.
    rest: DVec3,
}

/// An edge, which turns as the mean of its triangles does: with a length of its own in each of them it would not fit.
#[derive(Clone, Copy, Debug, Default)]
struct Edge {
    triangles: [u32; 2],
    turns: [DVec3; 2],
}

impl Arcs {
    /// The arcs of a cloth.
    pub fn new(mesh: &TriMesh, rest: &RestShape, membrane: &Membrane, bending: &Bending) -> Self {
        let topology = Topology::new(mesh);
        let triangle = |(t, &corners): (usize, &[DVec2; 3])| {
            let along = sides(corners).map(|side| component(side, side) / side.length_squared());
            Triangle {
                sides: topology.triangle_edges[t],
                area: rest.area(t),
                strain: rotation(-membrane.law(t).grain) * rows(along).inverse(),
                rest: DVec3::ZERO,
            }
        };
        let triangles: Vec<Triangle> = rest.corners.iter().enumerate().map(triangle).collect();
        let mut free = vec![DMat3::IDENTITY; triangles.len()];
        for triangle in bending.free_triangles() {
            free[triangle.triangle as usize] = triangle.taken.transpose();
        }
        let turn = |t: u32, edge: usize| {
            let side = triangles[t as usize].sides.iter().position(|&e| e as usize == edge).unwrap_or(0);
            let side = sides(rest.corners[t as usize])[side];
            free[t as usize] * component(side, side) / side.length()
        };
        let edges = (0..topology.edges.len()).map(|edge| match *topology.edge_triangles.row(edge) {
            [one, other] => {
                Edge { triangles: [one, other], turns: [turn(one, edge) * 0.5, turn(other, edge) * 0.5] }
            }
            // Where more than two meet, none is the continuation of another.
            [first, ..] => Edge { triangles: [first; 2], turns: [turn(first, edge), DVec3::ZERO] },
            [] => Edge::default(),
        });
        let mut arcs = Self { edges: edges.collect(), triangles };
        let at_rest = arcs.strains(&bending.rest_curvatures());
        for (triangle, strain) in arcs.triangles.iter_mut().zip(at_rest) {
            triangle.rest = strain;
        }
        arcs
    }

    /// For each triangle the strain that its corners do not show, from the curvatures of all.
    pub fn strains(&self, curvatures: &[DVec3]) -> Vec<DVec3> {
        let shares: Vec<f64> = self.turns(curvatures).map(|turn| longer(turn).0).collect();
        let strain = |triangle: &Triangle| {
            let [a, b, c] = triangle.sides.map(|edge| shares[edge as usize]);
            triangle.strain * DVec3::new(a, b, c) - triangle.rest
        };
        self.triangles.par_iter().map(strain).collect()
    }

    /// What stresses do to the curvatures through these strains: for each triangle a moment, in N.
    pub(crate) fn moments(&self, curvatures: &[DVec3], stresses: &[DVec3]) -> Vec<DVec3> {
        let mut moments = vec![DVec3::ZERO; self.triangles.len()];
        let mut forces = vec![0.0; self.edges.len()];
        for (triangle, stress) in self.triangles.iter().zip(stresses) {
            let pulls = triangle.strain.transpose() * *stress * triangle.area;
            for (&edge, pull) in triangle.sides.iter().zip(pulls.to_array()) {
                forces[edge as usize] += pull;
            }
        }
        let rates = self.rates(curvatures);
        for ((edge, force), rate) in self.edges.iter().zip(forces).zip(rates) {
            for (&t, turn) in edge.triangles.iter().zip(edge.turns) {
                moments[t as usize] += turn * (force * rate / self.triangles[t as usize].area);
            }
        }
        moments
    }

    /// By how much the share of each edge grows with the turn along it.
    pub(crate) fn rates(&self, curvatures: &[DVec3]) -> Vec<f64> {
        self.turns(curvatures).map(|turn| longer(turn).1).collect()
    }

    /// Through which curvatures the strain of a triangle changes: triangles, and how the strain depends on the curvature of each, with the rates
    /// of the edges.
    pub(crate) fn couplings(&self, t: usize, rates: &[f64]) -> impl Iterator<Item = (u32, DMat3)> {
        let triangle = &self.triangles[t];
        triangle.sides.iter().enumerate().flat_map(move |(side, &e)| {
            let (edge, column) = (&self.edges[e as usize], triangle.strain.col(side) * rates[e as usize]);
            edge.triangles.into_iter().zip(edge.turns).map(move |(other, turn)| (other, outer(column, turn)))
        })
    }

    /// The triangles through whose curvatures the strain of one changes.
    pub(crate) fn beside(&self, t: usize) -> impl Iterator<Item = u32> {
        self.triangles[t].sides.into_iter().flat_map(|edge| self.edges[edge as usize].triangles)
    }

    /// By how much the sheet turns along each edge.
    fn turns(&self, curvatures: &[DVec3]) -> impl Iterator<Item = f64> {
        self.edges.iter().map(|Edge { triangles: [a, b], turns: [along_a, along_b] }| {
            along_a.dot(curvatures[*a as usize]) + along_b.dot(curvatures[*b as usize])
        })
    }
}

fn sides([a, b, c]: [DVec2; 3]) -> [DVec2; 3] {
    [b - a, c - b, a - c]
}

fn rows([a, b, c]: [DVec3; 3]) -> DMat3 {
    DMat3::from_cols(a, b, c).transpose()
}

/// By which share an arc that turns by an angle is longer than its chord, and the derivative of that.
#[inline]
fn longer(turn: f64) -> (f64, f64) {
    let share = turn * turn / 24.0;
    let bound = 1.0 / (1.0 + (share / LONGEST) * (share / LONGEST));
    let root = bound.sqrt();
    (share * root, turn / 12.0 * bound * root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_is_longer_than_its_chord_as_on_a_circle_up_to_a_bound() {
        for turn in [1e-3, 0.1, 0.3, 0.5] {
            let exact = 0.5 * turn / f64::sin(0.5 * turn) - 1.0;
            assert!((longer(turn).0 / exact - 1.0).abs() < 0.03, "{turn}: {} {exact}", longer(turn).0);
        }
        assert!(longer(3.0).0 < LONGEST && longer(-3.0).0 == longer(3.0).0);
        for turn in [-2.5, -0.4, 0.0, 0.7, 1.8] {
            let slope = (longer(turn + 1e-6).0 - longer(turn - 1e-6).0) / 2e-6;
            assert!((slope - longer(turn).1).abs() < 1e-8);
        }
    }
}
