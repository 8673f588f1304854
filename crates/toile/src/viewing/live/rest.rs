//! When cloth that was touched has come to rest again.

use toile_cloth::simulation::Simulation;

/// The share of its velocity that cloth keeps from step to step: it swings a little, and does not for long.
const CALM: f64 = 0.92;
/// Cloth is at rest when its energy of motion per mass is below this, in J/kg.
const REST: f64 = 1e-5;
/// Steps at rest one after the other until it counts.
const STILL: usize = 8;

/// Watches over the motion of cloth.
#[derive(Debug, Default)]
pub(super) struct Rest {
    still: usize,
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
        let motion = cloth.kinetic_energy() / cloth.mass().max(1e-9);
        self.still = if motion < REST { self.still + 1 } else { 0 };
    }

    pub(super) fn wake(&mut self) {
        self.still = 0;
    }

    pub(super) fn is_reached(&self) -> bool {
        self.still >= STILL
    }
}
