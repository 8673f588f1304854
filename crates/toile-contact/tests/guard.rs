//! What the guard promises: no intersections by the exact test, whatever is proposed.

// Helpers fail a test as its own lines would.
#![allow(clippy::unwrap_used)]

use glam::{DVec2, DVec3};
use proptest::prelude::*;
use std::collections::BTreeSet;
use toile_contact::broad::QueryError;
use toile_contact::guard::{Guard, GuardInput, GuardReport, GuardSettings, Reason};
use toile_contact::narrow::StencilKind;
use toile_contact::narrow::proximity::proximity;
use toile_contact::{features::Features, filter::Filter};
use toile_geom::TriMesh;
use toile_geom::allowance::{Allowance, Deadline, MemoryLimit, Spent};
use toile_geom::intersect::self_intersections;
use toile_geom::random::Random;
use toile_geom::shapes::{self, Accordion};

/// Meshes, where they are, and which vertices are kinematic.
#[derive(Default)]
struct World {
    features: Features,
    filter: Filter,
    kinematic: Vec<bool>,
    start: Vec<DVec3>,
}

impl World {
    fn add(&mut self, mesh: &TriMesh, kinematic: bool) {
        self.features.add(&mesh.triangles, mesh.positions.len());
        self.start.extend_from_slice(&mesh.positions);
        self.kinematic.resize(self.start.len(), kinematic);
    }

    fn input(&self) -> GuardInput<'_> {
        GuardInput {
            features: &self.features,
            filter: &self.filter,
            kinematic: &self.kinematic,
            start: &self.start,
        }
    }

    fn hold(&self, guard: &mut Guard, ends: &mut [DVec3]) -> GuardReport {
        guard.hold(&self.input(), ends).unwrap()
    }

    fn moved(&self, by: impl Fn(usize, DVec3) -> DVec3) -> Vec<DVec3> {
        self.start.iter().enumerate().map(|(v, p)| *p + by(v, *p)).collect()
    }

    /// Pairs of intersecting triangles.
    fn intersections(&self, positions: &[DVec3]) -> Vec<[u32; 2]> {
        let mesh = TriMesh { positions: positions.to_vec(), triangles: self.features.triangles().to_vec() };
        self_intersections(&mesh)
    }

    /// Intersections at many times of the straight motion.
    fn intersections_on_the_way(&self, ends: &[DVec3]) -> usize {
        (0..=8)
            .map(|n| {
                let part = f64::from(n) / 8.0;
                let at: Vec<_> = self.start.iter().zip(ends).map(|(a, b)| a.lerp(*b, part)).collect();
                self.intersections(&at).len()
            })
            .sum()
    }
}

fn guard(floor: f64) -> Guard {
    Guard::new(GuardSettings { floor, ..GuardSettings::default() })
}

/// A vector with components from -1 to 1.
fn vector(random: &mut Random) -> DVec3 {
    DVec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0))
}

/// Triangles that do not meet: each is kept only if it is clear of those before. Some are degenerate.
fn soup(random: &mut Random, count: usize, size: f64) -> World {
    let mut kept: Vec<[DVec3; 3]> = Vec::new();
    for n in 0..count {
        let center = vector(random) * 0.5;
        let mut corners = [0; 3].map(|_| center + vector(random) * size);
        match n % 9 {
            3 => corners[2] = corners[0].midpoint(corners[1]),
            5 => corners[1] = corners[0],
            7 => corners[2] = corners[0] + (corners[1] - corners[0]) * 1.000_000_1,
            _ => (),
        }
        if kept.iter().all(|other| !toile_geom::intersect::triangles_intersect(corners, *other)) {
            kept.push(corners);
        }
    }
    let mut world = World::default();
    for corners in kept {
        world.add(&TriMesh { positions: corners.to_vec(), triangles: vec![[0, 1, 2]] }, false);
    }
    world
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 700, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn soups_stay_free_whatever_moves_how_far(
        seed: u64, count in 5..40_usize, size in 0.05..0.4_f64, motion in -3.0..1.0_f64, floor in -9.0..-2.0_f64,
    ) {
        let mut random = Random::congruential(seed);
        let mut world = soup(&mut random, count, size);
        let mut guard = guard(10_f64.powf(floor));
        for _ in 0..3 {
            let speed = 10_f64.powf(motion);
            let mut ends: Vec<_> = world.start.iter().map(|p| *p + vector(&mut random) * speed).collect();
            let report = world.hold(&mut guard, &mut ends);
            prop_assert_eq!(report.failures, 0);
            prop_assert_eq!(world.intersections_on_the_way(&ends), 0);
            world.start = ends;
        }
    }

    #[test]
    fn led_triangles_in_soups_meet_only_what_is_reported(
        seed: u64, count in 5..40_usize, size in 0.05..0.3_f64, motion in -3.0..-0.5_f64, leads in 1..8_usize,
    ) {
        let mut random = Random::congruential(seed);
        let mut world = soup(&mut random, count, size);
        for v in 0..world.kinematic.len() {
            world.kinematic[v] = v / 3 % leads == 0;
        }
        let mut guard = guard(1e-4);
        let speed = 10_f64.powf(motion);
        let kinematic_motion = vector(&mut random) * speed;
        let mut ends = world.moved(|v, _| if world.kinematic[v] { kinematic_motion } else { random_like(DVec3::splat(v as f64), 1) * speed });
        world.hold(&mut guard, &mut ends);
        let reported: BTreeSet<[u32; 2]> = guard
            .failures()
            .iter()
            .map(|failure| [failure.corners[0] / 3, failure.corners[3] / 3])
            .map(|[a, b]| [a.min(b), a.max(b)])
            .collect();
        for n in 0..=8 {
            let at: Vec<_> =
                world.start.iter().zip(&ends).map(|(a, b)| a.lerp(*b, f64::from(n) / 8.0)).collect();
            for pair in world.intersections(&at) {
                prop_assert!(reported.contains(&pair), "{:?} at {}", pair, n);
            }
        }
    }

    #[test]
    fn triangles_that_nearly_touch_stay_apart(
        seed: u64, gap in -12.0..-6.0_f64, kind in 0..4, motion in -6.0..0.0_f64,
    ) {
        let mut random = Random::congruential(seed);
        let mut world = nearly_touching(&mut random, 10_f64.powf(gap), kind);
        if world.intersections(&world.start).is_empty() {
            let mut guard = guard(1e-4);
            for _ in 0..4 {
                let speed = 10_f64.powf(motion);
                let mut ends: Vec<_> = world.start.iter().map(|p| *p + vector(&mut random) * speed).collect();
                let report = world.hold(&mut guard, &mut ends);
                prop_assert_eq!(report.failures, 0);
                prop_assert_eq!(world.intersections_on_the_way(&ends), 0);
                world.start = ends;
            }
        }
    }
}

/// Two triangles that are a tiny gap apart: side by side, a corner on a face, crossed edges, or edges that run alongside.
fn nearly_touching(random: &mut Random, gap: f64, kind: i32) -> World {
    let [a, b, c] = [DVec3::ZERO, DVec3::new(0.02, 0.0, 0.0), DVec3::new(0.005, 0.0, 0.018)];
    let up = DVec3::Y * gap;
    let other = match kind {
        0 => [a + up, b + up, c + up],
        1 => [DVec3::new(0.008, gap, 0.006), DVec3::new(0.0, 0.01, 0.0), DVec3::new(0.01, 0.02, 0.01)],
        2 => {
            let (p, q) = (DVec3::new(0.01, gap, -0.007), DVec3::new(0.0101, gap, 0.005));
            [p, q, DVec3::new(0.01, 0.02, -0.01)]
        }
        _ => {
            let tilt = 1e-9 * random.between(-1.0, 1.0);
            let below = DVec3::new(0.0, 0.0, -gap);
            [a + below, b + below + DVec3::Y * tilt, DVec3::new(0.01, 0.003, -0.02)]
        }
    };
    let turn = glam::DQuat::from_axis_angle(vector(random).normalize(), random.between(-1.0, 1.0) * 3.0);
    let shift = vector(random);
    let mut world = World::default();
    for corners in [[a, b, c], other] {
        let positions = corners.map(|p| turn * p + shift).to_vec();
        world.add(&TriMesh { positions, triangles: vec![[0, 1, 2]] }, false);
    }
    world
}

#[test]
fn a_squeezed_accordion_keeps_its_layers_apart() {
    let accordion = Accordion::default();
    let mut world = World::default();
    world.add(&accordion.mesh(32), false);
    let mut guard = guard(3e-4);
    let mut truncated = 0;
    for step in 0..30 {
        let mut ends = accordion.pressed(&world.start, 0.7, 0.01 * f64::from(step % 3));
        let report = world.hold(&mut guard, &mut ends);
        truncated += report.truncated;
        assert_eq!(report.failures, 0);
        assert!(world.intersections(&ends).is_empty(), "step {step}");
        world.start = ends;
    }
    assert!(truncated > 0);
    // It was squeezed to the floor, but opens again at once.
    let height = |positions: &[DVec3]| positions.iter().map(|p| p.z).fold(0.0, f64::max);
    let squeezed = height(&world.start);
    for _ in 0..20 {
        let mut ends = accordion.pressed(&world.start, 1.1, 0.0);
        world.hold(&mut guard, &mut ends);
        world.start = ends;
    }
    let open = height(&world.start);
    assert!(open > 5.0 * squeezed, "{open} from {squeezed}");
}

#[test]
fn random_crumpling_never_intersects_and_the_threads_do_not_matter() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut world = World::default();
            world.add(&shapes::sheet(DVec2::splat(0.4), [14, 14]), false);
            let mut random = Random::congruential(7);
            let mut guard = guard(3e-4);
            for step in 0..25 {
                let center = vector(&mut random) * 0.1;
                let mut ends = world.moved(|_, p| (center - p) * 0.08 + random_like(p, step) * 0.01);
                let report = world.hold(&mut guard, &mut ends);
                assert_eq!(report.failures, 0);
                assert!(world.intersections(&ends).is_empty(), "step {step}");
                world.start = ends;
            }
            world.start
        })
    };
    let one = run(1);
    for threads in [2, 3] {
        let other = run(threads);
        assert!(
            one.iter()
                .zip(&other)
                .all(|(a, b)| a.to_array().map(f64::to_bits) == b.to_array().map(f64::to_bits))
        );
    }
}

fn random_like(p: DVec3, step: i32) -> DVec3 {
    let s = f64::from(step);
    DVec3::new((91.0 * p.y + s).sin(), (83.0 * p.z + 2.0 * s).sin(), (77.0 * p.x + 3.0 * s).sin())
}

#[test]
fn a_layer_at_rest_slides_and_parts_freely_however_close_it_is() {
    for gap in [1e-3, 3e-4, 1e-5, 1e-8, 1e-12] {
        let mut world = World::default();
        let sheet = shapes::sheet(DVec2::ONE, [6, 6]);
        world.add(&sheet, false);
        let above = sheet.positions.iter().map(|p| *p * 0.83 + DVec3::new(0.03, gap, 0.01)).collect();
        world.add(&TriMesh { positions: above, ..sheet }, false);
        let first = 49;
        for (normal, expected) in [(0.0, 0.0), (0.004, 0.004), (-0.01, f64::NAN)] {
            let shift = DVec3::new(0.013, normal, -0.007);
            let mut ends = world.moved(|v, _| if v < first { DVec3::ZERO } else { shift });
            let report = world.hold(&mut guard(3e-4), &mut ends);
            assert_eq!(report.failures, 0, "{gap}");
            assert!(world.intersections(&ends).is_empty());
            for (end, start) in ends.iter().zip(&world.start).skip(first) {
                let went = *end - *start;
                assert!((went - shift).with_y(0.0).length() < 1e-9, "{gap} {normal}: {went}");
                assert!(expected.is_nan() || (went.y - expected).abs() < 1e-11, "{gap} {normal}: {went}");
            }
        }
    }
}

#[test]
fn a_tiny_gap_does_not_wear_out() {
    let mut random = Random::congruential(3);
    for kind in 0..3 {
        let mut world = nearly_touching(&mut random, 1e-11, kind);
        let mut guard = guard(1e-4);
        for step in 0..2000 {
            let pull = if step % 2 == 0 { 1e-4 } else { 0.0 };
            let center = world.start[0];
            let mut ends = world
                .moved(|v, p| (center - p) * 0.01 * f64::from(v > 2) + DVec3::splat(pull * f64::from(v < 3)));
            let report = world.hold(&mut guard, &mut ends);
            assert_eq!(report.failures, 0, "{kind}: step {step}");
            world.start = ends;
        }
        assert!(world.intersections(&world.start).is_empty());
    }
}

#[test]
fn a_sheet_dropped_on_a_ball_stays_outside() {
    let mut world = World::default();
    let mut sheet = shapes::sheet(DVec2::splat(1.0), [24, 24]);
    sheet.positions.iter_mut().for_each(|p| p.y = 0.31);
    world.add(&shapes::icosphere(0.3, 3), true);
    world.add(&sheet, false);
    let mut guard = guard(3e-4);
    for step in 0..60 {
        let mut ends = world.moved(|v, _| if world.kinematic[v] { DVec3::ZERO } else { DVec3::NEG_Y * 0.01 });
        let report = world.hold(&mut guard, &mut ends);
        assert_eq!(report.failures, 0);
        assert!(world.intersections(&ends).is_empty(), "step {step}");
        world.start = ends;
    }
    let low = world.start[642..].iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    let high = world.start[642..].iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
    assert!(low < -0.2 && high > 0.29, "the corners fall, the middle rests: {low} {high}");
}

#[test]
fn a_moving_ball_pushes_cloth_out_of_its_way() {
    for (speed, steps) in [(1e-3, 40), (5e-3, 30), (0.03, 8)] {
        let mut world = World::default();
        let mut sheet = shapes::sheet(DVec2::splat(1.0), [20, 20]);
        sheet.positions.iter_mut().for_each(|p| p.y = 0.202);
        world.add(&shapes::icosphere(0.2, 3), true);
        world.add(&sheet, false);
        let mut guard = guard(3e-4);
        for step in 0..steps {
            let mut ends =
                world.moved(|v, _| if world.kinematic[v] { DVec3::Y * speed } else { DVec3::ZERO });
            let wanted = ends.clone();
            let report = world.hold(&mut guard, &mut ends);
            assert_eq!(report.failures, 0, "{speed}: step {step}");
            assert!(world.intersections(&ends).is_empty(), "{speed}: step {step}");
            assert!((0..wanted.len()).all(|v| !world.kinematic[v] || ends[v] == wanted[v]));
            world.start = ends;
        }
    }
}

/// A ball that goes far in one step pushes the sheet along portion by portion, and ends where it was to.
#[test]
fn a_fast_ball_pushes_cloth_along_in_portions() {
    let mut world = World::default();
    let mut sheet = shapes::sheet(DVec2::splat(1.0), [20, 20]);
    sheet.positions.iter_mut().for_each(|p| p.y = 0.202);
    world.add(&shapes::icosphere(0.2, 3), true);
    world.add(&sheet, false);
    let settings = GuardSettings { floor: 3e-4, portion: 4e-3, ..GuardSettings::default() };
    let mut guard = Guard::new(settings);
    for step in 0..8 {
        let mut ends = world.moved(|v, _| if world.kinematic[v] { DVec3::Y * 0.03 } else { DVec3::ZERO });
        let wanted = ends.clone();
        let report = world.hold(&mut guard, &mut ends);
        assert_eq!((report.portions, report.failures), (8, 0), "step {step}");
        assert!(world.intersections(&ends).is_empty(), "step {step}");
        assert!((0..wanted.len()).all(|v| !world.kinematic[v] || ends[v] == wanted[v]));
        world.start = ends;
    }
}

/// A sheet that goes by many of its edges at once used to have as many candidates as its ways crossed: a hundred for each vertex.
#[test]
fn what_moves_together_has_no_more_candidates_than_what_rests() {
    let mut world = World::default();
    world.add(&shapes::sheet(DVec2::splat(1.0), [40, 40]), false);
    let candidates = |way: DVec3| {
        let mut ends = world.moved(|_, _| way);
        let goals = ends.clone();
        let report = world.hold(&mut guard(3e-4), &mut ends);
        assert_eq!((ends == goals, report.held), (true, 0));
        report.candidates
    };
    let (still, far) = (candidates(DVec3::ZERO), candidates(DVec3::new(0.3, -0.2, 0.1)));
    assert!(far <= still + still / 10, "{far} instead of {still}");
}

#[test]
fn two_layers_on_a_turning_and_moving_ball_are_carried() {
    let mut world = World::default();
    let ball = shapes::icosphere(1.0, 3);
    let scaled = |radius: f64| TriMesh {
        positions: ball.positions.iter().map(|p| *p * radius).collect(),
        triangles: ball.triangles.clone(),
    };
    world.add(&scaled(0.2), true);
    world.add(&scaled(0.2031), false);
    world.add(&scaled(0.2062), false);
    let mut guard = guard(3e-4);
    let turn = glam::DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 0.5).normalize(), 0.01);
    let mut center = DVec3::ZERO;
    for step in 0..15 {
        let shift = DVec3::new(0.002, 0.001, 0.0);
        let mut ends = world.moved(|v, p| {
            if world.kinematic[v] { turn * (p - center) + center + shift - p } else { DVec3::ZERO }
        });
        let report = world.hold(&mut guard, &mut ends);
        assert_eq!(report.failures, 0, "step {step}");
        assert!(world.intersections(&ends).is_empty(), "step {step}");
        center += shift;
        world.start = ends;
    }
}

/// It used to look at all pairs that the ball might have pushed, some thousands, although nothing was in anybody's way.
#[test]
fn cloth_that_goes_along_with_a_kinematic_thing_is_left_alone_at_little_cost() {
    let mut world = World::default();
    world.add(&shapes::icosphere(0.2, 4), true);
    let ball = world.start.len();
    world.add(&shapes::icosphere(0.205, 4), false);
    let mut guard = guard(3e-4);
    let way = |v: usize| if v < ball { DVec3::X * 0.01 } else { DVec3::new(0.01, -5e-4, 0.0) };
    let goals = world.moved(|v, _| way(v));
    let mut ends = goals.clone();
    let report = world.hold(&mut guard, &mut ends);
    assert_eq!((report.held, report.failures, ends == goals), (0, 0, true));
    assert!(report.suspects < ball, "{report:?}");
    // One vertex that is in the way is stopped as ever, and what is near it given the room that it needs.
    let mut goals = goals;
    goals[ball] = DVec3::ZERO;
    let mut ends = goals.clone();
    let report = world.hold(&mut guard, &mut ends);
    assert!(report.held > 0 && report.failures == 0 && ends != goals, "{report:?}");
    assert_eq!(world.intersections_on_the_way(&ends), 0);
}

#[test]
fn a_pinch_is_reported_and_the_rest_is_kept() {
    // Two kinematic plates close on a sheet, through each other; a second sheet far away is squeezed by its own motion.
    let mut world = World::default();
    let plate = |y: f64| {
        let mut plate = shapes::sheet(DVec2::splat(0.3), [6, 6]);
        plate.positions.iter_mut().for_each(|p| p.y = y);
        plate
    };
    world.add(&plate(0.0), true);
    world.add(&plate(0.01), true);
    let mut sheet = shapes::sheet(DVec2::splat(0.25), [9, 9]);
    sheet.positions.iter_mut().for_each(|p| p.y = 0.005);
    world.add(&sheet, false);
    let mut fold = Accordion { size: 0.2, layers: 4, ..Accordion::default() }.mesh(12);
    fold.positions.iter_mut().for_each(|p| *p += DVec3::X);
    world.add(&fold, false);
    let fold_first = world.start.len() - fold.positions.len();
    let mut guard = guard(3e-4);
    let mut pinched = 0;
    for _ in 0..14 {
        let mut ends = world.moved(|v, p| match v {
            0..49 => DVec3::Y * 5e-4,
            49..98 => DVec3::NEG_Y * 5e-4,
            _ if v >= fold_first => DVec3::new(0.0, 0.0, -0.3 * p.z),
            _ => DVec3::ZERO,
        });
        let report = world.hold(&mut guard, &mut ends);
        pinched += report.failures;
        let known: BTreeSet<u32> = guard.failures().iter().flat_map(|failure| failure.corners).collect();
        assert!(
            guard
                .failures()
                .iter()
                .all(|failure| failure.reason == Reason::Pinched || pinched > report.failures)
        );
        assert!(known.iter().all(|&v| (v as usize) < fold_first), "the fold is not concerned");
        let bad = world.intersections(&ends);
        let concerned = |t: u32| world.features.triangles()[t as usize][0] as usize >= fold_first;
        assert!(!bad.iter().any(|pair| concerned(pair[0]) || concerned(pair[1])));
        if pinched == 0 {
            assert!(bad.is_empty());
        }
        world.start = ends;
    }
    assert!(pinched > 0);
}

#[test]
fn a_feasible_squeeze_between_kinematic_plates_is_no_failure() {
    let mut world = World::default();
    for (y, kinematic) in [(0.0, true), (0.01, true), (0.0072, false), (0.004, false)] {
        let mut plate = shapes::sheet(
            DVec2::splat(if kinematic { 0.3 } else { 0.27 }),
            [if kinematic { 6 } else { 9 }; 2],
        );
        plate.positions.iter_mut().for_each(|p| p.y = y);
        world.add(&plate, kinematic);
    }
    let mut guard = guard(3e-4);
    for step in 0..17 {
        let mut ends = world.moved(|v, _| match v {
            0..49 => DVec3::Y * 2.5e-4,
            49..98 => DVec3::NEG_Y * 2.5e-4,
            _ => DVec3::ZERO,
        });
        let report = world.hold(&mut guard, &mut ends);
        assert_eq!(report.failures, 0, "step {step}");
        assert!(world.intersections(&ends).is_empty(), "step {step}");
        world.start = ends;
    }
}

#[test]
fn touching_starts_are_reported_and_bad_lists_refused() {
    let mut world = World::default();
    world.add(&shapes::sheet(DVec2::ONE, [1, 1]), true);
    let tip = vec![DVec3::new(0.1, 0.0, 0.2), DVec3::new(0.1, 1.0, 0.3), DVec3::new(0.3, 1.0, 0.1)];
    world.add(&TriMesh { positions: tip, triangles: vec![[0, 1, 2]] }, false);
    let mut guard = guard(3e-4);
    let mut ends = world.moved(|v, _| if v < 4 { DVec3::ZERO } else { DVec3::Y * 0.1 });
    let report = world.hold(&mut guard, &mut ends);
    assert!(report.failures > 0 && guard.failures().iter().all(|failure| failure.reason == Reason::Touching));
    assert_eq!(ends[4].y, 0.1, "it is free to leave");
    assert!(guard.hold(&world.input(), &mut ends[1..]).is_err());
    ends[2].x = f64::NAN;
    assert!(guard.hold(&world.input(), &mut ends).is_err());
}

#[test]
fn near_pairs_are_all_pairs_within_the_distance() {
    let mut world = World::default();
    world.add(&Accordion { layers: 6, ..Accordion::default() }.mesh(18), false);
    let mut guard = guard(3e-4);
    let within = 0.0045;
    let near = guard.near(&world.input(), &world.start, within).unwrap();
    let mut expected = 0;
    let (triangles, edges) = (world.features.triangles(), world.features.edges());
    let at = |corners: [u32; 4]| corners.map(|v| world.start[v as usize]);
    for v in 0..world.start.len() as u32 {
        for (t, &[a, b, c]) in triangles.iter().enumerate() {
            if world.filter.vertex_triangle(&world.features, v, t as u32) {
                expected +=
                    usize::from(proximity(StencilKind::VertexTriangle, at([v, a, b, c]), within).is_some());
            }
        }
    }
    for (n, &[a, b]) in edges.iter().enumerate() {
        for (m, &[c, d]) in edges.iter().enumerate().skip(n + 1) {
            if world.filter.edge_edge(&world.features, n as u32, m as u32) {
                expected += usize::from(proximity(StencilKind::EdgeEdge, at([a, b, c, d]), within).is_some());
            }
        }
    }
    assert!(expected > 1000);
    assert_eq!(near.len(), expected);
    // The same candidates serve the step that follows.
    let mut ends = world.moved(|_, _| DVec3::splat(1e-5));
    assert!(!world.hold(&mut guard, &mut ends).detected);
}

/// A kinematic body that moves through a pinned vertex of the cloth cannot be stopped, and the guard reports it.
#[test]
fn a_kinematic_thing_that_meets_a_held_vertex_is_reported() {
    let mut world = World::default();
    world.add(&shapes::icosphere(0.1, 1), true);
    world.add(&shapes::sheet(DVec2::ONE, [3, 3]), false);
    let first = world.start.len() - 16;
    let middle = (first..world.start.len())
        .min_by(|a, b| world.start[*a].length().total_cmp(&world.start[*b].length()))
        .unwrap();
    world.kinematic[middle] = true;
    let under = DVec3::new(world.start[middle].x, -0.2, world.start[middle].z);
    for v in 0..first {
        world.start[v] += under;
    }
    let mut ends = world.moved(|v, _| if v < first { DVec3::Y * 0.17 } else { DVec3::ZERO });
    let mut guard = guard(1e-4);
    let report = world.hold(&mut guard, &mut ends);
    assert!(report.failures > 0);
    assert!(
        guard
            .failures()
            .iter()
            .any(|failure| failure.corners.contains(&(middle as u32)) && failure.reason == Reason::Pinched)
    );
}

/// Cloth whose triangles are tiny against how far it moves: all of it is close to all.
#[test]
fn lists_that_would_fill_the_memory_are_given_up_before() {
    let mut sheet = shapes::sheet(DVec2::splat(2e-3), [60, 60]);
    sheet.positions.iter_mut().enumerate().for_each(|(v, p)| p.y += 1e-5 * ((v % 7) as f64));
    let mut world = World::default();
    world.add(&sheet, false);
    let mut ends = world.moved(|v, _| DVec3::X * 1e-2 * ((v % 5) as f64));
    let mut guard = guard(1e-3);
    let memory = MemoryLimit::more_than_now(2e7);
    guard.set_allowance(Allowance { memory, ..Allowance::UNLIMITED });
    if memory.left().is_some() {
        let error = guard.hold(&world.input(), &mut ends).unwrap_err();
        assert!(matches!(error, QueryError::Spent(Spent::Memory { .. })), "{error}");
    }
    guard.set_allowance(Allowance { deadline: Deadline::after(0.0), ..Allowance::UNLIMITED });
    let error = guard.hold(&world.input(), &mut ends).unwrap_err();
    assert!(matches!(error, QueryError::Spent(Spent::Time { .. })), "{error}");
}
