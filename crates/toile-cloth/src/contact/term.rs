//! A contact as an energy: what pushes two sides apart, and what holds them along their surfaces.
//!
//! With the weights `w` of the corners `x` and the direction `n` fixed, the sides differ by `d = Σ wᵢ xᵢ`, and the gap is `n · d`. For a pair of
//! features of meshes `d` leads from one closest point to the other; for a point on the surface of an obstacle it is the point itself, and the
//! gap is counted from a plane. The energy is
//!
//! `½ k max(0, offset - n·d)² + ½ h max(0, hard_offset - n·d)² + φ(|P (d - anchor)|)`, where `P = I - n nᵀ`,
//!
//! `φ(s) = ½ k s²` while `k s` is less than the friction bound `f`, and `f (s - ½ f/k)` from there on. So soft a penalty tells well what presses; where
//! cloth is pulled tight over something it would be pressed flat, and the harder one begins at a part of the thickness.

use crate::state::ContactKind;
use glam::{DMat3, DVec3};
use toile_contact::narrow::StencilKind;
use toile_geom::outer;

/// A contact during one Newton step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactTerm {
    pub(crate) kind: ContactKind,
    /// The vertices: those of the cloth first, then those of the meshes.
    pub(crate) corners: [u32; 4],
    /// How much of the difference each vertex makes; corners without weight stand for nothing.
    pub(crate) weights: [f64; 4],
    pub(crate) normal: DVec3,
    /// The contact pushes while its gap is smaller than this.
    pub(crate) offset: f64,
    /// It pushes harder while its gap is smaller than this.
    pub(crate) hard_offset: f64,
    /// Stiffness of the springs apart and along the surface in N/m.
    pub(crate) stiffness: f64,
    /// Stiffness that is added where it is hard, N/m.
    pub(crate) hardness: f64,
    /// What presses it together, in newtons.
    pub(crate) push: f64,
    /// The most that friction can hold, in newtons.
    pub(crate) friction_bound: f64,
    /// The difference at which the spring along the surface is relaxed.
    pub(crate) anchor: DVec3,
    /// Whether it slides for certain where it was found: it is pulled on then, and not held back by more than friction.
    pub(crate) gives_way: bool,
    /// The difference where the contact was found.
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

impl ContactTerm {
    /// What a pair of features is; a point on a surface counts as a vertex.
    pub(crate) fn kind_of_pair(&self) -> StencilKind {
        if self.kind == ContactKind::EdgeEdge { StencilKind::EdgeEdge } else { StencilKind::VertexTriangle }
    }

    /// The difference of its sides.
    #[inline]
    pub(crate) fn difference(&self, at: impl Fn(u32) -> DVec3) -> DVec3 {
        (0..4).filter(|&i| self.weights[i] != 0.0).map(|i| at(self.corners[i]) * self.weights[i]).sum()
    }

    /// The vertices that have weight, with their weights.
    #[inline]
    pub(crate) fn parts(&self) -> impl Iterator<Item = (u32, f64)> + use<> {
        self.corners.into_iter().zip(self.weights).filter(|(_, weight)| *weight != 0.0)
    }

    /// How far the soft spring is pressed: `offset - n·d`, or nothing.
    #[inline]
    pub(crate) fn depth(&self, difference: DVec3) -> f64 {
        (self.offset - self.normal.dot(difference)).max(0.0)
    }

    /// How far the harder spring is pressed.
    #[inline]
    fn hard_depth(&self, difference: DVec3) -> f64 {
        (self.hard_offset - self.normal.dot(difference)).max(0.0)
    }

    /// What the springs apart push with, in newtons.
    #[inline]
    pub(crate) fn push_at(&self, difference: DVec3) -> f64 {
        self.stiffness * self.depth(difference) + self.hardness * self.hard_depth(difference)
    }

    /// The tangential part of a difference: `P d`.
    #[inline]
    pub(crate) fn along(&self, difference: DVec3) -> DVec3 {
        difference - self.normal * self.normal.dot(difference)
    }

    /// How far the spring along the surface would be stretched if it never gave way.
    #[inline]
    pub(crate) fn slip(&self, difference: DVec3) -> Slip {
        let along = self.along(difference - self.anchor);
        Slip { along, length: along.length() }
    }

    /// How far that spring can be stretched: `f / k`.
    #[inline]
    pub(crate) fn slack(&self) -> f64 {
        self.friction_bound / self.stiffness
    }

    /// The tangential force over the slip. Without friction there is none, however short the slip.
    fn hold(&self, length: f64) -> f64 {
        if self.friction_bound == 0.0 {
            0.0
        } else if length < self.slack() {
            // φ′(s) / s = k while the spring holds,
            self.stiffness
        } else {
            // f / s while it slides.
            self.friction_bound / length
        }
    }

    /// The energy `½ k depth² + ½ h hard² + φ(s)` in joules.
    pub(crate) fn energy(&self, difference: DVec3) -> f64 {
        let (depth, length, slack) = (self.depth(difference), self.slip(difference).length, self.slack());
        let along = if length < slack {
            // φ(s) = ½ k s²
            0.5 * self.stiffness * length * length
        } else {
            // φ(s) = f (s - ½ f/k)
            self.friction_bound * (length - 0.5 * slack)
        };
        let hard = self.hard_depth(difference);
        // ½ k depth² + ½ h hard² + φ(s)
        0.5 * (self.stiffness * depth * depth + self.hardness * hard * hard) + along
    }

    /// The derivative by the difference: `φ′ P(d - anchor)/s - push n`.
    pub(crate) fn gradient(&self, difference: DVec3) -> DVec3 {
        let Slip { along, length } = self.slip(difference);
        // φ′(s) P (d - anchor) / s - (k depth + h hard) n
        along * self.hold(length) - self.normal * self.push_at(difference)
    }

    /// The second derivative by the difference, `n nᵀ (k + h) + P f/s`: made stiffer along the surface where the contact slides. The
    /// energy of friction lies below the parabola that touches it there and has its middle where nothing pulls (a majorant), so that a
    /// Newton step never throws a sliding contact back across that. Of one that gives way the direction `s` of the slip is left out: its friction does
    /// not grow with the motion, but turns with it.
    pub(crate) fn hessian(&self, difference: DVec3) -> DMat3 {
        let soft = if self.depth(difference) > 0.0 { self.stiffness } else { 0.0 };
        // k and h count only where their springs are pressed.
        let push = soft + if self.hard_depth(difference) > 0.0 { self.hardness } else { 0.0 };
        let slip = self.slip(difference);
        let hold = self.hold(slip.length);
        let normal = outer(self.normal, self.normal);
        let direction = slip.along / slip.length;
        let along =
            if self.gives_way && slip.length > 0.0 { outer(direction, direction) } else { DMat3::ZERO };
        // (k + h) n nᵀ + φ′(s)/s (I - n nᵀ - t tᵀ), with t along the slip only where it gives way
        normal * push + (DMat3::IDENTITY - normal - along) * hold
    }

    /// The stretch that the spring along the surface is left with.
    pub(crate) fn stretch_left(&self, difference: DVec3) -> DVec3 {
        let Slip { along, length } = self.slip(difference);
        // No longer than f / k.
        if length <= self.slack() { along } else { along * (self.slack() / length) }
    }

    /// Where a point that sticks belongs: the spring would let it creep.
    pub(crate) fn without_creep(&self, difference: DVec3) -> DVec3 {
        let Slip { along, length } = self.slip(difference);
        if length < self.slack() { difference - along } else { difference }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(in super::super) fn term() -> ContactTerm {
        ContactTerm {
            kind: ContactKind::VertexTriangle,
            corners: [0, 1, 2, 3],
            weights: [1.0, -0.2, -0.3, -0.5],
            normal: DVec3::new(1.0, 2.0, -0.5).normalize(),
            offset: 2e-3,
            hard_offset: 1.6e-3,
            stiffness: 500.0,
            hardness: 2000.0,
            push: 0.25,
            friction_bound: 0.1,
            anchor: DVec3::new(1e-4, 2e-4, -1e-4),
            gives_way: false,
            found: DVec3::ZERO,
            coefficient: 0.4,
            neighbours: false,
        }
    }

    proptest! {
        #[test]
        fn the_gradient_is_that_of_the_energy(
            moved in [-3e-3..3e-3_f64, -3e-3..3e-3, -3e-3..3e-3], gives_way: bool, above in 0.0..0.5_f64,
        ) {
            // A pair, or a point on a surface far from the origin.
            let normal = term().normal;
            let base = normal * above;
            let term = ContactTerm {
                gives_way,
                offset: 2e-3 + above,
                hard_offset: 1.6e-3 + above,
                anchor: term().anchor + base,
                ..term()
            };
            let (place, step) = (base + DVec3::from(moved), 1e-8);
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
            (term.offset, term.hard_offset) = (1.0, 0.8);
            let parabola = term.energy(from) + term.gradient(from).dot(change) + 0.5 * change.dot(term.hessian(from) * change);
            prop_assert!(term.energy(from + change) <= parabola + 1e-9);
        }
    }

    #[test]
    fn without_friction_and_slip_there_is_no_force_along_the_surface() {
        for gives_way in [false, true] {
            let term = ContactTerm { friction_bound: 0.0, gives_way, ..term() };
            let pull = term.gradient(term.anchor);
            assert!(pull.cross(term.normal).length() < 1e-12, "{pull}");
            assert!(term.hessian(term.anchor).is_finite());
        }
    }

    #[test]
    fn what_slides_is_held_by_friction_and_keeps_a_stretched_spring() {
        let term = term();
        let far = term.anchor + term.normal.any_orthonormal_vector() * 0.01 + term.normal;
        assert!((term.gradient(far).length() - term.friction_bound).abs() < 1e-9);
        assert!((term.stretch_left(far).length() - term.slack()).abs() < 1e-12);
    }
}
