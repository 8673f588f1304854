//! The law for one pair of materials.

/// How two materials rub against each other.
///
/// Against a push `N` (in newtons) a slip of speed `v` meets the force `μ(v) N + viscous · v^viscous_power` with
/// `μ(v) = kinetic + (static_ - kinetic) exp(-(v / stribeck_speed)^stribeck_shape)`; at rest anything up to `static_ · N` is withstood
/// (Wong 2014, equations 7.1 to 7.7).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionLaw {
    /// Coulomb's coefficient at rest.
    pub static_: f64,
    /// Coulomb's coefficient while sliding; not more than `static_`.
    pub kinetic: f64,
    /// How fast the coefficient falls from one to the other, in m/s. At 0 it falls at once.
    pub stribeck_speed: f64,
    /// The shape of the fall: 1 is exponential, less falls more steeply at first and takes longer. Dry cloth has about 0.2.
    pub stribeck_shape: f64,
    /// The drag of a contact at a speed of 1 m/s, in newtons, whatever the push; that of a square metre where cloth is concerned, so that
    /// it does not depend on the mesh.
    pub viscous: f64,
    /// The power of the speed that the drag grows with: 1 in proportion.
    pub viscous_power: f64,
    /// How much more all of it is when slipping across the grain than along it; 1 if there is no difference.
    pub across: f64,
}

/// What a law says about a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StickOrSlip {
    /// Whether it holds.
    pub sticks: bool,
    /// From [`FrictionLaw::friction_force`] the force against the pull in newtons, from [`FrictionLaw::slow`] the speed that is left in m/s.
    pub value: f64,
}

/// Why a law makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum FrictionError {
    /// A number is negative, infinite or none.
    #[error("friction: {name} must be a number that is not negative, not {value}")]
    Value {
        /// Which one.
        name: &'static str,
        /// What it is.
        value: f64,
    },
    /// A number is not positive, infinite or none.
    #[error("friction: {name} must be a number above 0, not {value}")]
    NotPositive {
        /// Which one.
        name: &'static str,
        /// What it is.
        value: f64,
    },
    /// Less friction at rest than while sliding.
    #[error(
        "friction: at rest it is {at_rest}, less than the {sliding} while sliding; raise the first or lower the second"
    )]
    StaticBelowKinetic {
        /// The coefficient at rest.
        at_rest: f64,
        /// The coefficient while sliding.
        sliding: f64,
    },
}

impl FrictionLaw {
    /// No friction at all.
    pub const NONE: Self = Self::coulomb(0.0);

    /// Coulomb's law with one coefficient for rest and sliding.
    pub const fn coulomb(coefficient: f64) -> Self {
        Self {
            static_: coefficient,
            kinetic: coefficient,
            stribeck_speed: 0.0,
            stribeck_shape: 1.0,
            viscous: 0.0,
            viscous_power: 1.0,
            across: 1.0,
        }
    }

    /// Another coefficient at rest.
    #[must_use]
    pub const fn with_static(mut self, coefficient: f64) -> Self {
        self.static_ = coefficient;
        self
    }

    /// A gradual fall from the coefficient at rest to the one while sliding: the speed in m/s, and the shape.
    #[must_use]
    pub const fn with_stribeck(mut self, speed: f64, shape: f64) -> Self {
        self.stribeck_speed = speed;
        self.stribeck_shape = shape;
        self
    }

    /// A drag that grows with speed: newtons at 1 m/s, and the power of the speed.
    #[must_use]
    pub const fn with_viscous(mut self, force: f64, power: f64) -> Self {
        self.viscous = force;
        self.viscous_power = power;
        self
    }

    /// More or less friction across the grain.
    #[must_use]
    pub const fn with_across(mut self, factor: f64) -> Self {
        self.across = factor;
        self
    }

    /// The law itself if its numbers make sense.
    ///
    /// # Errors
    /// If a coefficient is negative or not finite, a shape, a power or the factor across the grain is not positive, or friction at rest is
    /// less than while sliding.
    pub fn validated(self) -> Result<Self, FrictionError> {
        let not_negative = [
            ("the coefficient at rest", self.static_),
            ("the coefficient while sliding", self.kinetic),
            ("the Stribeck speed", self.stribeck_speed),
            ("the viscous force", self.viscous),
        ];
        for (name, value) in not_negative {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(FrictionError::Value { name, value });
            }
        }
        let positive = [
            ("the Stribeck shape", self.stribeck_shape),
            ("the viscous power", self.viscous_power),
            ("the factor across the grain", self.across),
        ];
        for (name, value) in positive {
            if !(value > 0.0 && value.is_finite()) {
                return Err(FrictionError::NotPositive { name, value });
            }
        }
        if self.static_ < self.kinetic {
            return Err(FrictionError::StaticBelowKinetic { at_rest: self.static_, sliding: self.kinetic });
        }
        Ok(self)
    }

    /// Whether it is Coulomb's law with one coefficient, in all directions.
    pub fn is_coulomb(&self) -> bool {
        self.static_ == self.kinetic && self.viscous == 0.0 && self.across == 1.0
    }

    /// The coefficient at a slip speed in m/s: that at rest for 0.
    pub fn coefficient(&self, speed: f64) -> f64 {
        if speed <= 0.0 {
            return self.static_;
        }
        if self.stribeck_speed <= 0.0 || self.static_ == self.kinetic {
            return self.kinetic;
        }
        // μ(v) = μₖ + (μₛ - μₖ) exp(-(v / v₀)ˢ)
        let fall = (-(speed / self.stribeck_speed).powf(self.stribeck_shape)).exp();
        self.kinetic + (self.static_ - self.kinetic) * fall
    }

    /// The drag that does not depend on the push, at a slip speed.
    pub fn drag(&self, speed: f64) -> f64 {
        if self.viscous > 0.0 && speed > 0.0 { self.viscous * speed.powf(self.viscous_power) } else { 0.0 }
    }

    /// The largest force along the surface against a push, in newtons, at a slip speed. A push that is a pull has none.
    pub fn bound(&self, push: f64, speed: f64) -> f64 {
        if push > 0.0 { push * self.coefficient(speed) + self.drag(speed) } else { 0.0 }
    }

    /// The force against a pull along the surface: the pull itself while it sticks, [`bound`](Self::bound) if it slips.
    ///
    /// What slides already does not stick, so a solver asks with the speed at the beginning of the step, 0 where the contact
    /// stuck in the step before.
    pub fn friction_force(&self, push: f64, pull: f64, speed: f64) -> StickOrSlip {
        let bound = self.bound(push, speed);
        let sticks = speed <= 0.0 && pull <= bound;
        StickOrSlip { sticks, value: if sticks { pull } else { bound } }
    }

    /// What an impulse leaves of a slip: `pushed` is the change of the normal velocity it made, `speed` the slip before, both in m/s.
    ///
    /// `mobility` says how much a force changes the slip, the step in seconds over the mass in kilograms that takes part; it
    /// is for the viscous drag only. Friction stops a slip and never turns it round (Wong 2014, equation 7.9, with the
    /// coefficient at rest in the test for sticking and the mass that the printed form leaves out).
    pub fn slow(&self, pushed: f64, speed: f64, mobility: f64) -> StickOrSlip {
        if !(pushed > 0.0 && speed > 0.0) {
            return StickOrSlip { sticks: pushed > 0.0 && speed <= 0.0, value: speed };
        }
        if self.static_ * pushed >= speed {
            return StickOrSlip { sticks: true, value: 0.0 };
        }
        // v - μ(v) Δvₙ - (t / m) c vᵖ
        let left = speed - pushed * self.coefficient(speed) - mobility * self.drag(speed);
        StickOrSlip { sticks: left <= 0.0, value: left.max(0.0) }
    }

    /// The law for slips in one direction: `cosine` is that of the angle between slip and grain, of either sign.
    ///
    /// The friction of all directions together is an ellipse with its axes along and across the grain.
    #[must_use]
    pub fn towards(&self, cosine: f64) -> Self {
        if self.across == 1.0 {
            return *self;
        }
        // 1 / √(cos² + sin² / across²): the radius of an ellipse.
        let along = cosine.clamp(-1.0, 1.0).powi(2);
        self.scaled((along + (1.0 - along) / (self.across * self.across)).sqrt().recip())
    }

    /// The same law with all forces multiplied by a factor, and no grain.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        Self {
            static_: self.static_ * factor,
            kinetic: self.kinetic * factor,
            viscous: self.viscous * factor,
            across: 1.0,
            ..*self
        }
    }
}

impl Default for FrictionLaw {
    /// Coulomb's law with 0.5, where nothing was measured.
    fn default() -> Self {
        Self::coulomb(0.5)
    }
}

impl From<f64> for FrictionLaw {
    fn from(coefficient: f64) -> Self {
        Self::coulomb(coefficient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The law of the stick-slip scene of Wong 2014, table 7.1.
    fn jeans() -> FrictionLaw {
        FrictionLaw::coulomb(0.1).with_static(0.4).with_stribeck(0.4, 0.2)
    }

    #[test]
    fn the_stribeck_factor_falls_as_derived_by_hand() {
        for (speed, factor) in [(0.004, 0.67), (0.04, 0.53), (0.4, 0.37), (4.0, 0.20), (10.0, 0.15)] {
            let share = (jeans().coefficient(speed) - 0.1) / 0.3;
            assert!((share - factor).abs() < 0.005, "{speed}: {share}");
        }
    }

    #[test]
    fn rest_holds_to_the_static_limit_and_sliding_meets_the_kinetic_one() {
        let law = FrictionLaw::coulomb(0.2).with_static(0.3).with_viscous(0.5, 2.0);
        assert_eq!(law.friction_force(10.0, 2.9, 0.0), StickOrSlip { sticks: true, value: 2.9 });
        assert_eq!(law.friction_force(10.0, 3.1, 0.0), StickOrSlip { sticks: false, value: 3.0 });
        assert_eq!(law.friction_force(10.0, 1.0, 2.0), StickOrSlip { sticks: false, value: 4.0 });
        assert_eq!(law.bound(-1.0, 2.0), 0.0);
    }

    #[test]
    fn the_grain_makes_an_ellipse() {
        let law = FrictionLaw::coulomb(0.2).with_static(0.4).with_across(1.5);
        assert!((law.towards(1.0).kinetic - 0.2).abs() < 1e-15);
        assert!((law.towards(0.0).static_ - 0.6).abs() < 1e-15);
        let half = law.towards(0.5_f64.sqrt()).kinetic;
        let (along, across) = (half * 0.5_f64.sqrt() / 0.2, half * 0.5_f64.sqrt() / 0.3);
        assert!((along * along + across * across - 1.0).abs() < 1e-12);
    }

    #[test]
    fn laws_without_sense_are_refused_by_name() {
        let says = |law: FrictionLaw| law.validated().unwrap_err().to_string();
        assert!(
            says(FrictionLaw::coulomb(-0.1))
                .contains("at rest must be a number that is not negative, not -0.1")
        );
        assert!(says(FrictionLaw::coulomb(0.3).with_static(0.2)).contains("raise the first"));
        assert!(says(FrictionLaw::coulomb(0.3).with_stribeck(0.4, 0.0)).contains("the Stribeck shape"));
        assert!(says(FrictionLaw::coulomb(f64::NAN)).contains("NaN"));
    }

    proptest! {
        #[test]
        fn friction_never_turns_a_slip_round_or_speeds_it_up(
            kinetic in 0.0..2.0_f64, more in 0.0..2.0_f64, stribeck in 0.0..1.0_f64, shape in 0.1..2.0_f64,
            viscous in 0.0..10.0_f64, pushed in -1.0..5.0_f64, speed in 0.0..10.0_f64, mobility in 0.0..10.0_f64,
        ) {
            let law = FrictionLaw::coulomb(kinetic).with_static(kinetic + more).with_stribeck(stribeck, shape);
            let law = law.with_viscous(viscous, 1.0).validated().unwrap();
            let left = law.slow(pushed, speed, mobility);
            prop_assert!(left.value >= 0.0 && left.value <= speed);
            prop_assert!(left.sticks == (pushed > 0.0 && left.value == 0.0) || pushed <= 0.0);
            let (low, high) = (law.coefficient(speed + 0.1), law.coefficient(speed));
            prop_assert!(low <= high && low >= kinetic && high <= law.static_);
        }
    }
}
