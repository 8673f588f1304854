//! A wardrobe tried on: many garments on many bodies, each by itself, with a verdict.

use super::{FileError, Summary, picture};
use crate::look::{Look, Quality, Sheet};
use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use toile_dress::{Body, DressSettings, DressedOutfit, Fit, OutfitError, dress_outfit};
use toile_io::png::Image;
use toile_pattern::Garment;

/// What came of one garment on one body.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// The garment.
    pub garment: String,
    /// The body.
    pub body: String,
    /// Whether all is well: seams closed, no intersections, plausible strain, at rest, right side out, where it belongs.
    pub ok: bool,
    /// Why not.
    pub reason: Option<String>,
    /// The numbers, if it was dressed at all.
    #[serde(flatten)]
    pub summary: Option<Summary>,
}

/// What came of all of them.
#[derive(Clone, Debug, Serialize)]
pub struct Wardrobe {
    /// All cases.
    pub cases: Vec<Case>,
    /// The share of those that are well.
    pub ok_fraction: f64,
}

impl Wardrobe {
    /// Sums up cases.
    pub fn of(cases: Vec<Case>) -> Self {
        let ok = cases.iter().filter(|case| case.ok).count();
        let ok_fraction = if cases.is_empty() { 1.0 } else { ok as f64 / cases.len() as f64 };
        Self { cases, ok_fraction }
    }
}

/// A garment that was tried on a body.
#[derive(Debug)]
pub struct Tried {
    /// What came of it.
    pub case: Case,
    /// A small picture, if it was dressed at all.
    pub picture: Option<Image>,
    /// How it fits, if it was dressed at all.
    pub fit: Option<Fit>,
}

/// Dresses a body in one garment and judges the result; never fails.
pub fn try_on(
    garment: Result<Garment, String>,
    name: &str,
    body: &Body,
    body_name: &str,
    settings: &DressSettings,
) -> Tried {
    let case = |reason: Option<String>, summary| Case {
        garment: name.to_owned(),
        body: body_name.to_owned(),
        ok: reason.is_none(),
        reason,
        summary,
    };
    let failed = |reason: String| Tried { case: case(Some(reason), None), picture: None, fit: None };
    let garment = match garment {
        Ok(garment) => garment,
        Err(reason) => return failed(reason),
    };
    // A case that fails in a way nobody thought of must not take the others with it.
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        dress_outfit(std::slice::from_ref(&garment), body, settings, &mut |_, _| ())
    }));
    let outfit: Result<DressedOutfit, OutfitError> = match attempt {
        Ok(outfit) => outfit,
        Err(_) => return failed("an internal error: it panicked".to_owned()),
    };
    match outfit {
        Err(error) => failed(error.to_string()),
        Ok(outfit) => {
            let fits: Vec<Fit> = outfit.garments.iter().map(|garment| Fit::of(garment, body)).collect();
            let summary = Summary::of(body_name, body, &outfit, &fits, Vec::new());
            let look = Look { width: 220, height: 320, quality: Quality::Draft, ..Look::default() };
            let picture = picture(&look, &body.mesh, &outfit).compose();
            let case = case(summary.complaint(), Some(summary));
            Tried { case, picture: Some(picture), fit: fits.into_iter().next() }
        }
    }
}

/// All pictures on one sheet.
pub fn sheet(pictures: Vec<(String, Image)>) -> Image {
    let mut sheet = Sheet::default().columns(4).labels_below();
    for (label, image) in pictures {
        sheet = sheet.panel(image, label);
    }
    sheet.compose()
}

/// Writes the sheet of all pictures.
///
/// # Errors
/// If the file cannot be written.
pub fn write_sheet(path: &std::path::Path, pictures: Vec<(String, Image)>) -> Result<(), FileError> {
    Ok(toile_io::file::write_png(path, &sheet(pictures))?)
}
