//! Where a pattern's questions and answers are remembered.

use super::folder::write_imported_folder;
use super::write::write_imported;
use crate::error::PatternError;
use crate::imported::Imported;
use std::path::{Path, PathBuf};

/// Whether questions and answers are remembered in a file of that name: in a garment file (`.toml`), and in a folder, whose name has no extension.
pub fn remembers_answers(path: &Path) -> bool {
    path.extension().is_none_or(|extension| extension.eq_ignore_ascii_case("toml"))
}

/// Where the answers about a pattern are remembered: in itself if it is a garment file or a folder, else in a garment file beside it.
pub fn remembering_file(pattern: &Path) -> PathBuf {
    let is_own = pattern.is_dir() || remembers_answers(pattern);
    if is_own { pattern.to_owned() } else { pattern.with_extension("toml") }
}

/// Writes a pattern with its questions and answers into a garment file, or a folder if the name has no extension.
///
/// # Errors
/// If it cannot be written.
pub fn remember(imported: &Imported, path: &Path) -> Result<(), PatternError> {
    if path.is_dir() || path.extension().is_none() {
        return write_imported_folder(imported, path);
    }
    std::fs::write(path, write_imported(imported)).map_err(|error| {
        let remedy = "check the name and the permissions of its folder";
        PatternError::file(format!("cannot write: {error}"), remedy).in_file(path)
    })
}
