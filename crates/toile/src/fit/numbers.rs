//! All numbers of a fit as JSON.

use super::report::ReportEntry;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use toile_dress::Fit;
use toile_dress::fit::recommended;
use toile_io::WriteError;
use toile_io::file::replace_file;

#[derive(Serialize)]
struct Document<'a> {
    /// The name of the entry that fits best.
    recommended: Option<&'a str>,
    fits: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    garment: &'a str,
    #[serde(flatten)]
    fit: &'a Fit,
}

/// The fits of one or several sizes as a JSON document: `recommended`, and `fits` with all fields of [`Fit`], in SI units.
///
/// # Errors
/// If a value cannot be written; no fit of a dressed garment has such.
pub fn to_json(entries: &[ReportEntry<'_>]) -> serde_json::Result<String> {
    let fits: Vec<&Fit> = entries.iter().map(|entry| entry.fit).collect();
    let document = Document {
        recommended: recommended(&fits).map(|best| entries[best].name.as_str()),
        fits: entries
            .iter()
            .map(|entry| Entry {
                name: &entry.name,
                garment: &entry.dressed.meshed.garment.name,
                fit: entry.fit,
            })
            .collect(),
    };
    serde_json::to_string(&document)
}

/// Writes [`to_json`] to a file.
///
/// # Errors
/// If the file cannot be written.
pub fn write_json(path: &Path, entries: &[ReportEntry<'_>]) -> Result<(), WriteError> {
    let text = to_json(entries).map_err(|error| WriteError::new(error.to_string()).in_file(path))?;
    replace_file(path, |file| Ok(file.write_all(text.as_bytes())?))
}
