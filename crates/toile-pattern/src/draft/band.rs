//! Bands: waistbands, cuffs, neckbands. Rectangles with the names of their four sides.

use super::pen::Pen;
use crate::outline::Outline;
use crate::piece::Piece;
use crate::placement::{LandmarkNote, Pose};
use glam::{DQuat, DVec2, DVec3};

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

/// A band around the body at a height, its ends at the centre back or front.
pub(super) fn body_band(
    name: &str,
    girth: f64,
    height: f64,
    width: f64,
    segment: &str,
    landmark: &str,
) -> Piece {
    let mut band = Piece::new(name, rectangle(DVec2::new(-0.5 * girth, height), girth, width));
    band.placement.segment = Some(segment.to_owned());
    band.placement.up = Some(DVec2::Y);
    band.placement.landmark = Some(LandmarkNote { name: landmark.to_owned(), at: DVec2::new(0.0, height) });
    let translation = DVec3::new(0.0, 0.0, super::bodice::APART + 0.05);
    band.placement.pose = Some(Pose { rotation: DQuat::IDENTITY, translation });
    // The warp runs along a band.
    band.grain = 0.0;
    band
}
