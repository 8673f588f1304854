//! Vertices that are sewn to each other.

use super::boundary::Division;
use super::{MeshedPiece, MeshedSeam, PieceVertex};
use crate::garment::Garment;
use crate::intervals::{Interval, Intervals, SewnIntervals};
use std::collections::BTreeMap;

/// The pairs of vertices of all seams.
pub(super) fn pairs(
    garment: &Garment,
    net: &Intervals,
    division: &Division,
    pieces: &[MeshedPiece],
) -> Vec<MeshedSeam> {
    let mut seams: Vec<MeshedSeam> = garment
        .seams
        .iter()
        .enumerate()
        .map(|(seam, of)| MeshedSeam {
            seam,
            closed: of.closure.is_none_or(|closure| closure.closed),
            ..MeshedSeam::default()
        })
        .collect();
    // How much of both sides of each seam is behind.
    let mut behind = vec![[0.0; 2]; seams.len()];
    for sewn in &net.sewn {
        let seam = &mut seams[sewn.seam];
        let behind = &mut behind[sewn.seam];
        let total =
            garment.seam_lengths(&garment.seams[sewn.seam]).map(|length| length.max(f64::MIN_POSITIVE));
        let sides = [0, 1].map(|side| sewn_vertices(division, pieces, sewn, side));
        let lengths = sewn.sides.map(|interval| net.length(interval));
        let parts = sides[0].len().saturating_sub(1).max(1) as f64;
        for (k, pair) in sides[0].iter().zip(&sides[1]).map(|(&a, &b)| [a, b]).enumerate() {
            if seam.pairs.last() != Some(&pair) {
                seam.pairs.push(pair);
                let share = |side: usize| (behind[side] + lengths[side] * k as f64 / parts) / total[side];
                seam.shares.push([share(0), share(1)]);
            }
            // The last pair is at the end of the seam, even where more of it has become one vertex.
            let is_over = |side: usize| behind[side] + lengths[side] >= (1.0 - 1e-9) * total[side];
            if sides[0].len() == 1 && is_over(0) && is_over(1) && seam.pairs.len() > 1 {
                seam.shares.pop();
                seam.shares.push([1.0; 2]);
            }
        }
        *behind = [0, 1].map(|side| behind[side] + lengths[side]);
    }
    seams
}

/// The vertices of one side of two sewn stretches, in the direction of the seam.
fn sewn_vertices(
    division: &Division,
    pieces: &[MeshedPiece],
    sewn: &SewnIntervals,
    side: usize,
) -> Vec<PieceVertex> {
    let mut vertices = interval_vertices(division, pieces, sewn.sides[side]);
    if !sewn.along[side] {
        vertices.reverse();
    }
    let piece = sewn.sides[side].piece as u32;
    vertices.into_iter().map(|vertex| PieceVertex { piece, vertex }).collect()
}

/// The vertices along a stretch of an edge, both ends among them; one if these are one. Where a slit opens at an end, only the bank on this side
/// of it is.
fn interval_vertices(division: &Division, pieces: &[MeshedPiece], interval: Interval) -> Vec<u32> {
    let breaks = division.breaks(interval.piece, interval.edge);
    let (low, high) = (breaks[interval.index], breaks[interval.index + 1]);
    let mesh = &pieces[interval.piece];
    let shares = &mesh.shares[interval.edge];
    let first = shares.partition_point(|&share| share <= low).saturating_sub(1);
    let last = shares.partition_point(|&share| share < high).max(first);
    mesh.edges[interval.edge].get(first..=last).unwrap_or_default().to_vec()
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
