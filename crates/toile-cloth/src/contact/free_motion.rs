//! Where a step would lead without contact.

use crate::cloth::Cloth;
use crate::world::World;
use glam::DVec3;

/// A step of a cloth, and where inertia and outer forces alone would lead in it: by that contacts judge what they have to stop.
#[derive(Debug)]
pub(crate) struct FreeMotion<'a> {
    pub(crate) cloth: &'a Cloth,
    pub(crate) world: &'a World,
    /// The length of the step in seconds.
    pub(crate) time: f64,
    /// Where each vertex would be at its end.
    pub(crate) places: Vec<DVec3>,
    /// Velocity over displacement, in 1/s.
    pub(crate) rate: f64,
}

impl FreeMotion<'_> {
    /// Stiffness of the inertia of a vertex: `m r²`, N/m.
    pub(crate) fn inertia(&self, vertex: usize) -> f64 {
        self.cloth.masses[vertex] * self.rate * self.rate
    }

    /// Where a vertex would be led; held vertices where they are led.
    pub(crate) fn place(&self, v: usize) -> DVec3 {
        let state = &self.cloth.state;
        if self.cloth.held[v] { state.positions[v] + state.velocities[v] * self.time } else { self.places[v] }
    }
}
