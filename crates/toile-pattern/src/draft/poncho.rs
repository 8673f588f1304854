//! Poncho.

use super::Looseness;
use super::pen::Pen;
use super::place::note;
use crate::garment::Garment;
use crate::measures::DraftMeasures;
use crate::outline::Outline;
use crate::piece::Piece;
use crate::placement::PiecePose;
use glam::{DQuat, DVec2, DVec3};
use std::f64::consts::{FRAC_PI_2, TAU};

/// A square with sides of 1.3, 1.5 or 1.7 arm lengths and half the shoulders, and a round hole for the head, 6 cm wider around than it is.
pub(super) fn poncho(body: &DraftMeasures, fit: Looseness) -> Garment {
    let half = 0.5 * (fit.pick(1.3, 1.5, 1.7) * body.arm_length + 0.5 * body.shoulder_width);
    let outline = Pen::at(-half, -half)
        .line("front", half, -half)
        .hem(0.02)
        .line("left", half, half)
        .hem(0.02)
        .line("back", -half, half)
        .hem(0.02)
        .line("right", -half, -half)
        .hem(0.02)
        .close("");
    let radius = (body.head_girth + 0.06) / TAU;
    let corner = |quarter: f64| DVec2::from_angle(-quarter * FRAC_PI_2) * radius;
    let mut pen = Pen::at(radius, 0.0);
    for (quarter, name) in ["neck-1", "neck-2", "neck-3", "neck-4"].iter().enumerate() {
        let to = if quarter == 3 { DVec2::new(radius, 0.0) } else { corner(quarter as f64 + 1.0) };
        pen = pen.arc(name, to, -FRAC_PI_2).hem(0.01);
    }
    let hole: Outline = pen.close("");
    let mut piece = Piece { holes: vec![hole], ..Piece::new("poncho", outline) };
    piece.placement.segment = Some("torso".into());
    piece.placement.up = Some(DVec2::Y);
    note(&mut piece, "neck_front", 0.0, -radius);
    // It lies on the shoulders, its front edge in front.
    piece.placement.pose = Some(PiecePose {
        rotation: DQuat::from_rotation_x(-FRAC_PI_2),
        translation: DVec3::new(0.0, body.cervicale_height + 0.1, 0.0),
    });
    Garment { pieces: vec![piece], ..Garment::default() }
}
