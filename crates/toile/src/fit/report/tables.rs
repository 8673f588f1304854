//! Tables of a report: girths, seams, zones.

use super::ReportEntry;
use super::markup::{Table, escape, number};
use toile_dress::fit::{Ease, SeamLoad, Zone, ZoneSide};

/// The girths of the body and of each garment.
pub(super) fn girths(entries: &[ReportEntry<'_>]) -> String {
    // Units stand in the headings: with three sizes beside each other there is no room for them in the cells.
    let mut headings = ["girth, cm", "height", "body"].map(str::to_owned).to_vec();
    for entry in entries {
        let name = escape(&entry.name);
        headings.extend([format!("{name}: cut / worn"), "ease".to_owned()]);
    }
    let mut table = Table::new(&headings);
    for name in girth_names(entries) {
        let found: Vec<Option<&Ease>> =
            entries.iter().map(|entry| entry.fit.eases.iter().find(|ease| ease.name == name)).collect();
        let Some(any) = found.iter().flatten().next() else { continue };
        let plain = |metres: f64| number(100.0 * metres, 1);
        let mut cells = vec![escape(&any.place()), plain(any.height), plain(any.body)];
        for (ease, entry) in found.iter().zip(entries) {
            match ease {
                Some(ease) => {
                    let lengths = format!("{} / {}", plain(ease.cut), plain(ease.worn));
                    cells.extend([lengths, ease_cell(ease, entry)]);
                }
                None => cells.extend(["–".to_owned(), "–".to_owned()]),
            }
        }
        table.row(&cells);
    }
    table.finish()
}

/// The names of all girths that any of the garments goes around, from head to foot.
pub(super) fn girth_names(entries: &[ReportEntry<'_>]) -> Vec<String> {
    let mut names: Vec<(f64, &str)> = entries
        .iter()
        .flat_map(|entry| &entry.fit.eases)
        .map(|ease| (ease.height, ease.name.as_str()))
        .collect();
    names.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    let mut unique: Vec<String> = Vec::new();
    for (_, name) in names {
        if !unique.iter().any(|known| known == name) {
            unique.push(name.to_owned());
        }
    }
    unique
}

fn ease_cell(ease: &Ease, entry: &ReportEntry<'_>) -> String {
    let limits = &entry.fit.limits;
    let class = if ease.share() < 0.0 {
        "bad"
    } else if ease.share() < limits.least_ease {
        "warn"
    } else if ease.share() > limits.loose_ease {
        "loose"
    } else {
        "good"
    };
    format!(
        "<span class=\"chip {class}\">{} ({} %)</span>",
        number(100.0 * ease.ease(), 1),
        number(100.0 * ease.share(), 0)
    )
}

fn cm(metres: f64) -> String {
    format!("{} cm", number(100.0 * metres, 1))
}

/// What the seams bear, the most loaded first.
pub(super) fn seams(entry: &ReportEntry<'_>) -> String {
    let headings =
        ["seam", "sides as cut", "worn", "mean", "largest", "force", "strain", "state"].map(str::to_owned);
    let mut table = Table::new(&headings);
    let mut seams: Vec<&SeamLoad> = entry.fit.seams.iter().collect();
    seams.sort_by(|a, b| b.largest.total_cmp(&a.largest));
    for seam in seams {
        let state = match (seam.closed, seam.misfit) {
            (false, _) => "<span class=\"chip\">open</span>",
            (true, true) => "<span class=\"chip bad\">misfit</span>",
            (true, false) => "<span class=\"chip good\">closed</span>",
        };
        table.row(&[
            escape(&seam.name),
            format!("{} / {} cm", number(100.0 * seam.cut[0], 1), number(100.0 * seam.cut[1], 1)),
            cm(seam.worn),
            format!("{} N/m", number(seam.mean, 0)),
            format!("{} N/m", number(seam.largest, 0)),
            format!("{} N", number(seam.force, 1)),
            format!("{} %", number(100.0 * seam.strain, 1)),
            state.to_owned(),
        ]);
    }
    table.finish()
}

/// How the garment sits at each place of the body.
pub(super) fn zones(entry: &ReportEntry<'_>) -> String {
    let headings =
        ["place", "touching", "pressure", "tension", "warp", "weft", "shear", "distance"].map(str::to_owned);
    let limits = &entry.fit.limits;
    let mut table = Table::new(&headings);
    for zone in &entry.fit.zones {
        let percent = |value: f64| format!("{} %", number(100.0 * value, 1));
        let marked = |text: String, value: f64, limit: f64| {
            let class = if value > limit {
                "chip bad"
            } else if value > 0.5 * limit {
                "chip warn"
            } else {
                ""
            };
            format!("<span class=\"{class}\">{text}</span>")
        };
        let (pressure, tension) = (zone.pressure.p95, zone.tension.p95);
        table.row(&[
            escape(&place(zone)),
            format!("{} %", number(100.0 * zone.touching, 0)),
            marked(format!("{} kPa", number(1e-3 * pressure, 2)), pressure, limits.tight_pressure),
            marked(format!("{} N/m", number(tension, 0)), tension, limits.tight_tension),
            percent(zone.warp_strain.p95),
            percent(zone.weft_strain.p95),
            percent(zone.shear.p95),
            format!("{} cm", number(100.0 * zone.distance.mean, 1)),
        ]);
    }
    table.finish()
}

fn place(zone: &Zone) -> String {
    let side = match zone.side {
        ZoneSide::Front => ", front",
        ZoneSide::Back => ", back",
        ZoneSide::Left => ", left",
        ZoneSide::Right => ", right",
        ZoneSide::Around => "",
    };
    format!("{}{side}", zone.level)
}
