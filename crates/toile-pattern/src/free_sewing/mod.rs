//! A FreeSewing draft as JSON: parts with points, paths, snippets and how they are cut. Millimetres, `y` down.
//!
//! The path `seam` is the line to be sewn; parts without one give their largest closed path, or what their paths join to. There are no seams, but
//! points and paths have names that tell much of them: [`crate::evidence`] keeps these. What is broken or unknown costs its own path or part.

mod document;
mod outline;
mod told;

use crate::error::PatternError;
use crate::garment::Garment;
use crate::imported::Imported;
use crate::json::{mistake, without_comments};
use crate::names::{clean_name, free_name_among};
use crate::note::Note;
use crate::outline::Outline;
use crate::piece::{Dart, Piece};
use document::{Draft, Part};
use glam::DVec2;
use outline::{darts, outlines};

/// Reads a draft; `name` is the garment's if the draft has none.
///
/// # Errors
/// If it is no such JSON, or no part has an outline.
pub fn read(name: &str, text: &str) -> Result<Imported, PatternError> {
    let draft: Draft =
        serde_json::from_str(&without_comments(text)).map_err(|error| mistake(text, &error))?;
    let unit = match draft.units.as_deref() {
        None | Some("mm" | "metric") => 1000.0,
        Some("cm") => 100.0,
        Some("in" | "imperial") => 1.0 / 0.0254,
        Some(other) => {
            let cause = format!("`{other}` is no unit of length here");
            return Err(PatternError::item("units", cause, "write \"mm\", \"cm\" or \"in\""));
        }
    };
    let mut imported = Imported::of(Garment::new(draft.design.as_deref().unwrap_or(name)));
    let mut parts = draft.parts.or(draft.stacks).unwrap_or_default().0;
    parts.sort_by(|a, b| a.name.cmp(&b.name));
    let mut reader = Reader { unit, imported: &mut imported, names: Vec::new(), broken: None };
    for part in &parts {
        reader.part(part);
    }
    let broken = reader.broken;
    if imported.garment.pieces.is_empty() {
        let remedy = "draft it with all its paths";
        let nothing = || PatternError::item("parts", "no part has a closed outline", remedy);
        return Err(broken.unwrap_or_else(nothing));
    }
    Ok(imported)
}

struct Reader<'a> {
    unit: f64,
    imported: &'a mut Imported,
    /// The names that are taken.
    names: Vec<String>,
    /// The first thing that cost a part.
    broken: Option<PatternError>,
}

impl Reader<'_> {
    fn part(&mut self, part: &Part) {
        let warnings = &mut self.imported.warnings;
        if let Some(broken) = part.broken {
            warnings.push(format!("part `{}` was left out: {broken}", part.name));
            return;
        }
        let found = outlines(part, self.unit);
        let broken = part.paths.iter().filter_map(|path| Some((path, path.broken?)));
        for (path, (index, cause)) in broken {
            if found.is_empty() || path.name == "seam" {
                let place = format!("parts.{}.paths.{}.ops[{index}]", part.name, path.name);
                let error = || PatternError::item(place, cause, "draft it again with FreeSewing");
                self.broken.get_or_insert_with(error);
                warnings.push(format!(
                    "part `{}`: path `{}` was left out, its operation {index} is broken: {cause}",
                    part.name, path.name
                ));
            }
        }
        if found.is_empty() {
            // A part without paths is switched off by an option.
            if part.paths.iter().any(|path| !path.hidden) {
                warnings.push(format!("part `{}` has no closed outline and was left out", part.name));
            }
            return;
        }
        let several = found.len() > 1;
        for one in found {
            if let Some(gap) = one.gap {
                self.imported.warnings.push(format!(
                    "part `{}`: its outline was open by {:.0} mm and was closed with a straight line",
                    part.name,
                    1000.0 * gap
                ));
            }
            if one.spurs > 0 {
                self.imported.warnings.push(format!(
                    "part `{}`: its outline ran out and back along the same line, which was left out",
                    part.name
                ));
            }
            let short = part.name.rsplit('.').next().unwrap_or(&part.name);
            self.piece(part, if several { &one.name } else { short }, one.outline);
        }
    }

    fn piece(&mut self, part: &Part, name: &str, outline: Outline) {
        let name = free_name_among(&clean_name(name), self.names.iter().map(String::as_str));
        self.names.push(name.clone());
        let mut piece = Piece::new(name, outline);
        let evidence = told::tell(part, &mut piece, self.unit, &mut self.imported.warnings);
        for (name, dart) in darts(part, self.unit) {
            piece.darts.extend(diamond(name, &dart, &piece));
        }
        let number = self.imported.garment.pieces.len();
        *self.imported.evidence.of_mut(number) = evidence;
        let note =
            |(at, words): &(DVec2, String)| Note { piece: number, at: *at / self.unit, words: words.clone() };
        self.imported.notes.extend(part.texts.iter().map(note));
        self.imported.garment.pieces.push(piece);
    }
}

/// A dart drawn as a closed line inside of a piece: its tips are its corners that are farthest apart.
fn diamond(name: &str, outline: &Outline, piece: &Piece) -> Option<Dart> {
    let corners: Vec<DVec2> = outline.flattened(5e-4);
    let border = crate::border::Border::of(&piece.outline);
    if corners.len() < 3 || corners.iter().any(|&corner| !border.contains(corner)) {
        return None;
    }
    let pairs = corners.iter().enumerate().flat_map(|(i, &a)| corners[i + 1..].iter().map(move |&b| [a, b]));
    let tips = pairs.max_by(|a, b| a[0].distance(a[1]).total_cmp(&b[0].distance(b[1])))?;
    let across = (tips[1] - tips[0]).normalize_or_zero().perp();
    let off = |corner: &DVec2| across.dot(*corner - tips[0]);
    let left = corners.iter().copied().max_by(|a, b| off(a).total_cmp(&off(b)))?;
    let right = corners.iter().copied().min_by(|a, b| off(a).total_cmp(&off(b)))?;
    let (length, width) = (tips[0].distance(tips[1]), off(&left) - off(&right));
    // What is as wide as it is long is no dart, and one that opens to one side only has its tips elsewhere.
    let is_dart = width > 1e-3 && width < 0.5 * length && off(&left) > 5e-4 && off(&right) < -5e-4;
    is_dart.then(|| Dart::Diamond { name: clean_name(name), tips, sides: [left, right] })
}
