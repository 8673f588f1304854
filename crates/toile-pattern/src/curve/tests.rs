use super::*;
use glam::DAffine2;
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI};

fn v(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

fn one_of_each() -> Vec<Curve> {
    vec![
        Curve::line(v(0.1, 0.2), v(0.5, 0.9)),
        Curve::Quadratic { from: v(0.0, 0.0), control: v(0.4, 0.5), to: v(1.0, 0.1) },
        Curve::cubic(v(0.0, 0.0), v(0.1, 0.6), v(0.8, 0.7), v(1.0, 0.1)),
        Curve::arc(v(0.3, 0.0), v(0.0, 0.3), 2.0),
        Curve::arc(v(0.3, 0.0), v(0.0, 0.3), -4.5),
        Curve::Spline { points: vec![v(0.0, 0.0), v(0.2, 0.3), v(0.7, 0.2), v(0.8, 0.6)] },
        Curve::Polyline { points: vec![v(0.0, 0.0), v(0.2, 0.3), v(0.7, 0.2)] },
        Curve::Path {
            points: [(0.0, 0.0), (0.1, 0.2), (0.3, 0.3), (0.4, 0.1), (0.5, -0.1), (0.7, 0.0), (0.9, 0.4)]
                .map(DVec2::from)
                .to_vec(),
        },
    ]
}

#[test]
fn lengths_agree_with_fine_chords() {
    for curve in one_of_each() {
        let chords: f64 = (0..20_000)
            .map(|i| curve.point(f64::from(i) / 2e4).distance(curve.point(f64::from(i + 1) / 2e4)))
            .sum();
        assert!((curve.length() - chords).abs() < 1e-7, "{} {} {chords}", curve.kind(), curve.length());
        assert!((Ruler::new(&curve).length() - curve.length()).abs() < 1e-12);
    }
}

#[test]
fn a_parabola_has_its_known_length() {
    // y = x² from 0 to 1: ¼ (2√5 + asinh 2).
    let curve = Curve::Quadratic { from: v(0.0, 0.0), control: v(0.5, 0.0), to: v(1.0, 1.0) };
    let expected = 0.25 * (2.0 * 5.0_f64.sqrt() + 2.0_f64.asinh());
    assert!((curve.length() - expected).abs() < 1e-14);
}

#[test]
fn a_circle_of_four_arcs_has_its_area() {
    let corners = [v(1.0, 0.0), v(0.0, 1.0), v(-1.0, 0.0), v(0.0, -1.0)];
    let area: f64 =
        (0..4).map(|i| Curve::arc(corners[i], corners[(i + 1) % 4], FRAC_PI_2).double_area() / 2.0).sum();
    assert!((area - PI).abs() < 1e-12);
}

#[test]
fn areas_agree_with_flattened_ones() {
    for curve in one_of_each() {
        let flat: f64 = curve.flattened(1e-7).windows(2).map(|w| w[0].perp_dot(w[1])).sum();
        assert!((curve.double_area() - flat).abs() < 1e-5, "{}", curve.kind());
    }
}

#[test]
fn rulers_measure_evenly() {
    for curve in one_of_each() {
        let ruler = Ruler::new(&curve);
        for i in 0..=10 {
            let share = f64::from(i) / 10.0;
            let part = if i == 0 { 0.0 } else { curve.part(0.0, ruler.parameter(share)).length() };
            assert!((part - share * curve.length()).abs() < 1e-9, "{} {share}", curve.kind());
            assert!((ruler.share(ruler.parameter(share)) - share).abs() < 1e-9, "{}", curve.kind());
            let (found, distance) = ruler.nearest(ruler.point(share));
            assert!(distance < 1e-7 && (found - share).abs() < 1e-4, "{} {found} {share}", curve.kind());
        }
        assert_eq!(ruler.point(0.0), curve.from());
        assert_eq!(ruler.point(1.0), curve.to());
    }
}

#[test]
fn cutting_reversing_and_mirroring_keep_the_shape() {
    let mirror = DAffine2::from_scale(v(-1.0, 1.0));
    for curve in one_of_each() {
        let (left, right) = curve.cut(0.37);
        assert_eq!(left.to(), right.from());
        assert_eq!((left.from(), right.to()), (curve.from(), curve.to()));
        assert!((left.length() + right.length() - curve.length()).abs() < 1e-10, "{}", curve.kind());
        for i in 0..=10 {
            let t = f64::from(i) / 10.0;
            let share = Ruler::new(&curve);
            let turned = Ruler::new(&curve.reversed());
            assert!(share.point(t).distance(turned.point(1.0 - t)) < 1e-9, "{}", curve.kind());
            let mirrored = curve.transformed(&mirror).point(t);
            assert!((mirrored * v(-1.0, 1.0)).distance(curve.point(t)) < 1e-12);
        }
    }
}

#[test]
fn arcs_of_a_radius() {
    let (a, b) = (v(0.0, 0.0), v(0.0, 1.0));
    for (large, left) in [(false, false), (false, true), (true, false), (true, true)] {
        let arc = Curve::arc_of_radius(a, b, 0.7, large, left);
        let Span::Arc { centre, .. } = arc.spans()[0] else { panic!("an arc") };
        assert!((centre.distance(a) - 0.7).abs() < 1e-12);
        assert_eq!(arc.length() > 0.7 * PI, large);
        // Turning left on the way up bulges to the right.
        assert_eq!(arc.point(0.5).x > 0.0, left);
    }
    assert!((Curve::arc_of_radius(a, b, 0.1, false, true).length() - FRAC_PI_2).abs() < 1e-9);
}

proptest! {
    #[test]
    fn degenerate_curves_are_harmless(numbers in prop::collection::vec(-1.0..1.0_f64, 8), flat in any::<bool>()) {
        let p = |i: usize| v(numbers[2 * i], if flat { 0.0 } else { numbers[2 * i + 1] });
        for curve in [
            Curve::cubic(p(0), p(0), p(1), p(1)),
            Curve::cubic(p(0), p(1), p(0), p(0)),
            Curve::Spline { points: vec![p(0), p(0), p(1), p(1), p(2)] },
            Curve::Polyline { points: vec![p(0), p(0)] },
            Curve::Path { points: vec![p(0), p(1)] },
            Curve::Spline { points: vec![p(3)] },
            Curve::Polyline { points: vec![] },
        ] {
            let ruler = Ruler::new(&curve);
            prop_assert!(curve.length().is_finite() && curve.double_area().is_finite());
            prop_assert!(ruler.point(0.3).is_finite() && ruler.tangent(0.3).is_finite());
            let (left, right) = curve.cut(0.4);
            prop_assert!((left.length() + right.length() - curve.length()).abs() < 1e-8);
        }
    }
}

/// A part of a curve of several spans begins and ends where it is asked to, wherever its joints are.
#[test]
fn parts_of_curves_of_several_spans_lie_where_the_curve_does() {
    let points: Vec<DVec2> =
        [(0.0, 0.0), (0.1, 0.3), (0.05, 0.5), (0.2, 0.9), (0.6, 1.0)].map(DVec2::from).to_vec();
    for curve in [Curve::Spline { points: points.clone() }, Curve::Polyline { points }] {
        let shares = [0.0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.8, 1.0];
        for (index, &from) in shares.iter().enumerate() {
            for &to in &shares[index + 1..] {
                let part = curve.part(from, to);
                let off = part.from().distance(curve.point(from)).max(part.to().distance(curve.point(to)));
                assert!(off < 1e-9, "{} from {from} to {to}: off by {off}", curve.kind());
                let whole = Ruler::new(&curve);
                let length = (whole.share(to) - whole.share(from)) * whole.length();
                assert!((part.length() - length).abs() < 1e-6, "{} from {from} to {to}", curve.kind());
            }
        }
    }
}
