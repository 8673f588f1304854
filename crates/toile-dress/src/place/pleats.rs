//! Pieces with pleats lie on their hull as they are worn: folded.
//!
//! Cloth that is wound flat around the body and has pleats pressed into it afterwards folds wherever it likes. So strips between the lines of pleats are laid
//! on each other from the start, every second one turned over: around the hull a piece takes as much room as is seen of it, and away from the hull outer
//! folds lie farther out than inner ones. Layers touch nowhere but at the folds.

use glam::{DMat2, DVec2};
use std::f64::consts::FRAC_PI_2;
use toile_pattern::mesh::MeshedPiece;
use toile_pattern::piece::{LineKind, Piece};

/// Half of how far outer folds are from the hull, in metres: several times what cloth keeps from cloth.
const LAYER: f64 = 0.008;

/// Where a point of a pleated piece is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Folded {
    /// On the hull.
    pub(super) at: DVec2,
    /// Away from the hull, in metres.
    pub(super) lift: f64,
}

/// A line along which a piece is folded.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    /// Its points, from below.
    points: Vec<DVec2>,
    /// Whether it is an outer fold, one that is seen.
    outer: bool,
}

impl Line {
    /// How far to the right it is at a height; straight on from its ends.
    fn x(&self, height: f64) -> f64 {
        let last = self.points.len() - 1;
        let next = self.points.partition_point(|p| p.y < height).clamp(1, last);
        let [a, b] = [self.points[next - 1], self.points[next]];
        let share = (height - a.y) / (b.y - a.y).max(f64::MIN_POSITIVE);
        a.x + share * (b.x - a.x)
    }
}

/// The folds of a piece, from left to right.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pleats {
    lines: Vec<Line>,
    /// Where the piece begins and ends.
    ends: [f64; 2],
}

impl Pleats {
    /// The folds of a piece that is turned so that up is up; none if it has no pleats that are sharp.
    pub(super) fn of(piece: &Piece, mesh: &MeshedPiece, turn: DMat2) -> Option<Self> {
        let sharp = piece.lines.iter().zip(&mesh.lines).filter_map(|(line, vertices)| match line.kind {
            LineKind::Pleat(angle) if angle.abs() >= FRAC_PI_2 => Some((angle < 0.0, vertices)),
            _ => None,
        });
        let mut lines: Vec<Line> = Vec::new();
        for (outer, vertices) in sharp {
            let mut points: Vec<DVec2> = vertices.iter().map(|v| turn * mesh.places[*v as usize]).collect();
            points.sort_by(|a, b| a.y.total_cmp(&b.y));
            points.dedup_by(|a, b| a.y <= b.y);
            if points.len() > 1 {
                lines.push(Line { points, outer });
            }
        }
        let across = || mesh.places.iter().map(|place| (turn * *place).x);
        let ends = [across().fold(f64::INFINITY, f64::min), across().fold(f64::NEG_INFINITY, f64::max)];
        let middle = |line: &Line| line.points[line.points.len() / 2].x;
        lines.sort_by(|a, b| middle(a).total_cmp(&middle(b)));
        (!lines.is_empty()).then_some(Self { lines, ends })
    }

    /// Where a point goes. At every height the middle of what is seen is in the middle, so that pleats may be deeper above than below.
    pub(super) fn fold(&self, point: DVec2) -> Folded {
        let [left, right] = self.ends.map(|x| self.folded(DVec2::new(x, point.y)).at.x);
        let folded = self.folded(point);
        let middle = 0.5 * (self.ends[0] + self.ends[1]);
        Folded { at: folded.at + DVec2::X * (middle - 0.5 * (left + right)), ..folded }
    }

    /// Where a point goes if the left end stays where it is.
    fn folded(&self, point: DVec2) -> Folded {
        let (mut from, mut at, mut lift, mut way) = (self.ends[0], self.ends[0], LAYER, 1.0);
        let lines = self.lines.iter().map(|line| {
            let out = if line.outer { 2.0 * LAYER } else { 0.5 * LAYER };
            (line.x(point.y), out, line.x(point.y) < point.x)
        });
        for (x, out, is_beyond) in lines.chain(std::iter::once((self.ends[1], LAYER, false))) {
            let width = (x - from).max(f64::MIN_POSITIVE);
            // A strip that goes away from the hull takes less room around it.
            let steep = ((out - lift) / width).clamp(-0.9, 0.9);
            let along = way * (1.0 - steep * steep).sqrt();
            if !is_beyond {
                let lift = lift + (out - lift) * ((point.x - from) / width).clamp(0.0, 1.0);
                return Folded { at: DVec2::new(at + along * (point.x - from), point.y), lift };
            }
            (at, from, lift, way) = (at + along * width, x, out, -way);
        }
        Folded { at: point, lift }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A knife pleat: 6 cm are seen before it, it is 3 cm deep, and 6 cm are seen after it.
    fn knife() -> Pleats {
        let line = |x: f64, outer: bool| Line { points: vec![DVec2::new(x, 0.0), DVec2::new(x, 0.5)], outer };
        Pleats { lines: vec![line(0.06, true), line(0.09, false)], ends: [0.0, 0.18] }
    }

    #[test]
    fn a_knife_pleat_takes_the_room_that_is_seen() {
        let pleats = knife();
        let at = |x: f64| pleats.folded(DVec2::new(x, 0.2)).at.x;
        for (cut, worn) in [(0.06, 0.06), (0.09, 0.03), (0.12, 0.06), (0.18, 0.12)] {
            assert!((at(cut) - worn).abs() < 5e-3, "{cut}: {} instead of {worn}", at(cut));
        }
        let [left, right] = [0.0, 0.18].map(|x| pleats.fold(DVec2::new(x, 0.2)).at.x);
        assert!((left + right - 0.18).abs() < 1e-12, "the middle stays: {left} {right}");
        let place = |x: f64| {
            let folded = pleats.fold(DVec2::new(x, 0.2));
            DVec2::new(folded.at.x, folded.lift)
        };
        for i in 0..18 {
            let x = 0.01 * f64::from(i);
            let length = place(x).distance(place(x + 0.01));
            assert!((length - 0.01).abs() < 1e-6, "not stretched at {x}: {length}");
        }
    }

    #[test]
    fn layers_do_not_touch_but_at_the_folds() {
        let pleats = knife();
        // Front, underlay and back at one place around the hull.
        let strip = |cuts: [f64; 2], at: f64| {
            let [a, b] = cuts.map(|x| pleats.folded(DVec2::new(x, 0.2)));
            a.lift + (b.lift - a.lift) * (at - a.at.x) / (b.at.x - a.at.x)
        };
        let [outer, inner] = [0.06, 0.09].map(|x| pleats.folded(DVec2::new(x, 0.2)).at.x);
        for i in 1..30 {
            let at = inner + (outer - inner) * f64::from(i) / 30.0;
            let lifts = [strip([0.0, 0.06], at), strip([0.06, 0.09], at), strip([0.09, 0.18], at)];
            assert!(lifts[0] > lifts[1] && lifts[1] > lifts[2], "{at}: {lifts:?}");
        }
    }
}
