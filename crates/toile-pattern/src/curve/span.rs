//! The simple curves that others are made of, with one formula each.

use glam::DVec2;

/// A line, a Bézier curve or an arc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Span {
    Line([DVec2; 2]),
    Quadratic([DVec2; 3]),
    Cubic([DVec2; 4]),
    Arc { ends: [DVec2; 2], centre: DVec2, turn: f64 },
}

/// Gauss-Legendre nodes and weights of order 8 on [-1, 1], the positive half (Abramowitz & Stegun, table 25.4).
const GAUSS: [(f64, f64); 4] = [
    (0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (0.525_532_409_916_329, 0.313_706_645_877_887_3),
    (0.796_666_477_413_626_7, 0.222_381_034_453_374_48),
    (0.960_289_856_497_536_3, 0.101_228_536_290_376_26),
];

/// The integral of a function, by eight points.
fn gauss(from: f64, to: f64, f: &impl Fn(f64) -> f64) -> f64 {
    let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
    half * GAUSS.iter().map(|(x, w)| w * (f(middle - half * x) + f(middle + half * x))).sum::<f64>()
}

impl Span {
    /// Half a turn and less become an arc with a centre; next to nothing is a line, whose centre would be at infinity.
    pub(crate) fn arc(from: DVec2, to: DVec2, bulge: f64) -> Self {
        let chord = to - from;
        let turn = 4.0 * bulge.atan();
        if bulge.abs() < 1e-9 || chord == DVec2::ZERO || !bulge.is_finite() {
            return Self::Line([from, to]);
        }
        let to_centre = (1.0 - bulge * bulge) / (4.0 * bulge);
        Self::Arc { ends: [from, to], centre: 0.5 * (from + to) + chord.perp() * to_centre, turn }
    }

    pub(crate) fn from(&self) -> DVec2 {
        match self {
            Self::Line([from, _]) | Self::Quadratic([from, ..]) | Self::Cubic([from, ..]) => *from,
            Self::Arc { ends, .. } => ends[0],
        }
    }

    pub(crate) fn to(&self) -> DVec2 {
        match self {
            Self::Line([.., to]) | Self::Quadratic([.., to]) | Self::Cubic([.., to]) => *to,
            Self::Arc { ends, .. } => ends[1],
        }
    }

    pub(crate) fn point(&self, t: f64) -> DVec2 {
        if t >= 1.0 {
            return self.to();
        }
        match *self {
            Self::Line([a, b]) => a.lerp(b, t),
            Self::Quadratic([a, b, c]) => a.lerp(b, t).lerp(b.lerp(c, t), t),
            Self::Cubic([a, b, c, d]) => {
                let (ab, bc, cd) = (a.lerp(b, t), b.lerp(c, t), c.lerp(d, t));
                ab.lerp(bc, t).lerp(bc.lerp(cd, t), t)
            }
            Self::Arc { ends, centre, turn } => centre + DVec2::from_angle(turn * t).rotate(ends[0] - centre),
        }
    }

    /// The derivative by the parameter.
    pub(crate) fn derivative(&self, t: f64) -> DVec2 {
        match *self {
            Self::Line([a, b]) => b - a,
            Self::Quadratic([a, b, c]) => 2.0 * (b - a).lerp(c - b, t),
            Self::Cubic([a, b, c, d]) => {
                let (one, two, three) = (b - a, c - b, d - c);
                3.0 * one.lerp(two, t).lerp(two.lerp(three, t), t)
            }
            Self::Arc { ends, centre, turn } => {
                DVec2::from_angle(turn * t).rotate(ends[0] - centre).perp() * turn
            }
        }
    }

    /// The direction; at the end of a Bézier curve whose control point coincides with the end, that towards the next one.
    pub(crate) fn tangent(&self, t: f64) -> DVec2 {
        let direction = self.derivative(t).normalize_or_zero();
        if direction != DVec2::ZERO {
            return direction;
        }
        let (a, b) = ((t - 1e-4).max(0.0), (t + 1e-4).min(1.0));
        (self.point(b) - self.point(a)).normalize_or_zero()
    }

    pub(crate) fn length(&self) -> f64 {
        self.length_between(0.0, 1.0)
    }

    /// The length between two parameters, by quadrature that halves until it agrees with itself.
    pub(crate) fn length_between(&self, from: f64, to: f64) -> f64 {
        match self {
            Self::Line([a, b]) => a.distance(*b) * (to - from),
            Self::Arc { ends, centre, turn } => ends[0].distance(*centre) * turn.abs() * (to - from),
            Self::Quadratic(_) | Self::Cubic(_) => {
                let speed = |t: f64| self.derivative(t).length();
                let whole = gauss(from, to, &speed);
                halved(from, to, whole, 24, &speed)
            }
        }
    }

    pub(crate) fn double_area(&self) -> f64 {
        match self {
            Self::Line([a, b]) => a.perp_dot(*b),
            Self::Arc { ends, centre, turn } => {
                let radius_squared = ends[0].distance_squared(*centre);
                ends[0].perp_dot(ends[1]) + radius_squared * (turn - turn.sin())
            }
            // The integrand is a polynomial of degree five at most, for which eight points are exact.
            _ => gauss(0.0, 1.0, &|t| self.point(t).perp_dot(self.derivative(t))),
        }
    }

    /// Into how many equal parts of the parameter it must be cut for straight lines to stay within a tolerance.
    pub(crate) fn pieces_for(&self, tolerance: f64) -> u32 {
        // The chord of a step h stays within h² max|x''| / 8 of the curve.
        let acceleration = match *self {
            Self::Line(_) => 0.0,
            Self::Quadratic([a, b, c]) => 2.0 * (a - 2.0 * b + c).length(),
            Self::Cubic([a, b, c, d]) => 6.0 * (a - 2.0 * b + c).length().max((b - 2.0 * c + d).length()),
            Self::Arc { ends, centre, turn } => ends[0].distance(centre) * turn * turn,
        };
        let count = (acceleration / (8.0 * tolerance.max(1e-9))).sqrt().ceil();
        if count.is_finite() { count.clamp(1.0, 4096.0) as u32 } else { 1 }
    }
}

/// Refines an integral until two halves agree with the whole.
fn halved(from: f64, to: f64, whole: f64, depth: u32, f: &impl Fn(f64) -> f64) -> f64 {
    let middle = 0.5 * (from + to);
    let (left, right) = (gauss(from, middle, f), gauss(middle, to, f));
    let sum = left + right;
    if depth == 0 || (sum - whole).abs() <= 1e-13 * sum.abs() || !sum.is_finite() {
        return sum;
    }
    halved(from, middle, left, depth - 1, f) + halved(middle, to, right, depth - 1, f)
}
