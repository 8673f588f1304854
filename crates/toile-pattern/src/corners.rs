//! Edges from outlines that know none: a path of lines and curves is cut where it turns sharply.

use crate::curve::Curve;
use crate::outline::{Edge, Outline};
use glam::DVec2;

/// A turn of more than this makes a corner, in degrees.
const CORNER: f64 = 22.0;
/// A turn of a flattened curve has to be sharper: its lines turn a little at every point.
const FLAT_CORNER: f64 = 32.0;
/// Shorter parts than this are taken for one point, in metres.
const NOTHING: f64 = 1e-5;

/// The outline of a closed chain of curves, counter-clockwise; `None` if it encloses nothing.
pub(crate) fn outline_of(curves: Vec<Curve>, corners: &[DVec2]) -> Option<Outline> {
    let mut curves: Vec<Curve> = curves.into_iter().filter(|curve| curve.length() > NOTHING).collect();
    if curves.len() < 2 {
        let curve = curves.pop()?;
        let (a, b) = curve.cut(0.5);
        curves = vec![a, b];
    }
    let area: f64 = curves.iter().map(Curve::double_area).sum();
    if area.is_nan() || area.abs() < 1e-10 {
        return None;
    }
    if area < 0.0 {
        curves = curves.iter().rev().map(Curve::reversed).collect();
    }
    weld(&mut curves);
    let groups = grouped(&curves, corners);
    Some(Outline { edges: groups.into_iter().map(|group| Edge::new(joined(&group))).collect() })
}

/// Lets each curve begin exactly where the one before it ends.
fn weld(curves: &mut [Curve]) {
    let count = curves.len();
    for i in 0..count {
        let before = curves[(i + count - 1) % count].to();
        if before.distance(curves[i].from()) < 1e-3 {
            set_start(&mut curves[i], before);
        }
    }
}

fn set_start(curve: &mut Curve, place: DVec2) {
    match curve {
        Curve::Line { from, .. }
        | Curve::Quadratic { from, .. }
        | Curve::Cubic { from, .. }
        | Curve::Arc { from, .. } => {
            *from = place;
        }
        Curve::Spline { points } | Curve::Polyline { points } | Curve::Path { points } => {
            if let Some(first) = points.first_mut() {
                *first = place;
            }
        }
    }
}

/// Runs of curves between corners. Given corners count wherever they lie; without any, sharp turns do.
fn grouped(curves: &[Curve], corners: &[DVec2]) -> Vec<Vec<Curve>> {
    let count = curves.len();
    let flat = curves.iter().filter(|curve| curve.is_straight()).count() * 10 > count * 8 && count > 12;
    let limit = if flat { FLAT_CORNER } else { CORNER };
    let is_corner = |i: usize| {
        let (before, after) = (&curves[(i + count - 1) % count], &curves[i]);
        let given = corners.iter().any(|corner| corner.distance(after.from()) < 1e-3);
        let turn = before.tangent(1.0).angle_to(after.tangent(0.0)).abs().to_degrees();
        // Where a long line meets a flattened curve there is a corner only if the turn is one.
        given || turn > if corners.is_empty() { limit } else { 2.0 * limit }
    };
    let starts: Vec<usize> = (0..count).filter(|&i| is_corner(i)).collect();
    let starts = match starts.len() {
        // A smooth outline has none: it is cut in two, because an edge must have two ends.
        0 => vec![0, count / 2],
        1 => vec![starts[0], (starts[0] + count / 2) % count],
        _ => starts,
    };
    let mut groups = Vec::new();
    for (k, &start) in starts.iter().enumerate() {
        let end = starts[(k + 1) % starts.len()];
        let length = (end + count - start - 1) % count + 1;
        groups.push((0..length).map(|i| curves[(start + i) % count].clone()).collect());
    }
    groups
}

/// One curve from several that follow each other.
pub(crate) fn joined(curves: &[Curve]) -> Curve {
    if let [curve] = curves {
        return curve.clone();
    }
    if curves.iter().all(Curve::is_straight) {
        let mut points: Vec<DVec2> = curves.iter().map(Curve::from).collect();
        points.extend(curves.last().map(Curve::to));
        let (first, last) = (points[0], points[points.len() - 1]);
        let off = |p: &DVec2| {
            (last - first).perp_dot(*p - first).abs() / (last - first).length().max(f64::MIN_POSITIVE)
        };
        if points.iter().all(|point| off(point) < 2e-5) {
            return Curve::line(first, last);
        }
        return Curve::Polyline { points };
    }
    let mut points: Vec<DVec2> = curves.first().map(Curve::from).into_iter().collect();
    for curve in curves {
        points.extend(cubics(curve));
    }
    Curve::Path { points }
}

/// A curve as Bézier curves, without its first point.
pub(crate) fn cubics(curve: &Curve) -> Vec<DVec2> {
    let mut points = Vec::new();
    for span in curve.spans() {
        let (a, b) = (span.from(), span.to());
        let third = 1.0 / 3.0;
        match span {
            crate::curve::Span::Cubic([_, one, two, to]) => points.extend([one, two, to]),
            crate::curve::Span::Quadratic([_, control, to]) => {
                points.extend([a.lerp(control, 2.0 * third), b.lerp(control, 2.0 * third), to]);
            }
            crate::curve::Span::Line(_) => points.extend([a.lerp(b, third), a.lerp(b, 2.0 * third), b]),
            crate::curve::Span::Arc { turn, .. } => {
                // Parts of at most a quarter turn are within 3e-4 of their radius.
                let parts = (turn.abs() / 1.6).ceil().max(1.0) as u32;
                for part in 0..parts {
                    let [t0, t1] = [part, part + 1].map(|p| f64::from(p) / f64::from(parts));
                    let (p, q) = (span.point(t0), span.point(t1));
                    let arm = third * (t1 - t0);
                    points.extend([p + span.derivative(t0) * arm, q - span.derivative(t1) * arm, q]);
                }
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flattened_curves_become_one_edge() {
        // A half disc: a straight edge and forty chords, clockwise.
        let arc = (0..=40).map(|i| DVec2::from_angle(f64::from(i) * std::f64::consts::PI / 40.0) * 0.2);
        let mut points: Vec<DVec2> = arc.collect();
        points.reverse();
        let next = points.iter().cycle().skip(1);
        let curves = points.iter().zip(next).map(|(&a, &b)| Curve::line(a, b)).collect();
        let outline = outline_of(curves, &[]).unwrap();
        assert_eq!(outline.edges.len(), 2);
        assert!(outline.area() > 0.0 && outline.gaps().is_empty());
        assert_eq!(outline.edges.iter().filter(|edge| edge.curve.is_straight()).count(), 1);
    }

    #[test]
    fn smooth_joints_vanish_and_corners_stay() {
        let v = DVec2::new;
        let curves = vec![
            Curve::line(v(0.0, 0.0), v(0.3, 0.0)),
            Curve::line(v(0.3, 0.0), v(0.3, 0.3)),
            Curve::cubic(v(0.3, 0.3), v(0.3, 0.4), v(0.2, 0.5), v(0.1, 0.5)),
            Curve::line(v(0.1, 0.5), v(0.0, 0.5)),
            Curve::line(v(0.0, 0.5), v(0.0, 0.0)),
        ];
        let outline = outline_of(curves, &[]).unwrap();
        assert_eq!(outline.edges.len(), 3, "hem, side with curve and top, centre");
        assert!(outline.edges.iter().any(|edge| matches!(edge.curve, Curve::Path { .. })));
        assert!(outline.gaps().is_empty());
    }
}
