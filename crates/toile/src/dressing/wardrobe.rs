//! A wardrobe tried on: many garments on many bodies, each by itself, with a verdict.

use super::{FileError, StageSeconds, Summary, picture, timed};
use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use toile_dress::{DressSettings, DressedOutfit, Fit, Wearer, dress_outfit};
use toile_io::png::Image;
use toile_look::{Look, LookQuality, Sheet, View};
use toile_pattern::Garment;

/// Width and height of a picture on the sheet in pixels, and how many make a row: as many as there are drafts in the whole matrix.
const TILE: [u32; 2] = [92, 140];
const COLUMNS: usize = 13;

/// What came of one garment on one body.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// The garment.
    pub garment: String,
    /// Whether all is well: seams closed, no intersections, plausible strain, at rest, right side out, where it belongs.
    pub ok: bool,
    /// Why not.
    pub reason: Option<String>,
    /// The body, and the numbers; those of a garment that was not dressed at all are 0.
    #[serde(flatten)]
    pub summary: Summary,
}

impl Case {
    /// A garment that could not be dressed, or whose body there is not.
    pub fn refused(garment: &str, body_name: &str, why: String) -> Self {
        let summary = Summary::refused(vec![garment.to_owned()], body_name, why.clone());
        Self { garment: garment.to_owned(), ok: false, reason: Some(why), summary }
    }

    /// A garment that was dressed, judged.
    pub fn of(garment: &str, summary: Summary) -> Self {
        let reason = summary.complaint();
        Self { garment: garment.to_owned(), ok: reason.is_none(), reason, summary }
    }
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
    body: &Wearer,
    body_name: &str,
    settings: &DressSettings,
) -> Tried {
    let garment = match garment {
        Ok(garment) => garment,
        Err(reason) => return Tried::refused(name, body_name, reason),
    };
    // A case that fails in a way nobody thought of must not take the others with it.
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        dress_outfit(std::slice::from_ref(&garment), body, settings, &mut |_, _| ())
    }));
    match attempt {
        Ok(Ok(outfit)) => Tried::of(name, body_name, body, &outfit),
        Ok(Err(error)) => Tried::refused(name, body_name, error.to_string()),
        Err(_) => Tried::refused(name, body_name, "an internal error: it panicked".to_owned()),
    }
}

impl Tried {
    /// A garment that could not be dressed.
    pub fn refused(garment: &str, body_name: &str, why: String) -> Self {
        Self { case: Case::refused(garment, body_name, why), picture: None, fit: None }
    }

    /// A garment that was dressed.
    fn of(garment: &str, body_name: &str, body: &Wearer, outfit: &DressedOutfit) -> Self {
        let mut stages = StageSeconds::default();
        let (fits, mut summary) = timed(&mut stages.fit, || {
            let fits: Vec<Fit> = outfit.garments.iter().map(|garment| Fit::of(garment, body)).collect();
            let summary = Summary::of(body_name, body, outfit, &fits);
            (fits, summary)
        });
        let look = Look {
            width: TILE[0],
            height: TILE[1],
            quality: LookQuality::Draft,
            margin: 0.02,
            ..Look::default()
        };
        let picture = timed(&mut stages.write, || {
            picture(&look, body.mesh(), outfit, &[View::ThreeQuarter]).into_images().next()
        });
        summary.add_seconds(&stages);
        Self { case: Case::of(garment, summary), picture, fit: fits.into_iter().next() }
    }
}

/// All pictures on one sheet, each with its label below.
fn sheet(pictures: Vec<(String, Image)>) -> Image {
    let mut sheet = Sheet::default().columns(COLUMNS).spacing(4).labels_below();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dressing::garment_in_size;
    use toile_pattern::draft;
    use toile_pattern::mesh::MeshSettings;

    #[test]
    fn each_garment_is_judged_and_none_stops_the_others() {
        let body = Wearer::open("eu-46").unwrap();
        let mesh = MeshSettings::with_edge_length(0.05);
        let settings = DressSettings { mesh, ..DressSettings::default() };
        let skirt = |size: &str| {
            garment_in_size("straight-skirt", size, draft::Looseness::Regular)
                .map_err(|error| error.to_string())
        };
        let try_skirt = |size: &str, settings: &DressSettings| {
            try_on(skirt(size), "straight-skirt", &body, "eu-46", settings)
        };

        let good = try_skirt("eu-46", &settings);
        assert_eq!((good.case.ok, &good.case.reason), (true, &None));
        assert!(good.picture.is_some() && good.case.summary.seconds > 0.0);

        let narrow = try_skirt("child-104", &settings);
        let words = narrow.case.reason.unwrap_or_default();
        assert!(words.contains("cm wide together"), "{words}");
        assert!(narrow.picture.is_none() && narrow.fit.is_none());

        // How long it would move on is not asked here.
        let mut short = settings.clone();
        short.drape.most = 0.1;
        let torn = try_skirt("eu-34", &short);
        assert!(!torn.case.ok && torn.case.summary.overstretch > 1.0, "{:?}", torn.case);

        let mut hasty = settings.clone();
        hasty.drape.patience.seconds = 0.0;
        let open = try_skirt("eu-46", &hasty);
        let words = open.case.reason.unwrap_or_default();
        assert!(words.contains("seams are open") && words.contains("given up"), "{words}");

        let unknown = try_on(skirt("xxl"), "straight-skirt", &body, "eu-46", &settings);
        assert!(unknown.case.reason.is_some_and(|words| words.contains("xxl")));
    }
}
