//! Where a waistband is worn of which nothing is told: as high as the body is narrow enough for it, but no higher than the waist.

use super::section::convex_hull;
use crate::body::Wearer;
use crate::frame::HullFrame;
use glam::DVec2;

/// Half the height of the slabs in which the girth is measured, in metres.
const SLAB: f64 = 0.012;
/// How far apart heights are that are tried, in metres.
const STEP: f64 = 0.005;
/// A band lies on the skin with so much to spare, as a share of the girth.
const SPARE: f64 = 0.01;

/// The height of the lower edge of a band of a length and a height. It slides down to where the body is as wide as it is; one that is shorter than
/// the waist has its upper edge there.
pub(super) fn lower_edge(
    points: &[(DVec2, f64)],
    frame: &HullFrame,
    body: &Wearer,
    [length, height]: [f64; 2],
) -> Option<f64> {
    let at = |name: &str| body.landmarks().position(name).map(|p| frame.height(p));
    let (waist, crotch) = (at("waist_back")?, at("crotch")?);
    let levels = ((waist - crotch) / STEP).max(0.0) as usize;
    let mut below = (0..=levels).map(|k| waist - k as f64 * STEP);
    let is_wide = |level: &f64| girth(points, *level).is_some_and(|girth| girth * (1.0 + SPARE) >= length);
    Some(below.find(is_wide)?.min(waist - height))
}

/// The girth of the body at a height: that of a tape, which spans hollows.
fn girth(points: &[(DVec2, f64)], height: f64) -> Option<f64> {
    let near = points.iter().filter(|point| (point.1 - height).abs() < SLAB).map(|point| point.0);
    let hull: Vec<DVec2> = convex_hull(near);
    (hull.len() > 2).then(|| {
        let next = hull.iter().cycle().skip(1);
        hull.iter().zip(next).map(|(a, b)| a.distance(*b)).sum()
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail so")]

    use super::super::region::enclosed_points;
    use super::*;
    use crate::infer::Limb;

    #[test]
    fn a_band_lies_where_the_body_is_as_wide() {
        let body = Wearer::open("eu-38").unwrap();
        let frame = Limb::Trunk.frame(&body).unwrap();
        let points = enclosed_points(Limb::Trunk, &body, &frame);
        let measures = body.measures();
        let waist = frame.height(body.landmarks().position("waist_back").unwrap());
        let edge = |length: f64| lower_edge(&points, &frame, &body, [length, 0.04]).unwrap();
        assert!((edge(measures.waist_girth) - (waist - 0.04)).abs() < 1e-9, "its upper edge at the waist");
        assert!((edge(0.8 * measures.waist_girth) - (waist - 0.04)).abs() < 1e-9, "stretched");
        let low = edge(0.5 * (measures.waist_girth + measures.hip_girth));
        assert!(low < waist - 0.05 && low > waist - 0.2, "{low} {waist}");
        assert!(edge(measures.hip_girth) < low);
        assert!(lower_edge(&points, &frame, &body, [2.0, 0.04]).is_none(), "it would fall off");
    }
}
