//! Contacts with colliders as an energy: a spring that pushes out, and one that holds along the surface until friction gives way.

use crate::contact::AT_REST;
use glam::{DMat3, DVec3};
use toile_contact::touch::Touch;

/// A contact during one Newton step.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactTerm {
    pub(super) touch: Touch,
    /// Stiffness of both springs in N/m.
    stiffness: f64,
    /// The most that friction can hold, in newtons.
    grip: f64,
    /// Where the point would be if it stuck.
    stuck: DVec3,
    /// The ends of the edge whose middle the point is; twice the same for a vertex.
    ends: [u32; 2],
    /// Stiffness that is added in N/m where the point is deeper than so many metres.
    hardness: (f64, f64),
}

/// What is known of a point that touches something.
#[derive(Clone, Copy, Debug)]
pub(super) struct TouchingPoint {
    /// The ends of the edge whose middle it is; twice the same for a vertex.
    pub(super) ends: [u32; 2],
    /// Where it was at the beginning of the step.
    pub(super) before: DVec3,
    /// Where inertia and outer forces alone would lead it.
    pub(super) inertial: DVec3,
    /// How fast it is at the beginning of the step.
    pub(super) velocity: DVec3,
    /// Stiffness of its inertia, N/m.
    pub(super) inertia: f64,
    /// The area around it in m², that drag acts on.
    pub(super) area: f64,
}

impl ContactTerm {
    /// A contact at the first guess of a step of the given length, where the spring is pressed too far to tell the push: that
    /// of the last step and the force that would stop the point tell it instead.
    pub(super) fn at_first(touch: Touch, stiffness: f64, point: TouchingPoint, time: f64) -> Self {
        let TouchingPoint { before, inertial, velocity, inertia, .. } = point;
        let push = (stiffness * touch.depth(before)).max(inertia * touch.depth(inertial)).max(0.0);
        let mut term = Self::new(touch, stiffness, &point, time);
        term.rub(push, inertial, &point, time);
        // What friction can stop sticks, however far the first guess has slid.
        let slipped = (velocity - touch.velocity).reject_from_normalized(touch.normal).length();
        let stopping = touch.friction.coefficient(if slipped < AT_REST { 0.0 } else { slipped });
        if inertia * term.slide(inertial).1 <= stopping * push {
            term.grip = f64::INFINITY;
        }
        term
    }

    /// A contact at a place that was found by solving.
    pub(super) fn at(touch: Touch, stiffness: f64, place: DVec3, point: TouchingPoint, time: f64) -> Self {
        let mut term = Self::new(touch, stiffness, &point, time);
        term.rub(stiffness * touch.depth(place).max(0.0), place, &point, time);
        term
    }

    fn new(touch: Touch, stiffness: f64, point: &TouchingPoint, time: f64) -> Self {
        let stuck = point.before + touch.velocity * time;
        Self { touch, stiffness, grip: 0.0, stuck, ends: point.ends, hardness: (0.0, 0.0) }
    }

    /// The same with a spring that is added from a depth on.
    pub(super) fn hardened(mut self, stiffness: f64, from: f64) -> Self {
        self.hardness = (stiffness, from);
        self
    }

    /// How far both springs that push out are pressed.
    fn depths(&self, place: DVec3) -> [f64; 2] {
        let depth = self.touch.depth(place);
        [depth.max(0.0), (depth - self.hardness.1).max(0.0)]
    }

    /// Where the point is.
    #[inline]
    pub(super) fn place(&self, x: &[DVec3]) -> DVec3 {
        let [a, b] = self.ends;
        if a == b { x[a as usize] } else { x[a as usize].midpoint(x[b as usize]) }
    }

    /// The vertices that the point moves with, and how much of it each is.
    #[inline]
    pub(super) fn parts(&self) -> impl Iterator<Item = (u32, f64)> + use<> {
        let [a, b] = self.ends;
        let whole = a == b;
        [(a, if whole { 1.0 } else { 0.5 }), (b, 0.5)].into_iter().take(if whole { 1 } else { 2 })
    }

    /// The vertex, if the point is one.
    pub(super) fn vertex(&self) -> Option<u32> {
        (self.ends[0] == self.ends[1]).then_some(self.ends[0])
    }

    /// The ends of the edge whose middle the point is.
    pub(super) fn edge(&self) -> Option<[u32; 2]> {
        (self.ends[0] != self.ends[1]).then_some(self.ends)
    }

    /// Sets what friction can hold against a push where the point is at a place.
    fn rub(&mut self, push: f64, place: DVec3, point: &TouchingPoint, time: f64) {
        let law = &self.touch.friction;
        self.grip = law.static_ * push;
        let (_, slid) = self.slide(place);
        if !law.is_coulomb() && self.stiffness * slid > self.grip {
            let speed = slid / time;
            self.grip = law.coefficient(speed) * push + law.drag(speed) * point.area;
        }
    }

    /// The motion along the surface, and its length.
    fn slide(&self, place: DVec3) -> (DVec3, f64) {
        let slide = place - self.stuck;
        let along = slide - self.touch.normal * self.touch.normal.dot(slide);
        (along, along.length())
    }

    /// The motion along the surface at which friction gives way.
    fn slack(&self) -> f64 {
        self.grip / self.stiffness
    }

    /// Where a point that sticks belongs: the spring would let it creep.
    pub(super) fn without_creep(&self, place: DVec3) -> DVec3 {
        let (along, length) = self.slide(place);
        if length < self.slack() { place - along } else { place }
    }

    pub(super) fn energy(&self, place: DVec3) -> f64 {
        let [depth, hard] = self.depths(place);
        let (_, length) = self.slide(place);
        let held = if length < self.slack() {
            0.5 * self.stiffness * length * length
        } else {
            self.grip * (length - 0.5 * self.slack())
        };
        0.5 * (self.stiffness * depth * depth + self.hardness.0 * hard * hard) + held
    }

    pub(super) fn gradient(&self, place: DVec3) -> DVec3 {
        let [depth, hard] = self.depths(place);
        let (along, length) = self.slide(place);
        // Without grip there is no force along the surface, however short the slide.
        let hold =
            if length < self.slack() { self.stiffness } else { self.grip / length.max(f64::MIN_POSITIVE) };
        along * hold - self.touch.normal * (self.stiffness * depth + self.hardness.0 * hard)
    }

    /// The second derivative, positive semidefinite.
    pub(super) fn hessian(&self, place: DVec3) -> DMat3 {
        let [depth, hard] = self.depths(place);
        let soft = if depth > 0.0 { self.stiffness } else { 0.0 };
        let push = soft + if hard > 0.0 { self.hardness.0 } else { 0.0 };
        let normal = outer(self.touch.normal);
        let (along, length) = self.slide(place);
        let tangential = DMat3::IDENTITY - normal;
        if length < self.slack() {
            return normal * push + tangential * self.stiffness;
        }
        // Sliding friction does not grow with the motion, but turns with it.
        let direction = along / length.max(f64::MIN_POSITIVE);
        normal * push + (tangential - outer(direction)) * (self.grip / length.max(f64::MIN_POSITIVE))
    }
}

fn outer(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn touch() -> Touch {
        Touch {
            vertex: 0,
            obstacle: 0,
            normal: DVec3::new(1.0, 2.0, -0.5).normalize(),
            offset: 0.3,
            velocity: DVec3::X * 0.01,
            friction: 0.4.into(),
        }
    }

    fn vertex(before: DVec3, inertial: DVec3, inertia: f64) -> TouchingPoint {
        TouchingPoint { ends: [0, 0], before, inertial, velocity: DVec3::ZERO, inertia, area: 1e-4 }
    }

    fn term() -> ContactTerm {
        let place = touch().normal * (0.3 - 1e-3);
        ContactTerm::at(touch(), 500.0, place, vertex(place, place, 0.0), 0.02)
    }

    proptest! {
        #[test]
        fn the_gradient_is_that_of_the_energy(
            moved in [-1e-3..1e-3_f64, -1e-3..1e-3, -1e-3..1e-3], hardness in 0.0..2000.0_f64,
        ) {
            let term = term().hardened(hardness, 5e-4);
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
    fn without_grip_and_slide_there_is_no_force_along_the_surface() {
        let place = touch().normal * 0.31;
        let before = place - touch().velocity * 0.02;
        let term = ContactTerm::at(touch(), 500.0, place, vertex(before, before, 0.0), 0.02);
        assert_eq!(term.gradient(term.stuck), DVec3::ZERO);
        assert!(term.hessian(term.stuck).is_finite());
    }

    #[test]
    fn what_slides_is_held_by_friction_times_push() {
        let term = term();
        let along = term.touch.normal.any_orthonormal_vector();
        let pull = term.gradient(term.stuck + along * 0.01);
        assert!((pull.dot(along) - 0.4 * 500.0 * 1e-3).abs() < 1e-9, "{pull}");
    }

    /// A point on a slope: one linear solve decides between sticking and sliding, whatever the length of the step.
    #[test]
    fn one_step_tells_sticking_from_sliding() {
        for (degrees, time) in [(20.0_f64, 1.0 / 60.0), (20.0, 1e-4), (30.0, 1.0 / 60.0), (30.0, 1e-4)] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let (along, normal) = (DVec3::new(cos, -sin, 0.0), DVec3::new(sin, cos, 0.0));
            let touch =
                Touch { normal, offset: 0.0, velocity: DVec3::ZERO, friction: 0.47.into(), ..touch() };
            let inertia = 1e-3 / (time * time);
            let inertial = DVec3::NEG_Y * (9.81 * time * time);
            let term =
                ContactTerm::at_first(touch, 50.0 * inertia, vertex(DVec3::ZERO, inertial, inertia), time);
            let matrix = term.hessian(inertial) + DMat3::from_diagonal(DVec3::splat(inertia));
            let solved = inertial - matrix.inverse() * term.gradient(inertial);
            let slid = term.without_creep(solved).dot(along) / (9.81 * time * time);
            let expected = (sin - 0.47 * cos).max(0.0);
            assert!((slid - expected).abs() < 1e-9, "{degrees}°, {time} s: {slid} for {expected}");
        }
    }
}
