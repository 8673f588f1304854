//! How fast a cloth can oscillate, and how short a step must be to follow it.

use super::{ExplicitScheme, ExplicitSettings};
use crate::cloth::Cloth;
use crate::threads::Anchor;
use crate::world::World;
use glam::DVec3;

/// The most angles that a triangle's curvature depends on. Its energy is at most this many times that of its hinges, each
/// bent alone.
const HINGES_TO_A_TRIANGLE: f64 = 9.0;

/// Upper bounds on how fast things change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rates {
    /// The square of the fastest oscillation, 1/s².
    stiffness: f64,
    /// The fastest decay by air, 1/s.
    drag: f64,
}

impl Rates {
    /// The bounds for a cloth as it is. For the multi-rate scheme only bending counts.
    ///
    /// The largest eigenvalue of M⁻¹K is at most the largest sum of norms along a row of blocks (Gershgorin).
    pub(super) fn of(cloth: &Cloth, world: &World, settings: &ExplicitSettings) -> Self {
        let mut sums = vec![0.0; cloth.vertex_count()];
        add_bending(cloth, &mut sums);
        if matches!(settings.scheme, ExplicitScheme::MultiRate { .. }) {
            return Self { stiffness: largest(cloth, &sums), drag: 0.0 };
        }
        cloth.membrane.hessian(&cloth.state.positions, |i, _, block| {
            let columns = [block.x_axis, block.y_axis, block.z_axis];
            sums[i as usize] += columns.map(DVec3::length_squared).iter().sum::<f64>().sqrt();
        });
        for thread in &cloth.threads {
            add_tie(&mut sums, &thread.ends, thread.stiffness);
        }
        for grab in &cloth.grabs {
            add_tie(&mut sums, &[grab.anchor], grab.stiffness);
        }
        let drag = world.forces(cloth).damping.map_or(0.0, |damping| {
            let of_vertex: Vec<f64> = damping.iter().map(|d| d.x_axis.x + d.y_axis.y + d.z_axis.z).collect();
            largest(cloth, &of_vertex)
        });
        Self { stiffness: largest(cloth, &sums), drag }
    }

    /// The longest step in seconds that follows the motion.
    pub(super) fn longest_step(&self, settings: &ExplicitSettings) -> f64 {
        // The damping of the material at the fastest oscillation is a decay like that by air.
        let is_implicit = matches!(settings.scheme, ExplicitScheme::MultiRate { .. });
        let damping = if is_implicit { 0.0 } else { settings.damping };
        let by_decay = 1.0 / (self.drag + damping * self.stiffness);
        let by_oscillation = match settings.scheme {
            // |1 + hλ| ≤ 1 for a damped oscillation as long as h ≤ damping; half of it leaves half of the damping.
            ExplicitScheme::Euler => (0.5 * damping).max(0.05 / self.stiffness.sqrt()),
            ExplicitScheme::Midpoint => 0.2 / self.stiffness.sqrt(),
            ExplicitScheme::RungeKutta4 => 0.7 / self.stiffness.sqrt(),
            ExplicitScheme::Verlet | ExplicitScheme::MultiRate { .. } => 1.0 / self.stiffness.sqrt(),
        };
        // Both are infinite where nothing oscillates or decays; a stiffness that is no number makes the second none too.
        if by_decay.is_nan() { by_decay } else { by_oscillation.min(by_decay) }
    }
}

fn add_bending(cloth: &Cloth, sums: &mut [f64]) {
    let gradients = cloth.bending.angle_gradients(&cloth.state.positions);
    let hinges = cloth.bending.hinge_vertices().into_iter().zip(cloth.bending.hinge_stiffnesses());
    for ((vertices, stiffness), gradient) in hinges.zip(gradients) {
        let lengths = gradient.map(DVec3::length);
        let around = HINGES_TO_A_TRIANGLE * stiffness * lengths.iter().sum::<f64>();
        for (v, length) in vertices.into_iter().zip(lengths) {
            sums[v as usize] += around * length;
        }
    }
}

/// Adds a spring between the ends, or between one end and a fixed point.
fn add_tie(sums: &mut [f64], ends: &[Anchor], stiffness: f64) {
    let around: f64 = ends.iter().flat_map(Anchor::parts).map(|part| part.1.abs()).sum();
    for (v, weight) in ends.iter().flat_map(Anchor::parts) {
        sums[v as usize] += stiffness * weight.abs() * around;
    }
}

/// The largest quotient of something and the mass, over the vertices that can move.
fn largest(cloth: &Cloth, sums: &[f64]) -> f64 {
    let movable = (0..sums.len()).filter(|&v| !cloth.pinned[v] && cloth.masses[v] != 0.0);
    // Unlike `f64::max`, this keeps what is not a number.
    movable.map(|v| sums[v] / cloth.masses[v]).fold(0.0, |a: f64, b| if a.is_nan() || a > b { a } else { b })
}
