//! How likely a seam is.

use super::cloth::{Cloth, View};
use super::join::JoinKind;
use super::kind::{EdgeRole, PieceKind};
use super::search::{Found, Shape};

/// That of two sides of an opening that has the shape of a dart.
pub(super) const DART: f64 = 0.95;

/// The probability that a seam of the best set is right.
pub(super) fn of(cloth: &Cloth, found: &Found, shape: &Shape) -> f64 {
    if found.join.kind == JoinKind::Dart {
        return DART;
    }
    let (margin, own, role) = (found.margin, found.join.logit(), found.join.role(cloth, 0));
    let odds = match found.join.kind {
        // What else may go around an opening is mostly the same seam turned about: how good it is itself counts more.
        JoinKind::Ring | JoinKind::Arc => 0.35 * margin.min(5.0) + 0.55 * own - 0.6,
        // Ends of bands, rises, and the only two sides that there are.
        JoinKind::Tube if role == EdgeRole::End => 0.5 * margin + 0.25 * own + 1.2,
        JoinKind::Middle if matches!(role, EdgeRole::End | EdgeRole::Rise | EdgeRole::Side) => {
            0.5 * margin + 0.25 * own + 1.7
        }
        _ => 0.5 * margin + 0.25 * own,
    } + of_band(cloth, found)
        - 0.5 * shape.handles
        - 0.3 * shape.odd as f64;
    let chance = 1.0 / (1.0 + (-odds).exp());
    if lets_in_godets(cloth, found) || is_eased_band(cloth, found) || is_opening(found) {
        chance.min(UNSURE_AT_BEST)
    } else {
        chance
    }
}

/// Bands around hems, waists and necks hardly go anywhere else.
fn of_band(cloth: &Cloth, found: &Found) -> f64 {
    let roles = [0, 1].map(|side| found.join.role(cloth, side));
    let is_opening = |role: EdgeRole| matches!(role, EdgeRole::Hem | EdgeRole::Waist | EdgeRole::Neck);
    let is_band = roles.contains(&EdgeRole::Long) && roles.into_iter().any(is_opening);
    if is_band && found.join.kind == JoinKind::Ring { 1.1 } else { 0.0 }
}

/// What nothing in the file speaks of is not sewn without asking.
const UNSURE_AT_BEST: f64 = 0.8;

/// A cuff below a placket, a collar: a band that opens.
fn is_opening(found: &Found) -> bool {
    found.join.kind == JoinKind::Tube && found.join.features.faces < -3.0
}

/// A collar that is shorter than its stand: over which part of it, nothing tells.
fn is_eased_band(cloth: &Cloth, found: &Found) -> bool {
    let is_band = |side: &[super::cloth::Cut]| {
        side.iter().all(|&cut| matches!(cloth.view(cut).kind(), PieceKind::Band | PieceKind::Collar))
    };
    let [a, b] = found.join.sides.each_ref().map(|side| cloth.length_of(side));
    let is_uneven = (a - b).abs() > 0.02 * a.max(b);
    is_uneven
        && !matches!(found.join.kind, JoinKind::Tube | JoinKind::Middle)
        && found.join.sides.iter().all(|side| is_band(side))
}

/// Godets are let into slits that are not told.
fn lets_in_godets(cloth: &Cloth, found: &Found) -> bool {
    let has = |view: &View| view.words.iter().any(|word| word == "godet" || word == "zwickel");
    let is_long = !matches!(found.join.role(cloth, 0), EdgeRole::End | EdgeRole::Long);
    is_long && cloth.views.iter().any(has)
}
