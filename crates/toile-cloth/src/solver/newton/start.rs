//! Where a step starts from.

use super::Scheme;
use crate::cloth::{Cloth, Earlier, State};
use glam::DVec3;

/// What a scheme makes of the past.
pub(super) struct Start {
    /// What displacements are counted from.
    pub(super) base: Vec<DVec3>,
    /// Where inertia alone would lead.
    pub(super) drifted: Vec<DVec3>,
    /// Velocity over displacement, in 1/s.
    pub(super) rate: f64,
}

impl Start {
    pub(super) fn new(state: &State, scheme: Scheme, time: f64) -> Self {
        match (&state.earlier, scheme) {
            (Some(earlier), Scheme::Bdf2) if earlier.time == time => {
                let rate = 1.5 / time;
                let mix = |now: &[DVec3], before: &[DVec3]| -> Vec<DVec3> {
                    now.iter().zip(before).map(|(a, b)| (4.0 * *a - *b) / 3.0).collect()
                };
                let base = mix(&state.positions, &earlier.positions);
                let speed = mix(&state.velocities, &earlier.velocities);
                let drifted = base.iter().zip(speed).map(|(x, v)| *x + v / rate).collect();
                Self { base, drifted, rate }
            }
            // The first step, or a step of another length, has no history to lean on.
            _ => {
                let base = state.positions.clone();
                let drifted = base.iter().zip(&state.velocities).map(|(x, v)| *x + *v * time).collect();
                Self { base, drifted, rate: 1.0 / time }
            }
        }
    }

    /// Takes over the new positions and the velocities that follow from them.
    pub(super) fn finish(&self, cloth: &mut Cloth, x: Vec<DVec3>, time: f64) {
        let state = &mut cloth.state;
        let velocity = |v: usize| {
            if cloth.held[v] { state.velocities[v] } else { (x[v] - self.base[v]) * self.rate }
        };
        let velocities = (0..x.len()).map(velocity).collect();
        let positions = std::mem::replace(&mut state.positions, x);
        let velocities = std::mem::replace(&mut state.velocities, velocities);
        state.earlier = Some(Earlier { positions, velocities, time });
    }
}
