//! A FreeSewing draft as JSON: parts with points, paths, snippets and how they are cut. Millimetres, `y` down.
//!
//! The path `seam` is the line to be sewn; parts without one give their largest closed path. There are no seams.

use crate::corners::outline_of;
use crate::curve::{Curve, Ruler};
use crate::error::PatternError;
use crate::garment::Garment;
use crate::imported::Imported;
use crate::json::{mistake, without_comments};
use crate::names::{clean_name, free_name};
use crate::outline::Outline;
use crate::piece::{CutRule, Drill, InnerLine, LineKind, Notch, NotchKind, Piece};
use glam::DVec2;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Draft {
    design: Option<String>,
    units: Option<String>,
    parts: BTreeMap<String, Part>,
}

#[derive(Deserialize)]
struct Part {
    #[serde(default)]
    paths: BTreeMap<String, Path>,
    #[serde(default)]
    snippets: BTreeMap<String, Snippet>,
    #[serde(default)]
    cut: Option<CutList>,
}

#[derive(Deserialize)]
struct Path {
    #[serde(default)]
    hidden: bool,
    class: Option<String>,
    #[serde(default)]
    ops: Vec<Operation>,
}

#[derive(Deserialize)]
struct Operation {
    #[serde(rename = "type")]
    kind: String,
    to: Option<[f64; 2]>,
    cp1: Option<[f64; 2]>,
    cp2: Option<[f64; 2]>,
}

#[derive(Deserialize)]
struct Snippet {
    def: String,
    at: [f64; 2],
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CutList {
    cut_on_fold: Option<[Point; 2]>,
    #[serde(default)]
    materials: BTreeMap<String, Vec<Material>>,
}

#[derive(Deserialize)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Material {
    cut: Option<f64>,
    #[serde(default)]
    identical: bool,
    #[serde(default)]
    on_fold: bool,
}

/// Reads a draft; `name` is the garment's if the draft has none.
///
/// # Errors
/// If it is no such JSON, or a path makes no sense.
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
    for (part_name, part) in &draft.parts {
        let short = clean_name(part_name.rsplit('.').next().unwrap_or(part_name));
        let piece_name = free_name(&short, |name| imported.garment.piece_named(name).is_some());
        match piece(&piece_name, part_name, part, unit)? {
            Some(piece) => imported.garment.pieces.push(piece),
            None => {
                imported.warnings.push(format!("part `{part_name}` has no closed outline and was left out"));
            }
        }
    }
    if imported.garment.pieces.is_empty() {
        return Err(PatternError::item(
            "parts",
            "no part has a closed outline",
            "draft it with all its paths",
        ));
    }
    Ok(imported)
}

/// The curves of a path, one list for each move of the pen.
fn curves(path: &Path, unit: f64, place: &str) -> Result<Vec<Vec<Curve>>, PatternError> {
    let point = |[x, y]: [f64; 2]| DVec2::new(x, -y) / unit;
    let mut subpaths: Vec<Vec<Curve>> = Vec::new();
    let (mut at, mut start) = (None, DVec2::ZERO);
    for (index, operation) in path.ops.iter().enumerate() {
        let wrong = |cause: &str| {
            let remedy = "draft it again with FreeSewing";
            PatternError::item(format!("{place}.ops[{index}]"), cause, remedy)
        };
        let to = operation.to.map(point);
        if operation.kind == "close" {
            if let (Some(from), Some(path)) = (at, subpaths.last_mut()) {
                path.push(Curve::line(from, start));
            }
            at = Some(start);
            continue;
        }
        let to = to.filter(|to| to.is_finite()).ok_or_else(|| wrong("the operation goes nowhere"))?;
        if operation.kind == "move" {
            subpaths.push(Vec::new());
            (at, start) = (Some(to), to);
            continue;
        }
        let from = at.ok_or_else(|| wrong("the path does not begin with a move"))?;
        let curve = match (operation.kind.as_str(), operation.cp1, operation.cp2) {
            ("line", ..) => Curve::line(from, to),
            ("curve", Some(one), Some(two)) => Curve::cubic(from, point(one), point(two), to),
            ("curve", ..) => return Err(wrong("the curve lacks a control point")),
            _ => return Err(wrong("this kind of operation is not known")),
        };
        if !curve.is_finite() {
            return Err(wrong("a control point is no number"));
        }
        if let Some(path) = subpaths.last_mut() {
            path.push(curve);
        }
        at = Some(to);
    }
    Ok(subpaths)
}

fn is_closed(curves: &[Curve]) -> bool {
    match (curves.first(), curves.last()) {
        (Some(first), Some(last)) => first.from().distance(last.to()) < 1e-4 && curves.len() > 1,
        _ => false,
    }
}

fn piece(name: &str, part_name: &str, part: &Part, unit: f64) -> Result<Option<Piece>, PatternError> {
    let place = |path: &str| format!("parts.{part_name}.paths.{path}");
    let mut closed: Vec<(bool, f64, Outline)> = Vec::new();
    let mut marks = Vec::new();
    let mut grain = None;
    for (path_name, path) in &part.paths {
        let class = path.class.as_deref().unwrap_or_default();
        let subpaths = curves(path, unit, &place(path_name))?;
        if path_name.contains("grainline") {
            grain = subpaths.iter().flatten().next().map(|line| line.to() - line.from());
        }
        let is_macro = path_name.starts_with("__macro");
        for curves in subpaths {
            if !path.hidden && !is_macro && is_closed(&curves) && !class.split(' ').any(|word| word == "sa") {
                if let Some(outline) = outline_of(curves, &[]) {
                    closed.push((path_name == "seam", outline.area(), outline));
                }
            } else if !path.hidden && !is_macro && class.contains("help") {
                marks.extend(curves.into_iter().map(|curve| (path_name.clone(), curve)));
            }
        }
    }
    let best = closed.into_iter().max_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let Some((_, _, outline)) = best else { return Ok(None) };
    let mut piece = Piece::new(name, outline);
    if let Some(grain) = grain.filter(|grain| grain.length() > 0.0) {
        piece.grain = grain.to_angle();
    }
    piece.lines = marks
        .into_iter()
        .map(|(name, curve)| InnerLine { name: Some(name), kind: LineKind::Mark, curve })
        .collect();
    add_cut(&mut piece, part.cut.as_ref(), unit);
    add_snippets(&mut piece, part, unit);
    Ok(Some(piece))
}

fn add_cut(piece: &mut Piece, cut: Option<&CutList>, unit: f64) {
    let Some(cut) = cut else { return };
    let first = cut.materials.get("fabric").and_then(|list| list.first());
    if let Some([a, b]) = &cut.cut_on_fold {
        let [a, b] = [a, b].map(|point| DVec2::new(point.x, -point.y) / unit);
        if let Some(edge) = fold_edge(piece, a, b) {
            piece.cut = CutRule::OnFold(edge);
            return;
        }
    }
    if first.is_some_and(|material| {
        material.cut.unwrap_or(1.0) >= 2.0 && !material.identical && !material.on_fold
    }) {
        piece.cut = CutRule::Pair;
    }
}

/// The straight edge that lies on the line through two points.
pub(crate) fn fold_edge(piece: &Piece, a: DVec2, b: DVec2) -> Option<usize> {
    let along = (b - a).normalize_or_zero();
    let off = |point: DVec2| along.perp_dot(point - a).abs();
    let lies = |curve: &Curve| curve.is_straight() && off(curve.from()) < 1e-3 && off(curve.to()) < 1e-3;
    let candidates = piece.outline.edges.iter().enumerate().filter(|(_, edge)| lies(&edge.curve));
    candidates.max_by(|a, b| a.1.curve.length().total_cmp(&b.1.curve.length())).map(|(index, _)| index)
}

fn add_snippets(piece: &mut Piece, part: &Part, unit: f64) {
    for (name, snippet) in &part.snippets {
        let at = DVec2::new(snippet.at[0], -snippet.at[1]) / unit;
        if !at.is_finite() {
            continue;
        }
        let kind = match snippet.def.as_str() {
            "notch" => NotchKind::Slit,
            "bnotch" => NotchKind::Double,
            "button" | "buttonhole" | "snap-stud" | "snap-socket" => {
                piece.drills.push(Drill { name: Some(name.clone()), at });
                continue;
            }
            _ => continue,
        };
        add_notch(piece, Some(name.clone()), at, kind);
    }
}

/// Marks the edge nearest to a point, if one is near.
pub(crate) fn add_notch(piece: &mut Piece, name: Option<String>, at: DVec2, kind: NotchKind) {
    let nearest = piece.edges().map(|edge| Ruler::new(&edge.curve).nearest(at)).enumerate();
    let nearest = nearest.min_by(|(_, a), (_, b)| a.1.total_cmp(&b.1));
    if let Some((edge, (share, distance))) = nearest
        && distance < 5e-3
    {
        piece.notches.push(Notch { name, edge, at: share, kind });
    }
}
