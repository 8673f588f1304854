//! How likely a seam is.

use super::cloth::{Cloth, View};
use super::join::JoinKind;
use super::kind::EdgeRole;
use super::search::{Found, Shape};

/// That of two sides of an opening that has the shape of a dart.
pub(super) const DART: f64 = 0.95;

/// The probability that a seam of the best set is right.
pub(super) fn of(cloth: &Cloth, found: &Found, shape: &Shape) -> f64 {
    if found.join.kind == JoinKind::Dart {
        return DART;
    }
    let odds = 0.5 * found.margin + 0.25 * found.join.logit() - 0.5 * shape.handles - 0.3 * shape.odd as f64;
    let chance = 1.0 / (1.0 + (-odds).exp());
    if lets_in_godets(cloth, found) { chance.min(UNSURE_AT_BEST) } else { chance }
}

/// What nothing in the file speaks of is not sewn without asking.
const UNSURE_AT_BEST: f64 = 0.8;

/// Godets are let into slits that are not told.
fn lets_in_godets(cloth: &Cloth, found: &Found) -> bool {
    let has = |view: &View| view.words.iter().any(|word| word == "godet" || word == "zwickel");
    let is_long = !matches!(found.join.role(cloth, 0), EdgeRole::End | EdgeRole::Long);
    is_long && cloth.views.iter().any(has)
}
