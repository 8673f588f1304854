//! Knees, ankles and calves.

use super::slices::Slices;
use super::trunk::Heights;
use super::{Landmarks, PoseError};
use glam::DVec3;

/// How high the knee is as a fraction of the height of the crotch.
const KNEE: f64 = 0.606;

/// How high the inner ankle bone is as a fraction of the body's height.
const ANKLE: f64 = 0.043;

pub(crate) fn find(
    slices: &Slices<'_>,
    heights: &Heights,
    (side, sign): (&'static str, f64),
    landmarks: &mut Landmarks,
) -> Result<(), PoseError> {
    let inside_leg = heights.crotch - slices.floor;
    let leg = |level: usize| slices.leg(&slices.levels[level], sign);
    let girths = |from: f64, to: f64| {
        (slices.level_of(slices.floor + from * inside_leg)..slices.level_of(slices.floor + to * inside_leg))
            .filter_map(|l| Some((l, leg(l)?.line.girth())))
    };
    let ankle = girths(0.075, 0.26).min_by(|a, b| a.1.total_cmp(&b.1)).ok_or(PoseError::NotUpright)?.0;
    let calf = girths(0.30, 0.52).max_by(|a, b| a.1.total_cmp(&b.1)).ok_or(PoseError::NotUpright)?.0;
    let mut set = |name: &str, y: f64, direction: DVec3, confidence: f64| {
        let outlines = slices.at(y);
        if let Some(outline) = slices.leg(&outlines, sign) {
            landmarks.set(format!("{side}_{name}"), outline.line.farthest(direction), confidence);
            landmarks.set(format!("{side}_{name}_center"), outline.centroid, confidence);
        }
    };
    set("ankle_girth", slices.level_height(ankle), DVec3::X * -sign, 0.85);
    set("ankle", slices.floor + ANKLE * slices.height, DVec3::X * -sign, 0.7);
    set("calf", slices.level_height(calf), DVec3::NEG_Z, 0.85);
    set("knee", slices.floor + KNEE * inside_leg, DVec3::Z, 0.6);
    Ok(())
}
