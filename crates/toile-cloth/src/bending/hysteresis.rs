//! Bending hysteresis: cloth remembers how it was bent.
//!
//! Yarns rub against each other. A fabric that is bent and released comes back along another curve, with less moment, and not all
//! the way: a crease stays, and folding it again and again makes the crease permanent. This is the model of Wong (2014, chapter 4):
//! the moment is an elastic part `b₂ κ` and a friction between `-M₀` and `M₀`; when the bending turns round, the friction swings from one
//! side to the other along a parabola. A crease is a residual curvature that grows by a share of what is left at zero moment, and
//! each such cycle wears the friction down.
//!
//! ```
//! use toile_cloth::bending::{Hysteresis, HysteresisState};
//!
//! let fabric = Hysteresis { initial: 0.76, lasting: 0.26, falloff: 0.38, residual_rate: 0.5, fatigue_rate: 0.0 };
//! let mut state = HysteresisState::new(&fabric);
//! for step in 0..=100 {
//!     state.bend(&fabric, 0.04 * f64::from(step)); // fold
//! }
//! for step in (0..=100).rev() {
//!     state.bend(&fabric, 0.04 * f64::from(step)); // unfold
//! }
//! assert!(state.residual() > 0.0); // a crease stays
//! ```

/// How a fabric bends and forgets. Moments are per width (N·m/m), curvatures in 1/m.
///
/// Bending starts with the stiffness `initial` and falls linearly with curvature, by twice `falloff` per 1/m, to `lasting`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hysteresis {
    /// Stiffness at the beginning of bending, N·m (Wong's b₁).
    pub initial: f64,
    /// Stiffness that remains when the yarns have slipped, N·m (b₂); at most `initial`.
    pub lasting: f64,
    /// Half of the loss of stiffness per curvature, N·m² (|c₁|); positive, unless there is no loss.
    pub falloff: f64,
    /// The share of the curvature left at zero moment that becomes permanent, 0 to 1 (λ).
    pub residual_rate: f64,
    /// The share of the friction that a full cycle wears away, 0 to 1 (μ).
    pub fatigue_rate: f64,
}

impl Hysteresis {
    /// What follows from the stiffness `B` and the loop's width `2HB` that KES measures, and the curvature at which the yarns
    /// have slipped. Creases and fatigue are off.
    pub fn from_kes(stiffness: f64, loop_width: f64, slip_curvature: f64) -> Self {
        let friction = 0.5 * loop_width;
        Self {
            initial: stiffness + 2.0 * friction / slip_curvature,
            lasting: stiffness,
            falloff: friction / (slip_curvature * slip_curvature),
            residual_rate: 0.0,
            fatigue_rate: 0.0,
        }
    }

    /// The curvature at which the yarns have slipped, 1/m (K₀).
    pub fn slip_curvature(&self) -> f64 {
        self.friction(self.initial).0
    }

    /// The moment of friction, N·m/m (M₀). The width of the measured loop, 2HB, is twice this.
    pub fn friction_moment(&self) -> f64 {
        self.friction(self.initial).1
    }

    /// The curvature and the moment at which friction gives way, for an initial stiffness that may have worn.
    fn friction(&self, initial: f64) -> (f64, f64) {
        let lost = (initial - self.lasting).max(0.0);
        if lost == 0.0 {
            return (0.0, 0.0);
        }
        (lost / (2.0 * self.falloff), lost * lost / (4.0 * self.falloff))
    }
}

/// Where one place of the cloth is on its curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HysteresisState {
    /// The initial stiffness, worn by fatigue.
    initial: f64,
    /// The curvature that has become permanent.
    residual: f64,
    /// Curvature beyond the residual, and moment, at the last step.
    curvature: f64,
    moment: f64,
    /// The curve that is being followed; none before the first bending.
    swing: Option<Swing>,
    /// The cycle of recovery that is going on, if any.
    recovery: Option<Recovery>,
}

/// A parabola from where the bending turned round to the line on which all friction points the other way.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Swing {
    /// +1 for growing curvature, -1 for falling.
    sense: f64,
    start: [f64; 2],
    end: [f64; 2],
    slope: f64,
    bow: f64,
}

/// A recovery: the moment at which it began, and the curvature at which no moment will be left.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Recovery {
    moment: f64,
    free_curvature: f64,
    /// Whether the bending was beyond the elastic limit.
    creases: bool,
}

/// Below this share of the slip curvature a change of curvature is noise, not a turn.
const DEAD_BAND: f64 = 1e-12;

impl HysteresisState {
    /// Cloth that has never been bent.
    pub fn new(fabric: &Hysteresis) -> Self {
        Self {
            initial: fabric.initial,
            residual: 0.0,
            curvature: 0.0,
            moment: 0.0,
            swing: None,
            recovery: None,
        }
    }

    /// The curvature that has become permanent, 1/m.
    pub fn residual(&self) -> f64 {
        self.residual
    }

    /// The moment at the last step, N·m/m.
    pub fn moment(&self) -> f64 {
        self.moment
    }

    /// The friction that is left after fatigue, N·m/m.
    pub fn friction_moment(&self, fabric: &Hysteresis) -> f64 {
        fabric.friction(self.initial).1
    }

    /// Bends to a curvature, from where it was before, and returns the moment. The steps must be small enough to follow the
    /// turns of the motion.
    pub fn bend(&mut self, fabric: &Hysteresis, curvature: f64) -> f64 {
        let mut relative = curvature - self.residual;
        let change = relative - self.curvature;
        if change.abs() <= DEAD_BAND * (1.0 + self.curvature.abs()) {
            return self.moment;
        }
        let sense = change.signum();
        match self.swing {
            None => self.swing = Some(self.swing_to(fabric, sense, sense * fabric.friction(self.initial).0)),
            Some(swing) if swing.sense != sense => {
                self.turn(fabric, swing, sense);
                relative = curvature - self.residual;
            }
            Some(_) => {}
        }
        let moment = self.swing.map_or(0.0, |swing| swing.moment(fabric, relative));
        match self.recovery {
            Some(recovery) if moment * recovery.moment <= 0.0 => {
                self.pass_zero(fabric, recovery, sense, curvature);
            }
            _ => (self.curvature, self.moment) = (relative, moment),
        }
        self.moment
    }

    /// The bending turns round.
    fn turn(&mut self, fabric: &Hysteresis, swing: Swing, sense: f64) {
        if self.recovery.is_some() && self.moment * sense > 0.0 {
            self.end_cycle(fabric, sense);
        }
        if self.swing.is_none_or(|now| now.sense != sense) {
            // On a parabola the friction has not yet swung over: the full swing would have begun at its end.
            let from = if swing.is_under_way(self.curvature) { swing.end[0] } else { self.curvature };
            let slip = fabric.friction(self.initial).0;
            self.swing = Some(self.swing_to(fabric, sense, from + sense * 2.0 * slip));
        }
        if self.moment * sense < 0.0 && self.recovery.is_none() {
            let (slip, friction) = fabric.friction(self.initial);
            self.recovery = self.swing.map(|swing| Recovery {
                moment: self.moment,
                free_curvature: swing.free_curvature(fabric),
                creases: self.moment.abs() > friction + fabric.lasting * slip,
            });
        }
    }

    /// The moment reaches zero: the cycle ends there, and bending to the other side begins.
    fn pass_zero(&mut self, fabric: &Hysteresis, recovery: Recovery, sense: f64, curvature: f64) {
        let starts_beyond = self.swing.is_some_and(|swing| swing.start[1] * recovery.moment <= 0.0);
        self.curvature = if starts_beyond { curvature - self.residual } else { recovery.free_curvature };
        self.moment = 0.0;
        self.end_cycle(fabric, sense);
        let relative = curvature - self.residual;
        if let Some(swing) = self.swing
            && (relative - self.curvature) * swing.sense > 0.0
        {
            (self.curvature, self.moment) = (relative, swing.moment(fabric, relative));
        }
    }

    /// A cycle of bending and recovery is over: part of what is left becomes permanent, and the friction wears.
    fn end_cycle(&mut self, fabric: &Hysteresis, sense: f64) {
        let Some(recovery) = self.recovery.take() else { return };
        if !recovery.creases {
            return;
        }
        let (slip, friction) = fabric.friction(self.initial);
        let reversed =
            ((recovery.moment - self.moment).abs() / (2.0 * (friction + fabric.lasting * slip))).min(1.0);
        let crease = reversed * fabric.residual_rate * recovery.free_curvature;
        self.residual += crease;
        self.curvature -= crease;
        let worn = (1.0 - fabric.fatigue_rate * reversed).max(0.0).sqrt();
        self.initial = fabric.lasting + worn * (self.initial - fabric.lasting);
        // The shifted state must stay between the two lines; the swing goes on from where friction now is.
        let (slip, friction) = fabric.friction(self.initial);
        let elastic = fabric.lasting * self.curvature;
        let rubbing = (self.moment - elastic).clamp(-friction, friction);
        self.moment = elastic + rubbing;
        let done = if friction > 0.0 {
            ((sense * rubbing + friction) / (2.0 * friction)).clamp(0.0, 1.0)
        } else {
            1.0
        };
        let end = self.curvature + sense * 2.0 * slip * (1.0 - done).sqrt();
        self.swing = Some(self.swing_to(fabric, sense, end));
    }

    /// The parabola from here to the line of full friction at the curvature `end`, which it meets smoothly.
    fn swing_to(&self, fabric: &Hysteresis, sense: f64, end: f64) -> Swing {
        let friction = fabric.friction(self.initial).1;
        let start = [self.curvature, self.moment];
        let span = end - start[0];
        if span * sense <= DEAD_BAND {
            return Swing { sense, start, end: start, slope: fabric.lasting, bow: 0.0 };
        }
        let end = [end, sense * friction + fabric.lasting * end];
        let bow = (fabric.lasting * span - (end[1] - start[1])) / (span * span);
        Swing { sense, start, end, slope: fabric.lasting - 2.0 * bow * span, bow }
    }
}

impl Swing {
    fn is_under_way(&self, curvature: f64) -> bool {
        self.sense * (curvature - self.end[0]) < 0.0
    }

    fn moment(&self, fabric: &Hysteresis, curvature: f64) -> f64 {
        if self.is_under_way(curvature) {
            let u = curvature - self.start[0];
            self.start[1] + u * (self.slope + u * self.bow)
        } else {
            self.end[1] + fabric.lasting * (curvature - self.end[0])
        }
    }

    /// The curvature at which the moment is zero.
    fn free_curvature(&self, fabric: &Hysteresis) -> f64 {
        if self.end[1] * self.start[1].signum() > 0.0 {
            return self.end[0] - self.end[1] / fabric.lasting;
        }
        // The root nearest to the start, in the form that does not cancel.
        let root = (self.slope * self.slope - 4.0 * self.bow * self.start[1]).max(0.0).sqrt();
        self.start[0] - 2.0 * self.start[1] / (self.slope + root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The KES values of Wong's example, without plasticity or fatigue.
    const PLAIN: Hysteresis =
        Hysteresis { initial: 0.76, lasting: 0.26, falloff: 0.38, residual_rate: 0.0, fatigue_rate: 0.0 };

    /// What a separate script, which follows the thesis step by step, gives for partial loops.
    const PARTIAL_MOMENT: f64 = 0.424_473_684;
    const PARTIAL_WORK: f64 = 1.083_034_4;
    const SMALL_MOMENT: f64 = 0.202_015_5;

    /// Bends along straight paths between curvatures, and returns the work done.
    fn follow(state: &mut HysteresisState, fabric: &Hysteresis, path: &[f64]) -> f64 {
        let steps = 4000;
        let mut work = 0.0;
        for leg in path.windows(2) {
            for i in 1..=steps {
                let before = state.moment();
                let after = state.bend(fabric, leg[0] + (leg[1] - leg[0]) * f64::from(i) / f64::from(steps));
                work += 0.5 * (before + after) * (leg[1] - leg[0]) / f64::from(steps);
                let relative = state.curvature;
                let rubbing = (after - fabric.lasting * relative).abs();
                assert!(rubbing <= state.friction_moment(fabric) + 1e-9, "friction has a limit");
            }
        }
        work
    }

    #[test]
    fn loading_follows_the_measured_curve() {
        let mut state = HysteresisState::new(&PLAIN);
        let slip = PLAIN.slip_curvature();
        assert!((slip - 0.5 / 0.76).abs() < 1e-12);
        for i in 1..=200 {
            let k = 0.01 * f64::from(i);
            let expected =
                if k <= slip { 0.76 * k - 0.38 * k * k } else { PLAIN.friction_moment() + 0.26 * k };
            assert!((state.bend(&PLAIN, k) - expected).abs() < 1e-12, "at {k}");
        }
        let mut mirrored = HysteresisState::new(&PLAIN);
        assert_eq!(mirrored.bend(&PLAIN, -2.0), -state.bend(&PLAIN, 2.0));
    }

    #[test]
    fn a_full_loop_closes_and_costs_its_area() {
        let (mut state, most) = (HysteresisState::new(&PLAIN), 2.5);
        follow(&mut state, &PLAIN, &[0.0, most]);
        let work = follow(&mut state, &PLAIN, &[most, -most, most]);
        let (slip, friction) = (PLAIN.slip_curvature(), PLAIN.friction_moment());
        assert!((state.moment() - (friction + PLAIN.lasting * most)).abs() < 1e-9);
        // The strip between the lines, less what the two parabolas cut off its corners.
        let area = 4.0 * friction * most - 8.0 / 3.0 * friction * slip;
        assert!((work / area - 1.0).abs() < 1e-5, "{work} {area}");
    }

    #[test]
    fn partial_loops_agree_with_an_independent_implementation() {
        let mut state = HysteresisState::new(&PLAIN);
        let work = follow(&mut state, &PLAIN, &[0.0, 2.0, 1.5, 2.2, 0.8, 1.4, -1.0, 1.0]);
        assert!((state.moment() - PARTIAL_MOMENT).abs() < 1e-6, "{}", state.moment());
        assert!((work - PARTIAL_WORK).abs() < 1e-5, "{work}");
        let mut small = HysteresisState::new(&PLAIN);
        follow(&mut small, &PLAIN, &[0.0, 0.3, -0.3, 0.3]);
        assert!((small.moment() - SMALL_MOMENT).abs() < 1e-4, "{}", small.moment());
    }

    #[test]
    fn creases_grow_and_friction_wears_as_a_geometric_series() {
        let fabric = Hysteresis {
            initial: 5.20,
            lasting: 2.51,
            falloff: 4.45,
            residual_rate: 0.15,
            fatigue_rate: 0.1,
        };
        let mut state = HysteresisState::new(&fabric);
        let first_friction = fabric.friction_moment();
        for cycle in 1..=40 {
            // Fold well beyond twice the limit, then let go until no moment is left.
            let start = state.residual() + state.curvature;
            let peak = state.residual() + 1.6;
            follow(&mut state, &fabric, &[start, peak]);
            let mut k = peak;
            while state.recovery.is_some() || state.moment() > 0.0 {
                k -= 1.6 / 3000.0;
                state.bend(&fabric, k);
                assert!(k > -5.0, "the moment comes to zero");
            }
            let worn = 0.9_f64.powi(cycle);
            assert!((state.friction_moment(&fabric) / (first_friction * worn) - 1.0).abs() < 1e-9);
            let crease = 0.15 * first_friction / 2.51 / 0.1 * (1.0 - worn);
            assert!(
                (state.residual() / crease - 1.0).abs() < 1e-9,
                "cycle {cycle}: {} {crease}",
                state.residual()
            );
        }
    }

    #[test]
    fn kes_values_come_back_and_without_friction_it_is_a_line() {
        let measured = Hysteresis::from_kes(1.7e-5, 1.36e-3, 50.0);
        assert!((2.0 * measured.friction_moment() / 1.36e-3 - 1.0).abs() < 1e-12);
        assert!((measured.slip_curvature() / 50.0 - 1.0).abs() < 1e-12);
        let line = Hysteresis::from_kes(1e-5, 0.0, 50.0);
        let mut state = HysteresisState::new(&line);
        for curvature in [10.0, 30.0, -20.0, 5.0] {
            assert!((state.bend(&line, curvature) / (1e-5 * curvature) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn gentle_bending_leaves_no_crease() {
        let fabric = Hysteresis { residual_rate: 1.0, fatigue_rate: 0.5, ..PLAIN };
        let mut state = HysteresisState::new(&fabric);
        follow(&mut state, &fabric, &[0.0, 0.5, -0.5, 0.5, 0.0]);
        assert_eq!(state.residual(), 0.0);
        assert_eq!(state.friction_moment(&fabric), fabric.friction_moment());
    }
}
