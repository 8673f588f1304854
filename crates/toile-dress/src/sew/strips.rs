//! Strips of cloth along the edges of pieces that lie on the piece: hems that are turned in, and the allowances of seams.

use glam::DVec2;
use std::collections::BTreeMap;
use toile_pattern::mesh::{MeshedGarment, MeshedPiece};
use toile_pattern::piece::Piece;
use toile_pattern::seam::SeamKind;

/// The layers that a felled seam adds on the second side: both allowances are folded into each other, so that four layers lie over each other.
const FELLED_LAYERS: f64 = 3.0;

/// A strip along an edge, on the inner side of a piece.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    /// Where it runs in the piece.
    pub(super) segments: Vec<[DVec2; 2]>,
    /// How wide it is, in metres.
    pub(super) width: f64,
    /// How many layers it has.
    pub(super) layers: f64,
    /// The piece that it is part of, if that is another one than it lies on.
    pub(super) piece: Option<usize>,
}

/// The seam of a part of an edge, and on which side of it that is.
type Sewn = (usize, usize);

/// The strips on each piece.
pub(super) fn strips(meshed: &MeshedGarment) -> Vec<Vec<Strip>> {
    let sewn = sewn_edges(meshed);
    let mut strips: Vec<Vec<Strip>> = vec![Vec::new(); meshed.pieces.len()];
    for (p, (piece, mesh)) in meshed.garment.pieces.iter().zip(&meshed.pieces).enumerate() {
        for (e, vertices) in mesh.edges.iter().enumerate() {
            let Some(edge) = piece.edge(e) else { continue };
            if let Some(width) = edge.hem.filter(|width| *width > 0.0) {
                let segments = vertices.windows(2).map(|ends| segment(mesh, ends)).collect();
                strips[p].push(Strip { segments, width, layers: 1.0, piece: None });
            }
            let Some(allowance) = allowance(piece, e) else { continue };
            for (seam, parts) in by_seam(p, vertices, &sewn) {
                lay(&mut strips, meshed, p, allowance, seam, &parts);
            }
        }
    }
    strips
}

/// The seam allowance along an edge, if there is any.
fn allowance(piece: &Piece, edge: usize) -> Option<f64> {
    let own = piece.edge(edge).and_then(|edge| edge.allowance);
    own.or(piece.allowance).filter(|width| *width > 0.0)
}

fn segment(mesh: &MeshedPiece, ends: &[u32]) -> [DVec2; 2] {
    [ends[0], ends[1]].map(|v| mesh.places[v as usize])
}

/// The seam of each edge of the mesh that is sewn, by piece and vertices.
fn sewn_edges(meshed: &MeshedGarment) -> BTreeMap<(u32, [u32; 2]), Sewn> {
    let mut sewn = BTreeMap::new();
    for (n, seam) in meshed.seams.iter().enumerate().filter(|(_, seam)| seam.closed) {
        for pairs in seam.pairs.windows(2) {
            for (side, (from, to)) in pairs[0].into_iter().zip(pairs[1]).enumerate() {
                if from.piece == to.piece && from.vertex != to.vertex {
                    let ends = [from.vertex.min(to.vertex), from.vertex.max(to.vertex)];
                    sewn.insert((from.piece, ends), (n, side));
                }
            }
        }
    }
    sewn
}

/// The parts of an edge that are sewn, seam by seam.
fn by_seam(
    piece: usize,
    vertices: &[u32],
    sewn: &BTreeMap<(u32, [u32; 2]), Sewn>,
) -> BTreeMap<Sewn, Vec<[u32; 2]>> {
    let mut parts: BTreeMap<Sewn, Vec<[u32; 2]>> = BTreeMap::new();
    for ends in vertices.windows(2) {
        let key = (piece as u32, [ends[0].min(ends[1]), ends[0].max(ends[1])]);
        if let Some(seam) = sewn.get(&key) {
            parts.entry(*seam).or_default().push([ends[0], ends[1]]);
        }
    }
    parts
}

/// Lays the allowance of a part of an edge where its seam has it.
fn lay(
    strips: &mut [Vec<Strip>],
    meshed: &MeshedGarment,
    piece: usize,
    allowance: f64,
    (seam, side): Sewn,
    parts: &[[u32; 2]],
) {
    let of_piece = |p: usize, ends: &[[u32; 2]]| -> Vec<[DVec2; 2]> {
        ends.iter().map(|ends| segment(&meshed.pieces[p], ends)).collect()
    };
    let kind = meshed.garment.seams[meshed.seams[seam].seam].kind;
    // Of a felled seam each allowance gives its part of the layers, all of which are as wide.
    let (width, layers) = match kind {
        SeamKind::Open | SeamKind::Overlocked => (allowance, 1.0),
        SeamKind::Felled => (2.0 * allowance / FELLED_LAYERS, 0.5 * FELLED_LAYERS),
    };
    if kind == SeamKind::Open || side == 1 {
        let segments = of_piece(piece, parts);
        strips[piece].push(Strip { segments, width, layers, piece: None });
        return;
    }
    let mut across: BTreeMap<usize, Vec<[DVec2; 2]>> = BTreeMap::new();
    for pairs in meshed.seams[seam].pairs.windows(2) {
        let ends = [pairs[0][0].vertex, pairs[1][0].vertex];
        let is_part = pairs[0][0].piece as usize == piece
            && parts.iter().any(|part| *part == ends || *part == [ends[1], ends[0]]);
        let [from, to] = [pairs[0][1], pairs[1][1]];
        if is_part && from.piece == to.piece {
            let other = from.piece as usize;
            across.entry(other).or_default().extend(of_piece(other, &[[from.vertex, to.vertex]]));
        }
    }
    for (other, segments) in across {
        strips[other].push(Strip { segments, width, layers, piece: Some(piece) });
    }
}
