//! Vertices of one sheet that are closer to each other than a distance, about its thickness, where nothing is stretched or folded.
//!
//! Nothing can move those within the thickness apart to it without stretching the sheet, and a solver that works with positions is not to try. Where triangles
//! are larger than the thickness there are no such pairs; where they are far smaller, most close pairs are of this kind.

use crate::narrow::StencilKind;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which vertices are kin to which.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kin {
    /// Where the list of each vertex begins; nothing if no vertex has kin.
    begins: Vec<usize>,
    /// The kin of all vertices, in order for each.
    lists: Vec<u32>,
    /// How far along edges each of them is.
    distances: Vec<f64>,
}

impl Kin {
    /// Those that are within a distance along edges, given each edge with its length at rest. Vertices are counted from 0.
    pub fn along_edges(vertices: usize, edges: &[([u32; 2], f64)], distance: f64) -> Self {
        if edges.iter().all(|(_, length)| *length >= distance) {
            return Self::default();
        }
        let mut neighbours = vec![Vec::new(); vertices];
        for &([a, b], length) in edges {
            neighbours[a as usize].push((b, length));
            neighbours[b as usize].push((a, length));
        }
        let around = (0..vertices as u32).into_par_iter().map(|v| within(v, &neighbours, distance));
        let around: Vec<Vec<(u32, f64)>> = around.collect();
        let mut kin = Self { begins: vec![0], ..Self::default() };
        for list in around {
            kin.lists.extend(list.iter().map(|entry| entry.0));
            kin.distances.extend(list.iter().map(|entry| entry.1));
            kin.begins.push(kin.lists.len());
        }
        kin
    }

    /// Whether no vertex has kin.
    pub fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// Whether two vertices are kin.
    #[inline]
    pub fn are(&self, one: u32, other: u32) -> bool {
        self.distance(one, other).is_some()
    }

    /// How far two vertices are from each other along edges, if they are kin.
    #[inline]
    pub fn distance(&self, one: u32, other: u32) -> Option<f64> {
        let (&from, &to) = self.begins.get(one as usize).zip(self.begins.get(one as usize + 1))?;
        let at = self.lists[from..to].binary_search(&other).ok()?;
        Some(self.distances[from + at])
    }

    /// How far corners of the two sides of a pair are from each other along edges, at least, if some are kin.
    #[inline]
    pub fn distance_of_pair(&self, kind: StencilKind, [a, b, c, d]: [u32; 4]) -> Option<f64> {
        if self.is_empty() {
            return None;
        }
        let pairs = match kind {
            StencilKind::VertexTriangle => [[a, b], [a, c], [a, d], [a, d]],
            StencilKind::EdgeEdge => [[a, c], [a, d], [b, c], [b, d]],
        };
        pairs.iter().filter_map(|&[one, other]| self.distance(one, other)).reduce(f64::min)
    }

    /// Whether some corners of the two sides of a pair are.
    #[inline]
    pub(super) fn has_pair(&self, kind: StencilKind, corners: [u32; 4]) -> bool {
        self.distance_of_pair(kind, corners).is_some()
    }
}

/// The vertices within a distance of one, without itself, in order, and how far each is.
fn within(from: u32, neighbours: &[Vec<(u32, f64)>], distance: f64) -> Vec<(u32, f64)> {
    // Lengths are not negative, so that their bits are in the same order.
    let mut ahead = BinaryHeap::from([Reverse((0_u64, from))]);
    let mut reached: Vec<(u32, f64)> = Vec::new();
    let is_in = |reached: &[(u32, f64)], v: u32| reached.iter().any(|entry| entry.0 == v);
    while let Some(Reverse((bits, v))) = ahead.pop() {
        if is_in(&reached, v) {
            continue;
        }
        reached.push((v, f64::from_bits(bits)));
        for &(next, length) in &neighbours[v as usize] {
            let far = f64::from_bits(bits) + length.max(0.0);
            if far < distance && !is_in(&reached, next) {
                ahead.push(Reverse((far.to_bits(), next)));
            }
        }
    }
    reached.retain(|entry| entry.0 != from);
    reached.sort_unstable_by_key(|entry| entry.0);
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain of vertices, a millimetre from one to the next.
    fn chain() -> Vec<([u32; 2], f64)> {
        (0..9).map(|v| ([v, v + 1], 1e-3)).collect()
    }

    #[test]
    fn kin_are_those_within_the_distance() {
        let kin = Kin::along_edges(10, &chain(), 2.5e-3);
        for (one, other) in (0..10_u32).flat_map(|one| (0..10).map(move |other| (one, other))) {
            assert_eq!(kin.are(one, other), one != other && one.abs_diff(other) <= 2, "{one} {other}");
            let far = 1e-3 * f64::from(one.abs_diff(other));
            assert!(kin.distance(one, other).is_none_or(|found| (found - far).abs() < 1e-12));
        }
        assert!(kin.has_pair(StencilKind::VertexTriangle, [0, 7, 5, 2]));
        assert!(!kin.has_pair(StencilKind::VertexTriangle, [0, 7, 5, 3]));
        assert!(kin.has_pair(StencilKind::EdgeEdge, [0, 1, 3, 4]));
        assert!(!kin.has_pair(StencilKind::EdgeEdge, [0, 1, 4, 5]));
        let gap = kin.distance_of_pair(StencilKind::EdgeEdge, [0, 1, 3, 4]).unwrap();
        assert!((gap - 2e-3).abs() < 1e-12);
        assert_eq!(kin.distance_of_pair(StencilKind::VertexTriangle, [0, 7, 5, 3]), None);
    }

    #[test]
    fn large_triangles_have_none() {
        assert_eq!(Kin::along_edges(10, &chain(), 1e-3), Kin::default());
        assert!(!Kin::default().has_pair(StencilKind::EdgeEdge, [0, 1, 2, 3]));
    }

    #[test]
    fn what_no_edge_leads_to_is_none() {
        let kin = Kin::along_edges(11, &chain(), 1.0);
        assert!(kin.are(0, 9) && !kin.are(0, 10) && !kin.are(10, 0) && !kin.are(12, 0));
    }
}
