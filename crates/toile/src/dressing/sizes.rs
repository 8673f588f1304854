//! Several sizes of a garment on one body: which fits best?

use super::files::{write_comparison, write_size};
use crate::file_error::{FileError, WrittenFiles};
use crate::fit::ReportEntry;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use toile_dress::fit::{FitWords, SizeDirection, Verdict, direction, recommended};
use toile_dress::{DressError, Fit, Outfit, OutfitSummary, StageSeconds, Wearer, timed};
use toile_io::WriteError;

/// A size that a body was dressed in, or why it could not be.
#[derive(Debug)]
pub struct TriedSize {
    /// Its name.
    pub name: String,
    /// The outfit of that one garment.
    pub outfit: Result<Outfit, DressError>,
}

/// One size. It has all that [`OutfitSummary`] has.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedSize {
    /// Its name.
    pub size: String,
    /// How it fits.
    #[serde(flatten)]
    pub fit: FitWords,
    /// What dressing gave.
    #[serde(flatten)]
    pub summary: OutfitSummary,
}

/// What a comparison of sizes gave.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The garment.
    pub garment: String,
    /// The body.
    pub body: String,
    /// How long all of it took.
    pub seconds: f64,
    /// The sizes, as they were asked for.
    pub sizes: Vec<ComparedSize>,
    /// The size that fits best; none if none can be worn.
    pub recommended: Option<String>,
    /// Where to look for a size that fits, if none of these does.
    pub direction: Option<SizeDirection>,
    /// Files that were written of all sizes together.
    pub files: Vec<PathBuf>,
    /// Files that could not be written, and why.
    #[serde(skip)]
    pub failed: Vec<WriteError>,
}

impl Comparison {
    /// In words.
    pub fn text(&self) -> String {
        let mut text = format!("{} on {}\n", self.garment, self.body);
        for size in &self.sizes {
            let is_known = size.summary.at_rest || size.summary.gave_up.is_some();
            let rest = if is_known { "" } else { ", not at rest" };
            let _ = writeln!(text, "  {:<10} {}{rest}", size.size, size.fit.verdict);
            if let Some(finding) = size.fit.findings.first() {
                let _ = writeln!(text, "             {finding}");
            }
        }
        let _ = match (&self.recommended, self.direction) {
            (Some(best), _) => writeln!(text, "  take {best}"),
            (None, Some(direction)) => writeln!(text, "  none of them fits: try {}", direction.words()),
            (None, None) => writeln!(text, "  none of them can be recommended"),
        };
        for file in self.sizes.iter().flat_map(|size| &size.summary.files).chain(&self.files) {
            let _ = writeln!(text, "  wrote {}", file.display());
        }
        text
    }
}

/// Compares sizes that a body was dressed in, and writes the mesh of each, a report, maps and numbers.
///
/// # Errors
/// If the folder cannot be made. [`Comparison::failed`] has the files that could not be written.
pub fn compare_sizes(
    folder: &Path,
    garment: &str,
    body: &Wearer,
    tried: &[TriedSize],
) -> Result<Comparison, FileError> {
    let fit_of = |size: &TriedSize| size.outfit.as_ref().ok()?.fit().fits.into_iter().next();
    let fits: Vec<Option<Fit>> = tried.iter().map(fit_of).collect();
    let mut failed = Vec::new();
    let mut sizes = Vec::with_capacity(tried.len());
    for (n, (size, fit)) in tried.iter().zip(&fits).enumerate() {
        let mut compared = compared(size, fit.as_ref(), garment, body);
        let mut stages = StageSeconds::default();
        if let Ok(outfit) = &size.outfit {
            let mut files = WrittenFiles::default();
            files.add(timed(&mut stages.write, || write_size(folder, n, &size.name, outfit)))?;
            compared.summary.files = files.written;
            failed.extend(files.failed);
        }
        compared.summary.add_seconds(&stages);
        sizes.push(compared);
    }
    let dressed = tried.iter().zip(&fits).filter_map(|(size, fit)| {
        let dressed = size.outfit.as_ref().ok()?.garments.first()?;
        Some(ReportEntry { name: size.name.clone(), dressed, fit: fit.as_ref()?, body })
    });
    let entries: Vec<ReportEntry<'_>> = dressed.collect();
    let refused =
        tried.iter().filter_map(|size| Some(format!("{}: {}", size.name, size.outfit.as_ref().err()?)));
    let best = recommended(&entries.iter().map(|entry| entry.fit).collect::<Vec<_>>());
    let recommended = best.map(|best| entries[best].name.clone());
    let verdicts: Vec<Verdict> =
        tried.iter().zip(&fits).map(|(size, fit)| verdict(size, fit.as_ref())).collect();
    let title = format!("{garment} on {}", body.name());
    let mut files = WrittenFiles { written: Vec::new(), failed };
    files.add(write_comparison(folder, &title, &entries, refused.collect()))?;
    Ok(Comparison {
        garment: garment.to_owned(),
        body: body.name().to_owned(),
        seconds: 0.0,
        sizes,
        direction: if recommended.is_some() { None } else { direction(&verdicts) },
        recommended,
        files: files.written,
        failed: files.failed,
    })
}

/// How a size fits. What is far too narrow to be dressed is too tight.
fn verdict(size: &TriedSize, fit: Option<&Fit>) -> Verdict {
    match (&size.outfit, fit) {
        (Ok(_), Some(fit)) => fit.verdict,
        (Err(error), _) if error.is_too_narrow() => Verdict::TooTight,
        _ => Verdict::Unknown,
    }
}

fn compared(size: &TriedSize, fit: Option<&Fit>, garment: &str, body: &Wearer) -> ComparedSize {
    let (fit, summary) = match (&size.outfit, fit) {
        (Ok(outfit), Some(fit)) => (FitWords::of(garment, fit), outfit.summary()),
        (outfit, _) => {
            let why = outfit.as_ref().err().map_or_else(String::new, ToString::to_string);
            let is_small = outfit.as_ref().is_err_and(DressError::is_too_narrow);
            let verdict = if is_small { "too small" } else { Verdict::Unknown.words() };
            let summary = OutfitSummary::refused(vec![garment.to_owned()], body.name(), why.clone());
            (FitWords::refused(garment, verdict, why), summary)
        }
    };
    ComparedSize { size: size.name.clone(), fit, summary }
}
