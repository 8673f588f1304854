//! Closed boundaries: edges, one after another.

use crate::curve::Curve;
use crate::seam::Elastic;
use glam::DVec2;

/// How far the end of an edge may lie from the start of the next one, in metres.
pub const JOINT_TOLERANCE: f64 = 1e-6;

/// An edge: the part of a boundary between two corners.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// What seams call it; unnamed edges are called by their number.
    pub name: Option<String>,
    /// Its shape.
    pub curve: Curve,
    /// The seam allowance along it in metres, if it differs from the piece's.
    pub allowance: Option<f64>,
    /// How wide the hem is that is turned in along it, in metres; an edge with a hem is not sewn to anything.
    pub hem: Option<f64>,
    /// An elastic band along it, in the hem.
    pub elastic: Option<Elastic>,
}

impl Edge {
    /// An edge without a name.
    pub fn new(curve: Curve) -> Self {
        Self { name: None, curve, allowance: None, hem: None, elastic: None }
    }

    /// An edge with a name.
    pub fn named(name: impl Into<String>, curve: Curve) -> Self {
        Self { name: Some(name.into()), ..Self::new(curve) }
    }
}

/// A closed boundary. Each edge begins where the one before it ends, and the first one where the last one ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// The edges in order; those of a piece run counter-clockwise when its outer side is seen.
    pub edges: Vec<Edge>,
}

impl Outline {
    /// An outline of unnamed edges.
    pub fn of_curves(curves: impl IntoIterator<Item = Curve>) -> Self {
        Self { edges: curves.into_iter().map(Edge::new).collect() }
    }

    /// A polygon.
    pub fn polygon(corners: &[DVec2]) -> Self {
        let next = corners.iter().cycle().skip(1);
        Self::of_curves(corners.iter().zip(next).map(|(&from, &to)| Curve::line(from, to)))
    }

    /// The signed area, positive if it runs counter-clockwise.
    pub fn area(&self) -> f64 {
        // Around a corner of the outline, so that a piece far from the origin loses no digits.
        let origin = self.edges.first().map_or(DVec2::ZERO, |edge| edge.curve.from());
        let about = |curve: &Curve| curve.double_area() - origin.perp_dot(curve.to() - curve.from());
        0.5 * self.edges.iter().map(|edge| about(&edge.curve)).sum::<f64>()
    }

    /// The sum of the lengths of its edges.
    pub fn length(&self) -> f64 {
        self.edges.iter().map(|edge| edge.curve.length()).sum()
    }

    /// Its points within a tolerance of the curves, in order, the first one not repeated.
    pub fn flattened(&self, tolerance: f64) -> Vec<DVec2> {
        let mut points = Vec::new();
        for edge in &self.edges {
            let mut flat = edge.curve.flattened(tolerance);
            flat.pop();
            points.append(&mut flat);
        }
        points
    }

    /// The same boundary, run through the other way; the first edge becomes the last.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let turned = |edge: &Edge| Edge { curve: edge.curve.reversed(), ..edge.clone() };
        Self { edges: self.edges.iter().rev().map(turned).collect() }
    }

    /// The edges whose end is further than [`JOINT_TOLERANCE`] from the start of the next one, and how far.
    pub fn gaps(&self) -> Vec<(usize, f64)> {
        let next = self.edges.iter().cycle().skip(1);
        let gap = |(a, b): (&Edge, &Edge)| a.curve.to().distance(b.curve.from());
        self.edges
            .iter()
            .zip(next)
            .map(gap)
            .enumerate()
            .filter(|&(_, gap)| gap > JOINT_TOLERANCE || gap.is_nan())
            .collect()
    }

    /// The smallest box around it: its lower left and upper right corner.
    pub fn bounds(&self) -> [DVec2; 2] {
        let start = [DVec2::INFINITY, DVec2::NEG_INFINITY];
        self.flattened(1e-3).into_iter().fold(start, |[low, high], p| [low.min(p), high.max(p)])
    }
}
