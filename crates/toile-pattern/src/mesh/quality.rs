//! How good a mesh is.

use super::{MeshedGarment, MeshedPiece};
use crate::piece::Piece;
use glam::DVec2;

/// A corner of a piece is sharp below this angle, in degrees: no triangle there can have a larger one.
const SHARP_CORNER: f64 = 50.0;
/// Triangles with a smaller angle than this are meshed again with finer edges, in degrees.
const MIN_ANGLE: f64 = 25.5;

/// Angles and lengths of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshQuality {
    /// The smallest angle in degrees, away from sharp corners.
    pub least_angle: f64,
    /// The smallest angle in degrees anywhere.
    pub least_angle_anywhere: f64,
    /// The mean of the triangles' smallest angles, in degrees.
    pub mean_least_angle: f64,
    /// The mean length of edges in metres.
    pub mean_edge: f64,
    /// How strongly edges favour directions that are sixths of a turn apart: 0 if they favour none, 1 if all lie in them. A mesh of rows of
    /// equilateral triangles has 1.
    pub direction: f64,
}

/// The corners of a piece at which the cloth has a sharp angle.
pub fn sharp_corners(piece: &Piece) -> Vec<DVec2> {
    let mut corners = Vec::new();
    for outline in piece.loops() {
        // Holes run either way; inside of the piece is on their other side.
        let is_hole = !std::ptr::eq(outline, &raw const piece.outline);
        let turn = if (outline.area() > 0.0) == is_hole { -1.0 } else { 1.0 };
        let next = outline.edges.iter().cycle().skip(1);
        for (before, after) in outline.edges.iter().zip(next) {
            let (came, goes) = (before.curve.tangent(1.0), after.curve.tangent(0.0));
            let angle = 180.0 - (turn * came.angle_to(goes)).to_degrees();
            if angle < SHARP_CORNER {
                corners.push(after.curve.from());
            }
        }
    }
    corners
}

fn angles(mesh: &MeshedPiece, triangle: [u32; 3]) -> f64 {
    let [a, b, c] = triangle.map(|v| mesh.places[v as usize]);
    let angle = |p: DVec2, q: DVec2, r: DVec2| (q - p).angle_to(r - p).abs().to_degrees();
    angle(a, b, c).min(angle(b, c, a)).min(angle(c, a, b))
}

fn is_near(mesh: &MeshedPiece, triangle: [u32; 3], corners: &[DVec2]) -> bool {
    let [a, b, c] = triangle.map(|v| mesh.places[v as usize]);
    let size = a.distance(b).max(b.distance(c)).max(c.distance(a));
    corners.iter().any(|corner| corner.distance((a + b + c) / 3.0) < 2.0 * size)
}

/// The middles of triangles with small angles, away from sharp corners.
pub(super) fn bad_places(piece: &Piece, mesh: &MeshedPiece) -> Vec<DVec2> {
    let corners = sharp_corners(piece);
    let bad =
        |triangle: &&[u32; 3]| angles(mesh, **triangle) < MIN_ANGLE && !is_near(mesh, **triangle, &corners);
    let middle = |triangle: &[u32; 3]| triangle.iter().map(|&v| mesh.places[v as usize]).sum::<DVec2>() / 3.0;
    mesh.triangles.iter().filter(bad).map(middle).collect()
}

impl MeshedGarment {
    /// How good the mesh is.
    pub fn quality(&self) -> MeshQuality {
        let (mut least, mut anywhere, mut sum) = (180.0_f64, 180.0_f64, 0.0);
        let (mut edges, mut length, mut directions) = (0.0, 0.0, DVec2::ZERO);
        for (piece, mesh) in self.garment.pieces.iter().zip(&self.pieces) {
            let corners = sharp_corners(piece);
            for &triangle in &mesh.triangles {
                let angle = angles(mesh, triangle);
                anywhere = anywhere.min(angle);
                sum += angle;
                if angle < least && !is_near(mesh, triangle, &corners) {
                    least = angle;
                }
                for [a, b] in [[0, 1], [1, 2], [2, 0]] {
                    let side = mesh.places[triangle[b] as usize] - mesh.places[triangle[a] as usize];
                    edges += 1.0;
                    length += side.length();
                    directions += DVec2::from_angle(6.0 * side.to_angle());
                }
            }
        }
        let count = self.triangle_count().max(1) as f64;
        MeshQuality {
            least_angle: least,
            least_angle_anywhere: anywhere,
            mean_least_angle: sum / count,
            mean_edge: length / f64::max(edges, 1.0),
            direction: directions.length() / f64::max(edges, 1.0),
        }
    }
}
