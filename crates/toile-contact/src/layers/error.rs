//! Why layers cannot be looked at.

use crate::repair::RepairError;

/// Why layers cannot be looked at; nothing is changed then.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LayerError {
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
    /// A piece is named that does not exist.
    #[error("there is no piece {piece}, only {pieces} pieces, counted from 0")]
    NoPiece {
        /// The piece.
        piece: u32,
        /// How many there are.
        pieces: usize,
    },
    /// The body is a mesh that does not exist, or has no triangles.
    #[error("mesh {0} cannot be the body: it does not exist or has no triangles")]
    NoBody(u16),
    /// Pieces lie outside of each other in a circle, each outside of the one before it.
    #[error("pieces {0:?} are each outside of the one before, in a circle")]
    Cycle(Vec<u32>),
    /// A length or a share makes no sense.
    #[error("{what} must be a number that is not negative, not {value}")]
    Value {
        /// Which one.
        what: &'static str,
        /// What was given.
        value: f64,
    },
    /// What a repair would refuse too: positions that are not numbers, or wrong settings for it.
    #[error(transparent)]
    Repair(#[from] RepairError),
}

impl LayerError {
    pub(super) fn check_length(what: &'static str, expected: usize, found: usize) -> Result<(), Self> {
        if found == expected { Ok(()) } else { Err(Self::Length { what, expected, found }) }
    }

    pub(super) fn check_value(what: &'static str, value: f64) -> Result<(), Self> {
        if value >= 0.0 && value.is_finite() { Ok(()) } else { Err(Self::Value { what, value }) }
    }
}
