//! A sheet folded like an accordion: many layers close to each other, as in a folded shirt.

use crate::TriMesh;
use glam::DVec3;
use std::f64::consts::TAU;

/// How a sheet is folded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accordion {
    /// Length of the sheet's sides in metres.
    pub size: f64,
    /// How many layers there are; the sheet is folded along lines parallel to `y`.
    pub layers: u32,
    /// How far a layer is above the one below, in metres.
    pub spacing: f64,
    /// How high the ripples are that run over all layers alike, in metres.
    pub ripple: f64,
}

impl Default for Accordion {
    /// A metre of cloth in 16 layers 4 mm apart with ripples of half a millimetre.
    fn default() -> Self {
        Self { size: 1.0, layers: 16, spacing: 0.004, ripple: 0.0005 }
    }
}

impl Accordion {
    /// The folded sheet, of `cells` × `cells` squares of two triangles.
    pub fn mesh(&self, cells: u32) -> TriMesh {
        let mut mesh = super::regular_sheet(glam::DVec2::ONE, [cells, cells]);
        let low = mesh.positions.iter().copied().fold(DVec3::INFINITY, DVec3::min);
        for position in &mut mesh.positions {
            *position = self.fold(*position - low);
        }
        mesh
    }

    /// Where a point of the flat unit square comes to lie.
    fn fold(&self, flat: DVec3) -> DVec3 {
        let along = flat.x * f64::from(self.layers);
        let width = self.size / f64::from(self.layers);
        let x = width * (1.0 - (along.rem_euclid(2.0) - 1.0).abs());
        let y = self.size * (flat.y + flat.z);
        // The same at the same place of all layers, so that they do not come closer to each other.
        let ripple = self.ripple * (TAU * x / (0.4 * width)).sin() * (TAU * y / (0.03 * self.size)).sin();
        DVec3::new(x, y, self.spacing * along + ripple)
    }

    /// Where the layers come to lie when pressed to a part of their height, the topmost shifted by `shear` metres.
    pub fn pressed(&self, positions: &[DVec3], part: f64, shear: f64) -> Vec<DVec3> {
        let height = self.spacing * f64::from(self.layers);
        positions.iter().map(|p| DVec3::new(p.x + shear * p.z / height, p.y, p.z * part)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intersect::self_intersections;

    #[test]
    fn layers_lie_above_each_other_and_do_not_cross_when_pressed() {
        let accordion = Accordion::default();
        let mut mesh = accordion.mesh(64);
        let high = mesh.positions.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
        assert!((high.x - 1.0 / 16.0).abs() < 1e-12 && (high.y - 1.0).abs() < 1e-12);
        assert!((high.z - 0.064).abs() < 0.0006, "{high}");
        assert!(self_intersections(&mesh).is_empty());
        mesh.positions = accordion.pressed(&mesh.positions, 0.55, 0.004);
        assert!(self_intersections(&mesh).is_empty());
    }
}
