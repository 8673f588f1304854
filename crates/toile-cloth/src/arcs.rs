//! What a flat triangle leaves out of a curved sheet: the arcs over its sides.
//!
//! Corners of triangles lie on the sheet, their sides are chords below it. A side of length `l` along which the sheet has the curvature `κ`
//! stands for an arc that is longer by the share `(κ l)² / 24`. Sides that lie differently in a fold are short by different amounts, which
//! no position of the corners can undo: without correction the membrane takes it for strain and resists bending on such meshes, the more
//! the stiffer it is (*membrane locking*). Here the curvature of a triangle gives the strain that its chords do not show; added to the strain of
//! the corners it is that of the sheet.
//!
//! ```
//! use toile_cloth::{cloth::Cloth, fabric, rest::RestShape};
//! use toile_geom::{glam::{DVec2, DVec3}, sheets::{FlatSheet, SheetKind}};
//!
//! // Rolled up without stretching, on a radius of five cells.
//! let sheet = FlatSheet::new(SheetKind::Alternating, DVec2::ONE, [20, 20]);
//! let rest = RestShape::from_flat(&sheet.places, &sheet.triangles);
//! let mut cloth = Cloth::of_fabric(&sheet.mesh(), rest, &fabric::named("cotton-poplin")?)?;
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
use glam::{DMat3, DVec3};
use rayon::prelude::*;

/// The most that an arc can be longer than its chord, as a share. A side that turns by more than about a radian is not the chord of an arc but
/// crosses a fold, of which a mesh this coarse knows nothing.
const LONGEST: f64 = 0.1;

/// The arcs over the sides of the triangles of a cloth.
#[derive(Clone, Debug)]
pub struct Arcs {
    triangles: Vec<Triangle>,
}

#[derive(Clone, Copy, Debug)]
struct Triangle {
    /// By how much the sheet turns along each side, from its curvature.
    turns: DMat3,
    /// The strain, along warp and weft, from the shares by which the sides are to be longer.
    strain: DMat3,
    /// The strain of the rest shape, whose triangles are flat as well.
    rest: DVec3,
}

impl Arcs {
    /// The arcs of a cloth.
    pub fn new(rest: &RestShape, membrane: &Membrane, bending: &Bending) -> Self {
        let mut triangles: Vec<Triangle> = rest
            .corners
            .iter()
            .enumerate()
            .map(|(t, &[a, b, c])| {
                let sides = [b - a, c - b, a - c];
                let along = sides.map(|side| component(side, side) / side.length_squared());
                let turns = [0, 1, 2].map(|k| along[k] * sides[k].length());
                let rows = |rows: [DVec3; 3]| DMat3::from_cols(rows[0], rows[1], rows[2]).transpose();
                Triangle {
                    turns: rows(turns),
                    strain: rotation(-membrane.law(t).grain) * rows(along).inverse(),
                    rest: DVec3::ZERO,
                }
            })
            .collect();
        for &(t, free) in bending.free_curvatures() {
            triangles[t as usize].turns *= free;
        }
        for (triangle, curvature) in triangles.iter_mut().zip(bending.rest_curvatures()) {
            triangle.rest = triangle.strain(curvature);
        }
        Self { triangles }
    }

    /// For each triangle the strain that its corners do not show, from its curvature.
    pub fn strains(&self, curvatures: &[DVec3]) -> Vec<DVec3> {
        self.triangles.par_iter().zip(curvatures).map(|(triangle, &k)| triangle.strain(k)).collect()
    }

    /// How that of one triangle changes with its curvature.
    pub(crate) fn rate(&self, triangle: usize, curvature: DVec3) -> DMat3 {
        let Triangle { turns, strain, .. } = &self.triangles[triangle];
        let [x, y, z] = (*turns * curvature).to_array().map(|turn| longer(turn).1);
        *strain * DMat3::from_diagonal(DVec3::new(x, y, z)) * *turns
    }
}

impl Triangle {
    #[inline]
    fn strain(&self, curvature: DVec3) -> DVec3 {
        let turns = self.turns * curvature;
        self.strain * DVec3::new(longer(turns.x).0, longer(turns.y).0, longer(turns.z).0) - self.rest
    }
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
            assert!((longer(turn).0 / exact - 1.0).abs() < 0.02, "{turn}: {} {exact}", longer(turn).0);
        }
        assert!(longer(3.0).0 < LONGEST && longer(-3.0).0 == longer(3.0).0);
        for turn in [-2.5, -0.4, 0.0, 0.7, 1.8] {
            let slope = (longer(turn + 1e-6).0 - longer(turn - 1e-6).0) / 2e-6;
            assert!((slope - longer(turn).1).abs() < 1e-8);
        }
    }
}
