//! Bands: waistbands, cuffs, neckbands. Rectangles with the names of their four sides.

use super::pen::Pen;
use super::place::{Side, note, place_outside};
use crate::outline::Outline;
use crate::piece::Piece;
use glam::DVec2;

/// A rectangle with a corner at a point: bottom, right, top, left.
pub(super) fn rectangle(low: DVec2, width: f64, height: f64) -> Outline {
    let high = low + DVec2::new(width, height);
    Pen::at(low.x, low.y)
        .line("bottom", high.x, low.y)
        .line("right", high.x, high.y)
        .line("top", low.x, high.y)
        .close("left")
}

/// The names of the edges of a waist, a neck or a hem all around the body, from the centre front over the wearer's left; the drawn
/// halves of front and back lie on the left.
pub(super) fn around(edge: &str) -> String {
    format!("-front.{edge} + -back.{edge} + back.{edge}' + front.{edge}'")
}

/// The same from the centre back over the wearer's right, for bands that close or join at the back.
pub(super) fn around_from_back(edge: &str) -> String {
    format!("back.{edge}' + front.{edge}' + -front.{edge} + -back.{edge}")
}

/// Lower edges, from the centre back over the wearer's right: they run the other way in their outlines.
pub(super) fn below_from_back(edge: &str) -> String {
    format!("-back.{edge}' + -front.{edge}' + front.{edge} + back.{edge}")
}

/// A band around the body at a height. Its middle is at a landmark, `_front` or `_back`, which lies at its lower edge, and its ends meet on
/// the other side of the body.
pub(super) fn body_band(
    name: &str,
    girth: f64,
    height: f64,
    width: f64,
    segment: &str,
    landmark: &str,
) -> Piece {
    let mut band = Piece::new(name, rectangle(DVec2::new(-0.5 * girth, height), girth, width));
    let side = if landmark.ends_with("_back") { Side::Back } else { Side::Front };
    place_outside(&mut band, segment, side);
    note(&mut band, landmark, 0.0, height);
    // The warp runs along a band.
    band.grain = 0.0;
    band
}
