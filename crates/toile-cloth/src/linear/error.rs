//! What can be wrong with a linear problem before any number is looked at.

use thiserror::Error;

/// A problem whose parts do not fit together.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LinearError {
    /// A stencil names a vertex that does not exist.
    #[error("stencil {stencil} names vertex {vertex}, but there are only {count} vertices")]
    VertexOutOfRange {
        /// Index of the stencil in the list.
        stencil: usize,
        /// The vertex it names.
        vertex: u32,
        /// How many vertices there are.
        count: usize,
    },
    /// Two vertices of a stencil have no block in the pattern.
    #[error("stencil {stencil} needs the block ({row}, {column}), which the pattern does not have")]
    MissingBlock {
        /// Index of the stencil in the list.
        stencil: usize,
        /// Row of the block.
        row: u32,
        /// Column of the block.
        column: u32,
    },
    /// More vertices or blocks than a 32-bit index can number.
    #[error("the problem is too large for 32-bit indices ({count} {what})")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How many.
        count: usize,
    },
}
