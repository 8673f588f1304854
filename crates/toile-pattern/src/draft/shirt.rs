//! A shirt: fronts with a placket, back, long sleeves with cuffs, collar on a stand.

use super::Looseness;
use super::band::{body_band, rectangle};
use super::bodice::Bodice;
use super::pen::{Pen, Sewing, add_hem, length_of, on_fold, pair};
use super::place::{Side, note, place_around};
use super::sleeve::{Sleeve, cuffs};
use super::tops::sew_body;
use crate::garment::Garment;
use crate::measures::DraftMeasures;
use crate::piece::Piece;
use crate::seam::ClosureKind;
use glam::DVec2;
use std::f64::consts::PI;

/// How much wider sleeves are than their cuffs.
const CUFF_EASE: f64 = 0.2;
/// Width of the placket.
const PLACKET: f64 = 0.03;
/// Height of the collar's stand, and of the collar at the back.
const STAND: f64 = 0.03;
const COLLAR: f64 = 0.045;
const CUFF: f64 = 0.06;

/// A shirt: bust ease 8, 14 or 22 cm; the placket of 3 cm lies over the centre front, is sewn to the left front and buttoned to the right one;
/// sleeves are 20 % wider than the cuffs, which are 6 cm wider than the wrist. The collar is as long as the neck without the placket, so that it lies the same
/// left and right.
pub(super) fn shirt(body: &DraftMeasures, fit: Looseness) -> Garment {
    let mut bodice = Bodice::new(body, fit.pick(0.08, 0.14, 0.22), fit.pick(0.01, 0.02, 0.04));
    bodice.hem.y -= 0.02;
    let left = Bodice { centre: 0.5 * PLACKET, ..bodice };
    let mut front = pair("front", left.front());
    let mut back = on_fold("back", bodice.back(), "centre");
    bodice.place(&mut front, &mut back);
    let closing = length_of(&front.outline, "centre");
    let mut placket =
        Piece::new("placket", rectangle(DVec2::new(-0.5 * PLACKET, bodice.hem.y), PLACKET, closing));
    place_around(&mut placket, "torso", Side::Front);
    placket.placement.landmark.clone_from(&front.placement.landmark);
    add_hem(&mut placket, &["bottom"], 0.02);
    let neck = 2.0 * (length_of(&front.outline, "neck") + length_of(&back.outline, "neck")) + PLACKET;
    let height = bodice.neck_height + 0.02;
    let mut stand = body_band("stand", neck, height, STAND, "neck", "neck_back");
    // It begins at the right edge of the placket, so that the centre back is beyond its middle.
    note(&mut stand, "neck_back", 0.5 * PLACKET, height);
    let collar = collar(&stand, neck - PLACKET, height + STAND);
    let girth = body.wrist_girth + 0.06;
    let width = body.upper_arm_girth + fit.pick(0.06, 0.09, 0.14);
    let sleeve = Sleeve {
        width,
        length: body.arm_length + 0.01 - CUFF,
        hem: girth * (1.0 + CUFF_EASE),
        ease: 0.01,
        turned: None,
    };
    let sleeve = sleeve.piece(&bodice);
    let cuff = cuffs(&sleeve, girth, CUFF);
    let mut garment =
        Garment { pieces: vec![front, back, sleeve, placket, stand, collar, cuff], ..Garment::default() };
    sew_shirt(&mut garment, PLACKET / neck);
    garment
}

/// Sews it; over the placket, a share of the stand, the collar is open.
fn sew_shirt(garment: &mut Garment, open: f64) {
    sew_body(garment, true, 0.01);
    garment.sew("placket", "front.centre", "-placket.right");
    garment.sew("front", "front.centre'", "placket.left").closed_by(ClosureKind::Buttons, 7);
    let around = "-placket.top + -front.neck + -back.neck + back.neck' + front.neck'";
    garment.sew("neck", "stand.bottom", around);
    let collar = garment.sew("collar", "-stand.top", "collar.bottom");
    collar.fold = 0.9 * PI;
    collar.sides[0].iter_mut().for_each(|part| part.from = 1.0 - open);
    garment.sew_both("wrist", "-cuff.top", "sleeve.hem").ease = CUFF_EASE;
    garment.sew_both("cuff", "cuff.left", "-cuff.right").closed_by(ClosureKind::Buttons, 1);
    garment.sew("collar button", "stand.left", "-stand.right").closed_by(ClosureKind::Buttons, 1);
}

/// A collar of a length for a stand, with points.
fn collar(stand: &Piece, length: f64, height: f64) -> Piece {
    let (half, top) = (0.5 * length, height + COLLAR);
    let outline = Pen::at(-half, height)
        .line("bottom", half, height)
        .line("right", half + 0.02, top + 0.025)
        .hem(0.005)
        .cubic("top", [half - 0.06, top], [-half + 0.06, top], [-half - 0.02, top + 0.025])
        .hem(0.005)
        .line("left", -half, height)
        .hem(0.005)
        .close("");
    let mut collar = Piece::new("collar", outline);
    collar.placement.clone_from(&stand.placement);
    note(&mut collar, "neck_back", 0.0, height - STAND);
    collar.grain = 0.0;
    collar.layer = 1;
    collar
}
