//! A skirt of knife pleats below a yoke.

use super::Looseness;
use super::band::around_from_back;
use super::pen::{Pen, Sewing, mirrored, on_fold, pair};
use super::place::{Side, note, place_around};
use super::skirt::{Shaping, add_band, place_skirt, side_curve, waist_dart};
use crate::curve::Curve;
use crate::garment::Garment;
use crate::measures::DraftMeasures;
use crate::piece::{InnerLine, LineKind, Piece};
use crate::seam::ClosureKind;
use glam::DVec2;
use std::f64::consts::PI;

/// Pleats are pressed nearly flat.
const PRESSED: f64 = 0.95 * PI;
/// About so much of each pleat is seen.
const SEEN: f64 = 0.085;

/// How cloth is laid into pleats.
#[derive(Clone, Copy)]
struct Pleating {
    /// How many pleats each piece has.
    count: usize,
    /// How much of a pleat is seen.
    seen: f64,
    /// How deep it is.
    depth: f64,
}

impl Pleating {
    fn new(hip: f64, depth: f64) -> Self {
        let count = ((0.5 * hip / SEEN).round() as usize).max(1);
        let seen = 0.5 * hip / count as f64;
        Self { count, seen, depth: depth * seen }
    }

    /// How much cloth a pleat takes.
    fn cloth(&self) -> f64 {
        self.seen + 2.0 * self.depth
    }

    fn width(&self) -> f64 {
        self.count as f64 * self.cloth()
    }

    /// Where the outer fold of a pleat is.
    fn outer(&self, pleat: usize) -> f64 {
        pleat as f64 * self.cloth() + self.seen - 0.5 * self.width()
    }
}

/// A skirt to the knee with a yoke to the hip, as that of the straight skirt, and 12 pleats or so below it, all laid the same way: hip ease 4, 6 or 10 cm; each pleat is
/// 40, 50 or 50 % as deep as is seen of it. All three layers of a pleat are sewn to the yoke. A zip at the centre back of the yoke.
pub(super) fn pleated(body: &DraftMeasures, fit: Looseness) -> Garment {
    let hip = body.hip_girth + fit.pick(0.04, 0.06, 0.10);
    let pleating = Pleating::new(hip, fit.pick(0.4, 0.5, 0.5));
    let [front, back] = yokes(body, 0.25 * hip);
    let mut garment = Garment { pieces: vec![front, back], ..Garment::default() };
    add_band(&mut garment, body, "waist_front");
    for (name, side, landmark) in
        [("front-pleats", Side::Front, "hip_front"), ("back-pleats", Side::Back, "hip_back")]
    {
        let mut piece = panel(name, pleating, body);
        place_around(&mut piece, "lower_body", side);
        note(&mut piece, landmark, 0.0, body.hip_height);
        garment.pieces.push(piece);
    }
    sew(&mut garment, pleating);
    garment
}

/// Front and back of the yoke, from the waist to the hip.
fn yokes(body: &DraftMeasures, hip: f64) -> [Piece; 2] {
    let waist = 0.25 * (body.waist_girth + 0.01);
    let shaping = Shaping::new(hip, waist);
    let (low, top) = (body.hip_height, body.waist_height);
    let half = Pen::at(0.0, low)
        .line("bottom", hip, low)
        .curve("hip", side_curve(DVec2::new(hip, low), DVec2::new(shaping.side, top + 0.01)))
        .cubic("waist", [0.6 * shaping.side, top + 0.004], [0.3 * shaping.side, top], [0.0, top])
        .close("centre");
    let mut front = on_fold("front", half.clone(), "centre");
    let mut back = pair("back", mirrored(&half));
    place_skirt(&mut front, &mut back, body);
    if shaping.dart > 0.0 {
        waist_dart(&mut front, waist, 0.09);
        waist_dart(&mut back, waist, 0.12);
    }
    [front, back]
}

/// A rectangle with pleats, its upper edge in parts that are seen and parts that are not.
fn panel(name: &str, pleating: Pleating, body: &DraftMeasures) -> Piece {
    let (hem, top) = (body.knee_height + 0.02, body.hip_height);
    let half = 0.5 * pleating.width();
    let mut pen = Pen::at(-half, hem).line("hem", half, hem).hem(0.02).line("right", half, top);
    for pleat in (0..pleating.count).rev() {
        let outer = pleating.outer(pleat);
        pen = pen
            .line(&format!("under-{pleat}"), outer + pleating.depth, top)
            .line(&format!("over-{pleat}"), outer, top)
            .line(&format!("seen-{pleat}"), outer - pleating.seen, top);
    }
    let mut piece = Piece::new(name, pen.close("left"));
    for pleat in 0..pleating.count {
        let outer = pleating.outer(pleat);
        for (fold, x, angle) in [("outer", outer, -PRESSED), ("inner", outer + pleating.depth, PRESSED)] {
            piece.lines.push(InnerLine {
                name: Some(format!("{fold} {pleat}")),
                kind: LineKind::Pleat(angle),
                curve: Curve::line(DVec2::new(x, hem), DVec2::new(x, top)),
            });
        }
    }
    piece
}

fn sew(garment: &mut Garment, pleating: Pleating) {
    garment.sew_both("hip", "front.hip", "-back.hip");
    garment.sew("zip", "back.centre", "back.centre'").closed_by(ClosureKind::Zip, 1);
    garment.sew("waist", "band.bottom", &around_from_back("waist"));
    garment.sew("band", "band.left", "-band.right").closed_by(ClosureKind::Hooks, 2);
    garment.sew("left", "front-pleats.right", "-back-pleats.left");
    garment.sew("right", "front-pleats.left", "-back-pleats.right");
    for (piece, yoke) in
        [("front-pleats", "-front.bottom' + front.bottom"), ("back-pleats", "back.bottom + -back.bottom'")]
    {
        let seen: Vec<String> = (0..pleating.count).map(|pleat| format!("-{piece}.seen-{pleat}")).collect();
        garment.sew(piece, yoke, &seen.join(" + "));
        for pleat in 0..pleating.count {
            let [over, under] = [format!("{piece}.over-{pleat}"), format!("-{piece}.under-{pleat}")];
            garment.sew(&format!("{piece} {pleat}"), &over, &under);
            let layers = garment.sew(
                &format!("{piece} {pleat} layers"),
                &format!("-{over}"),
                &format!("{piece}.seen-{pleat}"),
            );
            for part in &mut layers.sides[1] {
                part.to = pleating.depth / pleating.seen;
            }
        }
    }
}
