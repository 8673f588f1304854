//! A block that a belt carries along until its spring pulls it back: sticking and slipping in turns.
//!
//! The spring is stretched until it pulls with the friction at rest; then the block slips, swings about the point where the spring balances the friction of sliding, and
//! sticks again when it is as fast as the belt. With `Δ = (static - kinetic) N / k` and `ω² = k / m`, slips take the spring back by exactly `2Δ`, a cycle takes
//! `2Δ/V + 2 (π - atan(Δω/V)) / ω` (from the motion of an undamped oscillator, for laws without Stribeck's and viscous terms).

use std::f64::consts::PI;
use toile_contact::friction::FrictionLaw;

/// The block, its spring and the belt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belt {
    /// The mass of the block in kilograms.
    pub mass: f64,
    /// The stiffness of the spring in N/m.
    pub stiffness: f64,
    /// How fast the belt goes, in m/s.
    pub speed: f64,
    /// What presses the block onto the belt, in newtons.
    pub push: f64,
    /// The time step in seconds.
    pub step: f64,
}

impl Default for Belt {
    /// A block of 100 g on a slow belt.
    fn default() -> Self {
        Self { mass: 0.1, stiffness: 40.0, speed: 0.05, push: 1.0, step: 1e-4 }
    }
}

/// Where the block is at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeltSample {
    /// Seconds from the start.
    pub time: f64,
    /// How far the spring is stretched, in metres.
    pub stretch: f64,
    /// The speed of the block in m/s.
    pub speed: f64,
    /// Whether the belt carries it.
    pub sticks: bool,
}

/// What repeats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeltCycle {
    /// The stretch at which the block gives way, in metres.
    pub gives_way: f64,
    /// The stretch at which it sticks again.
    pub sticks_again: f64,
    /// How long a cycle takes, in seconds.
    pub period: f64,
}

impl Belt {
    /// What the block does with a law, from a spring at rest on.
    pub fn run(&self, law: &FrictionLaw, steps: usize) -> Vec<BeltSample> {
        let mut now = BeltSample { time: 0.0, stretch: 0.0, speed: self.speed, sticks: true };
        let next = |step: usize| {
            let pulled = now.speed - self.step * self.stiffness * now.stretch / self.mass;
            let slip = pulled - self.speed;
            let mobility = self.step / self.mass;
            let left = law.slow(self.push * mobility, slip.abs(), mobility);
            now.sticks = left.sticks;
            now.speed = self.speed + left.value * slip.signum();
            now.stretch += self.step * now.speed;
            now.time = step as f64 * self.step;
            now
        };
        (1..=steps).map(next).collect()
    }

    /// The cycle of a law with friction at rest and while sliding only, by the formulas above; none if there is no difference or no belt.
    pub fn expected(&self, law: &FrictionLaw) -> Option<BeltCycle> {
        let drop = (law.static_ - law.kinetic) * self.push / self.stiffness;
        if !(drop > 0.0 && self.speed > 0.0) {
            return None;
        }
        let gives_way = law.static_ * self.push / self.stiffness;
        let frequency = (self.stiffness / self.mass).sqrt();
        let slipping = 2.0 * (PI - (drop * frequency / self.speed).atan()) / frequency;
        Some(BeltCycle {
            gives_way,
            sticks_again: gives_way - 2.0 * drop,
            period: 2.0 * drop / self.speed + slipping,
        })
    }
}

impl BeltCycle {
    /// The cycle in a run, the mean over the second half; none if it never sticks and slips there.
    pub fn seen(run: &[BeltSample]) -> Option<Self> {
        let half = run.get(run.len() / 2..)?;
        let change = |sticks: bool| {
            half.windows(2).filter(move |w| w[0].sticks == sticks && w[1].sticks != sticks).map(|w| w[0])
        };
        let mean = |sticks: bool| {
            let count = change(sticks).count();
            (count > 0).then(|| change(sticks).map(|sample| sample.stretch).sum::<f64>() / count as f64)
        };
        let (first, last, count) =
            (change(true).next()?.time, change(true).next_back()?.time, change(true).count());
        let period = (count > 1).then(|| (last - first) / (count - 1) as f64)?;
        Some(Self { gives_way: mean(true)?, sticks_again: mean(false)?, period })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_contact::friction::FrictionModel;

    fn law() -> FrictionLaw {
        FrictionLaw::coulomb(0.1).with_static(0.4).with_stribeck(0.4, 0.2)
    }

    #[test]
    fn the_cycle_has_its_thresholds_and_its_period() {
        for speed in [0.01, 0.05, 0.2] {
            let belt = Belt { speed, ..Belt::default() };
            let law = FrictionModel::Stiction.of(&law());
            let (expected, seen) =
                (belt.expected(&law).unwrap(), BeltCycle::seen(&belt.run(&law, 100_000)).unwrap());
            let drop = expected.gives_way - expected.sticks_again;
            assert!(
                (seen.gives_way / expected.gives_way - 1.0).abs() < 0.01,
                "{speed}: {seen:?} {expected:?}"
            );
            assert!(
                (seen.sticks_again - expected.sticks_again).abs() < 0.02 * drop,
                "{speed}: {seen:?} {expected:?}"
            );
            assert!((seen.period / expected.period - 1.0).abs() < 0.02, "{speed}: {seen:?} {expected:?}");
        }
    }

    #[test]
    fn without_stiction_it_comes_to_slide_smoothly() {
        let belt = Belt::default();
        let run = belt.run(&FrictionModel::Coulomb.of(&law()), 100_000);
        assert_eq!(BeltCycle::seen(&run), None);
        // Carried until the spring pulls as hard as friction, then it swings about that point with the speed it came with at most.
        let balance = 0.1 / belt.stiffness;
        let swing = belt.speed * (belt.mass / belt.stiffness).sqrt();
        assert!(run.iter().all(|sample| sample.stretch < balance + 1.02 * swing));
    }

    #[test]
    fn stribecks_fall_makes_the_slips_shorter() {
        let belt = Belt::default();
        let [at_once, gradual] = [FrictionModel::Stiction, FrictionModel::Stribeck].map(|model| {
            let cycle = BeltCycle::seen(&belt.run(&model.of(&law()), 100_000)).unwrap();
            cycle.gives_way - cycle.sticks_again
        });
        assert!(gradual > 0.05 * at_once && gradual < 0.8 * at_once, "{gradual} {at_once}");
    }
}
