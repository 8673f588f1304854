//! What can be wrong with a fabric or its file.

use std::fmt;

use thiserror::Error;
use toile_geom::names::UnknownName;

/// Something about one field that is wrong, or worth a look.
#[derive(Clone, Debug, PartialEq)]
pub struct Issue {
    /// Name of the field: `bending.warp`, or what is derived from it: `bending length`.
    pub field: String,
    /// Its value with the SI unit.
    pub value: String,
    /// What it should be.
    pub permitted: String,
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}; {}", self.field, self.value, self.permitted)
    }
}

/// A fabric that no cloth can be made of.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("fabric `{name}`: {}", join(issues))]
pub struct InvalidFabric {
    /// Name of the fabric.
    pub name: String,
    /// All that is wrong, in the order of the fields.
    pub issues: Vec<Issue>,
}

fn join(issues: &[Issue]) -> String {
    issues.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// The line of a text, counted from one, that a place in it is in.
pub fn line_of(text: &str, place: usize) -> usize {
    text.get(..place).unwrap_or(text).matches('\n').count() + 1
}

/// Why a fabric could not be had.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum FabricError {
    /// A file or table is wrong in a line.
    #[error("{origin}:{line}: {message}")]
    Line {
        /// Name of the file.
        origin: String,
        /// Line, counted from one.
        line: usize,
        /// What is wrong and what to write.
        message: String,
    },
    /// There is no such fabric in the library.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// A file cannot be read.
    #[error("{origin}: cannot read: {message}")]
    Read {
        /// Name of the file.
        origin: String,
        /// Why not.
        message: String,
    },
    /// The numbers do not make a fabric.
    #[error(transparent)]
    Invalid(#[from] InvalidFabric),
}

impl FabricError {
    /// The line that is to blame, if one is.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Line { line, .. } => Some(*line),
            _ => None,
        }
    }
}
