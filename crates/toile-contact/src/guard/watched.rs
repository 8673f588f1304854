//! Pairs that were found near on a long way that is taken in parts: one search for candidates serves all parts.
//!
//! Most of them come no nearer in one part. How far vertices got from where they were, but for what all of them do together, tells so without their
//! places.

use super::NearPair;
use crate::narrow::StencilKind;
use glam::DVec3;
use rayon::prelude::*;

/// A pair, and how far it was apart when it was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct WatchedPair {
    pub(super) kind: StencilKind,
    pub(super) corners: [u32; 4],
    distance: f64,
}

/// What is watched; see [the module](self).
#[derive(Debug, Default)]
pub(super) struct Watched {
    pub(super) pairs: Vec<WatchedPair>,
    /// Where all vertices were when the pairs were found.
    places: Vec<DVec3>,
    /// How far each vertex gets from there in a part of the way, but for what all do.
    strayed: Vec<f64>,
}

impl Watched {
    /// Watches pairs that were found at some places.
    pub(super) fn set(&mut self, places: &[DVec3], near: &[NearPair]) {
        self.places.clear();
        self.places.extend_from_slice(places);
        self.pairs.clear();
        let watch = |pair: &NearPair| {
            let NearPair { kind, corners, close } = *pair;
            WatchedPair { kind, corners, distance: close.distance }
        };
        self.pairs.par_extend(near.par_iter().map(watch));
    }

    /// Measures how far vertices get on a part of the way.
    pub(super) fn measure(&mut self, start: &[DVec3], ends: &[DVec3]) {
        let [first, last] = [start, ends].map(|places| self.mean_shift(places));
        let Self { places, strayed, .. } = self;
        let ways = places.par_iter().zip(start).zip(ends).with_min_len(1024);
        // On a straight way it is farthest from any point at one of its ends.
        ways.map(|((from, start), end)| {
            let squared =
                (*start - *from - first).length_squared().max((*end - *from - last).length_squared());
            squared.sqrt() * (1.0 + 1e-9)
        })
        .collect_into_vec(strayed);
    }

    /// How far all vertices got together.
    fn mean_shift(&self, places: &[DVec3]) -> DVec3 {
        let shifts = self.places.iter().zip(places).map(|(from, to)| *to - *from);
        shifts.sum::<DVec3>() / self.places.len().max(1) as f64
    }

    /// Whether a pair certainly stays farther apart than a distance on the way that was measured.
    #[inline]
    pub(super) fn is_far(&self, pair: &WatchedPair, distance: f64) -> bool {
        let strayed = pair.corners.map(|v| self.strayed[v as usize]);
        let (first, second) = strayed.split_at(pair.kind.first_side());
        let farthest = |side: &[f64]| side.iter().copied().fold(0.0, f64::max);
        pair.distance - farthest(first) - farthest(second) > distance * (1.0 + 1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::narrow::proximity::proximity;
    use proptest::prelude::*;

    fn places(around: f64) -> impl Strategy<Value = [DVec3; 4]> {
        let place = (-around..around, -around..around, -around..around);
        prop::array::uniform4(place.prop_map(|(x, y, z)| DVec3::new(x, y, z)))
    }

    proptest! {
        #[test]
        fn what_is_far_stays_farther_at_all_times(
            mut found in places(1.0),
            start in places(0.3),
            end in places(0.3),
            aside in 0.0..2.0,
            is_edges in any::<bool>(),
            distance in 0.0..0.5,
        ) {
            let kind = if is_edges { StencilKind::EdgeEdge } else { StencilKind::VertexTriangle };
            found[..kind.first_side()].iter_mut().for_each(|place| place.z += aside);
            let close = proximity(kind, found, f64::INFINITY).unwrap();
            let mut watched = Watched::default();
            watched.set(&found, &[NearPair { kind, corners: [0, 1, 2, 3], close }]);
            let add = |by: [DVec3; 4]| std::array::from_fn::<DVec3, 4, _>(|i| found[i] + by[i] + DVec3::X);
            let [start, end] = [add(start), add(end)];
            watched.measure(&start, &end);
            if watched.is_far(&watched.pairs[0], distance) {
                for part in 0..=20 {
                    let at = std::array::from_fn(|i| start[i].lerp(end[i], f64::from(part) / 20.0));
                    prop_assert!(proximity(kind, at, f64::INFINITY).unwrap().distance > distance);
                }
            }
        }
    }

    #[test]
    fn what_all_do_together_is_not_counted() {
        let found = [DVec3::Y, DVec3::ZERO, DVec3::X, DVec3::Z];
        let close = proximity(StencilKind::VertexTriangle, found, f64::INFINITY).unwrap();
        let mut watched = Watched::default();
        watched.set(&found, &[NearPair { kind: StencilKind::VertexTriangle, corners: [0, 1, 2, 3], close }]);
        watched.measure(&found.map(|p| p + 5.0 * DVec3::X), &found.map(|p| p - 7.0 * DVec3::Y));
        assert!(watched.is_far(&watched.pairs[0], 0.9));
        watched.measure(&found, &found.map(|p| 0.5 * p));
        assert!(!watched.is_far(&watched.pairs[0], 0.9));
    }
}
