//! Several sizes of a garment on one body: which fits best?

use super::FitWords;
use super::files::{FileError, write_comparison};
use crate::fit::ReportEntry;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use toile_dress::fit::recommended;
use toile_dress::{Body, Dressed, Fit};

/// One size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedSize {
    /// Its name.
    pub size: String,
    /// Whether it came to rest.
    pub at_rest: bool,
    /// How it fits.
    #[serde(flatten)]
    pub fit: FitWords,
}

/// What a comparison of sizes gave.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The garment.
    pub garment: String,
    /// The body.
    pub body: String,
    /// The sizes, as they were asked for.
    pub sizes: Vec<ComparedSize>,
    /// The size that fits best.
    pub recommended: Option<String>,
    /// Files that were written.
    pub files: Vec<PathBuf>,
}

impl Comparison {
    /// In words.
    pub fn text(&self) -> String {
        let mut text = format!("{} on {}\n", self.garment, self.body);
        for size in &self.sizes {
            let rest = if size.at_rest { "" } else { ", not at rest" };
            let _ = writeln!(text, "  {:<10} {}{rest}", size.size, size.fit.verdict);
            if let Some(finding) = size.fit.findings.first() {
                let _ = writeln!(text, "             {finding}");
            }
        }
        if let Some(best) = &self.recommended {
            let _ = writeln!(text, "  take {best}");
        }
        text
    }
}

/// Compares sizes that a body was dressed in, and writes a report, maps and numbers. Returns what it gave, and the files.
///
/// # Errors
/// If a file cannot be written.
pub fn compare_sizes(
    folder: &Path,
    garment: &str,
    body_name: &str,
    body: &Body,
    tried: &[(String, Dressed)],
) -> Result<(Comparison, Vec<PathBuf>), FileError> {
    let fits: Vec<Fit> = tried.iter().map(|(_, dressed)| Fit::of(dressed, body)).collect();
    let entries: Vec<ReportEntry<'_>> = tried
        .iter()
        .zip(&fits)
        .map(|((name, dressed), fit)| ReportEntry { name: name.clone(), dressed, fit, body })
        .collect();
    let files = write_comparison(folder, &format!("{garment} on {body_name}"), &entries)?;
    let best = recommended(&fits.iter().collect::<Vec<_>>());
    let size = |((name, dressed), fit): (&(String, Dressed), &Fit)| ComparedSize {
        size: name.clone(),
        at_rest: dressed.at_rest,
        fit: FitWords::of(&dressed.meshed.garment.name, fit),
    };
    let comparison = Comparison {
        garment: garment.to_owned(),
        body: body_name.to_owned(),
        sizes: tried.iter().zip(&fits).map(size).collect(),
        recommended: best.map(|best| tried[best].0.clone()),
        files: files.clone(),
    };
    Ok((comparison, files))
}
