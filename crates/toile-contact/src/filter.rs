//! Which pairs of features are never asked for.
//!
//! Features that share a vertex always touch, and so do those joined by a seam; two layers may be known to lie apart; two things
//! that are both held cannot do anything about touching. Methods leave such pairs out before they compare boxes, as early as they
//! can: a whole mesh at once where possible.

use crate::features::Features;
use std::ops::Range;

/// What is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Vertices with the same number count as one vertex; each vertex its own if empty.
    welds: Vec<u32>,
    /// Which vertices cannot move; none if empty.
    fixed: Vec<bool>,
    /// Pairs of meshes that are not compared, the smaller number first, sorted.
    apart: Vec<[u16; 2]>,
    /// The piece of each vertex; empty if no pieces are apart.
    pieces: Vec<u32>,
    /// Pairs of pieces that are not compared, the smaller number first, sorted.
    apart_pieces: Vec<[u32; 2]>,
}

impl Filter {
    /// Leaves out only what shares a vertex.
    pub fn new() -> Self {
        Self::default()
    }

    /// Vertices with the same number count as one: seams, or copies of a vertex at a border. One number for each vertex.
    #[must_use]
    pub fn with_welds(mut self, welds: Vec<u32>) -> Self {
        self.welds = welds;
        self
    }

    /// Pairs whose vertices all cannot move are left out. One flag for each vertex.
    #[must_use]
    pub fn with_fixed(mut self, fixed: Vec<bool>) -> Self {
        self.fixed = fixed;
        self
    }

    /// Two meshes are not compared with each other; a mesh given twice is not compared with itself.
    #[must_use]
    pub fn with_apart(mut self, one: u16, other: u16) -> Self {
        let pair = [one.min(other), one.max(other)];
        if let Err(place) = self.apart.binary_search(&pair) {
            self.apart.insert(place, pair);
        }
        self
    }

    /// No two of some meshes are compared with each other, nor any with itself.
    #[must_use]
    pub fn with_all_apart(self, meshes: Range<u16>) -> Self {
        let pairs = meshes.clone().flat_map(|one| (one..meshes.end).map(move |other| (one, other)));
        pairs.fold(self, |filter, (one, other)| filter.with_apart(one, other))
    }

    /// Pairs of pieces are not compared with each other, whatever meshes they are of. One piece for each vertex.
    #[must_use]
    pub fn with_pieces_apart(mut self, pieces: Vec<u32>, pairs: impl IntoIterator<Item = [u32; 2]>) -> Self {
        self.apart_pieces = pairs.into_iter().map(|[one, other]| [one.min(other), one.max(other)]).collect();
        self.apart_pieces.sort_unstable();
        self.apart_pieces.dedup();
        self.pieces = if self.apart_pieces.is_empty() { Vec::new() } else { pieces };
        self
    }

    /// Whether the filter has a number and a flag for each vertex, where it has any.
    pub(crate) fn fits(&self, vertex_count: usize) -> bool {
        (self.welds.is_empty() || self.welds.len() == vertex_count)
            && (self.fixed.is_empty() || self.fixed.len() == vertex_count)
            && (self.pieces.is_empty() || self.pieces.len() == vertex_count)
    }

    /// Whether there are meshes that are not compared.
    #[inline]
    pub(crate) fn has_apart(&self) -> bool {
        !self.apart.is_empty()
    }

    /// Whether there are vertices that count as one.
    #[inline]
    pub(crate) fn has_welds(&self) -> bool {
        !self.welds.is_empty()
    }

    /// The number that a vertex shares with those it counts as one with, where any do.
    #[inline]
    pub(crate) fn weld(&self, vertex: u32) -> u32 {
        self.welds.get(vertex as usize).copied().unwrap_or(vertex)
    }

    /// Whether it is known which vertices cannot move.
    #[inline]
    pub(crate) fn has_fixed(&self) -> bool {
        !self.fixed.is_empty()
    }

    /// Whether none of some vertices can move.
    #[inline]
    pub(crate) fn all_fixed(&self, vertices: &[u32]) -> bool {
        self.has_fixed() && vertices.iter().all(|&v| self.fixed[v as usize])
    }

    /// Whether pairs that share no vertex and are of meshes that meet may still be left out.
    pub(crate) fn looks_at_vertices(&self) -> bool {
        self.has_welds() || self.has_fixed() || !self.pieces.is_empty()
    }

    /// Which vertices cannot move; none if empty.
    pub(crate) fn fixed(&self) -> &[bool] {
        &self.fixed
    }

    /// Whether features of two meshes are compared.
    #[inline]
    pub fn meshes_meet(&self, one: u16, other: u16) -> bool {
        self.apart.is_empty() || self.apart.binary_search(&[one.min(other), one.max(other)]).is_err()
    }

    /// Whether a vertex and a triangle are asked for.
    #[inline]
    pub fn vertex_triangle(&self, features: &Features, vertex: u32, triangle: u32) -> bool {
        let corners = features.triangles()[triangle as usize];
        self.allows(features, &[vertex], &corners)
    }

    /// Whether two edges are asked for.
    #[inline]
    pub fn edge_edge(&self, features: &Features, one: u32, other: u32) -> bool {
        let (one, other) = (features.edges()[one as usize], features.edges()[other as usize]);
        self.allows(features, &one, &other)
    }

    #[inline]
    fn allows(&self, features: &Features, one: &[u32], other: &[u32]) -> bool {
        if one.iter().any(|v| other.contains(v)) {
            return false;
        }
        if !self.apart.is_empty() && !self.meshes_meet(features.mesh_of(one[0]), features.mesh_of(other[0])) {
            return false;
        }
        if !self.welds.is_empty() {
            let weld = |v: &u32| self.welds[*v as usize];
            if one.iter().any(|v| other.iter().any(|w| weld(v) == weld(w))) {
                return false;
            }
        }
        if !self.pieces.is_empty() {
            let piece = |v: &u32| self.pieces[*v as usize];
            let apart = |v: &u32, w: &u32| {
                let pair = [piece(v).min(piece(w)), piece(v).max(piece(w))];
                self.apart_pieces.binary_search(&pair).is_ok()
            };
            if one.iter().any(|v| other.iter().any(|w| apart(v, w))) {
                return false;
            }
        }
        self.fixed.is_empty() || !one.iter().chain(other).all(|&v| self.fixed[v as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_seams_layers_and_held_pairs_are_left_out() {
        let mut features = Features::default();
        features.add(&[[0, 1, 2], [3, 4, 5]], 6);
        features.add(&[[0, 1, 2]], 3);
        let plain = Filter::new();
        assert!(!plain.vertex_triangle(&features, 1, 0));
        assert!(plain.vertex_triangle(&features, 3, 0));
        let sewn = Filter::new().with_welds(vec![0, 1, 2, 2, 4, 5, 6, 7, 8]);
        assert!(!sewn.vertex_triangle(&features, 3, 0));
        assert!(sewn.vertex_triangle(&features, 4, 0));
        let apart = Filter::new().with_apart(1, 0);
        assert!(!apart.vertex_triangle(&features, 6, 0));
        assert!(apart.vertex_triangle(&features, 3, 0));
        assert!(!apart.meshes_meet(0, 1) && apart.meshes_meet(1, 1));
        let pieces = Filter::new().with_pieces_apart(vec![0, 0, 0, 1, 1, 1, 2, 2, 2], [[1, 0]]);
        assert!(!pieces.vertex_triangle(&features, 3, 0));
        assert!(pieces.vertex_triangle(&features, 6, 0) && pieces.vertex_triangle(&features, 6, 1));
        let mut fixed = vec![true; 9];
        fixed[8] = false;
        let held = Filter::new().with_fixed(fixed);
        assert!(!held.vertex_triangle(&features, 3, 0));
        assert!(held.vertex_triangle(&features, 8, 0));
    }
}
