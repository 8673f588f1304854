//! Where a step starts from.

use super::Scheme;
use crate::cloth::Cloth;
use crate::state::{Earlier, State};
use glam::DVec3;

/// Second-order differences are stable while no step is more than 1 + √2 times as long as the one before.
const LONGEST_RATIO: f64 = 2.0;

/// The energy that a step of second order loses, by the last one, as a share of `m g L / 2`, where `L` is the side of a square as large as the
/// cloth; none without gravity, which gives the measure.
///
/// A swing of the frequency `ω` loses `(ω t)⁴ / 2` of its energy in a step of the length `t`, and `ω t` is the share by which velocities change.
/// What gravity changes is a parabola, which the scheme follows without loss, and where cloth
/// lies on something that bears its weight, velocities that do not change show no swing.
pub(super) fn loss(cloth: &Cloth, earlier: &Earlier, gravity: DVec3, time: f64) -> f64 {
    let state = &cloth.state;
    let rests = state.has_pairs();
    let (mut change, mut motion) = (0.0_f64, 0.0);
    for (mass, (now, before)) in cloth.masses.iter().zip(state.velocities.iter().zip(&earlier.velocities)) {
        let own = (*now - *before) * (time / earlier.time);
        let against_fall = (own - gravity * time).length_squared();
        change += mass * if rests { against_fall.min(own.length_squared()) } else { against_fall };
        motion += mass * now.length_squared();
    }
    let area: f64 = (0..cloth.triangles.len()).map(|t| cloth.rest.area(t)).sum();
    let scale = cloth.mass() * gravity.length() * area.sqrt();
    // A velocity that changes by more than itself in a step is not that of a swing: all of it is lost then.
    let share = if motion > 0.0 { (change / motion).min(1.0) } else { 0.0 };
    if scale > 0.0 { 0.5 * motion * share * share / scale } else { 0.0 }
}

/// What a scheme makes of the past.
pub(super) struct TimeScheme {
    /// What displacements are counted from.
    pub(super) base: Vec<DVec3>,
    /// Where inertia alone would lead.
    pub(super) drifted: Vec<DVec3>,
    /// Velocity over displacement, in 1/s.
    pub(super) rate: f64,
}

impl TimeScheme {
    pub(super) fn new(state: &State, scheme: Scheme, time: f64) -> Self {
        match (&state.earlier, scheme) {
            (Some(earlier), Scheme::Bdf2) if time <= LONGEST_RATIO * earlier.time => {
                // Backward differences over the last step and this one, which may differ in length.
                let ratio = time / earlier.time;
                let rate = (1.0 + 2.0 * ratio) / ((1.0 + ratio) * time);
                let [now_share, before_share] =
                    [(1.0 + ratio) * (1.0 + ratio), ratio * ratio].map(|share| share / (1.0 + 2.0 * ratio));
                let mix = |now: &[DVec3], before: &[DVec3]| -> Vec<DVec3> {
                    now.iter().zip(before).map(|(a, b)| now_share * *a - before_share * *b).collect()
                };
                let base = mix(&state.positions, &earlier.positions);
                let speed = mix(&state.velocities, &earlier.velocities);
                let drifted = base.iter().zip(speed).map(|(x, v)| *x + v / rate).collect();
                Self { base, drifted, rate }
            }
            // The first step has no history to lean on, and a much longer one than the last may not.
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
            if cloth.pinned[v] { state.velocities[v] } else { (x[v] - self.base[v]) * self.rate }
        };
        let velocities = (0..x.len()).map(velocity).collect();
        let positions = std::mem::replace(&mut state.positions, x);
        let velocities = std::mem::replace(&mut state.velocities, velocities);
        state.earlier = Some(Earlier { positions, velocities, time });
    }
}
