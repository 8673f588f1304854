//! How friction turns round: the parabola between two turns of the bending.

/// Friction (N·m/m) as a function of curvature while the bending goes one way: a parabola from where it turned round
/// to the curvature at which all friction points the other way, and constant from there on.
///
/// With `t` from 0 to 1 along the span, `f = f₀ + (L − f₀)(2t − t²)`, where `L` is the limit: smooth at the end, and
/// never falling against the sense of the motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Swing {
    /// +1 for growing curvature, -1 for falling.
    pub(super) sense: f64,
    /// The curvature at which it begins.
    pub(super) start: f64,
    /// The friction there.
    pub(super) friction: f64,
    /// The friction at its end, with the sign of the sense.
    pub(super) limit: f64,
    /// How much curvature it takes, not negative.
    pub(super) span: f64,
}

impl Swing {
    /// From a curvature and a friction there to the curvature `end`, where the friction has the size `limit`. Where
    /// the end does not lie ahead, friction stays as it is.
    pub(super) fn new(sense: f64, [start, friction]: [f64; 2], end: f64, limit: f64) -> Self {
        let span = sense * (end - start);
        if span > 0.0 {
            Self { sense, start, friction, limit: sense * limit, span }
        } else {
            Self { sense, start, friction, limit: friction, span: 0.0 }
        }
    }

    /// Cloth that has never been bent: from nothing to full friction over the slip curvature.
    pub(super) fn first(sense: f64, slip: f64, limit: f64) -> Self {
        Self::new(sense, [0.0; 2], sense * slip, limit)
    }

    /// The swing back, from a curvature on this one. A full swing takes twice the slip curvature; on the way of one,
    /// the friction has not yet swung over, and the full swing back would have begun at its end (Wong 2014, 4.8).
    pub(super) fn back_from(&self, curvature: f64, slip: f64, limit: f64) -> Self {
        let begin = if self.share(curvature) < 1.0 { self.end() } else { curvature };
        let here = [curvature, self.friction(curvature)];
        Self::new(-self.sense, here, begin - self.sense * 2.0 * slip, limit)
    }

    /// The rest of a full swing, from the point of it that has this friction.
    pub(super) fn onward(sense: f64, here: [f64; 2], slip: f64, limit: f64) -> Self {
        let left = if limit > 0.0 { (0.5 * (1.0 - sense * here[1] / limit)).clamp(0.0, 1.0) } else { 0.0 };
        Self::new(sense, here, here[0] + sense * 2.0 * slip * left.sqrt(), limit)
    }

    fn end(&self) -> f64 {
        self.start + self.sense * self.span
    }

    /// How much of the span has been covered, 0 to 1.
    fn share(&self, curvature: f64) -> f64 {
        let covered = self.sense * (curvature - self.start);
        if covered >= self.span { 1.0 } else { (covered / self.span).max(0.0) }
    }

    /// Friction at a curvature, N·m/m.
    pub(super) fn friction(&self, curvature: f64) -> f64 {
        let t = self.share(curvature);
        self.friction + (self.limit - self.friction) * t * (2.0 - t)
    }

    /// How friction grows with curvature, N·m; never negative.
    pub(super) fn slope(&self, curvature: f64) -> f64 {
        let t = self.share(curvature);
        if t < 1.0 { 2.0 * (self.limit - self.friction).abs() / self.span * (1.0 - t) } else { 0.0 }
    }

    /// The work of friction from the start on, J/m²: the integral of [`friction`](Self::friction) over curvature.
    pub(super) fn work(&self, curvature: f64) -> f64 {
        let t = self.share(curvature);
        let (covered, turned) =
            (curvature - self.start, self.sense * self.span * (self.limit - self.friction));
        if t < 1.0 {
            self.friction * covered + turned * t * t * (1.0 - t / 3.0)
        } else {
            self.friction * self.sense * self.span
                + turned * (2.0 / 3.0)
                + self.limit * (curvature - self.end())
        }
    }

    /// The curvature at which friction is zero; where it does not become so, that of its end.
    pub(super) fn frictionless(&self) -> f64 {
        let change = self.limit - self.friction;
        let left = if change == 0.0 { 0.0 } else { (self.limit / change).clamp(0.0, 1.0) };
        self.start + self.sense * self.span * (1.0 - left.sqrt())
    }

    /// The curvature at which friction and an elastic moment of this stiffness together are zero.
    pub(super) fn free_curvature(&self, stiffness: f64) -> f64 {
        let moment = stiffness * self.start + self.friction;
        let end_moment = stiffness * self.end() + self.limit;
        if self.span == 0.0 || end_moment * moment > 0.0 {
            return -self.limit / stiffness;
        }
        let change = self.sense * (self.limit - self.friction) / self.span;
        let (slope, bow) = (stiffness + 2.0 * change, -self.sense * change / self.span);
        // The root nearest to the start, in the form that does not cancel.
        let root = (slope * slope - 4.0 * bow * moment).max(0.0).sqrt();
        self.start - 2.0 * moment / (slope + root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn slope_and_work_are_derivative_and_integral(
            start in -2.0..2.0_f64, friction in -1.0..1.0_f64, span in 0.1..3.0_f64, at in 0.01..2.0_f64, up in any::<bool>(),
        ) {
            let sense = if up { 1.0 } else { -1.0 };
            let swing = Swing::new(sense, [start, friction], start + sense * span, 1.0);
            let (k, step) = (start + sense * at * span, 1e-5);
            let rise = (swing.friction(k + step) - swing.friction(k - step)) / (2.0 * step);
            prop_assert!((rise - swing.slope(k)).abs() < 1e-3, "{} {}", rise, swing.slope(k));
            prop_assert!(swing.slope(k) >= 0.0 && swing.friction(k).abs() <= 1.0 + 1e-12);
            let gain = (swing.work(k + step) - swing.work(k - step)) / (2.0 * step);
            prop_assert!((gain - swing.friction(k)).abs() < 1e-5, "{} {}", gain, swing.friction(k));
        }

        #[test]
        fn at_the_free_curvature_no_moment_is_left(
            start in 0.0..3.0_f64, friction in -0.5..0.5_f64, stiffness in 0.1..2.0_f64, slip in 0.1..1.0_f64,
        ) {
            prop_assume!(stiffness * start + friction > 1e-3);
            let swing = Swing::new(-1.0, [start, friction], start - 2.0 * slip, 0.5);
            let free = swing.free_curvature(stiffness);
            prop_assert!((stiffness * free + swing.friction(free)).abs() < 1e-9, "{} {:?}", free, swing);
        }
    }
}
