//! Curves made from curves: turned round, moved, mirrored, cut.

use super::{Curve, Span};
use glam::{DAffine2, DVec2};

impl Curve {
    /// The same curve, run through from its end.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let turned = |points: &[DVec2]| points.iter().rev().copied().collect();
        match self {
            Self::Line { from, to } => Self::Line { from: *to, to: *from },
            Self::Quadratic { from, control, to } => {
                Self::Quadratic { from: *to, control: *control, to: *from }
            }
            Self::Cubic { from, controls: [one, two], to } => {
                Self::Cubic { from: *to, controls: [*two, *one], to: *from }
            }
            Self::Arc { from, to, bulge } => Self::Arc { from: *to, to: *from, bulge: -bulge },
            Self::Spline { points } => Self::Spline { points: turned(points) },
            Self::Polyline { points } => Self::Polyline { points: turned(points) },
            Self::Path { points } => Self::Path { points: turned(points) },
        }
    }

    /// The curve moved, turned, mirrored or scaled. An arc stays one unless it is scaled unevenly; then it becomes a spline.
    #[must_use]
    pub fn transformed(&self, map: &DAffine2) -> Self {
        let at = |point: &DVec2| map.transform_point2(*point);
        let all = |points: &[DVec2]| points.iter().map(at).collect();
        match self {
            Self::Line { from, to } => Self::Line { from: at(from), to: at(to) },
            Self::Quadratic { from, control, to } => {
                Self::Quadratic { from: at(from), control: at(control), to: at(to) }
            }
            Self::Cubic { from, controls: [one, two], to } => {
                Self::Cubic { from: at(from), controls: [at(one), at(two)], to: at(to) }
            }
            Self::Arc { from, to, bulge } => {
                let (x, y) = (map.matrix2.x_axis, map.matrix2.y_axis);
                let size = x.length_squared().max(y.length_squared());
                let even = (x.length_squared() - y.length_squared()).abs() <= 1e-9 * size
                    && x.dot(y).abs() <= 1e-9 * size;
                if even {
                    let bulge = if map.matrix2.determinant() < 0.0 { -bulge } else { *bulge };
                    return Self::Arc { from: at(from), to: at(to), bulge };
                }
                let points = (0..=16).map(|i| at(&self.point(f64::from(i) / 16.0))).collect();
                Self::Spline { points }
            }
            Self::Spline { points } => Self::Spline { points: all(points) },
            Self::Polyline { points } => Self::Polyline { points: all(points) },
            Self::Path { points } => Self::Path { points: all(points) },
        }
    }

    /// The part between two parameters, `from` before `to`. Ends that are kept are kept exactly.
    #[must_use]
    pub fn part(&self, from: f64, to: f64) -> Self {
        let mut rest = self.clone();
        if to < 1.0 {
            rest = rest.cut(to).0;
        }
        if from > 0.0 {
            rest = rest.cut(self.share_before(from, to.min(1.0))).1;
        }
        rest
    }

    /// The parameter that `from` has on the part before `to`: each span of a curve takes up as much of its parameter as any other, also one that is cut.
    fn share_before(&self, from: f64, to: f64) -> f64 {
        let count = self.spans().len();
        let ((first, inside), (last, cut)) = (locate(count, from), locate(count, to));
        if to <= 0.0 || to <= from {
            return if to > 0.0 { 1.0 } else { 0.0 };
        }
        let left = if cut > 0.0 { last + 1 } else { last }.max(1);
        let within = if first == last && cut > 0.0 { inside / cut } else { inside };
        (first as f64 + within) / left as f64
    }

    /// Both sides of a parameter. A spline becomes a path there, as its shape near the cut depends on points beyond it.
    pub fn cut(&self, t: f64) -> (Self, Self) {
        let t = t.clamp(0.0, 1.0);
        match self {
            Self::Line { from, to } => {
                let middle = from.lerp(*to, t);
                (Self::line(*from, middle), Self::line(middle, *to))
            }
            Self::Quadratic { from, control, to } => {
                let (one, two) = (from.lerp(*control, t), control.lerp(*to, t));
                let middle = one.lerp(two, t);
                (
                    Self::Quadratic { from: *from, control: one, to: middle },
                    Self::Quadratic { from: middle, control: two, to: *to },
                )
            }
            Self::Cubic { from, controls: [one, two], to } => {
                let [left, right] = cut_cubic([*from, *one, *two, *to], t);
                let cubic = |[a, b, c, d]: [DVec2; 4]| Self::cubic(a, b, c, d);
                (cubic(left), cubic(right))
            }
            Self::Arc { from, to, bulge } => {
                let (turn, middle) = (4.0 * bulge.atan(), self.point(t));
                (Self::arc(*from, middle, turn * t), Self::arc(middle, *to, turn * (1.0 - t)))
            }
            Self::Polyline { .. } => {
                let spans = self.spans();
                let (index, inside) = locate(spans.len(), t);
                let middle = self.point(t);
                let corners = |spans: &[Span]| spans.iter().map(Span::to).collect::<Vec<_>>();
                let mut left = vec![self.from()];
                left.extend(corners(&spans[..index]));
                if inside > 0.0 || left.len() < 2 {
                    left.push(middle);
                }
                let mut right = vec![middle];
                right.extend(corners(&spans[index..]));
                (Self::Polyline { points: left }, Self::Polyline { points: right })
            }
            Self::Spline { .. } | Self::Path { .. } => cut_path(&self.spans(), t),
        }
    }
}

/// Index of a span and the parameter in it.
fn locate(count: usize, t: f64) -> (usize, f64) {
    let scaled = t * count as f64;
    // What is a rounding error from a joint is cut there, and leaves no span without length.
    let scaled = if (scaled - scaled.round()).abs() < 1e-9 { scaled.round() } else { scaled };
    let index = (scaled as usize).min(count.saturating_sub(1));
    (index, scaled - index as f64)
}

fn cut_cubic([a, b, c, d]: [DVec2; 4], t: f64) -> [[DVec2; 4]; 2] {
    let (ab, bc, cd) = (a.lerp(b, t), b.lerp(c, t), c.lerp(d, t));
    let (abc, bcd) = (ab.lerp(bc, t), bc.lerp(cd, t));
    let middle = abc.lerp(bcd, t);
    [[a, ab, abc, middle], [middle, bcd, cd, d]]
}

fn cut_path(spans: &[Span], t: f64) -> (Curve, Curve) {
    let cubics: Vec<[DVec2; 4]> = spans
        .iter()
        .map(|span| {
            if let Span::Cubic(points) = *span {
                return points;
            }
            let (a, b) = (span.from(), span.to());
            [a, a.lerp(b, 1.0 / 3.0), a.lerp(b, 2.0 / 3.0), b]
        })
        .collect();
    let (index, inside) = locate(cubics.len(), t);
    let [left, right] = cut_cubic(cubics[index], inside);
    let path = |cubics: Vec<[DVec2; 4]>| -> Curve {
        let mut points: Vec<DVec2> = cubics.first().map(|cubic| cubic[0]).into_iter().collect();
        points.extend(cubics.iter().flat_map(|cubic| cubic[1..].iter().copied()));
        Curve::Path { points }
    };
    if index > 0 && inside <= 0.0 {
        return (path(cubics[..index].to_vec()), path(cubics[index..].to_vec()));
    }
    let before = cubics[..index].iter().copied().chain([left]).collect();
    let after = std::iter::once(right).chain(cubics[index + 1..].iter().copied()).collect();
    (path(before), path(after))
}
