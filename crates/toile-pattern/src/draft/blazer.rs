//! A jacket: fronts with lapels, backs with a seam in the middle, sleeves, and a collar.

use super::Looseness;
use super::band::around;
use super::bodice::Bodice;
use super::pen::{Pen, Sewing, length_of, pair};
use super::place::{Side, note, place_outside};
use super::sleeve::Sleeve;
use super::tops::sew_body;
use crate::curve::Curve;
use crate::garment::Garment;
use crate::measures::DraftMeasures;
use crate::outline::Outline;
use crate::piece::{InnerLine, LineKind, Piece, Region, RegionKind};
use crate::seam::ClosureKind;
use glam::DVec2;
use std::f64::consts::PI;

/// A jacket: bust ease 10, 14 or 20 cm, 3 cm less at the waist for the sides; lapels 7 cm wide that break at the bust line; the collar runs from
/// lapel to lapel. Roll lines are folds, and the lapel is a region of its own, as interlining makes it stiffer.
pub(super) fn blazer(body: &DraftMeasures, fit: Looseness) -> Garment {
    let ease = fit.pick(0.10, 0.14, 0.20);
    let mut bodice = Bodice::new(body, ease, fit.pick(0.015, 0.02, 0.035));
    bodice.neck_width += 0.01;
    bodice.tip.x += 0.01;
    bodice.waist.x -= 0.0075;
    bodice.hem = DVec2::new(bodice.hem.x + 0.01, body.hip_height - 0.03);
    let mut front = pair("front", with_lapel(&bodice, body));
    let mut back = pair("back", bodice.back());
    bodice.place(&mut front, &mut back);
    add_roll_line(&mut front, &bodice, body);
    let length = 2.0 * (length_of(&front.outline, "neck") + length_of(&back.outline, "neck"));
    let collar = collar(length, bodice.neck_height + 0.02);
    let width = body.upper_arm_girth + fit.pick(0.05, 0.08, 0.12);
    let hem = (body.wrist_girth + 0.10).min(0.8 * width);
    let sleeve = Sleeve { width, length: body.arm_length + 0.01, hem, ease: 0.03, turned: Some(0.04) };
    let mut garment =
        Garment { pieces: vec![front, back, sleeve.piece(&bodice), collar], ..Garment::default() };
    sew_body(&mut garment, true, 0.03);
    garment.sew("centre back", "back.centre", "back.centre'");
    garment.sew("front", "front.front", "front.front'").closed_by(ClosureKind::Buttons, 2);
    garment.sew("neck", "collar.bottom", &around("neck"));
    garment
}

/// The height at which the lapel breaks.
fn break_height(body: &DraftMeasures) -> f64 {
    body.bust_height - 0.02
}

/// Half the front with a lapel in the place of the centre's upper part.
fn with_lapel(bodice: &Bodice, body: &DraftMeasures) -> Outline {
    let gorge = DVec2::new(0.025, bodice.neck_height - 0.075);
    let shoulder = DVec2::new(bodice.neck_width, bodice.neck_height);
    let plain = bodice.front();
    let mut pen = Pen::at(0.0, bodice.hem.y);
    for edge in plain.edges.iter().take_while(|edge| edge.name.as_deref() != Some("neck")) {
        pen = pen.curve(edge.name.as_deref().unwrap_or_default(), edge.curve.clone());
        if let Some(width) = edge.hem {
            pen = pen.hem(width);
        }
    }
    let curve =
        Curve::cubic(shoulder, shoulder + DVec2::new(-0.012, -0.03), gorge + DVec2::new(0.03, 0.02), gorge);
    pen.curve("neck", curve)
        .line("lapel-top", gorge.x - 0.085, gorge.y - 0.005)
        .hem(0.005)
        .cubic(
            "lapel",
            [-0.07, gorge.y - 0.08],
            [-0.02, break_height(body) + 0.06],
            [0.0, break_height(body)],
        )
        .hem(0.005)
        .close("front")
}

fn add_roll_line(front: &mut Piece, bodice: &Bodice, body: &DraftMeasures) {
    let (gorge, low) = (DVec2::new(0.025, bodice.neck_height - 0.075), DVec2::new(0.0, break_height(body)));
    let curve = Curve::line(gorge, low);
    front.lines.push(InnerLine { name: Some("roll".into()), kind: LineKind::Fold(0.9 * PI), curve });
    let outline = Outline::polygon(&[
        low,
        gorge,
        gorge + DVec2::new(0.0, 0.05),
        DVec2::new(-0.2, gorge.y),
        DVec2::new(-0.2, low.y),
    ]);
    let (kind, fabric) = (RegionKind::Fused, "cotton-lawn".into());
    front.regions.push(Region { name: "lapel".into(), fabric, kind, outline: Some(outline) });
}

/// A collar that stands 3 cm and falls 5 cm.
fn collar(length: f64, height: f64) -> Piece {
    let half = 0.5 * length;
    let outline = Pen::at(-half, height)
        .line("bottom", half, height)
        .line("right", half + 0.01, height + 0.075)
        .hem(0.005)
        .line("top", -half - 0.01, height + 0.075)
        .hem(0.005)
        .line("left", -half, height)
        .hem(0.005)
        .close("");
    let mut collar = Piece::new("collar", outline);
    let roll = Curve::line(DVec2::new(-half - 0.004, height + 0.03), DVec2::new(half + 0.004, height + 0.03));
    collar.lines.push(InnerLine { name: Some("roll".into()), kind: LineKind::Fold(0.9 * PI), curve: roll });
    place_outside(&mut collar, "neck", Side::Back);
    note(&mut collar, "neck_back", 0.0, height);
    collar.layer = 1;
    collar.grain = 0.0;
    collar
}
