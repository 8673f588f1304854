//! What a response is given, and what it changes.

use crate::broad::QueryError;
use crate::features::Features;
use crate::filter::Filter;
use crate::friction::{FrictionTable, MaterialId};
use crate::guard::NearPair;
use glam::DVec3;

/// What takes part in a step, and where it is.
#[derive(Clone, Copy, Debug)]
pub struct ResponseInput<'a> {
    /// Cloth and bodies together; only `filter` looks at it.
    pub features: &'a Features,
    /// Pairs that do not count as impacts.
    pub filter: &'a Filter,
    /// Where the vertices are at the beginning of the step.
    pub start: &'a [DVec3],
    /// One over the mass of each vertex, in 1/kg; 0 for what nothing moves.
    pub inverse_masses: &'a [f64],
    /// Which vertices are kinematic: where they end is prescribed.
    pub kinematic: &'a [bool],
    /// The pairs that are close at the beginning.
    pub near: &'a [NearPair],
    /// How long the step is, in seconds.
    pub step: f64,
    /// How far from each other pairs should be, in metres: cloth from cloth, and cloth from bodies.
    pub thickness: [f64; 2],
    /// The laws of friction.
    pub friction: &'a FrictionTable,
    /// The material of each vertex; all the first cloth if empty.
    pub materials: &'a [MaterialId],
    /// The direction of the grain at each vertex, or zero where there is none; none at all if empty.
    pub grain: &'a [DVec3],
}

/// Where vertices are to end, and how fast they are then.
///
/// The two need not agree: `(end - start) / step` is the mean velocity of the step, which responses look at; what they add to it they add to
/// the velocities too.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepMotion {
    /// The ends of the step, in metres.
    pub ends: Vec<DVec3>,
    /// The velocities at the end, in m/s.
    pub velocities: Vec<DVec3>,
}

/// Why there is no response.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ResponseError {
    /// A list has not one entry for each vertex.
    #[error("{found} {what} for {expected} vertices")]
    Length {
        /// What the list holds.
        what: &'static str,
        /// How many vertices there are.
        expected: usize,
        /// How many entries were given.
        found: usize,
    },
    /// A number is negative, infinite or none.
    #[error("{what} must be a number that is not negative, not {value}")]
    Value {
        /// Which one.
        what: &'static str,
        /// What it is.
        value: f64,
    },
    /// A vertex is nowhere.
    #[error("vertex {vertex} has a position, velocity or mass that is not a number")]
    NotFinite {
        /// The vertex.
        vertex: usize,
    },
    /// A pair names a vertex that does not exist.
    #[error("pair {pair} names vertex {vertex}, which does not exist")]
    MissingVertex {
        /// The number of the pair.
        pair: usize,
        /// The number of the vertex.
        vertex: u32,
    },
    /// Impacts cannot be looked for.
    #[error(transparent)]
    Query(#[from] QueryError),
}

impl StepMotion {
    /// The motion of vertices that keep their velocities for a step.
    pub fn from_velocities(start: &[DVec3], velocities: Vec<DVec3>, step: f64) -> Self {
        let ends = start.iter().zip(&velocities).map(|(x, v)| *x + step * *v).collect();
        Self { ends, velocities }
    }
}

impl ResponseInput<'_> {
    /// What moves a vertex: one over its mass, 0 if it is kinematic.
    pub(super) fn mobility(&self, vertex: u32) -> f64 {
        let v = vertex as usize;
        if self.kinematic[v] { 0.0 } else { self.inverse_masses[v] }
    }

    /// Refuses what makes no sense.
    pub(super) fn check(&self, motion: &StepMotion) -> Result<(), ResponseError> {
        let expected = self.start.len();
        let optional = |found: usize| if found == 0 { expected } else { found };
        let lengths = [
            ("inverse masses", self.inverse_masses.len()),
            ("flags of kinematic vertices", self.kinematic.len()),
            ("materials", optional(self.materials.len())),
            ("directions of the grain", optional(self.grain.len())),
            ("ends", motion.ends.len()),
            ("velocities", motion.velocities.len()),
            ("vertices of features", self.features.vertex_count()),
        ];
        if let Some(&(what, found)) = lengths.iter().find(|(_, found)| *found != expected) {
            return Err(ResponseError::Length { what, expected, found });
        }
        if !(self.step > 0.0 && self.step.is_finite()) {
            return Err(ResponseError::Value { what: "the step", value: self.step });
        }
        if let Some(&value) = self.thickness.iter().find(|value| !(**value >= 0.0 && value.is_finite())) {
            return Err(ResponseError::Value { what: "the thickness", value });
        }
        let finite = |v: usize| {
            let mass = self.inverse_masses[v];
            let places = [self.start[v], motion.ends[v], motion.velocities[v]];
            places.iter().all(|place| place.is_finite()) && mass >= 0.0 && mass.is_finite()
        };
        if let Some(vertex) = (0..expected).find(|v| !finite(*v)) {
            return Err(ResponseError::NotFinite { vertex });
        }
        for (pair, near) in self.near.iter().enumerate() {
            if let Some(&vertex) = near.corners.iter().find(|v| **v as usize >= expected) {
                return Err(ResponseError::MissingVertex { pair, vertex });
            }
        }
        Ok(())
    }

    /// The mean velocities of the step.
    pub(super) fn mean_velocities(&self, motion: &StepMotion) -> Vec<DVec3> {
        self.start.iter().zip(&motion.ends).map(|(start, end)| (*end - *start) / self.step).collect()
    }

    /// Gives vertices that are not kinematic the mean velocities `changed` in place of `before`.
    pub(super) fn take_over(&self, before: &[DVec3], changed: &[DVec3], motion: &mut StepMotion) {
        for v in 0..changed.len() {
            if !self.kinematic[v] && changed[v] != before[v] {
                motion.ends[v] = self.start[v] + self.step * changed[v];
                motion.velocities[v] += changed[v] - before[v];
            }
        }
    }
}
