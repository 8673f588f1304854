//! Smooth curves through points: centripetal Catmull-Rom, which neither loops nor overshoots between points that lie close
//! (Yuksel, Schaefer, Keyser 2011, "Parameterization and applications of Catmull-Rom curves").

use super::Span;
use glam::DVec2;

/// The cubic Bézier curves of a spline through points.
pub(super) fn spans(points: &[DVec2]) -> Vec<Span> {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return vec![Span::Line([DVec2::ZERO; 2])];
    };
    if points.len() < 3 {
        return vec![Span::Line([first, last])];
    }
    let tangents: Vec<DVec2> = (0..points.len()).map(|i| tangent(points, i)).collect();
    (0..points.len() - 1)
        .map(|i| {
            let (a, b) = (points[i], points[i + 1]);
            let third = knot(a, b) / 3.0;
            Span::Cubic([a, a + tangents[i] * third, b - tangents[i + 1] * third, b])
        })
        .collect()
}

/// The centripetal distance of knots.
fn knot(a: DVec2, b: DVec2) -> f64 {
    a.distance(b).sqrt()
}

/// The derivative by the knots at a point: that of the parabola through it and its neighbours.
fn tangent(points: &[DVec2], i: usize) -> DVec2 {
    let last = points.len() - 1;
    let slope = |a: usize, b: usize| {
        let width = knot(points[a], points[b]);
        if width > 0.0 { (points[b] - points[a]) / width } else { DVec2::ZERO }
    };
    // A parabola through the first three points, or the last three, gives the slope at the end.
    let (before, after, widths) = if i == 0 {
        (slope(0, 1), slope(1, 2), [knot(points[0], points[1]), knot(points[1], points[2])])
    } else if i == last {
        let widths = [knot(points[last - 2], points[last - 1]), knot(points[last - 1], points[last])];
        (slope(last - 2, last - 1), slope(last - 1, last), widths)
    } else {
        let widths = [knot(points[i - 1], points[i]), knot(points[i], points[i + 1])];
        (slope(i - 1, i), slope(i, i + 1), widths)
    };
    let [left, right] = widths;
    if left + right <= 0.0 {
        return DVec2::ZERO;
    }
    if i == 0 {
        before + (before - after) * (left / (left + right))
    } else if i == last {
        after + (after - before) * (right / (left + right))
    } else {
        (before * right + after * left) / (left + right)
    }
}
