//! What went wrong with a file, where, and why.

use std::fmt;
use std::path::{Path, PathBuf};

/// The place in a file an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilePlace {
    /// The file as a whole.
    File,
    /// A line of a text file, counted from 1.
    Line(u64),
    /// A byte offset in a binary file, counted from 0.
    Byte(u64),
    /// An item of a structured document, such as `accessors[3].bufferView`.
    Item(String),
}

/// Why a file could not be read: the file, the place in it, and the cause.
///
/// It reads as `dress.obj, line 812: vertex 99 does not exist, the file defines only 40`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ReadError {
    /// The file, if the data came from one.
    pub path: Option<PathBuf>,
    /// Where in the file.
    pub place: FilePlace,
    /// What is wrong there, and where it helps what to do about it.
    pub cause: String,
}

impl ReadError {
    /// An error about the whole file.
    pub fn file(cause: impl Into<String>) -> Self {
        Self { path: None, place: FilePlace::File, cause: cause.into() }
    }

    /// An error at a line, counted from 1.
    pub fn line(line: u64, cause: impl Into<String>) -> Self {
        Self { path: None, place: FilePlace::Line(line), cause: cause.into() }
    }

    /// An error at a byte offset, counted from 0.
    pub fn byte(offset: u64, cause: impl Into<String>) -> Self {
        Self { path: None, place: FilePlace::Byte(offset), cause: cause.into() }
    }

    /// An error at a named item of a structured document.
    pub fn item(item: impl Into<String>, cause: impl Into<String>) -> Self {
        Self { path: None, place: FilePlace::Item(item.into()), cause: cause.into() }
    }

    /// The same error with the file's name attached, unless it already has one.
    #[must_use]
    pub fn in_file(mut self, path: &Path) -> Self {
        self.path.get_or_insert_with(|| path.to_path_buf());
        self
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}", path.display())?;
            f.write_str(if self.place == FilePlace::File { ": " } else { ", " })?;
        }
        match &self.place {
            FilePlace::File => {}
            FilePlace::Line(line) => write!(f, "line {line}: ")?,
            FilePlace::Byte(byte) => write!(f, "byte {byte}: ")?,
            FilePlace::Item(item) => write!(f, "{item}: ")?,
        }
        f.write_str(&self.cause)
    }
}
