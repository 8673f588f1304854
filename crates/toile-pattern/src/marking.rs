//! Marks of a file put on a piece: notches on its edges, the edge on the fold.

use crate::curve::{Curve, Ruler};
use crate::piece::{Notch, NotchKind, Piece};
use glam::DVec2;

/// A notch is taken for one of an edge that is at most this far away, in metres, if nothing else is known.
pub(crate) const NOTCH_REACH: f64 = 5e-3;
/// How far a fold may be from the line that marks it, in metres.
const ON_LINE: f64 = 1e-3;

/// The straight edge that lies on the line through two points.
pub(crate) fn fold_edge(piece: &Piece, a: DVec2, b: DVec2) -> Option<usize> {
    let along = (b - a).normalize_or_zero();
    let off = |point: DVec2| along.perp_dot(point - a).abs();
    let lies =
        |curve: &Curve| curve.is_straight() && off(curve.from()) < ON_LINE && off(curve.to()) < ON_LINE;
    let candidates = piece.outline.edges.iter().enumerate().filter(|(_, edge)| lies(&edge.curve));
    candidates.max_by(|a, b| a.1.curve.length().total_cmp(&b.1.curve.length())).map(|(index, _)| index)
}

/// The edge that lies on the fold by words only: the longest one along the grain at the border, if it is straight within a millimetre. It is made a straight line.
pub(crate) fn fold_by_words(piece: &mut Piece) -> Option<usize> {
    let edge = crate::halves::fold_edge(piece)?;
    let curve = &mut piece.outline.edges.get_mut(edge)?.curve;
    let (from, along) = (curve.from(), (curve.to() - curve.from()).normalize_or_zero());
    // A line that is curved by more is no fold, whatever words say.
    let is_straight = curve.control_points().iter().all(|&at| along.perp_dot(at - from).abs() < ON_LINE);
    is_straight.then(|| {
        *curve = Curve::line(curve.from(), curve.to());
        edge
    })
}

/// Marks the edge nearest to a point, if it is within reach.
pub(crate) fn add_notch(piece: &mut Piece, name: Option<String>, at: DVec2, kind: NotchKind, reach: f64) {
    /// How far the straight parts of a curve may be from it.
    const ROUGH: f64 = 2e-4;
    let rough: Vec<f64> = piece.edges().map(|edge| distance(&edge.curve.flattened(ROUGH), at)).collect();
    let least = rough.iter().copied().fold(f64::INFINITY, f64::min);
    if least > reach + ROUGH {
        return;
    }
    let near = piece.edges().enumerate().filter(|(index, _)| rough[*index] <= least + 2.0 * ROUGH);
    let nearest = near.map(|(index, edge)| (index, Ruler::new(&edge.curve).nearest(at)));
    if let Some((edge, (share, distance))) = nearest.min_by(|(_, a), (_, b)| a.1.total_cmp(&b.1))
        && distance < reach
    {
        piece.notches.push(Notch { name, edge, at: share, kind });
    }
}

fn distance(line: &[DVec2], point: DVec2) -> f64 {
    let part = |ends: &[DVec2]| {
        let along = ends[1] - ends[0];
        let share = (point - ends[0]).dot(along) / along.length_squared().max(f64::MIN_POSITIVE);
        ends[0].lerp(ends[1], share.clamp(0.0, 1.0)).distance(point)
    };
    line.windows(2).map(part).fold(f64::INFINITY, f64::min)
}
