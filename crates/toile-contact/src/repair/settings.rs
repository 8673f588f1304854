//! What a repair is asked to do, and why it may refuse.

use crate::features::Features;
use glam::DVec3;
use toile_geom::allowance::Deadline;

/// Boxes are kept in single precision, and squares of differences must not overflow either.
const LARGEST_COORDINATE: f64 = 1e30;

/// The first position that is not a number or too far away.
pub(crate) fn first_unusable(positions: &[DVec3]) -> Option<usize> {
    positions.iter().position(|p| p.is_nan() || p.abs().max_element() > LARGEST_COORDINATE)
}

/// What a repair is asked to do.
#[derive(Clone, Debug, PartialEq)]
pub struct RepairSettings {
    /// How far apart surfaces that were moved should be in the end, in metres.
    pub thickness: f64,
    /// The layer of each mesh: where two meet, the one with the larger number goes outside. Outside is away from the closed
    /// bodies if there are any, else where the normals of the meshes point. Meshes without a number, and all if this is
    /// empty, have no order.
    pub layers: Vec<Option<i32>>,
    /// How long the edges of [`Features`] are when nothing pulls at them; their lengths at the start if empty.
    pub rest_lengths: Vec<f64>,
    /// Edges should not become longer than this share of their length at rest, 0.1 for 10 %.
    pub max_stretch: f64,
    /// The most iterations of each attempt.
    pub max_iterations: usize,
    /// When to end, however much is left; what is reached by then depends on the machine.
    pub deadline: Deadline,
}

impl Default for RepairSettings {
    fn default() -> Self {
        Self {
            thickness: 1e-3,
            layers: Vec::new(),
            rest_lengths: Vec::new(),
            max_stretch: 0.1,
            max_iterations: 120,
            deadline: Deadline::NEVER,
        }
    }
}

/// Why nothing could be repaired; the positions are as they were.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum RepairError {
    /// A list has not one entry for each thing it is about.
    #[error("{found} {what}, but {expected} are needed")]
    Length {
        /// What the list holds.
        what: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A vertex is nowhere.
    #[error("vertex {vertex} has a coordinate that is not a number or too large")]
    NotFinite {
        /// The vertex.
        vertex: usize,
    },
    /// A length is negative or not a number.
    #[error("{what} must be a number that is not negative, not {value}")]
    Value {
        /// Which one.
        what: &'static str,
        /// What was given.
        value: f64,
    },
}

impl RepairSettings {
    /// Whether the deadline is over.
    pub(super) fn is_late(&self) -> bool {
        self.deadline.is_over()
    }

    /// Checks the settings and the number of positions.
    pub(super) fn check(&self, features: &Features, positions: &[DVec3]) -> Result<(), RepairError> {
        let lists = [
            ("positions", features.vertex_count(), positions.len(), false),
            ("layers", features.mesh_count(), self.layers.len(), true),
            ("rest lengths", features.edges().len(), self.rest_lengths.len(), true),
        ];
        for (what, expected, found, may_be_empty) in lists {
            if found != expected && !(may_be_empty && found == 0) {
                return Err(RepairError::Length { what, expected, found });
            }
        }
        if let Some(vertex) = first_unusable(positions) {
            return Err(RepairError::NotFinite { vertex });
        }
        let values = [("the thickness", self.thickness), ("the stretch", self.max_stretch)];
        let lengths = self.rest_lengths.iter().map(|&length| ("a rest length", length));
        match values.into_iter().chain(lengths).find(|(_, value)| !(*value >= 0.0 && value.is_finite())) {
            Some((what, value)) => Err(RepairError::Value { what, value }),
            None => Ok(()),
        }
    }
}
