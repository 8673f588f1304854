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
        let out = |line: &Line| if line.outer { 2.0 * LAYER } else { 0.5 * LAYER };
        let (mut from, mut at, mut lift, mut way) = (self.ends[0], self.ends[0], LAYER, 1.0);
        for line in &self.lines {
            let x = line.x(point.y);
            if point.x <= x {
                let share = (point.x - from) / (x - from).max(f64::MIN_POSITIVE);
                let lift = lift + (out(line) - lift) * share.clamp(0.0, 1.0);
                return Folded { at: DVec2::new(at + way * (point.x - from), point.y), lift };
            }
            (at, from, lift, way) = (at + way * (x - from), x, out(line), -way);
        }
        let share = (point.x - from) / (self.ends[1] - from).max(f64::MIN_POSITIVE);
        let lift = lift + (LAYER - lift) * share.clamp(0.0, 1.0);
        Folded { at: DVec2::new(at + way * (point.x - from), point.y), lift }
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
        let at = |x: f64| pleats.folded(DVec2::new(x, 0.2));
        assert!((at(0.06).at.x - 0.06).abs() < 1e-12 && (at(0.09).at.x - 0.03).abs() < 1e-12);
        assert!((at(0.12).at.x - 0.06).abs() < 1e-12 && (at(0.18).at.x - 0.12).abs() < 1e-12);
        let [left, right] = [0.0, 0.18].map(|x| pleats.fold(DVec2::new(x, 0.2)).at.x);
        assert!((left - 0.03).abs() < 1e-12 && (right - 0.15).abs() < 1e-12, "{left} {right}");
    }

    #[test]
    fn layers_do_not_touch_but_at_the_folds() {
        let pleats = knife();
        // Front, underlay and back at one place around the hull: cut at x, 0.12 - x and 0.06 + x.
        for i in 1..30 {
            let x = 0.03 + 0.001 * f64::from(i);
            let lifts = [x, 0.12 - x, x + 0.06].map(|x| pleats.fold(DVec2::new(x, 0.2)).lift);
            assert!(lifts[0] > lifts[1] && lifts[1] > lifts[2], "{x}: {lifts:?}");
        }
    }
}
