//! The flat shape that cloth has at rest: each triangle with corners of its own in the plane of its piece.

use crate::voigt::rotation;
use glam::{DMat2, DMat3, DVec2};
use toile_geom::TriMesh;

/// The rest shape: for each triangle its corners in the plane of the piece it was cut from, warp along `x`, weft along `y`.
///
/// Corners belong to triangles, not to vertices: where two pieces are sewn together a vertex lies in both, at a place of its
/// own in each. Nothing here asks that the two sides of a seam have equal length; cloth can be eased in or gathered.
#[derive(Clone, Debug, Default)]
pub struct RestShape {
    /// The corners of each triangle, counter-clockwise, in metres.
    pub corners: Vec<[DVec2; 3]>,
}

/// Why a rest shape cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "triangle {triangle} of the rest shape has {area:e} m²; it must be counter-clockwise and have an area"
)]
pub struct DegenerateTriangle {
    /// The triangle.
    pub triangle: usize,
    /// Its signed area.
    pub area: f64,
}

impl RestShape {
    /// The rest shape of a mesh that is one flat piece: a place in the plane for each vertex.
    pub fn from_flat(places: &[DVec2], triangles: &[[u32; 3]]) -> Self {
        Self { corners: triangles.iter().map(|t| t.map(|v| places[v as usize])).collect() }
    }

    /// The rest shape of a sheet that lies flat in the `xz` plane, as [`toile_geom::shapes`] and [`toile_geom::sheets`] make them: seen from
    /// above, `x` and `-z` are a right-handed pair.
    pub fn of_lying(sheet: &TriMesh) -> Self {
        let places: Vec<DVec2> = sheet.positions.iter().map(|p| DVec2::new(p.x, -p.z)).collect();
        Self::from_flat(&places, &sheet.triangles)
    }

    /// Checks that every triangle has a positive area.
    ///
    /// # Errors
    /// The first triangle that has none, or is clockwise.
    pub fn validate(&self) -> Result<(), DegenerateTriangle> {
        let flat = |t: &usize| self.area(*t).is_nan() || self.area(*t) <= 0.0;
        (0..self.corners.len())
            .find(flat)
            .map_or(Ok(()), |triangle| Err(DegenerateTriangle { triangle, area: self.area(triangle) }))
    }

    /// The mass of each vertex of a mesh with this rest shape in kg: a third of that of each triangle around it, of the given
    /// density in kg/m².
    pub fn masses(&self, mesh: &TriMesh, density: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut masses = vec![0.0; mesh.positions.len()];
        for (t, triangle) in mesh.triangles.iter().enumerate() {
            for &v in triangle {
                masses[v as usize] += density(t) * self.area(t) / 3.0;
            }
        }
        masses
    }

    /// The area of a triangle in m².
    pub fn area(&self, triangle: usize) -> f64 {
        0.5 * self.edges(triangle).determinant()
    }

    /// The two edges from the first corner, as columns.
    pub fn edges(&self, triangle: usize) -> DMat2 {
        let [a, b, c] = self.corners[triangle];
        DMat2::from_cols(b - a, c - a)
    }

    /// How to express curvature of `from`'s frame in that of `to`, if both are unfolded about a common edge whose
    /// direction is `direction[0]` in the one and `direction[1]` in the other.
    pub fn turn(direction: [DVec2; 2]) -> DMat3 {
        rotation(direction[0].angle_to(direction[1]))
    }
}
