//! Measuring along a curve.

use super::{Curve, Span};
use glam::DVec2;

/// Into how many parts a Bézier curve is cut for the table.
const PARTS: u32 = 16;

/// A tape measure laid along a curve: finds points by their share of its length.
#[derive(Clone, Debug)]
pub struct Ruler {
    spans: Vec<Span>,
    /// Span, parameter in it, and length up to there; in growing order.
    marks: Vec<(usize, f64, f64)>,
}

impl Ruler {
    /// Lays it along a curve.
    pub fn new(curve: &Curve) -> Self {
        let spans = curve.spans();
        let mut marks = vec![(0, 0.0, 0.0)];
        let mut length = 0.0;
        for (index, span) in spans.iter().enumerate() {
            let parts = if matches!(span, Span::Line(_) | Span::Arc { .. }) { 1 } else { PARTS };
            for part in 1..=parts {
                let [from, to] = [part - 1, part].map(|part| f64::from(part) / f64::from(parts));
                length += span.length_between(from, to);
                marks.push((index, to, length));
            }
        }
        Self { spans, marks }
    }

    /// The length of the curve.
    pub fn length(&self) -> f64 {
        self.marks.last().map_or(0.0, |mark| mark.2)
    }

    /// The point at a share of the length, from 0 to 1. The ends are exact.
    pub fn point(&self, share: f64) -> DVec2 {
        let (span, t) = self.place(share);
        self.spans.get(span).map_or(DVec2::ZERO, |span| span.point(t))
    }

    /// The direction at a share of the length.
    pub fn tangent(&self, share: f64) -> DVec2 {
        let (span, t) = self.place(share);
        self.spans.get(span).map_or(DVec2::ZERO, |span| span.tangent(t))
    }

    /// The parameter of the curve at a share of its length.
    pub fn parameter(&self, share: f64) -> f64 {
        let (span, t) = self.place(share);
        (span as f64 + t) / self.spans.len() as f64
    }

    /// The share of the length up to a parameter of the curve.
    pub fn share(&self, parameter: f64) -> f64 {
        let scaled = parameter.clamp(0.0, 1.0) * self.spans.len() as f64;
        let index = (scaled as usize).min(self.spans.len() - 1);
        let t = scaled - index as f64;
        let before = self.marks.iter().rev().find(|mark| mark.0 < index).map_or(0.0, |mark| mark.2);
        let inside = self.spans.get(index).map_or(0.0, |span| span.length_between(0.0, t));
        let length = self.length();
        if length > 0.0 { ((before + inside) / length).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The share of the length at the point of the curve that is nearest to some point, and the distance.
    pub fn nearest(&self, point: DVec2) -> (f64, f64) {
        let count = (self.spans.len() * 16).clamp(64, 4096);
        let distance = |share: f64| self.point(share).distance(point);
        let step = 1.0 / count as f64;
        let best = (0..=count)
            .map(|i| i as f64 * step)
            .map(|share| (distance(share), share))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map_or(0.0, |(_, share)| share);
        let (mut low, mut high) = ((best - step).max(0.0), (best + step).min(1.0));
        for _ in 0..60 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if distance(a) < distance(b) { high = b } else { low = a }
        }
        let ends = [low, high, 0.0, 1.0, best];
        let nearest =
            ends.into_iter().map(|share| (distance(share), share)).min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map_or((0.0, f64::INFINITY), |(distance, share)| (share, distance))
    }

    /// Span and parameter in it at a share of the length.
    fn place(&self, share: f64) -> (usize, f64) {
        if share <= 0.0 {
            return (0, 0.0);
        }
        if share >= 1.0 {
            return (self.spans.len() - 1, 1.0);
        }
        let wanted = share * self.length();
        let after = self.marks.partition_point(|mark| mark.2 < wanted).clamp(1, self.marks.len() - 1);
        let (span, high, end) = self.marks[after];
        let (previous, before, start) = self.marks[after - 1];
        let low = if previous == span { before } else { 0.0 };
        if end <= start {
            return (span, high);
        }
        let guess = low + (high - low) * (wanted - start) / (end - start);
        match self.spans[span] {
            Span::Line(_) | Span::Arc { .. } => (span, guess),
            ref curve => (span, refined(curve, [low, high], guess, wanted - start)),
        }
    }
}

/// The parameter at which a part of a curve has a length, by Newton's method kept inside of the part.
fn refined(span: &Span, [low, high]: [f64; 2], mut t: f64, wanted: f64) -> f64 {
    for _ in 0..8 {
        let error = span.length_between(low, t) - wanted;
        let speed = span.derivative(t).length();
        if error.abs() <= 1e-14 * wanted || speed <= 0.0 {
            break;
        }
        t = (t - error / speed).clamp(low, high);
    }
    t
}
