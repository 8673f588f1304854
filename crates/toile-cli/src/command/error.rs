//! Why a command failed, and whose fault it is.

use std::process::ExitCode;
use toile::dressing::{BodySourceError, FileError, GarmentSourceError, MovingBodyError};
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

impl From<BodySourceError> for CommandError {
    fn from(error: BodySourceError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<MovingBodyError> for CommandError {
    fn from(error: MovingBodyError) -> Self {
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
