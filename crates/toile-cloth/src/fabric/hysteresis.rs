//! Friction in bending: why folded cloth does not spring back.
//!
//! The moment of cloth that is bent from rest follows a parabola and then a straight line; unbent, it comes back below.
//! The model and its names follow Tsz Ho Wong, "Improvements to Physically Based Cloth Simulation" (2014), chapter 4,
//! with the order b1 ≥ b2 that its formulas need.

/// Parameters of the moment-curvature loop of one direction.
///
/// From rest, `M = b1 K + c1 K²` up to the transition curvature and `M = ±M0 + b2 K` behind it. All for a unit width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hysteresis {
    /// Stiffness at rest, N·m.
    pub b1: f64,
    /// Stiffness once the yarns slide: the B that KES reports, N·m.
    pub b2: f64,
    /// Curvature of the parabola between them, N·m²; negative, or zero without friction.
    pub c1: f64,
    /// λ: part of the curvature at zero moment that stays when a cycle ends, 0 to 1.
    pub residual_rate: f64,
    /// μ: part of the friction that a full cycle wears off, 0 to 1.
    pub fatigue_rate: f64,
}

impl Hysteresis {
    /// Parameters from what KES measures and the transition curvature.
    ///
    /// The two branches of the loop are 2HB apart, so the frictional moment is `M0 = 2HB / 2`, and
    /// `b1 = B + 2 M0 / K0`, `c1 = −M0 / K0²` give the parabola that meets the line smoothly at `K0`.
    pub fn from_kes(stiffness: f64, hysteresis_moment: f64, transition_curvature: f64) -> Self {
        let frictional_moment = 0.5 * hysteresis_moment;
        Self {
            b1: stiffness + 2.0 * frictional_moment / transition_curvature,
            b2: stiffness,
            c1: -frictional_moment / transition_curvature.powi(2),
            residual_rate: 0.0,
            fatigue_rate: 0.0,
        }
    }

    /// K0: where the parabola ends, 1/m. Zero without friction.
    pub fn transition_curvature(&self) -> f64 {
        if self.c1 < 0.0 { (self.b2 - self.b1) / (2.0 * self.c1) } else { 0.0 }
    }

    /// M0: the moment that friction adds or takes, N·m/m.
    pub fn frictional_moment(&self) -> f64 {
        0.5 * (self.b1 - self.b2) * self.transition_curvature()
    }

    /// Ma: the moment at the transition curvature, N·m/m. A cycle below it leaves no trace.
    pub fn transition_moment(&self) -> f64 {
        self.frictional_moment() + self.b2 * self.transition_curvature()
    }

    /// Moment and stiffness when cloth is bent from rest for the first time.
    pub fn virgin_moment(&self, curvature: f64) -> (f64, f64) {
        let size = curvature.abs();
        if size <= self.transition_curvature() {
            (curvature * (self.b1 + self.c1 * size), self.b1 + 2.0 * self.c1 * size)
        } else {
            (self.frictional_moment().copysign(curvature) + self.b2 * curvature, self.b2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The acrylic twill of the thesis, in its units.
    const TWILL: Hysteresis =
        Hysteresis { b1: 0.76, b2: 0.26, c1: -0.38, residual_rate: 0.1, fatigue_rate: 0.0 };

    #[test]
    fn derived_moments_of_the_acrylic_twill() {
        assert!((TWILL.transition_curvature() - 0.658).abs() < 5e-4);
        assert!((TWILL.frictional_moment() - 0.1645).abs() < 5e-5);
        assert!((TWILL.transition_moment() - 0.3355).abs() < 5e-4);
    }

    #[test]
    fn kes_values_come_back() {
        let loop_ = Hysteresis::from_kes(1.7e-5, 1.36e-3, 50.0);
        assert!((2.0 * loop_.frictional_moment() / 1.36e-3 - 1.0).abs() < 1e-12);
        assert!((loop_.transition_curvature() / 50.0 - 1.0).abs() < 1e-12);
        assert!(loop_.b1 >= loop_.b2 && loop_.c1 < 0.0);
    }

    #[test]
    fn the_virgin_curve_is_smooth_and_odd() {
        let bend = TWILL.transition_curvature();
        let (below, above) = (TWILL.virgin_moment(bend - 1e-9), TWILL.virgin_moment(bend + 1e-9));
        assert!((below.0 - above.0).abs() < 1e-8 && (below.1 - above.1).abs() < 1e-8);
        for curvature in [0.1, 0.5, 0.9, 3.0] {
            assert_eq!(TWILL.virgin_moment(-curvature).0, -TWILL.virgin_moment(curvature).0);
        }
    }

    #[test]
    fn without_friction_it_is_a_line() {
        let line = Hysteresis::from_kes(1e-5, 0.0, 50.0);
        assert_eq!(line.virgin_moment(10.0), (1e-4, 1e-5));
        assert_eq!(line.transition_moment(), 0.0);
    }
}
