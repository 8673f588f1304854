//! How patterns that tell no seams are read: `reading table [NAME]` compares with seams that are known, `reading tuned` and `reading unseen` do so for the
//! designs that the reading was tuned on and for the others, `reading pieces FILE` lists pieces with their
//! edges and points, `reading seams FILE` lists what is read, `reading export NAME FOLDER` writes own drafts in all dialects. The example
//! `calibration` of `toile-look` draws how often probabilities of a table come true.

#![expect(clippy::panic, reason = "what is compared with has to be there")]

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

use toile_pattern::import::import;
use toile_pattern::imported::Imported;
use toile_pattern::reading::read_pattern;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["table"] => print!("{}", table::table(&outcomes(""), false)),
        ["table", only] => print!("{}", table::table(&outcomes(only), true)),
        ["unseen" | "tuned"] => {
            let is_wanted = |outcome: &compare::Outcome| {
                files::HELD_OUT.contains(&&*outcome.design) == (arguments[0] == "unseen")
            };
            let wanted: Vec<_> = outcomes("").into_iter().filter(is_wanted).collect();
            print!("{}", table::table(&wanted, true));
        }
        ["export", only, folder] => {
            for (name, text) in files::texts(only) {
                std::fs::write(std::path::Path::new(folder).join(name), text)?;
            }
        }
        ["pieces", ref paths @ ..] => paths.iter().try_for_each(|path| pieces(path))?,
        ["seams", ref paths @ ..] => paths.iter().try_for_each(|path| seams(path))?,
        _ => {
            return Err(
                "say table [NAME], tuned, unseen, pieces FILE, seams FILE or export NAME FOLDER".into()
            );
        }
    }
    Ok(())
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
