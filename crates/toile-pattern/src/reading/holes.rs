//! Darts inside of a piece that were cut open: holes with two tips.

use super::named;
use crate::curve::Ruler;
use crate::garment::Garment;
use crate::piece::{CutRule, Piece};
use crate::seam::{EdgePart, Seam};
use crate::suggest::SuggestedSeam;
use glam::DVec2;

/// Both sides of a dart agree to this share of their length.
const EVEN: f64 = 0.06;
/// Holes that are wider than this share of their length are openings.
const NARROW: f64 = 0.45;
/// An edge that is longer than this times the distance of its ends is curved.
const BENT: f64 = 1.03;
/// Holes that are shorter than this are for buttons, in metres.
const SHORTEST: f64 = 0.04;

/// The seams of all such darts.
pub(super) fn darts(garment: &Garment) -> Vec<SuggestedSeam> {
    let pieces = garment.pieces.iter().enumerate();
    let all = pieces.flat_map(|(number, piece)| {
        let mut first = piece.outline.edges.len();
        let holes = piece.holes.iter().map(move |hole| {
            let edges = first..first + hole.edges.len();
            first = edges.end;
            edges
        });
        holes.filter_map(move |edges| dart(number, piece, edges))
    });
    all.map(|seam| SuggestedSeam {
        seam: named(garment, seam),
        score: super::probability::DART,
        reasons: vec!["a narrow hole with two tips, as a dart inside of a piece".to_owned()],
    })
    .collect()
}

fn dart(number: usize, piece: &Piece, edges: std::ops::Range<usize>) -> Option<Seam> {
    let corners: Vec<DVec2> =
        edges.clone().map(|edge| Some(piece.edge(edge)?.curve.from())).collect::<Option<_>>()?;
    let lengths: Vec<f64> = edges
        .clone()
        .map(|edge| Some(Ruler::new(&piece.edge(edge)?.curve).length()))
        .collect::<Option<_>>()?;
    let count = corners.len();
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    let (a, b) = pairs
        .max_by(|x, y| corners[x.0].distance(corners[x.1]).total_cmp(&corners[y.0].distance(corners[y.1])))?;
    let [one, other] = [lengths[a..b].iter().sum::<f64>(), lengths[b..].iter().chain(&lengths[..a]).sum()];
    let long = corners[a].distance(corners[b]);
    let across = (corners[b] - corners[a]).normalize_or_zero().perp();
    let curves = || edges.clone().filter_map(|edge| Some(&piece.edge(edge)?.curve));
    let points = curves().flat_map(|curve| curve.flattened(1e-4));
    let off = points.map(|point| across.dot(point - corners[a]).abs()).fold(0.0, f64::max);
    // The hole for a head is round; a side of two lines that hardly turn may be told as one.
    let is_straight =
        curves().zip(&lengths).all(|(curve, length)| *length < BENT * curve.from().distance(curve.to()));
    let is_dart = is_straight && long > SHORTEST && (one - other).abs() <= EVEN * one.max(other);
    if !is_dart || off > 0.5 * NARROW * long {
        return None;
    }
    let edge = |index: usize| EdgePart::along(number, edges.start + index % count);
    let first = (a..b).map(edge).collect();
    let second = (b..a + count).rev().map(|index| edge(index).reversed()).collect();
    Some(Seam { both: piece.cut != CutRule::Once, ..Seam::new("", first, second) })
}
