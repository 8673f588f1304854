//! Active pairs find real contacts, more of them with more samples and with time.

// The helpers of tests fail like the tests themselves.
#![allow(clippy::unwrap_used)]

use glam::{DVec2, DVec3};
use toile_contact::broad::stochastic::{
    STOCHASTIC_NAMES, Sampling, Stochastic, StochasticSettings, detection_ratio, is_near_edge_edge,
    is_near_vertex_triangle,
};
use toile_contact::broad::{BROAD_PHASES, BroadPhase, BroadQuery, Candidates};
use toile_contact::{features::Features, filter::Filter};
use toile_geom::TriMesh;
use toile_geom::shapes::{Accordion, regular_sheet};

fn fold() -> (TriMesh, Features) {
    let mesh = Accordion { spacing: 0.002, ..Accordion::default() }.mesh(64);
    let mut features = Features::default();
    features.add(&mesh.triangles, mesh.positions.len());
    (mesh, features)
}

fn all(query: &BroadQuery<'_>) -> Candidates {
    let mut found = Candidates::default();
    <dyn BroadPhase>::named("bvh").unwrap().find(query, &mut found).unwrap();
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
    let query = BroadQuery::discrete(&features, &filter, &mesh.positions, 0.003);
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
    let query = BroadQuery::discrete(&features, &filter, &positions, 0.003);
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
    let query = BroadQuery::discrete(&features, &filter, &mesh.positions, 0.003);
    let run = |method: &mut dyn BroadPhase| {
        let mut found = Candidates::default();
        method.find(&query, &mut found).unwrap();
        found
    };
    for name in STOCHASTIC_NAMES {
        assert!(BROAD_PHASES.contains(name));
        let mut method = <dyn BroadPhase>::named(name).unwrap();
        assert_eq!(method.name(), *name);
        let first = run(method.as_mut());
        run(method.as_mut());
        method.reset();
        assert_eq!(run(method.as_mut()), first);
    }
}

#[test]
fn any_number_of_threads_finds_the_same_pairs() {
    let accordion = Accordion { spacing: 0.002, ..Accordion::default() };
    let mesh = accordion.mesh(64);
    let pressed = accordion.pressed(&mesh.positions, 0.55, 0.004);
    let mut features = Features::default();
    features.add(&mesh.triangles, mesh.positions.len());
    let filter = Filter::new();
    let queries = [
        BroadQuery::discrete(&features, &filter, &mesh.positions, 0.003),
        BroadQuery::continuous(&features, &filter, &mesh.positions, &pressed, 0.0005),
    ];
    let pools = [1, 2, 3].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap());
    for name in STOCHASTIC_NAMES.iter().chain(&["stochastic-0.3"]) {
        let found = pools.each_ref().map(|pool| {
            let mut method = <dyn BroadPhase>::named(name).unwrap();
            [0, 1, 0, 1, 1].map(|query: usize| {
                let mut found = Candidates::default();
                let report = pool.install(|| method.find(&queries[query], &mut found)).unwrap();
                (found, report.tests)
            })
        });
        assert_eq!(found[0], found[1], "{name}");
        assert_eq!(found[0], found[2], "{name}");
        // A hundredth of so few vertices may find nothing.
        assert!(*name != "stochastic-0.3" || found[0].iter().all(|(found, _)| !found.is_empty()));
    }
}

/// Two sheets that are far apart at the start and at the end, and pass through each other on the way.
#[test]
fn contacts_on_the_way_are_found() {
    let sheet = regular_sheet(DVec2::ONE, [32, 32]);
    let mut features = Features::default();
    features.add(&sheet.triangles, sheet.positions.len());
    features.add(&sheet.triangles, sheet.positions.len());
    let shifted = |height: f64| sheet.positions.iter().map(move |p| *p + DVec3::new(0.007, height, 0.004));
    let start: Vec<DVec3> = sheet.positions.iter().copied().chain(shifted(0.1)).collect();
    let end: Vec<DVec3> = sheet.positions.iter().copied().chain(shifted(-0.1)).collect();
    let filter = Filter::new();
    let query = BroadQuery::continuous(&features, &filter, &start, &end, 0.0);
    let all = all(&query);
    for (sampling, growth, least) in
        [(Sampling::Tree, false, 0.2), (Sampling::Tree, true, 0.95), (Sampling::Free, false, 0.05)]
    {
        let mut method = stochastic(sampling, 0.3, growth);
        let mut found = Candidates::default();
        let still = BroadQuery::discrete(&features, &filter, &start, 0.0);
        method.find(&still, &mut found).unwrap();
        assert!(found.is_empty());
        method.find(&query, &mut found).unwrap();
        let ratio = detection_ratio(&query, &found, &all);
        assert!(ratio > least, "{sampling:?} {growth}: {ratio}");
        assert!(found.vertex_triangle.iter().all(|pair| all.vertex_triangle.binary_search(pair).is_ok()));
        assert!(found.edge_edge.iter().all(|pair| all.edge_edge.binary_search(pair).is_ok()));
    }
}
