//! Broad phases on steps of real simulations whose colliding boxes are published.

// Marked as a test, so that it may unwrap.
#[allow(dead_code, reason = "shared with the tests of continuous tests, which use the rest")]
#[cfg(test)]
#[path = "narrow/scalable.rs"]
mod scalable;

use scalable::{Scene, cloth_ball, cloth_funnel};
use toile_contact::broad::{BroadPhase, BroadQuery, Candidates};
use toile_contact::features::Features;
use toile_contact::filter::Filter;
use toile_contact::narrow::StencilKind;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/ccd");
/// One of each kind that promises to find everything.
const COMPLETE: [&str; 5] = ["bvh", "sweep", "hash", "grid", "octree"];

fn sorted<const K: usize>(mut vertices: [u32; K]) -> [u32; K] {
    vertices.sort_unstable();
    vertices
}

/// A pair by the numbers of its vertices, whatever the order of its parts.
fn key(kind: StencilKind, [a, b, c, d]: [u32; 4]) -> [u32; 4] {
    match kind {
        StencilKind::VertexTriangle => {
            let [b, c, d] = sorted([b, c, d]);
            [a, b, c, d]
        }
        StencilKind::EdgeEdge => {
            let mut edges = [sorted([a, b]), sorted([c, d])];
            edges.sort_unstable();
            let [[a, b], [c, d]] = edges;
            [a, b, c, d]
        }
    }
}

/// What a method finds, sorted: vertices with triangles, then edges with edges.
#[cfg(test)]
fn pairs_found(scene: &Scene, method: &str) -> [Vec<[u32; 4]>; 2] {
    let mut features = Features::default();
    features.add(&scene.triangles, scene.start.len());
    let filter = Filter::new();
    let mut found = Candidates::default();
    let query = BroadQuery::continuous(&features, &filter, &scene.start, &scene.end, 0.0);
    <dyn BroadPhase>::named(method).unwrap().find(&query, &mut found).unwrap();
    let with_triangle = |&[v, t]: &[u32; 2]| {
        let [a, b, c] = features.triangles()[t as usize];
        key(StencilKind::VertexTriangle, [v, a, b, c])
    };
    let two_edges = |&[e, f]: &[u32; 2]| {
        let ([a, b], [c, d]) = (features.edges()[e as usize], features.edges()[f as usize]);
        key(StencilKind::EdgeEdge, [a, b, c, d])
    };
    let mut pairs: [Vec<[u32; 4]>; 2] = [
        found.vertex_triangle.iter().map(with_triangle).collect(),
        found.edge_edge.iter().map(two_edges).collect(),
    ];
    for pairs in &mut pairs {
        pairs.sort_unstable();
    }
    pairs
}

#[test]
fn every_published_pair_is_found() {
    const KINDS: [StencilKind; 2] = [StencilKind::VertexTriangle, StencilKind::EdgeEdge];
    for (name, load) in
        [("ball", cloth_ball as fn(&str, StencilKind) -> Option<Scene>), ("funnel", cloth_funnel)]
    {
        let [Some(first), Some(second)] = KINDS.map(|kind| load(DATA, kind)) else {
            eprintln!("skipped: no data for {name}");
            continue;
        };
        for method in COMPLETE {
            let found = pairs_found(&first, method);
            for ((kind, scene), found) in KINDS.into_iter().zip([&first, &second]).zip(found) {
                let is_missing = |corners: &&[u32; 4]| found.binary_search(&key(kind, **corners)).is_err();
                let missing = scene.queries.iter().filter(is_missing).count();
                assert!(!scene.queries.is_empty());
                assert_eq!(missing, 0, "{method} on {name}, {kind:?}: of {}", scene.queries.len());
            }
        }
    }
}
