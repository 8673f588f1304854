//! What methods that compare triangles work on: every triangle with the features it answers for, and vertices that are in none.
//!
//! Each vertex and each edge belongs to one triangle (Curtis et al. 2008). Two triangles whose boxes overlap hand on only pairs of
//! features they own, or a vertex they own and the other triangle, so no pair of features is compared twice.

use super::boxes::{Box32, around};
use super::{Candidates, Query, QueryError};
use crate::features::{Features, NO_OWNER};
use crate::filter::Filter;
use rayon::prelude::*;

/// How many items one thread fills in at a time.
const CHUNK: usize = 4096;

/// Bits of [`Items::owned`]: three vertices, and then three edges.
const EDGE_BITS: u32 = 3;

/// The triangles, and after them the vertices that are in no triangle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Items {
    vertices: Vec<Box32>,
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
    pub(crate) fn renew(&mut self, query: &Query<'_>) -> Result<(), QueryError> {
        query.vertex_boxes(&mut self.vertices)?;
        let (features, filter) = (query.features, query.filter);
        let owners = features.vertex_owners().iter().zip(0..);
        self.lone.clear();
        self.lone.extend(owners.filter(|&(&owner, _)| owner == NO_OWNER).map(|(_, v)| v));
        self.find_apart_meshes(features, filter);
        let triangles = features.triangles();
        let count = triangles.len() + self.lone.len();
        self.boxes.resize(count, Box32::default());
        self.owned.resize(count, 0);
        self.meshes.resize(count, 0);
        self.passive.resize(count, false);
        let Self { vertices, boxes, lone, owned, meshes, passive, apart_meshes } = self;
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

    /// The box of each vertex.
    pub(crate) fn vertices(&self) -> &[Box32] {
        &self.vertices
    }

    /// Whether an item is compared with items that are not passive only.
    pub(crate) fn passive(&self, item: u32) -> bool {
        self.passive[item as usize]
    }

    /// The memory in use, in bytes.
    pub(crate) fn memory(&self) -> usize {
        size_of::<Box32>() * (self.vertices.capacity() + self.boxes.capacity())
            + 4 * self.lone.capacity()
            + self.owned.capacity()
            + 2 * self.meshes.capacity()
            + self.passive.capacity()
            + self.apart_meshes.capacity()
    }
}

/// Which of its vertices and edges a triangle answers for; one that has a vertex twice answers for it once.
fn owned_by(features: &Features, triangle: u32) -> u8 {
    let corners = features.triangles()[triangle as usize];
    let edges = features.triangle_edges()[triangle as usize];
    let mut owned = 0;
    for place in 0..3 {
        let (v, e) = (corners[place], edges[place]);
        if features.vertex_owners()[v as usize] == triangle && !corners[..place].contains(&v) {
            owned |= 1 << place;
        }
        if features.edge_owners()[e as usize] == triangle && !edges[..place].contains(&e) {
            owned |= 1 << (EDGE_BITS + place as u32);
        }
    }
    owned
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

/// One of the two items compared.
struct Side<'a> {
    item: u32,
    owned: u8,
    /// Its vertices: three, or the one that is in no triangle.
    corners: &'a [u32],
    whole: Box32,
}

impl<'a> Comparer<'a> {
    /// Compares the items of a query.
    pub(crate) fn new(items: &'a Items, query: &Query<'a>) -> Self {
        let filter = query.filter;
        let plain = !filter.has_apart() && !filter.has_fixed() && !filter.has_welds();
        Self { items, features: query.features, filter, apart: filter.has_apart(), plain }
    }

    /// Whether the boxes of two items are worth comparing at all.
    #[inline]
    pub(crate) fn may_meet(&self, one: u32, other: u32) -> bool {
        let mesh = |item: u32| self.items.meshes[item as usize];
        !self.apart || self.filter.meshes_meet(mesh(one), mesh(other))
    }

    /// Collects the candidates among the features of two items whose boxes overlap; returns how many boxes it compared.
    pub(crate) fn features(&self, one: u32, other: u32, found: &mut Candidates) -> u64 {
        // The pair comes out the same whichever item is named first.
        let (a, b) = (self.side(one.min(other)), self.side(one.max(other)));
        let shared = shared_corners(a.corners, b.corners);
        self.vertices_with_triangle(&a, &b, |corner| shared & (0b111 << (3 * corner)) != 0, found)
            + self.vertices_with_triangle(&b, &a, |corner| shared & (0b1_001_001 << corner) != 0, found)
            + self.edges_with_edges(&a, &b, shared, found)
    }

    fn side(&self, item: u32) -> Side<'a> {
        let triangles = self.features.triangles();
        let corners = match triangles.get(item as usize) {
            Some(corners) => &corners[..],
            None => std::slice::from_ref(&self.items.lone[item as usize - triangles.len()]),
        };
        Side { item, owned: self.items.owned[item as usize], corners, whole: self.items.boxes[item as usize] }
    }

    fn vertices_with_triangle(
        &self,
        vertices: &Side<'_>,
        triangle: &Side<'_>,
        neighbour: impl Fn(usize) -> bool,
        found: &mut Candidates,
    ) -> u64 {
        if triangle.corners.len() != 3 {
            return 0;
        }
        let mut tests = 0;
        for (corner, &v) in vertices.corners.iter().enumerate() {
            if vertices.owned & (1 << corner) == 0 || neighbour(corner) {
                continue;
            }
            tests += 1;
            if self.items.vertices[v as usize].overlaps(&triangle.whole)
                && (self.plain || self.filter.vertex_triangle(self.features, v, triangle.item))
            {
                found.vertex_triangle.push([v, triangle.item]);
            }
        }
        tests
    }

    fn edges_with_edges(&self, a: &Side<'_>, b: &Side<'_>, shared: u32, found: &mut Candidates) -> u64 {
        if a.owned >> EDGE_BITS == 0 || b.owned >> EDGE_BITS == 0 {
            return 0;
        }
        let (edges_a, edges_b) = (self.edge_boxes(a), self.edge_boxes(b));
        let names = self.features.triangle_edges();
        let mut tests = 0;
        for i in (0..3).filter(|i| a.owned & (1 << (EDGE_BITS + i)) != 0) {
            let rows = (shared >> (3 * i)) | (shared >> (3 * ((i + 1) % 3)));
            for j in (0..3).filter(|j| b.owned & (1 << (EDGE_BITS + j)) != 0) {
                if rows & ((1 << j) | (1 << ((j + 1) % 3))) != 0 {
                    continue;
                }
                tests += 1;
                if edges_a[i as usize].overlaps(&edges_b[j as usize]) {
                    let pair = [names[a.item as usize][i as usize], names[b.item as usize][j as usize]];
                    if self.plain || self.filter.edge_edge(self.features, pair[0], pair[1]) {
                        found.edge_edge.push([pair[0].min(pair[1]), pair[0].max(pair[1])]);
                    }
                }
            }
        }
        tests
    }

    fn edge_boxes(&self, side: &Side<'_>) -> [Box32; 3] {
        let corner = |place: usize| self.items.vertices[side.corners[place % 3] as usize];
        std::array::from_fn(|place| corner(place).union(&corner(place + 1)))
    }
}

/// Which corners are the same vertex: bit `3 i + j` for corner `i` of the one and `j` of the other.
#[inline]
fn shared_corners(one: &[u32], other: &[u32]) -> u32 {
    let mut shared = 0;
    for (i, v) in one.iter().enumerate() {
        for (j, w) in other.iter().enumerate() {
            shared |= u32::from(v == w) << (3 * i + j);
        }
    }
    shared
}
