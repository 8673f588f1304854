//! Garments by name or file.

use std::path::{Path, PathBuf};
use toile_body::measures::{self, SIZES};
use toile_dress::{Wearer, measures_of_size};
use toile_pattern::Garment;
use toile_pattern::draft::{DRAFTS, Draft, Looseness};
use toile_pattern::error::PatternError;
use toile_pattern::grading::GradingError;
use toile_pattern::halves::Half;
use toile_pattern::import::import;
use toile_pattern::piece::CutRule;

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
    /// A pattern file does not have that size.
    #[error("{}: {error}", .path.display())]
    Grading {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: GradingError,
    },
    /// No size has that name.
    #[error("{size}: no such size (there are {known})")]
    UnknownSize {
        /// The name.
        size: String,
        /// The names of sizes.
        known: String,
    },
    /// There is nothing to sew.
    #[error("{}: the pattern has no pieces", .path.display())]
    NoPieces {
        /// The file.
        path: PathBuf,
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

/// A garment, and what was made of its file in words.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundGarment {
    /// The garment.
    pub garment: Garment,
    /// What the file does not say and was guessed, and why.
    pub notes: Vec<String>,
    /// How many of its seams are guesses, because its file names none.
    pub guessed_seams: usize,
}

/// A garment: a pattern file of any format, or a built-in draft, which is drawn for the measures of the body.
///
/// # Errors
/// If there is no such garment.
pub fn garment_named(name: &str, body: &Wearer, fit: Looseness) -> Result<Garment, GarmentSourceError> {
    Ok(find_garment(name, body, fit)?.garment)
}

/// The same, with what was guessed.
///
/// # Errors
/// If there is no such garment.
pub fn find_garment(name: &str, body: &Wearer, fit: Looseness) -> Result<FoundGarment, GarmentSourceError> {
    let path = Path::new(name);
    let measures = body.measures();
    if is_pattern(path) {
        return from_file(path, Some(measures.bust_girth.min(measures.hip_girth)));
    }
    Ok(FoundGarment { garment: draft_named(name)?.draft(measures, fit), notes: Vec::new(), guessed_seams: 0 })
}

/// Whether there is a file of that name, or a garment's folder; other folders may be called like a draft.
fn is_pattern(path: &Path) -> bool {
    path.is_file() || path.join("garment.toml").is_file()
}

/// A garment in a size: of a graded pattern file, or of a built-in draft any size that is a body ([`SIZES`]).
///
/// # Errors
/// If there is no such garment, or it has no such size.
pub fn garment_in_size(name: &str, size: &str, fit: Looseness) -> Result<Garment, GarmentSourceError> {
    let path = Path::new(name);
    if is_pattern(path) {
        let no_size = |error| GarmentSourceError::Grading { path: path.to_owned(), error };
        return from_file(path, None)?.garment.in_size(size).map_err(no_size);
    }
    let draft = draft_named(name)?;
    let size = measures::BodySize::named(size).map_err(|_| GarmentSourceError::UnknownSize {
        size: size.to_owned(),
        known: SIZES.iter().map(|size| size.name).collect::<Vec<_>>().join(", "),
    })?;
    Ok(draft.draft(&measures_of_size(size), fit))
}

fn draft_named(name: &str) -> Result<&'static Draft, GarmentSourceError> {
    Draft::named(name).map_err(|_| {
        let known = DRAFTS.iter().map(|draft| draft.name).collect::<Vec<_>>().join(", ");
        GarmentSourceError::Unknown { name: name.to_owned(), known }
    })
}

/// Reads a pattern. What looks like halves is made whole, and seams that are not told are suggested; `girth` is that of the body, if it is known.
fn from_file(path: &Path, girth: Option<f64>) -> Result<FoundGarment, GarmentSourceError> {
    let mut imported = import(path)
        .map_err(|error| GarmentSourceError::Pattern { path: path.to_owned(), error: Box::new(error) })?;
    if imported.garment.pieces.is_empty() {
        return Err(GarmentSourceError::NoPieces { path: path.to_owned() });
    }
    if !imported.halves.is_empty() {
        imported.find_halves(girth);
    }
    let halves = imported.make_whole(ACCEPT);
    let note = |half: &Half| {
        let piece = &imported.garment.pieces[half.piece];
        let how = match half.cut {
            CutRule::OnFold(edge) => {
                format!("taken for a half on the fold along edge {}", piece.edge_name(edge))
            }
            _ => "cut twice, mirrored".to_owned(),
        };
        format!("{}: piece `{}` is {how}: {}", path.display(), piece.name, half.reasons.join(", "))
    };
    let mut notes: Vec<String> = halves.iter().map(note).collect();
    let mut garment = imported.garment;
    let named = garment.seams.len();
    if garment.seams.is_empty() {
        let certain = imported.suggestions.into_iter().filter(|suggestion| suggestion.score >= ACCEPT);
        garment.seams.extend(certain.map(|suggestion| suggestion.seam));
        if garment.seams.is_empty() && garment.pieces.len() > 1 {
            return Err(GarmentSourceError::NoSeams { path: path.to_owned() });
        }
        if !garment.seams.is_empty() {
            let count = garment.seams.len();
            let seams = if count == 1 { "1 seam was".to_owned() } else { format!("{count} seams were") };
            notes.push(format!("{}: {seams} guessed; toile import lists them", path.display()));
        }
    }
    if garment.name.is_empty() {
        garment.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    }
    let guessed_seams = garment.seams.len() - named;
    Ok(FoundGarment { garment, notes, guessed_seams })
}
