//! Why a command failed, and whose fault it is.

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
    /// It was asked whether something is well, and it is not; the result says what is wrong: exit code 1.
    #[error("{0}")]
    Faulty(String),
}

impl CommandError {
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Internal(_) | Self::Faulty(_) => ExitCode::from(1),
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
    FileError,
    ReadError,
    WriteError,
    SceneError,
    UnknownName,
    PatternError,
    IntervalError,
    SceneFileError,
    LoadError,
    BroadError,
    CcdError,
);
