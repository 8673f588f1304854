//! The strokes that are drawn on a piece, whatever it is drawn with: darts, notches, the grain, parts of seams.

use crate::curve::{Curve, Ruler};
use crate::piece::{Dart, Piece};
use crate::seam::EdgePart;
use glam::DVec2;

impl Piece {
    /// Where a dart opens at an edge: both ends of its opening. None if there is no such edge.
    pub(crate) fn dart_mouth(&self, edge: usize, at: f64, width: f64) -> Option<[DVec2; 2]> {
        let ruler = Ruler::new(&self.edge(edge)?.curve);
        let half = 0.5 * width / ruler.length().max(f64::MIN_POSITIVE);
        Some([at - half, at + half].map(|share| ruler.point(share)))
    }

    /// The lines of its darts: both legs of an opening at an edge, and around what lies inside.
    pub fn dart_lines(&self) -> impl Iterator<Item = Curve> + '_ {
        self.darts.iter().filter_map(|dart| {
            let points = match dart {
                Dart::Edge { edge, at, width, tip, .. } => {
                    let [from, to] = self.dart_mouth(*edge, *at, *width)?;
                    vec![from, *tip, to]
                }
                Dart::Diamond { tips: [a, b], sides: [c, d], .. } => vec![*a, *c, *b, *d, *a],
            };
            Some(Curve::Polyline { points })
        })
    }

    /// A stroke of a length inwards at each of its notches.
    pub fn notch_lines(&self, length: f64) -> impl Iterator<Item = Curve> + '_ {
        self.notches.iter().filter_map(move |notch| {
            let ruler = Ruler::new(&self.edge(notch.edge)?.curve);
            let (at, inward) = (ruler.point(notch.at), ruler.tangent(notch.at).perp());
            Some(Curve::line(at, at + length * inward))
        })
    }

    /// The line of the grain, below its middle.
    pub fn grain_line(&self) -> Curve {
        let [low, high] = self.outline.bounds();
        let along = DVec2::from_angle(self.grain) * 0.18 * (high - low).min_element();
        let middle = 0.5 * (low + high) - DVec2::new(0.0, 0.12 * (high - low).y);
        Curve::line(middle - along, middle + along)
    }

    /// The part of an edge that a seam goes along, in the direction of the edge. None if there is no such edge.
    pub fn part_curve(&self, part: &EdgePart) -> Option<Curve> {
        let curve = &self.edge(part.edge)?.curve;
        let ruler = Ruler::new(curve);
        let (low, high) = (part.from.min(part.to), part.from.max(part.to));
        Some(curve.part(ruler.parameter(low), ruler.parameter(high)))
    }
}
