//! Vertices that are sewn to each other.

use super::{MeshedPiece, MeshedSeam, PieceVertex};
use crate::garment::Garment;
use crate::intervals::{Interval, Intervals};
use std::collections::BTreeMap;

/// The pairs of vertices of all seams.
pub(super) fn pairs(garment: &Garment, net: &Intervals, pieces: &[MeshedPiece]) -> Vec<MeshedSeam> {
    let mut seams: Vec<MeshedSeam> = garment
        .seams
        .iter()
        .enumerate()
        .map(|(seam, of)| MeshedSeam {
            seam,
            pairs: Vec::new(),
            closed: of.closure.is_none_or(|closure| closure.closed),
        })
        .collect();
    for sewn in &net.sewn {
        let side = |side: usize| {
            let mut vertices = interval_vertices(net, pieces, sewn.sides[side]);
            if !sewn.along[side] {
                vertices.reverse();
            }
            let piece = sewn.sides[side].piece as u32;
            vertices.into_iter().map(move |vertex| PieceVertex { piece, vertex })
        };
        let pairs = &mut seams[sewn.seam].pairs;
        for pair in side(0).zip(side(1)).map(|(a, b)| [a, b]) {
            if pairs.last() != Some(&pair) {
                pairs.push(pair);
            }
        }
    }
    seams
}

/// The vertices along a stretch of an edge, both ends among them.
fn interval_vertices(net: &Intervals, pieces: &[MeshedPiece], interval: Interval) -> Vec<u32> {
    let breaks = &net.breaks[interval.piece][interval.edge];
    let (low, high) = (breaks[interval.index], breaks[interval.index + 1]);
    let mesh = &pieces[interval.piece];
    let along = mesh.shares[interval.edge].iter().zip(&mesh.edges[interval.edge]);
    along.filter(|(share, _)| **share >= low && **share <= high).map(|(_, &vertex)| vertex).collect()
}

/// Splits edges inside of pieces whose ends are sewn to each other: their triangles would lose their area.
pub(super) fn keep_partners_apart(pieces: &mut [MeshedPiece], seams: &[MeshedSeam]) {
    let mut groups = Groups::default();
    for &[a, b] in seams.iter().flat_map(|seam| &seam.pairs) {
        groups.join(a, b);
    }
    for (p, piece) in pieces.iter_mut().enumerate() {
        let mut middles: BTreeMap<[u32; 2], u32> = BTreeMap::new();
        let mut t = 0;
        while t < piece.triangles.len() {
            let triangle = piece.triangles[t];
            let joined = |&corner: &usize| {
                let at = |i: usize| PieceVertex { piece: p as u32, vertex: triangle[(corner + i) % 3] };
                groups.are_joined(at(0), at(1))
            };
            if let Some(corner) = (0..3).find(joined) {
                let [a, b, c] = [0, 1, 2].map(|i| triangle[(corner + i) % 3]);
                let middle = *middles.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                    piece.places.push(0.5 * (piece.places[a as usize] + piece.places[b as usize]));
                    piece.places.len() as u32 - 1
                });
                piece.triangles[t] = [a, middle, c];
                piece.triangles.push([middle, b, c]);
            } else {
                t += 1;
            }
        }
    }
}

/// Sets of vertices that become one.
#[derive(Default)]
struct Groups {
    parents: BTreeMap<PieceVertex, PieceVertex>,
}

impl Groups {
    fn root(&self, mut vertex: PieceVertex) -> PieceVertex {
        while let Some(&parent) = self.parents.get(&vertex)
            && parent != vertex
        {
            vertex = parent;
        }
        vertex
    }

    fn join(&mut self, a: PieceVertex, b: PieceVertex) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.parents.insert(a.max(b), a.min(b));
            self.parents.entry(a.min(b)).or_insert(a.min(b));
        }
    }

    fn are_joined(&self, a: PieceVertex, b: PieceVertex) -> bool {
        self.parents.contains_key(&a) && self.parents.contains_key(&b) && self.root(a) == self.root(b)
    }
}
