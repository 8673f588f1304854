//! Pieces that the best reading sews to nothing: what they may be sewn to is asked all the same.

use super::cloth::{Cloth, Cut};
use super::join::{Join, JoinKind};
use super::pairs::pairs;
use super::search::{Found, Whole};
use std::collections::BTreeSet;

/// So many seams are proposed for a piece.
const PROPOSED: usize = 3;
/// How likely each of them is told to be.
pub(super) const CHANCE: f64 = 0.15;

/// Pieces that are worn and that seams of a reading sew to no other piece, though there are others.
pub(super) fn loose_pieces(cloth: &Cloth, whole: &Whole) -> BTreeSet<usize> {
    let worn: Vec<usize> =
        (0..cloth.views.len()).filter(|&piece| cloth.views[piece].left_out.is_none()).collect();
    let joined: BTreeSet<usize> = whole
        .seams
        .iter()
        .flat_map(|found| std::iter::once(found.join.clone()).chain(found.join.image(cloth)))
        .map(|join| join.cuts().map(|cut| cut.piece).collect::<BTreeSet<_>>())
        .filter(|pieces| pieces.len() > 1)
        .flatten()
        .collect();
    if worn.len() < 2 {
        return BTreeSet::new();
    }
    worn.into_iter().filter(|piece| !joined.contains(piece)).collect()
}

/// The likeliest seams of loose pieces to other ones, looked at alone.
pub(super) fn proposed(cloth: &Cloth, whole: &Whole) -> Vec<Found> {
    let loose = loose_pieces(cloth, whole);
    if loose.is_empty() {
        return Vec::new();
    }
    let mut candidates: Vec<Join> = pairs(cloth).unwrap_or_default();
    candidates.retain(|join| join.kind == JoinKind::Pair);
    candidates.sort_by(|a, b| b.logit().total_cmp(&a.logit()).then_with(|| a.sides.cmp(&b.sides)));
    let mut seen: BTreeSet<BTreeSet<(usize, usize)>> = BTreeSet::new();
    let mut found = Vec::new();
    for piece in loose {
        let of_piece = candidates.iter().filter(|join| join.cuts().any(|cut| cut.piece == piece));
        let new: Vec<&Join> = of_piece.filter(|join| seen.insert(drawn(join))).take(PROPOSED).collect();
        found.extend(new.into_iter().map(|join| Found {
            join: join.clone(),
            margin: 0.0,
            rivals: Vec::new(),
            best_rival: f64::NEG_INFINITY,
        }));
    }
    found
}

/// The stretches of a seam as they are drawn: that to an image is the same question.
fn drawn(join: &Join) -> BTreeSet<(usize, usize)> {
    join.cuts().map(|Cut { piece, stretch, .. }| (piece, stretch)).collect()
}
