//! Notes on where the pieces of a draft go on the body: segment, up vector, landmark, and a place in space before sewing.

use crate::piece::Piece;
use crate::placement::{LandmarkNote, PiecePose};
use glam::{DQuat, DVec2, DVec3};

/// How far in front of and behind the body's axis pieces float, in metres.
const APART: f64 = 0.3;
/// How much further out bands and collars float than what they are sewn to.
const BAND_APART: f64 = 0.05;

/// A side of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Front,
    Back,
    /// The wearer's left; the second piece of a pair goes to the right.
    Left,
}

/// A piece that is laid around a segment and floats on one side of it, drawn upright at the height that it has on the body.
pub(super) fn place_around(piece: &mut Piece, segment: &str, side: Side) {
    let quarter = match side {
        Side::Front => 0.0,
        Side::Back => 2.0,
        Side::Left => 1.0,
    };
    let rotation = DQuat::from_rotation_y(quarter * std::f64::consts::FRAC_PI_2);
    piece.placement.segment = Some(segment.to_owned());
    piece.placement.up = Some(DVec2::Y);
    piece.placement.pose = Some(PiecePose { rotation, translation: rotation * DVec3::Z * APART });
}

/// The same for a band or a collar, which floats outside of what it is sewn to.
pub(super) fn place_outside(piece: &mut Piece, segment: &str, side: Side) {
    place_around(piece, segment, side);
    if let Some(pose) = &mut piece.placement.pose {
        pose.translation *= (APART + BAND_APART) / APART;
    }
}

/// Notes a landmark and where it lies on a piece.
pub(super) fn note(piece: &mut Piece, landmark: &str, x: f64, y: f64) {
    piece.placement.landmark = Some(LandmarkNote { name: landmark.to_owned(), at: DVec2::new(x, y) });
}
