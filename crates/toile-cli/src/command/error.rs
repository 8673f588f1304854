//! Why a command failed, and whose fault it is.

use super::interrupt::INTERRUPTED;
use std::process::ExitCode;
use toile::dressing::FileError;
use toile::scene::{LoadError, SceneFileError};
use toile_cloth::fabric::FabricError;
use toile_dress::body::MovingWearerError;
use toile_dress::{DressedMotionError, WearerError};
use toile_geom::names::UnknownName;
use toile_io::scene::SceneError;
use toile_io::{ReadError, WriteError};
use toile_lab::bench::detection::{BroadError, CcdError};
use toile_pattern::error::PatternError;
use toile_pattern::intervals::IntervalError;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    /// The user can mend it: exit code 2.
    #[error("{0}")]
    Input(String),
    /// We must mend it, or the machine: exit code 1.
    #[error("{0}")]
    Internal(String),
    /// The user has interrupted it: exit code 130.
    #[error("{0}")]
    Interrupted(String),
    /// It was asked whether something is well, and it is not; the result says what is wrong: exit code 1.
    #[error("{0}")]
    Faulty(String),
}

impl CommandError {
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Internal(_) | Self::Faulty(_) => ExitCode::from(1),
            Self::Interrupted(_) => ExitCode::from(INTERRUPTED),
        }
    }
}

impl CommandError {
    /// Says it on standard error. To be interrupted is no error.
    pub(crate) fn say(&self) {
        match self {
            Self::Interrupted(words) => eprintln!("{words}"),
            Self::Input(_) | Self::Internal(_) | Self::Faulty(_) => eprintln!("error: {self}"),
        }
    }
}

impl From<FileError> for CommandError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Incomplete(_) => Self::Internal(error.to_string()),
            FileError::Folder { .. } | FileError::Write(_) => Self::Input(error.to_string()),
        }
    }
}

impl From<LoadError> for CommandError {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Run(error) => error.into(),
            error => Self::Input(error.to_string()),
        }
    }
}

macro_rules! input {
    ($($error:ty),+ $(,)?) => {
        $(impl From<$error> for CommandError {
            fn from(error: $error) -> Self {
                Self::Input(error.to_string())
            }
        })+
    };
}

input!(
    WearerError,
    MovingWearerError,
    DressedMotionError,
    FabricError,
    ReadError,
    WriteError,
    SceneError,
    UnknownName,
    PatternError,
    IntervalError,
    SceneFileError,
    BroadError,
    CcdError,
);
