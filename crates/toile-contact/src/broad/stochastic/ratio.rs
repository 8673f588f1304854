//! How many of the contacts were found.

use crate::broad::{Candidates, Query};
use std::collections::HashSet;
use toile_geom::distance::{edge_edge, point_triangle};

/// Whether a vertex and a triangle are within the distance at the start.
pub fn is_near_vertex_triangle(query: &Query<'_>, [vertex, triangle]: [u32; 2]) -> bool {
    let at = |v: u32| query.start[v as usize];
    let corners = query.features.triangles()[triangle as usize].map(at);
    point_triangle(at(vertex), corners).distance_squared <= query.distance * query.distance
}

/// Whether two edges are within the distance at the start.
pub fn is_near_edge_edge(query: &Query<'_>, pair: [u32; 2]) -> bool {
    let [one, other] =
        pair.map(|edge| query.features.edges()[edge as usize].map(|v| query.start[v as usize]));
    edge_edge(one, other).distance_squared <= query.distance * query.distance
}

/// The part of those candidates in `all` that are within the distance that is in `found` too; 1 if there are none.
pub fn detection_ratio(query: &Query<'_>, found: &Candidates, all: &Candidates) -> f64 {
    let count = |found: &[[u32; 2]], all: &[[u32; 2]], near: fn(&Query<'_>, [u32; 2]) -> bool| {
        let found: HashSet<[u32; 2]> = found.iter().copied().collect();
        let near = all.iter().filter(|pair| near(query, **pair));
        near.fold([0_usize; 2], |[hits, total], pair| [hits + usize::from(found.contains(pair)), total + 1])
    };
    let vertex_triangle = count(&found.vertex_triangle, &all.vertex_triangle, is_near_vertex_triangle);
    let edge_edge = count(&found.edge_edge, &all.edge_edge, is_near_edge_edge);
    let [hits, total] = [vertex_triangle[0] + edge_edge[0], vertex_triangle[1] + edge_edge[1]];
    if total == 0 { 1.0 } else { hits as f64 / total as f64 }
}
