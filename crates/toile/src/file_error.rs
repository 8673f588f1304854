//! Why files could not be written, and what was written nevertheless.

use std::fmt;
use std::path::{Path, PathBuf};
use toile_io::WriteError;

/// Why files could not be written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// A folder could not be made.
    #[error("{}: cannot create: {error}", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Some of several files could not be written.
    #[error("{0}")]
    Incomplete(WrittenFiles),
}

/// Which of several files were written, and which could not be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WrittenFiles {
    /// Those that were.
    pub written: Vec<PathBuf>,
    /// Why the others were not.
    pub failed: Vec<WriteError>,
}

impl WrittenFiles {
    /// Writes a file, and notes what came of it.
    pub(crate) fn write(&mut self, path: PathBuf, work: impl FnOnce(&Path) -> Result<(), WriteError>) {
        let result = work(&path);
        self.note(path, result);
    }

    /// Notes what came of writing a file.
    pub(crate) fn note(&mut self, path: PathBuf, result: Result<(), WriteError>) {
        match result {
            Ok(()) => self.written.push(path),
            Err(error) => self.failed.push(error.in_file(&path)),
        }
    }

    /// Adds what came of writing more files, those that failed with those that did not.
    ///
    /// # Errors
    /// If nothing could be tried, as when there is no folder to write into.
    pub fn add(&mut self, result: Result<Vec<PathBuf>, FileError>) -> Result<(), FileError> {
        match result {
            Ok(written) => self.written.extend(written),
            Err(FileError::Incomplete(more)) => {
                self.written.extend(more.written);
                self.failed.extend(more.failed);
            }
            Err(FileError::Write(error)) => self.failed.push(error),
            Err(error @ FileError::Folder { .. }) => return Err(error),
        }
        Ok(())
    }

    /// The files, if all were written.
    ///
    /// # Errors
    /// If one was not.
    pub fn complete(self) -> Result<Vec<PathBuf>, FileError> {
        if self.failed.is_empty() { Ok(self.written) } else { Err(FileError::Incomplete(self)) }
    }
}

impl fmt::Display for WrittenFiles {
    /// Says which files are missing, and why.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (failed, all) = (self.failed.len(), self.failed.len() + self.written.len());
        write!(f, "{failed} of {all} files could not be written; the others are complete:")?;
        self.failed.iter().try_for_each(|error| write!(f, "\n  {error}"))
    }
}
