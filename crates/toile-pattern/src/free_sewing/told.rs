//! What a draft tells of a piece beside its outline: how it is cut, marks on it, and names.

use super::document::{Part, Path};
use crate::border::Border;
use crate::curve::Curve;
use crate::cutting::{self, Cutting, material_named};
use crate::evidence::{NamedLine, NamedPoint, PieceEvidence, PieceMaterial};
use crate::marking::{NOTCH_REACH, add_notch, fold_edge};
use crate::names::clean_name;
use crate::piece::{Drill, InnerLine, LineKind, NotchKind, Piece};
use glam::{DAffine2, DVec2};
use std::f64::consts::PI;

/// How far from the outline names may be that belong to it, in metres.
const NEAR: f64 = 1.5e-3;
/// Parts of names of points that the design program needs for itself.
const HELPERS: [&str; 6] = ["title", "logo", "gridanchor", "scalebox", "miniscale", "helper"];
/// Words in names of parts that are no cloth.
const GUIDES: [&str; 7] = ["template", "guide", "stencil", "gauge", "ruler", "reference", "paperless"];

/// Marks a piece with all that its part tells, and keeps the names.
pub(super) fn tell(part: &Part, piece: &mut Piece, unit: f64, warnings: &mut Vec<String>) -> PieceEvidence {
    let border = Border::of(&piece.outline);
    let mut evidence = PieceEvidence { words: words(part), ..PieceEvidence::default() };
    mark(part, piece, &border, unit);
    warnings.extend(cut(part, piece, &mut evidence, unit));
    snippets(part, piece, unit);
    evidence.points = points(part, &border, unit);
    evidence.lines = lines(part, &border, piece.outline.length(), unit);
    evidence
}

/// The name of the part, in full if it belongs to another design, and its titles.
fn words(part: &Part) -> Vec<String> {
    let mut words = vec![part.name.clone()];
    for (_, text) in &part.texts {
        if text.chars().count() < 80 && !words.contains(text) && Cutting::of_words(text).is_none() {
            words.push(text.clone());
        }
    }
    words
}

/// Grain and lines inside.
fn mark(part: &Part, piece: &mut Piece, border: &Border, unit: f64) {
    let map = DAffine2::from_scale(DVec2::splat(1.0 / unit));
    if let Some(grain) = part.grain {
        piece.grain = upwards(grain.to_radians());
    }
    for path in part.paths.iter().filter(|path| !path.hidden) {
        let curves = || path.runs.iter().flatten();
        if path.name.contains("grainline")
            && let Some(line) = curves().next().map(|curve| curve.to() - curve.from())
            && line.length() > 0.0
        {
            piece.grain = upwards(line.to_angle());
        }
        if !path.is_macro()
            && path.class.contains("help")
            && curves().any(|curve| touches(border, curve, &map))
        {
            let line = |curve: &Curve| InnerLine {
                name: Some(path.name.clone()),
                kind: LineKind::Mark,
                curve: curve.transformed(&map),
            };
            piece.lines.extend(curves().map(line));
        }
    }
}

/// The same line of grain, told upwards: its arrow has two heads.
fn upwards(angle: f64) -> f64 {
    let turned = angle.rem_euclid(PI);
    // What is a hair below half a turn lies along the weft, as 0 does.
    if turned > PI - 1e-9 { 0.0 } else { turned }
}

fn touches(border: &Border, curve: &Curve, map: &DAffine2) -> bool {
    [0.1, 0.5, 0.9].iter().any(|&t| border.contains(map.transform_point2(curve.point(t))))
}

/// The line that a macro draws where the cloth is folded: between its first and its last point.
fn fold_line(path: &Path) -> Option<[DVec2; 2]> {
    let is_fold = path.name.to_lowercase().contains("cutonfold") || path.text.contains("cutOnFold");
    let run = path.runs.first().filter(|_| is_fold && !path.hidden)?;
    Some([run.first()?.from(), run.last()?.to()])
}

/// How it is cut. The line of the cut list may be left over from a design that this one builds on: what is drawn counts.
fn cut(part: &Part, piece: &mut Piece, evidence: &mut PieceEvidence, unit: f64) -> Option<String> {
    let lines: Vec<Cutting> = part
        .cuts
        .iter()
        .map(|(cloth, cut)| Cutting {
            count: Some(cut.count.max(1)),
            mirrored: (cut.count > 1).then_some(!cut.identical),
            on_fold: cut.on_fold,
            material: Some(material_named(cloth).unwrap_or(PieceMaterial::Contrast)),
            cloth: cloth.clone(),
        })
        .collect();
    let drawn = part.paths.iter().find_map(fold_line);
    let listed = part.cut_on_fold.filter(|_| {
        let draws_macros = part.paths.iter().any(Path::is_macro);
        lines.iter().any(|line| line.on_fold)
            || !draws_macros && lines.iter().all(|line| line.count == Some(1))
    });
    let fold = drawn.or(listed).and_then(|[a, b]| fold_edge(piece, a / unit, b / unit));
    let odd = cutting::apply(&lines, fold, piece, evidence);
    if lines.is_empty() {
        evidence.material = material_by_look(part);
    }
    odd
}

/// What a part without a cut list is: a guide by its name, or of the cloth that its outline's class tells.
fn material_by_look(part: &Part) -> PieceMaterial {
    let name = part.name.to_lowercase();
    if GUIDES.iter().any(|word| name.contains(word)) {
        return PieceMaterial::Other;
    }
    let outline = part.paths.iter().find(|path| path.name == "seam" && !path.hidden);
    let class = outline.map_or("", |path| path.class.as_str());
    material_named(class).or_else(|| material_named(&name)).unwrap_or_default()
}

fn snippets(part: &Part, piece: &mut Piece, unit: f64) {
    for snippet in &part.snippets {
        let (name, at) = (Some(snippet.name.clone()), snippet.at / unit);
        match snippet.def.as_str() {
            "notch" => add_notch(piece, name, at, NotchKind::Slit, NOTCH_REACH),
            "bnotch" => add_notch(piece, name, at, NotchKind::Double, NOTCH_REACH),
            "button" | "buttonhole" | "buttonhole-start" | "buttonhole-end" | "snap-stud" | "snap-socket"
            | "eyelet" => {
                piece.drills.push(Drill { name, at });
            }
            _ => {}
        }
    }
}

/// Whether a point has its name for those who sew, and not for the program.
fn is_told(name: &str) -> bool {
    let lower = name.to_lowercase();
    // Control points: `Cp` or `cp` as a word of its own.
    let is_control = name.match_indices("cp").chain(name.match_indices("Cp")).any(|(at, _)| {
        let next = name[at + 2..].chars().next();
        next.is_none_or(|c| c.is_ascii_digit() || c.is_uppercase())
    });
    !name.starts_with('_')
        && !is_control
        && !lower.starts_with("tmp")
        && !lower.ends_with("anchor")
        && !HELPERS.iter().any(|word| lower.contains(word))
}

/// Points with names on the outline.
fn points(part: &Part, border: &Border, unit: f64) -> Vec<NamedPoint> {
    let told = part.points.iter().filter(|(name, _)| is_told(name));
    let near = told.map(|(name, at)| (name, *at / unit)).filter(|(_, at)| border.is_near(*at, NEAR));
    near.map(|(name, at)| NamedPoint { name: clean_name(name), at }).collect()
}

/// Paths along a part of the outline, hidden ones too, and lines across the piece.
fn lines(part: &Part, border: &Border, around: f64, unit: f64) -> Vec<NamedLine> {
    let map = DAffine2::from_scale(DVec2::splat(1.0 / unit));
    let mut lines = Vec::new();
    for path in part.paths.iter().filter(|path| !path.is_macro() && !path.is("sa") && is_told(&path.name)) {
        for run in &path.runs {
            let curves: Vec<Curve> = run.iter().map(|curve| curve.transformed(&map)).collect();
            let length: f64 = curves.iter().map(Curve::length).sum();
            let follows = curves.iter().all(|curve| border.is_followed(curve, NEAR));
            let crosses = !path.hidden && curves.iter().all(|curve| border.contains(curve.point(0.5)));
            if length < 0.95 * around && length > NEAR && (follows || crosses) {
                lines
                    .push(NamedLine { name: clean_name(&path.name), curve: crate::corners::joined(&curves) });
            }
        }
    }
    lines
}
