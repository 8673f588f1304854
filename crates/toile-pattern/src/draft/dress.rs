//! A dress.

use super::Looseness;
use super::bodice::Bodice;
use super::pen::{Sewing, add_hem, on_fold, pair};
use super::tops::sew_body;
use crate::garment::Garment;
use crate::measures::DraftMeasures;
use crate::piece::Dart;
use crate::seam::ClosureKind;
use glam::DVec2;

/// A sleeveless dress to the knee: bust ease 4, 8 or 16 cm. Of what bust and waist differ by, the sides take a third and diamond darts, 24 cm
/// long, the rest; hip ease is 4, 7 or 12 cm, and the hem is 6, 10 or 16 cm wider than the hip. The back opens with a zip.
pub(super) fn dress(body: &DraftMeasures, fit: Looseness) -> Garment {
    let ease = fit.pick(0.04, 0.08, 0.16);
    let mut bodice = Bodice::new(body, ease, fit.pick(0.0, 0.005, 0.02));
    bodice.neck_width += 0.02;
    bodice.neck_depths = [bodice.neck_width + 0.03, 0.03];
    bodice.tip.x -= 0.02;
    let waist = 0.25 * (body.waist_girth + ease + 0.02);
    let taken = (bodice.chest.x - waist).max(0.0);
    bodice.waist.x = bodice.chest.x - taken / 3.0;
    let below = |ease: f64, height: f64| DVec2::new(0.25 * (body.hip_girth + ease), height);
    bodice.hip = Some(below(fit.pick(0.04, 0.07, 0.12), body.hip_height));
    bodice.hem = below(fit.pick(0.06, 0.10, 0.16), body.knee_height);
    let mut front = on_fold("front", bodice.front(), "centre");
    let mut back = pair("back", bodice.back());
    bodice.place(&mut front, &mut back);
    for (piece, side) in [(&mut front, 1.0), (&mut back, -1.0)] {
        add_hem(piece, &["neck", "armhole"], 0.01);
        let half = taken / 3.0;
        if half > 0.004 {
            let x = side * 0.5 * bodice.waist.x;
            let at = |x: f64, y: f64| DVec2::new(x, body.waist_height + y);
            piece.darts.push(Dart::Diamond {
                name: "waist dart".into(),
                tips: [at(x, 0.12), at(x, -0.12)],
                sides: [at(x - half, 0.0), at(x + half, 0.0)],
            });
        }
    }
    let mut garment = Garment { pieces: vec![front, back], ..Garment::default() };
    sew_body(&mut garment, false, 0.0);
    garment.sew("centre back", "back.centre", "back.centre'").closed_by(ClosureKind::Zip, 1);
    garment
}
