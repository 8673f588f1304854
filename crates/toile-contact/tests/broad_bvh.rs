//! Trees find what every pair against every other finds.

// The helpers of tests fail like the tests themselves.
#![allow(clippy::unwrap_used)]

use glam::DVec3;
use proptest::prelude::*;
use toile_contact::broad::bvh::{BVH_NAMES, BvhBroadPhase, BvhSettings, Volume};
use toile_contact::broad::{BROAD_PHASES, BroadPhase, BroadQuery, Brute, Candidates, QueryError};
use toile_contact::{features::Features, filter::Filter};
use toile_geom::distance::{edge_edge, point_triangle};
use toile_geom::random::Random;
use toile_geom::shapes::{Accordion, icosphere};

/// A few meshes, a filter, and where the vertices are in the course of time.
#[derive(Clone, Debug)]
struct Scene {
    features: Features,
    filter: Filter,
    states: Vec<Vec<DVec3>>,
}

/// A vector with components from -1 to 1.
fn point(random: &mut Random) -> DVec3 {
    DVec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0))
}

fn add(features: &mut Features, positions: &mut Vec<DVec3>, kind: usize, random: &mut Random) {
    let accordion = Accordion { layers: 4, spacing: 0.02, ripple: 0.002, ..Accordion::default() };
    let (mesh_positions, triangles) = match kind % 4 {
        0 => {
            let mesh = accordion.mesh(8 + random.below(8) as u32);
            (mesh.positions, mesh.triangles)
        }
        1 => {
            let mesh = icosphere(0.1 + 0.1 * random.unit(), 1);
            (mesh.positions, mesh.triangles)
        }
        2 => {
            // Triangles in no order, with vertices that are in none.
            let points: Vec<DVec3> = (0..20).map(|_| 0.3 * point(random)).collect();
            let corner = |random: &mut Random| random.below(17) as u32;
            let soup: Vec<_> = (0..12).map(|_| [corner(random), corner(random), corner(random)]).collect();
            (points, soup.into_iter().filter(|[a, b, c]| a != b && b != c && c != a).collect())
        }
        _ => (vec![0.1 * point(random), 0.1 * point(random)], Vec::new()),
    };
    let place = 0.1 * point(random);
    features.add(&triangles, mesh_positions.len());
    positions.extend(mesh_positions.iter().map(|p| *p + place));
}

fn scene(seed: u64, kinds: &[usize], filters: usize) -> Scene {
    let mut random = Random::xorshift(seed | 1);
    let (mut features, mut positions) = (Features::default(), Vec::new());
    for kind in kinds {
        add(&mut features, &mut positions, *kind, &mut random);
    }
    let count = positions.len();
    let mut filter = Filter::new();
    if filters & 1 != 0 {
        filter = filter
            .with_welds((0..count).map(|v| if random.unit() < 0.2 { 0 } else { v as u32 + 1 }).collect());
    }
    if filters & 2 != 0 {
        filter = filter.with_fixed((0..count).map(|v| v < count / 2 || random.unit() < 0.5).collect());
    }
    if filters & 4 != 0 {
        let meshes = kinds.len();
        filter = filter.with_apart(random.below(meshes) as u16, random.below(meshes) as u16);
    }
    let mut states = vec![positions];
    // Nearly at rest, a slow wave, and everything thrown about.
    for speed in [1e-4, 0.02, 0.02, 0.3] {
        let last = &states[states.len() - 1];
        let (wind, phase) = (point(&mut random), 6.0 * random.unit());
        let flutter: Vec<DVec3> = last.iter().map(|_| 0.2 * point(&mut random)).collect();
        let moved =
            last.iter().zip(flutter).map(|(p, f)| *p + speed * (wind * (9.0 * p.x + phase).sin() + f));
        states.push(moved.collect());
    }
    Scene { features, filter, states }
}

fn sorted(method: &mut dyn BroadPhase, query: &BroadQuery<'_>) -> Candidates {
    let mut found = Candidates::default();
    method.find(query, &mut found).unwrap();
    found.sort();
    found
}

fn contains(all: &[[u32; 2]], some: &[[u32; 2]]) -> bool {
    some.iter().all(|pair| all.binary_search(pair).is_ok())
}

/// Those candidates that come within the distance at some of the times between the start and the end.
fn near(all: &Candidates, query: &BroadQuery<'_>) -> Candidates {
    let at = |v: u32, t: f64| query.start[v as usize].lerp(query.end[v as usize], t);
    let within = |squared: f64| squared.sqrt() <= query.distance;
    let times = [0.0, 0.2, 0.5, 0.9, 1.0];
    let (triangles, edges) = (query.features.triangles(), query.features.edges());
    let touches = |&&[v, t]: &&[u32; 2]| {
        let corners = triangles[t as usize];
        times.iter().any(|&s| within(point_triangle(at(v, s), corners.map(|c| at(c, s))).distance_squared))
    };
    let crosses = |&&[a, b]: &&[u32; 2]| {
        let [a, b] = [edges[a as usize], edges[b as usize]];
        times.iter().any(|&s| within(edge_edge(a.map(|c| at(c, s)), b.map(|c| at(c, s))).distance_squared))
    };
    Candidates {
        vertex_triangle: all.vertex_triangle.iter().filter(touches).copied().collect(),
        edge_edge: all.edge_edge.iter().filter(crosses).copied().collect(),
    }
}

/// Checks a method with one query against all pairs.
fn check(name: &str, method: &mut dyn BroadPhase, query: &BroadQuery<'_>, expected: &Candidates) {
    let found = sorted(method, query);
    let settings = BvhSettings::named(name).unwrap();
    let skips = settings.flat && query.distance == 0.0 && query.start == query.end;
    if settings.volume == Volume::Box && !skips {
        assert_eq!(&found, expected, "{name}");
        return;
    }
    for pairs in [&found.vertex_triangle, &found.edge_edge] {
        assert!(pairs.windows(2).all(|two| two[0] < two[1]), "{name} finds a pair twice");
    }
    assert!(contains(&expected.vertex_triangle, &found.vertex_triangle), "{name}");
    assert!(contains(&expected.edge_edge, &found.edge_edge), "{name}");
    let near = near(expected, query);
    assert!(contains(&found.vertex_triangle, &near.vertex_triangle), "{name}");
    assert!(contains(&found.edge_edge, &near.edge_edge), "{name}");
}

fn names() -> impl Iterator<Item = String> {
    let more =
        ["bvh-leaf1", "bvh-2ary-leaf3", "bvh-8ary-leaf5", "bvh-26dop-8ary-leaf4", "bvh-lazy-18dop-leaf4"];
    BVH_NAMES.iter().copied().chain(more).map(String::from)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn finds_what_all_pairs_find(
        seed in any::<u64>(),
        kinds in proptest::collection::vec(0..4_usize, 1..5),
        filters in 0..8_usize,
        distance in prop_oneof![Just(0.0), 0.0..0.05_f64],
    ) {
        let Scene { features, filter, states } = scene(seed, &kinds, filters);
        let mut methods: Vec<_> = names().map(|name| (<dyn BroadPhase>::named(&name).unwrap(), name)).collect();
        for step in 0..states.len() - 1 {
            let queries = [
                BroadQuery::discrete(&features, &filter, &states[step], distance),
                BroadQuery::continuous(&features, &filter, &states[step], &states[step + 1], 0.5 * distance),
            ];
            for query in &queries {
                let expected = sorted(&mut Brute::default(), query);
                for (method, name) in &mut methods {
                    check(name, method.as_mut(), query, &expected);
                }
            }
        }
    }
}

#[test]
fn a_larger_fold_is_the_same_for_any_number_of_threads() {
    let accordion = Accordion::default();
    let mesh = accordion.mesh(64);
    let pressed = accordion.pressed(&mesh.positions, 0.55, 0.004);
    let mut features = Features::default();
    features.add(&mesh.triangles, mesh.positions.len());
    let filter = Filter::new();
    let queries = [
        BroadQuery::discrete(&features, &filter, &mesh.positions, 0.005),
        BroadQuery::continuous(&features, &filter, &mesh.positions, &pressed, 0.0),
    ];
    let pools = [1, 2, 3].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap());
    for name in names() {
        let found = pools.each_ref().map(|pool| {
            let mut method = <dyn BroadPhase>::named(&name).unwrap();
            queries.each_ref().map(|query| {
                let mut found = Candidates::default();
                pool.install(|| method.find(query, &mut found)).unwrap();
                found
            })
        });
        assert_eq!(found[0], found[1], "{name}");
        assert_eq!(found[0], found[2], "{name}");
        assert!(found[0].iter().all(|found| !found.is_empty()));
        if name == "bvh" {
            for (found, query) in found[0].iter().zip(&queries) {
                let mut found = found.clone();
                found.sort();
                assert_eq!(found, sorted(&mut Brute::default(), query));
            }
        }
    }
}

#[test]
fn follows_when_the_features_change_and_reports_bad_queries() {
    let mut method = <dyn BroadPhase>::named("bvh").unwrap();
    for kinds in [&[0_usize][..], &[0, 1], &[1, 0], &[2, 3, 3], &[]] {
        let (mut features, mut positions) = (Features::default(), Vec::new());
        for kind in kinds {
            add(&mut features, &mut positions, *kind, &mut Random::xorshift(7));
        }
        let filter = Filter::new();
        let query = BroadQuery::discrete(&features, &filter, &positions, 0.01);
        assert_eq!(sorted(method.as_mut(), &query), sorted(&mut Brute::default(), &query));
        if let Some(place) = positions.get_mut(1) {
            place.x = f64::NAN;
            let query = BroadQuery::discrete(&features, &filter, &positions, 0.01);
            let error = method.find(&query, &mut Candidates::default());
            assert_eq!(error, Err(QueryError::NotFinite { vertex: 1 }));
        }
    }
}

#[test]
fn names_are_settings() {
    for name in BVH_NAMES {
        assert_eq!(<dyn BroadPhase>::named(name).unwrap().name(), *name);
    }
    let settings = BvhSettings::named("bvh-18dop-8ary").unwrap();
    assert_eq!((settings.volume, settings.arity), (Volume::Dop18, 8));
    assert_eq!(BvhSettings::named("bvh-19dop").ok(), None);
    assert!(<dyn BroadPhase>::named("bvhs").is_err());
}

#[test]
fn loose_parts_are_sorted_anew_and_nothing_is_lost() {
    let accordion = Accordion { layers: 4, ..Accordion::default() };
    let mesh = accordion.mesh(48);
    let mut features = Features::default();
    features.add(&mesh.triangles, mesh.positions.len());
    let filter = Filter::new();
    let mut method = BvhBroadPhase::<3>::new(BvhSettings { leaf_size: 8, ..BvhSettings::default() }, "bvh");
    let mut ask = |positions: &[DVec3]| {
        let query = BroadQuery::discrete(&features, &filter, positions, 0.004);
        assert_eq!(sorted(&mut method, &query), sorted(&mut Brute::default(), &query));
        method.rebuilds()
    };
    assert_eq!(ask(&mesh.positions), [1, 0]);
    let far: Vec<DVec3> = mesh.positions.iter().map(|p| *p + DVec3::splat(3.0)).collect();
    assert_eq!(ask(&far), [1, 0], "the volumes are as tight as before");
    // Layers that lay on each other are drawn apart in one corner, and then everywhere.
    let drawn = |limit: f64| -> Vec<DVec3> {
        let height = |p: &DVec3| if p.y < limit { 20.0 * p.z } else { p.z };
        mesh.positions.iter().map(|p| DVec3::new(p.x, p.y, height(p))).collect()
    };
    assert_eq!(ask(&drawn(0.2)), [1, 1]);
    assert_eq!(ask(&drawn(2.0)), [1, 2]);
    assert_eq!(ask(&drawn(2.0)), [1, 2], "sorted once, not in each query");
}

#[test]
fn all_names_can_be_chosen() {
    assert!(BVH_NAMES.iter().all(|name| BROAD_PHASES.contains(name)));
}

#[test]
fn takes_no_more_memory_once_it_is_warm() {
    let Scene { features, filter, states } = scene(5, &[0, 1, 0], 3);
    for name in ["bvh", "bvh-lazy", "bvh-18dop"] {
        let mut method = <dyn BroadPhase>::named(name).unwrap();
        let mut found = Candidates::default();
        let mut round = || {
            for positions in &states[..3] {
                method.find(&BroadQuery::discrete(&features, &filter, positions, 0.02), &mut found).unwrap();
            }
            (method.memory(), found.memory())
        };
        let warm = round();
        assert!(warm.0 > 0 && warm.1 > 0);
        assert_eq!((round(), round()), (warm, warm), "{name}");
    }
}
