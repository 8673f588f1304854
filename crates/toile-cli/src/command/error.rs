//! Why a command failed, and whose fault it is.

use std::process::ExitCode;
use toile::dressing::{FileError, GarmentSourceError};
use toile_dress::WearerError;
use toile_dress::body::MovingWearerError;
use toile_io::scene::SceneError;
use toile_io::{ReadError, WriteError};

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    /// The user can mend it: exit code 2.
    #[error("{0}")]
    Input(String),
    /// We must mend it, or the machine: exit code 1.
    #[error("{0}")]
    Internal(String),
}

impl CommandError {
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Internal(_) => ExitCode::from(1),
        }
    }
}

impl From<WearerError> for CommandError {
    fn from(error: WearerError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<MovingWearerError> for CommandError {
    fn from(error: MovingWearerError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<FileError> for CommandError {
    fn from(error: FileError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<GarmentSourceError> for CommandError {
    fn from(error: GarmentSourceError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<ReadError> for CommandError {
    fn from(error: ReadError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<WriteError> for CommandError {
    fn from(error: WriteError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<SceneError> for CommandError {
    fn from(error: SceneError) -> Self {
        Self::Input(error.to_string())
    }
}
