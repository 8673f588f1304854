//! The exact intersection tests against rational arithmetic, on soups full of degenerate, coplanar, touching and
//! vertex-sharing triangles.
//!
//! The oracle works quite differently from the code under test: it computes, in rationals, every point that could be a
//! corner of what two triangles have in common, and looks whether one of them lies outside the shared vertices' hull.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};
use rayon::prelude::*;
use toile_geom::glam::DVec3;
use toile_geom::{TriMesh, intersect};

/// A vector of integers; all that matters of it is its direction.
type Vector = [BigInt; 3];

/// A rational point: integers over a positive common denominator. Not reducing the fractions makes it fast.
#[derive(Clone, Debug)]
struct Point {
    numerator: Vector,
    denominator: BigInt,
}

impl PartialEq for Point {
    fn eq(&self, other: &Self) -> bool {
        sub(self, other).iter().all(BigInt::is_zero)
    }
}

/// The points of a mesh as rationals, all multiplied by one power of two that makes them integers.
fn rationals(points: &[DVec3]) -> Vec<Point> {
    let parts = |x: f64| {
        let bits = x.to_bits();
        let exponent = ((bits >> 52 & 0x7ff) as i32).max(1);
        let implicit = u64::from(x.abs() >= f64::MIN_POSITIVE) << 52;
        let mantissa = (bits & ((1 << 52) - 1) | implicit) as i64;
        (if x < 0.0 { -mantissa } else { mantissa }, exponent)
    };
    let coordinates = points.iter().flat_map(DVec3::to_array);
    let lowest = coordinates.filter(|&x| x != 0.0).map(|x| parts(x).1).min().unwrap_or(0);
    let integer = |x: f64| {
        let (mantissa, exponent) = parts(x);
        if mantissa == 0 { BigInt::zero() } else { BigInt::from(mantissa) << (exponent - lowest) }
    };
    let point = |p: &DVec3| Point { numerator: p.to_array().map(integer), denominator: 1.into() };
    points.iter().map(point).collect()
}

/// A positive multiple of `a - b`.
fn sub(a: &Point, b: &Point) -> Vector {
    std::array::from_fn(|i| &a.numerator[i] * &b.denominator - &b.numerator[i] * &a.denominator)
}

fn dot(a: &Vector, b: &Vector) -> BigInt {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &a[j] * &b[k] - &a[k] * &b[j]
    })
}

fn is_zero(v: &Vector) -> bool {
    v.iter().all(BigInt::is_zero)
}

/// The point `a + direction * numerator / denominator`.
fn along(a: &Point, direction: &Vector, numerator: &BigInt, denominator: &BigInt) -> Point {
    let sign = if denominator.is_negative() { BigInt::from(-1) } else { BigInt::from(1) };
    Point {
        numerator: std::array::from_fn(|i| {
            &sign * (&a.numerator[i] * denominator + &direction[i] * numerator * &a.denominator)
        }),
        denominator: &a.denominator * denominator.abs(),
    }
}

fn on_segment(p: &Point, a: &Point, b: &Point) -> bool {
    let (ap, bp) = (sub(p, a), sub(p, b));
    is_zero(&cross(&ap, &bp)) && !dot(&ap, &bp).is_positive()
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

/// Points of the segment `a b` that could be corners of its intersection with a triangle. All four are corners of
/// a mesh, with denominator 1, so that differences are true to scale.
fn crossings(a: &Point, b: &Point, triangle: &[Point; 3]) -> Vec<Point> {
    let d = sub(b, a);
    let mut points = Vec::new();
    let n = cross(&sub(&triangle[1], &triangle[0]), &sub(&triangle[2], &triangle[0]));
    let slope = dot(&n, &d);
    if !slope.is_zero() {
        points.push(along(a, &d, &dot(&n, &sub(&triangle[0], a)), &slope));
    }
    for i in 0..3 {
        let (c, e) = (&triangle[i], sub(&triangle[(i + 1) % 3], &triangle[i]));
        let m = cross(&d, &e);
        let square = dot(&m, &m);
        if !square.is_zero() {
            points.push(along(a, &d, &dot(&cross(&sub(c, a), &e), &m), &square));
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
    candidates.iter().any(|p| !in_hull(p, shared) && in_hull(p, first) && in_hull(p, second))
}

/// All pairs, but those of triangles on the three vertices of an earlier one.
fn oracle_pairs(mesh: &TriMesh) -> Vec<[u32; 2]> {
    let points = rationals(&mesh.positions);
    let corners = |t: usize| mesh.triangles[t].map(|v| points[v as usize].clone());
    let vertices = |t: usize| {
        let mut vertices = mesh.triangles[t];
        vertices.sort_unstable();
        vertices
    };
    let is_first = |t: usize| (0..t).all(|before| vertices(before) != vertices(t));
    let mut pairs = Vec::new();
    for a in (0..mesh.triangles.len()).filter(|a| is_first(*a)) {
        for b in (a + 1..mesh.triangles.len()).filter(|b| is_first(*b)) {
            let mut shared: Vec<u32> =
                mesh.triangles[a].into_iter().filter(|v| mesh.triangles[b].contains(v)).collect();
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
    let mut positions: Vec<DVec3> =
        (0..vertices).map(|_| DVec3::new(coordinate(), coordinate(), coordinate())).collect();
    if seed.is_multiple_of(3) {
        // All in one plane.
        for p in &mut positions {
            p.z = p.x;
        }
    }
    let triangles = (0..4).map(|_| std::array::from_fn(|_| random.next_u32() % vertices)).collect();
    TriMesh { positions, triangles }
}

#[test]
fn ten_thousand_soups_agree_with_rational_arithmetic() {
    let counts: Vec<[usize; 2]> = (0..10_000_u64)
        .into_par_iter()
        .map(|seed| {
            let mesh = soup(seed);
            let expected = oracle_pairs(&mesh);
            assert_eq!(intersect::self_intersections(&mesh), expected, "soup {seed}: {mesh:?}");
            [expected.len(), 6 - expected.len()]
        })
        .collect();
    // The soups must be a real examination: plenty of both answers.
    let [hits, misses] = counts.iter().fold([0, 0], |sum, c| [sum[0] + c[0], sum[1] + c[1]]);
    assert!(hits > 10_000 && misses > 10_000, "{hits} intersecting and {misses} separate pairs");
}

#[test]
fn segments_and_points_agree_with_rational_arithmetic() {
    for seed in 0..3_000_u64 {
        let mesh = soup(seed);
        let points = rationals(&mesh.positions);
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
    let point =
        |x: i32, y: i32, z: i32| Point { numerator: [x, y, z].map(BigInt::from), denominator: 1.into() };
    let flat = [point(0, 0, 0), point(2, 0, 0), point(0, 2, 0)];
    let through = [point(0, 0, -1), point(1, 1, 1), point(0, 0, 1)];
    let above = [point(0, 0, 1), point(1, 1, 1), point(0, 0, 2)];
    assert!(oracle(&flat, &through, &[]));
    assert!(!oracle(&flat, &above, &[]));
    let neighbour = [point(0, 0, 0), point(-2, 0, 0), point(0, -2, 1)];
    assert!(oracle(&flat, &neighbour, &[]));
    assert!(!oracle(&flat, &neighbour, &[point(0, 0, 0)]));
    let halves = rationals(&[DVec3::new(0.5, -0.25, 0.0), DVec3::new(f64::MIN_POSITIVE / 4.0, 1.0, 2.0)]);
    assert!(halves[0].numerator[0] == -2 * &halves[0].numerator[1] && halves[0].numerator[0].is_positive());
    assert_eq!(halves[1].numerator[0], BigInt::from(1_u64 << 50));
}
