//! Constraints: the forces of all pairs at once.

use super::{Contact, Response, ResponseInput, ResponseReport, ResponseResult, StepMotion};
use glam::DVec3;

/// The velocities next to the proposed ones, in terms of energy, at which no pair gets closer than the thickness; pairs that are
/// closer part gradually (Kimmerle 2005, section 5.2, after Baraff and Witkin 1998).
///
/// Each pair is a constraint along its normal with a force that only pushes: it is released in the same step in which it would have to pull. Friction holds against
/// slips with all that the law allows for the force found, else slows them. Forces are improved pair by pair and kept, so that a pair can give
/// back what others make superfluous, which impulses cannot. It is the right choice for cloth that lies and hangs: stacks come to rest
/// and friction at rest is met exactly.
///
/// The source decides releases a step late and has layers stick to moving bodies; that does not happen here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constraint {
    /// How often pairs are gone through at most.
    pub sweeps: usize,
    /// Forces are good enough if they change velocities by less than this, in m/s.
    pub tolerance: f64,
    /// The part of a lack of distance that is made up for in a step. With 1, what is too close bounces.
    pub recovery: f64,
}

impl Default for Constraint {
    fn default() -> Self {
        Self { sweeps: 100, tolerance: 1e-5, recovery: 0.2 }
    }
}

impl Response for Constraint {
    fn name(&self) -> &'static str {
        "constraint"
    }

    fn respond(&mut self, input: &ResponseInput<'_>, motion: &mut StepMotion) -> ResponseResult {
        input.check(motion)?;
        let before = input.mean_velocities(motion);
        let mut pairs: Vec<Held> = input
            .near
            .iter()
            .filter_map(|pair| {
                Some(Held::new(Contact::new(input, pair)?, pair.close.distance, self, input, &before))
            })
            .collect();
        let mut velocities = before.clone();
        let mut report =
            ResponseReport { skipped: input.near.len() - pairs.len(), ..ResponseReport::default() };
        for _ in 0..self.sweeps.max(1) {
            report.sweeps += 1;
            let worst = pairs.iter_mut().map(|pair| pair.improve(&mut velocities)).fold(0.0, f64::max);
            if worst <= self.tolerance {
                break;
            }
        }
        report.touched = pairs.iter().filter(|pair| pair.pushed > 0.0).count();
        report.sticking = pairs.iter().filter(|pair| pair.pushed > 0.0 && pair.sticks).count();
        let short = |pair: &Held| pair.least - pair.contact.difference(&velocities).dot(pair.contact.normal);
        report.approach = pairs.iter().map(short).fold(0.0, f64::max);
        input.take_over(&before, &velocities, motion);
        Ok(report)
    }
}

/// A pair and the force it takes so far.
#[derive(Clone, Copy, Debug)]
struct Held {
    contact: Contact,
    /// The least normal velocity, negative where there is room to approach.
    least: f64,
    /// The change of the normal velocity by the force so far; never negative.
    pushed: f64,
    /// The change of the slip by friction so far.
    rubbed: DVec3,
    /// Coulomb's coefficients at rest and at the slip that was proposed, and the change of the slip by drag.
    coefficients: [f64; 2],
    drag: f64,
    sticks: bool,
}

impl Held {
    fn new(
        contact: Contact,
        distance: f64,
        settings: &Constraint,
        input: &ResponseInput<'_>,
        velocities: &[DVec3],
    ) -> Self {
        let lacking = contact.thickness - distance;
        let slip = contact.along_surface(contact.difference(velocities));
        let speed = slip.length();
        let law = contact.law_towards(slip);
        Self {
            contact,
            least: lacking / input.step * if lacking > 0.0 { settings.recovery } else { 1.0 },
            pushed: 0.0,
            rubbed: DVec3::ZERO,
            coefficients: [law.static_, law.coefficient(speed)],
            drag: (law.drag(speed) * input.step * contact.mobility).min(speed),
            sticks: false,
        }
    }

    /// Brings the pair's velocity to what it should be; returns by how much the force changed it.
    fn improve(&mut self, velocities: &mut [DVec3]) -> f64 {
        let relative = self.contact.difference(velocities);
        let wanted = self.pushed + self.least - relative.dot(self.contact.normal);
        let push = wanted.max(0.0) - self.pushed;
        self.pushed += push;
        let slip = self.contact.along_surface(relative);
        let rubbed = self.hold(self.rubbed - slip);
        let rub = rubbed - self.rubbed;
        self.rubbed = rubbed;
        let change = self.contact.normal * push + rub;
        if change != DVec3::ZERO {
            self.contact.change(velocities, change);
        }
        push.abs().max(rub.length())
    }

    /// What friction can do of the change that would stop the slip.
    fn hold(&mut self, wanted: DVec3) -> DVec3 {
        let size = wanted.length();
        let [at_rest, sliding] = self.coefficients;
        self.sticks = size <= at_rest * self.pushed;
        if self.sticks || self.pushed <= 0.0 {
            return if self.pushed > 0.0 { wanted } else { DVec3::ZERO };
        }
        wanted * ((sliding * self.pushed + self.drag).min(size) / size)
    }
}
