//! T-shirt, tank top and pullover.

use super::Looseness;
use super::band::{around_from_back, below_from_back, body_band};
use super::bodice::Bodice;
use super::pen::{Sewing, add_hem, length_of};
use super::place::note;
use super::sleeve::{Sleeve, cuffs};
use crate::garment::Garment;
use crate::measures::DraftMeasures;
use crate::piece::Piece;
use crate::seam::Elastic;
use glam::DVec2;

/// Sews front and back at the sides and shoulders, and sleeves into the armholes.
pub(super) fn sew_body(garment: &mut Garment, with_sleeves: bool, cap_ease: f64) {
    garment.sew_both("side", "front.side", "-back.side");
    garment.sew_both("shoulder", "front.shoulder", "-back.shoulder");
    if with_sleeves {
        garment.sew_both("armhole front", "front.armhole", "-sleeve.cap-front").ease = cap_ease;
        garment.sew_both("armhole back", "back.armhole", "-sleeve.cap-back").ease = cap_ease;
        garment.sew_both("under arm", "sleeve.under-front", "-sleeve.under-back");
    }
}

/// A T-shirt: bust ease 4, 10 or 18 cm; sleeves a quarter of the arm long, caps 1 % longer than the armholes.
pub(super) fn t_shirt(body: &DraftMeasures, fit: Looseness) -> Garment {
    let mut bodice = Bodice::new(body, fit.pick(0.04, 0.10, 0.18), fit.pick(0.0, 0.01, 0.03));
    bodice.neck_width += 0.02;
    bodice.neck_depths = [bodice.neck_width + 0.02, 0.025];
    let width = body.upper_arm_girth + fit.pick(0.03, 0.06, 0.10);
    let sleeve =
        Sleeve { width, length: 0.36 * body.arm_length, hem: 0.92 * width, ease: 0.01, turned: Some(0.02) };
    let [mut front, mut back] = bodice.pieces();
    for piece in [&mut front, &mut back] {
        add_hem(piece, &["neck"], 0.01);
    }
    let mut garment = Garment { pieces: vec![front, back, sleeve.piece(&bodice)], ..Garment::default() };
    sew_body(&mut garment, true, 0.01);
    garment
}

/// A tank top: bust ease 2, 6 or 12 cm, shoulders 5 cm wide, neck 8 cm deeper.
pub(super) fn tank_top(body: &DraftMeasures, fit: Looseness) -> Garment {
    let mut bodice = Bodice::new(body, fit.pick(0.02, 0.06, 0.12), fit.pick(0.0, 0.01, 0.03));
    bodice.neck_width += 0.035;
    bodice.neck_depths = [bodice.neck_width + 0.06, 0.06];
    let along = (bodice.tip - DVec2::new(bodice.neck_width, bodice.neck_height)).normalize_or(DVec2::X);
    bodice.tip = DVec2::new(bodice.neck_width, bodice.neck_height) + 0.05 * along;
    let [mut front, mut back] = bodice.pieces();
    for piece in [&mut front, &mut back] {
        add_hem(piece, &["neck", "armhole"], 0.01);
    }
    let mut garment = Garment { pieces: vec![front, back], ..Garment::default() };
    sew_body(&mut garment, false, 0.0);
    garment
}

/// How much shorter ribbed bands are than what they are sewn to.
const RIB: f64 = 0.15;

/// A pullover: bust ease 10, 16 or 26 cm; bands at neck, hem and wrists are shorter than what they hold by 15 %.
pub(super) fn pullover(body: &DraftMeasures, fit: Looseness) -> Garment {
    let mut bodice = Bodice::new(body, fit.pick(0.10, 0.16, 0.26), fit.pick(0.02, 0.03, 0.05));
    bodice.neck_width += 0.015;
    bodice.neck_depths = [bodice.neck_width + 0.01, 0.02];
    let width = body.upper_arm_girth + fit.pick(0.07, 0.11, 0.16);
    let wrist = (body.wrist_girth + 0.08).min(0.9 * width);
    let cuff_height = 0.06;
    let sleeve =
        Sleeve { width, length: body.arm_length - cuff_height, hem: wrist, ease: 0.01, turned: None };
    let mut pieces = bodice.pieces();
    for edge in pieces.iter_mut().flat_map(Piece::edges_mut) {
        edge.hem = None;
    }
    let girth = |edge: &str| 2.0 * pieces.iter().map(|piece| length_of(&piece.outline, edge)).sum::<f64>();
    let held = 1.0 / (1.0 + RIB);
    let (neck, hem) = (girth("neck") * held, girth("hem") * held);
    let mut neckband = body_band("neckband", neck, bodice.neck_height + 0.03, 0.025, "neck", "neck_front");
    let mut hemband = body_band("hemband", hem, bodice.hem.y - 0.09, 0.06, "lower_torso", "hip_front");
    // Sewn on, its upper edge is at the hip.
    note(&mut hemband, "hip_front", 0.0, bodice.hem.y - 0.03);
    add_hem(&mut neckband, &["top"], 0.01);
    add_hem(&mut hemband, &["bottom"], 0.01);
    let sleeve = sleeve.piece(&bodice);
    let cuff = cuffs(&sleeve, wrist * held, cuff_height);
    let mut garment = Garment::new("");
    let [front, back] = pieces;
    garment.pieces = vec![front, back, sleeve, neckband, hemband, cuff];
    sew_body(&mut garment, true, 0.01);
    garment.sew("neck", "neckband.bottom", &around_from_back("neck")).ease = RIB;
    let seam = garment.sew("hem", "-hemband.top", &below_from_back("hem"));
    seam.ease = RIB;
    seam.elastic = Some(Elastic::of_ratio(0.9, 30.0));
    garment.sew("neckband", "neckband.left", "-neckband.right");
    garment.sew("hemband", "hemband.left", "-hemband.right");
    garment.sew_both("wrist", "-cuff.top", "sleeve.hem").ease = RIB;
    garment.sew_both("cuff", "cuff.left", "-cuff.right");
    garment
}
