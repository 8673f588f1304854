//! Figures of a report: pictures of all entries under one legend.

use super::charts::legend;
use super::markup::{escape, picture};
use super::{ReportEntry, ReportSettings};
use crate::fit::heat_map::{heat_views, looks};
use crate::fit::scale::Scale;
use std::fmt::Write;
use toile_dress::fit::FitQuantity;
use toile_io::WriteError;
use toile_look::Image;

/// How the garments look.
pub(super) fn plain(entries: &[ReportEntry<'_>], settings: &ReportSettings) -> Result<String, WriteError> {
    let mut html = opened(entries);
    for entry in entries {
        html.push_str(&figure(entry, "as worn", &looks(entry, &settings.pictures))?);
    }
    html.push_str("</div>");
    Ok(html)
}

/// A quantity on all garments, on the same scale.
pub(super) fn map(
    entries: &[ReportEntry<'_>],
    scale: &Scale,
    settings: &ReportSettings,
) -> Result<String, WriteError> {
    let mut html = format!(
        "<section class=\"map\" id=\"{}\"><h3>{} <span class=\"unit\">[{}]</span></h3><p>{}</p>{}{}",
        scale.quantity.name(),
        escape(&capital(scale.title())),
        escape(scale.unit()),
        explanation(scale.quantity),
        legend(scale),
        opened(entries)
    );
    for entry in entries {
        html.push_str(&figure(entry, scale.title(), &heat_views(entry, scale, &settings.pictures))?);
    }
    html.push_str("</div></section>");
    Ok(html)
}

/// The beginning of a row of figures.
fn opened(entries: &[ReportEntry<'_>]) -> String {
    let class = if entries.len() == 1 { "figures one" } else { "figures" };
    format!("<div class=\"{class}\">")
}

fn figure(entry: &ReportEntry<'_>, what: &str, images: &[Image]) -> Result<String, WriteError> {
    let mut html = "<figure><div class=\"views\">".to_owned();
    for image in images {
        html.push_str(&picture(image, &format!("{}, {what}", entry.name))?);
    }
    let _ = write!(html, "</div><figcaption>{}</figcaption></figure>", escape(&entry.name));
    Ok(html)
}

/// A word with a capital first letter.
pub(super) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What a map shows, in a sentence.
fn explanation(quantity: FitQuantity) -> &'static str {
    match quantity {
        FitQuantity::Pressure => {
            "What the cloth presses on the skin with. At 4.3 kPa the finest vessels of the skin close; ordinary clothes stay far below."
        }
        FitQuantity::Tension => {
            "The largest pull in the cloth, per metre of its width. Where it is dark, folds point and seams strain."
        }
        FitQuantity::WarpStrain => {
            "How much longer (red) or shorter (blue) the yarns along the grain are than they were cut."
        }
        FitQuantity::WeftStrain => {
            "How much longer (red) or shorter (blue) the yarns across the grain are than they were cut."
        }
        FitQuantity::Shear => {
            "By how much warp and weft have left the right angle: where cloth hangs on the bias or is pulled askew."
        }
        FitQuantity::PrincipalStrain => "The largest stretch in any direction.",
        FitQuantity::Distance => "How far the cloth is from the skin. Folds show that a plain picture hides.",
    }
}
