//! What is wrong with a scene file, and where.

/// What is wrong with a scene file: the file, the line, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{origin}:{line}: {message}")]
pub struct SceneFileError {
    /// Name of the file.
    pub origin: String,
    /// Line, counted from one.
    pub line: usize,
    /// What is wrong and what to write.
    pub message: String,
}
