//! When cloth has come to rest.
//!
//! It hangs still, or it only trembles: a fold that is pinched under an arm never stops, though nothing gets anywhere.

use glam::DVec3;

/// When cloth counts as being at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestSettings {
    /// Cloth is still when its kinetic energy per mass is below this, in J/kg: 1e-5 is 4.5 mm/s on average.
    pub still: f64,
    /// It is at rest when it was still in this number of steps one after the other: what swings is still for a moment where it turns.
    pub steps: usize,
    /// When cloth that is never still is at rest all the same; never, if this is left out.
    pub trembling: Option<Trembling>,
}

impl Default for RestSettings {
    fn default() -> Self {
        Self { still: 1e-5, steps: 4, trembling: Some(Trembling::default()) }
    }
}

/// When cloth only trembles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trembling {
    /// Its kinetic energy per mass, in J/kg, stays below this: 2e-4 is 2 cm/s on average.
    pub motion: f64,
    /// ... in this number of steps one after the other, half a second of steps of 1/60 s,
    pub steps: usize,
    /// ... in which its vertices get less far than this, in metres, in the root of the mean square.
    pub way: f64,
}

impl Default for Trembling {
    fn default() -> Self {
        Self { motion: 2e-4, steps: 30, way: 5e-4 }
    }
}

/// Watches cloth come to rest.
#[derive(Clone, Debug, Default)]
pub struct Rest {
    /// What counts as rest.
    pub settings: RestSettings,
    still: usize,
    /// Where the cloth was some steps ago, and how many.
    before: Vec<DVec3>,
    steps: usize,
    trembles: bool,
}

impl Rest {
    /// Cloth that moves.
    pub fn new(settings: RestSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Takes in a step: the kinetic energy per mass after it, in J/kg, and where the cloth is.
    pub fn see(&mut self, motion: f64, positions: &[DVec3]) {
        self.still = if motion < self.settings.still { self.still + 1 } else { 0 };
        let Some(trembling) = self.settings.trembling else { return };
        if motion > trembling.motion || self.before.len() != positions.len() {
            self.before.clear();
            self.before.extend_from_slice(positions);
            (self.steps, self.trembles) = (0, false);
            return;
        }
        self.steps += 1;
        if self.steps == trembling.steps {
            let way: f64 = self.before.iter().zip(positions).map(|(a, b)| a.distance_squared(*b)).sum();
            self.trembles = way < trembling.way * trembling.way * positions.len() as f64;
            (self.before, self.steps) = (positions.to_vec(), 0);
        }
    }

    /// Begins anew, because something has changed.
    pub fn wake(&mut self) {
        *self = Self::new(self.settings);
    }

    /// Whether the cloth is at rest.
    pub fn is_reached(&self) -> bool {
        self.still >= self.settings.steps || self.trembles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hundred vertices that move by steps of some length, and one that trembles by 5 mm.
    fn watched(step: f64, motion: f64) -> Rest {
        let mut rest = Rest::default();
        for k in 0..=Trembling::default().steps {
            let mut places = vec![DVec3::X * (step * k as f64); 100];
            places.push(DVec3::Y * if k % 2 == 0 { 0.005 } else { 0.0 });
            rest.see(motion, &places);
        }
        rest
    }

    #[test]
    fn what_only_trembles_is_at_rest_and_what_slides_or_swings_is_not() {
        assert!(watched(0.0, 5e-5).is_reached());
        assert!(!watched(1e-4, 5e-5).is_reached(), "3 mm in half a second");
        assert!(!watched(0.0, 1e-3).is_reached(), "as fast as a swing");
        assert!(watched(1e-4, 1e-6).is_reached(), "hardly any motion at all");
        let mut rest = watched(0.0, 5e-5);
        rest.wake();
        assert!(!rest.is_reached());
    }
}
