//! The page of a report, section by section.

use super::charts::{self, color};
use super::markup::{escape, number};
use super::pictures::{self, capital};
use super::{ReportEntry, ReportSettings, tables};
use crate::fit::scale::Scale;
use std::fmt::Write;
use toile_dress::fit::{FitQuantity, Verdict, direction, recommended};
use toile_dress::{Fit, Remedy};
use toile_io::WriteError;

const STYLE: &str = include_str!("style.css");

pub(super) fn page(entries: &[ReportEntry<'_>], settings: &ReportSettings) -> Result<String, WriteError> {
    let garment = entries.first().map_or("", |entry| entry.dressed.meshed.garment.name.as_str());
    let title =
        if settings.title.is_empty() { format!("Fit of the {garment}") } else { settings.title.clone() };
    let title = escape(&title);
    let fits: Vec<&Fit> = entries.iter().map(|entry| entry.fit).collect();
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
         <style>{STYLE}</style></head><body><header><p class=\"mark\">Toile fit report</p><h1>{title}</h1>{}</header><main>",
        description(entries)
    );
    for remark in &settings.remarks {
        let _ = write!(html, "<div class=\"advice bad\">{}</div>", escape(remark));
    }
    html.push_str(&advice(entries, &fits));
    html.push_str(&cards(entries));
    html.push_str("<h2>As worn</h2>");
    html.push_str(&pictures::plain(entries, settings)?);
    html.push_str("<h2>Girths and ease</h2><p>Ease is what the garment was cut wider than a tape around the body. The shaded band is neither tight nor loose.</p>");
    html.push_str(&key(entries));
    html.push_str(&charts::eases(entries));
    html.push_str(&tables::girths(entries));
    let scales: Vec<Scale> = settings.quantities.iter().map(|&quantity| Scale::of(quantity, &fits)).collect();
    html.push_str("<h2>Maps</h2>");
    for scale in &scales {
        html.push_str(&pictures::map(entries, scale, settings)?);
    }
    html.push_str("<h2>How much of the cloth</h2><p>The share of the cloth with at least a value.</p>");
    html.push_str(&key(entries));
    html.push_str("<div class=\"plots\">");
    for scale in scales.iter().filter(|scale| scale.quantity != FitQuantity::Shear) {
        html.push_str(&charts::exceedance(entries, scale));
    }
    html.push_str("</div><h2>Seams</h2>");
    html.push_str(if entries.iter().all(|entry| entry.dressed.closed >= 1.0) {
        "<p>Every sewn seam is closed; what differs is the pull across it that keeps it so.</p>"
    } else {
        "<p>Seams had not closed when sewing was given up; the pull across them says nothing yet.</p>"
    });
    html.push_str(&for_each(entries, tables::seams));
    html.push_str(
        "<h2>Place by place</h2><p>Values that 95 of 100 points stay below; the distance is a mean.</p>",
    );
    html.push_str(&for_each(entries, tables::zones));
    html.push_str(&notes(&fits));
    html.push_str("</main></body></html>");
    Ok(html)
}

fn description(entries: &[ReportEntry<'_>]) -> String {
    let Some(entry) = entries.first() else { return String::new() };
    let garment = &entry.dressed.meshed.garment;
    let mut fabrics: Vec<&str> =
        entry.dressed.cloth.fabrics.iter().map(|cut| cut.fabric.name.as_str()).collect();
    fabrics.dedup();
    format!("<p>{}. Fabric: {}.</p>", escape(&garment.description), escape(&fabrics.join(", ")))
}

/// Which size to take.
fn advice(entries: &[ReportEntry<'_>], fits: &[&Fit]) -> String {
    if fits.is_empty() {
        return "<p>Nothing was fitted.</p>".to_owned();
    }
    let best = if fits.len() == 1 { Some(0) } else { recommended(fits) };
    let (class, words) = match best {
        Some(best) => (class(fits[best].verdict), best_size(&entries[best], entries.len())),
        None => ("bad", none_fits(fits)),
    };
    let gave_up = entries.iter().filter_map(|entry| {
        let why = entry.dressed.gave_up.as_ref()?;
        let words = Remedy::advise(&why.to_string(), Remedy::of(why), &Remedy::to_string);
        Some(format!(
            "<div class=\"advice bad\"><strong>{}</strong> was {}.</div>",
            escape(&entry.name),
            escape(&words)
        ))
    });
    format!("{}<div class=\"advice {class}\">{words}</div>", gave_up.collect::<String>())
}

/// What is said of the best of some sizes.
fn best_size(entry: &ReportEntry<'_>, count: usize) -> String {
    let (name, fit) = (escape(&entry.name), entry.fit);
    let words = if count == 1 {
        format!("<strong>{name}</strong> {}.", verdict_words(fit.verdict))
    } else if fit.verdict == Verdict::Fits {
        format!("Of {count} sizes, take <strong>{name}</strong>: it is the closest that fits.")
    } else {
        let words = verdict_words(fit.verdict);
        format!("None of {count} sizes fits. <strong>{name}</strong> comes nearest: it {words}.")
    };
    let better =
        fit.suggestion.as_ref().map(|better| format!(" Better would be {}.", escape(&better.words())));
    words + &better.unwrap_or_default()
}

/// What is said if no size can be worn.
fn none_fits(fits: &[&Fit]) -> String {
    let verdicts: Vec<Verdict> = fits.iter().map(|fit| fit.verdict).collect();
    let direction = direction(&verdicts);
    let better = direction.map(|direction| format!(" Try {}.", direction.words()));
    format!("None of {} sizes fits.{}", fits.len(), better.unwrap_or_default())
}

fn verdict_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::TooTight => "is too tight",
        Verdict::Tight => "is tight",
        Verdict::Fits => "fits",
        Verdict::Loose => "is loose",
        Verdict::FallsOff => "falls off",
        Verdict::Unknown => "cannot be judged",
    }
}

fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::TooTight | Verdict::FallsOff | Verdict::Unknown => "bad",
        Verdict::Tight => "warn",
        Verdict::Fits => "good",
        Verdict::Loose => "loose",
    }
}

/// A card for each size: the verdict, the numbers that matter, and what is tight and loose.
fn cards(entries: &[ReportEntry<'_>]) -> String {
    let mut html = "<div class=\"cards\">".to_owned();
    for (e, entry) in entries.iter().enumerate() {
        let fit = entry.fit;
        let _ = write!(
            html,
            "<article class=\"card\"><h3><i style=\"background:{}\"></i>{} <span class=\"chip {}\">{}</span></h3><dl>",
            color(e),
            escape(&entry.name),
            class(fit.verdict),
            fit.verdict.words()
        );
        for (name, value) in key_numbers(entry) {
            let _ = write!(html, "<div><dt>{name}</dt><dd>{value}</dd></div>");
        }
        html.push_str("</dl><ul>");
        if !entry.dressed.at_rest {
            html.push_str(
                "<li class=\"warn\">Did not come to rest: values are those of its last moment</li>",
            );
        }
        for finding in &fit.findings {
            let class = class(finding.verdict);
            let _ = write!(html, "<li class=\"{class}\">{}</li>", escape(&capital(&finding.words)));
        }
        if fit.findings.is_empty() {
            html.push_str("<li class=\"good\">Nothing is tight, nothing is loose</li>");
        }
        html.push_str("</ul>");
        if let Some(suggestion) = &fit.suggestion {
            let _ = write!(html, "<p class=\"better\">Better: {}</p>", escape(&suggestion.words()));
        }
        html.push_str("</article>");
    }
    html.push_str("</div>");
    html
}

fn key_numbers(entry: &ReportEntry<'_>) -> Vec<(&'static str, String)> {
    let fit = entry.fit;
    let strain = fit.spread(FitQuantity::PrincipalStrain);
    let misfits = fit.seams.iter().filter(|seam| seam.misfit).count();
    let closed = fit.seams.iter().filter(|seam| seam.closed).count();
    vec![
        ("pressure, p95", format!("{} kPa", number(1e-3 * fit.spread(FitQuantity::Pressure).p95, 2))),
        ("tension, p95", format!("{} N/m", number(fit.spread(FitQuantity::Tension).p95, 0))),
        ("strain, p95", format!("{} %", number(100.0 * strain.p95, 1))),
        ("touches the skin", format!("{} %", number(100.0 * fit.summary.touching, 0))),
        ("seams closed", format!("{closed} of {}, {misfits} misfit", fit.seams.len())),
        ("slid down", format!("{} cm, {}", number(100.0 * fit.summary.slid.max(0.0), 1), rest(entry))),
    ]
}

fn rest(entry: &ReportEntry<'_>) -> &'static str {
    if entry.dressed.at_rest { "at rest" } else { "still moving" }
}

/// Which colour is which size.
fn key(entries: &[ReportEntry<'_>]) -> String {
    let mut html = "<p class=\"key\">".to_owned();
    for (e, entry) in entries.iter().enumerate() {
        let _ = write!(html, "<span><i style=\"background:{}\"></i>{}</span>", color(e), escape(&entry.name));
    }
    html.push_str("</p>");
    html
}

/// A table for each size, folded away but for the first.
fn for_each(entries: &[ReportEntry<'_>], table: fn(&ReportEntry<'_>) -> String) -> String {
    let mut html = String::new();
    for (e, entry) in entries.iter().enumerate() {
        let open = if e == 0 { " open" } else { "" };
        let _ = write!(
            html,
            "<details{open}><summary>{}</summary>{}</details>",
            escape(&entry.name),
            table(entry)
        );
    }
    html
}

/// How the numbers were found.
fn notes(fits: &[&Fit]) -> String {
    let Some(limits) = fits.first().map(|fit| fit.limits) else { return String::new() };
    format!(
        "<footer><h2>How to read this</h2><p>Strain is measured against the flat pieces as they were cut. Tension is the larger principal value of the \
         stress of the fabric&#39;s measured law, per metre of present width. Pressure is what the body must answer to stretch, bending and weight \
         along its normal, over the area around a point: for a tube of tension T around a cylinder of radius r it is T / r. The cut of a girth is the \
         length of the line where a level plane meets the garment, laid back into the flat pieces.</p>\
         <p>Tight from {} kPa or {} N/m, too tight from {} kPa or {} N/m, a seam is a misfit from {} N/m; loose from {} % of ease at the closest girth. \
         These are limits for ordinary clothes of woven cloth; compression wear is judged by others.</p></footer>",
        number(1e-3 * limits.tight_pressure, 1),
        number(limits.tight_tension, 0),
        number(1e-3 * limits.too_tight_pressure, 1),
        number(limits.too_tight_tension, 0),
        number(limits.seam, 0),
        number(100.0 * limits.loose_ease, 0)
    )
}
