//! Halves that a file draws without saying so.
//!
//! Tailors draw what is symmetric once, up to its middle, and write "cut on the fold" beside it; many programs export the line and lose the words. What
//! tells such a piece: a long straight edge along the grain at its border, with square corners, in a piece that is not symmetric itself; words in its name or
//! on the drawing; and pieces that together are half as wide as people are.

use crate::curve::{Curve, Ruler};
use crate::garment::Garment;
use crate::note::Note;
use crate::outline::Outline;
use crate::piece::{CutRule, Piece};
use crate::reading::{PieceKind, kind_named};
use crate::whole::can_unfold;
use glam::DVec2;

/// A piece that is probably drawn as one of two halves.
#[derive(Clone, Debug, PartialEq)]
pub struct Half {
    /// The piece.
    pub piece: usize,
    /// How it is probably cut: on the fold, or twice.
    pub cut: CutRule,
    /// How likely that is, from 0 to 1.
    pub score: f64,
    /// What speaks for it.
    pub reasons: Vec<String>,
    /// Whether it is shaped as a sleeve.
    pub is_sleeve: bool,
}

/// An edge is straight if its ends are this share of its length apart.
const STRAIGHT: f64 = 0.9995;
/// An edge runs along the grain if the cosine between them is at least this: 3°.
const ALONG: f64 = 0.9986;
/// A corner is square if the cosine at it is at most this: 10°.
const SQUARE: f64 = 0.17;
/// The least share of the piece's height that a fold takes up.
const LEAST_FOLD: f64 = 0.5;
/// Outlines that differ by less than this share of their size are alike.
const ALIKE: f64 = 0.02;
/// Pieces that are mirror images of each other to a millimetre are left and right.
const TWIN: f64 = 1e-3;
/// How finely outlines are followed when they are compared, in metres.
const FINE: f64 = 3e-4;
/// The hips of small children and of large people, in metres.
const PEOPLE: [f64; 2] = [0.6, 1.45];

/// Pieces that are drawn once but are probably halves, or one of a pair. `notes` are words on the drawing, `girth` the smaller one of bust and hip of
/// the body that the garment is for, if it is known.
pub fn probable_halves(garment: &Garment, notes: &[Note], girth: Option<f64>) -> Vec<Half> {
    let folds: Vec<Option<Half>> =
        (0..garment.pieces.len()).map(|piece| probable_fold(garment, piece, notes)).collect();
    let width: f64 = folds.iter().flatten().map(|half| across(&garment.pieces[half.piece]).1).sum();
    let by_girth = girth_reason(width, girth);
    let mut halves: Vec<Half> = folds.into_iter().flatten().collect();
    if let Some(reason) = by_girth {
        for half in &mut halves {
            half.score = (half.score + 0.2).min(1.0);
            half.reasons.push(reason.clone());
        }
    }
    let surest = halves.iter().map(|half| half.score).fold(0.0, f64::max);
    for piece in 0..garment.pieces.len() {
        if surest > 0.0 && halves.iter().all(|half| half.piece != piece) {
            halves.extend(probable_pair(garment, piece, surest));
        }
    }
    halves.sort_by_key(|half| half.piece);
    halves
}

/// The edge of a piece that would lie on the fold: the longest straight one along the grain at its border.
pub fn fold_edge(piece: &Piece) -> Option<usize> {
    let edges = border_edges(piece);
    let length = |&edge: &usize| piece.outline.edges[edge].curve.length();
    edges.into_iter().max_by(|a, b| length(a).total_cmp(&length(b)))
}

/// Whether a curve is as good as a straight line, whatever kind it is.
pub fn is_nearly_straight(curve: &Curve) -> bool {
    curve.from().distance(curve.to()) > STRAIGHT * curve.length()
}

/// What the width of all halves together says, in words.
fn girth_reason(width: f64, girth: Option<f64>) -> Option<String> {
    let (cm, twice) = (100.0 * width, 2.0 * width);
    match girth {
        Some(girth) => (width < 0.75 * girth && twice > 0.8 * girth).then(|| {
            format!(
                "all such pieces are {cm:.0} cm wide together, and the body is {:.0} cm around",
                100.0 * girth
            )
        }),
        None => (width < 0.5 * PEOPLE[1] && twice > PEOPLE[0]).then(|| {
            format!("all such pieces are {cm:.0} cm wide together, half of what goes around a body")
        }),
    }
}

/// The direction across the grain.
fn side_of(piece: &Piece) -> DVec2 {
    -DVec2::from_angle(piece.grain).perp()
}

/// Where a piece begins across the grain, and how wide it is.
fn across(piece: &Piece) -> (f64, f64) {
    extent(piece, side_of(piece))
}

fn extent(piece: &Piece, direction: DVec2) -> (f64, f64) {
    let points = piece.outline.flattened(1e-3);
    let along = || points.iter().map(|point| point.dot(direction));
    let [low, high] = [along().fold(f64::INFINITY, f64::min), along().fold(f64::NEG_INFINITY, f64::max)];
    (low, high - low)
}

/// Long straight edges along the grain at the border of a piece.
fn border_edges(piece: &Piece) -> Vec<usize> {
    let (up, side) = (DVec2::from_angle(piece.grain), side_of(piece));
    let ((low, width), (_, height)) = (extent(piece, side), extent(piece, up));
    let lies = |curve: &Curve| {
        let (way, length) = (curve.to() - curve.from(), curve.length());
        let at = 0.5 * (curve.from() + curve.to()).dot(side) - low;
        is_nearly_straight(curve)
            && way.dot(up).abs() > ALONG * length
            && length > LEAST_FOLD * height
            && (at < 0.02 * width || at > 0.98 * width)
    };
    let edges = piece.outline.edges.iter().enumerate();
    edges.filter(|(_, edge)| lies(&edge.curve)).map(|(index, _)| index).collect()
}

const HALF_WORDS: [&str; 8] = ["1/2", "half", "fold", "halb", "bruch", "pliure", "demi", "moitié"];
const MIDDLE_WORDS: [&str; 10] =
    ["cf", "cb", "center", "centre", "mitte", "vm", "hm", "milieu", "centro", "mirror"];
const LEG_WORDS: [&str; 7] = ["trouser", "pant", "leg", "jean", "short", "hose", "pantalon"];

fn has_word(text: &str, words: &[&str]) -> bool {
    let text = text.to_lowercase();
    let mut parts = text.split(|c: char| !c.is_alphanumeric() && c != '/');
    words
        .iter()
        .any(|word| if word.len() < 3 { parts.any(|part| part == *word) } else { text.contains(word) })
}

/// Whether a piece is a half on the fold, by its shape, its name and the words on it.
fn probable_fold(garment: &Garment, number: usize, notes: &[Note]) -> Option<Half> {
    let piece = &garment.pieces[number];
    if piece.cut != CutRule::Once || has_word(&piece.name, &LEG_WORDS) || has_word(&garment.name, &LEG_WORDS)
    {
        return None;
    }
    let by_name = has_word(&piece.name, &HALF_WORDS);
    let edges = border_edges(piece);
    let noted =
        |words: &[&str]| notes.iter().find(|note| note.piece == number && has_word(&note.words, words));
    let note = noted(&HALF_WORDS).or_else(|| noted(&MIDDLE_WORDS));
    let edge = match (&edges[..], note) {
        ([edge], _) => *edge,
        // Of two such edges the words tell which, or else the corners.
        ([_, ..], Some(note)) => nearest_edge(piece, &edges, note.at)?,
        _ => squarest(piece, &edges)?,
    };
    if !can_unfold(piece, edge) {
        return None;
    }
    let is_whole = is_symmetric(piece, side_of(piece)) || has_twin(garment, number);
    let kind = kind_named(&piece.name);
    let is_body = kind.is_none_or(|kind| {
        !matches!(kind, PieceKind::Sleeve | PieceKind::Band | PieceKind::Collar | PieceKind::Detail)
    });
    if !by_name && note.is_none() && (is_whole || !is_body) {
        return None;
    }
    let mut reasons =
        vec![format!("edge {} is straight, along the grain and at the border", piece.edge_name(edge))];
    let mut score = 0.3;
    if !is_whole {
        score += 0.25;
        reasons.push("the piece is not symmetric".into());
    }
    let corners = square_corners(piece, edge);
    score += 0.1 * corners as f64;
    if corners == 2 {
        reasons.push("square corners at both ends".into());
    }
    if by_name {
        score += 0.3;
        reasons.push("by its name".into());
    }
    if let Some(note) = note {
        score += if has_word(&note.words, &HALF_WORDS) { 0.4 } else { 0.2 };
        reasons.push(format!("`{}` is written there", note.words.trim()));
    }
    Some(Half { piece: number, cut: CutRule::OnFold(edge), score: score.min(1.0), reasons, is_sleeve: false })
}

/// Of some edges the one nearest to a point.
fn nearest_edge(piece: &Piece, edges: &[usize], at: DVec2) -> Option<usize> {
    let distance = |&edge: &usize| Ruler::new(&piece.outline.edges[edge].curve).nearest(at).1;
    edges.iter().copied().min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// Of some edges the one with more square corners than any other: a side that is straight below the hip has one, a middle has two.
fn squarest(piece: &Piece, edges: &[usize]) -> Option<usize> {
    let most = edges.iter().map(|&edge| square_corners(piece, edge)).max()?;
    let mut best = edges.iter().filter(|&&edge| square_corners(piece, edge) == most);
    best.next().copied().filter(|_| best.next().is_none())
}

/// At how many of its ends an edge meets its neighbour squarely: only then does the outline go on smoothly beyond the fold.
fn square_corners(piece: &Piece, edge: usize) -> usize {
    let edges = &piece.outline.edges;
    let count = edges.len();
    let along = (edges[edge].curve.to() - edges[edge].curve.from()).normalize_or_zero();
    let before = edges[(edge + count - 1) % count].curve.tangent(1.0);
    let after = edges[(edge + 1) % count].curve.tangent(0.0);
    [before, after].iter().filter(|way| way.normalize_or_zero().dot(along).abs() < SQUARE).count()
}

/// Whether a piece is its own mirror image across its middle.
fn is_symmetric(piece: &Piece, side: DVec2) -> bool {
    let (low, width) = extent(piece, side);
    let mirrored = |p: DVec2| p + side * (2.0 * (low + 0.5 * width) - 2.0 * p.dot(side));
    let [a, b] = piece.outline.bounds();
    farthest(&piece.outline, &piece.outline, mirrored) < ALIKE * (b - a).max_element()
}

/// Whether the mirror image of a piece is drawn, too.
fn has_twin(garment: &Garment, number: usize) -> bool {
    let piece = &garment.pieces[number];
    let (low, width) = across(piece);
    let side = side_of(piece);
    garment.pieces.iter().enumerate().any(|(other, twin)| {
        let (begin, wide) = extent(twin, side);
        let [[a, _], [b, _]] = [piece.outline.bounds(), twin.outline.bounds()];
        let rise = side.perp() * (b - a).dot(side.perp());
        let mirrored = |p: DVec2| p + side * (begin + wide + low - 2.0 * p.dot(side)) + rise;
        let back = |p: DVec2| p + side * (begin + wide + low - 2.0 * p.dot(side)) - rise;
        // Both ways: all corners of the smaller one may lie on the larger one.
        other != number
            && (wide - width).abs() < TWIN
            && farthest(&piece.outline, &twin.outline, mirrored) < TWIN
            && farthest(&twin.outline, &piece.outline, back) < TWIN
    })
}

/// How far corners and points of an outline are from another one once they are mapped.
fn farthest(outline: &Outline, other: &Outline, map: impl Fn(DVec2) -> DVec2) -> f64 {
    let flat = other.flattened(FINE);
    let nearest = |p: DVec2| {
        let sides = flat.iter().zip(flat.iter().cycle().skip(1));
        sides.map(|(a, b)| from_segment(p, *a, *b)).fold(f64::INFINITY, f64::min)
    };
    outline.flattened(FINE).into_iter().map(|point| nearest(map(point))).fold(0.0, f64::max)
}

/// The distance of a point from a straight line between two others.
fn from_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let way = b - a;
    let share = ((p - a).dot(way) / way.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    p.distance(a + way * share)
}

/// Whether a piece of a garment of halves is cut twice: sleeves are, and what is not symmetric.
fn probable_pair(garment: &Garment, number: usize, surest: f64) -> Option<Half> {
    let piece = &garment.pieces[number];
    if piece.cut != CutRule::Once || has_twin(garment, number) {
        return None;
    }
    let is_sleeve = kind_named(&piece.name) == Some(PieceKind::Sleeve) || has_cap(piece);
    let half = |score: f64, reason: &str| {
        let reasons = vec![reason.to_owned(), "other pieces are halves".to_owned()];
        Some(Half { piece: number, cut: CutRule::Pair, score: score * surest, reasons, is_sleeve })
    };
    if is_sleeve {
        return half(0.9, "a sleeve");
    }
    let side = side_of(piece);
    if is_symmetric(piece, side) || is_symmetric(piece, side.perp()) {
        return None;
    }
    half(0.75, "the piece is not symmetric")
}

/// Whether a piece is shaped as a sleeve: a curve over all its width, between two edges of one length that go down from it.
fn has_cap(piece: &Piece) -> bool {
    let (edges, (_, width)) = (&piece.outline.edges, across(piece));
    let count = edges.len();
    let chord = |i: usize| edges[i].curve.from().distance(edges[i].curve.to());
    (0..count).any(|cap| {
        let [before, after] = [(cap + count - 1) % count, (cap + 1) % count].map(|i| edges[i].curve.length());
        let length = edges[cap].curve.length();
        count >= 4
            && length > 0.25
            && chord(cap) < 0.985 * length
            && chord(cap) > 0.9 * width
            && (before - after).abs() < 0.05 * before.max(after)
    })
}

#[cfg(test)]
mod tests;
