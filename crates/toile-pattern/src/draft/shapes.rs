//! A tube and a flag, for tests.

use super::Looseness;
use super::band::rectangle;
use super::pen::Sewing;
use super::place::{Side, note, place_around};
use crate::garment::Garment;
use crate::measures::DraftMeasures;
use crate::piece::Piece;
use glam::DVec2;

fn hemmed(name: &str, low: DVec2, width: f64, height: f64, edges: &[&str]) -> Piece {
    let mut piece = Piece::new(name, rectangle(low, width, height));
    for edge in piece.edges_mut() {
        if edge.name.as_deref().is_some_and(|name| edges.contains(&name)) {
            edge.hem = Some(0.01);
        }
    }
    piece
}

/// A sheet from the bust to the hip, as wide as the larger of the two and 4, 10 or 20 cm more, sewn to a tube at the back.
pub(super) fn tube(body: &DraftMeasures, fit: Looseness) -> Garment {
    let girth = body.bust_girth.max(body.hip_girth) + fit.pick(0.04, 0.10, 0.20);
    let (low, high) = (body.hip_height, body.bust_height + 0.08);
    let mut sheet = hemmed("sheet", DVec2::new(-0.5 * girth, low), girth, high - low, &["bottom", "top"]);
    place_around(&mut sheet, "torso", Side::Front);
    note(&mut sheet, "waist_front", 0.0, body.waist_height);
    let mut garment = Garment { pieces: vec![sheet], ..Garment::default() };
    garment.sew("back", "sheet.right", "-sheet.left");
    garment
}

/// A sheet of 3 to 2, as high as the torso; 20 % smaller or larger with the fit.
pub(super) fn flag(body: &DraftMeasures, fit: Looseness) -> Garment {
    let height = (body.cervicale_height - body.hip_height) * fit.pick(0.8, 1.0, 1.2);
    let sheet = hemmed("sheet", DVec2::ZERO, 1.5 * height, height, &["bottom", "right", "top", "left"]);
    Garment { pieces: vec![sheet], ..Garment::default() }
}
