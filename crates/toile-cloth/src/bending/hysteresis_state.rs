//! Where one place of the cloth is on the curve of its [`Hysteresis`], and how it goes on from there.

use super::swing::Swing;
use crate::fabric::Hysteresis;

/// Where one place of the cloth is on its curve.
///
/// A turn of the bending counts only when it has gone back by more than [`NOISE`] of the slip curvature. Before that,
/// cloth runs back and forth along one and the same curve: the trembling of a simulation costs nothing, gains
/// nothing, and wears nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HysteresisState {
    /// The initial stiffness, worn by fatigue.
    initial: f64,
    /// The curvature that has become permanent.
    residual: f64,
    /// The curvature at the last step.
    place: f64,
    /// The farthest curvature on the way that is being followed, beyond the residual.
    reach: f64,
    /// The way that is being followed; none before the first bending.
    swing: Option<Swing>,
    /// The cycle of recovery that is going on, if any.
    recovery: Option<Recovery>,
}

/// Friction at a curvature that is only tried.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trial {
    /// The moment of friction, N·m/m.
    pub friction: f64,
    /// How it grows with curvature, N·m; never negative.
    pub slope: f64,
    /// A bound of that for a search that may cross the turn: near it, as [`NOISE`] has it, the larger slope of the
    /// way on and the way back.
    pub bound: f64,
}

/// A recovery: the moment at which it began, and the curvature at which no moment will be left.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Recovery {
    moment: f64,
    free_curvature: f64,
    /// Whether the bending was beyond the elastic limit.
    creases: bool,
}

/// Below this share of the slip curvature a change of direction is noise, not a turn.
///
/// Little is lost by that: friction would take less than a thousandth of what a loop between ±K₀ costs.
pub const NOISE: f64 = 0.05;

impl HysteresisState {
    /// How many numbers [`to_numbers`](Self::to_numbers) gives.
    pub const NUMBERS: usize = 12;

    /// Cloth that has never been bent.
    pub fn new(fabric: &Hysteresis) -> Self {
        Self { initial: fabric.initial, residual: 0.0, place: 0.0, reach: 0.0, swing: None, recovery: None }
    }

    /// The curvature that has become permanent, 1/m.
    pub fn residual(&self) -> f64 {
        self.residual
    }

    /// The moment at the last step, N·m/m.
    pub fn moment(&self, fabric: &Hysteresis) -> f64 {
        let relative = self.place - self.residual;
        fabric.lasting * relative + self.way_to(fabric, relative).friction(relative)
    }

    /// The friction that is left after fatigue, N·m/m.
    pub fn friction_moment(&self, fabric: &Hysteresis) -> f64 {
        fabric.friction(self.initial).1
    }

    /// What friction would be at another curvature, on the straight way there from the last step. Continuous in the
    /// curvature.
    ///
    /// Creases and fatigue are left out: they come when the step is taken.
    pub fn attempt(&self, fabric: &Hysteresis, curvature: f64) -> Trial {
        let relative = curvature - self.residual;
        let way = self.way_to(fabric, relative);
        let slope = way.slope(relative);
        let mut bound = slope;
        if let Some(swing) = self.swing
            && (relative - self.reach).abs() <= NOISE * fabric.slip_curvature()
        {
            let back = self.way_back(fabric, swing);
            bound = bound.max(swing.slope(self.reach)).max(back.slope(self.reach));
        }
        Trial { friction: way.friction(relative), slope, bound }
    }

    /// The work against friction on the straight way from the last step to another curvature, J/m²; its derivative is
    /// the friction of [`attempt`](Self::attempt).
    pub fn work(&self, fabric: &Hysteresis, curvature: f64) -> f64 {
        let work_to = |end: f64| {
            let way = self.way_to(fabric, end);
            way.work(end) - way.work(self.reach)
        };
        work_to(curvature - self.residual) - work_to(self.place - self.residual)
    }

    /// The work that friction gives back, at most, if the cloth is now let go, J/m².
    pub fn recoverable(&self, fabric: &Hysteresis) -> f64 {
        let way = match self.swing {
            None => return self.work(fabric, 0.0).abs(),
            Some(swing) if swing.sense * swing.friction(self.reach) < 0.0 => swing,
            Some(swing) => self.way_back(fabric, swing),
        };
        let free = self.residual + way.frictionless();
        (-self.work(fabric, free)).max(0.0)
    }

    /// Bends to a curvature, from where it was before, and returns the moment. The steps must be small enough to
    /// follow the turns of the motion.
    pub fn bend(&mut self, fabric: &Hysteresis, curvature: f64) -> f64 {
        let relative = curvature - self.residual;
        let (slip, friction) = fabric.friction(self.initial);
        let noise = NOISE * fabric.slip_curvature();
        self.place = curvature;
        match self.swing {
            None if relative.abs() <= noise => {}
            None => {
                self.swing = Some(Swing::first(relative.signum(), slip, friction));
                self.advance(fabric, curvature);
            }
            Some(swing) => {
                let ahead = swing.sense * (relative - self.reach);
                if ahead >= 0.0 {
                    self.advance(fabric, curvature);
                } else if ahead < -noise {
                    self.turn(fabric, swing);
                    self.advance(fabric, curvature);
                }
            }
        }
        self.moment(fabric)
    }

    /// The way along which a curvature (beyond the residual) is reached.
    fn way_to(&self, fabric: &Hysteresis, relative: f64) -> Swing {
        let (slip, friction) = fabric.friction(self.initial);
        match self.swing {
            None => Swing::first(if relative < 0.0 { -1.0 } else { 1.0 }, slip, friction),
            Some(swing) if swing.sense * (relative - self.reach) >= 0.0 => swing,
            Some(swing) => self.way_back(fabric, swing),
        }
    }

    /// The way back from the farthest curvature on a swing.
    fn way_back(&self, fabric: &Hysteresis, swing: Swing) -> Swing {
        let (slip, friction) = fabric.friction(self.initial);
        let rubbing = swing.friction(self.reach);
        if self.ends_cycle(fabric, -swing.sense, rubbing) {
            Swing::onward(-swing.sense, [self.reach, rubbing], slip, friction)
        } else {
            swing.back_from(self.reach, slip, friction)
        }
    }

    /// Whether a turn to this sense, at the farthest curvature, ends a cycle that leaves a crease.
    fn ends_cycle(&self, fabric: &Hysteresis, sense: f64, rubbing: f64) -> bool {
        self.recovery.is_some_and(|recovery| recovery.creases)
            && (fabric.lasting * self.reach + rubbing) * sense > 0.0
    }

    /// Goes on to a curvature along the swing.
    fn advance(&mut self, fabric: &Hysteresis, curvature: f64) {
        let Some(swing) = self.swing else { return };
        let relative = curvature - self.residual;
        let moment = fabric.lasting * relative + swing.friction(relative);
        match self.recovery {
            // The moment passes zero: the cycle ends there, and bending to the other side begins.
            Some(recovery) if moment * recovery.moment <= 0.0 => {
                self.reach = recovery.free_curvature;
                self.end_cycle(fabric, swing.sense, -fabric.lasting * self.reach);
                self.reach = curvature - self.residual;
            }
            _ => self.reach = relative,
        }
    }

    /// The bending turns round, at the farthest curvature.
    fn turn(&mut self, fabric: &Hysteresis, swing: Swing) {
        let (sense, rubbing) = (-swing.sense, swing.friction(self.reach));
        if self.ends_cycle(fabric, sense, rubbing) {
            self.end_cycle(fabric, sense, rubbing);
        } else {
            self.swing = Some(self.way_back(fabric, swing));
            if (fabric.lasting * self.reach + rubbing) * sense > 0.0 {
                self.recovery = None;
            }
        }
        let (Some(swing), None) = (self.swing, self.recovery) else { return };
        let moment = fabric.lasting * self.reach + swing.friction(self.reach);
        if moment * sense < 0.0 {
            let (slip, friction) = fabric.friction(self.initial);
            self.recovery = Some(Recovery {
                moment,
                free_curvature: swing.free_curvature(fabric.lasting),
                creases: moment.abs() > friction + fabric.lasting * slip,
            });
        }
    }

    /// A cycle of bending and recovery is over, at the farthest curvature and with some friction there: part of what
    /// is left becomes permanent, and the friction wears.
    fn end_cycle(&mut self, fabric: &Hysteresis, sense: f64, rubbing: f64) {
        let Some(recovery) = self.recovery.take() else { return };
        if !recovery.creases {
            return;
        }
        let (slip, friction) = fabric.friction(self.initial);
        let change = (recovery.moment - fabric.lasting * self.reach - rubbing).abs();
        let reversed = (change / (2.0 * (friction + fabric.lasting * slip))).min(1.0);
        let crease = reversed * fabric.residual_rate * recovery.free_curvature;
        self.residual += crease;
        self.reach -= crease;
        let worn = (1.0 - fabric.fatigue_rate * reversed).max(0.0).sqrt();
        self.initial = fabric.lasting + worn * (self.initial - fabric.lasting);
        // The moment is kept, as far as the worn friction can; the swing goes on from where friction now is.
        let (slip, friction) = fabric.friction(self.initial);
        let rubbing = (rubbing + fabric.lasting * crease).clamp(-friction, friction);
        self.swing = Some(Swing::onward(sense, [self.reach, rubbing], slip, friction));
    }

    /// All of it as plain numbers, to be kept in a file.
    pub fn to_numbers(&self) -> [f64; Self::NUMBERS] {
        let [sense, start, friction, limit, span] =
            self.swing.map_or([0.0; 5], |s| [s.sense, s.start, s.friction, s.limit, s.span]);
        let [moment, free, creases] =
            self.recovery.map_or([0.0; 3], |r| [r.moment, r.free_curvature, f64::from(u8::from(r.creases))]);
        let Self { initial, residual, place, reach, .. } = *self;
        [initial, residual, place, reach, sense, start, friction, limit, span, moment, free, creases]
    }

    /// What [`to_numbers`](Self::to_numbers) has written; nothing if these cannot be such numbers.
    pub fn from_numbers(numbers: [f64; Self::NUMBERS]) -> Option<Self> {
        let [initial, residual, place, reach, sense, start, friction, limit, span, moment, free, creases] =
            numbers;
        let sound = numbers.iter().all(|x| x.is_finite()) && [-1.0, 0.0, 1.0].contains(&sense) && span >= 0.0;
        let recovery = Recovery { moment, free_curvature: free, creases: creases != 0.0 };
        sound.then_some(Self {
            initial,
            residual,
            place,
            reach,
            swing: (sense != 0.0).then_some(Swing { sense, start, friction, limit, span }),
            recovery: (moment != 0.0).then_some(recovery),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
                let before = state.moment(fabric);
                let after = state.bend(fabric, leg[0] + (leg[1] - leg[0]) * f64::from(i) / f64::from(steps));
                work += 0.5 * (before + after) * (leg[1] - leg[0]) / f64::from(steps);
                let relative = state.place - state.residual;
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
        assert!((state.moment(&PLAIN) - (friction + PLAIN.lasting * most)).abs() < 1e-9);
        // The strip between the lines, less what the two parabolas cut off its corners.
        let area = 4.0 * friction * most - 8.0 / 3.0 * friction * slip;
        assert!((work / area - 1.0).abs() < 1e-5, "{work} {area}");
    }

    #[test]
    fn partial_loops_agree_with_an_independent_implementation() {
        let mut state = HysteresisState::new(&PLAIN);
        let work = follow(&mut state, &PLAIN, &[0.0, 2.0, 1.5, 2.2, 0.8, 1.4, -1.0, 1.0]);
        assert!((state.moment(&PLAIN) - PARTIAL_MOMENT).abs() < 1e-6, "{}", state.moment(&PLAIN));
        assert!((work - PARTIAL_WORK).abs() < 1e-5, "{work}");
        let mut small = HysteresisState::new(&PLAIN);
        follow(&mut small, &PLAIN, &[0.0, 0.3, -0.3, 0.3]);
        assert!((small.moment(&PLAIN) - SMALL_MOMENT).abs() < 1e-4, "{}", small.moment(&PLAIN));
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
            let start = state.place;
            let peak = state.residual() + 1.6;
            follow(&mut state, &fabric, &[start, peak]);
            let mut k = peak;
            while state.recovery.is_some() || state.moment(&fabric) > 0.0 {
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

    /// A fabric that creases and wears a lot.
    const CREASING: Hysteresis = Hysteresis { residual_rate: 0.3, fatigue_rate: 0.1, ..PLAIN };

    proptest! {
        #[test]
        fn what_is_tried_is_continuous_and_has_a_work(
            path in prop::collection::vec(-2.0..2.0_f64, 0..6), at in -2.5..2.5_f64,
        ) {
            let mut state = HysteresisState::new(&CREASING);
            for curvature in path {
                state.bend(&CREASING, curvature);
            }
            let step = 1e-6;
            let [low, here, high] = [at - step, at, at + step].map(|k| state.attempt(&CREASING, k));
            prop_assert!((high.friction - low.friction).abs() < 10.0 * step, "no jumps");
            prop_assert!(here.slope >= 0.0 && here.bound >= here.slope);
            let gain = state.work(&CREASING, at + step) - state.work(&CREASING, at - step);
            prop_assert!((gain / (2.0 * step) - here.friction).abs() < 1e-5);
            let stays = state.attempt(&CREASING, state.place);
            let moment = PLAIN.lasting * (state.place - state.residual) + stays.friction;
            prop_assert!(state.work(&CREASING, state.place) == 0.0 && (moment - state.moment(&CREASING)).abs() < 1e-12);
        }

        #[test]
        fn nothing_comes_back_that_was_not_put_in(
            path in prop::collection::vec(-3.0..3.0_f64, 1..30), size in 0.02..1.0_f64,
        ) {
            for fabric in [PLAIN, CREASING, Hysteresis { residual_rate: 0.05, fatigue_rate: 0.3, ..PLAIN }] {
                let (mut state, mut work, mut from) = (HysteresisState::new(&fabric), 0.0, 0.0);
                for &to in &path {
                    let to = from + size * (to - from);
                    let steps = 200;
                    for i in 1..=steps {
                        let before = state.moment(&fabric);
                        let next = from + (to - from) * f64::from(i) / f64::from(steps);
                        work += 0.5 * (before + state.bend(&fabric, next)) * (to - from) / f64::from(steps);
                    }
                    let stored = 0.5 * fabric.lasting * (to - state.residual).powi(2) + state.recoverable(&fabric);
                    prop_assert!(work > stored - 1e-4, "{} {} after {:?}", work, stored, path);
                    from = to;
                }
            }
        }

        #[test]
        fn numbers_come_back(path in prop::collection::vec(-2.0..2.0_f64, 0..6)) {
            let mut state = HysteresisState::new(&CREASING);
            for curvature in path {
                state.bend(&CREASING, curvature);
            }
            prop_assert_eq!(HysteresisState::from_numbers(state.to_numbers()), Some(state));
        }
    }

    #[test]
    fn trembling_costs_and_wears_nothing() {
        let mut state = HysteresisState::new(&CREASING);
        follow(&mut state, &CREASING, &[0.0, 2.0, 1.2]);
        let (before, moment) = (state, state.moment(&CREASING));
        let most = 0.99 * NOISE * CREASING.slip_curvature();
        let mut work = 0.0;
        for i in 0..10_000 {
            let next = 1.2 + most * (0.37 * f64::from(i)).sin().abs();
            work += state.work(&CREASING, next);
            state.bend(&CREASING, next);
        }
        work += state.work(&CREASING, 1.2);
        assert_eq!(state.bend(&CREASING, 1.2), moment);
        assert!(work.abs() < 1e-12, "{work}");
        assert_eq!(state, before);
        assert!(HysteresisState::from_numbers([f64::NAN; 12]).is_none());
    }
}
