//! Active pairs find real contacts, more of them with more samples and with time.

// The helpers of tests fail like the tests themselves.
#![allow(clippy::unwrap_used)]

use glam::{DVec2, DVec3};
use toile_contact::broad::stochastic::{
    STOCHASTIC_NAMES, Sampling, Stochastic, StochasticSettings, detection_ratio, is_near_edge_edge,
    is_near_vertex_triangle,
};
use toile_contact::broad::{BROAD_PHASES, BroadPhase, Candidates, Query, broad_phase_by_name};
use toile_contact::{features::Features, filter::Filter};
use toile_geom::TriMesh;
use toile_geom::shapes::{Accordion, regular_sheet};

fn fold() -> (TriMesh, Features) {
    let mesh = Accordion { spacing: 0.002, ..Accordion::default() }.mesh(64);
    let mut features = Features::default();
    features.add(&mesh.triangles, mesh.positions.len());
    (mesh, features)
}

fn all(query: &Query<'_>) -> Candidates {
    let mut found = Candidates::default();
    broad_phase_by_name("bvh").unwrap().find(query, &mut found).unwrap();
    found.sort();
    found
}

fn stochastic(sampling: Sampling, samples: f64, growth: bool) -> Stochastic {
    Stochastic::new(StochasticSettings { sampling, samples, growth, ..StochasticSettings::default() })
}

#[test]
fn finds_contacts_only_and_each_once() {
    let (mesh, features) = fold();
    let filter = Filter::new().with_fixed(mesh.positions.iter().map(|p| p.y < 0.5).collect());
    let query = Query::discrete(&features, &filter, &mesh.positions, 0.003);
    let all = all(&query);
    for (sampling, growth) in [(Sampling::Tree, false), (Sampling::Tree, true), (Sampling::Free, false)] {
        let mut method = stochastic(sampling, 0.3, growth);
        for _ in 0..3 {
            let mut found = Candidates::default();
            method.find(&query, &mut found).unwrap();
            assert!(!found.is_empty());
            found.sort();
            for (pairs, all) in
                [(&found.vertex_triangle, &all.vertex_triangle), (&found.edge_edge, &all.edge_edge)]
            {
                assert!(pairs.windows(2).all(|two| two[0] < two[1]));
                assert!(pairs.iter().all(|pair| all.binary_search(pair).is_ok()));
            }
            assert!(found.vertex_triangle.iter().all(|pair| is_near_vertex_triangle(&query, *pair)));
            assert!(found.edge_edge.iter().all(|pair| is_near_edge_edge(&query, *pair)));
        }
    }
}

/// A sheet with hills under a flat one: contacts on each of the hills.
fn hills() -> (Vec<DVec3>, Features) {
    let sheet = regular_sheet(DVec2::ONE, [64, 64]);
    let hill = |p: &DVec3| DVec3::new(p.x, 0.01 * (30.0 * p.x).sin() * (30.0 * p.z).sin(), p.z);
    let upper = sheet.positions.iter().map(|p| DVec3::new(p.x + 0.003, 0.011, p.z + 0.004));
    let positions: Vec<DVec3> = sheet.positions.iter().map(hill).chain(upper).collect();
    let mut features = Features::default();
    features.add(&sheet.triangles, sheet.positions.len());
    features.add(&sheet.triangles, sheet.positions.len());
    (positions, features)
}

#[test]
fn more_samples_more_time_and_a_tree_find_more() {
    let (positions, features) = hills();
    let filter = Filter::new();
    let query = Query::discrete(&features, &filter, &positions, 0.003);
    let all = all(&query);
    let ratios = |sampling, samples, growth, queries: usize| {
        let mut method = stochastic(sampling, samples, growth);
        let mut found = Candidates::default();
        (0..queries).for_each(|_| {
            method.find(&query, &mut found).unwrap();
        });
        detection_ratio(&query, &found, &all)
    };
    let few = ratios(Sampling::Tree, 0.02, false, 1);
    let later = ratios(Sampling::Tree, 0.02, false, 8);
    let many = ratios(Sampling::Tree, 0.5, false, 1);
    let grown = ratios(Sampling::Tree, 0.02, true, 8);
    let free = ratios(Sampling::Free, 0.02, false, 1);
    let seen = format!("{few} {later} {many} {grown} {free}");
    assert!(free < few && few < later && later < grown && few < many, "{seen}");
    assert!(few > 0.02 && many > 0.2 && grown > 0.8 && grown < 1.0001, "{seen}");
}

#[test]
fn the_same_seed_gives_the_same_pairs() {
    let (mesh, features) = fold();
    let filter = Filter::new();
    let query = Query::discrete(&features, &filter, &mesh.positions, 0.003);
    let run = |method: &mut dyn BroadPhase| {
        let mut found = Candidates::default();
        method.find(&query, &mut found).unwrap();
        found
    };
    for name in STOCHASTIC_NAMES {
        assert!(BROAD_PHASES.contains(name));
        let mut method = broad_phase_by_name(name).unwrap();
        assert_eq!(method.name(), *name);
        let first = run(method.as_mut());
        run(method.as_mut());
        method.reset();
        assert_eq!(run(method.as_mut()), first);
    }
}
