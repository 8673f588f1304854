//! From a garment to DXF-ASTM: a block for each piece, in millimetres, curves as polylines.

use crate::curve::{Curve, Ruler};
use crate::garment::Garment;
use crate::piece::{CutRule, Piece};
use glam::DVec2;
use std::fmt::Write;

/// How far polylines may stay from curves, in metres.
const TOLERANCE: f64 = 5e-5;

/// Writes a pattern. Marked darts are opened; those inside of a piece and other holes become openings. Seams have no place in DXF.
pub fn write(garment: &Garment) -> String {
    let garment = garment.with_darts_opened();
    let mut file = File(String::new());
    file.pairs(&[
        (0, "SECTION"),
        (2, "HEADER"),
        (9, "$ACADVER"),
        (1, "AC1009"),
        (0, "ENDSEC"),
        (0, "SECTION"),
        (2, "BLOCKS"),
    ]);
    for piece in &garment.pieces {
        file.block(&garment, piece);
    }
    file.pairs(&[(0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]);
    for piece in &garment.pieces {
        file.pairs(&[(0, "INSERT"), (8, "1"), (2, &piece.name), (10, "0.0"), (20, "0.0")]);
    }
    for text in [
        format!("Style Name: {}", garment.name),
        "Units: METRIC".into(),
        format!("Sample Size: {}", size(&garment)),
    ] {
        file.text("1", DVec2::ZERO, &text);
    }
    file.pairs(&[(0, "ENDSEC"), (0, "EOF")]);
    file.0
}

fn size(garment: &Garment) -> &str {
    garment.base_size.as_deref().unwrap_or("M")
}

struct File(String);

impl File {
    fn pairs(&mut self, pairs: &[(i32, &str)]) {
        for (code, value) in pairs {
            let _ = write!(self.0, "{code}\n{}\n", value.replace(['\r', '\n'], " "));
        }
    }

    fn place(&mut self, code: i32, at: DVec2) {
        let at = 1000.0 * at;
        let _ = write!(self.0, "{code}\n{:.6}\n{}\n{:.6}\n", at.x, code + 10, at.y);
    }

    fn point(&mut self, layer: &str, at: DVec2) {
        self.pairs(&[(0, "POINT"), (8, layer)]);
        self.place(10, at);
    }

    fn text(&mut self, layer: &str, at: DVec2, words: &str) {
        self.pairs(&[(0, "TEXT"), (8, layer)]);
        self.place(10, at);
        self.pairs(&[(40, "5.0"), (1, words)]);
    }

    fn line(&mut self, layer: &str, from: DVec2, to: DVec2) {
        self.pairs(&[(0, "LINE"), (8, layer)]);
        self.place(10, from);
        self.place(11, to);
    }

    fn polyline(&mut self, layer: &str, points: &[DVec2], closed: bool) {
        self.pairs(&[(0, "POLYLINE"), (8, layer), (66, "1"), (70, if closed { "1" } else { "0" })]);
        for &point in points {
            self.pairs(&[(0, "VERTEX"), (8, layer)]);
            self.place(10, point);
        }
        self.pairs(&[(0, "SEQEND"), (8, layer)]);
    }

    fn block(&mut self, garment: &Garment, piece: &Piece) {
        self.pairs(&[(0, "BLOCK"), (8, "1"), (2, &piece.name), (70, "0"), (10, "0.0"), (20, "0.0")]);
        let outline = piece.outline.flattened(TOLERANCE);
        self.polyline("1", &outline, true);
        self.polyline("14", &outline, true);
        for edge in &piece.outline.edges {
            self.point("2", edge.curve.from());
        }
        for notch in &piece.notches {
            if let Some(edge) = piece.edge(notch.edge) {
                self.point("4", Ruler::new(&edge.curve).point(notch.at));
            }
        }
        if let CutRule::OnFold(fold) = piece.cut
            && let Some(edge) = piece.edge(fold)
        {
            self.line("6", edge.curve.from(), edge.curve.to());
        }
        let [low, high] = piece.outline.bounds();
        let (middle, half) = (0.5 * (low + high), 0.25 * (high - low).min_element());
        let along = DVec2::from_angle(piece.grain) * half;
        self.line("7", middle - along, middle + along);
        for line in &piece.lines {
            self.polyline("8", &Curve::flattened(&line.curve, TOLERANCE), false);
        }
        for hole in &piece.holes {
            self.polyline("11", &hole.flattened(TOLERANCE), true);
        }
        for drill in &piece.drills {
            self.point("13", drill.at);
        }
        let quantity = if piece.cut == CutRule::Pair { "1,1" } else { "1,0" };
        let fabric = piece.fabric.as_ref().or(garment.fabric.as_ref()).map_or("", String::as_str);
        for text in [
            format!("Piece Name: {}", piece.name),
            format!("Size: {}", size(garment)),
            format!("Quantity: {quantity}"),
            format!("Material: {fabric}"),
        ] {
            self.text("1", middle, &text);
        }
        self.pairs(&[(0, "ENDBLK")]);
    }
}
