//! What lies above what, seen along the outward direction.

use super::setup::{Class, Relation, Setup, View};
use crate::narrow::StencilKind;
use crate::repair::{crossing_along, ray_triangle};
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::bounds::Aabb;
use toile_geom::bvh::Bvh;
use toile_geom::intersect::mesh_triangles_intersect;

/// Outward directions that differ by more than 60° are those of different sides of a body.
const SAME_SIDE: f64 = 0.5;

/// A vertex and a triangle, or two edges, that cover each other seen along the outward direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overlap {
    pub(super) kind: StencilKind,
    /// The vertex and the triangle, or the edges.
    pub(super) features: [u32; 2],
    pub(super) corners: [u32; 4],
    /// The weights of the corners: the first side sums to 1, the second to -1.
    pub(super) weights: [f64; 4],
    pub(super) direction: DVec3,
    pub(super) classes: [Class; 2],
    pub(super) relation: Relation,
    /// How far the first one is farther out than the second.
    pub(super) height: f64,
    /// Whether both face outwards, so that the outer one can be known.
    pub(super) faces: bool,
}

impl Overlap {
    /// How far the outer one is outside of the inner one, as they should be; nothing if they have no order or it cannot be
    /// told.
    pub(super) fn gap(&self) -> Option<f64> {
        match self.relation {
            Relation::Ordered { first_outside } if self.faces => {
                Some(if first_outside { self.height } else { -self.height })
            }
            _ => None,
        }
    }

    pub(super) fn is_wrong(&self) -> bool {
        self.gap().is_some_and(|gap| gap <= 0.0)
    }
}

/// Which pairs are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Those that have an order.
    Ordered,
    /// Those that stay as they are.
    Kept,
}

/// Finds what lies above what.
pub(super) struct Finder<'a> {
    setup: &'a Setup<'a>,
    view: &'a View,
    reach: f64,
    wanted: Wanted,
    triangle_tree: Bvh,
    edge_tree: Bvh,
    /// Into how many parts a search along the direction is cut: small boxes hold less that does not matter.
    parts: usize,
}

impl<'a> Finder<'a> {
    pub(super) fn new(setup: &'a Setup<'a>, view: &'a View, reach: f64, wanted: Wanted) -> Self {
        let at = |v: u32| view.mesh.positions[v as usize];
        let edge_box = |&[a, b]: &[u32; 2]| Aabb { min: at(a).min(at(b)), max: at(a).max(at(b)) };
        let edge_boxes: Vec<Aabb> = setup.edges.par_iter().map(edge_box).collect();
        let total: f64 = edge_boxes.iter().map(|aabb| (aabb.max - aabb.min).length()).sum();
        let mean = total / edge_boxes.len().max(1) as f64;
        let parts = if mean > 0.0 { (2.0 * reach / mean).ceil().clamp(1.0, 16.0) as usize } else { 1 };
        Self {
            setup,
            view,
            reach,
            wanted,
            triangle_tree: Bvh::over_triangles(&view.mesh),
            edge_tree: Bvh::new(&edge_boxes),
            parts,
        }
    }

    /// Vertices over triangles: for each other piece the nearest triangle above and below.
    pub(super) fn vertex_triangle(&self) -> Vec<Overlap> {
        let vertices = 0..self.view.mesh.positions.len() as u32;
        vertices.into_par_iter().flat_map_iter(|v| self.over_vertex(v)).collect()
    }

    /// Edges that cross.
    pub(super) fn edge_edge(&self) -> Vec<Overlap> {
        (0..self.setup.edges.len() as u32).into_par_iter().flat_map_iter(|e| self.over_edge(e)).collect()
    }

    /// Both. An edge pair in the wrong order counts only if it has a witness: the nearest thing decides, and what is behind
    /// another sheet of a fold does not.
    pub(super) fn all(&self) -> Vec<Overlap> {
        let mut all = self.vertex_triangle();
        let witnesses = Witnesses::new(&all);
        let mut crossing = self.edge_edge();
        crossing.retain(|pair| !pair.is_wrong() || witnesses.confirm(pair) || self.meet(pair));
        all.append(&mut crossing);
        all
    }

    /// The boxes of a search outwards and inwards from some vertices.
    fn boxes(&self, vertices: &[u32], direction: DVec3) -> impl Iterator<Item = Aabb> {
        let at = vertices.iter().map(|&v| self.view.mesh.positions[v as usize]);
        let low = at.clone().fold(DVec3::INFINITY, DVec3::min);
        let high = at.fold(DVec3::NEG_INFINITY, DVec3::max);
        let (reach, parts) = (self.reach, self.parts);
        (0..parts).map(move |part| {
            let offset = |part: usize| direction * (reach * (2.0 * part as f64 / parts as f64 - 1.0));
            let (from, to) = (offset(part), offset(part + 1));
            Aabb { min: low + from.min(to), max: high + from.max(to) }
        })
    }

    fn is_wanted(&self, relation: Relation) -> bool {
        match relation {
            Relation::None => false,
            Relation::Kept => self.wanted == Wanted::Kept,
            Relation::Ordered { .. } => self.wanted == Wanted::Ordered,
        }
    }

    fn over_vertex(&self, vertex: u32) -> Vec<Overlap> {
        let (setup, view) = (self.setup, self.view);
        let direction = view.field.directions[vertex as usize];
        let class = setup.vertex_classes[vertex as usize];
        let mut nearest: Vec<Overlap> = Vec::new();
        if !setup.is_used(vertex) || class.joins || direction == DVec3::ZERO {
            return nearest;
        }
        for aabb in self.boxes(&[vertex], direction) {
            self.triangle_tree.query(&aabb, |triangle| {
                let Some(found) = self.vertex_over(vertex, class, direction, triangle) else { return };
                let same = |other: &&mut Overlap| {
                    other.classes[1].piece == found.classes[1].piece
                        && (other.height > 0.0) == (found.height > 0.0)
                };
                let rank = |pair: &Overlap| (pair.height.abs(), [pair.corners[1], pair.corners[2]]);
                match nearest.iter_mut().find(same) {
                    Some(other) if rank(&found) < rank(other) => *other = found,
                    Some(_) => {}
                    None => nearest.push(found),
                }
            });
        }
        nearest.sort_by_key(|pair| (pair.classes[1].piece, pair.height > 0.0));
        nearest
    }

    fn vertex_over(&self, vertex: u32, class: Class, direction: DVec3, triangle: u32) -> Option<Overlap> {
        let (setup, view) = (self.setup, self.view);
        let corners = setup.triangles[triangle as usize];
        let classes = [class, setup.triangle_classes[triangle as usize]];
        let relation = classes[0].relation(classes[1]);
        if !self.is_wanted(relation) || view.triangle_directions[triangle as usize].dot(direction) < SAME_SIDE
        {
            return None;
        }
        let start = view.mesh.positions[vertex as usize];
        let (distance, [i, j, k]) =
            ray_triangle(start, direction, corners.map(|v| view.mesh.positions[v as usize]))?;
        if distance.abs() > self.reach
            || setup.are_joined(&[vertex], &corners)
            || !setup.input.filter.vertex_triangle(setup.input.features, vertex, triangle)
        {
            return None;
        }
        let [a, b, c] = corners;
        Some(Overlap {
            kind: StencilKind::VertexTriangle,
            features: [vertex, triangle],
            corners: [vertex, a, b, c],
            weights: [1.0, -i, -j, -k],
            direction,
            classes,
            relation,
            height: -distance,
            faces: view.triangle_faces[triangle as usize] && view.vertex_faces[vertex as usize],
        })
    }

    fn over_edge(&self, edge: u32) -> Vec<Overlap> {
        let (setup, view) = (self.setup, self.view);
        let ends = setup.edges[edge as usize];
        let direction = view.edge_directions[edge as usize];
        let class = setup.edge_classes[edge as usize];
        if class.joins || direction == DVec3::ZERO {
            return Vec::new();
        }
        let mut others: Vec<u32> = Vec::new();
        for aabb in self.boxes(&ends, direction) {
            self.edge_tree.query(&aabb, |other| {
                let relation = class.relation(setup.edge_classes[other as usize]);
                if other > edge && self.is_wanted(relation) {
                    others.push(other);
                }
            });
        }
        others.sort_unstable();
        others.dedup();
        others.into_iter().filter_map(|other| self.edge_over(edge, other, direction)).collect()
    }

    fn edge_over(&self, edge: u32, other: u32, direction: DVec3) -> Option<Overlap> {
        let (setup, view) = (self.setup, self.view);
        let [one, two] = [edge, other].map(|e| setup.edges[e as usize]);
        let classes = [edge, other].map(|e| setup.edge_classes[e as usize]);
        let relation = classes[0].relation(classes[1]);
        let there = view.edge_directions[other as usize];
        if !self.is_wanted(relation) || there.dot(direction) < SAME_SIDE {
            return None;
        }
        let direction = (direction + there).normalize_or_zero();
        let at = |v: u32| view.mesh.positions[v as usize];
        let ([p, q], [r, s]) = (one.map(at), two.map(at));
        let (t, u) = crossing_along(direction, [p, q], [r, s])?;
        let height = (p.lerp(q, t) - r.lerp(s, u)).dot(direction);
        if height.abs() > self.reach
            || setup.are_joined(&one, &two)
            || !setup.input.filter.edge_edge(setup.input.features, edge, other)
        {
            return None;
        }
        let corners = [one[0], one[1], two[0], two[1]];
        Some(Overlap {
            kind: StencilKind::EdgeEdge,
            features: [edge, other],
            corners,
            weights: [1.0 - t, t, u - 1.0, -u],
            direction,
            classes,
            relation,
            height,
            faces: corners.iter().all(|&v| view.vertex_faces[v as usize]),
        })
    }

    /// Whether a triangle at one edge meets one at the other.
    fn meet(&self, pair: &Overlap) -> bool {
        let [one, two] = pair.features.map(|edge| self.setup.edge_triangles.row(edge as usize));
        one.iter().any(|&t| two.iter().any(|&u| mesh_triangles_intersect(&self.view.mesh, t, u)))
    }
}

/// Which vertices cover or are covered by which pieces, and whether in the wrong order. Sorted.
struct Witnesses(Vec<(u32, u32, bool)>);

impl Witnesses {
    fn new(pairs: &[Overlap]) -> Self {
        let seen = pairs.iter().filter(|pair| pair.gap().is_some()).flat_map(|pair| {
            let [vertex, corners @ ..] = pair.corners;
            let [piece, other] = pair.classes.map(|class| class.piece);
            let wrong = pair.is_wrong();
            let [a, b, c] = corners.map(|v| (v, piece, wrong));
            [(vertex, other, wrong), a, b, c]
        });
        let mut seen: Vec<_> = seen.collect();
        seen.par_sort_unstable();
        seen.dedup();
        Self(seen)
    }

    /// Whether an end of the edges is in the wrong order with the other piece too, or none has anything to say.
    fn confirm(&self, pair: &Overlap) -> bool {
        let [one, other] = pair.classes.map(|class| class.piece);
        let pieces = [other, other, one, one];
        let ends = || pair.corners.into_iter().zip(pieces);
        let says = |(v, piece): (u32, u32), wrong: bool| self.0.binary_search(&(v, piece, wrong)).is_ok();
        ends().any(|end| says(end, true)) || !ends().any(|end| says(end, false))
    }
}
