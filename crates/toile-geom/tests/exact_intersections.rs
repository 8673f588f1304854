//! The exact intersection tests against rational arithmetic, on soups full of degenerate, coplanar, touching and
//! vertex-sharing triangles.
//!
//! The oracle works quite differently from the code under test: it computes, in rationals, every point that could be a
//! corner of what two triangles have in common, and looks whether one of them lies outside the shared vertices' hull.

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};
use rayon::prelude::*;
use toile_geom::glam::DVec3;
use toile_geom::{TriMesh, intersect};

type Q = BigRational;
type Point = [Q; 3];

fn rational(p: DVec3) -> Point {
    p.to_array()
        .map(|x| Q::from_float(x).expect("coordinates are finite"))
}

fn sub(a: &Point, b: &Point) -> Point {
    std::array::from_fn(|i| &a[i] - &b[i])
}

fn dot(a: &Point, b: &Point) -> Q {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross(a: &Point, b: &Point) -> Point {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &a[j] * &b[k] - &a[k] * &b[j]
    })
}

fn is_zero(v: &Point) -> bool {
    v.iter().all(Q::is_zero)
}

fn along(a: &Point, direction: &Point, t: &Q) -> Point {
    std::array::from_fn(|i| &a[i] + t * &direction[i])
}

fn on_segment(p: &Point, a: &Point, b: &Point) -> bool {
    let (ab, ap) = (sub(b, a), sub(p, a));
    let t = dot(&ap, &ab);
    is_zero(&cross(&ab, &ap)) && !t.is_negative() && t <= dot(&ab, &ab)
}

/// Whether `p` is in the convex hull of up to three points.
fn in_hull(p: &Point, hull: &[Point]) -> bool {
    match hull {
        [] => false,
        [a] => a == p,
        [a, b] => on_segment(p, a, b),
        [a, b, c] => {
            if on_segment(p, a, b) || on_segment(p, b, c) || on_segment(p, c, a) {
                return true;
            }
            let n = cross(&sub(b, a), &sub(c, a));
            let inward =
                |from: &Point, to: &Point| dot(&cross(&sub(to, from), &sub(p, from)), &n).is_positive();
            !is_zero(&n) && dot(&n, &sub(p, a)).is_zero() && inward(a, b) && inward(b, c) && inward(c, a)
        }
        _ => unreachable!("a triangle has three corners"),
    }
}

/// Points of the segment `a b` that could be corners of its intersection with a triangle.
fn crossings(a: &Point, b: &Point, triangle: &[Point; 3]) -> Vec<Point> {
    let d = sub(b, a);
    let mut points = Vec::new();
    let n = cross(&sub(&triangle[1], &triangle[0]), &sub(&triangle[2], &triangle[0]));
    let slope = dot(&n, &d);
    if !slope.is_zero() {
        let t = dot(&n, &sub(&triangle[0], a)) / &slope;
        points.push(along(a, &d, &t));
    }
    for i in 0..3 {
        let (c, e) = (&triangle[i], sub(&triangle[(i + 1) % 3], &triangle[i]));
        let m = cross(&d, &e);
        let square = dot(&m, &m);
        if !square.is_zero() {
            points.push(along(a, &d, &(dot(&cross(&sub(c, a), &e), &m) / square)));
        }
    }
    points.retain(|p| on_segment(p, a, b));
    points
}

fn oracle(first: &[Point; 3], second: &[Point; 3], shared: &[Point]) -> bool {
    let mut candidates: Vec<Point> = first.iter().chain(second).cloned().collect();
    for i in 0..3 {
        candidates.extend(crossings(&first[i], &first[(i + 1) % 3], second));
        candidates.extend(crossings(&second[i], &second[(i + 1) % 3], first));
    }
    candidates
        .iter()
        .any(|p| !in_hull(p, shared) && in_hull(p, first) && in_hull(p, second))
}

fn oracle_pairs(mesh: &TriMesh) -> Vec<[u32; 2]> {
    let points: Vec<Point> = mesh.positions.iter().map(|&p| rational(p)).collect();
    let corners = |t: usize| mesh.triangles[t].map(|v| points[v as usize].clone());
    let mut pairs = Vec::new();
    for a in 0..mesh.triangles.len() {
        for b in a + 1..mesh.triangles.len() {
            let mut shared: Vec<u32> = mesh.triangles[a]
                .into_iter()
                .filter(|v| mesh.triangles[b].contains(v))
                .collect();
            shared.sort_unstable();
            shared.dedup();
            let hull: Vec<Point> = shared.iter().map(|&v| points[v as usize].clone()).collect();
            if oracle(&corners(a), &corners(b), &hull) {
                pairs.push([a as u32, b as u32]);
            }
        }
    }
    pairs
}

/// A soup of four triangles on a few vertices. Coordinates are drawn so that degeneracies are the rule.
fn soup(seed: u64) -> TriMesh {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let kind = seed % 5;
    let vertices = 5 + random.next_u32() % 6;
    let mut coordinate = || match kind {
        0 => f64::from(random.next_u32() % 3),
        1 => f64::from(random.next_u32() % 5) * 0.1,
        // Near-degenerate: a coarse grid with a wobble of a few units in the last place.
        2 => f64::from_bits(
            (1.0 + f64::from(random.next_u32() % 3)).to_bits() + u64::from(random.next_u32() % 3),
        ),
        // Magnitudes that make naive determinants underflow.
        3 => f64::from(random.next_u32() % 3) * [1e-200, 1e-30, 1.0][random.next_u32() as usize % 3],
        _ => f64::from(random.next_u32()) / f64::from(1_u32 << 31) - 1.0,
    };
    let mut positions: Vec<DVec3> = (0..vertices)
        .map(|_| DVec3::new(coordinate(), coordinate(), coordinate()))
        .collect();
    if seed % 3 == 0 {
        // All in one plane.
        for p in &mut positions {
            p.z = p.x;
        }
    }
    let triangles = (0..4)
        .map(|_| std::array::from_fn(|_| random.next_u32() % vertices))
        .collect();
    TriMesh { positions, triangles }
}

#[test]
fn ten_thousand_soups_agree_with_rational_arithmetic() {
    let counts: Vec<[usize; 2]> = (0..10_000_u64)
        .into_par_iter()
        .map(|seed| {
            let mesh = soup(seed);
            let expected = oracle_pairs(&mesh);
            assert_eq!(
                intersect::self_intersections(&mesh),
                expected,
                "soup {seed}: {mesh:?}"
            );
            [expected.len(), 6 - expected.len()]
        })
        .collect();
    // The soups must be a real examination: plenty of both answers.
    let [hits, misses] = counts
        .iter()
        .fold([0, 0], |sum, c| [sum[0] + c[0], sum[1] + c[1]]);
    assert!(
        hits > 10_000 && misses > 10_000,
        "{hits} intersecting and {misses} separate pairs"
    );
}

#[test]
fn segments_and_points_agree_with_rational_arithmetic() {
    for seed in 0..3_000_u64 {
        let mesh = soup(seed);
        let points: Vec<Point> = mesh.positions.iter().map(|&p| rational(p)).collect();
        let [a, b, c] = mesh.triangles[0].map(|v| v as usize);
        let [p, q, r] = mesh.triangles[1].map(|v| v as usize);
        let x = &mesh.positions;
        let triangle = [points[a].clone(), points[b].clone(), points[c].clone()];
        let segment = [points[p].clone(), points[q].clone(), points[q].clone()];
        assert_eq!(
            intersect::segment_triangle([x[p], x[q]], [x[a], x[b], x[c]]),
            oracle(&segment, &triangle, &[]),
            "segment and triangle of soup {seed}"
        );
        let edge = [points[a].clone(), points[b].clone(), points[b].clone()];
        assert_eq!(
            intersect::segment_segment([x[p], x[q]], [x[a], x[b]]),
            oracle(&segment, &edge, &[]),
            "segments of soup {seed}"
        );
        assert_eq!(
            intersect::point_in_triangle(x[r], [x[a], x[b], x[c]]),
            in_hull(&points[r], &triangle),
            "point and triangle of soup {seed}"
        );
        assert_eq!(
            intersect::point_on_segment(x[r], [x[p], x[q]]),
            on_segment(&points[r], &points[p], &points[q])
        );
    }
}

#[test]
fn the_oracle_itself_knows_simple_cases() {
    let point = |x: i32, y: i32, z: i32| [x, y, z].map(|c| Q::from_integer(c.into()));
    let flat = [point(0, 0, 0), point(2, 0, 0), point(0, 2, 0)];
    let through = [point(0, 0, -1), point(1, 1, 1), point(0, 0, 1)];
    let above = [point(0, 0, 1), point(1, 1, 1), point(0, 0, 2)];
    assert!(oracle(&flat, &through, &[]));
    assert!(!oracle(&flat, &above, &[]));
    let neighbour = [point(0, 0, 0), point(-2, 0, 0), point(0, -2, 1)];
    assert!(oracle(&flat, &neighbour, &[]));
    assert!(!oracle(&flat, &neighbour, &[point(0, 0, 0)]));
    assert!(Q::one().is_positive());
}
