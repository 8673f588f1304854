//! The fit report: one HTML file that needs nothing else, for one size or a comparison of several.
//!
//! Pictures are inside of it, plots are SVG, and it runs no script, so that it can be mailed, printed and kept.
//!
//! ```no_run
//! # use toile_dress::{Wearer, Dressed, Fit};
//! use toile::fit::report::{self, ReportEntry, ReportSettings};
//!
//! # fn fitting(dressed: &Dressed, body: &Wearer) -> Result<(), Box<dyn std::error::Error>> {
//! let fit = Fit::of(dressed, body);
//! let entry = ReportEntry { name: "EU 38".into(), dressed, fit: &fit, body };
//! report::write("fit.html".as_ref(), &[entry], &ReportSettings::default())?;
//! # Ok(())
//! # }
//! ```

mod charts;
mod markup;
mod page;
mod pictures;
mod tables;

use super::heat_map::MapSettings;
use std::io::Write;
use std::path::Path;
use toile_dress::fit::FitQuantity;
use toile_dress::{Dressed, Fit, Wearer};
use toile_io::WriteError;
use toile_io::file::replace_file;

/// One size of a garment on a body.
#[derive(Clone, Debug)]
pub struct ReportEntry<'a> {
    /// What it is called, such as the size.
    pub name: String,
    /// The dressed garment.
    pub dressed: &'a Dressed,
    /// How it fits.
    pub fit: &'a Fit,
    /// The wearer.
    pub body: &'a Wearer,
}

/// What is in a report.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportSettings {
    /// The heading; the garment's name if it is empty.
    pub title: String,
    /// What else is to be said first, such as why a size is missing.
    pub remarks: Vec<String>,
    /// What is shown in colours.
    pub quantities: Vec<FitQuantity>,
    /// How pictures are made.
    pub pictures: MapSettings,
}

impl Default for ReportSettings {
    fn default() -> Self {
        Self {
            title: String::new(),
            remarks: Vec::new(),
            quantities: FitQuantity::ALL.to_vec(),
            pictures: MapSettings::default(),
        }
    }
}

/// The report as HTML.
///
/// # Errors
/// If a picture cannot be packed, as when it has no pixels.
pub fn html(entries: &[ReportEntry<'_>], settings: &ReportSettings) -> Result<String, WriteError> {
    page::page(entries, settings)
}

/// Writes the report.
///
/// # Errors
/// If the file cannot be written, or a picture is empty.
pub fn write(path: &Path, entries: &[ReportEntry<'_>], settings: &ReportSettings) -> Result<(), WriteError> {
    let text = html(entries, settings).map_err(|error| error.in_file(path))?;
    replace_file(path, |file| Ok(file.write_all(text.as_bytes())?))
}
