//! Grids, hashing and sweeping find exactly what comparing everything finds, each pair once, whatever the scene.

// Helpers fail like the tests that call them; the lint knows only the latter.
#![allow(clippy::unwrap_used)]

use glam::DVec3;
use proptest::prelude::*;
use toile_contact::broad::{BroadPhase, BroadQuery, Candidates};
use toile_contact::features::Features;
use toile_contact::filter::Filter;
use toile_geom::shapes::{self, Accordion};
use toile_lab::detection::scenes::{DetectionScene, SCENES};

const METHODS: [&str; 5] = ["sweep", "hash", "grid-plain", "grid", "octree"];

fn run(method: &str, query: &BroadQuery<'_>, threads: usize) -> Candidates {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut method = <dyn BroadPhase>::named(method).unwrap();
    let mut found = Candidates::default();
    pool.install(|| method.find(query, &mut found)).unwrap();
    found
}

/// Compares all methods with brute force, and the order of one thread with that of two.
fn check(query: &BroadQuery<'_>) {
    let mut expected = run("brute", query, 1);
    expected.sort();
    for method in METHODS {
        let mut found = run(method, query, 1);
        assert_eq!(found, run(method, query, 2), "{method}: the order depends on the threads");
        found.sort();
        let missing =
            expected.vertex_triangle.iter().find(|pair| found.vertex_triangle.binary_search(pair).is_err());
        assert_eq!(missing, None, "{method} misses a vertex and a triangle");
        assert!(found.vertex_triangle == expected.vertex_triangle, "{method}: vertices with triangles");
        assert!(found.edge_edge == expected.edge_edge, "{method}: edges with edges");
    }
}

/// Triangles of very different sizes that have nothing to do with each other.
#[derive(Clone, Debug)]
struct Soup {
    features: Features,
    start: Vec<DVec3>,
    end: Vec<DVec3>,
    filter: Filter,
}

/// A triangle by a corner, the logarithm of its size and the ways to the other corners, and how far it moves.
type Piece = ([f64; 3], f64, [[f64; 3]; 2], [f64; 3]);

fn soup(pieces: &[Piece], spread: f64, motion: f64, meshes: usize, filter: u8) -> Soup {
    let mut features = Features::default();
    let (mut start, mut end) = (Vec::new(), Vec::new());
    for part in pieces.chunks(pieces.len().div_ceil(meshes.max(1)).max(1)) {
        let mut triangles = Vec::new();
        for (n, (place, size, sides, way)) in part.iter().enumerate() {
            let corner = spread * DVec3::from_array(*place);
            let way = motion * DVec3::from_array(*way);
            for side in [[0.0; 3], sides[0], sides[1]] {
                start.push(corner + 10_f64.powf(*size) * DVec3::from_array(side));
                end.push(start[start.len() - 1] + way);
            }
            let base = 3 * n as u32;
            triangles.push([base, base + 1, base + 2]);
            if n > 0 && n % 3 == 0 {
                triangles.push([base, base - 1, base + 1]);
            }
        }
        // One vertex that is in no triangle.
        start.push(DVec3::splat(0.1));
        end.push(DVec3::splat(0.1));
        features.add(&triangles, 3 * part.len() + 1);
    }
    let filter = match filter {
        0 => Filter::new(),
        1 => Filter::new().with_welds((0..start.len() as u32).map(|v| v / 2).collect()),
        2 => Filter::new().with_fixed((0..start.len()).map(|v| v % 7 < 5).collect()),
        3 => Filter::new().with_apart(0, 0).with_apart(0, 1),
        _ => {
            let held: Vec<_> = (0..start.len()).map(|v| v < start.len() / 2).collect();
            Filter::new().with_fixed(held).with_apart(1, 1).with_apart(0, 2)
        }
    };
    Soup { features, start, end, filter }
}

fn unit() -> impl Strategy<Value = [f64; 3]> {
    prop::array::uniform3(-1.0..1.0_f64)
}

fn piece() -> impl Strategy<Value = Piece> {
    (unit(), -3.0..0.5_f64, [unit(), unit()], unit())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn triangles_of_all_sizes_in_any_place(
        pieces in prop::collection::vec(piece(), 1..120),
        spread in prop::sample::select(vec![0.0, 0.2, 1.0, 30.0, 1e6]),
        motion in prop::sample::select(vec![0.0, 0.05, 3.0]),
        distance in prop::sample::select(vec![0.0, 0.01, 0.3]),
        meshes in 1..4_usize,
        filter in 0..5_u8,
    ) {
        let soup = soup(&pieces, spread, motion, meshes, filter);
        check(&BroadQuery::continuous(&soup.features, &soup.filter, &soup.start, &soup.end, distance));
    }
}

fn one_mesh(mesh: &toile_geom::TriMesh) -> Features {
    let mut features = Features::default();
    features.add(&mesh.triangles, mesh.positions.len());
    features
}

#[test]
fn a_folded_sheet_still_and_pressed() {
    let accordion = Accordion { layers: 6, ..Accordion::default() };
    let mesh = accordion.mesh(20);
    let features = one_mesh(&mesh);
    let filter = Filter::new();
    check(&BroadQuery::discrete(&features, &filter, &mesh.positions, 0.005));
    let end = accordion.pressed(&mesh.positions, 0.5, 0.004);
    check(&BroadQuery::continuous(&features, &filter, &mesh.positions, &end, 0.001));
    let far: Vec<_> = mesh.positions.iter().map(|p| *p + DVec3::new(0.7, -0.2, 0.4)).collect();
    check(&BroadQuery::continuous(&features, &filter, &mesh.positions, &far, 0.0));
}

#[test]
fn a_sheet_on_a_ball_that_is_held() {
    let sheet = shapes::sheet(glam::DVec2::ONE, [16, 16]);
    let ball = shapes::icosphere(0.3, 3);
    let mut features = Features::default();
    features.add(&sheet.triangles, sheet.positions.len());
    features.add(&ball.triangles, ball.positions.len());
    let lifted = sheet.positions.iter().map(|p| *p + 0.29 * DVec3::Y);
    let positions: Vec<_> = lifted.chain(ball.positions.iter().copied()).collect();
    let fixed: Vec<_> = (0..positions.len()).map(|v| v >= sheet.positions.len()).collect();
    let held = Filter::new().with_fixed(fixed);
    check(&BroadQuery::discrete(&features, &held, &positions, 0.02));
    check(&BroadQuery::discrete(&features, &held.with_apart(1, 1), &positions, 0.02));
    check(&BroadQuery::discrete(&features, &Filter::new().with_apart(1, 1), &positions, 0.02));
    check(&BroadQuery::discrete(
        &features,
        &Filter::new().with_apart(0, 0).with_apart(1, 1),
        &positions,
        0.02,
    ));
}

#[test]
fn everything_in_one_place_or_far_away_or_across_the_scene() {
    let filter = Filter::new();
    let mesh = shapes::sheet(glam::DVec2::splat(0.05), [9, 9]);
    let features = one_mesh(&mesh);
    let point = vec![DVec3::splat(0.3); mesh.positions.len()];
    check(&BroadQuery::discrete(&features, &filter, &point, 0.0));
    for scale in [1e6, 1e30, 1e-30] {
        let positions: Vec<_> = mesh.positions.iter().map(|p| *p * scale).collect();
        check(&BroadQuery::discrete(&features, &filter, &positions, 0.0));
        let moved: Vec<_> = mesh.positions.iter().map(|p| *p + DVec3::splat(scale)).collect();
        check(&BroadQuery::discrete(&features, &filter, &moved, 1e-3));
        check(&BroadQuery::continuous(&features, &filter, &mesh.positions, &moved, 1e-3));
    }
    let mut giant = features.clone();
    giant.add(&[[0, 1, 2], [0, 0, 1], [2, 2, 2]], 4);
    for size in [1.0, 1e3, 1e9] {
        let corners = [DVec3::splat(-size), DVec3::splat(size), DVec3::new(size, -size, 0.0), DVec3::ZERO];
        let positions = [mesh.positions.as_slice(), &corners].concat();
        check(&BroadQuery::discrete(&giant, &filter, &positions, 1e-3));
    }
}

#[test]
fn nothing_and_almost_nothing() {
    let filter = Filter::new();
    check(&BroadQuery::discrete(&Features::default(), &filter, &[], 0.1));
    let mut points = Features::default();
    points.add(&[], 5);
    check(&BroadQuery::discrete(&points, &filter, &[DVec3::ZERO; 5], 0.1));
    let mut triangle = Features::default();
    triangle.add(&[[0, 1, 2]], 3);
    check(&BroadQuery::discrete(&triangle, &filter, &[DVec3::ZERO, DVec3::X, DVec3::Y], 0.1));
    let too_short = BroadQuery::discrete(&triangle, &filter, &[], 0.1);
    for method in METHODS {
        let mut method = <dyn BroadPhase>::named(method).unwrap();
        assert!(method.find(&too_short, &mut Candidates::default()).is_err());
    }
}

#[test]
fn a_second_query_with_other_features_starts_afresh() {
    let filter = Filter::new();
    let (small, large) = (shapes::icosphere(0.3, 1), shapes::icosphere(0.3, 3));
    for name in METHODS {
        let mut method = <dyn BroadPhase>::named(name).unwrap();
        assert_eq!(method.name(), name);
        for mesh in [&large, &small, &large] {
            let features = one_mesh(mesh);
            let query = BroadQuery::discrete(&features, &filter, &mesh.positions, 0.01);
            let (mut found, mut expected) = (Candidates::default(), run("brute", &query, 1));
            let report = method.find(&query, &mut found).unwrap();
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{name}");
            assert!(report.tests >= found.len() as u64 && method.memory() > 0);
        }
    }
}

#[test]
fn all_scenes_still_and_in_motion() {
    for name in SCENES {
        let scene = DetectionScene::named(name, 2000).unwrap();
        check(&scene.discrete());
        check(&scene.continuous());
    }
}

fn tests(method: &str, query: &BroadQuery<'_>) -> u64 {
    let mut found = Candidates::default();
    <dyn BroadPhase>::named(method).unwrap().find(query, &mut found).unwrap().tests
}

#[test]
fn virtual_subdivision_saves_nine_of_ten_comparisons_where_triangles_are_uneven() {
    let scene = DetectionScene::named("n-body", 6000).unwrap();
    for query in [scene.discrete(), scene.continuous()] {
        let (plain, subdivided) = (tests("grid-plain", &query), tests("grid", &query));
        assert!(10 * subdivided < plain, "{subdivided} and {plain}");
    }
}

#[test]
fn the_octree_saves_a_third_of_the_comparisons_in_knots() {
    for name in ["reef-knot", "bowline"] {
        let scene = DetectionScene::named(name, 10_000).unwrap();
        let query = scene.continuous();
        let (grid, octree) = (tests("grid", &query), tests("octree", &query));
        assert!(octree * 10 <= grid * 7, "{name}: {octree} and {grid}");
    }
}

#[test]
fn memory_is_kept_from_one_query_to_the_next() {
    let scene = DetectionScene::named("dressed-body", 6000).unwrap();
    // With one thread, as it depends on chance which of several does the largest part.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    for name in METHODS {
        let mut method = <dyn BroadPhase>::named(name).unwrap();
        let mut found = Candidates::default();
        let mut memory_after = |queries: usize| {
            for _ in 0..queries {
                pool.install(|| method.find(&scene.continuous(), &mut found)).unwrap();
            }
            (method.memory(), found.memory())
        };
        // Sorting goes back and forth between buffers, which change places from query to query.
        let memory = memory_after(4);
        assert_eq!(memory_after(4), memory, "{name}");
    }
}
