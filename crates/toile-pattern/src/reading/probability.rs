//! How likely a seam is.

use super::join::JoinKind;
use super::search::{Found, Shape};

/// That of two sides of an opening that has the shape of a dart.
pub(super) const DART: f64 = 0.95;

/// The probability that a seam of the best set is right.
pub(super) fn of(found: &Found, shape: &Shape) -> f64 {
    if found.join.kind == JoinKind::Dart {
        return DART;
    }
    let odds = 0.5 * found.margin + 0.25 * found.join.logit() - 0.5 * shape.handles - 0.3 * shape.odd as f64;
    1.0 / (1.0 + (-odds).exp())
}
