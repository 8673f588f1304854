//! The pattern that is written in every dialect.

use toile_pattern::curve::Curve;
use toile_pattern::glam::{DAffine2, DVec2};
use toile_pattern::outline::Outline;

pub(crate) const FRONT: &str = "FRONT";
pub(crate) const SLEEVE: &str = "SLEEVE";
pub(crate) const POCKET: &str = "POCKET BAG";

/// Polylines stay so near to curves, in metres.
const FLAT: f64 = 2e-5;

/// Half a front: straight sides, an armhole, a neck of a quarter circle, its middle on the fold.
pub(crate) fn front() -> Outline {
    let v = DVec2::new;
    Outline::of_curves([
        Curve::line(v(0.0, 0.0), v(0.24, 0.0)),
        Curve::line(v(0.24, 0.0), v(0.24, 0.4)),
        Curve::cubic(v(0.24, 0.4), v(0.18, 0.42), v(0.17, 0.55), v(0.19, 0.66)),
        Curve::line(v(0.19, 0.66), v(0.08, 0.68)),
        Curve::arc(v(0.08, 0.68), v(0.0, 0.6), -std::f64::consts::FRAC_PI_2),
        Curve::line(v(0.0, 0.6), v(0.0, 0.0)),
    ])
}

pub(crate) fn sleeve() -> Outline {
    let v = DVec2::new;
    Outline::of_curves([
        Curve::line(v(0.0, 0.0), v(0.3, 0.0)),
        Curve::line(v(0.3, 0.0), v(0.3, 0.4)),
        Curve::cubic(v(0.3, 0.4), v(0.25, 0.55), v(0.05, 0.55), v(0.0, 0.4)),
        Curve::line(v(0.0, 0.4), v(0.0, 0.0)),
    ])
}

pub(crate) fn pocket() -> Outline {
    Outline::polygon(&[(0.0, 0.0), (0.15, 0.0), (0.18, 0.2), (0.0, 0.2)].map(DVec2::from))
}

pub(crate) fn triangle(size: f64) -> Outline {
    Outline::polygon(&[(0.0, 0.0), (size, 0.0), (0.0, size)].map(DVec2::from))
}

pub(crate) fn flat(outline: &Outline) -> Vec<DVec2> {
    outline.flattened(FLAT)
}

pub(crate) fn scaled(outline: &Outline, scale: f64) -> Outline {
    let map = DAffine2::from_scale(DVec2::splat(scale));
    Outline::of_curves(outline.edges.iter().map(|edge| edge.curve.transformed(&map)))
}

pub(crate) fn middle(outline: &Outline) -> DVec2 {
    let [low, high] = outline.bounds();
    0.5 * (low + high)
}

/// The line to cut around an outline: its points moved outwards along the bisectors, by an allowance.
pub(crate) fn inset(outline: &Outline, allowance: f64) -> Vec<DVec2> {
    let points = flat(outline);
    let count = points.len();
    let normal = |i: usize| -(points[(i + 1) % count] - points[i]).normalize().perp();
    (0..count)
        .map(|i| {
            let (a, b) = (normal((i + count - 1) % count), normal(i));
            points[i] + allowance * (a + b) / (1.0 + a.dot(b))
        })
        .collect()
}

/// The largest distance of points of one outline from the other one, either way.
pub(crate) fn apart(a: &Outline, b: &Outline) -> f64 {
    let far = |a: &Outline, b: &Outline| {
        let line = b.flattened(1e-6);
        let near = |point: &DVec2| {
            let next = line.iter().cycle().skip(1);
            let parts = line.iter().zip(next).map(|(&from, &to)| {
                let share = (*point - from).dot(to - from) / (to - from).length_squared();
                from.lerp(to, share.clamp(0.0, 1.0)).distance(*point)
            });
            parts.fold(f64::INFINITY, f64::min)
        };
        a.flattened(1e-5).iter().map(near).fold(0.0, f64::max)
    };
    far(a, b).max(far(b, a))
}
