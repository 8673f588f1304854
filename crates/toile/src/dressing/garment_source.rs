//! Garments by name or file.

use std::path::{Path, PathBuf};
use toile_dress::{Body, measures};
use toile_pattern::Garment;
use toile_pattern::draft::{self, DRAFTS, Fit};
use toile_pattern::error::PatternError;
use toile_pattern::import::import;

/// Suggested seams of a file without any are sewn from this score on.
const ACCEPT: f64 = 0.6;

/// Why there is no such garment.
#[derive(Debug, thiserror::Error)]
pub enum GarmentSourceError {
    /// No file and no draft has that name.
    #[error("{name}: no such file, and no built-in garment of that name (there are {known})")]
    Unknown {
        /// The name.
        name: String,
        /// The names of drafts.
        known: String,
    },
    /// The file cannot be read.
    #[error("{}", PatternError::clone(.error).in_file(.path))]
    Pattern {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: Box<PatternError>,
    },
    /// Nothing is sewn.
    #[error(
        "{}: the pattern has no seams, and none could be suggested with some certainty; name them in a garment file (toile import)",
        .path.display()
    )]
    NoSeams {
        /// The file.
        path: PathBuf,
    },
}

/// A garment: a pattern file of any format, or a built-in draft, which is drawn for the measures of the body.
///
/// # Errors
/// If there is no such garment.
pub fn garment_named(name: &str, body: &Body, fit: Fit) -> Result<Garment, GarmentSourceError> {
    let path = Path::new(name);
    if path.is_file() {
        return from_file(path);
    }
    let Some(draft) = draft::named(name) else {
        let known = DRAFTS.iter().map(|draft| draft.name).collect::<Vec<_>>().join(", ");
        return Err(GarmentSourceError::Unknown { name: name.to_owned(), known });
    };
    Ok(draft.draft(&measures(body), fit))
}

fn from_file(path: &Path) -> Result<Garment, GarmentSourceError> {
    let imported = import(path)
        .map_err(|error| GarmentSourceError::Pattern { path: path.to_owned(), error: Box::new(error) })?;
    let mut garment = imported.garment;
    if garment.seams.is_empty() {
        let certain = imported.suggestions.into_iter().filter(|suggestion| suggestion.score >= ACCEPT);
        garment.seams.extend(certain.map(|suggestion| suggestion.seam));
        if garment.seams.is_empty() && garment.pieces.len() > 1 {
            return Err(GarmentSourceError::NoSeams { path: path.to_owned() });
        }
    }
    if garment.name.is_empty() {
        garment.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    }
    Ok(garment)
}
