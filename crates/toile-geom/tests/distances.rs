//! Distances against a search over all features, and their derivatives against finite differences.

use proptest::prelude::*;
use toile_geom::distance::{Feature, Pair, edge_edge, point_edge, point_triangle};
use toile_geom::glam::{DMat3, DVec3};

fn point() -> impl Strategy<Value = DVec3> {
    // Grid points make degenerate triangles, parallel edges and points on the surface common.
    let coordinate = prop_oneof![2 => -1.0..1.0_f64, 1 => (0..3_i32).prop_map(|i| 0.5 * f64::from(i))];
    [coordinate.clone(), coordinate.clone(), coordinate].prop_map(DVec3::from)
}

/// The smallest of `f` over 0 ..= 1, by golden-section search: `f` is convex.
fn minimum(f: impl Fn(f64) -> f64) -> f64 {
    let ratio = 0.5 * (5.0_f64.sqrt() - 1.0);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if f(a) < f(b) { high = b } else { low = a }
    }
    f(0.0).min(f(1.0)).min(f(0.5 * (low + high)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn point_triangle_is_closest(p in point(), a in point(), b in point(), c in point()) {
        let found = point_triangle(p, [a, b, c]);
        // For each share `w` of the last corner the rest is convex, and so is what remains as a function of `w`.
        let expected = minimum(|w| minimum(|v| p.distance_squared(a + (b - a) * v * (1.0 - w) + (c - a) * w)));
        prop_assert!((found.distance_squared - expected).abs() < 1e-9, "{} {}", found.distance_squared, expected);
        let [u, v, w] = found.barycentric;
        prop_assert!(u >= 0.0 && v >= 0.0 && w >= 0.0 && (u + v + w - 1.0).abs() < 1e-12);
        prop_assert!((a * u + b * v + c * w).distance(found.point) < 1e-12);
        prop_assert!((p - found.point).distance(found.pair.difference()) < 1e-12);
    }

    #[test]
    fn edge_edge_is_closest(a in point(), b in point(), c in point(), d in point()) {
        let found = edge_edge([a, b], [c, d]);
        let expected = minimum(|s| minimum(|t| a.lerp(b, s).distance_squared(c.lerp(d, t))));
        prop_assert!((found.distance_squared - expected).abs() < 1e-9, "{} {}", found.distance_squared, expected);
        prop_assert!((a.lerp(b, found.s)).distance(found.points[0]) < 1e-12);
        prop_assert!((c.lerp(d, found.t)).distance(found.points[1]) < 1e-12);
        prop_assert!((found.points[0] - found.points[1]).distance(found.pair.difference()) < 1e-12);
    }

    #[test]
    fn point_edge_is_closest(p in point(), a in point(), b in point()) {
        let found = point_edge(p, [a, b]);
        let expected = minimum(|t| p.distance_squared(a.lerp(b, t)));
        prop_assert!((found.distance_squared - expected).abs() < 1e-9);
    }

    #[test]
    fn derivatives_are_finite_always(a in point(), b in point(), c in point(), d in point()) {
        for pair in [point_triangle(a, [b, c, d]).pair, edge_edge([a, b], [c, d]).pair, point_edge(a, [b, c]).pair] {
            prop_assert!(pair.gradient().iter().chain(&pair.distance_gradient()).all(|g| g.is_finite()));
            prop_assert!(pair.hessian().as_flattened().iter().all(DMat3::is_finite));
            prop_assert!((pair.direction().length() - 1.0).abs() < 1e-12);
        }
    }
}

/// Compares gradient and Hessian with central differences of the squared distance and of the gradient.
fn check_derivatives(corners: [DVec3; 4], evaluate: impl Fn([DVec3; 4]) -> (f64, Pair)) {
    let step = 1e-5;
    let (_, pair) = evaluate(corners);
    let (gradient, hessian) = (pair.gradient(), pair.hessian());
    for j in 0..4 {
        for axis in DVec3::AXES {
            let shifted = |sign: f64| {
                let mut moved = corners;
                moved[j] += axis * (sign * step);
                evaluate(moved)
            };
            let ((f_plus, pair_plus), (f_minus, pair_minus)) = (shifted(1.0), shifted(-1.0));
            let slope = (f_plus - f_minus) / (2.0 * step);
            assert!((slope - gradient[j].dot(axis)).abs() < 1e-8, "gradient {slope} {:?}", gradient[j]);
            for (i, row) in hessian.iter().enumerate() {
                let expected = (pair_plus.gradient()[i] - pair_minus.gradient()[i]) / (2.0 * step);
                assert!(
                    (row[j] * axis - expected).length() < 1e-6,
                    "hessian {i} {j}: {} {expected}",
                    row[j] * axis
                );
            }
        }
    }
}

#[test]
fn point_triangle_derivatives_match_differences_on_every_feature() {
    let triangle = [DVec3::new(0.1, 0.0, 0.2), DVec3::new(1.1, 0.2, 0.0), DVec3::new(0.3, 0.9, 0.3)];
    let cases = [
        (DVec3::new(0.5, 0.3, 1.0), Feature::Face),
        (DVec3::new(0.6, -0.8, 0.4), Feature::Edge(0)),
        (DVec3::new(1.2, 1.1, 0.4), Feature::Edge(1)),
        (DVec3::new(-0.5, 0.6, 0.4), Feature::Edge(2)),
        (DVec3::new(-0.5, -0.6, 0.4), Feature::Vertex(0)),
        (DVec3::new(2.0, 0.0, 0.4), Feature::Vertex(1)),
        (DVec3::new(0.1, 2.0, 0.4), Feature::Vertex(2)),
    ];
    for (p, feature) in cases {
        assert_eq!(point_triangle(p, triangle).feature, feature);
        check_derivatives([p, triangle[0], triangle[1], triangle[2]], |[p, a, b, c]| {
            let found = point_triangle(p, [a, b, c]);
            (found.distance_squared, found.pair)
        });
    }
}

#[test]
fn edge_edge_derivatives_match_differences_inside_and_at_ends() {
    let first = [DVec3::new(-1.0, 0.1, 0.0), DVec3::new(1.0, 0.0, 0.2)];
    for second in [
        [DVec3::new(0.1, 0.5, -1.0), DVec3::new(0.0, 0.6, 1.0)],
        [DVec3::new(0.1, 0.5, 0.6), DVec3::new(0.0, 0.6, 1.6)],
        [DVec3::new(1.3, 0.5, 0.6), DVec3::new(2.0, 0.6, 1.6)],
    ] {
        check_derivatives([first[0], first[1], second[0], second[1]], |[a, b, c, d]| {
            let found = edge_edge([a, b], [c, d]);
            (found.distance_squared, found.pair)
        });
    }
}

#[test]
fn derivatives_stay_bounded_as_edges_become_parallel() {
    let first = [DVec3::new(-1.0, 0.0, 0.0), DVec3::new(1.0, 0.0, 0.0)];
    for exponent in 1..=20 {
        let tilt = 10.0_f64.powi(-exponent);
        let found = edge_edge(first, [DVec3::new(-1.0, 0.1, -tilt), DVec3::new(1.0, 0.1, tilt)]);
        assert!((found.distance_squared - 0.01).abs() < 1e-12);
        assert!((found.s - 0.5).abs() < 1e-6 && (found.t - 0.5).abs() < 1e-6, "{} {}", found.s, found.t);
        let largest = found
            .pair
            .hessian()
            .as_flattened()
            .iter()
            .flat_map(DMat3::to_cols_array)
            .fold(0.0, |a: f64, b| a.max(b.abs()));
        assert!(largest < 0.1 / SINE_AT_CUTOFF, "tilt {tilt:e}: {largest:e}");
    }
}

/// Singular directions are cut off at this sine of the angle; beyond it the Hessian cannot grow.
const SINE_AT_CUTOFF: f64 = 1e-10;

#[test]
fn parallel_edges_meet_in_the_middle_of_their_overlap() {
    let found = edge_edge([DVec3::ZERO, DVec3::X], [DVec3::new(1.5, 1.0, 0.0), DVec3::new(0.5, 1.0, 0.0)]);
    assert_eq!((found.s, found.t), (0.75, 0.75));
    assert_eq!(found.distance_squared, 1.0);
}

#[test]
fn touching_features_have_their_normal_as_direction() {
    let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let on_face = point_triangle(DVec3::new(0.25, 0.25, 0.0), triangle);
    assert_eq!(on_face.distance_squared, 0.0);
    assert!((on_face.pair.direction().z.abs() - 1.0).abs() < 1e-12);
    let crossing = edge_edge([-DVec3::X, DVec3::X], [-DVec3::Y, DVec3::Y]);
    assert_eq!(crossing.distance_squared, 0.0);
    assert!((crossing.pair.direction().z.abs() - 1.0).abs() < 1e-12);
}

#[test]
fn far_from_the_origin_nothing_is_lost() {
    let shift = DVec3::new(1e6, -2e6, 3e6);
    let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y].map(|x| x + shift);
    let found = point_triangle(shift + DVec3::new(0.25, 0.25, 0.001), triangle);
    assert!((found.distance_squared.sqrt() - 0.001).abs() < 1e-9);
    assert!((found.pair.difference().length() - 0.001).abs() < 1e-9);
}
