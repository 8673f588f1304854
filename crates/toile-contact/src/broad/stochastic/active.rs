//! Lets pairs of vertices slide to where they are closest, and gathers the contacts there.
//!
//! Where a pair slides to depends on the pair alone, and not on where others have been: what all of them find together is the
//! same in whatever order they go, and however many threads share them out.

use super::neighbours::Neighbours;
use super::ratio::{is_near_edge_edge, is_near_vertex_triangle};
use super::visited::Visited;
use crate::broad::boxes::{Box32, around};
use crate::broad::{BroadQuery, Candidates};
use glam::DVec3;

/// What is needed to follow pairs.
#[derive(Debug)]
pub(super) struct Search<'a> {
    pub(super) query: &'a BroadQuery<'a>,
    pub(super) boxes: &'a [Box32],
    pub(super) neighbours: &'a Neighbours,
    /// Pairs that were looked at, and the other way round those that were passed through.
    pub(super) visited: &'a Visited,
    /// Features of vertices that are closer than this are compared, squared.
    pub(super) reach_squared: f64,
    /// Whether all contacts around one are gathered.
    pub(super) growth: bool,
}

/// What some pairs found.
#[derive(Clone, Debug, Default)]
pub(super) struct Finds {
    pub(super) found: Candidates,
    /// Pairs to be followed on in the next query.
    pub(super) contacts: Vec<[u32; 2]>,
    /// Contacts around which is to be looked.
    queue: Vec<[u32; 2]>,
    pub(super) tests: u64,
}

impl Finds {
    pub(super) fn clear(&mut self) {
        self.found.clear();
        self.contacts.clear();
        self.queue.clear();
        self.tests = 0;
    }

    pub(super) fn memory(&self) -> usize {
        size_of::<[u32; 2]>() * (self.contacts.capacity() + self.queue.capacity()) + self.found.memory()
    }
}

impl Search<'_> {
    /// Follows a pair to the least distance, and gathers the contacts it passes.
    pub(super) fn follow(&self, pair: [u32; 2], finds: &mut Finds) {
        let mut pair = in_order(pair);
        if !self.may_meet(pair) {
            return;
        }
        let mut distance = self.distance_squared(pair);
        self.look(pair, distance, finds);
        // Where another one has passed, the rest of the way is known.
        while self.visited.insert([pair[1], pair[0]]) {
            let mut best = None;
            for next in self.around(pair) {
                let there = self.distance_squared(next);
                finds.tests += 1;
                // Those that are neither closer nor within reach are of no use.
                if there >= distance && there > self.reach_squared || !self.may_meet(next) {
                    continue;
                }
                self.look(next, there, finds);
                if there < distance {
                    distance = there;
                    best = Some(next);
                }
            }
            let Some(next) = best else {
                if !self.growth && distance <= self.reach_squared && self.touches(pair, finds) {
                    finds.contacts.push(pair);
                }
                break;
            };
            pair = next;
        }
        self.grow(finds);
    }

    /// Looks at the pairs around contacts, those around the contacts among them, and so on.
    fn grow(&self, finds: &mut Finds) {
        while let Some(pair) = finds.queue.pop() {
            finds.contacts.push(pair);
            for next in self.around(pair) {
                let distance = self.distance_squared(next);
                finds.tests += 1;
                if distance <= self.reach_squared && self.may_meet(next) {
                    self.look(next, distance, finds);
                }
            }
        }
    }

    /// The pairs in which one of the two is replaced by a neighbour.
    #[inline]
    fn around(&self, [a, b]: [u32; 2]) -> impl Iterator<Item = [u32; 2]> {
        let first = self.neighbours.vertices(a).iter().map(move |&next| in_order([next, b]));
        first.chain(self.neighbours.vertices(b).iter().map(move |&next| in_order([a, next])))
    }

    /// Whether a pair may be looked at. Neighbours on the mesh may not, or all pairs would end there.
    fn may_meet(&self, [a, b]: [u32; 2]) -> bool {
        let features = self.query.features;
        a != b
            && !self.neighbours.vertices(a).contains(&b)
            && self.query.filter.meshes_meet(features.mesh_of(a), features.mesh_of(b))
    }

    /// The least distance of two vertices during the step, squared.
    #[inline]
    fn distance_squared(&self, [a, b]: [u32; 2]) -> f64 {
        let apart = |places: &[DVec3]| places[a as usize] - places[b as usize];
        let start = apart(self.query.start);
        if self.query.is_still() {
            return start.length_squared();
        }
        let way = apart(self.query.end) - start;
        let length_squared = way.length_squared();
        let time =
            if length_squared > 0.0 { (-start.dot(way) / length_squared).clamp(0.0, 1.0) } else { 0.0 };
        (start + way * time).length_squared()
    }

    /// Compares the features that belong to two vertices, if they are within reach and nobody has yet.
    fn look(&self, pair: [u32; 2], distance_squared: f64, finds: &mut Finds) {
        if distance_squared > self.reach_squared || !self.visited.insert(pair) {
            return;
        }
        let [a, b] = pair;
        let before = finds.found.len();
        finds.found.vertex_triangle.extend(self.vertex_triangles(a, b));
        finds.found.vertex_triangle.extend(self.vertex_triangles(b, a));
        finds.found.edge_edge.extend(self.edge_edges(a, b));
        finds.tests += self.comparisons(pair);
        if self.growth && finds.found.len() > before {
            finds.queue.push(pair);
        }
    }

    /// Whether any features that belong to two vertices are in contact.
    fn touches(&self, pair: [u32; 2], finds: &mut Finds) -> bool {
        finds.tests += self.comparisons(pair);
        let [a, b] = pair;
        self.vertex_triangles(a, b).chain(self.vertex_triangles(b, a)).next().is_some()
            || self.edge_edges(a, b).next().is_some()
    }

    /// How many pairs of features belong to two vertices.
    fn comparisons(&self, pair: [u32; 2]) -> u64 {
        let [one, other] = pair.map(|v| self.neighbours.edges(v).len());
        let triangles: usize = pair.map(|v| self.neighbours.triangles(v).len()).iter().sum();
        (triangles + one * other) as u64
    }

    fn vertex_triangles(&self, vertex: u32, other: u32) -> impl Iterator<Item = [u32; 2]> {
        let Self { query, boxes, .. } = *self;
        let pairs = self.neighbours.triangles(other).iter().map(move |&triangle| [vertex, triangle]);
        pairs.filter(move |&[vertex, triangle]| {
            let bounds = around(boxes, query.features.triangles()[triangle as usize]);
            bounds.overlaps(&boxes[vertex as usize])
                && query.filter.vertex_triangle(query.features, vertex, triangle)
                && is_near_vertex_triangle(query, [vertex, triangle])
        })
    }

    fn edge_edges(&self, a: u32, b: u32) -> impl Iterator<Item = [u32; 2]> {
        let Self { query, boxes, neighbours, .. } = *self;
        let bounds = move |edge: u32| around(boxes, query.features.edges()[edge as usize]);
        neighbours.edges(a).iter().flat_map(move |&one| {
            let bounds_of_one = bounds(one);
            let pairs = neighbours.edges(b).iter().map(move |&other| (other, in_order([one, other])));
            pairs.filter_map(move |(other, pair)| {
                let near = bounds_of_one.overlaps(&bounds(other))
                    && query.filter.edge_edge(query.features, one, other)
                    && is_near_edge_edge(query, pair);
                near.then_some(pair)
            })
        })
    }
}

/// The smaller number first.
#[inline]
fn in_order([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}
