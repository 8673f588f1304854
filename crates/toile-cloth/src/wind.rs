//! How the air moves: a mean wind with gusts that travel with it.

use glam::DVec3;

/// A wind: the same everywhere, or with gusts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wind {
    /// The mean velocity in m/s.
    pub velocity: DVec3,
    /// How much stronger and weaker it becomes, as a part of the mean: 0 for a steady wind.
    pub gusts: f64,
    /// The length of a gust in metres; 0 counts as 1.
    pub gust_length: f64,
}

impl Wind {
    /// The velocity of the air at a place and a time.
    ///
    /// Gusts are three waves of lengths without a common measure, carried along by the wind; the same place and time always
    /// give the same wind.
    pub fn at(&self, place: DVec3, time: f64) -> DVec3 {
        if self.gusts == 0.0 {
            return self.velocity;
        }
        let length = if self.gust_length > 0.0 { self.gust_length } else { 1.0 };
        let carried = (place - self.velocity * time) * (std::f64::consts::TAU / length);
        let swirl = DVec3::new(0.73, 1.0, 0.61);
        let waves = [
            (carried.dot(DVec3::new(1.0, 0.3, 0.2)) + 1.3 * time).sin(),
            (carried.dot(DVec3::new(-0.4, 0.7, 0.9)) * 1.618 + 2.1 * time).sin(),
            (carried.dot(DVec3::new(0.5, -0.8, 0.6)) * 2.414 + 3.4 * time).sin(),
        ];
        let strength = self.velocity.length() * self.gusts;
        let along = self.velocity.normalize_or_zero() * (waves[0] + 0.5 * waves[1] + 0.25 * waves[2]) / 1.75;
        let across = DVec3::new(waves[1], waves[2], waves[0]) * swirl * 0.3;
        self.velocity + (along + across) * strength
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gusts_vary_around_the_mean() {
        let wind = Wind { velocity: DVec3::X * 4.0, gusts: 0.5, gust_length: 2.0 };
        let count = 4000;
        let samples: Vec<DVec3> = (0..count).map(|i| wind.at(DVec3::Z, 0.05 * f64::from(i))).collect();
        let mean = samples.iter().sum::<DVec3>() / f64::from(count);
        assert!((mean - wind.velocity).length() < 0.1, "{mean}");
        let strongest = samples.iter().map(|v| v.x).fold(0.0, f64::max);
        assert!(strongest > 5.0 && strongest < 7.0, "{strongest}");
    }

    #[test]
    fn without_gusts_it_is_the_same_everywhere() {
        let wind = Wind { velocity: DVec3::X, ..Wind::default() };
        assert_eq!(wind.at(DVec3::ONE, 3.0), DVec3::X);
    }
}
