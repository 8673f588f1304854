//! A pair of features that push each other away and hold each other by friction, as an energy.
//!
//! With the closest points' weights `w` and direction `n` fixed, the gap is `n · Σ wᵢ xᵢ`, and the pair pushes with
//! `k (thickness - gap)` while that is positive. So soft a spring tells well what presses; where cloth is pulled tight over something it would be
//! pressed flat, and a harder one begins at a part of the thickness. Along the surface a spring of the same stiffness holds, and gives way where it
//! would pull with more than friction allows.

use glam::{DMat3, DVec3};
use toile_contact::narrow::StencilKind;

/// The part of the thickness within which a pair is hard.
const HARD: f64 = 0.8;

/// A pair during one Newton step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairTerm {
    pub(crate) kind: StencilKind,
    pub(crate) corners: [u32; 4],
    pub(crate) weights: [f64; 4],
    pub(crate) normal: DVec3,
    /// The pair pushes while its gap is smaller than this.
    pub(crate) thickness: f64,
    /// Stiffness of the springs apart and along the surface in N/m.
    pub(crate) stiffness: f64,
    /// Stiffness that is added where the pair is closer than [`HARD`] of its thickness, N/m.
    pub(crate) hardness: f64,
    /// What presses it together, in newtons.
    pub(crate) push: f64,
    /// The most that friction can hold, in newtons.
    pub(crate) grip: f64,
    /// The difference of the closest points at which the spring along the surface is relaxed.
    pub(crate) relaxed: DVec3,
    /// Whether it was taken to stick before, and what pulls at it has turned out to be more than friction can hold.
    pub(crate) gives_way: bool,
    /// The difference of the closest points where the pair was found.
    pub(crate) found: DVec3,
    /// Friction over push where it slides.
    pub(crate) coefficient: f64,
    /// Whether its sides are neighbours in the sheet, so near that they may be within reach of each other at rest.
    pub(crate) neighbours: bool,
}

/// A motion along the surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slip {
    pub(crate) along: DVec3,
    pub(crate) length: f64,
}

impl PairTerm {
    /// The difference of what are the closest points where the pair was linearised.
    #[inline]
    pub(crate) fn difference(&self, at: impl Fn(u32) -> DVec3) -> DVec3 {
        (0..4).map(|i| at(self.corners[i]) * self.weights[i]).sum()
    }

    #[inline]
    pub(crate) fn depth(&self, difference: DVec3) -> f64 {
        (self.thickness - self.normal.dot(difference)).max(0.0)
    }

    /// How far the harder spring is pressed.
    #[inline]
    fn hard_depth(&self, difference: DVec3) -> f64 {
        (HARD * self.thickness - self.normal.dot(difference)).max(0.0)
    }

    /// What the springs apart push with, in newtons.
    #[inline]
    pub(crate) fn push_at(&self, difference: DVec3) -> f64 {
        self.stiffness * self.depth(difference) + self.hardness * self.hard_depth(difference)
    }

    /// The part of a difference along the surface.
    #[inline]
    pub(crate) fn along(&self, difference: DVec3) -> DVec3 {
        difference - self.normal * self.normal.dot(difference)
    }

    /// How far the spring along the surface would be stretched if it never gave way.
    #[inline]
    pub(crate) fn slip(&self, difference: DVec3) -> Slip {
        let along = self.along(difference - self.relaxed);
        Slip { along, length: along.length() }
    }

    /// How far that spring can be stretched.
    #[inline]
    pub(crate) fn slack(&self) -> f64 {
        self.grip / self.stiffness
    }

    /// The force along the surface over the slip. Without grip there is none, however short the slip.
    fn hold(&self, length: f64) -> f64 {
        if self.grip == 0.0 {
            0.0
        } else if length < self.slack() {
            self.stiffness
        } else {
            self.grip / length
        }
    }

    pub(crate) fn energy(&self, difference: DVec3) -> f64 {
        let (depth, length, slack) = (self.depth(difference), self.slip(difference).length, self.slack());
        let held = if length < slack {
            0.5 * self.stiffness * length * length
        } else {
            self.grip * (length - 0.5 * slack)
        };
        let hard = self.hard_depth(difference);
        0.5 * (self.stiffness * depth * depth + self.hardness * hard * hard) + held
    }

    /// The derivative by the difference of the closest points.
    pub(crate) fn gradient(&self, difference: DVec3) -> DVec3 {
        let Slip { along, length } = self.slip(difference);
        along * self.hold(length) - self.normal * self.push_at(difference)
    }

    /// The second derivative by the difference of the closest points, made stiffer along the surface where the pair slides: the
    /// energy of friction lies below the parabola that touches it there and has its middle where nothing pulls, so that a
    /// Newton step never throws a sliding pair back across that. A pair that has just given way is pulled on, and not held back by more than
    /// friction.
    pub(crate) fn hessian(&self, difference: DVec3) -> DMat3 {
        let soft = if self.depth(difference) > 0.0 { self.stiffness } else { 0.0 };
        let push = soft + if self.hard_depth(difference) > 0.0 { self.hardness } else { 0.0 };
        let slip = self.slip(difference);
        let hold = self.hold(slip.length);
        let normal = outer(self.normal);
        let along = if self.gives_way { outer(slip.along / slip.length) } else { DMat3::ZERO };
        normal * push + (DMat3::IDENTITY - normal - along) * hold
    }

    /// The stretch that the spring along the surface is left with.
    pub(crate) fn stretch_left(&self, difference: DVec3) -> DVec3 {
        let Slip { along, length } = self.slip(difference);
        if length <= self.slack() { along } else { along * (self.slack() / length) }
    }
}

fn outer(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn term() -> PairTerm {
        PairTerm {
            kind: StencilKind::VertexTriangle,
            corners: [0, 1, 2, 3],
            weights: [1.0, -0.2, -0.3, -0.5],
            normal: DVec3::new(1.0, 2.0, -0.5).normalize(),
            thickness: 2e-3,
            stiffness: 500.0,
            hardness: 2000.0,
            push: 0.25,
            grip: 0.1,
            relaxed: DVec3::new(1e-4, 2e-4, -1e-4),
            gives_way: false,
            found: DVec3::ZERO,
            coefficient: 0.4,
            neighbours: false,
        }
    }

    proptest! {
        #[test]
        fn the_gradient_is_that_of_the_energy(moved in [-3e-3..3e-3_f64, -3e-3..3e-3, -3e-3..3e-3]) {
            let (term, place, step) = (term(), DVec3::from(moved), 1e-8);
            let gradient = term.gradient(place);
            let hessian = term.hessian(place);
            for axis in DVec3::AXES {
                let slope = (term.energy(place + axis * step) - term.energy(place - axis * step)) / (2.0 * step);
                prop_assert!((slope - gradient.dot(axis)).abs() < 1e-4, "{} {}", slope, gradient.dot(axis));
                prop_assert!(axis.dot(hessian * axis) >= -1e-9);
            }
        }

        #[test]
        fn the_parabola_of_the_second_derivative_lies_above_the_energy(
            from in [-3e-3..3e-3_f64, -3e-3..3e-3, -3e-3..3e-3],
            change in [-3e-3..3e-3_f64, -3e-3..3e-3, -3e-3..3e-3],
        ) {
            let (mut term, from, change) = (term(), DVec3::from(from), DVec3::from(change));
            // Pushing is a parabola on one side only: what it is compared with must be on that side.
            term.thickness = 1.0;
            let parabola = term.energy(from) + term.gradient(from).dot(change) + 0.5 * change.dot(term.hessian(from) * change);
            prop_assert!(term.energy(from + change) <= parabola + 1e-9);
        }
    }

    #[test]
    fn without_grip_and_slip_there_is_no_force_along_the_surface() {
        let term = PairTerm { grip: 0.0, ..term() };
        let pull = term.gradient(term.relaxed);
        assert!(pull.cross(term.normal).length() < 1e-12, "{pull}");
        assert!(term.hessian(term.relaxed).is_finite());
    }

    #[test]
    fn what_slides_is_held_by_the_grip_and_keeps_a_stretched_spring() {
        let term = term();
        let far = term.relaxed + term.normal.any_orthonormal_vector() * 0.01 + term.normal;
        assert!((term.gradient(far).length() - term.grip).abs() < 1e-9);
        assert!((term.stretch_left(far).length() - term.slack()).abs() < 1e-12);
    }
}
