//! The curves that pieces are bounded by: exact, never flattened until somebody asks.
//!
//! ```
//! use toile_pattern::curve::{Curve, Ruler};
//! use toile_pattern::glam::DVec2;
//!
//! // A quarter of a circle of radius 1 m, turning left.
//! let hem = Curve::arc(DVec2::X, DVec2::Y, std::f64::consts::FRAC_PI_2);
//! assert!((hem.length() - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
//! let ruler = Ruler::new(&hem);
//! assert!(ruler.point(0.5).distance(DVec2::splat(0.5_f64.sqrt())) < 1e-12);
//! ```

mod edit;
mod ellipse;
mod ruler;
mod span;
mod spline;

use glam::DVec2;
pub use ruler::Ruler;
pub(crate) use span::Span;

/// A curve from one point to another.
///
/// A parameter `t` runs from 0 to 1 over it, evenly over the parts that it is made of. What has to be even along the cloth goes by
/// arc length instead: see [`Ruler`].
#[derive(Clone, Debug, PartialEq)]
pub enum Curve {
    /// A straight line.
    Line {
        /// Where it begins.
        from: DVec2,
        /// Where it ends.
        to: DVec2,
    },
    /// A Bézier curve with one control point.
    Quadratic {
        /// Where it begins.
        from: DVec2,
        /// The control point.
        control: DVec2,
        /// Where it ends.
        to: DVec2,
    },
    /// A Bézier curve with two control points.
    Cubic {
        /// Where it begins.
        from: DVec2,
        /// The control points.
        controls: [DVec2; 2],
        /// Where it ends.
        to: DVec2,
    },
    /// Part of a circle.
    Arc {
        /// Where it begins.
        from: DVec2,
        /// Where it ends.
        to: DVec2,
        /// The tangent of a quarter of the angle that it turns by, positive to the left; 1 is half a circle. The same number as in DXF.
        bulge: f64,
    },
    /// A smooth curve through points (centripetal Catmull-Rom).
    Spline {
        /// The points, at least two.
        points: Vec<DVec2>,
    },
    /// Straight lines from point to point: a curve that some program has flattened.
    Polyline {
        /// The points, at least two.
        points: Vec<DVec2>,
    },
    /// Cubic Bézier curves, one after another.
    Path {
        /// A point, then three for each of them: two control points and the end.
        points: Vec<DVec2>,
    },
}

impl Curve {
    /// A straight line.
    pub fn line(from: DVec2, to: DVec2) -> Self {
        Self::Line { from, to }
    }

    /// A Bézier curve with two control points.
    pub fn cubic(from: DVec2, first: DVec2, second: DVec2, to: DVec2) -> Self {
        Self::Cubic { from, controls: [first, second], to }
    }

    /// A part of a circle that turns by an angle, positive to the left.
    pub fn arc(from: DVec2, to: DVec2, turn: f64) -> Self {
        Self::Arc { from, to, bulge: (0.25 * turn).tan() }
    }

    /// The arc of a radius between two points, the larger one or the smaller, turning left or right. A radius too small to reach is
    /// taken for half the distance.
    pub fn arc_of_radius(from: DVec2, to: DVec2, radius: f64, large: bool, left: bool) -> Self {
        let half = 0.5 * from.distance(to);
        let sine = if radius.abs() > half { half / radius.abs() } else { 1.0 };
        let small = 2.0 * sine.clamp(0.0, 1.0).asin();
        let turn = if large { std::f64::consts::TAU - small } else { small };
        Self::arc(from, to, if left { turn } else { -turn })
    }

    /// Where it begins.
    pub fn from(&self) -> DVec2 {
        self.end_points().0
    }

    /// Where it ends.
    pub fn to(&self) -> DVec2 {
        self.end_points().1
    }

    fn end_points(&self) -> (DVec2, DVec2) {
        match self {
            Self::Line { from, to }
            | Self::Quadratic { from, to, .. }
            | Self::Cubic { from, to, .. }
            | Self::Arc { from, to, .. } => (*from, *to),
            Self::Spline { points } | Self::Polyline { points } | Self::Path { points } => {
                let at = |point: Option<&DVec2>| point.copied().unwrap_or_default();
                (at(points.first()), at(points.last()))
            }
        }
    }

    /// Its kind in files and reports.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Line { .. } => "line",
            Self::Quadratic { .. } => "quadratic",
            Self::Cubic { .. } => "cubic",
            Self::Arc { .. } => "arc",
            Self::Spline { .. } => "spline",
            Self::Polyline { .. } => "polyline",
            Self::Path { .. } => "path",
        }
    }

    /// Whether it is one straight line.
    pub fn is_straight(&self) -> bool {
        matches!(self, Self::Line { .. })
    }

    /// The simple curves that it is made of, at least one.
    pub(crate) fn spans(&self) -> Vec<Span> {
        match self {
            Self::Line { from, to } => vec![Span::Line([*from, *to])],
            Self::Quadratic { from, control, to } => vec![Span::Quadratic([*from, *control, *to])],
            Self::Cubic { from, controls: [one, two], to } => vec![Span::Cubic([*from, *one, *two, *to])],
            Self::Arc { from, to, bulge } => vec![Span::arc(*from, *to, *bulge)],
            Self::Spline { points } => spline::spans(points),
            Self::Polyline { points } => {
                let lines: Vec<Span> = points.windows(2).map(|ends| Span::Line([ends[0], ends[1]])).collect();
                if lines.is_empty() { vec![Span::Line([self.from(); 2])] } else { lines }
            }
            Self::Path { points } => {
                let cubics: Vec<Span> = points
                    .windows(4)
                    .step_by(3)
                    .map(|four| Span::Cubic([four[0], four[1], four[2], four[3]]))
                    .collect();
                if cubics.is_empty() { vec![Span::Line([self.from(), self.to()])] } else { cubics }
            }
        }
    }

    /// The point at a parameter from 0 to 1.
    pub fn point(&self, t: f64) -> DVec2 {
        let (span, t) = self.span_at(t);
        span.point(t)
    }

    /// The direction at a parameter, of unit length; zero where the curve stands still.
    pub fn tangent(&self, t: f64) -> DVec2 {
        let (span, t) = self.span_at(t);
        span.tangent(t)
    }

    fn span_at(&self, t: f64) -> (Span, f64) {
        let spans = self.spans();
        let count = spans.len();
        let scaled = t.clamp(0.0, 1.0) * count as f64;
        let index = (scaled as usize).min(count - 1);
        let span = spans.into_iter().nth(index).unwrap_or(Span::Line([DVec2::ZERO; 2]));
        (span, scaled - index as f64)
    }

    /// Its length, to about twelve digits.
    pub fn length(&self) -> f64 {
        self.spans().iter().map(Span::length).sum()
    }

    /// Twice the signed area between the curve and the origin: the sum over a closed outline is twice its area, positive if it runs
    /// counter-clockwise.
    pub fn double_area(&self) -> f64 {
        self.spans().iter().map(Span::double_area).sum()
    }

    /// Points along the curve, both ends among them, no further from it than a tolerance.
    pub fn flattened(&self, tolerance: f64) -> Vec<DVec2> {
        let mut points = vec![self.from()];
        for span in self.spans() {
            let count = span.pieces_for(tolerance);
            points.extend((1..count).map(|i| span.point(f64::from(i) / f64::from(count))));
            points.push(span.to());
        }
        points
    }

    /// Whether all its numbers are finite.
    pub fn is_finite(&self) -> bool {
        let bulge = if let Self::Arc { bulge, .. } = self { *bulge } else { 0.0 };
        bulge.is_finite() && self.control_points().iter().all(|point| point.is_finite())
    }

    /// All points that define it, in order.
    pub fn control_points(&self) -> Vec<DVec2> {
        match self {
            Self::Line { from, to } | Self::Arc { from, to, .. } => vec![*from, *to],
            Self::Quadratic { from, control, to } => vec![*from, *control, *to],
            Self::Cubic { from, controls: [one, two], to } => vec![*from, *one, *two, *to],
            Self::Spline { points } | Self::Polyline { points } | Self::Path { points } => points.clone(),
        }
    }
}

#[cfg(test)]
mod tests;
