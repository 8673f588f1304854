//! Trousers and shorts.
//!
//! A quarter of the hip and its ease, 1 cm less in front and more at the back, is the width at the hip; the crotch reaches `hip/20` further in front
//! and `hip/11` at the back, and lies 1 cm below the body's. Side seams of front and back are mirror images; the back of the crotch is
//! lowered until both inseams are equally long.

use super::Looseness;
use super::band::around;
use super::pen::{Pen, Sewing, length_of, mirrored, pair, solve};
use super::place::{Side, note, place_around};
use super::skirt::{Shaping, add_band, waist_dart};
use crate::curve::Curve;
use crate::garment::Garment;
use crate::measures::DraftMeasures;
use crate::outline::Outline;
use crate::seam::ClosureKind;
use glam::DVec2;

/// What a leg is drawn by, in metres.
struct Leg {
    /// Width at the hip.
    hip: f64,
    /// Where the side seam meets the waist.
    waist: f64,
    /// How far the crotch reaches beyond the centre.
    reach: f64,
    /// Height of the crotch point.
    crotch: f64,
    /// How far inside of the hip the side is at the hem, the width there, and its height.
    hem_in: f64,
    hem_width: f64,
    hem_height: f64,
    /// How far the centre leans towards the side at the waist, and how much higher it is there.
    lean: DVec2,
}

impl Leg {
    /// Hem, side, hip, waist, centre, crotch, inseam; the left leg, its centre at `x = 0`.
    fn outline(&self, body: &DraftMeasures) -> Outline {
        let outer = self.hip - self.hem_in;
        let inner = outer - self.hem_width;
        let drop = self.crotch - self.hem_height;
        let hip = DVec2::new(self.hip, body.hip_height);
        let waist = DVec2::new(self.waist, body.waist_height + 0.005);
        let rise = waist.y - hip.y;
        let length = hip.y - self.hem_height;
        let centre = DVec2::new(self.lean.x, body.waist_height + self.lean.y);
        let fork = DVec2::new(-self.reach, self.crotch);
        let start = body.hip_height.min(self.crotch + 0.5 * (body.waist_height - self.crotch));
        Pen::at(inner, self.hem_height)
            .line("hem", outer, self.hem_height)
            .hem(0.03)
            .cubic(
                "side",
                [outer, self.hem_height + 0.4 * length],
                [hip.x, hip.y - 0.35 * length],
                [hip.x, hip.y],
            )
            .cubic(
                "hip",
                [hip.x, hip.y + 0.4 * rise],
                [waist.x + 0.5 * (hip.x - waist.x), waist.y - 0.35 * rise],
                [waist.x, waist.y],
            )
            .line("waist", centre.x, centre.y)
            .line("centre", 0.0, start)
            .cubic(
                "crotch",
                [-0.02 * self.reach, self.crotch + 0.35 * (start - self.crotch)],
                [-0.35 * self.reach, self.crotch],
                [fork.x, fork.y],
            )
            .curve(
                "inseam",
                Curve::cubic(
                    fork,
                    DVec2::new(fork.x + 0.55 * (inner - fork.x), self.crotch - 0.25 * drop),
                    DVec2::new(inner, self.hem_height + 0.5 * drop),
                    DVec2::new(inner, self.hem_height),
                ),
            )
            .close("")
    }
}

fn legs(body: &DraftMeasures, fit: Looseness, hem_height: f64, hem_girth: f64) -> Garment {
    let quarter = 0.25 * (body.hip_girth + fit.pick(0.03, 0.06, 0.12));
    let waist = 0.25 * (body.waist_girth + 0.01);
    let taken = quarter - Shaping::new(quarter, waist).side;
    let front = Leg {
        hip: quarter - 0.01,
        waist: quarter - 0.01 - taken,
        reach: body.hip_girth / 20.0,
        crotch: body.inside_leg_height - 0.01,
        hem_in: 0.0,
        hem_width: 0.5 * hem_girth - 0.01,
        hem_height,
        lean: DVec2::new(0.005, 0.0),
    };
    // The front is centred on its crease.
    let front = Leg { hem_in: 0.5 * (front.hip + front.reach - front.hem_width), ..front };
    let front_outline = front.outline(body);
    let wanted = length_of(&front_outline, "inseam");
    let back = |crotch: f64| Leg {
        hip: quarter + 0.01,
        waist: quarter + 0.01 - taken,
        reach: body.hip_girth / 11.0,
        crotch,
        hem_width: 0.5 * hem_girth + 0.01,
        lean: DVec2::new(0.02, 0.02),
        ..front
    };
    let crotch = solve(front.crotch - 0.12, front.crotch + 0.02, wanted, |crotch| {
        length_of(&back(crotch).outline(body), "inseam")
    });
    let back = back(crotch);
    let crease = front.hip - front.hem_in - 0.5 * front.hem_width;
    let sides = [front.hip, -back.hip];
    let mut front = pair("front", front_outline);
    let mut back = pair("back", mirrored(&back.outline(body)));
    place_around(&mut front, "left_lower_body", Side::Front);
    place_around(&mut back, "left_lower_body", Side::Back);
    if hem_height < body.knee_height {
        note(&mut front, "left_knee", crease, body.knee_height);
    } else {
        note(&mut front, "left_hip", sides[0], body.hip_height);
    }
    note(&mut back, "left_hip", sides[1], body.hip_height);
    waist_dart(&mut front, waist - 0.005, 0.08);
    waist_dart(&mut back, waist + 0.005, 0.11);
    let mut garment = Garment { pieces: vec![front, back], ..Garment::default() };
    add_band(&mut garment, body, "waist_back");
    sew_legs(&mut garment);
    garment
}

fn sew_legs(garment: &mut Garment) {
    garment.sew_both("side", "front.side", "-back.side");
    garment.sew_both("hip", "front.hip", "-back.hip");
    garment.sew_both("inseam", "front.inseam", "-back.inseam");
    garment.sew("fly", "front.centre", "front.centre'").closed_by(ClosureKind::Zip, 1);
    garment.sew("crotch front", "front.crotch", "front.crotch'");
    garment.sew("centre back", "back.centre", "back.centre'");
    garment.sew("crotch back", "back.crotch", "back.crotch'");
    garment.sew("waist", "band.bottom", &around("waist"));
    garment.sew("band", "band.left", "-band.right").closed_by(ClosureKind::Buttons, 1);
}

/// Trousers to the ankle: hip ease 3, 6 or 12 cm; hems 10, 16 or 24 cm wider than the ankle.
pub(super) fn trousers(body: &DraftMeasures, fit: Looseness) -> Garment {
    legs(body, fit, 0.06 * body.height, body.ankle_girth + fit.pick(0.10, 0.16, 0.24))
}

/// Shorts to a little above the knee: hems 4, 7 or 12 cm wider than four fifths of the thigh.
pub(super) fn shorts(body: &DraftMeasures, fit: Looseness) -> Garment {
    legs(body, fit, body.knee_height + 0.06, 0.85 * body.thigh_girth + fit.pick(0.04, 0.07, 0.12))
}
