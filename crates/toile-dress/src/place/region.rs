//! What hulls go around: the axis of each segment of the body, and the parts of the body that the hull must enclose.

use super::section::convex_hull;
use crate::body::Wearer;
use crate::frame::HullFrame;
use crate::infer::Limb;
use glam::{DVec2, DVec3};
use std::collections::BTreeMap;

impl Limb {
    /// The axes of its hulls; `None` if a landmark is missing.
    pub(super) fn frame(self, body: &Wearer) -> Option<HullFrame> {
        let at = |name: &str| body.landmarks().position(name);
        match self {
            Self::Trunk | Self::Leg(_) => {
                let middle = at("waist_front")?.midpoint(at("waist_back")?);
                Some(HullFrame::new(DVec3::new(at("crotch")?.x, 0.0, middle.z), DVec3::Y, DVec3::Z))
            }
            Self::Arm(left) => {
                let (side, sign) = if left { ("left", 1.0) } else { ("right", -1.0) };
                let shoulder = at(&format!("{side}_shoulder_center"))?;
                let wrist = at(&format!("{side}_wrist_center"))?;
                // Angles are counted from the outer side of a hanging arm, the upper side of a raised one.
                Some(HullFrame::new(shoulder, shoulder - wrist, DVec3::new(sign, 1.0, 0.0)))
            }
            Self::Neck => {
                let (front, back) = (at("neck_front")?, at("neck_back")?);
                let up = (front - back).cross(DVec3::X).normalize_or(DVec3::Y);
                Some(HullFrame::new(front.midpoint(back), if up.y < 0.0 { -up } else { up }, DVec3::Z))
            }
        }
    }
}

/// How far apart the inner walls of the hulls of both legs are, in metres.
const BETWEEN_LEGS: f64 = 0.004;

/// What is farther from the axis of the neck is the shoulders' slope, in metres: what goes around the neck moves up from there rather than around it.
const WIDEST_NECK: f64 = 0.075;

/// Points that a hull has to enclose are thinned out to the outermost of slabs this thick, in metres.
const SLAB: f64 = 0.02;

/// The points of the body that a hull has to enclose, seen along its axis, each with its height.
pub(super) fn enclosed_points(limb: Limb, body: &Wearer, frame: &HullFrame) -> Vec<(DVec2, f64)> {
    let mut slabs: BTreeMap<i64, Vec<(DVec2, f64)>> = BTreeMap::new();
    for p in body.points_of(limb.parts()) {
        let height = frame.height(p);
        if limb == Limb::Neck && frame.flat(p).length() > WIDEST_NECK {
            continue;
        }
        slabs.entry((height / SLAB).floor() as i64).or_default().push((frame.flat(p), height));
    }
    let outermost = |slab: Vec<(DVec2, f64)>| {
        let corners = convex_hull(slab.iter().map(|p| p.0));
        let low = slab.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
        let high = slab.iter().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
        corners.into_iter().flat_map(move |corner| [(corner, low), (corner, high)])
    };
    slabs.into_values().flat_map(outermost).collect()
}

/// Of such points those between two heights, each with its share of the way down; those of a leg are kept so far on their side that a ring at
/// a distance does not reach the other leg's.
pub(super) fn points_between(
    limb: Limb,
    points: &[(DVec2, f64)],
    [low, high]: [f64; 2],
    distance: f64,
) -> Vec<(DVec2, f64)> {
    let side = 0.5 * BETWEEN_LEGS + distance;
    let kept = |p: DVec2| match limb {
        Limb::Leg(true) => DVec2::new(p.x, p.y.max(side)),
        Limb::Leg(false) => DVec2::new(p.x, p.y.min(-side)),
        _ => p,
    };
    let share = |height: f64| ((high - height) / (high - low).max(1e-9)).clamp(0.0, 1.0);
    let inside = points.iter().filter(|(_, height)| (low..=high).contains(height));
    inside.map(|&(p, height)| (kept(p), share(height))).collect()
}
