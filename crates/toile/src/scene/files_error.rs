//! Why a run cannot go on from what is in a folder.

use super::checkpoint::CheckpointError;
use super::kept_frames::FramesError;
use super::run::RunError;
use std::path::PathBuf;
use toile_io::{ReadError, WriteError};

/// Why a run cannot go on from what is in a folder.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The checkpoint cannot be read.
    #[error("{0}; there is nothing to go on from: run the scene from its beginning first")]
    Read(ReadError),
    /// The checkpoint is no good.
    #[error("{}: {error}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: CheckpointError,
    },
    /// The scene does not go with it.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The frames are not those that the run has made.
    #[error("{}: {error}; put the file back as it was, take png, glb and pc2 out of `files`, or begin anew", path.display())]
    Frames {
        /// The file of the frames.
        path: PathBuf,
        /// What is wrong.
        error: FramesError,
    },
    /// The mesh of a frame is missing.
    #[error(
        "{}: it is missing, but the checkpoint is of a later frame; put it back, take obj out of `files`, or begin anew", path.display()
    )]
    Mesh {
        /// The file.
        path: PathBuf,
    },
    /// The report does not tell of all frames before the checkpoint.
    #[error(
        "{}: it tells of {found} of the {expected} frames that the checkpoint goes on after, each in a line of its own; put it back as it was, take \
         report out of `files`, or begin anew", path.display()
    )]
    Report {
        /// The file.
        path: PathBuf,
        /// How many frames it tells of, one after the other from the first.
        found: usize,
        /// How many were done.
        expected: usize,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}
