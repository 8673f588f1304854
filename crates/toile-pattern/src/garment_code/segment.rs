//! Which part of the body a panel is for, from its label and its place in space.

use crate::piece::Piece;

/// The body segment of a panel. Labels tell `body`, `arm` and `leg`; whether left or right, and whether a skirt or a trouser leg, follows from
/// where the panel has been put.
pub(super) fn segment_of(label: &str, piece: &Piece) -> Option<&'static str> {
    let name = piece.name.to_lowercase();
    let side = Side::of(piece);
    Some(match label {
        "body" if name.starts_with("wb") || name.contains("waistband") => "lower_torso",
        "body" if name.contains("hood") || name.contains("collar") => "neck",
        "body" => "torso",
        "right_arm" => "right_arm",
        "arm" if side == Side::Right => "right_arm",
        "left_arm" | "arm" => "left_arm",
        "left_leg" => "left_lower_body",
        "right_leg" => "right_lower_body",
        "leg" => match side {
            Side::Left => "left_lower_body",
            Side::Right => "right_lower_body",
            Side::Middle => "lower_body",
        },
        _ => return None,
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Middle,
    Right,
}

impl Side {
    /// On which side of the body a panel floats; one that reaches well across the middle is on neither.
    fn of(piece: &Piece) -> Self {
        let Some(pose) = piece.placement.pose else { return Self::Middle };
        let start = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = piece
            .outline
            .edges
            .iter()
            .map(|edge| pose.place(edge.curve.from()).x)
            .fold(start, |(low, high), x| (low.min(x), high.max(x)));
        let (middle, width) = (0.5 * (low + high), high - low);
        if middle > 0.2 * width {
            Self::Left
        } else if middle < -0.2 * width {
            Self::Right
        } else {
            Self::Middle
        }
    }
}
