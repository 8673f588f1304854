//! When cloth that was touched has come to rest again.

use glam::DVec3;
use toile_cloth::simulation::Simulation;

/// The share of its velocity that cloth keeps from step to step: it swings a little, and does not for long.
const CALM: f64 = 0.92;
/// Cloth is at rest when its energy of motion per mass is below this, in J/kg.
const REST: f64 = 1e-5;
/// Steps at rest one after the other until it counts.
const STILL: usize = 8;
/// With less energy of motion per mass than this, in J/kg, cloth may only tremble: a fold that is pinched under an arm never stops.
const TREMBLING: f64 = 2e-4;
/// It only trembles if in so many steps it gets nowhere.
const WHILE: usize = 30;
/// Nowhere is nearer than this on average, in metres.
const NOWHERE: f64 = 5e-4;

/// Watches over the motion of cloth.
#[derive(Debug, Default)]
pub(super) struct Rest {
    still: usize,
    /// Where the cloth was some steps ago, and how many.
    before: Vec<DVec3>,
    steps: usize,
    trembles: bool,
}

impl Rest {
    /// Takes some of the motion after a step, and sees how much is left.
    pub(super) fn calm(&mut self, simulation: &mut Simulation) {
        let cloth = &mut simulation.cloth;
        cloth.state.velocities.iter_mut().for_each(|velocity| *velocity *= CALM);
        self.watch(simulation);
    }

    /// Sees how much motion there is.
    pub(super) fn watch(&mut self, simulation: &Simulation) {
        let cloth = &simulation.cloth;
        self.see(cloth.kinetic_energy() / cloth.mass().max(1e-9), &cloth.state.positions);
    }

    /// Sees the energy of motion per mass, and where the cloth is.
    fn see(&mut self, motion: f64, positions: &[DVec3]) {
        self.still = if motion < REST { self.still + 1 } else { 0 };
        if motion > TREMBLING || self.before.len() != positions.len() {
            (self.before, self.steps, self.trembles) = (positions.to_vec(), 0, false);
            return;
        }
        self.steps += 1;
        if self.steps == WHILE {
            let way: f64 = self.before.iter().zip(positions).map(|(a, b)| a.distance_squared(*b)).sum();
            self.trembles = way < NOWHERE * NOWHERE * positions.len() as f64;
            (self.before, self.steps) = (positions.to_vec(), 0);
        }
    }

    pub(super) fn wake(&mut self) {
        *self = Self::default();
    }

    pub(super) fn is_reached(&self) -> bool {
        self.still >= STILL || self.trembles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hundred vertices that move by steps of some length, and one that trembles by 5 mm.
    fn watched(step: f64, motion: f64) -> Rest {
        let mut rest = Rest::default();
        for k in 0..=WHILE {
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
