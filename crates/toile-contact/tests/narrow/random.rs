//! Random queries, many of them degenerate, against the exact checker and against contacts that are known by construction.

use super::exact::{Contact, first_contact};
use glam::DVec3;
use toile_contact::narrow::ccd::{CcdSettings, StencilKind, edge_edge, impacts, vertex_triangle};
use toile_geom::random::Random;

const KINDS: [StencilKind; 2] = [StencilKind::VertexTriangle, StencilKind::EdgeEdge];

/// Coordinates in -1 ..= 1 that are multiples of 2⁻²⁰.
pub(crate) fn vector(random: &mut Random) -> DVec3 {
    let mut coordinate = || random.below((1 << 21) + 1) as f64 / f64::from(1 << 20) - 1.0;
    DVec3::new(coordinate(), coordinate(), coordinate())
}

/// Small whole coordinates, so that coincidences are frequent.
fn lattice(random: &mut Random) -> DVec3 {
    DVec3::new(random.below(3) as f64, random.below(3) as f64, random.below(3) as f64)
}

/// The corners at the start and at the end.
pub(crate) type Motion = [[DVec3; 4]; 2];

/// Any motion at all.
fn anywhere(random: &mut Random) -> Motion {
    [(); 2].map(|()| [(); 4].map(|()| vector(random)))
}

/// A motion in which the two are coplanar and within each other's reach half-way, exactly.
pub(crate) fn touching_half_way(kind: StencilKind, random: &mut Random) -> Motion {
    let mut middle: [DVec3; 4] = [(); 4].map(|()| vector(random));
    let (i, j) = (random.below(17) as f64, random.below(17) as f64);
    let [a, b, c, d] = middle;
    match kind {
        StencilKind::VertexTriangle => {
            let (i, j) = if i + j > 16.0 { (16.0 - i, 16.0 - j) } else { (i, j) };
            middle[0] = (b * (16.0 - i - j) + c * i + d * j) / 16.0;
        }
        StencilKind::EdgeEdge => {
            let shift = (a * (16.0 - i) + b * i) / 16.0 - (c * (16.0 - j) + d * j) / 16.0;
            middle[2] += shift;
            middle[3] += shift;
        }
    }
    // All numbers involved are multiples of 2⁻²⁵ below 8, so nothing is rounded.
    let motion: [DVec3; 4] = [(); 4].map(|()| vector(random));
    [std::array::from_fn(|k| middle[k] + motion[k]), std::array::from_fn(|k| middle[k] - motion[k])]
}

/// The same, but for one corner by a little.
fn nearly_touching(kind: StencilKind, random: &mut Random) -> Motion {
    let [start, mut end] = touching_half_way(kind, random);
    let size = 10.0_f64.powi(-(random.below(13) as i32));
    end[random.below(4)] += vector(random) * size;
    [start, end]
}

/// Degenerate ones of all sorts.
fn degenerate(random: &mut Random) -> Motion {
    let [mut start, mut end]: Motion = [(); 2].map(|()| [(); 4].map(|()| lattice(random)));
    match random.below(7) {
        0 => {}
        1 => end = start,
        2 => end = start.map(|p| p + DVec3::new(1.0, -2.0, 1.0)),
        3 => {
            // In one plane throughout.
            for p in start.iter_mut().chain(&mut end) {
                p.z = p.x - p.y;
            }
        }
        4 => {
            // On one line throughout.
            for p in start.iter_mut().chain(&mut end) {
                *p = DVec3::new(1.0, 2.0, -1.0) * (p.x + 3.0 * p.y + 9.0 * p.z);
            }
        }
        5 => {
            // Two corners are one.
            let (i, j) = (random.below(4), random.below(4));
            (start[i], end[i]) = (start[j], end[j]);
        }
        _ => (start, end) = ([start[0]; 4], [end[0]; 4]),
    }
    [start, end]
}

/// Far from the origin, or very large, or very small.
fn displaced(kind: StencilKind, random: &mut Random) -> Motion {
    let motion = if random.below(2) == 0 { touching_half_way(kind, random) } else { anywhere(random) };
    let scale = 2.0_f64.powi([-1000, -340, -120, -40, 60, 150, 330, 960][random.below(8)]);
    let offset = vector(random).round() * f64::from(1 << 20);
    motion.map(|corners| corners.map(|p| (p + offset) * scale))
}

fn some(kind: StencilKind, random: &mut Random) -> Motion {
    match random.below(5) {
        0 => anywhere(random),
        1 => touching_half_way(kind, random),
        2 => nearly_touching(kind, random),
        3 => degenerate(random),
        _ => displaced(kind, random),
    }
}

/// The times of one and of the batch.
pub(crate) fn times(kind: StencilKind, motions: &[Motion], settings: &CcdSettings) -> [Vec<f64>; 2] {
    let test = match kind {
        StencilKind::VertexTriangle => vertex_triangle,
        StencilKind::EdgeEdge => edge_edge,
    };
    let single = motions
        .iter()
        .map(|&[start, end]| test(start, end, settings).map_or(f64::INFINITY, |impact| impact.time));
    [single.collect(), batch_times(kind, motions, settings)]
}

fn batch_times(kind: StencilKind, motions: &[Motion], settings: &CcdSettings) -> Vec<f64> {
    let [start, end] = [0, 1].map(|side| motions.iter().flat_map(|m| m[side]).collect::<Vec<DVec3>>());
    let queries: Vec<[u32; 4]> = (0..motions.len() as u32).map(|i| [0, 1, 2, 3].map(|k| 4 * i + k)).collect();
    let mut times = Vec::new();
    impacts(kind, &start, &end, &queries, settings, &mut times).unwrap();
    times
}

/// How often the answers differ from the truth, on the safe side.
#[derive(Debug, Default)]
struct Tally {
    hits: usize,
    misses: usize,
    false_hits: usize,
    /// Hits reported earlier than the tolerance allows.
    early: usize,
}

impl Tally {
    fn add(&mut self, motion: &Motion, truth: Option<Contact>, time: f64, settings: &CcdSettings) {
        if let Some(contact) = truth {
            assert!(time <= contact.latest, "{time} after {contact:?}: {motion:?}");
            self.hits += 1;
            self.early += usize::from(time < contact.earliest - settings.tolerance);
        } else {
            self.misses += 1;
            self.false_hits += usize::from(time.is_finite());
        }
    }
}

#[test]
fn agrees_with_the_exact_checker() {
    let settings = CcdSettings::default();
    for kind in KINDS {
        let mut random = Random::new(1);
        let motions: Vec<Motion> = (0..600).map(|_| some(kind, &mut random)).collect();
        let [single, batch] = times(kind, &motions, &settings);
        let mut tally = Tally::default();
        for (motion, found) in motions.iter().zip(single.iter().zip(&batch)) {
            let truth = first_contact(kind, motion[0], motion[1]);
            for &time in [found.0, found.1] {
                tally.add(motion, truth, time, &settings);
            }
        }
        println!("{kind:?}: {tally:?}");
        assert!(tally.false_hits * 100 <= tally.misses);
        assert!(tally.early * 100 <= tally.hits);
    }
}

/// Where two edges begin at one point, exact projections are exactly zero there, which is no proof.
#[test]
fn edges_that_part_from_one_point_touch_at_the_start() {
    let start = [[2.0, 2.0, 0.0], [0.0, 0.0, 1.0], [2.0, 2.0, 0.0], [2.0, 0.0, 1.0]].map(DVec3::from);
    let end = [[1.0, 1.0, 1.0], [0.0, 0.0, 2.0], [0.0, 1.0, 0.0], [0.0, 2.0, 0.0]].map(DVec3::from);
    for times in times(StencilKind::EdgeEdge, &[[start, end]], &CcdSettings::default()) {
        assert_eq!(times, [0.0]);
    }
}

/// An edge that slides down beside the tip of another one at a distance of 10⁻¹⁷ and crosses it at a fifth of the step. From the
/// published set `erleben-cube-cliff-edges`.
#[test]
fn what_slides_along_at_rounding_errors_is_not_reported_early() {
    let start = [
        [1.0, 1.514_365_180_756_892, -5.523_683_601_951_412e-17],
        [1.0, 0.514_365_180_756_891_9, -6.353_118_010_718_282e-17],
        [1.25, -0.5, -0.25],
        [1.0, 0.5, 0.0],
    ]
    .map(DVec3::from);
    let end = [
        [0.999_999_999_999_999_8, 1.277_626_403_784_438_3, -3.248_918_197_263_718_7e-16],
        [1.000_000_000_000_000_2, 0.277_626_403_784_438_15, 6.156_780_777_665_674e-17],
        [1.25, -0.5, -0.25],
        [1.0, 0.5, 0.0],
    ]
    .map(DVec3::from);
    let contact = first_contact(StencilKind::EdgeEdge, start, end).unwrap();
    for times in times(StencilKind::EdgeEdge, &[[start, end]], &CcdSettings::default()) {
        assert!(times[0] <= contact.latest && times[0] > contact.earliest - 1e-4, "{times:?} {contact:?}");
    }
}

#[test]
fn contacts_known_by_construction_are_found() {
    for kind in KINDS {
        let mut random = Random::new(2);
        let motions: Vec<Motion> = (0..100_000).map(|_| touching_half_way(kind, &mut random)).collect();
        for times in times(kind, &motions, &CcdSettings::default()) {
            assert!(times.iter().all(|&time| (0.0..=0.5).contains(&time)));
        }
    }
}

#[test]
fn what_is_not_a_number_is_an_impact_and_never_a_panic() {
    let mut random = Random::new(3);
    for kind in KINDS {
        let mut motions: Vec<Motion> = (0..2000).map(|_| anywhere(&mut random)).collect();
        for motion in &mut motions {
            let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY][random.below(3)];
            let (side, corner, axis) = (random.below(2), random.below(4), random.below(3));
            motion[side][corner][axis] = bad;
        }
        for times in times(kind, &motions, &CcdSettings::default()) {
            assert!(times.iter().all(|&time| time == 0.0));
        }
        let extreme = [f64::MAX, f64::MIN, f64::MIN_POSITIVE, -f64::from_bits(1), 0.0, 1.0];
        let pick = |random: &mut Random| DVec3::from([(); 3].map(|()| extreme[random.below(6)]));
        let motions: Vec<Motion> =
            (0..2000).map(|_| [(); 2].map(|()| [(); 4].map(|()| pick(&mut random)))).collect();
        for times in times(kind, &motions, &CcdSettings::default()) {
            assert!(times.iter().all(|&time| (0.0..=1.0).contains(&time) || time == f64::INFINITY));
        }
    }
}

#[test]
fn the_times_do_not_depend_on_the_threads_or_the_order() {
    for kind in KINDS {
        let mut random = Random::new(4);
        let mut motions: Vec<Motion> = (0..5000).map(|_| some(kind, &mut random)).collect();
        let settings = CcdSettings::default();
        let run = |threads: usize, motions: &[Motion]| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| batch_times(kind, motions, &settings))
        };
        let one = run(1, &motions);
        assert_eq!(one, run(3, &motions));
        motions.reverse();
        let reversed: Vec<f64> = run(2, &motions).into_iter().rev().collect();
        assert_eq!(one, reversed);
    }
}

/// Run with `cargo test --release -p toile-contact --test narrow -- --ignored --nocapture hundred`.
#[test]
#[ignore = "takes minutes"]
fn a_hundred_million_queries() {
    const BLOCK: usize = 100_000;
    let settings = CcdSettings::default();
    for kind in KINDS {
        let mut random = Random::new(5);
        let mut tally = Tally::default();
        for _ in 0..500 {
            let known: Vec<Motion> = (0..BLOCK / 2).map(|_| touching_half_way(kind, &mut random)).collect();
            assert!(batch_times(kind, &known, &settings).iter().all(|time| (0.0..=0.5).contains(time)));
            let others: Vec<Motion> = (0..BLOCK / 2).map(|_| some(kind, &mut random)).collect();
            let found = batch_times(kind, &others, &settings);
            assert!(found.iter().all(|&time| (0.0..=1.0).contains(&time) || time == f64::INFINITY));
            for (motion, time) in others.iter().zip(found).step_by(1000) {
                tally.add(motion, first_contact(kind, motion[0], motion[1]), time, &settings);
            }
        }
        println!("{kind:?}: {tally:?}");
        assert!(tally.false_hits * 100 <= tally.misses);
        assert!(tally.early * 100 <= tally.hits);
    }
}
