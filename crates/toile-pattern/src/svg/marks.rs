//! What is drawn and written on a piece: folds, grain, notches, lines, and words that tell how it is cut.

use super::drawing::Shape;
use super::labels::{Meaning, about_piece, words_of};
use super::pieces::Finder;
use crate::border::Border;
use crate::corners::joined;
use crate::curve::Curve;
use crate::cutting::{Cutting, apply, material_named};
use crate::evidence::{NamedLine, PieceEvidence, PieceMaterial};
use crate::marking::{NOTCH_REACH, add_notch, fold_by_words, fold_edge};
use crate::names::clean_name;
use crate::piece::{Drill, InnerLine, LineKind, NotchKind, Piece};
use glam::DVec2;

/// Strokes from the edge inwards that are no longer than this are notches, in metres.
const LONGEST_NOTCH: f64 = 0.016;
/// Strokes in a layer of notches may be longer.
const LONGEST_TOLD_NOTCH: f64 = 0.03;
/// How far from the edge such a stroke may begin, in metres.
const AT_EDGE: f64 = 5e-4;
/// Longer texts are no names.
const LONGEST_NAME: usize = 60;
/// Names run along the outline if they are nowhere further from it, in metres.
const NEAR: f64 = 1.5e-3;

/// Marks a piece; `own` is the shape that is its outline. What is told of it.
pub(super) fn mark(
    finder: &Finder<'_>,
    own: usize,
    border: &Border,
    piece: &mut Piece,
    warnings: &mut Vec<String>,
) -> PieceEvidence {
    let drawing = finder.drawing;
    let mut evidence = PieceEvidence::default();
    let mut fold = None;
    let reach = NOTCH_REACH + piece.allowance.unwrap_or(0.0);
    for (index, shape) in drawing.shapes.iter().enumerate() {
        if index == own || finder.joined.contains(&index) || !is_at(shape, border, reach) {
            continue;
        }
        let curves = &shape.path.curves;
        let (Some(first), Some(last)) = (curves.first(), curves.last()) else { continue };
        let (from, to) = (first.from(), last.to());
        let has_marker = |word: &str| shape.markers.iter().any(|marker| marker.contains(word));
        let told = finder.meaning(shape);
        let is_plain = shape.class.is_empty() && !shape.path.closed;
        if has_marker("cutonfold") || (told == Some(Meaning::Fold) && is_plain) {
            if let Some(edge) = fold_edge(piece, from, to) {
                fold = Some(edge);
                if has_marker("cutonfold") {
                    piece.grain = (to - from).to_angle();
                }
            }
        } else if is_grain(shape, told) && from != to {
            piece.grain = (to - from).to_angle();
        } else if told == Some(Meaning::Notch) {
            told_notch(shape, border, piece, reach);
        } else if is_plain && from != to {
            line(shape, border, piece, &mut evidence);
        }
    }
    for &(at, kind) in drawing.notches.iter().filter(|(at, _)| is_inside(*at, border, reach)) {
        add_notch(piece, None, at, kind, reach);
    }
    for (at, name) in drawing.drills.iter().filter(|(at, _)| border.contains(*at)) {
        piece.drills.push(Drill { name: Some(clean_name(name)), at: *at });
    }
    warnings.extend(tell(finder, own, border, piece, &mut evidence, fold));
    evidence
}

fn is_inside(at: DVec2, border: &Border, reach: f64) -> bool {
    let room = DVec2::splat(reach);
    at.cmpge(border.low - room).all() && at.cmple(border.high + room).all()
}

/// Whether a shape lies on a piece, or at its edge.
fn is_at(shape: &Shape, border: &Border, reach: f64) -> bool {
    let curves = &shape.path.curves;
    let middle = curves[curves.len() / 2].point(0.5);
    is_inside(middle, border, reach) && (border.contains(middle) || border.is_near(middle, reach))
}

/// Whether a shape is a line of grain: by its name, or as an arrow with two heads.
fn is_grain(shape: &Shape, told: Option<Meaning>) -> bool {
    let [start, end] = &shape.markers;
    let is_arrow = || {
        let [start, end] = [start, end].map(|marker| marker.to_lowercase());
        start.contains("arrow") && end.contains("arrow") && shape.path.curves.len() == 1
    };
    let is_straight = shape.path.curves.iter().all(Curve::is_straight);
    start.contains("grainline")
        || end.contains("grainline")
        || (is_straight
            && !shape.path.closed
            && (told == Some(Meaning::Grain) || (shape.class.is_empty() && is_arrow())))
}

/// A stroke, or any small figure, of a layer of notches.
fn told_notch(shape: &Shape, border: &Border, piece: &mut Piece, reach: f64) {
    let curves = &shape.path.curves;
    let length: f64 = curves.iter().map(Curve::length).sum();
    let (Some(first), Some(last)) = (curves.first(), curves.last()) else { return };
    if length > LONGEST_TOLD_NOTCH {
        return;
    }
    let (from, to) = (first.from(), last.to());
    let at = if shape.path.closed || curves.len() > 1 {
        0.5 * (from + to)
    } else if border.is_near(to, AT_EDGE) && !border.is_near(from, AT_EDGE) {
        to
    } else {
        from
    };
    let kind = if curves.len() == 2 || shape.path.closed { NotchKind::Vee } else { NotchKind::Slit };
    add_notch(piece, None, at, kind, reach);
}

/// A short stroke at the edge is a notch, everything else is a line inside; what has a name keeps it.
fn line(shape: &Shape, border: &Border, piece: &mut Piece, evidence: &mut PieceEvidence) {
    let curves = &shape.path.curves;
    let length: f64 = curves.iter().map(Curve::length).sum();
    let name = shape.label.as_deref().map(|label| clean_name(about_piece(label)));
    if let [Curve::Line { from, to }] = curves[..]
        && length < LONGEST_NOTCH
    {
        let at_edge = [from, to].map(|at| border.is_near(at, AT_EDGE));
        if at_edge[0] != at_edge[1] {
            let (at, inner) = if at_edge[0] { (from, to) } else { (to, from) };
            if border.contains(inner) {
                add_notch(piece, name, at, NotchKind::Slit, NOTCH_REACH);
                return;
            }
        }
    }
    let follows = curves.iter().all(|curve| border.is_followed(curve, NEAR));
    if let Some(name) = &name {
        evidence.lines.push(NamedLine { name: name.clone(), curve: joined(curves) });
    }
    let middle = curves[0].point(0.5);
    if !follows && border.contains(middle) {
        let inner =
            |curve: &Curve| InnerLine { name: name.clone(), kind: LineKind::Mark, curve: curve.clone() };
        piece.lines.extend(curves.iter().map(inner));
    }
}

/// The straight edge that is drawn once more, as folds are with dashes and dots.
fn drawn_again(finder: &Finder<'_>, piece: &Piece) -> Option<usize> {
    let lines = finder.drawing.shapes.iter().filter(|shape| !shape.path.closed);
    let lines: Vec<&Curve> = lines
        .filter_map(|shape| {
            if let [curve @ Curve::Line { .. }] = &shape.path.curves[..] { Some(curve) } else { None }
        })
        .collect();
    let lies_on = |edge: &Curve, line: &Curve| {
        let meet =
            |from: DVec2, to: DVec2| edge.from().distance(from) < 1e-4 && edge.to().distance(to) < 1e-4;
        meet(line.from(), line.to()) || meet(line.to(), line.from())
    };
    let mut edges = piece.outline.edges.iter();
    edges.position(|edge| edge.curve.is_straight() && lines.iter().any(|line| lies_on(&edge.curve, line)))
}

/// What names and words tell of a piece.
fn tell(
    finder: &Finder<'_>,
    own: usize,
    border: &Border,
    piece: &mut Piece,
    evidence: &mut PieceEvidence,
    fold: Option<usize>,
) -> Option<String> {
    let shape = &finder.drawing.shapes[own];
    let labels: Vec<&str> = shape.label.as_deref().into_iter().chain(finder.groups(shape.group)).collect();
    let texts: Vec<&str> = finder.texts(own, border).map(|text| text.words.trim()).collect();
    let mut lines: Vec<Cutting> = texts.iter().filter_map(|words| Cutting::of_words(words)).collect();
    // Words of another kind of mark, as `on fold` beside its arrow, are about the fold alone.
    lines.extend(labels.iter().filter_map(|label| Cutting::of_words(label)));
    let is_words = |words: &&str| words.chars().count() < LONGEST_NAME && Cutting::of_words(words).is_none();
    let named = labels.iter().filter_map(|label| words_of(label));
    for words in named.chain(texts.iter().copied().filter(is_words)) {
        if !evidence.words.iter().any(|known| known == words) {
            evidence.words.push(words.to_owned());
        }
    }
    let says_fold = fold.is_none() && lines.iter().any(|line| line.on_fold);
    let fold = if says_fold { drawn_again(finder, piece).or_else(|| fold_by_words(piece)) } else { fold };
    let odd = apply(&lines, fold, piece, evidence);
    if evidence.material == PieceMaterial::Fabric {
        let by_class = material_named(&shape.class);
        let named = || labels.iter().find_map(|label| material_named(label));
        evidence.material = by_class.or_else(named).unwrap_or_default();
    }
    odd
}
