//! Garments by name or file.

use super::unsure_pattern::UnsurePattern;
use crate::body::{Wearer, measures_of_size};
use crate::remedy::Remedy;
use std::path::{Path, PathBuf};
use toile_body::measures::BodySize;
use toile_geom::names::UnknownName;
use toile_pattern::Garment;
use toile_pattern::asking::SURE;
use toile_pattern::draft::{DRAFTS, Draft, Looseness};
use toile_pattern::error::PatternError;
use toile_pattern::grading::GradingError;
use toile_pattern::halves::Half;
use toile_pattern::import::import;
use toile_pattern::imported::Imported;
use toile_pattern::piece::CutRule;
use toile_pattern::seam::{Seam, SeamSource};

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
    #[error("{name}: {error}")]
    Grading {
        /// The file or the garment.
        name: String,
        /// Why not.
        error: GradingError,
    },
    /// No size has that name.
    #[error(transparent)]
    UnknownSize(#[from] UnknownName),
    /// There is nothing to sew.
    #[error("{}: the pattern has no pieces", .path.display())]
    NoPieces {
        /// The file.
        path: PathBuf,
    },
    /// It is not sure how it is sewn.
    #[error("{0}")]
    Unsure(Box<UnsurePattern>),
    /// Nothing is sewn.
    #[error("{}: the pattern has no seams, and none could be suggested with some certainty", .path.display())]
    NoSeams {
        /// The file.
        path: PathBuf,
    },
}

impl GarmentSourceError {
    /// What can be done about it.
    pub(super) fn remedies(&self) -> &'static [Remedy] {
        match self {
            Self::NoSeams { .. } => &[Remedy::NameSeams],
            Self::Unsure(_) => &[Remedy::Answer, Remedy::AcceptGuesses],
            _ => &[],
        }
    }

    /// The same error of a size, with the name of the file.
    fn of_file(self, path: &Path) -> Self {
        match self {
            Self::Grading { error, .. } => Self::Grading { name: path.display().to_string(), error },
            other => other,
        }
    }
}

/// A garment, and what was made of its file in words.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundGarment {
    /// The garment.
    pub garment: Garment,
    /// What the file does not say and was guessed, and why.
    pub notes: Vec<String>,
    /// How many of its seams nobody has told: they were inferred from the pieces.
    pub guessed_seams: usize,
}

/// A garment that is asked for: one that was found already, or the name or file of one.
#[derive(Clone, Debug, PartialEq)]
pub enum GarmentChoice {
    /// The name of a built-in garment, or the file of a pattern.
    Named(String),
    /// One that is there already.
    Found(FoundGarment),
}

impl GarmentChoice {
    /// Finds it for a body.
    pub(super) fn find(
        self,
        wearer: &Wearer,
        looseness: Looseness,
        accept_guesses: bool,
    ) -> Result<FoundGarment, GarmentSourceError> {
        match self {
            Self::Named(name) => FoundGarment::find(&name, wearer, looseness, accept_guesses),
            Self::Found(found) => Ok(found),
        }
    }
}

impl<P: AsRef<Path> + ?Sized> From<&P> for GarmentChoice {
    fn from(name: &P) -> Self {
        Self::Named(name.as_ref().to_string_lossy().into_owned())
    }
}

impl From<String> for GarmentChoice {
    fn from(name: String) -> Self {
        Self::Named(name)
    }
}

impl From<FoundGarment> for GarmentChoice {
    fn from(found: FoundGarment) -> Self {
        Self::Found(found)
    }
}

impl From<Garment> for GarmentChoice {
    fn from(garment: Garment) -> Self {
        Self::Found(garment.into())
    }
}

impl From<Garment> for FoundGarment {
    fn from(garment: Garment) -> Self {
        Self { garment, notes: Vec::new(), guessed_seams: 0 }
    }
}

impl FoundGarment {
    /// A garment: a pattern file of any format, or a built-in draft, which is drawn for the measures of the body.
    ///
    /// # Errors
    /// If there is no such garment, or it is not sure how it is sewn.
    pub fn open(name: &str, wearer: &Wearer, looseness: Looseness) -> Result<Self, GarmentSourceError> {
        Self::find(name, wearer, looseness, false)
    }

    fn find(
        name: &str,
        wearer: &Wearer,
        looseness: Looseness,
        accept_guesses: bool,
    ) -> Result<Self, GarmentSourceError> {
        let path = Path::new(name);
        let measures = wearer.measures();
        if is_pattern(path) {
            let girth = measures.bust_girth.min(measures.hip_girth);
            return from_file(path, Some(girth), accept_guesses);
        }
        Ok(draft_named(name)?.draft(measures, looseness).into())
    }

    /// A garment in a size: of a graded pattern file, or of a built-in draft any size that is a body ([`BodySize`]).
    ///
    /// # Errors
    /// If there is no such garment, it has no such size, or it is not sure how it is sewn.
    pub fn in_size(name: &str, size: &str, looseness: Looseness) -> Result<Self, GarmentSourceError> {
        Self::find_size(name, size, looseness, false)
    }

    pub(super) fn find_size(
        name: &str,
        size: &str,
        looseness: Looseness,
        accept_guesses: bool,
    ) -> Result<Self, GarmentSourceError> {
        let path = Path::new(name);
        if is_pattern(path) {
            return from_file(path, None, accept_guesses)?
                .graded_to(size)
                .map_err(|error| error.of_file(path));
        }
        let draft = draft_named(name)?;
        let size = BodySize::named(size)?;
        Ok(draft.draft(&measures_of_size(size), looseness).into())
    }

    /// The garment in a size that its pattern is graded to.
    ///
    /// # Errors
    /// If it has no such size.
    pub fn graded_to(self, size: &str) -> Result<Self, GarmentSourceError> {
        let garment = self
            .garment
            .in_size(size)
            .map_err(|error| GarmentSourceError::Grading { name: self.garment.name.clone(), error })?;
        Ok(Self { garment, ..self })
    }
}

/// Lets files of fabrics that a pattern names be found from anywhere: they are named as seen from the folder of its file.
fn find_fabric_files(garment: &mut Garment, folder: &Path) {
    let of_pieces = garment
        .pieces
        .iter_mut()
        .flat_map(|piece| piece.regions.iter_mut().map(|region| &mut region.fabric).chain(&mut piece.fabric));
    let named = of_pieces.chain(&mut garment.fabric);
    for name in named {
        let file = folder.join(&*name);
        if file.is_file() {
            *name = file.to_string_lossy().into_owned();
        }
    }
}

/// Whether there is a file of that name, or a garment's folder; other folders may be called like a draft.
fn is_pattern(path: &Path) -> bool {
    path.is_file() || path.join("garment.toml").is_file()
}

fn draft_named(name: &str) -> Result<&'static Draft, GarmentSourceError> {
    Draft::named(name).map_err(|_| {
        let known = DRAFTS.iter().map(|draft| draft.name).collect::<Vec<_>>().join(", ");
        GarmentSourceError::Unknown { name: name.to_owned(), known }
    })
}

/// Reads a pattern. What is sure of what its file does not tell is taken; whether what is not sure is accepted, too, or refused with the questions, is
/// asked for. `girth` is that of the body, if it is known.
fn from_file(
    path: &Path,
    girth: Option<f64>,
    accept_guesses: bool,
) -> Result<FoundGarment, GarmentSourceError> {
    let mut imported = import(path)
        .map_err(|error| GarmentSourceError::Pattern { path: path.to_owned(), error: Box::new(error) })?;
    if imported.garment.pieces.is_empty() {
        return Err(GarmentSourceError::NoPieces { path: path.to_owned() });
    }
    if !imported.halves.is_empty() {
        imported.find_halves(girth);
    }
    let mut notes = Vec::new();
    for half in imported.make_whole(SURE) {
        notes.push(format!("{}: {}", path.display(), half_in_words(&imported, &half)));
    }
    FoundGarment::of_imported(path, imported, notes, accept_guesses)
}

/// What a half was taken for, and why.
fn half_in_words(imported: &Imported, half: &Half) -> String {
    let piece = &imported.garment.pieces[half.piece];
    let how = match half.cut {
        CutRule::OnFold(edge) => format!("taken for a half on the fold along edge {}", piece.edge_name(edge)),
        _ => "cut twice, mirrored".to_owned(),
    };
    format!("piece `{}` is {how}: {}", piece.name, half.reasons.join(", "))
}

impl FoundGarment {
    /// An imported pattern, sewn as far as that is sure or asked for.
    fn of_imported(
        path: &Path,
        mut imported: Imported,
        mut notes: Vec<String>,
        accept_guesses: bool,
    ) -> Result<Self, GarmentSourceError> {
        if accept_guesses {
            let count = imported.settle_likeliest(SURE);
            if count > 0 {
                notes.push(format!("{}: {count} questions have their likeliest answer", path.display()));
            }
        } else {
            let questions = imported.questions();
            imported.settle(SURE);
            if !questions.is_empty() {
                let path = path.to_owned();
                return Err(GarmentSourceError::Unsure(Box::new(UnsurePattern {
                    path,
                    imported,
                    questions,
                })));
            }
        }
        let mut garment = imported.into_garment();
        if garment.seams.is_empty() && garment.pieces.len() > 1 {
            return Err(GarmentSourceError::NoSeams { path: path.to_owned() });
        }
        let is_guess = |seam: &&Seam| matches!(seam.source, SeamSource::Inferred { .. });
        let guessed_seams = garment.seams.iter().filter(is_guess).count();
        if guessed_seams > 0 {
            let seams = if guessed_seams == 1 {
                "1 seam was".to_owned()
            } else {
                format!("{guessed_seams} seams were")
            };
            notes.push(format!("{}: {seams} guessed", path.display()));
        }
        find_fabric_files(&mut garment, path.parent().unwrap_or(Path::new("")));
        if garment.name.is_empty() {
            garment.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        }
        Ok(Self { garment, notes, guessed_seams })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail so")]
    use super::*;

    /// Two sheets and a guide, with sections about them.
    fn opened(sections: &str, accept_guesses: bool) -> Result<FoundGarment, GarmentSourceError> {
        let sheet = |name: &str| {
            let edges = "{ to = [40, 0] }, { to = [40, 30] }, { to = [0, 30] }, { to = [0, 0] }";
            format!("[[piece]]\nname = \"{name}\"\noutline = [{edges}]\n")
        };
        let head = "format = \"toile-garment 1\"\nname = \"tube\"\nunit = \"cm\"\n";
        let pieces = ["guide", "front", "back"].map(sheet).concat();
        let told = "[[seam]]\na = \"front.1\"\nb = \"-back.3\"\n";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tube.toml");
        std::fs::write(&path, format!("{head}{pieces}{told}{sections}")).unwrap();
        from_file(&path, None, accept_guesses)
    }

    #[test]
    fn what_is_open_is_refused_with_its_questions_or_guessed() {
        let open = "[[unsure]]\na = \"front.3\"\nb = \"-back.1\"\nscore = 0.7\n";
        let error = opened(open, false).unwrap_err();
        let words = error.to_string();
        assert!(
            words.contains("tube.toml: one question is open") && words.contains("edge 3 of `front`"),
            "{words}"
        );
        assert_eq!(error.remedies(), [Remedy::Answer, Remedy::AcceptGuesses]);
        let GarmentSourceError::Unsure(unsure) = error else { panic!("{words}") };
        assert_eq!((unsure.questions.len(), unsure.imported.garment.seams.len()), (1, 1));
        let found = opened(open, true).unwrap();
        assert_eq!((found.garment.seams.len(), found.guessed_seams), (2, 1));
        assert!(found.notes.iter().any(|note| note.contains("likeliest answer")), "{:?}", found.notes);
        assert_eq!(
            opened("", false).unwrap().guessed_seams,
            0,
            "a file that tells its seams is not asked about"
        );
    }

    #[test]
    fn pieces_that_are_left_out_are_not_worn() {
        let out = "[[unsure]]\npiece = \"guide\"\nleft_out = true\nanswer = \"yes\"\n";
        let garment = opened(out, false).unwrap().garment;
        let names: Vec<&str> = garment.pieces.iter().map(|piece| piece.name.as_str()).collect();
        assert_eq!(names, ["front", "back"]);
        assert!(garment.seams[0].parts().map(|part| part.piece).eq([0, 1]));
    }
}
