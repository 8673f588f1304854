//! What went wrong while writing a file, and what a file could not hold.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use crate::scene::SceneError;

/// Why a file could not be written: the file and the cause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct WriteError {
    /// The file, if the data were to go into one.
    pub path: Option<PathBuf>,
    /// What is wrong, and where it helps what to do about it.
    pub cause: String,
}

impl WriteError {
    /// An error with the given cause.
    pub fn new(cause: impl Into<String>) -> Self {
        Self { path: None, cause: cause.into() }
    }

    /// The same error with the file's name attached, unless it already has one.
    #[must_use]
    pub fn in_file(mut self, path: &Path) -> Self {
        self.path.get_or_insert_with(|| path.to_path_buf());
        self
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}: ", path.display())?;
        }
        f.write_str(&self.cause)
    }
}

impl From<SceneError> for WriteError {
    fn from(error: SceneError) -> Self {
        Self::new(error.to_string())
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::new(format!("cannot write: {error}"))
    }
}

toile_geom::named_enum! {
    /// Something of a mesh that the file format has no place for. Mesh writers return what they left out.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Omission: words {
        /// Texture coordinates (all, or the sets after those that fit).
        TextureCoordinates = "texture coordinates",
        /// Normals.
        Normals = "normals",
        /// Colours of vertices.
        Colors = "vertex colours",
        /// Colours outside 0 to 1, which were moved to the nearer end.
        ColorRange = "colours brighter than white or darker than black",
        /// Groups and materials of faces.
        Groups = "face groups and materials",
        /// Free edges.
        Edges = "free edges",
        /// Stitches.
        Stitches = "stitches",
        /// The sheen of materials.
        Sheen = "the sheen of materials",
        /// Pictures on materials.
        Pictures = "pictures on materials",
        /// Motion.
        Motion = "motion",
        /// Vertices that no face uses.
        LooseVertices = "vertices without a face",
    }
}

impl fmt::Display for Omission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}
