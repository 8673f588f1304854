//! How patterns that tell no seams are read: `reading table [NAME]` compares with seams that are known, `reading tuned`, `reading unseen` and `reading last` do so for the
//! designs that the reading was tuned on, for those that were kept aside at first and for those that were compared last, `reading calibrate` fits what is told to all designs but one at a time, `reading pieces FILE` lists pieces with their
//! edges and points, `reading seams FILE` lists what is read, `reading export NAME FOLDER` writes own drafts in all dialects. The example
//! `calibration` of `toile-look` draws how often probabilities of a table come true.

#![expect(clippy::panic, reason = "what is compared with has to be there")]

#[path = "../tests/reading/answering.rs"]
mod answering;
#[path = "../tests/reading/calibration.rs"]
mod calibration;
#[path = "../tests/reading/compare.rs"]
mod compare;
#[path = "../tests/reading/files.rs"]
mod files;
#[path = "../tests/reading/stitches.rs"]
mod stitches;
#[path = "../tests/reading/table.rs"]
mod table;
#[path = "../tests/reading/truth.rs"]
mod truth;

use std::fmt::Write;
use toile_pattern::asking::SURE;
use toile_pattern::import::import;
use toile_pattern::imported::Imported;
use toile_pattern::reading::read_pattern;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["table"] => print!("{}", table::table(&outcomes(""), false)),
        ["table", only] => print!("{}", table::table(&outcomes(only), true)),
        [group @ ("tuned" | "unseen" | "last")] => {
            let is_wanted = |outcome: &compare::Outcome| group_of(&outcome.design) == group;
            let wanted: Vec<_> = outcomes("").into_iter().filter(is_wanted).collect();
            print!("{}", table::table(&wanted, true));
        }
        ["calibrate"] => print!("{}", cross_validated(&files::files(""))),
        ["export", only, folder] => {
            for (name, text) in files::texts(only) {
                std::fs::write(std::path::Path::new(folder).join(name), text)?;
            }
        }
        ["pieces", ref paths @ ..] => paths.iter().try_for_each(|path| pieces(path))?,
        ["seams", ref paths @ ..] => paths.iter().try_for_each(|path| seams(path))?,
        _ => {
            return Err(
                "say table [NAME], tuned, unseen, last, calibrate, pieces FILE, seams FILE or export NAME FOLDER"
                    .into(),
            );
        }
    }
    Ok(())
}

/// Whether a design was kept aside at first, compared last, or neither.
fn group_of(design: &str) -> &'static str {
    if files::SEEN_LAST.contains(&design) {
        "last"
    } else if files::HELD_OUT.contains(&design) {
        "unseen"
    } else {
        "tuned"
    }
}

/// How well it goes if what is told was fitted to other designs, and what is fitted to all of them.
fn cross_validated(files: &[files::File]) -> String {
    let mut text = String::new();
    let outcomes = calibration::left_out_in_turn(files);
    let sums = table::Sums::of(outcomes.iter());
    let _ = writeln!(
        text,
        "fitted with one design left out at a time: precision {:.1} %, recall {:.1} %",
        100.0 * sums.precision(),
        100.0 * sums.recall()
    );
    let told: Vec<(f64, bool)> =
        outcomes.iter().flat_map(|outcome| outcome.chances.iter().copied()).collect();
    for low in [0.1, 0.3, 0.5, 0.7, 0.9] {
        let _ = writeln!(text, "  told {}", share(&told, low, low + 0.2));
    }
    let estimated = calibration::estimated(files);
    for group in ["tuned", "unseen", "last"] {
        let own = calibration::chances(&estimated, |design| group_of(design) == group);
        for [low, high] in [[0.1, 0.5], [0.5, 0.8], [0.8, SURE], [SURE, 1.01]] {
            let _ = writeln!(text, "  {group}, estimated {}", share(&own, low, high));
        }
    }
    for (estimate, share, count) in &calibration::Fit::of(calibration::chances(&estimated, |_| true)).blocks {
        let _ =
            writeln!(text, "  fitted to all: {estimate:.3} came true in {:.1} % of {count}", 100.0 * share);
    }
    text
}

fn share(chances: &[(f64, bool)], low: f64, high: f64) -> String {
    let there: Vec<bool> =
        chances.iter().filter(|(chance, _)| (low..high).contains(chance)).map(|(_, right)| *right).collect();
    let right = there.iter().filter(|right| **right).count();
    format!("{:3.0} to {:3.0} %: {right} of {} right", 100.0 * low, 100.0 * high.min(1.0), there.len())
}

fn outcomes(only: &str) -> Vec<compare::Outcome> {
    files::files(only).iter().map(files::File::outcome).collect()
}

fn pieces(path: &str) -> Result<(), Box<dyn std::error::Error>> {
    let imported = import(path.as_ref())?;
    println!("== {path}");
    for (number, piece) in imported.garment.pieces.iter().enumerate() {
        let told = imported.evidence.of(number);
        let [low, high] = piece.outline.bounds();
        let size = 100.0 * (high - low);
        println!(
            "{} {:?} {} {:.0}x{:.0} cm, {:?}",
            piece.name,
            piece.cut,
            told.map_or("", |told| told.material.name()),
            size.x,
            size.y,
            told.map(|told| told.count)
        );
        for (index, edge) in piece.outline.edges.iter().enumerate() {
            let at = edge.curve.from();
            let names: Vec<&str> = told
                .iter()
                .flat_map(|told| &told.points)
                .filter(|point| point.at.distance(at) < 1.5e-3)
                .map(|point| point.name.as_str())
                .collect();
            let notches: Vec<String> =
                piece.notches.iter().filter(|n| n.edge == index).map(|n| format!("{:.2}", n.at)).collect();
            let place = 100.0 * (at - low);
            println!(
                "   #{index} {} ({:.0},{:.0}) --{:.1}--> {}",
                names.join("/"),
                place.x,
                place.y,
                100.0 * edge.curve.length(),
                notches.join(" ")
            );
        }
    }
    Ok(())
}

fn seams(path: &str) -> Result<(), Box<dyn std::error::Error>> {
    let imported: Imported = import(path.as_ref())?;
    let reading = read_pattern(&imported.garment, &imported.evidence, &imported.notes, &[]);
    println!("== {path}");
    for (piece, told) in imported.garment.pieces.iter().zip(&reading.pieces) {
        let left_out = told.left_out.as_ref().map_or("", |reason| &reason.words);
        println!(
            "  {:24} {:?} {} {:.2} {left_out}",
            piece.name,
            piece.cut,
            told.kind.name(),
            told.probability
        );
    }
    for known in &reading.seams {
        println!(
            "  {:.2}{} {}  [{}]",
            known.score,
            if known.seam.both { " x2" } else { "" },
            known.seam.name,
            known.reasons.join("; ")
        );
    }
    Ok(())
}
