//! Contacts with colliders as an energy: a spring that pushes out, and friction.

use glam::{DMat3, DVec3};
use toile_contact::touch::Touch;

/// Speeds below this, in m/s, count as sticking: friction grows with the speed up to here.
const STICKING: f64 = 2e-3;

/// Nor may more than this be needed, in m/s², to leave the range in one step: else nothing would ever slide in small steps.
const LEAVING: f64 = 0.05 * 9.81;

/// A contact during one Newton step.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactTerm {
    pub(super) touch: Touch,
    /// Stiffness in N/m.
    stiffness: f64,
    /// How hard it is rubbed against, in newtons: the friction of the last known push.
    grip: f64,
    /// Where the point would be if it stuck.
    stuck: DVec3,
    /// The length of the motion that still counts as sticking.
    slack: f64,
}

impl ContactTerm {
    /// `place` is where the vertex is now, `before` where it was at the beginning of the step of length `time`.
    pub(super) fn new(touch: Touch, stiffness: f64, place: DVec3, before: DVec3, time: f64) -> Self {
        Self {
            touch,
            stiffness,
            grip: touch.friction * stiffness * touch.depth(place).max(0.0),
            stuck: before + touch.velocity * time,
            slack: time * STICKING.min(LEAVING * time),
        }
    }

    /// The motion along the surface, and its length.
    fn slide(&self, place: DVec3) -> (DVec3, f64) {
        let slide = place - self.stuck;
        let along = slide - self.touch.normal * self.touch.normal.dot(slide);
        (along, along.length())
    }

    /// Where a point that sticks belongs: the smoothed law would let it creep.
    pub(super) fn without_creep(&self, place: DVec3) -> DVec3 {
        let (along, length) = self.slide(place);
        if self.grip > 0.0 && length < self.slack { place - along } else { place }
    }

    pub(super) fn energy(&self, place: DVec3) -> f64 {
        let depth = self.touch.depth(place).max(0.0);
        // Coulomb's law smoothed as in Li et al. 2020, "Incremental Potential Contact", section 5: quadratic where it sticks.
        let (_, length) = self.slide(place);
        let ratio = length / self.slack;
        let path = if ratio < 1.0 { length * ratio * (1.0 - ratio / 3.0) } else { length - self.slack / 3.0 };
        0.5 * self.stiffness * depth * depth + self.grip * path
    }

    pub(super) fn gradient(&self, place: DVec3) -> DVec3 {
        let depth = self.touch.depth(place).max(0.0);
        let (along, _) = self.slide(place);
        along * self.hold(place) - self.touch.normal * (self.stiffness * depth)
    }

    /// The second derivative, positive semidefinite.
    pub(super) fn hessian(&self, place: DVec3) -> DMat3 {
        let n = self.touch.normal;
        let outer = DMat3::from_cols(n * n.x, n * n.y, n * n.z);
        let push = if self.touch.depth(place) > 0.0 { self.stiffness } else { 0.0 };
        let hold = self.hold(place);
        DMat3::from_diagonal(DVec3::splat(hold)) + outer * (push - hold)
    }

    /// Friction over the length of the motion along the surface, N/m.
    fn hold(&self, place: DVec3) -> f64 {
        let (_, length) = self.slide(place);
        let ratio = length / self.slack;
        self.grip * if ratio < 1.0 { (2.0 - ratio) / self.slack } else { 1.0 / length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn term(depth: f64) -> ContactTerm {
        let touch = Touch {
            vertex: 0,
            normal: DVec3::new(1.0, 2.0, -0.5).normalize(),
            offset: 0.3,
            velocity: DVec3::X * 0.01,
            friction: 0.4,
        };
        let place = touch.normal * (0.3 - depth);
        ContactTerm::new(touch, 500.0, place, place, 0.02)
    }

    proptest! {
        #[test]
        fn the_gradient_is_that_of_the_energy(moved in [-1e-3..1e-3_f64, -1e-3..1e-3, -1e-3..1e-3]) {
            let term = term(1e-3);
            let place = term.stuck + DVec3::from(moved);
            let gradient = term.gradient(place);
            let step = 1e-8;
            for axis in DVec3::AXES {
                let slope = (term.energy(place + axis * step) - term.energy(place - axis * step)) / (2.0 * step);
                prop_assert!((slope - gradient.dot(axis)).abs() < 1e-4, "{} {}", slope, gradient.dot(axis));
            }
            let hessian = term.hessian(place);
            for probe in [DVec3::X, DVec3::new(0.3, -1.0, 0.5), DVec3::new(-0.2, 0.1, 1.0)] {
                prop_assert!(probe.dot(hessian * probe) >= -1e-9);
            }
        }
    }

    #[test]
    fn what_slides_is_held_by_friction_times_push() {
        let term = term(1e-3);
        let along = term.touch.normal.any_orthonormal_vector();
        let pull = term.gradient(term.stuck + along * 0.01);
        assert!((pull.dot(along) - 0.4 * 500.0 * 1e-3).abs() < 1e-9, "{pull}");
    }
}
