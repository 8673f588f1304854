//! The tools of drafting: a pen that draws outlines, and a thread that sews pieces.

use crate::curve::Curve;
use crate::garment::Garment;
use crate::outline::{Edge, Outline};
use crate::piece::{CutRule, Piece};
use crate::seam::{EdgePart, Seam};
use glam::{DAffine2, DVec2};

/// Draws an outline edge by edge, counter-clockwise.
///
/// ```
/// use toile_pattern::draft::Pen;
/// use toile_pattern::glam::DVec2;
///
/// let outline = Pen::at(0.0, 0.0).line("hem", 0.4, 0.0).line("side", 0.4, 0.6).line("top", 0.0, 0.6).close("centre");
/// assert!((outline.area() - 0.24).abs() < 1e-12);
/// ```
#[derive(Clone, Debug)]
pub struct Pen {
    start: DVec2,
    at: DVec2,
    edges: Vec<Edge>,
}

impl Pen {
    /// Sets the pen down at a point.
    pub fn at(x: f64, y: f64) -> Self {
        let start = DVec2::new(x, y);
        Self { start, at: start, edges: Vec::new() }
    }

    /// Draws a straight edge.
    #[must_use]
    pub fn line(self, name: &str, x: f64, y: f64) -> Self {
        let to = DVec2::new(x, y);
        let curve = Curve::line(self.at, to);
        self.curve(name, curve)
    }

    /// Draws a Bézier curve.
    #[must_use]
    pub fn cubic(self, name: &str, one: [f64; 2], two: [f64; 2], to: [f64; 2]) -> Self {
        let curve = Curve::cubic(self.at, one.into(), two.into(), to.into());
        self.curve(name, curve)
    }

    /// Draws an arc that turns by an angle, positive to the left.
    #[must_use]
    pub fn arc(self, name: &str, to: DVec2, turn: f64) -> Self {
        let curve = Curve::arc(self.at, to, turn);
        self.curve(name, curve)
    }

    /// Draws any curve from where the pen is.
    #[must_use]
    pub fn curve(mut self, name: &str, curve: Curve) -> Self {
        self.at = curve.to();
        self.edges.push(Edge::named(name, curve));
        self
    }

    /// Turns in a hem of a width along the edge drawn last.
    #[must_use]
    pub fn hem(mut self, width: f64) -> Self {
        if let Some(edge) = self.edges.last_mut() {
            edge.hem = Some(width);
        }
        self
    }

    /// Draws a straight edge back to the start; nothing if the pen is there already.
    pub fn close(self, name: &str) -> Outline {
        let start = self.start;
        let pen = if self.at == start { self } else { self.line(name, start.x, start.y) };
        Outline { edges: pen.edges }
    }
}

/// The mirror image of an outline at the `y` axis, its edges of the same names.
pub(super) fn mirrored(outline: &Outline) -> Outline {
    let flip = DAffine2::from_scale(DVec2::new(-1.0, 1.0));
    let turned = |edge: &Edge| Edge { curve: edge.curve.transformed(&flip).reversed(), ..edge.clone() };
    Outline { edges: outline.edges.iter().rev().map(turned).collect() }
}

/// A piece on the fold of one of its edges.
pub(super) fn on_fold(name: &str, outline: Outline, fold: &str) -> Piece {
    let mut piece = Piece::new(name, outline);
    piece.cut = piece.edge_named(fold).map_or(CutRule::Once, CutRule::OnFold);
    piece
}

/// A piece that is cut twice.
pub(super) fn pair(name: &str, outline: Outline) -> Piece {
    Piece { cut: CutRule::Pair, ..Piece::new(name, outline) }
}

/// The length of an edge by its name; zero if there is none.
pub(super) fn length_of(outline: &Outline, name: &str) -> f64 {
    let edges = outline.edges.iter().filter(|edge| edge.name.as_deref() == Some(name));
    edges.map(|edge| edge.curve.length()).sum()
}

/// Sews the pieces of a garment by the names of edges, in the words of a garment file.
pub trait Sewing {
    /// Sews two chains of edges: `front.side`, `-back.side`, joined by ` + `. Names that are not there are left out, and the linter will
    /// tell. The seam can be changed further.
    fn sew(&mut self, name: &str, first: &str, second: &str) -> &mut Seam;

    /// The same on both sides of the body.
    fn sew_both(&mut self, name: &str, first: &str, second: &str) -> &mut Seam {
        let seam = self.sew(name, first, second);
        seam.both = true;
        seam
    }
}

impl Sewing for Garment {
    fn sew(&mut self, name: &str, first: &str, second: &str) -> &mut Seam {
        let chain = |text: &str| text.split(" + ").filter_map(|part| part_named(self, part)).collect();
        let (first, second) = (chain(first), chain(second));
        let index = self.seams.len();
        self.seams.push(Seam::new(name, first, second));
        &mut self.seams[index]
    }
}

fn part_named(garment: &Garment, text: &str) -> Option<EdgePart> {
    let (name, against) = text.trim().strip_prefix('-').map_or((text.trim(), false), |rest| (rest, true));
    let (name, mirrored) = name.strip_suffix('\'').map_or((name, false), |rest| (rest, true));
    let (piece, edge) = name.split_once('.')?;
    let piece = garment.piece_named(piece)?;
    let edge = garment.pieces[piece].edge_named(edge)?;
    let part = EdgePart { mirrored, ..EdgePart::along(piece, edge) };
    Some(if against { part.reversed() } else { part })
}

/// Gives a hem to edges of some names.
pub(super) fn add_hem(piece: &mut Piece, names: &[&str], width: f64) {
    for edge in piece.edges_mut() {
        if edge.name.as_deref().is_some_and(|name| names.contains(&name)) {
            edge.hem = Some(width);
        }
    }
}

/// Finds where a growing function reaches a value, between two bounds.
pub(super) fn solve(mut low: f64, mut high: f64, wanted: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..44 {
        let middle = 0.5 * (low + high);
        if f(middle) < wanted { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}
