//! Why a body cannot be dressed.

use std::path::PathBuf;
use toile_body::landmarks::PoseError;
use toile_body::mannequin::MannequinError;
use toile_io::ReadError;

/// Why a body cannot be dressed.
#[derive(Debug, thiserror::Error)]
pub enum WearerError {
    /// No file, size or figure has that name.
    #[error("{name}: no such file, and no built-in body of that name (there are {known})")]
    Unknown {
        /// The name.
        name: String,
        /// The names of bodies.
        known: String,
    },
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file holds no body.
    #[error("{}: no body: the mesh is empty or flat", .path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// A file holds more than one body.
    #[error("{}: {count} bodies stand beside each other, and only one can be taken: split the file", .path.display())]
    Several {
        /// The file.
        path: PathBuf,
        /// How many there are.
        count: usize,
    },
    /// There is no mannequin of these measures.
    #[error(transparent)]
    Mannequin(#[from] MannequinError),
    /// Its landmarks were not found.
    #[error(transparent)]
    Pose(#[from] PoseError),
    /// Landmarks that the segments are cut at are missing.
    #[error(
        "the body has no segments, because a landmark of neck, armpits, elbows, waist or crotch is missing: name it in the landmarks"
    )]
    Segments,
    /// A body of that name cannot be dressed.
    #[error("{name}: {error}")]
    Named {
        /// Its name or file.
        name: String,
        /// Why not.
        error: Box<Self>,
    },
}

impl WearerError {
    /// The same error, with the name of the body where it does not have it yet.
    pub(super) fn of(self, name: &str) -> Self {
        match self {
            Self::Pose(_) | Self::Segments => Self::Named { name: name.to_owned(), error: Box::new(self) },
            other => other,
        }
    }
}
