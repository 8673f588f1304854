//! A seam between two edges that somebody points at.

use crate::garment::Garment;
use crate::piece::CutRule;
use crate::seam::{EdgePart, Seam};

/// Sides whose lengths differ by less than this share are taken for equal.
const EVEN: f64 = 0.005;
/// Pieces that are lower than this share of each other's height are not laid beside each other.
const COMPARABLE: f64 = 0.7;

/// The seam that sews two chains of edges to each other so that no piece is turned inside out: along the first one, against the second. Where both are of
/// halves or pairs, their mirror images are sewn in the same way, and ends at one height meet.
pub fn seam_between(garment: &Garment, first: &[EdgePart], second: &[EdgePart]) -> Seam {
    let has_image = |part: &EdgePart| garment.pieces.get(part.piece).is_some_and(|p| p.cut != CutRule::Once);
    let both = first.iter().chain(second).all(has_image);
    let is_own = first.iter().all(|part| second.iter().any(|other| is_same_edge(part, other)));
    let first = along(first);
    let mut against: Vec<EdgePart> = along(second).into_iter().rev().map(EdgePart::reversed).collect();
    if is_own && both {
        against = first.iter().map(|part| part.mirror_image()).collect();
    } else if both && run_the_same_way(garment, &first, &along(second)) {
        against = along(second).iter().map(|part| part.mirror_image()).collect();
    }
    let names = |side: &[EdgePart]| side.iter().map(|part| garment.part_name(part)).collect::<Vec<_>>();
    let name = format!("{} to {}", names(&first).join(" + "), names(&against).join(" + "));
    let mut seam = Seam { both: both && !is_own, ..Seam::new(name, first, against) };
    let [a, b] = garment.seam_lengths(&seam);
    if a > 0.0 && (b / a - 1.0).abs() > EVEN {
        seam.ease = ((b / a - 1.0) * 1e3).round() / 1e3;
    }
    seam
}

fn is_same_edge(a: &EdgePart, b: &EdgePart) -> bool {
    (a.piece, a.edge) == (b.piece, b.edge)
}

/// A chain in the direction of the outlines.
fn along(side: &[EdgePart]) -> Vec<EdgePart> {
    let is_along = side.first().is_none_or(EdgePart::is_along);
    if is_along { side.to_vec() } else { side.iter().rev().map(|part| part.reversed()).collect() }
}

/// Whether two chains both run up, or both down, on pieces that are about as tall as each other.
fn run_the_same_way(garment: &Garment, first: &[EdgePart], second: &[EdgePart]) -> bool {
    let rise = |side: &[EdgePart]| {
        let curve = |part: &EdgePart| garment.pieces.get(part.piece)?.part_curve(part);
        let (from, to) = (curve(side.first()?)?.from(), curve(side.last()?)?.to());
        Some((to.y >= from.y, height(garment.pieces.get(side.first()?.piece)?)))
    };
    let (Some((one, tall)), Some((other, short))) = (rise(first), rise(second)) else { return false };
    one == other && tall.min(short) > COMPARABLE * tall.max(short)
}

fn height(piece: &crate::piece::Piece) -> f64 {
    let [low, high] = piece.outline.bounds();
    high.y - low.y
}
