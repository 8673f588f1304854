//! Polygons, rectangles and ellipses as runs of curves.

use super::path::{Subpath, subpaths};
use crate::curve::Curve;
use glam::DVec2;

/// Straight lines through points.
pub(super) fn through(points: &[DVec2], closed: bool) -> Subpath {
    let mut curves: Vec<Curve> = points.windows(2).map(|ends| Curve::line(ends[0], ends[1])).collect();
    if let (true, Some(&first), Some(&last)) = (closed, points.first(), points.last())
        && first != last
    {
        curves.push(Curve::line(last, first));
    }
    Subpath { curves, closed }
}

/// A rectangle with round corners, an ellipse if nothing else is left of it.
pub(super) fn rectangle(low: DVec2, size: DVec2, radii: DVec2) -> Subpath {
    let (across, down) = (DVec2::new(size.x, 0.0), DVec2::new(0.0, size.y));
    if radii.min_element() <= 0.0 {
        return through(&[low, low + across, low + size, low + down], true);
    }
    let data = format!(
        "M{} {}h{}a{rx} {ry} 0 0 1 {rx} {ry}v{}a{rx} {ry} 0 0 1 {} {ry}h{}a{rx} {ry} 0 0 1 {} {}v{}a{rx} {ry} 0 0 1 {rx} {}z",
        low.x + radii.x,
        low.y,
        size.x - 2.0 * radii.x,
        size.y - 2.0 * radii.y,
        -radii.x,
        2.0 * radii.x - size.x,
        -radii.x,
        -radii.y,
        2.0 * radii.y - size.y,
        -radii.y,
        rx = radii.x,
        ry = radii.y,
    );
    let mut paths = subpaths(&data);
    for path in &mut paths {
        path.curves.retain(|curve| curve.from() != curve.to());
    }
    paths.into_iter().next().unwrap_or_default()
}
