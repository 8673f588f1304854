//! B-splines, rational ones too (Piegl and Tiller, *The NURBS Book*, 2nd ed., chapters 2 to 4).

use super::groups::Entity;
use crate::curve::Curve;
use glam::{DVec2, DVec3, Vec3Swizzles};

/// Splines of higher degree are not drawn by anyone.
const HIGHEST_DEGREE: usize = 9;
/// Into how many parts each span is cut: spans up to the third degree without weights are exact, a quarter circle is within `2e-5` of its radius.
const PARTS: u32 = 8;

/// The curve of a `SPLINE`: by its control points, or through its fit points if there are no others.
pub(super) fn read(entity: &Entity<'_>) -> Result<Curve, &'static str> {
    let cause = "a spline's points are no numbers";
    let (controls, fit) = (entity.points(10).ok_or(cause)?, entity.points(11).ok_or(cause)?);
    if controls.is_empty() {
        return if fit.len() > 1 { Ok(Curve::Spline { points: fit }) } else { Err("a spline has no points") };
    }
    let degree = usize::try_from(entity.flags(71)).unwrap_or(0);
    let knots = entity.numbers(40).ok_or("a spline's knots are no numbers")?;
    let weights = entity.numbers(41).ok_or("a spline's weights are no numbers")?;
    let spline =
        Spline::new(degree, knots, &controls, &weights).ok_or("a spline's knots do not fit its points")?;
    spline.curve().ok_or("a spline stands still")
}

/// A B-spline in homogeneous coordinates: `x w`, `y w`, `w`.
struct Spline {
    degree: usize,
    knots: Vec<f64>,
    controls: Vec<DVec3>,
}

impl Spline {
    fn new(degree: usize, knots: Vec<f64>, controls: &[DVec2], weights: &[f64]) -> Option<Self> {
        let fits = (1..=HIGHEST_DEGREE).contains(&degree)
            && controls.len() > degree
            && knots.len() == controls.len() + degree + 1
            && knots.windows(2).all(|pair| pair[0] <= pair[1]);
        let weight = |index: usize| weights.get(index).copied().unwrap_or(1.0);
        let weighed = |(index, at): (usize, &DVec2)| (*at * weight(index)).extend(weight(index));
        let controls: Vec<DVec3> = controls.iter().enumerate().map(weighed).collect();
        (fits && controls.iter().all(|control| control.z > 0.0)).then_some(Self { degree, knots, controls })
    }

    /// Bézier curves with the spline's points and directions at the ends of each part.
    fn curve(&self) -> Option<Curve> {
        let slope = self.derivative();
        let mut points: Vec<DVec2> = Vec::new();
        for span in self.degree..self.controls.len() {
            let (from, to) = (self.knots[span], self.knots[span + 1]);
            if to <= from {
                continue;
            }
            let at = |part: u32| from + (to - from) * f64::from(part) / f64::from(PARTS);
            let third = (to - from) / (3.0 * f64::from(PARTS));
            for part in 0..PARTS {
                let [(p, v), (q, w)] = [part, part + 1].map(|part| self.point(&slope, span, at(part)));
                if points.is_empty() {
                    points.push(p);
                }
                points.extend([p + third * v, q - third * w, q]);
            }
        }
        (points.len() > 1 && points.iter().all(|point| point.is_finite())).then_some(Curve::Path { points })
    }

    /// The spline of its derivative, one degree lower.
    fn derivative(&self) -> Self {
        let step = |i: usize| {
            let width = self.knots[i + self.degree + 1] - self.knots[i + 1];
            let change = self.controls[i + 1] - self.controls[i];
            if width > 0.0 { change * (self.degree as f64 / width) } else { DVec3::ZERO }
        };
        Self {
            degree: self.degree - 1,
            knots: self.knots[1..self.knots.len() - 1].to_vec(),
            controls: (0..self.controls.len() - 1).map(step).collect(),
        }
    }

    /// Place and speed at a parameter in a span.
    fn point(&self, slope: &Self, span: usize, t: f64) -> (DVec2, DVec2) {
        let (at, speed) = (self.blended(span, t), slope.blended(span - 1, t));
        let place = at.xy() / at.z;
        (place, (speed.xy() - speed.z * place) / at.z)
    }

    /// De Boor's scheme.
    fn blended(&self, span: usize, t: f64) -> DVec3 {
        let p = self.degree;
        let mut points: Vec<DVec3> = self.controls[span - p..=span].to_vec();
        for level in 1..=p {
            for j in (level..=p).rev() {
                let (low, high) = (self.knots[span - p + j], self.knots[span + j - level + 1]);
                let share = if high > low { (t - low) / (high - low) } else { 0.0 };
                points[j] = points[j - 1].lerp(points[j], share);
            }
        }
        points[p]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_a_circle_and_a_cubic() {
        let corners = [DVec2::X, DVec2::ONE, DVec2::Y];
        let knots = vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
        let circle = Spline::new(2, knots, &corners, &[1.0, 0.5_f64.sqrt(), 1.0]).unwrap().curve().unwrap();
        for i in 0..=40 {
            assert!((circle.point(f64::from(i) / 40.0).length() - 1.0).abs() < 2e-5);
        }
        // Two cubic spans that pass through a knot in the middle.
        let points = [(0.0, 0.0), (0.1, 0.2), (0.3, 0.3), (0.5, 0.1), (0.6, 0.0)].map(DVec2::from);
        let knots = vec![0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 2.0, 2.0, 2.0];
        let curve = Spline::new(3, knots, &points, &[]).unwrap().curve().unwrap();
        assert_eq!((curve.from(), curve.to()), (points[0], points[4]));
        // By hand: the point at the knot is a quarter, a half, a quarter of the three points around.
        let middle = 0.25 * points[1] + 0.5 * points[2] + 0.25 * points[3];
        assert!(curve.point(0.5).distance(middle) < 1e-12, "{}", curve.point(0.5));
    }

    #[test]
    fn knots_that_do_not_fit_are_refused() {
        let corners = [DVec2::X, DVec2::ONE, DVec2::Y];
        assert!(Spline::new(2, vec![0.0; 5], &corners, &[]).is_none());
        assert!(Spline::new(2, vec![1.0, 0.0, 0.0, 1.0, 1.0, 1.0], &corners, &[]).is_none());
        assert!(Spline::new(2, vec![0.0; 6], &corners, &[]).unwrap().curve().is_none());
        assert!(Spline::new(0, vec![0.0; 4], &corners, &[]).is_none());
    }
}
