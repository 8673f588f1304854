//! What is refined without collisions has none, whatever it is: judged by the exact test.

#![allow(clippy::unwrap_used, reason = "helpers of tests are not recognised as tests themselves")]

mod meshes;

use glam::{DVec2, DVec3};
use meshes::{roll, skirt};
use proptest::prelude::*;
use toile_finish::free::{CollisionFree, FreeReport, FreeSettings, Obstacles, PullBack};
use toile_finish::subdivision::{Marks, Refinement, RefinementError, SubdivisionScheme, SubdivisionSettings};
use toile_geom::intersect::{mesh_intersections, self_intersections};
use toile_geom::{TriMesh, random::Random, shapes};

fn refinement(mesh: &TriMesh, scheme: SubdivisionScheme, levels: usize) -> Refinement {
    let settings = SubdivisionSettings { scheme, levels, ..SubdivisionSettings::default() };
    Refinement::new(&mesh.triangles, mesh.positions.len(), &Marks::default(), &settings).unwrap()
}

/// The mesh by the scheme alone, and free of collisions.
fn both(mesh: &TriMesh, scheme: SubdivisionScheme, obstacles: &[&TriMesh]) -> (TriMesh, TriMesh, FreeReport) {
    let refinement = refinement(mesh, scheme, 2);
    let positions = refinement.refine(&mesh.positions).unwrap();
    let plain = TriMesh { positions, triangles: refinement.triangles().to_vec() };
    let mut finish = CollisionFree::new(refinement, FreeSettings::default());
    let report = finish.finish(&mesh.positions, obstacles).unwrap();
    assert_eq!(finish.mesh_of_level(0).unwrap().triangles.len(), 4 * mesh.triangles.len());
    (plain, finish.mesh(), report)
}

fn crossings(mesh: &TriMesh, obstacles: &[&TriMesh]) -> usize {
    let outer: usize = obstacles.iter().map(|other| mesh_intersections(mesh, other).len()).sum();
    self_intersections(mesh).len() + outer
}

fn corrected(report: &FreeReport) -> usize {
    report.levels.iter().map(|level| level.corrected).sum()
}

#[test]
fn cloth_that_would_sink_into_a_ball_is_kept_out() {
    let ball = shapes::icosphere(0.1, 4);
    let mut cloth = shapes::tube(0.1004, 0.12, 40, 12);
    // A belly that follows the ball closely.
    for p in &mut cloth.positions {
        p.y -= 0.06;
        let radius = (0.1005_f64.powi(2) - p.y * p.y).sqrt() / p.x.hypot(p.z);
        *p = DVec3::new(p.x * radius, p.y, p.z * radius);
    }
    assert_eq!(crossings(&cloth, &[&ball]), 0);
    for scheme in [SubdivisionScheme::Loop, SubdivisionScheme::ModifiedLoop] {
        let (plain, free, report) = both(&cloth, scheme, &[&ball]);
        assert!(crossings(&plain, &[&ball]) > 1000, "{scheme:?}");
        assert_eq!(crossings(&free, &[&ball]), 0);
        assert!(corrected(&report) > 500 && report.intersections() == 0, "{report:?}");
        assert!(free.positions.iter().all(|p| p.length() > 0.0995));
    }
}

#[test]
fn layers_that_would_cross_are_kept_apart() {
    for gap in [2.5e-3, 1.5e-3] {
        let cloth = roll(4, gap);
        assert_eq!(crossings(&cloth, &[]), 0, "{gap}");
        for scheme in SubdivisionScheme::ALL {
            let (plain, free, report) = both(&cloth, scheme, &[]);
            assert!(scheme.interpolates() || gap > 2e-3 || crossings(&plain, &[]) > 20, "{scheme:?} {gap}");
            assert_eq!(crossings(&free, &[]), 0, "{scheme:?} {gap}");
            assert_eq!(report.intersections(), 0);
        }
    }
}

#[test]
fn a_wide_skirt_needs_no_correction() {
    let cloth = skirt(60, 30, 8.0, 0.03);
    let (plain, free, report) = both(&cloth, SubdivisionScheme::ModifiedLoop, &[]);
    assert_eq!((corrected(&report), report.intersections()), (0, 0));
    assert!(plain.positions.iter().zip(&free.positions).all(|(a, b)| a.distance(*b) < 1e-15));
    assert_eq!(report.levels[1].vertices, free.positions.len());
    assert!(report.levels[0].max_displacement > report.levels[1].max_displacement);
}

/// Two sheets, each shaken, with folds, one above the other as close as they can be without touching.
fn sheets(seed: u64, shake: f64, gap: f64) -> TriMesh {
    let mut random = Random::new(seed);
    let lower = shapes::sheet(DVec2::ONE, [20, 17]);
    let mut upper = toile_geom::sheets::delaunay_sheet(DVec2::ONE, [6, 7]);
    let wave = |p: DVec3| 0.1 * (7.0 * p.x).sin() * (5.0 * p.z).cos();
    upper.positions.iter_mut().for_each(|p| p.y = wave(*p) + shake * random.between(0.0, 1.0));
    let mut both = lower.clone();
    both.positions.iter_mut().for_each(|p| p.y = wave(*p) - shake * random.between(0.0, 1.0));
    both.append(&upper);
    // The upper one is lifted until it is free.
    let count = lower.positions.len();
    for _ in 0..800 {
        if self_intersections(&both).is_empty() {
            break;
        }
        both.positions[count..].iter_mut().for_each(|p| p.y += 0.0005);
    }
    both.positions[count..].iter_mut().for_each(|p| p.y += gap);
    both
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn shaken_sheets_stay_free(seed in 0_u64..1_000_000, shake in 0.0..0.03_f64, gap in 0.0..0.002_f64, which in 0_usize..4) {
        let cloth = sheets(seed, shake, gap);
        prop_assume!(crossings(&cloth, &[]) == 0);
        let (_, free, report) = both(&cloth, SubdivisionScheme::ALL[which], &[]);
        prop_assert_eq!(crossings(&free, &[]), 0);
        prop_assert_eq!(report.intersections(), 0);
    }

    /// Whatever triangles there are between some vertices, and whatever they pass through: an answer comes, and what crosses is told.
    #[test]
    fn soups_are_refined_too(
        corners in prop::collection::vec(prop::array::uniform3(0_u32..9), 0..10),
        seed in 0_u64..1_000_000,
        which in 0_usize..4,
        flat in any::<bool>(),
    ) {
        let mut random = Random::new(seed);
        let triangles = corners.into_iter().filter(|[a, b, c]| a != b && b != c && c != a).collect();
        let height = if flat { 0.0 } else { 1.0 };
        let place = |_| DVec3::new(random.between(0.0, 1.0), height * random.between(0.0, 1.0), random.between(0.0, 1.0));
        let soup = TriMesh::new((0..9).map(place).collect(), triangles).unwrap();
        let (plain, free, report) = both(&soup, SubdivisionScheme::ALL[which], &[]);
        prop_assert!(free.positions.iter().all(|p| p.is_finite()));
        prop_assert_eq!(plain.triangles.len(), 16 * soup.triangles.len());
        // The exact check of a whole mesh takes triangles with the same corners for one.
        let crossings = crossings(&free, &[]);
        prop_assert!(report.intersections() >= crossings && (report.intersections() == 0) == (crossings == 0));
    }

    /// Any way from a free start, far or not, ends free, on the straight ways.
    #[test]
    fn wild_ways_are_cut_short(seed in 0_u64..1_000_000, reach in 0.0..1.5_f64) {
        let mut random = Random::new(seed);
        let start = shapes::icosphere(0.5, 2);
        let wall = shapes::cuboid(DVec3::new(0.3, 0.4, 0.2));
        let goal: Vec<DVec3> = start.positions.iter()
            .map(|p| p + reach * DVec3::from([0; 3].map(|_| random.between(-1.0, 1.0))))
            .collect();
        let mut around = Obstacles::default();
        around.set(&[&wall]);
        let mut pull_back = PullBack::of_mesh(&start.triangles, start.positions.len());
        let mut end = goal.clone();
        let report = pull_back.hold(&start.positions, &mut end, &around, &FreeSettings::default()).unwrap();
        let mesh = TriMesh { positions: end, triangles: start.triangles.clone() };
        prop_assert_eq!(crossings(&mesh, &[&wall]), 0);
        prop_assert_eq!(report.intersections, 0);
        for ((a, b), p) in start.positions.iter().zip(&goal).zip(&mesh.positions) {
            prop_assert!((a.distance(*p) + p.distance(*b) - a.distance(*b)).abs() < 1e-12);
        }
    }
}

#[test]
fn no_levels_give_the_coarse_mesh() {
    let cloth = shapes::sheet(DVec2::ONE, [3, 3]);
    let mut finish =
        CollisionFree::new(refinement(&cloth, SubdivisionScheme::Loop, 0), FreeSettings::default());
    finish.finish(&cloth.positions, &[]).unwrap();
    assert!(finish.mesh() == cloth && finish.mesh_of_level(0).is_none());
}

#[test]
fn cloth_far_from_the_origin_is_refined_as_quickly() {
    let mut cloth = skirt(60, 30, 8.0, 0.03);
    let near = both(&cloth, SubdivisionScheme::ModifiedLoop, &[]).2;
    cloth.positions.iter_mut().for_each(|p| *p += DVec3::new(1e6, -2e6, 3e6));
    let far = both(&cloth, SubdivisionScheme::ModifiedLoop, &[]).2;
    assert_eq!(near.levels[1].close_pairs, far.levels[1].close_pairs);
}

#[test]
fn a_patch_does_not_jump_through_a_sheet() {
    let mut mesh = shapes::sheet(DVec2::ONE, [4, 4]);
    let count = mesh.positions.len();
    let mut flap = shapes::sheet(DVec2::splat(0.1), [1, 1]);
    flap.positions.iter_mut().for_each(|p| p.y = 0.2);
    mesh.append(&flap);
    let mut end = mesh.positions.clone();
    end[count..].iter_mut().for_each(|p| p.y = -0.2);
    let moved = TriMesh { positions: end.clone(), triangles: mesh.triangles.clone() };
    assert_eq!(crossings(&moved, &[]), 0, "nothing crosses in the end, only on the way");
    let mut pull_back = PullBack::of_mesh(&mesh.triangles, mesh.positions.len());
    let through = end.clone();
    for gap in [0.0, -1.0, f64::NAN] {
        end.clone_from(&through);
        let settings = FreeSettings { gap, ..FreeSettings::default() };
        pull_back.hold(&mesh.positions, &mut end, &Obstacles::default(), &settings).unwrap();
        assert!(end[count..].iter().all(|p| (0.0..0.02).contains(&p.y)), "{gap}");
    }
    end = through;
    let settings = FreeSettings { gap: 1e-3, ..FreeSettings::default() };
    let report = pull_back.hold(&mesh.positions, &mut end, &Obstacles::default(), &settings).unwrap();
    assert!(report.corrected >= 4);
    assert!(end[count..].iter().all(|p| (1e-3..0.02).contains(&p.y)), "{:?}", &end[count..]);
}

#[test]
fn what_crosses_from_the_start_is_told_and_not_made_worse() {
    let mut cloth = shapes::sheet(DVec2::ONE, [6, 6]);
    let mut other = shapes::sheet(DVec2::ONE, [6, 6]);
    other.positions.iter_mut().for_each(|p| *p = DVec3::new(p.y + 0.02, p.x, p.z));
    cloth.append(&other);
    let (_, free, report) = both(&cloth, SubdivisionScheme::ModifiedLoop, &[]);
    assert!(report.intersections() > 0);
    assert_eq!(report.intersections(), crossings(&free, &[]));
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let (cloth, ball) = (roll(4, 1.5e-3), shapes::icosphere(0.05, 3));
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| both(&cloth, SubdivisionScheme::ModifiedLoop, &[&ball]).1)
    };
    let one = run(1);
    assert!(one == run(2) && one == run(5));
}

#[test]
fn frames_do_not_depend_on_frames_before() {
    let (one, other) = (roll(4, 1.5e-3), roll(4, 4e-3));
    let mut finish =
        CollisionFree::new(refinement(&one, SubdivisionScheme::ModifiedLoop, 2), FreeSettings::default());
    finish.finish(&one.positions, &[]).unwrap();
    let first = finish.mesh();
    finish.finish(&other.positions, &[&shapes::icosphere(0.01, 1)]).unwrap();
    assert!(finish.mesh() != first);
    finish.finish(&one.positions, &[]).unwrap();
    assert!(finish.mesh() == first);
}

#[test]
fn broken_input_is_refused_in_words() {
    let mut cloth = shapes::sheet(DVec2::ONE, [3, 3]);
    let mut finish =
        CollisionFree::new(refinement(&cloth, SubdivisionScheme::Loop, 2), FreeSettings::default());
    assert_eq!(
        finish.finish(&cloth.positions[1..], &[]).unwrap_err(),
        RefinementError::Length { expected: 16, found: 15 }
    );
    for bad in [f64::NAN, f64::INFINITY, 1e300] {
        let mut broken = shapes::icosphere(0.1, 0);
        broken.positions[0].x = bad;
        finish.finish(&cloth.positions, &[&broken]).unwrap();
        cloth.positions[5].y = bad;
        let error = finish.finish(&cloth.positions, &[]).unwrap_err().to_string();
        assert!(error.contains("vertex ") && error.contains("not a number"), "{error}");
        cloth.positions[5].y = 0.0;
    }
    let point = shapes::sheet(DVec2::ONE, [40, 40]);
    let mut finish =
        CollisionFree::new(refinement(&point, SubdivisionScheme::Loop, 2), FreeSettings::default());
    let error = finish.finish(&vec![DVec3::ONE; point.positions.len()], &[]).unwrap_err();
    assert!(error.to_string().contains("has collapsed"), "{error}");
    let mut none = CollisionFree::new(
        refinement(&TriMesh::default(), SubdivisionScheme::Loop, 2),
        FreeSettings::default(),
    );
    assert_eq!(none.finish(&[], &[&cloth]).unwrap().intersections(), 0);
}
