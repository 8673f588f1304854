//! How many of the contacts were found.

use crate::broad::{BroadQuery, Candidates};
use crate::narrow::ccd::{self, CcdSettings};
use std::collections::HashSet;
use toile_geom::distance;

/// Whether a vertex and a triangle are within the distance at the start, or come within it during the step.
pub fn is_near_vertex_triangle(query: &BroadQuery<'_>, [vertex, triangle]: [u32; 2]) -> bool {
    let [a, b, c] = query.features.triangles()[triangle as usize];
    let corners = [vertex, a, b, c];
    let [p, a, b, c] = corners.map(|v| query.start[v as usize]);
    let within = distance::point_triangle(p, [a, b, c]).distance_squared <= query.distance * query.distance;
    within || comes_near(query, corners, ccd::vertex_triangle)
}

/// Whether two edges are within the distance at the start, or come within it during the step.
pub fn is_near_edge_edge(query: &BroadQuery<'_>, pair: [u32; 2]) -> bool {
    let [[a, b], [c, d]] = pair.map(|edge| query.features.edges()[edge as usize]);
    let corners = [a, b, c, d];
    let [a, b, c, d] = corners.map(|v| query.start[v as usize]);
    let within = distance::edge_edge([a, b], [c, d]).distance_squared <= query.distance * query.distance;
    within || comes_near(query, corners, ccd::edge_edge)
}

type Test = fn([glam::DVec3; 4], [glam::DVec3; 4], &CcdSettings) -> Option<ccd::Impact>;

fn comes_near(query: &BroadQuery<'_>, corners: [u32; 4], test: Test) -> bool {
    let [start, end] = [query.start, query.end].map(|places| corners.map(|v| places[v as usize]));
    let settings = CcdSettings { min_separation: query.distance, ..CcdSettings::default() };
    !query.is_still() && test(start, end, &settings).is_some()
}

/// The part of those candidates in `all` that are within the distance, now or during the step, that is in `found` too; 1 if there
/// are none.
pub fn detection_ratio(query: &BroadQuery<'_>, found: &Candidates, all: &Candidates) -> f64 {
    let count = |found: &[[u32; 2]], all: &[[u32; 2]], near: fn(&BroadQuery<'_>, [u32; 2]) -> bool| {
        let found: HashSet<[u32; 2]> = found.iter().copied().collect();
        let near = all.iter().filter(|pair| near(query, **pair));
        near.fold([0_usize; 2], |[hits, total], pair| [hits + usize::from(found.contains(pair)), total + 1])
    };
    let vertex_triangle = count(&found.vertex_triangle, &all.vertex_triangle, is_near_vertex_triangle);
    let edge_edge = count(&found.edge_edge, &all.edge_edge, is_near_edge_edge);
    let [hits, total] = [vertex_triangle[0] + edge_edge[0], vertex_triangle[1] + edge_edge[1]];
    if total == 0 { 1.0 } else { hits as f64 / total as f64 }
}
