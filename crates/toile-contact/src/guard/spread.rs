//! How far vertices are expected to get from their ways while candidates last, learned from how far they got the last time.
//!
//! Most of a falling cloth keeps to its way to a tenth of a millimetre while a few vertices hit something. With the same radius for all, lists
//! would be long for the sake of those few. Only how long lists are and how long they last depends on this, never the result.

use super::regions::Region;
use glam::DVec3;
use rayon::prelude::*;

/// Candidates that lasted for fewer motions were too short-lived, and those that lasted for more may be fewer.
const BRIEF: u32 = 5;
const LONG: u32 = 10;

/// Radii are this many times what vertices strayed; the factor learns, within limits.
const MIN_RADIUS_FACTOR: f64 = 1.5;
const MAX_RADIUS_FACTOR: f64 = 12.0;
const GROWTH: f64 = 1.5;

/// No radius is less than this part of the largest.
const MIN_PART: f64 = 0.2;

/// Candidates for each vertex, in the mean, that are many and that are few; where there are many there is to be so much less room.
const MANY_CANDIDATES: f64 = 60.0;
const FEW_CANDIDATES: f64 = 30.0;
const FEWER: f64 = 0.75;
const MIN_SHARE: f64 = 0.1;

/// What was seen since candidates were last looked for.
#[derive(Debug)]
pub(super) struct Spread {
    /// How far each vertex was from its way at most; endless if nothing is known.
    seen: Vec<f64>,
    /// For how many motions candidates were enough.
    motions: u32,
    factor: f64,
    /// The part of the usual room around ways, and of the usual look ahead, that is affordable.
    share: f64,
}

impl Default for Spread {
    fn default() -> Self {
        Self { seen: Vec::new(), motions: 0, factor: 3.0, share: 1.0 }
    }
}

impl Spread {
    /// Whether all vertices are within their regions at some places, with some room each; notes how far they are from their ways.
    pub(super) fn watch(
        &mut self,
        regions: &[Region],
        places: &[DVec3],
        progress: f64,
        room: impl Fn(usize) -> f64 + Sync,
    ) -> bool {
        let all = self.seen.par_iter_mut().zip(regions).zip(places).with_min_len(1024).enumerate();
        let inside = all.map(|(v, ((seen, region), place))| {
            let outside = region.outside(*place, progress);
            *seen = seen.max(outside);
            region.leaves_room(outside, room(v))
        });
        inside.reduce(|| true, |one, other| one & other)
    }

    /// Candidates were enough for one more motion.
    pub(super) fn count_motion(&mut self) {
        self.motions += 1;
    }

    /// Candidates are looked for: adapts the factor to how long the last ones were enough.
    pub(super) fn renew(&mut self, vertices: usize) {
        self.seen.resize(vertices, f64::INFINITY);
        if self.motions < BRIEF {
            self.factor = (self.factor * GROWTH).min(MAX_RADIUS_FACTOR);
        } else if self.motions > LONG {
            self.factor = (self.factor / GROWTH).max(MIN_RADIUS_FACTOR);
        }
        self.motions = 0;
    }

    /// Takes note of the number of candidates for a number of vertices: where cells are small against the room that there is around ways, lists grow with its
    /// square and more, and it is better to look again sooner.
    pub(super) fn weigh(&mut self, candidates: usize, vertices: usize) {
        let of_vertex = candidates as f64 / vertices.max(1) as f64;
        if of_vertex > MANY_CANDIDATES {
            self.share = (self.share * FEWER).max(MIN_SHARE);
        } else if of_vertex < FEW_CANDIDATES {
            self.share = (self.share / FEWER).min(1.0);
        }
    }

    /// The part of the usual room around ways, and of the usual look ahead, that is affordable.
    pub(super) fn share(&self) -> f64 {
        self.share
    }

    /// The radius for a vertex, given the largest that comes into question.
    pub(super) fn radius(&self, vertex: usize, most: f64) -> f64 {
        (self.factor * self.seen[vertex]).clamp(MIN_PART * most, most)
    }

    /// Forgets how far vertices were, since they have new ways now.
    pub(super) fn begin(&mut self) {
        self.seen.fill(0.0);
    }

    /// Forgets all.
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The regions of two vertices that go along X, with the radii that were learned.
    fn regions(spread: &Spread, most: f64) -> Vec<Region> {
        [0.0, 1.0]
            .into_iter()
            .enumerate()
            .map(|(v, y)| {
                let from = DVec3::Y * y;
                Region::following(from, from + DVec3::X, spread.radius(v, most))
            })
            .collect()
    }

    #[test]
    fn who_strays_gets_more_room_than_who_does_not() {
        let mut spread = Spread::default();
        spread.renew(2);
        assert!(regions(&spread, 1.0).iter().all(|region| region.leaves_room(0.99, 0.0)), "nothing is known");
        spread.begin();
        let all = regions(&spread, 1.0);
        // Halfway, the second vertex is off its way.
        let places = [DVec3::X * 0.5, DVec3::new(0.5, 1.1, 0.0)];
        assert!(spread.watch(&all, &places, 0.5, |_| 0.05));
        assert!(!spread.watch(&all, &places, 0.5, |_| 0.15), "there is no room for as much more");
        spread.renew(2);
        assert!(spread.radius(0, 1.0) < spread.radius(1, 1.0));
        assert!(spread.radius(1, 1.0) > 0.1 * MIN_RADIUS_FACTOR);
    }

    #[test]
    fn there_is_less_room_where_candidates_are_many_and_more_again_where_they_are_few() {
        let mut spread = Spread::default();
        (0..3).for_each(|_| spread.weigh(100 * 50, 50));
        assert!((spread.share() - FEWER.powi(3)).abs() < 1e-12);
        (0..100).for_each(|_| spread.weigh(100 * 50, 50));
        assert!((spread.share() - MIN_SHARE).abs() < 1e-12);
        spread.weigh(45 * 50, 50);
        assert!((spread.share() - MIN_SHARE).abs() < 1e-12, "neither many nor few");
        (0..100).for_each(|_| spread.weigh(0, 50));
        assert!((spread.share() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn lists_that_do_not_last_get_longer_and_others_shorter() {
        let factors = |motions: u32| {
            let mut spread = Spread::default();
            for _ in 0..20 {
                (0..motions).for_each(|_| spread.count_motion());
                spread.renew(1);
            }
            spread.factor
        };
        assert_eq!([factors(0), factors(LONG + 5)], [MAX_RADIUS_FACTOR, MIN_RADIUS_FACTOR]);
    }
}
