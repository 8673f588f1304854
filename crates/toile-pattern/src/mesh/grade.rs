//! The same mesh in another size (Fuhrmann 2006, §5.5: grading at run time).

use super::{MeshError, MeshedGarment, MeshedPiece};
use crate::curve::Ruler;
use crate::garment::Garment;
use crate::outline::JOINT_TOLERANCE;
use crate::piece::Piece;
use glam::DVec2;

/// Sweeps over the inner vertices.
const SWEEPS: usize = 400;

impl MeshedGarment {
    /// The mesh with the same vertices, triangles and pairs on the outlines of the same garment in another size: what a simulation that is
    /// under way needs to go on with new rest lengths. Border vertices keep their shares of the edges; how far inner vertices move is
    /// averaged from their neighbours.
    ///
    /// # Errors
    /// If the garment has other pieces or edges, or a triangle would turn over because the outlines differ too much.
    pub fn in_size(&self, garment: &Garment) -> Result<Self, MeshError> {
        let garment = garment.whole();
        let mut moved = self.clone();
        for (index, mesh) in moved.pieces.iter_mut().enumerate() {
            let misfit = || MeshError::DoesNotFit { piece: self.garment.pieces[index].name.clone() };
            let piece = garment.pieces.get(index).ok_or_else(misfit)?;
            if piece.edge_count() != mesh.edges.len() {
                return Err(misfit());
            }
            move_piece(mesh, &self.garment.pieces[index], piece);
            let turned = |&[a, b, c]: &[u32; 3]| {
                let [a, b, c] = [a, b, c].map(|v| mesh.places[v as usize]);
                (b - a).perp_dot(c - a) <= 0.0
            };
            if mesh.triangles.iter().any(turned) {
                return Err(misfit());
            }
            mesh.finish(piece);
        }
        moved.garment = garment;
        Ok(moved)
    }
}

fn move_piece(mesh: &mut MeshedPiece, before: &Piece, piece: &Piece) {
    let count = mesh.places.len();
    let mut shift: Vec<Option<DVec2>> = vec![None; count];
    let edges = before.edges().zip(piece.edges());
    for (((old, edge), vertices), shares) in edges.zip(&mesh.edges).zip(&mesh.shares) {
        let [old, ruler] = [old, edge].map(|edge| Ruler::new(&edge.curve));
        for (&vertex, &share) in vertices.iter().zip(shares) {
            let place = mesh.places[vertex as usize];
            // A vertex that several points have become lies on one of their edges.
            if old.point(share).distance(place) < 2.0 * JOINT_TOLERANCE {
                shift[vertex as usize] = Some(ruler.point(share) - place);
            }
        }
    }
    let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); count];
    for &[a, b, c] in &mesh.triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            neighbours[from as usize].push(to);
        }
    }
    let free: Vec<usize> = (0..count).filter(|&v| shift[v].is_none()).collect();
    let mut values: Vec<DVec2> = shift.into_iter().map(Option::unwrap_or_default).collect();
    for sweep in 0..SWEEPS {
        let mut change = 0.0_f64;
        let mut relax = |v: usize| {
            let around = &neighbours[v];
            let mean = around.iter().map(|&u| values[u as usize]).sum::<DVec2>() / around.len().max(1) as f64;
            // Over-relaxation: the error falls with the sweeps, not with their square root.
            let step = 1.8 * (mean - values[v]);
            change = change.max(step.length());
            values[v] += step;
        };
        for k in 0..free.len() {
            relax(free[if sweep % 2 == 0 { k } else { free.len() - 1 - k }]);
        }
        if change < 1e-7 {
            break;
        }
    }
    for (place, shift) in mesh.places.iter_mut().zip(values) {
        *place += shift;
    }
}
