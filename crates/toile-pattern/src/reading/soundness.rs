//! Whether a reading explains the whole pattern: what is cut is sewn, but for the openings that a garment has. A seam that looks good in a reading which leaves
//! pieces or long edges over may be the wrong one, however much worse all others are.

use super::cloth::{Cloth, Cut};
use super::join::{JoinKind, main_role};
use super::kind::{EdgeRole, PieceKind};
use super::loose::loose_pieces;
use super::runs::runs_of;
use super::search::{Found, Whole};
use super::sewn::Sewn;
use crate::certainty::SURE;
use std::collections::BTreeSet;

/// Of the boundary of all pieces at most this share is left open, besides openings, where a reading is sound.
const OPEN: f64 = 0.05;
/// Openings are this many more or fewer than such garments have, where a reading is not sound.
const ODD: usize = 3;
/// Edges fit each other whose lengths differ by less than this share.
const FITS: f64 = 0.015;
/// Points of one name at both ends, or marks that meet, are worth so much.
const TOLD: f64 = 2.0;

/// What the sure seams of a reading leave unexplained.
#[derive(Clone, Debug)]
pub(super) struct Soundness {
    /// Stretches, as drawn, that ought to be sewn and are not surely.
    open: BTreeSet<(usize, usize)>,
    /// The share of the boundary of all pieces that they are.
    share: f64,
    /// Pieces that are no bands and are sewn to nothing.
    loose: BTreeSet<usize>,
    /// How far the openings are from those of a garment of such pieces.
    odd: usize,
}

impl Soundness {
    /// That of a reading whose seams are as likely as told, looked at one by one.
    pub(super) fn of(cloth: &Cloth, whole: &Whole, chances: &[f64]) -> Self {
        let mut sewn = Sewn::new(cloth);
        let sure = whole.seams.iter().zip(chances).filter(|(_, chance)| **chance >= SURE);
        sure.for_each(|(found, _)| sewn.sew(&found.join));
        let drawn = || cloth.cuts().filter(|cut| !cut.image && cloth.view(*cut).left_out.is_none());
        let is_open = |cut: &Cut| {
            sewn.is_free(*cut)
                && !cloth.view(*cut).boundary.is_leg(cut.stretch)
                && !is_opening(cloth.role(*cut))
        };
        let length = |cuts: &mut dyn Iterator<Item = Cut>| cuts.map(|cut| cloth.length(cut)).sum::<f64>();
        Self {
            open: drawn().filter(is_open).map(|cut| (cut.piece, cut.stretch)).collect(),
            share: length(&mut drawn().filter(is_open)) / length(&mut drawn()).max(1e-9),
            loose: loose_pieces(cloth, whole)
                .into_iter()
                .filter(|&piece| !is_band(cloth.views[piece].kind()))
                .collect(),
            odd: whole.shape.odd,
        }
    }

    /// Whether what is told of a seam may be taken at its word: the reading is sound, or the seam is told by more than that it fits.
    pub(super) fn bears(&self, cloth: &Cloth, found: &Found) -> bool {
        let is_loose = found.join.cuts().any(|cut| self.loose.contains(&cut.piece));
        let is_clear = is_told(cloth, found) || is_plain(cloth, found);
        self.is_sound() || (is_clear && !is_loose && !self.something_else_fits(cloth, found))
    }

    fn is_sound(&self) -> bool {
        self.share < OPEN && self.loose.is_empty() && self.odd < ODD
    }

    /// Whether what is left over is as long as a side of the seam: it may belong between both.
    fn something_else_fits(&self, cloth: &Cloth, found: &Found) -> bool {
        // What is rolled up needs no partner.
        if found.join.kind == JoinKind::Tube {
            return false;
        }
        let own: BTreeSet<(usize, usize)> = found.join.cuts().map(|cut| (cut.piece, cut.stretch)).collect();
        let is_left_over = |cut: &Cut| {
            let place = (cut.piece, cut.stretch);
            self.open.contains(&place) && !own.contains(&place)
        };
        let lengths = found.join.sides.each_ref().map(|side| cloth.length_of(side));
        let worn = (0..cloth.views.len()).filter(|&piece| cloth.views[piece].left_out.is_none());
        worn.flat_map(|piece| runs_of(cloth, piece)).any(|run| {
            lengths.iter().any(|length| (run.length / length - 1.0).abs() < FITS)
                && run.cuts.iter().all(is_left_over)
        })
    }
}

/// Edges that many garments leave open.
fn is_opening(role: EdgeRole) -> bool {
    use EdgeRole::{Armhole, Centre, End, Face, Hem, Long, Neck, Waist};
    matches!(role, Hem | Waist | Neck | Long | Armhole | Centre | End | Face)
}

fn is_band(kind: PieceKind) -> bool {
    matches!(kind, PieceKind::Band | PieceKind::Collar)
}

/// Whether names or marks at both ends, places in space, or the words of both pieces say what is sewn there.
fn is_told(cloth: &Cloth, found: &Found) -> bool {
    let (features, kind) = (&found.join.features, found.join.kind);
    let is_of_told_pieces = || {
        let told = found.join.cuts().all(|cut| cloth.view(cut).is_told());
        let has_roles = found.join.sides.iter().all(|side| main_role(cloth, side) != EdgeRole::Other);
        told && has_roles && kind != JoinKind::Middle
    };
    features.names + features.notches.max(0.0) >= TOLD || features.pose > 0.0 || is_of_told_pieces()
}

/// Whether two edges of one kind, of pieces that look like what they are, are by far the best partners of each other.
fn is_plain(cloth: &Cloth, found: &Found) -> bool {
    let [one, other] = found.join.sides.each_ref().map(|side| main_role(cloth, side));
    let looks_like_it = |side: &Vec<Cut>| cloth.view(side[0]).certainty() > PLAIN_PIECE;
    found.join.kind == JoinKind::Pair
        && one == other
        && one != EdgeRole::Other
        && found.margin > PLAIN_MARGIN
        && found.join.logit() > PLAIN_ODDS
        && found.join.sides.iter().all(looks_like_it)
}

/// What a piece is at least, for a seam that is plain where the rest is not: so probable of its kind, ...
const PLAIN_PIECE: f64 = 0.7;
/// ... and the seam itself: so much better than any reading without it, ...
const PLAIN_MARGIN: f64 = 6.0;
/// ... and so likely alone, both as logarithms of odds.
const PLAIN_ODDS: f64 = 5.0;
