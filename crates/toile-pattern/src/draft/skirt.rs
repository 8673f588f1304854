//! Skirts: straight, circle and godet.

use super::Looseness;
use super::band::{around_from_back, body_band};
use super::pen::{Pen, Sewing, add_hem, length_of, mirrored, on_fold, pair};
use super::place::{Side, note, place_around};
use crate::curve::{Curve, Ruler};
use crate::garment::Garment;
use crate::measures::DraftMeasures;
use crate::outline::Outline;
use crate::piece::{Dart, Piece};
use crate::seam::{ClosureKind, Elastic};
use glam::DVec2;

/// Height of waistbands.
pub(super) const BAND: f64 = 0.04;

/// How a quarter of a waist is brought from the hip's width to its own: the side takes one part, a dart the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shaping {
    /// Where the side seam meets the waist.
    pub(super) side: f64,
    /// How wide the dart is; none if it would be less than 6 mm.
    pub(super) dart: f64,
}

impl Shaping {
    /// For quarters of hip and waist; the side takes 40 % of the difference if a dart can take the rest.
    pub(super) fn new(hip: f64, waist: f64) -> Self {
        let taken = hip - waist;
        let dart = 0.6 * taken;
        if dart < 0.006 { Self { side: waist, dart: 0.0 } } else { Self { side: hip - 0.4 * taken, dart } }
    }
}

/// A dart in the middle of the waist, so wide that the rest of the edge has a length.
pub(super) fn waist_dart(piece: &mut Piece, rest: f64, depth: f64) {
    let Some(edge) = piece.edge_named("waist") else { return };
    let Some(curve) = piece.edge(edge).map(|edge| edge.curve.clone()) else { return };
    let width = curve.length() - rest;
    if width < 0.003 {
        return;
    }
    let ruler = Ruler::new(&curve);
    let half = 0.5 * width / ruler.length();
    let [a, b] = [0.5 - half, 0.5 + half].map(|share| ruler.point(share));
    // Both legs are equally long; down is inside.
    let across = (b - a).perp().normalize_or(DVec2::NEG_Y);
    let inward = if across.y > 0.0 { -across } else { across };
    let tip = 0.5 * (a + b) + inward * depth;
    piece.darts.push(Dart::Edge { name: "waist dart".into(), edge, at: 0.5, width, tip });
}

/// The length of a waist that is left when its darts are sewn.
pub(super) fn sewn_waist(piece: &Piece) -> f64 {
    let darts = piece.darts.iter().map(|dart| if let Dart::Edge { width, .. } = dart { *width } else { 0.0 });
    length_of(&piece.outline, "waist") - darts.sum::<f64>()
}

/// The upper part of a skirt's side: upright at the hip, to the waist.
pub(super) fn side_curve(hip: DVec2, waist: DVec2) -> Curve {
    let rise = waist.y - hip.y;
    Curve::cubic(
        hip,
        hip + DVec2::new(0.0, 0.4 * rise),
        waist + DVec2::new(0.5 * (hip.x - waist.x), -0.35 * rise),
        waist,
    )
}

/// Notes where the front and the back of a skirt go.
pub(super) fn place_skirt(front: &mut Piece, back: &mut Piece, body: &DraftMeasures) {
    place_around(front, "lower_body", Side::Front);
    place_around(back, "lower_body", Side::Back);
    note(front, "waist_front", 0.0, body.waist_height);
    note(back, "waist_back", 0.0, body.waist_height);
}

/// A waistband around front and back, the first two pieces, its middle at a landmark.
pub(super) fn add_band(garment: &mut Garment, body: &DraftMeasures, landmark: &str) {
    let girth: f64 = 2.0 * garment.pieces[..2].iter().map(sewn_waist).sum::<f64>();
    let mut band = body_band("band", girth, body.waist_height, BAND, "lower_torso", landmark);
    add_hem(&mut band, &["top"], 0.01);
    garment.pieces.push(band);
}

/// A straight skirt to the knee: hip ease 3, 5 or 9 cm, waist ease 1 cm. Darts take 60 % of what waist and hip differ by, 9 cm deep in front and
/// 12 cm at the back; a zip of 20 cm at the centre back.
pub(super) fn straight(body: &DraftMeasures, fit: Looseness) -> Garment {
    let hip = 0.25 * (body.hip_girth + fit.pick(0.03, 0.05, 0.09));
    let waist = 0.25 * (body.waist_girth + 0.01);
    let shaping = Shaping::new(hip, waist);
    let (hem, top) = (body.knee_height + 0.02, body.waist_height);
    let half = |zip: bool| {
        let pen = Pen::at(0.0, hem)
            .line("hem", hip, hem)
            .hem(0.03)
            .line("side", hip, body.hip_height)
            .curve("hip", side_curve(DVec2::new(hip, body.hip_height), DVec2::new(shaping.side, top + 0.01)))
            .cubic("waist", [0.6 * shaping.side, top + 0.004], [0.3 * shaping.side, top], [0.0, top]);
        if zip { pen.line("zip", 0.0, top - 0.20).close("centre") } else { pen.close("centre") }
    };
    let mut front = on_fold("front", half(false), "centre");
    let mut back = pair("back", mirrored(&half(true)));
    place_skirt(&mut front, &mut back, body);
    if shaping.dart > 0.0 {
        waist_dart(&mut front, waist, 0.09);
        waist_dart(&mut back, waist, 0.12);
    }
    let mut garment = Garment { pieces: vec![front, back], ..Garment::default() };
    add_band(&mut garment, body, "waist_front");
    garment.sew_both("side", "front.side", "-back.side");
    garment.sew_both("hip", "front.hip", "-back.hip");
    garment.sew("centre back", "back.centre", "back.centre'");
    garment.sew("zip", "back.zip", "back.zip'").closed_by(ClosureKind::Zip, 1);
    garment.sew("waist", "band.bottom", &around_from_back("waist"));
    garment.sew("band", "band.left", "-band.right").closed_by(ClosureKind::Hooks, 2);
    garment
}

/// A skirt of half a circle, three quarters or a whole one, to the knee, with an elastic band.
pub(super) fn circle(body: &DraftMeasures, fit: Looseness) -> Garment {
    let angle = fit.pick(45.0_f64, 67.5, 90.0).to_radians();
    let radius = 0.25 * (body.waist_girth + 0.02) / angle;
    let length = body.waist_height - body.knee_height;
    let centre = DVec2::new(0.0, body.waist_height + radius);
    let side = DVec2::new(angle.sin(), -angle.cos());
    let low = centre - DVec2::Y * (radius + length);
    let outline = Pen::at(low.x, low.y)
        .arc("hem", centre + side * (radius + length), angle)
        .hem(0.01)
        .curve("side", Curve::line(centre + side * (radius + length), centre + side * radius))
        .arc("waist", centre - DVec2::Y * radius, -angle)
        .close("centre");
    let mut front = on_fold("front", outline.clone(), "centre");
    let mut back = on_fold("back", mirrored(&outline), "centre");
    place_skirt(&mut front, &mut back, body);
    let mut garment = Garment { pieces: vec![front, back], ..Garment::default() };
    add_band(&mut garment, body, "waist_front");
    garment.sew_both("side", "front.side", "-back.side");
    garment.sew("waist", "band.bottom", &around_from_back("waist")).elastic =
        Some(Elastic::of_ratio(0.92, 60.0));
    garment.sew("band", "band.left", "-band.right");
    garment
}

/// A skirt of four gores with a godet of 35, 50 or 70 degrees in each seam, 30 cm deep; hip ease 4, 6 or 10 cm.
pub(super) fn godet(body: &DraftMeasures, fit: Looseness) -> Garment {
    let hip = 0.25 * (body.hip_girth + fit.pick(0.04, 0.06, 0.10));
    let waist = 0.25 * (body.waist_girth + 0.01);
    let shaping = Shaping::new(hip, waist);
    let depth = (0.5 * (body.hip_height - body.knee_height)).min(0.30);
    let (hem, top) = (body.knee_height, body.waist_height);
    let half = Pen::at(0.0, hem)
        .line("hem", hip, hem)
        .hem(0.02)
        .line("side-low", hip, hem + depth)
        .line("side", hip, body.hip_height)
        .curve("hip", side_curve(DVec2::new(hip, body.hip_height), DVec2::new(shaping.side, top + 0.01)))
        .cubic("waist", [0.6 * shaping.side, top + 0.004], [0.3 * shaping.side, top], [0.0, top])
        .line("centre", 0.0, hem + depth)
        .close("centre-low");
    let mut front = pair("front", half.clone());
    let mut back = pair("back", mirrored(&half));
    place_skirt(&mut front, &mut back, body);
    if shaping.dart > 0.0 {
        waist_dart(&mut front, waist, 0.10);
        waist_dart(&mut back, waist, 0.10);
    }
    let mut garment = Garment { pieces: vec![front, back], ..Garment::default() };
    add_band(&mut garment, body, "waist_front");
    let angle = fit.pick(35.0_f64, 50.0, 70.0).to_radians();
    for (name, side, landmark) in [
        ("front-godet", Side::Front, "hip_front"),
        ("back-godet", Side::Back, "hip_back"),
        ("side-godet", Side::Left, "left_hip"),
    ] {
        let outline = sector(hem + depth, depth, angle);
        let mut piece = if side == Side::Left { pair(name, outline) } else { Piece::new(name, outline) };
        place_around(&mut piece, "lower_body", side);
        note(&mut piece, landmark, 0.0, body.hip_height);
        garment.pieces.push(piece);
    }
    sew_godets(&mut garment);
    garment
}

/// A sector with its tip at a height: hem, right, left.
fn sector(tip: f64, radius: f64, angle: f64) -> Outline {
    let tip = DVec2::new(0.0, tip);
    let side = |sign: f64| tip + radius * DVec2::new(sign * (0.5 * angle).sin(), -(0.5 * angle).cos());
    let start = side(-1.0);
    Pen::at(start.x, start.y).arc("hem", side(1.0), angle).hem(0.02).line("right", tip.x, tip.y).close("left")
}

fn sew_godets(garment: &mut Garment) {
    garment.sew_both("side", "front.side", "-back.side");
    garment.sew_both("hip", "front.hip", "-back.hip");
    garment.sew("centre front", "front.centre", "front.centre'");
    garment.sew("centre back", "back.centre", "back.centre'").closed_by(ClosureKind::Zip, 1);
    garment.sew_both("side godet front", "front.side-low", "-side-godet.left");
    garment.sew_both("side godet back", "back.side-low", "-side-godet.right");
    garment.sew("front godet left", "front.centre-low", "-front-godet.right");
    garment.sew("front godet right", "front.centre-low'", "front-godet.left");
    garment.sew("back godet left", "back.centre-low", "-back-godet.left");
    garment.sew("back godet right", "back.centre-low'", "back-godet.right");
    garment.sew("waist", "band.bottom", &around_from_back("waist"));
    garment.sew("band", "band.left", "-band.right").closed_by(ClosureKind::Hooks, 2);
}
