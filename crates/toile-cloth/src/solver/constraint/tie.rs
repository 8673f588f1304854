//! Threads, springs and grabs as constraints.

use super::sweep::{Constraint, Sweep};
use crate::cloth::{Cloth, Grab};
use crate::threads::{Anchor, Thread};
use glam::DVec3;

/// All that pulls at a cloth from outside of its mesh: threads, springs and grabs.
#[derive(Debug, Default)]
pub(super) struct Pulls {
    ties: Sweep<Tie, 6>,
    holds: Sweep<Hold, 3>,
}

impl Pulls {
    pub(super) fn set(&mut self, cloth: &Cloth, substep: f64) {
        let count = cloth.vertex_count();
        let ties: Vec<Tie> = cloth.threads.iter().map(|thread| Tie::new(thread, substep)).collect();
        self.ties.set(count, &ties);
        let holds: Vec<Hold> = cloth.grabs.iter().map(|grab| Hold::new(grab, substep)).collect();
        self.holds.set(count, &holds);
    }

    pub(super) fn forget(&mut self) {
        self.ties.forget();
        self.holds.forget();
    }

    pub(super) fn run(&mut self, positions: &mut [DVec3], inverse_masses: &[f64]) {
        self.ties.run(positions, inverse_masses);
        self.holds.run(positions, inverse_masses);
    }
}

/// A weighted sum of vertices; those not needed have weight 0.
#[derive(Clone, Copy, Debug)]
struct Combination<const N: usize> {
    vertices: [u32; N],
    weights: [f64; N],
}

impl<const N: usize> Combination<N> {
    /// The sum of anchors, each with a sign; a vertex that comes twice is taken once, with the sum of its weights.
    fn new(anchors: &[(Anchor, f64)]) -> Self {
        let first = anchors.first().map_or(0, |(anchor, _)| anchor.vertices[0]);
        let mut result = Self { vertices: [first; N], weights: [0.0; N] };
        let mut count = 0;
        for (anchor, sign) in anchors {
            for (v, weight) in anchor.parts() {
                let place = result.vertices[..count].iter().position(|&other| other == v).unwrap_or(count);
                if place == count {
                    count += 1;
                }
                result.vertices[place] = v;
                result.weights[place] += sign * weight;
            }
        }
        result
    }

    fn at(&self, places: [DVec3; N]) -> DVec3 {
        places.iter().zip(self.weights).map(|(x, weight)| *x * weight).sum()
    }

    /// How far it moves for a unit of force, squared seconds and all.
    fn give(&self, inverse_masses: [f64; N]) -> f64 {
        self.weights.iter().zip(inverse_masses).map(|(weight, w)| weight * weight * w).sum()
    }

    fn moves(&self, inverse_masses: [f64; N], push: DVec3) -> [DVec3; N] {
        std::array::from_fn(|i| push * (self.weights[i] * inverse_masses[i]))
    }
}

/// A thread or a spring: energy `½ k (L − l)²`.
#[derive(Clone, Copy, Debug)]
struct Tie {
    span: Combination<6>,
    length: f64,
    /// Stiffness times the square of the substep.
    stiffness: f64,
    is_spring: bool,
}

impl Tie {
    fn new(thread: &Thread, substep: f64) -> Self {
        Self {
            span: Combination::new(&[(thread.ends[0], 1.0), (thread.ends[1], -1.0)]),
            length: thread.length,
            stiffness: thread.stiffness * substep * substep,
            is_spring: thread.is_spring,
        }
    }
}

impl Constraint<6> for Tie {
    type Memory = f64;

    fn vertices(&self) -> [u32; 6] {
        self.span.vertices
    }

    fn correction(&self, x: [DVec3; 6], w: [f64; 6], memory: f64) -> ([DVec3; 6], f64) {
        let span = self.span.at(x);
        // A thread of no length has no direction, and pulls nowhere.
        let direction = span.normalize_or_zero();
        let excess = span.length() - self.length;
        let change = -(self.stiffness * excess + memory) / (1.0 + self.stiffness * self.span.give(w));
        // A thread does not push: what it has exerted in all is a pull or nothing.
        let change = if self.is_spring { change } else { change.min(-memory) };
        (self.span.moves(w, direction * change), memory + change)
    }
}

/// A point drawn towards a place: energy `½ k |x − target|²`.
#[derive(Clone, Copy, Debug)]
struct Hold {
    point: Combination<3>,
    target: DVec3,
    /// Stiffness times the square of the substep.
    stiffness: f64,
}

impl Hold {
    fn new(grab: &Grab, substep: f64) -> Self {
        Self {
            point: Combination::new(&[(grab.anchor, 1.0)]),
            target: grab.target,
            stiffness: grab.stiffness * substep * substep,
        }
    }
}

impl Constraint<3> for Hold {
    type Memory = DVec3;

    fn vertices(&self) -> [u32; 3] {
        self.point.vertices
    }

    fn correction(&self, x: [DVec3; 3], w: [f64; 3], memory: DVec3) -> ([DVec3; 3], DVec3) {
        let off = self.point.at(x) - self.target;
        let change = -(off * self.stiffness + memory) / (1.0 + self.stiffness * self.point.give(w));
        (self.point.moves(w, change), memory + change)
    }
}
