//! Whether a garment falls off its body: noticed while it falls, not when it has come to rest.

use glam::DVec3;
use std::ops::Range;

/// How far a garment may sink from where it was placed before it counts as fallen off, in metres.
pub(crate) const FALLEN: f64 = 0.25;
/// The upper end is where this share of the vertices is lower.
const UPPER: f64 = 0.98;
/// It sinks while it gets lower than before by more than this in a step, in metres.
const SINKING: f64 = 5e-4;
/// It falls if it sinks in this number of steps one after the other.
const STEPS: usize = 3;

/// Watches a garment that hangs on a body.
#[derive(Clone, Debug)]
pub(crate) struct FallWatch {
    /// Its vertices in the cloth.
    vertices: Range<usize>,
    /// The heights of its upper end and of its middle where it was placed.
    first: [f64; 2],
    /// The height of its upper end before the step.
    before: f64,
    /// Steps one after the other in which it sank.
    steps: usize,
}

impl FallWatch {
    /// A garment whose vertices, from one number on, were placed so.
    pub(crate) fn new(from: usize, placed: &[DVec3]) -> Self {
        let first = [upper_end(placed), middle(placed)];
        Self { vertices: from..from + placed.len(), first, before: f64::NEG_INFINITY, steps: 0 }
    }

    /// Begins anew, because somebody has moved it.
    pub(crate) fn wake(&mut self) {
        (self.before, self.steps) = (f64::NEG_INFINITY, 0);
    }

    /// Sees where the cloth is after a step. Tells whether the garment falls: it sinks, and has sunk too far, its upper end and its middle alike.
    /// So a hem that reaches the floor is no fall, nor a hood that comes to lie on the back, nor what was laid flat over the shoulders.
    pub(crate) fn falls(&mut self, all: &[DVec3]) -> bool {
        let Some(now) = all.get(self.vertices.clone()) else { return false };
        let top = upper_end(now);
        let sinks = self.before - top > SINKING;
        (self.before, self.steps) = (top, if sinks { self.steps + 1 } else { 0 });
        self.steps >= STEPS && self.first[0] - top > FALLEN && self.first[1] - middle(now) > FALLEN
    }
}

/// The height of the upper end of some points.
pub(crate) fn upper_end(points: &[DVec3]) -> f64 {
    let mut heights: Vec<f64> = points.iter().map(|point| point.y).collect();
    let place = ((heights.len() as f64 * UPPER) as usize).min(heights.len().saturating_sub(1));
    if heights.is_empty() { 0.0 } else { *heights.select_nth_unstable_by(place, f64::total_cmp).1 }
}

/// The height of the middle of some points.
fn middle(points: &[DVec3]) -> f64 {
    points.iter().map(|point| point.y).sum::<f64>() / points.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A band from one height to another, every centimetre of it lowered by some way.
    fn band(heights: Range<u32>, way: impl Fn(f64) -> f64) -> Vec<DVec3> {
        heights.map(|cm| 0.01 * f64::from(cm)).map(|y| DVec3::Y * (y - way(y))).collect()
    }

    /// Whether a band falls that is lowered by a way at its place in each of some steps.
    fn falls(heights: Range<u32>, steps: usize, way: impl Fn(f64, f64) -> f64) -> bool {
        let mut watch = FallWatch::new(2, &band(heights.clone(), |_| 0.0));
        let mut all = vec![DVec3::ZERO; 2];
        (0..=steps).any(|step| {
            all.truncate(2);
            all.extend(band(heights.clone(), |y| way(y, step as f64 / steps as f64)));
            watch.falls(&all)
        })
    }

    #[test]
    fn what_sinks_as_a_whole_falls_and_what_stays_or_folds_over_does_not() {
        assert!(falls(90..120, 40, |_, part| 0.5 * part), "it slides off");
        assert!(!falls(90..120, 40, |_, part| 0.2 * part), "it slides down a little");
        assert!(!falls(90..120, 2000, |_, part| 0.5 * part), "it creeps");
        assert!(!falls(2..140, 40, |y, part| part * (0.3 - y).max(0.0)), "its hem lies on the floor");
        assert!(!falls(60..180, 40, |y, part| part * 2.0 * (y - 1.55).max(0.0)), "its hood falls back");
        assert!(falls(2..140, 40, |y, part| part * (y - 0.02)), "a long dress that ends on the floor");
        assert!(
            !falls(138..140, 40, |y, part| part * 40.0 * (1.388 - y).max(0.0)),
            "a poncho that was laid flat"
        );
        assert!(!falls(90..120, 40, |_, part| if part > 0.0 { 0.6 } else { 0.0 }), "it lies there");
    }
}
