//! A frame that travels with a body: in it only limbs and folds move.

use glam::DVec3;
use toile_cloth::run::Controller;
use toile_cloth::simulation::Simulation;
use toile_cloth::world::{MovingFrame, World};

/// The vertices of a body at growing times in seconds.
pub type Keys = Vec<(f64, Vec<DVec3>)>;

/// The way of a frame that travels with a body: over the floor, evened out.
#[derive(Clone, Debug, PartialEq)]
pub struct Travel {
    times: Vec<f64>,
    places: Vec<DVec3>,
}

/// Over this time to either side the way of the body is evened out, in seconds.
const EVEN: f64 = 0.5;
/// The difference of times from which accelerations are found, in seconds.
const BETWEEN: f64 = 1.0 / 30.0;

impl Travel {
    /// The way of the middle of a body, and where its vertices are in the frame.
    pub fn of(keys: Keys) -> (Self, Keys) {
        let middle = |points: &[DVec3]| points.iter().sum::<DVec3>().with_y(0.0) / points.len().max(1) as f64;
        let middles: Vec<DVec3> = keys.iter().map(|key| middle(&key.1)).collect();
        let times: Vec<f64> = keys.iter().map(|key| key.0).collect();
        let evened = |k: usize| {
            // The same reach to both sides, so that the ends stay where they are.
            let reach = EVEN.min(times[k] - times[0]).min(times[times.len() - 1] - times[k]);
            let near = (0..times.len()).filter(|&i| (times[i] - times[k]).abs() <= reach + 1e-9);
            let (sum, count) = near.fold((DVec3::ZERO, 0.0), |(sum, n), i| (sum + middles[i], n + 1.0));
            sum / count
        };
        let places: Vec<DVec3> = (0..times.len()).map(evened).collect();
        let own = |((time, points), place): ((f64, Vec<DVec3>), &DVec3)| {
            (time, points.into_iter().map(|p| p - *place).collect())
        };
        let in_frame = keys.into_iter().zip(&places).map(own).collect();
        (Self { times, places }, in_frame)
    }

    /// The times of the keys.
    pub(crate) fn times(&self) -> &[f64] {
        &self.times
    }

    /// Where the frame is at a time.
    pub fn at(&self, time: f64) -> DVec3 {
        let next = self.times.partition_point(|t| *t <= time);
        match (next.checked_sub(1), self.times.get(next)) {
            (Some(last), Some(end)) => {
                let share = (time - self.times[last]) / (end - self.times[last]);
                self.places[last].lerp(self.places[next], share)
            }
            (Some(last), None) => self.places[last],
            _ => self.places.first().copied().unwrap_or_default(),
        }
    }

    /// How fast the frame moves, in m/s.
    pub fn velocity(&self, time: f64) -> DVec3 {
        (self.at(time + BETWEEN) - self.at(time - BETWEEN)) / (2.0 * BETWEEN)
    }

    /// What is to be taken from gravity in the frame, in m/s².
    pub fn acceleration(&self, time: f64) -> DVec3 {
        let [before, now, after] = [-BETWEEN, 0.0, BETWEEN].map(|d| self.at(time + d));
        (before - 2.0 * now + after) / (BETWEEN * BETWEEN)
    }
}

/// In the frame gravity pulls as the body is accelerated, and the air comes towards it.
impl Controller for Travel {
    fn before(&mut self, simulation: &mut Simulation, length: f64) {
        let world = &mut simulation.world;
        let now = world.time + 0.5 * length;
        world.gravity = World::default().gravity - self.acceleration(now);
        world.frame = MovingFrame { place: self.at(now), velocity: self.velocity(now) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_begins_and_ends_with_the_body_and_does_not_jerk() {
        // A body of one point that lurches.
        let key = |k: usize| {
            let time = k as f64 / 60.0;
            (time, vec![DVec3::new(0.0, 1.0, time + 0.2 * (6.0 * time).sin())])
        };
        let keys: Vec<_> = (0..=240).map(key).collect();
        let (path, _) = Travel::of(keys.clone());
        assert!(path.at(0.0).distance(DVec3::ZERO) < 1e-12);
        assert!((path.at(4.0).z - keys[240].1[0].z).abs() < 1e-12);
        let most = (60..180).map(|k| path.acceleration(f64::from(k) / 60.0).length()).fold(0.0, f64::max);
        assert!(most < 0.5 * 0.2 * 36.0, "{most}");
        assert_eq!(path.at(1.0).y, 0.0);
    }
}
