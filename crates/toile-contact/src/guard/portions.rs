//! Ways on which kinematic things go far are taken in portions.
//!
//! What kinematic things may push has regions that grow with how far these go, and candidates grow with the square of that; the number of portions
//! only with the way itself.

use super::GuardInput;
use glam::DVec3;

/// More portions than this are not taken, however long the way.
const MAX_PORTIONS: usize = 16;

/// How a motion is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Portions {
    pub(super) count: usize,
}

impl Portions {
    /// Cuts a motion so that kinematic vertices, of which the fastest goes so far, go no farther than a length in each portion.
    pub(super) fn of(kinematic_motion: f64, length: f64) -> Self {
        Self { count: ((kinematic_motion / length).ceil() as usize).clamp(1, MAX_PORTIONS) }
    }

    /// Sets where vertices are to be after a portion, counted from 0, that begins where they are `now`. Kinematic ones keep to their ways; what was kept
    /// back may catch up.
    pub(super) fn aim(
        self,
        portion: usize,
        input: &GuardInput<'_>,
        now: &[DVec3],
        ends: &[DVec3],
        aims: &mut [DVec3],
    ) {
        let left = self.count - portion;
        let share = (portion + 1) as f64 / self.count as f64;
        for (v, aim) in aims.iter_mut().enumerate() {
            *aim = if left == 1 {
                ends[v]
            } else if input.kinematic[v] {
                input.start[v].lerp(ends[v], share)
            } else {
                now[v].lerp(ends[v], 1.0 / left as f64)
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Features;
    use crate::filter::Filter;

    #[test]
    fn long_ways_are_cut_evenly_and_end_where_they_were_to() {
        assert_eq!(Portions::of(0.05, f64::INFINITY).count, 1);
        assert_eq!(Portions::of(0.0, 0.01).count, 1);
        assert_eq!(Portions::of(1e3, 0.01).count, MAX_PORTIONS);
        let start = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let ends = [DVec3::ZERO, DVec3::X * 1.05, DVec3::Y * 1.05];
        let mut features = Features::default();
        features.add(&[[0, 1, 2]], 3);
        let kinematic = [false, false, true];
        let input =
            GuardInput { features: &features, filter: &Filter::new(), kinematic: &kinematic, start: &start };
        let portions = Portions::of(0.05, 0.0126);
        assert_eq!(portions.count, 4);
        let (mut now, mut aims) = (start.to_vec(), start.to_vec());
        for portion in 0..4 {
            portions.aim(portion, &input, &now, &ends, &mut aims);
            let way = 1.0 + 0.05 * f64::from(portion as u32 + 1) / 4.0;
            assert!(aims[1].distance(DVec3::X * way) < 1e-12);
            assert!(aims[2].distance(DVec3::Y * way) < 1e-12);
            now.clone_from(&aims);
        }
        assert_eq!(aims, ends);
    }
}
