//! Lets pairs of vertices slide to where they are closest, and gathers the contacts there.

use super::neighbours::Neighbours;
use super::ratio::{is_near_edge_edge, is_near_vertex_triangle};
use super::visited::Visited;
use crate::broad::boxes::{Box32, around};
use crate::broad::{Candidates, Query};

/// What is needed to follow a pair.
#[derive(Debug)]
pub(super) struct Search<'a> {
    pub(super) query: &'a Query<'a>,
    pub(super) boxes: &'a [Box32],
    pub(super) neighbours: &'a Neighbours,
    pub(super) visited: &'a mut Visited,
    /// Features of vertices that are closer than this are compared, squared.
    pub(super) reach_squared: f64,
    pub(super) found: &'a mut Candidates,
    /// Pairs to be followed on in the next query.
    pub(super) contacts: &'a mut Vec<[u32; 2]>,
    /// Whether all contacts around one are gathered.
    pub(super) growth: bool,
    /// Pairs to look at, while a place of contact is gathered.
    pub(super) queue: &'a mut Vec<[u32; 2]>,
    pub(super) tests: u64,
}

impl Search<'_> {
    /// Follows a pair to the least distance, and gathers the contacts it passes.
    pub(super) fn follow(&mut self, mut pair: [u32; 2]) {
        if !self.enter(pair) {
            return;
        }
        let mut distance = self.distance_squared(pair);
        let mut contact = self.look(pair, distance);
        loop {
            if contact && self.growth {
                self.grow(pair);
                return;
            }
            let mut best = None;
            for side in 0..2 {
                for place in 0..self.neighbours.vertices(pair[side]).len() {
                    let mut next = pair;
                    next[side] = self.neighbours.vertices(pair[side])[place];
                    let there = self.distance_squared(next);
                    // Those that are neither closer nor within reach are of no use.
                    if there >= distance && there > self.reach_squared || !self.enter(next) {
                        continue;
                    }
                    let touches = self.look(next, there);
                    if there < distance {
                        distance = there;
                        best = Some((next, touches));
                    }
                }
            }
            let Some(next) = best else { break };
            (pair, contact) = next;
        }
        if contact {
            self.contacts.push(pair);
        }
    }

    /// Looks at the pairs around a contact, those around the contacts among them, and so on.
    fn grow(&mut self, pair: [u32; 2]) {
        self.queue.push(pair);
        while let Some(pair) = self.queue.pop() {
            self.contacts.push(pair);
            for side in 0..2 {
                for place in 0..self.neighbours.vertices(pair[side]).len() {
                    let mut next = pair;
                    next[side] = self.neighbours.vertices(pair[side])[place];
                    let distance = self.distance_squared(next);
                    if distance < self.reach_squared && self.enter(next) && self.look(next, distance) {
                        self.queue.push(next);
                    }
                }
            }
        }
    }

    /// Notes that a pair is looked at; returns whether it may be and was not yet. Neighbours on the mesh may not, or all pairs
    /// would end there.
    fn enter(&mut self, [a, b]: [u32; 2]) -> bool {
        let features = self.query.features;
        a != b
            && !self.neighbours.vertices(a).contains(&b)
            && self.query.filter.meshes_meet(features.mesh_of(a), features.mesh_of(b))
            && self.visited.insert([a.min(b), a.max(b)])
    }

    #[inline]
    fn distance_squared(&mut self, [a, b]: [u32; 2]) -> f64 {
        self.tests += 1;
        self.query.start[a as usize].distance_squared(self.query.start[b as usize])
    }

    /// Compares the features that belong to two vertices; returns whether any are in contact.
    fn look(&mut self, [a, b]: [u32; 2], distance_squared: f64) -> bool {
        if distance_squared > self.reach_squared {
            return false;
        }
        let before = self.found.len();
        self.vertex_triangles(a, b);
        self.vertex_triangles(b, a);
        self.edge_edges(a, b);
        self.found.len() > before
    }

    fn vertex_triangles(&mut self, vertex: u32, other: u32) {
        let Self { query, boxes, .. } = *self;
        for &triangle in self.neighbours.triangles(other) {
            self.tests += 1;
            let pair = [vertex, triangle];
            let bounds = around(boxes, query.features.triangles()[triangle as usize]);
            if bounds.overlaps(&boxes[vertex as usize])
                && query.filter.vertex_triangle(query.features, vertex, triangle)
                && is_near_vertex_triangle(query, pair)
            {
                self.found.vertex_triangle.push(pair);
            }
        }
    }

    fn edge_edges(&mut self, a: u32, b: u32) {
        let Self { query, boxes, .. } = *self;
        let edges = query.features.edges();
        for &one in self.neighbours.edges(a) {
            let bounds = around(boxes, edges[one as usize]);
            for &other in self.neighbours.edges(b) {
                self.tests += 1;
                let pair = [one.min(other), one.max(other)];
                if bounds.overlaps(&around(boxes, edges[other as usize]))
                    && query.filter.edge_edge(query.features, one, other)
                    && is_near_edge_edge(query, pair)
                {
                    self.found.edge_edge.push(pair);
                }
            }
        }
    }
}
