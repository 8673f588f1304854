//! A skirt of knife pleats.

use super::Fit;
use super::band::body_band;
use super::pen::{Pen, Sewing};
use super::place::{Side, note, place_around};
use super::skirt::BAND;
use crate::curve::Curve;
use crate::garment::Garment;
use crate::measures::Measures;
use crate::piece::{InnerLine, LineKind, Piece};
use crate::seam::Elastic;
use glam::DVec2;
use std::f64::consts::PI;

/// Pleats are pressed nearly flat.
const PRESSED: f64 = 0.95 * PI;
/// About so much of each pleat is seen at the hip.
const SEEN: f64 = 0.085;

/// How cloth is laid into pleats.
struct Pleating {
    /// How many pleats each piece has.
    count: usize,
    /// How much cloth a pleat takes, and how deep it is at hip and waist.
    cloth: f64,
    hip_depth: f64,
    waist_depth: f64,
}

impl Pleating {
    fn new(hip: f64, waist: f64, depth: f64) -> Self {
        // An even number in each piece, so that the band meets in the middle of the back between two of them.
        let count = 2 * ((0.25 * hip / SEEN).round() as usize).max(1);
        let all = 2.0 * count as f64;
        let (hip, waist) = (hip / all, waist / all);
        let cloth = hip * (1.0 + 2.0 * depth);
        Self { count, cloth, hip_depth: depth * hip, waist_depth: 0.5 * (cloth - waist) }
    }

    fn width(&self) -> f64 {
        self.count as f64 * self.cloth
    }

    /// Where the inner fold of a pleat is; those outside of the piece are counted, too.
    fn inner(&self, pleat: f64) -> f64 {
        (pleat + 1.0) * self.cloth - self.hip_depth - 0.5 * self.width()
    }
}

/// A skirt to the knee of 12 pleats or so, all laid the same way: hip ease 4, 6 or 10 cm; each pleat is 40, 50 or 50 % as deep as is seen of it at the hip, and deeper
/// at the waist, so that what hip and waist differ by is in the pleats. At the waist the two layers under each pleat are sewn to each other, and what is seen
/// to an elastic band.
pub(super) fn pleated(body: &Measures, fit: Fit) -> Garment {
    let hip = body.hip_girth + fit.pick(0.04, 0.06, 0.10);
    let waist = body.waist_girth + 0.02;
    let pleating = Pleating::new(hip, waist, fit.pick(0.4, 0.5, 0.5));
    let mut front = panel("front", &pleating, body);
    let mut back = panel("back", &pleating, body);
    place_around(&mut front, "lower_body", Side::Front);
    place_around(&mut back, "lower_body", Side::Back);
    note(&mut front, "waist_front", 0.0, body.waist_height);
    note(&mut back, "waist_back", 0.0, body.waist_height);
    let mut band = body_band("band", waist, body.waist_height, BAND, "lower_torso", "waist_front");
    for edge in band.edges_mut().filter(|edge| edge.name.as_deref() == Some("top")) {
        edge.hem = Some(0.01);
    }
    let mut garment = Garment::new("");
    garment.pieces = vec![front, back, band];
    sew(&mut garment, pleating.count);
    garment
}

/// A front or back: a rectangle below the hip, its upper edge in parts that are seen and parts that are not.
fn panel(name: &str, pleating: &Pleating, body: &Measures) -> Piece {
    let (hem, hip, top) = (body.knee_height + 0.02, body.hip_height, body.waist_height);
    let half = 0.5 * pleating.width();
    let aslant = pleating.waist_depth - pleating.hip_depth;
    let mut pen = Pen::at(-half, hem).line("hem", half, hem).hem(0.02).line("right-low", half, hip).line(
        "right",
        half + aslant,
        top,
    );
    for pleat in (0..pleating.count).rev() {
        let inner = pleating.inner(pleat as f64);
        let before = pleating.inner(pleat as f64 - 1.0) + pleating.waist_depth;
        pen = pen
            .line(&format!("under-{pleat}"), inner, top)
            .line(&format!("over-{pleat}"), inner - pleating.waist_depth, top)
            .line(&format!("waist-{pleat}"), before, top);
    }
    let mut piece = Piece::new(name, pen.line("left", -half, hip).close("left-low"));
    for pleat in 0..pleating.count {
        let inner = pleating.inner(pleat as f64);
        let [low, high] = [pleating.hip_depth, pleating.waist_depth].map(|depth| inner - depth);
        let points = vec![DVec2::new(low, hem), DVec2::new(low, hip), DVec2::new(high, top)];
        let line = |name: String, angle: f64, curve: Curve| InnerLine {
            name: Some(name),
            kind: LineKind::Pleat(angle),
            curve,
        };
        piece.lines.push(line(format!("outer {pleat}"), -PRESSED, Curve::Polyline { points }));
        let curve = Curve::line(DVec2::new(inner, hem), DVec2::new(inner, top));
        piece.lines.push(line(format!("inner {pleat}"), PRESSED, curve));
    }
    piece
}

fn sew(garment: &mut Garment, count: usize) {
    for (name, edge, other) in [
        ("left", "front.right", "-back.left"),
        ("left below", "front.right-low", "-back.left-low"),
        ("right", "front.left", "-back.right"),
        ("right below", "front.left-low", "-back.right-low"),
    ] {
        garment.sew(name, edge, other);
    }
    for piece in ["front", "back"] {
        for pleat in 0..count {
            let [over, under] = [format!("{piece}.over-{pleat}"), format!("-{piece}.under-{pleat}")];
            garment.sew(&format!("{piece} pleat {pleat}"), &over, &under);
        }
    }
    // From the centre back over the wearer's right.
    let part = |piece: &str, pleats: std::ops::Range<usize>| -> Vec<String> {
        pleats.map(|pleat| format!("-{piece}.waist-{pleat}")).collect()
    };
    let around = [part("back", count / 2..count), part("front", 0..count), part("back", 0..count / 2)];
    garment.sew("waist", "band.bottom", &around.concat().join(" + ")).elastic =
        Some(Elastic { ratio: 0.95, stiffness: 60.0 });
    garment.sew("band", "band.left", "-band.right");
}
