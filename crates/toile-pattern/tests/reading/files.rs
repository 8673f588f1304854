//! The patterns of the table: drafts of FreeSewing designs, own drafts in each dialect, and files whose stitches were removed.

use crate::answering::answered;
use crate::compare::{Outcome, Same, compare};
use crate::stitches::stitches;
use crate::truth::{self, TrueSeam};
use std::path::{Path, PathBuf};
use toile_pattern::asking::SURE;
use toile_pattern::draft::{DRAFTS, Draft, Looseness};
use toile_pattern::garment::Garment;
use toile_pattern::import::{import, import_bytes};
use toile_pattern::imported::Imported;
use toile_pattern::measures::DraftMeasures;
use toile_pattern::piece::Piece;
use toile_pattern::seam::EdgePart;
use toile_pattern::suggest::SuggestedSeam;
use toile_pattern::{dxf, garment_code, svg};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The designs that were compared last, when all but the rules for the soundness of readings was made: 40 of 65 seams that were sure before those were right.
pub(crate) const SEEN_LAST: &[&str] =
    &["bruce", "cathrin", "cornelius", "devon", "jane", "lumina", "walburga", "waralee", "yuri"];

/// The designs that were kept aside at first.
pub(crate) const HELD_OUT: &[&str] = &[
    "aaron", "albert", "bibi", "breanna", "diana", "hugo", "lily", "noble", "onyx", "paco", "shin", "simone",
    "sven", "titan", "wahid",
];

/// A pattern of the table.
pub(crate) struct File {
    pub(crate) name: String,
    /// What it was drafted as: files of one design are much alike.
    pub(crate) design: String,
    pub(crate) imported: Imported,
    truth: Vec<TrueSeam>,
    /// The garment that the truth is told of.
    known: Garment,
}

impl File {
    /// How it is read, compared with the truth.
    pub(crate) fn outcome(&self) -> Outcome {
        let same = Same::of(&self.known, &self.imported.garment);
        let answered = answered(self.imported.clone(), &self.truth, &same, &self.known);
        Outcome { answered, ..self.read() }
    }

    /// The same without what comes of it once all is answered.
    pub(crate) fn read(&self) -> Outcome {
        self.judged(&self.imported.suggestions)
    }

    /// How some suggestions compare with the truth.
    pub(crate) fn judged(&self, suggestions: &[SuggestedSeam]) -> Outcome {
        let same = Same::of(&self.known, &self.imported.garment);
        let outcome = compare(&self.imported.garment, &self.truth, &same, suggestions);
        Outcome { file: self.name.clone(), design: self.design.clone(), ..outcome }
    }
}

/// All files that are at hand; `only` is a part of the names of those that are wanted.
pub(crate) fn files(only: &str) -> Vec<File> {
    let mut found = Vec::new();
    free_sewing(only, &mut found);
    drafts(only, &mut found);
    stitched(only, &mut found);
    found
}

/// Where drafts of FreeSewing designs are.
pub(crate) fn folders() -> Vec<PathBuf> {
    let told = std::env::var_os("TOILE_DRAFTS").map(PathBuf::from);
    let own = Path::new(ROOT).join("../../bench/patterns/out");
    let shared = Path::new(ROOT).join("../../../shared/data/patterns/freesewing");
    [Some(told.unwrap_or(own)), Some(shared)].into_iter().flatten().filter(|folder| folder.is_dir()).collect()
}

/// The designs whose truth is written down.
fn designs() -> Vec<(String, String)> {
    let folder = Path::new(ROOT).join("tests/reading/truth");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut designs: Vec<(String, String)> = entries
        .filter_map(|entry| {
            let text = std::fs::read_to_string(entry.path()).ok()?;
            Some((entry.path().file_stem()?.to_string_lossy().into_owned(), text))
        })
        .collect();
    designs.sort();
    designs
}

fn free_sewing(only: &str, found: &mut Vec<File>) {
    for (design, text) in designs() {
        let mut seen = Vec::new();
        for folder in folders() {
            let mut files: Vec<PathBuf> =
                std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
            files.sort();
            for path in files {
                let Some(name) = path.file_name().map(|name| name.to_string_lossy().into_owned()) else {
                    continue;
                };
                if !name.starts_with(&format!("{design}_")) || !name.contains(only) || seen.contains(&name) {
                    continue;
                }
                // The names of points are in the JSON file of the same draft.
                let mut known =
                    import(&path.with_extension("json")).unwrap_or_else(|error| panic!("{error}"));
                let truth = truth::read(&text, &mut known)
                    .unwrap_or_else(|error| panic!("truth/{design}.txt for {name}: {error}"));
                seen.push(name.clone());
                match import(&path) {
                    Ok(imported) => found.push(File {
                        name,
                        design: design.clone(),
                        imported: settled(imported),
                        truth,
                        known: known.garment,
                    }),
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
}

/// Halves are taken as they are sure.
fn settled(mut imported: Imported) -> Imported {
    imported.make_whole(SURE);
    imported
}

/// The library's own drafts in each dialect that it writes, by file names; `only` is a part of the names of those that are wanted.
pub(crate) fn texts(only: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for draft in DRAFTS {
        let garment = draft.draft(&DraftMeasures::default(), Looseness::Regular);
        let drawing = svg::write(&garment, &svg::SvgSettings { seams: false, whole: false });
        let stitched = garment_code::write(&garment).ok();
        let dialects = [("dxf", Some(dxf::write(&garment))), ("svg", Some(drawing)), ("json", stitched)];
        found.extend(
            dialects
                .into_iter()
                .filter_map(|(dialect, text)| Some((format!("{}.{dialect}", draft.name), text?))),
        );
    }
    found.retain(|(name, _)| name.contains(only));
    found
}

fn drafts(only: &str, found: &mut Vec<File>) {
    for (name, text) in texts(only) {
        let (draft, dialect) = name.split_once('.').unwrap_or((&name, ""));
        let design = format!("draft {draft}");
        let garment =
            Draft::named(draft).map(|draft| draft.draft(&DraftMeasures::default(), Looseness::Regular));
        let garment = garment.unwrap_or_else(|error| panic!("{error}"));
        let text = if dialect == "json" { without_stitches(&text) } else { text };
        let imported = import_bytes(draft, text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        // Darts are part of the outline in DXF, and GarmentCode has all pieces as they are cut.
        let known = match dialect {
            "dxf" => garment.with_darts_opened(),
            "json" => without_holes(garment.whole()),
            _ => garment,
        };
        found.push(of_garment(name.clone(), design, imported, known));
    }
}

/// Only what is sewn along outlines: files of GarmentCode have no holes, and with them no darts inside of pieces.
fn without_holes(mut garment: Garment) -> Garment {
    let pieces = &garment.pieces;
    let is_outer = |part: &EdgePart| part.edge < pieces[part.piece].outline.edges.len();
    garment.seams.retain(|seam| seam.parts().all(is_outer));
    garment
}

/// GarmentCode and NeuralTailor patterns without their stitches.
fn stitched(only: &str, found: &mut Vec<File>) {
    for maker in ["garmentcode", "neuraltailor"] {
        let folder = Path::new(ROOT).join("../../../shared/data/patterns").join(maker);
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
        // The file that explains the format sews left to right.
        files.retain(|path| !path.to_string_lossy().contains("template_spec"));
        files.sort();
        for path in files {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
            unstitched(&name, &name, &text, only, found);
        }
    }
}

/// A GarmentCode pattern, its stitches kept as the truth.
fn unstitched(name: &str, design: &str, text: &str, only: &str, found: &mut Vec<File>) {
    if !name.contains(only) {
        return;
    }
    let known = import_bytes(name, text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}")).garment;
    let imported = import_bytes(name, without_stitches(text).as_bytes())
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    found.push(of_garment(name.to_owned(), design.to_owned(), imported, known));
}

/// A GarmentCode pattern whose stitches are taken out.
fn without_stitches(text: &str) -> String {
    let mut json: serde_json::Value =
        serde_json::from_str(&without_comments(text)).unwrap_or_else(|error| panic!("{error}"));
    json["pattern"]["stitches"] = serde_json::Value::Array(Vec::new());
    json.to_string()
}

/// JSON as its readers want it: what begins with two slashes is a comment.
fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Whether a piece is a band, which may begin anywhere around an opening.
fn is_strip(piece: &Piece) -> bool {
    let [low, high] = piece.outline.bounds();
    (high - low).max_element() > 4.0 * (high - low).min_element()
}

fn of_garment(name: String, design: String, imported: Imported, known: Garment) -> File {
    let of_band = |side: &[EdgePart]| {
        side.iter().all(|part| is_strip(&known.pieces[part.piece]))
            && side.iter().map(EdgePart::share).sum::<f64>() > 0.9
    };
    let truth = known.seams.iter().map(|seam| TrueSeam {
        name: seam.name.clone(),
        stitches: stitches(&known, seam),
        // Pleats are folded by their lines, not by seams of pieces.
        must: !seam.name.contains("pleats"),
        is_ring: seam.sides.iter().any(|side| of_band(side)) && seam.sides.iter().any(|side| !of_band(side)),
    });
    let truth = truth.collect();
    File { name, design, imported: settled(imported), truth, known }
}
