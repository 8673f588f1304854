//! A wardrobe tried on: many garments on many bodies, each by itself, with a verdict.

use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use toile::dressing::{FileError, picture};
use toile_dress::{Dressing, Fit, Outfit, OutfitSummary, Remedy, StageSeconds, timed};
use toile_io::png::Image;
use toile_look::{Look, LookQuality, Sheet, View};

/// Width and height of a picture on the sheet in pixels, and how many make a row: as many as there are drafts in the whole matrix.
const TILE: [u32; 2] = [92, 140];
const COLUMNS: usize = 13;

/// What came of one garment on one body.
#[derive(Clone, Debug, Serialize)]
pub struct WardrobeCase {
    /// The garment.
    pub garment: String,
    /// Whether all is well: seams closed, no intersections, plausible strain, at rest, right side out, where it belongs.
    pub ok: bool,
    /// Why not.
    pub reason: Option<String>,
    /// The body, and the numbers; those of a garment that was not dressed at all are 0.
    #[serde(flatten)]
    pub summary: OutfitSummary,
}

impl WardrobeCase {
    /// A garment that could not be dressed, or whose body there is not.
    pub fn refused(garment: &str, body_name: &str, why: String) -> Self {
        let summary = OutfitSummary::refused(vec![garment.to_owned()], body_name, why.clone());
        Self { garment: garment.to_owned(), ok: false, reason: Some(why), summary }
    }

    /// A garment that was dressed, judged.
    pub fn of(garment: &str, summary: OutfitSummary) -> Self {
        let reason = summary.complaint();
        Self { garment: garment.to_owned(), ok: reason.is_none(), reason, summary }
    }
}

/// What came of all of them.
#[derive(Clone, Debug, Serialize)]
pub struct WardrobeReport {
    /// All cases.
    pub cases: Vec<WardrobeCase>,
    /// The share of those that are well.
    pub ok_fraction: f64,
}

impl WardrobeReport {
    /// Sums up cases.
    pub fn of(cases: Vec<WardrobeCase>) -> Self {
        let ok = cases.iter().filter(|case| case.ok).count();
        let ok_fraction = if cases.is_empty() { 1.0 } else { ok as f64 / cases.len() as f64 };
        Self { cases, ok_fraction }
    }
}

/// A garment that was tried on a body.
#[derive(Debug)]
pub struct Tried {
    /// What came of it.
    pub case: WardrobeCase,
    /// A small picture, if it was dressed at all.
    pub picture: Option<Image>,
    /// How it fits, if it was dressed at all.
    pub fit: Option<Fit>,
}

/// Dresses a body in one garment and judges the result; never fails. `say` has the words for what can be done about a garment that is refused.
pub fn try_on(dressing: Dressing, garment: &str, body: &str, say: &dyn Fn(&Remedy) -> String) -> Tried {
    // A case that fails in a way nobody thought of must not take the others with it.
    match catch_unwind(AssertUnwindSafe(|| dressing.run(|_| ()))) {
        Ok(Ok(outfit)) => Tried::of(garment, body, &outfit, say),
        Ok(Err(error)) => Tried::refused(garment, body, error.words(say)),
        Err(_) => Tried::refused(garment, body, "an internal error: it panicked".to_owned()),
    }
}

impl Tried {
    /// A garment that could not be dressed.
    pub fn refused(garment: &str, body: &str, why: String) -> Self {
        Self { case: WardrobeCase::refused(garment, body, why), picture: None, fit: None }
    }

    /// A garment that was dressed.
    fn of(garment: &str, body: &str, outfit: &Outfit, say: &dyn Fn(&Remedy) -> String) -> Self {
        let mut summary = outfit.summary();
        body.clone_into(&mut summary.body);
        summary.gave_up = outfit.gave_up.as_ref().map(|why| why.words(say));
        let [width, height] = TILE;
        let look = Look { width, height, quality: LookQuality::Draft, margin: 0.02, ..Look::default() };
        let mut stages = StageSeconds::default();
        let draw = || picture(&look, outfit, None, &[View::ThreeQuarter]).into_images().next();
        let picture = timed(&mut stages.write, draw);
        summary.add_seconds(&stages);
        let fit = outfit.fit().fits.into_iter().next();
        Self { case: WardrobeCase::of(garment, summary), picture, fit }
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
    use toile_dress::Wearer;

    #[test]
    fn each_garment_is_judged_and_none_stops_the_others() {
        let wearer = Wearer::open("eu-46").unwrap();
        let skirt = || Dressing::on(&wearer).garment("straight-skirt").edge_length(0.05);
        let tried = |dressing: Dressing| try_on(dressing, "straight-skirt", "eu-46", &Remedy::to_string);
        let in_size = |size: &str| skirt().in_size(size).unwrap();

        let good = tried(in_size("eu-46"));
        assert_eq!((good.case.ok, &good.case.reason), (true, &None));
        assert!(good.picture.is_some() && good.case.summary.seconds > 0.0);

        let narrow = tried(in_size("child-104"));
        let words = narrow.case.reason.unwrap_or_default();
        assert!(words.contains("cm wide together"), "{words}");
        assert!(narrow.picture.is_none() && narrow.fit.is_none());

        // How long it would move on is not asked here.
        let torn = tried(in_size("eu-34").with(|settings| settings.drape.max_settle_time = 0.1));
        assert!(!torn.case.ok && torn.case.summary.overstretch > 1.0, "{:?}", torn.case);

        let open = tried(in_size("eu-46").time_limit(0.0));
        let words = open.case.reason.unwrap_or_default();
        assert!(words.contains("seams are open") && words.contains("given up"), "{words}");

        let unknown = skirt().in_size("xxl").map(tried);
        assert!(unknown.is_err_and(|error| error.to_string().contains("xxl")));
    }
}
