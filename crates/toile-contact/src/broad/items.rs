//! What methods that compare triangles work on: every triangle with the features it answers for, and vertices that are in none.
//!
//! Each vertex and each edge belongs to one triangle (Curtis et al. 2008). Two triangles whose boxes overlap hand on only pairs of
//! features they own, or a vertex they own and the other triangle, so no pair of features is compared twice.

use super::boxes::{Box32, around};
use super::lanes::LaneBox;
use super::{BroadQuery, Candidates, QueryError};
use crate::features::{Features, NO_OWNER};
use crate::filter::Filter;
use rayon::prelude::*;

/// How many items one thread fills in at a time.
const CHUNK: usize = 4096;

/// Bits of [`Items::owned`]: three vertices, and then three edges.
const EDGE_BITS: usize = 3;

/// The triangles, and after them the vertices that are in no triangle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Items {
    vertices: Vec<Box32>,
    /// The boxes of the vertices once more.
    lanes: Vec<LaneBox>,
    boxes: Vec<Box32>,
    /// Vertices that are in no triangle.
    lone: Vec<u32>,
    owned: Vec<u8>,
    meshes: Vec<u16>,
    passive: Vec<bool>,
    /// Which meshes have all their items passive because they are apart from each other and from themselves.
    apart_meshes: Vec<bool>,
}

impl Items {
    /// Checks the query and fills in everything.
    pub(crate) fn renew(&mut self, query: &BroadQuery<'_>) -> Result<(), QueryError> {
        query.vertex_boxes(&mut self.vertices)?;
        let (features, filter) = (query.features, query.filter);
        let owners = features.vertex_owners().iter().zip(0..);
        self.lone.clear();
        self.lone.extend(owners.filter(|&(&owner, _)| owner == NO_OWNER).map(|(_, v)| v));
        self.find_apart_meshes(features, filter);
        self.lanes.resize(self.vertices.len(), LaneBox::default());
        let vertices = self.vertices.par_iter().with_min_len(CHUNK);
        self.lanes.par_iter_mut().zip(vertices).for_each(|(lanes, around)| *lanes = around.into());
        let triangles = features.triangles();
        let count = triangles.len() + self.lone.len();
        self.boxes.resize(count, Box32::default());
        self.owned.resize(count, 0);
        self.meshes.resize(count, 0);
        self.passive.resize(count, false);
        let Self { vertices, boxes, lone, owned, meshes, passive, apart_meshes, .. } = self;
        let held = |mesh: u16, corners: &[u32]| {
            filter.all_fixed(corners) || apart_meshes.get(usize::from(mesh)).is_some_and(|&apart| apart)
        };
        let outputs = (boxes.par_chunks_mut(CHUNK), owned.par_chunks_mut(CHUNK))
            .into_par_iter()
            .zip((meshes.par_chunks_mut(CHUNK), passive.par_chunks_mut(CHUNK)));
        outputs.enumerate().for_each(|(chunk, ((boxes, owned), (meshes, passive)))| {
            for (place, item) in (chunk * CHUNK..).take(boxes.len()).enumerate() {
                let first = if let Some(&corners) = triangles.get(item) {
                    boxes[place] = around(vertices, corners);
                    owned[place] = owned_by(features, item as u32);
                    passive[place] = held(features.mesh_of(corners[0]), &corners);
                    corners[0]
                } else {
                    let v = lone[item - triangles.len()];
                    boxes[place] = vertices[v as usize];
                    owned[place] = 1;
                    passive[place] = held(features.mesh_of(v), &[v]);
                    v
                };
                meshes[place] = features.mesh_of(first);
            }
        });
        Ok(())
    }

    /// Finds meshes of which no two are compared, nor one with itself; none if vertices are held, which says the same already.
    fn find_apart_meshes(&mut self, features: &Features, filter: &Filter) {
        self.apart_meshes.clear();
        if filter.has_fixed() || !filter.has_apart() {
            return;
        }
        for mesh in 0..features.mesh_count() {
            let earlier = self.apart_meshes.iter().enumerate().filter(|&(_, &apart)| apart);
            let alone = !filter.meshes_meet(mesh as u16, mesh as u16)
                && earlier.into_iter().all(|(other, _)| !filter.meshes_meet(other as u16, mesh as u16));
            self.apart_meshes.push(alone);
        }
    }

    /// The box of each item.
    pub(crate) fn boxes(&self) -> &[Box32] {
        &self.boxes
    }

    /// Whether an item is compared with items that are not passive only.
    pub(crate) fn passive(&self, item: u32) -> bool {
        self.passive[item as usize]
    }

    /// The memory in use, in bytes.
    pub(crate) fn memory(&self) -> usize {
        size_of::<Box32>() * (self.vertices.capacity() + self.boxes.capacity())
            + size_of::<LaneBox>() * self.lanes.capacity()
            + 4 * self.lone.capacity()
            + self.owned.capacity()
            + 2 * self.meshes.capacity()
            + self.passive.capacity()
            + self.apart_meshes.capacity()
    }
}

/// Which of its vertices and edges a triangle answers for; one that has a vertex twice answers for it once.
pub(crate) fn owned_by(features: &Features, triangle: u32) -> u8 {
    let corners = features.triangles()[triangle as usize];
    let edges = features.triangle_edges()[triangle as usize];
    let mut owned = 0;
    for place in 0..3 {
        let (v, e) = (corners[place], edges[place]);
        if features.vertex_owners()[v as usize] == triangle && !corners[..place].contains(&v) {
            owned |= 1 << place;
        }
        if features.edge_owners()[e as usize] == triangle && !edges[..place].contains(&e) {
            owned |= 1 << (EDGE_BITS + place);
        }
    }
    owned
}

/// The corners among what a triangle answers for, a bit for each.
#[inline]
pub(crate) fn owned_corners(owned: u8) -> u8 {
    owned & ((1 << EDGE_BITS) - 1)
}

/// The edges among what a triangle answers for, a bit for each.
#[inline]
pub(crate) fn owned_edges(owned: u8) -> u8 {
    owned >> EDGE_BITS
}

/// Compares items, and collects the candidates among their features.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparer<'a> {
    items: &'a Items,
    features: &'a Features,
    filter: &'a Filter,
    /// Whether there are meshes that do not meet.
    apart: bool,
    /// Whether there is anything to leave out besides what shares a vertex.
    plain: bool,
}

/// The boxes of a triangle's corners and edges, and of all of it.
struct Parts {
    corners: [LaneBox; 3],
    edges: [LaneBox; 3],
    whole: LaneBox,
}

impl<'a> Comparer<'a> {
    /// Compares the items of a query.
    pub(crate) fn new(items: &'a Items, query: &BroadQuery<'a>) -> Self {
        let filter = query.filter;
        let plain = !filter.has_apart() && !filter.looks_at_vertices();
        Self { items, features: query.features, filter, apart: filter.has_apart(), plain }
    }

    /// Whether the boxes of two items are worth comparing at all.
    #[inline]
    pub(crate) fn may_meet(&self, one: u32, other: u32) -> bool {
        let mesh = |item: u32| self.items.meshes[item as usize];
        !self.apart || self.filter.meshes_meet(mesh(one), mesh(other))
    }

    /// Collects the candidates among the features of two items whose boxes overlap; returns how many pairs of them it compared.
    ///
    /// All fifteen pairs of two triangles are compared without asking, which is faster than to choose; what is not owned, shares a
    /// vertex or does not overlap is taken out as bits. Only pairs that are asked for count.
    pub(crate) fn features(&self, one: u32, other: u32, found: &mut Candidates) -> u64 {
        // The pairs come out in the same order whichever item is named first.
        let (a, b) = (one.min(other), one.max(other));
        let (corners_a, corners_b) = (self.corners(a), self.corners(b));
        let wanted = Wanted::new(self.owned(a), self.owned(b), shared_corners(corners_a, corners_b));
        let triangles = self.features.triangles().len() as u32;
        // A vertex that is in no triangle has no inside.
        let with_b = if b < triangles { wanted.corners_of_first } else { 0 };
        let with_a = if a < triangles { wanted.corners_of_second } else { 0 };
        if with_a | with_b | wanted.edges == 0 {
            return 0;
        }
        let (boxes_a, boxes_b) = (self.parts(corners_a), self.parts(corners_b));
        self.push_vertices(with_b & boxes_a.corners_in(&boxes_b), corners_a, b, found);
        self.push_vertices(with_a & boxes_b.corners_in(&boxes_a), corners_b, a, found);
        self.push_edges(wanted.edges & boxes_a.edges_on(&boxes_b), a, b, found);
        u64::from(with_a.count_ones() + with_b.count_ones() + wanted.edges.count_ones())
    }

    /// The vertices of a triangle; a vertex that is in no triangle three times.
    #[inline]
    fn corners(&self, item: u32) -> [u32; 3] {
        let triangles = self.features.triangles();
        let triangle = triangles.get(item as usize).copied();
        triangle.unwrap_or_else(|| [self.items.lone[item as usize - triangles.len()]; 3])
    }

    #[inline]
    fn owned(&self, item: u32) -> u32 {
        u32::from(self.items.owned[item as usize])
    }

    #[inline]
    fn parts(&self, corners: [u32; 3]) -> Parts {
        let [a, b, c] = corners.map(|v| self.items.lanes[v as usize]);
        let edge = a.union(&b);
        Parts { corners: [a, b, c], edges: [edge, b.union(&c), c.union(&a)], whole: edge.union(&c) }
    }

    #[inline]
    fn push_vertices(&self, mut bits: u32, corners: [u32; 3], triangle: u32, found: &mut Candidates) {
        while bits != 0 {
            let v = corners[bits.trailing_zeros() as usize % 3];
            if self.plain || self.filter.vertex_triangle(self.features, v, triangle) {
                found.vertex_triangle.push([v, triangle]);
            }
            bits &= bits - 1;
        }
    }

    #[inline]
    fn push_edges(&self, mut bits: u32, a: u32, b: u32, found: &mut Candidates) {
        let names = self.features.triangle_edges();
        while bits != 0 {
            let pair = bits.trailing_zeros() as usize;
            let (one, other) = (names[a as usize][pair / 3 % 3], names[b as usize][pair % 3]);
            if self.plain || self.filter.edge_edge(self.features, one, other) {
                found.edge_edge.push([one.min(other), one.max(other)]);
            }
            bits &= bits - 1;
        }
    }
}

impl Parts {
    /// Which corners overlap the whole of another triangle.
    #[inline]
    fn corners_in(&self, other: &Self) -> u32 {
        (0..3).fold(0, |bits, n| bits | u32::from(self.corners[n].overlaps(&other.whole)) << n)
    }

    /// Which edges overlap which of another triangle: bit `3 i + j`.
    #[inline]
    fn edges_on(&self, other: &Self) -> u32 {
        let mut bits = 0;
        for i in 0..3 {
            for j in 0..3 {
                bits |= u32::from(self.edges[i].overlaps(&other.edges[j])) << (3 * i + j);
            }
        }
        bits
    }
}

/// Which pairs of features two items answer for.
struct Wanted {
    /// Corners of the first with the second as a triangle.
    corners_of_first: u32,
    /// The other way round.
    corners_of_second: u32,
    /// Edge `i` of the first and `j` of the second: bit `3 i + j`.
    edges: u32,
}

impl Wanted {
    /// What is owned, without what shares a vertex.
    #[inline]
    fn new(owned_by_first: u32, owned_by_second: u32, shared: u32) -> Self {
        /// The first of each three bits.
        const COLUMN: u32 = 0b1_001_001;
        let rows = (shared | shared >> 1 | shared >> 2) & COLUMN;
        let rows = (rows | rows >> 2 | rows >> 4) & 0b111;
        let columns = (shared | shared >> 3 | shared >> 6) & 0b111;
        // Edge `i` has the corners `i` and `i + 1`: what shares either.
        let next_row = (shared >> 3 | shared << 6) & 0b111_111_111;
        let either = shared | next_row;
        let next_column = (either >> 1 & 0b011_011_011) | (either << 2 & 0b100_100_100);
        let (first, second) = (owned_by_first >> EDGE_BITS, owned_by_second >> EDGE_BITS);
        let spread = (first & 1) | (first & 2) << 2 | (first & 4) << 4;
        Self {
            corners_of_first: owned_by_first & !rows & 0b111,
            corners_of_second: owned_by_second & !columns & 0b111,
            edges: (0b111 * spread) & (COLUMN * second) & !(either | next_column),
        }
    }
}

/// Which corners are the same vertex: bit `3 i + j` for corner `i` of the one and `j` of the other.
#[inline]
fn shared_corners(one: [u32; 3], other: [u32; 3]) -> u32 {
    let mut shared = 0;
    for (i, v) in one.iter().enumerate() {
        for (j, w) in other.iter().enumerate() {
            shared |= u32::from(v == w) << (3 * i + j);
        }
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_features_are_wanted_if_owned_and_not_neighbours() {
        for shared in 0..512_u32 {
            let same = |i: usize, j: usize| shared >> (3 * (i % 3) + j % 3) & 1 == 1;
            for (one, other) in [(0b111_111, 0b111_111), (0b101_011, 0b011_110), (0, 0b111_111)] {
                let wanted = Wanted::new(one, other, shared);
                for i in 0..3 {
                    let row = one >> i & 1 == 1 && !(0..3).any(|j| same(i, j));
                    let column = other >> i & 1 == 1 && !(0..3).any(|j| same(j, i));
                    assert_eq!(wanted.corners_of_first >> i & 1 == 1, row);
                    assert_eq!(wanted.corners_of_second >> i & 1 == 1, column);
                    for j in 0..3 {
                        let neighbours = same(i, j) || same(i + 1, j) || same(i, j + 1) || same(i + 1, j + 1);
                        let edges = one >> (3 + i) & 1 == 1 && other >> (3 + j) & 1 == 1 && !neighbours;
                        assert_eq!(wanted.edges >> (3 * i + j) & 1 == 1, edges, "{shared:09b} {i} {j}");
                    }
                }
            }
        }
    }
}
