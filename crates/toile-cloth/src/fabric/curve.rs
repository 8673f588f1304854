//! Tension against strain when cloth is not a straight line.
//!
//! Cloth is soft while the crimp of its yarns is pulled straight and stiff when the fibres themselves are pulled.
//! Two forms of curve are enough for what laboratories report: points, as FAST gives them, and the three numbers of
//! KES. Both are strictly increasing, have a continuous derivative, start at rest with no tension, and go on as a
//! straight line beyond what was measured and into compression.

/// A strictly increasing curve of tension (N/m) against strain.
#[derive(Clone, Debug, PartialEq)]
pub enum StretchCurve {
    /// Through measured points.
    Points(PointCurve),
    /// From the tensile numbers of KES.
    Kes(KesCurve),
}

impl StretchCurve {
    /// Tension at a strain and its derivative, both in N/m.
    pub fn tension(&self, strain: f64) -> (f64, f64) {
        match self {
            Self::Points(curve) => curve.tension(strain),
            Self::Kes(curve) => curve.tension(strain),
        }
    }

    /// The strain up to which the curve was measured.
    pub fn measured_strain(&self) -> f64 {
        match self {
            Self::Points(curve) => curve.points.last().map_or(0.0, |&(strain, _)| strain),
            Self::Kes(curve) => curve.max_strain,
        }
    }

    /// Stiffness at rest in N/m.
    pub fn initial_stiffness(&self) -> f64 {
        self.tension(0.0).1
    }
}

/// A monotone cubic spline through the origin and measured points.
///
/// Slopes follow F. N. Fritsch and J. Butland, "A method for constructing local monotone piecewise cubic
/// interpolants", SIAM J. Sci. Stat. Comput. 5 (1984): a weighted harmonic mean of the neighbouring secants, which
/// cannot overshoot.
#[derive(Clone, Debug, PartialEq)]
pub struct PointCurve {
    points: Vec<(f64, f64)>,
    slopes: Vec<f64>,
}

impl PointCurve {
    /// Curve through the origin and `points` of (strain, tension in N/m).
    ///
    /// # Errors
    /// If there are no points, or strain or tension do not increase from the origin on.
    pub fn new(points: &[(f64, f64)]) -> Result<Self, String> {
        if points.is_empty() {
            return Err("a stretch curve needs at least one point".to_string());
        }
        let mut all = Vec::with_capacity(points.len() + 1);
        all.push((0.0, 0.0));
        all.extend_from_slice(points);
        for (pair, number) in all.windows(2).zip(1..) {
            let &[(strain, tension), (next_strain, next_tension)] = pair else { continue };
            let rises = next_strain > strain && next_tension > tension;
            if !rises || !(next_strain + next_tension).is_finite() {
                return Err(format!(
                    "point {number} ({next_strain}, {next_tension} N/m) does not lie above and behind the one before it ({strain}, {tension} N/m)"
                ));
            }
        }
        let slopes = monotone_slopes(&all);
        Ok(Self { points: all, slopes })
    }

    /// The points that the curve was made of, without the origin.
    pub fn points(&self) -> &[(f64, f64)] {
        self.points.get(1..).unwrap_or(&[])
    }

    /// Tension at a strain and its derivative, both in N/m.
    pub fn tension(&self, strain: f64) -> (f64, f64) {
        let behind = self.points.partition_point(|&(known, _)| known <= strain);
        let knot = |index: usize| Some((*self.points.get(index)?, *self.slopes.get(index)?));
        match (behind.checked_sub(1).and_then(knot), knot(behind)) {
            (Some(left), Some(right)) => hermite(left, right, strain),
            (Some(end), None) | (None, Some(end)) => {
                let ((known, tension), slope) = end;
                (tension + slope * (strain - known), slope)
            }
            (None, None) => (0.0, 0.0),
        }
    }
}

/// Slopes at the knots that keep every piece of the cubic increasing.
fn monotone_slopes(points: &[(f64, f64)]) -> Vec<f64> {
    let secants: Vec<(f64, f64)> = points
        .windows(2)
        .filter_map(|pair| match pair {
            &[(x0, y0), (x1, y1)] => Some((x1 - x0, (y1 - y0) / (x1 - x0))),
            _ => None,
        })
        .collect();
    let mut slopes: Vec<f64> = secants.first().map(|&(_, slope)| slope).into_iter().collect();
    for pair in secants.windows(2) {
        let &[(left_width, left), (right_width, right)] = pair else { continue };
        let weight = (left_width + 2.0 * right_width) / (3.0 * (left_width + right_width));
        slopes.push(left * right / (weight * right + (1.0 - weight) * left));
    }
    slopes.extend(secants.last().map(|&(_, slope)| slope));
    slopes
}

/// A knot of the spline: strain and tension, and the slope there.
type Knot = ((f64, f64), f64);

/// Cubic between two knots: value and derivative.
fn hermite(((x0, y0), slope0): Knot, ((x1, y1), slope1): Knot, x: f64) -> (f64, f64) {
    let width = x1 - x0;
    let secant = (y1 - y0) / width;
    let t = (x - x0) / width;
    let quadratic = 3.0 * secant - 2.0 * slope0 - slope1;
    let cubic = slope0 + slope1 - 2.0 * secant;
    let value = y0 + width * t * (slope0 + t * (quadratic + t * cubic));
    (value, slope0 + t * (2.0 * quadratic + 3.0 * cubic * t))
}

/// The curve behind the tensile numbers LT, EMT (and WT) of KES.
///
/// KES stretches a wide strip until the tension is 500 gf/cm, and reports the strain there (EMT), the work (WT) and the
/// linearity LT = WT / (½ · load · EMT), which is one for a straight line (S. Kawabata, "The Standardization and
/// Analysis of Hand Evaluation", 2nd ed., 1980). Many curves have the same three numbers. This one is
///
/// `T(ε) = load · (exp(k ε/EMT) − 1) / (exp(k) − 1)`, with `k` such that the work is right:
/// `1/k − 1/(exp(k) − 1) = LT/2`.
///
/// It was chosen because its stiffness is positive everywhere and not zero at rest, for every linearity between 0 and
/// 2; a power of the strain with the same work has no stiffness at rest, and a parabola falls at first if LT < 2/3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KesCurve {
    linearity: f64,
    max_strain: f64,
    max_tension: f64,
    sharpness: f64,
}

impl KesCurve {
    /// Load at which KES reads EMT: 500 gf/cm, in N/m.
    pub const STANDARD_LOAD: f64 = 490.332_5;

    /// Curve from LT, EMT (as a fraction) and the load at which EMT was read (N/m).
    ///
    /// # Errors
    /// If the linearity is not between 0.1 and 1.9, or strain or load are not positive.
    pub fn new(linearity: f64, max_strain: f64, max_tension: f64) -> Result<Self, String> {
        if !(0.1..=1.9).contains(&linearity) {
            return Err(format!("the linearity LT is {linearity}; permitted are 0.1 to 1.9"));
        }
        for (name, value, unit) in [("EMT", max_strain, ""), ("load", max_tension, " N/m")] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(format!("{name} is {value}{unit}; it must be positive"));
            }
        }
        Ok(Self { linearity, max_strain, max_tension, sharpness: sharpness(linearity) })
    }

    /// LT.
    pub fn linearity(&self) -> f64 {
        self.linearity
    }

    /// EMT as a fraction.
    pub fn max_strain(&self) -> f64 {
        self.max_strain
    }

    /// The load at which EMT was read, in N/m.
    pub fn max_tension(&self) -> f64 {
        self.max_tension
    }

    /// WT: the work of stretching an area to EMT, in J/m².
    pub fn work(&self) -> f64 {
        0.5 * self.linearity * self.max_tension * self.max_strain
    }

    /// Tension at a strain and its derivative, both in N/m.
    pub fn tension(&self, strain: f64) -> (f64, f64) {
        let secant = self.max_tension / self.max_strain;
        // k / (exp(k) − 1), which is one for a straight line.
        let softness =
            if self.sharpness.abs() < 1e-9 { 1.0 } else { self.sharpness / self.sharpness.exp_m1() };
        let inside = strain.clamp(0.0, self.max_strain);
        let exponent = self.sharpness * inside / self.max_strain;
        let growth = if exponent.abs() < 1e-9 { 1.0 } else { exponent.exp_m1() / exponent };
        let tension = secant * softness * growth * inside;
        let slope = secant * softness * exponent.exp();
        (tension + slope * (strain - inside), slope)
    }
}

/// Solves `1/k − 1/(exp(k) − 1) = LT/2` by bisection; the left side falls from 1 to 0 as k grows.
fn sharpness(linearity: f64) -> f64 {
    let mean = |k: f64| if k.abs() < 1e-4 { 0.5 - k / 12.0 } else { 1.0 / k - 1.0 / k.exp_m1() };
    let (mut low, mut high) = (-50.0, 50.0);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if mean(middle) > 0.5 * linearity {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check_derivative(curve: &StretchCurve, strain: f64) {
        let step = 1e-6;
        let slope = curve.tension(strain).1;
        let numeric = (curve.tension(strain + step).0 - curve.tension(strain - step).0) / (2.0 * step);
        assert!((slope - numeric).abs() <= 2e-3 * slope.abs().max(1.0), "at {strain}: {slope} but {numeric}");
    }

    #[test]
    fn a_curve_passes_through_its_points() {
        let points = [(0.004, 4.9), (0.0187, 19.6), (0.0587, 98.1)];
        let curve = PointCurve::new(&points).unwrap();
        for (strain, tension) in points {
            assert!((curve.tension(strain).0 - tension).abs() < 1e-12 * tension.max(1.0));
        }
        assert_eq!(curve.tension(0.0).0, 0.0);
        assert_eq!(curve.points(), points);
        for step in -20..100 {
            check_derivative(&StretchCurve::Points(curve.clone()), f64::from(step) * 1e-3 + 3e-4);
        }
    }

    #[test]
    fn points_out_of_order_are_refused() {
        assert!(PointCurve::new(&[]).is_err());
        for points in [[(0.01, 5.0), (0.01, 6.0)], [(0.01, 5.0), (0.02, 5.0)], [(-0.01, 5.0), (0.02, 6.0)]] {
            assert!(PointCurve::new(&points).unwrap_err().contains("point"));
        }
        assert!(PointCurve::new(&[(f64::NAN, 1.0)]).is_err());
        assert!(PointCurve::new(&[(1.0, f64::INFINITY)]).is_err());
    }

    #[test]
    fn the_work_under_the_kes_curve_is_wt() {
        for linearity in [0.3, 0.6082, 0.712, 0.999_999, 1.0, 1.2] {
            let curve = KesCurve::new(linearity, 0.055, KesCurve::STANDARD_LOAD).unwrap();
            let steps = 20_000;
            let width = 0.055 / f64::from(steps);
            let work: f64 = (0..steps).map(|i| curve.tension((f64::from(i) + 0.5) * width).0 * width).sum();
            assert!((work / curve.work() - 1.0).abs() < 1e-6, "LT {linearity}: {work} {}", curve.work());
            assert!((curve.tension(0.055).0 / KesCurve::STANDARD_LOAD - 1.0).abs() < 1e-9);
            for step in -20..80 {
                check_derivative(&StretchCurve::Kes(curve), f64::from(step) * 1e-3 + 3e-4);
            }
        }
    }

    #[test]
    fn a_linearity_of_one_is_a_straight_line() {
        let curve = KesCurve::new(1.0, 0.05, 500.0).unwrap();
        for strain in [-0.01, 0.0, 0.02, 0.2] {
            let (tension, slope) = curve.tension(strain);
            assert!((tension - 1e4 * strain).abs() < 1e-6 && (slope - 1e4).abs() < 1e-3, "{tension} {slope}");
        }
    }

    proptest! {
        #[test]
        fn curves_increase(linearity in 0.1f64..1.9, strain in 0.005f64..1.0, steps in prop::collection::vec((1e-4f64..0.1, 1e-3f64..100.0), 1..8)) {
            let kes = StretchCurve::Kes(KesCurve::new(linearity, strain, 490.0).unwrap());
            let points: Vec<_> = steps
                .iter()
                .scan((0.0, 0.0), |sum: &mut (f64, f64), step| {
                    *sum = (sum.0 + step.0, sum.1 + step.1);
                    Some(*sum)
                })
                .collect();
            let spline = StretchCurve::Points(PointCurve::new(&points).unwrap());
            for (curve, end) in [(kes, strain), (spline, points[points.len() - 1].0)] {
                let mut last = f64::NEG_INFINITY;
                for i in -50..200 {
                    let (tension, slope) = curve.tension(end * f64::from(i) / 100.0);
                    prop_assert!(tension >= last && slope >= 0.0);
                    last = tension;
                }
            }
        }
    }
}
