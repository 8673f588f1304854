//! Outlines that run out and back along the same line: between the line out and the line back lies no cloth.
//!
//! Programs that join paths leave such spurs where paths overlap, and a dart that a body needs not is drawn with no width.

use crate::curve::{Curve, Ruler};
use glam::DVec2;

/// How far the way back may be from the way out, in metres.
const SAME: f64 = 3e-4;

/// A closed chain of curves without its spurs, and how many there were.
pub(crate) fn without_spurs(mut curves: Vec<Curve>) -> (Vec<Curve>, usize) {
    let mut found = 0;
    while curves.len() > 3
        && let Some(index) = (0..curves.len()).find(|&index| shortened(&curves, index).is_some())
    {
        let rest = shortened(&curves, index).flatten();
        let next = (index + 1) % curves.len();
        match rest {
            Some(rest) => {
                curves[index] = rest;
                curves.remove(next);
            }
            None => {
                curves.remove(index.max(next));
                curves.remove(index.min(next));
            }
        }
        found += 1;
    }
    (curves, found)
}

/// What is left of a curve and the next one if that runs back along it: nothing, or the part of a straight line beyond.
fn shortened(curves: &[Curve], index: usize) -> Option<Option<Curve>> {
    let (out, back) = (&curves[index], &curves[(index + 1) % curves.len()]);
    if runs_back(out, back) {
        return Some(None);
    }
    let (way, length) = (out.to() - out.from(), out.length());
    let is_line = |curve: &Curve| curve.is_straight() && curve.length() > SAME;
    let turns = is_line(out) && is_line(back) && way.dot(back.to() - back.from()) < 0.0;
    let nearest = if length < back.length() {
        off_line(out.from(), back.from(), back.to())
    } else {
        off_line(back.to(), out.from(), out.to())
    };
    (turns && nearest < 1e-3 * SAME.max(length.min(back.length())))
        .then(|| Some(Curve::line(out.from(), back.to())))
}

fn runs_back(out: &Curve, back: &Curve) -> bool {
    let (length, other) = (out.length(), back.length());
    if length < SAME || (length - other).abs() > 2.0 * SAME || out.from().distance(back.to()) > SAME {
        return false;
    }
    let [out, back] = [out, back].map(Ruler::new);
    [0.0, 0.25, 0.5, 0.75, 1.0].iter().all(|&share| out.point(share).distance(back.point(1.0 - share)) < SAME)
}

/// The distance of a point from the straight line through two others.
fn off_line(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    (b - a).normalize_or_zero().perp_dot(p - a).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(points: &[(f64, f64)]) -> Vec<Curve> {
        let next = points.iter().cycle().skip(1);
        points.iter().zip(next).map(|(&a, &b)| Curve::line(a.into(), b.into())).collect()
    }

    #[test]
    fn lines_out_and_back_go() {
        let whole = polygon(&[(0.0, 0.0), (0.3, 0.0), (0.5, 0.0), (0.3, 0.0), (0.3, 0.4), (0.0, 0.4)]);
        let (curves, found) = without_spurs(whole);
        assert_eq!((curves.len(), found), (4, 1));
        let [a, b] = [1, 2].map(|index: usize| curves[index].clone());
        assert_eq!((a.from(), b.to()), (DVec2::new(0.3, 0.0), DVec2::new(0.0, 0.4)));
    }

    #[test]
    fn of_a_line_that_comes_back_further_the_rest_stays() {
        let longer = polygon(&[(0.0, 0.0), (0.3, 0.0), (0.3, 0.4), (0.1, 0.4), (0.2, 0.4), (0.0, 0.4)]);
        let (curves, found) = without_spurs(longer);
        assert_eq!((curves.len(), found), (5, 1));
        assert!((curves.iter().map(Curve::length).sum::<f64>() - 1.4).abs() < 1e-12);
    }

    #[test]
    fn a_dart_without_width_goes_and_one_with_width_stays() {
        let dart = |width: f64| {
            let tip = DVec2::new(0.2, 0.2);
            let [a, b] = [0.2 + 0.5 * width, 0.2 - 0.5 * width].map(|x| DVec2::new(x, 0.4));
            let bend = |from: DVec2, to: DVec2, by: f64| {
                let at = |t: f64| from.lerp(to, t) + DVec2::new(by, 0.0);
                Curve::cubic(from, at(0.3), at(0.6), to)
            };
            let mut curves = polygon(&[(0.0, 0.0), (0.4, 0.0), (0.4, 0.4), (a.x, a.y)]);
            curves.pop();
            curves.extend([
                bend(a, tip, 0.01 * width),
                bend(tip, b, -0.01 * width),
                Curve::line(b, (0.0, 0.4).into()),
            ]);
            curves.push(Curve::line((0.0, 0.4).into(), (0.0, 0.0).into()));
            without_spurs(curves)
        };
        assert_eq!((dart(0.0).0.len(), dart(0.0).1), (5, 1));
        assert_eq!(dart(0.02).1, 0);
    }
}
