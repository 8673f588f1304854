//! A linter for patterns: what would go wrong on the table or in the computer, with its place and a remedy.
//!
//! ```
//! use toile_pattern::draft::{Draft, Looseness};
//! use toile_pattern::lint::check;
//! use toile_pattern::measures::DraftMeasures;
//!
//! let mut skirt = Draft::named("straight-skirt")?.draft(&DraftMeasures::default(), Looseness::Regular);
//! assert!(check(&skirt).is_empty());
//! skirt.seams.remove(0);
//! assert!(!check(&skirt).is_empty(), "a side seam is missing");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod edges;
mod pieces;
pub(crate) use pieces::contains;
mod seams;
mod short;

use crate::error::{PatternError, PatternPlace};
use crate::file::GarmentPlaces;
use crate::garment::Garment;
use glam::DVec2;
use std::fmt;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It looks wrong, but may be meant.
    Warning,
    /// The pattern cannot be sewn or meshed like this.
    Error,
}

toile_geom::named_enum! {
    /// What was looked at.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Rule: name {
        /// Edges of an outline that do not meet.
        OutlineGap = "outline-gap",
        /// An outline that crosses itself.
        SelfCrossing = "self-crossing",
        /// An outline that runs clockwise, or has no area.
        Orientation = "orientation",
        /// A piece too large or too small for a garment.
        WrongUnit = "wrong-unit",
        /// Two pieces or edges of one name, or a name that is not there.
        Names = "names",
        /// A fold edge that is not straight, or is sewn.
        Fold = "fold",
        /// A dart whose tip is outside of the piece, or whose legs differ.
        Dart = "dart",
        /// A line or point outside of its piece.
        Outside = "outside",
        /// A graded outline that does not fit the drawn one.
        Sizes = "sizes",
        /// A seam that names what is not there, or sews an edge to itself.
        BrokenSeam = "broken-seam",
        /// Sides of different length beyond the stated ease.
        Ease = "ease",
        /// A chain of edges with a gap in it.
        SeamGap = "seam-gap",
        /// The same parts sewn twice.
        DuplicateSeam = "duplicate-seam",
        /// A seam that would turn a piece inside out.
        Twist = "twist",
        /// A stretch of an outline that is too short for a mesh.
        TooShort = "too-short",
        /// An edge that looks as if a seam was forgotten.
        Forgotten = "forgotten",
    }
}

/// Something that is wrong with a pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct LintFinding {
    /// What was looked at.
    pub rule: Rule,
    /// How bad it is.
    pub severity: Severity,
    /// The piece, if it is about one.
    pub piece: Option<usize>,
    /// The edge of that piece.
    pub edge: Option<usize>,
    /// The seam, if it is about one.
    pub seam: Option<usize>,
    /// Where in the piece, in metres.
    pub at: Option<DVec2>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl LintFinding {
    fn new(rule: Rule, severity: Severity, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            rule,
            severity,
            piece: None,
            edge: None,
            seam: None,
            at: None,
            message: message.into(),
            remedy: remedy.into(),
        }
    }

    fn on_piece(self, piece: usize) -> Self {
        Self { piece: Some(piece), ..self }
    }

    fn on_edge(self, piece: usize, edge: usize) -> Self {
        Self { piece: Some(piece), edge: Some(edge), ..self }
    }

    fn on_seam(self, seam: usize) -> Self {
        Self { seam: Some(seam), ..self }
    }

    fn at(self, at: DVec2) -> Self {
        Self { at: Some(at), ..self }
    }

    /// Where it stands in the garment file that the pattern was read from: the piece, edge or seam that it is about.
    pub fn place(&self, places: &GarmentPlaces) -> Option<PatternPlace> {
        Some(places.place(self.byte(places)?).1)
    }

    /// The same as an error at its place, with the line that it is in; a folder's file is named.
    pub fn in_text(&self, places: &GarmentPlaces) -> Option<PatternError> {
        let (file, place) = places.place(self.byte(places)?);
        let severity = if self.severity == Severity::Error { "error" } else { "warning" };
        let message = format!("{severity} [{}]: {}", self.rule.name(), self.message);
        let error = PatternError::new(place, message, &self.remedy);
        Some(file.map_or(error.clone(), |file| error.in_file(file)))
    }

    fn byte(&self, places: &GarmentPlaces) -> Option<usize> {
        let edge = || places.edges.get(self.piece?)?.get(self.edge?);
        let seam = || places.seams.get(self.seam?);
        let piece = || places.pieces.get(self.piece?);
        let span = seam().or_else(edge).or_else(piece)?;
        Some(span.start)
    }
}

impl fmt::Display for LintFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = if self.severity == Severity::Error { "error" } else { "warning" };
        write!(f, "{severity} [{}]: {}", self.rule.name(), self.message)?;
        if let Some(at) = self.at {
            write!(f, " at ({:.1}, {:.1}) cm", 100.0 * at.x, 100.0 * at.y)?;
        }
        write!(f, "; {}", self.remedy)
    }
}

/// Looks for all that is wrong; the worst come first, then in the order of pieces and seams.
pub fn check(garment: &Garment) -> Vec<LintFinding> {
    let mut findings = pieces::check(garment);
    findings.extend(seams::check(garment));
    if findings.iter().all(|finding| finding.severity < Severity::Error) {
        findings.extend(edges::check(garment));
        findings.extend(short::check(garment));
    }
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    findings
}

#[cfg(test)]
mod tests;
