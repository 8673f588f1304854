//! Shifts: vertices are moved apart, and velocities follow.

use super::{Contact, Response, ResponseInput, ResponseReport, ResponseResult, StepMotion};

/// Moves the ends of pairs that would be closer than the thickness apart at once, about their common centre of mass, and takes from their slip
/// by Coulomb's law with displacements in place of forces (Fuhrmann 2006, sections 4.4 and 5.4).
///
/// The velocity follows the shift, so that what is hit is set in motion. One pass a step is enough while steps are short; with more,
/// stacks get stiffer. It is the cheapest and forgives anything, also starts that are too close; what is far too close is thrown apart, though, and as with all
/// methods that look at the start only, fast things pass through each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    /// How often pairs are gone through at most.
    pub sweeps: usize,
    /// Lacks of distance up to this part of the thickness are left.
    pub tolerance: f64,
}

impl Default for Shift {
    fn default() -> Self {
        Self { sweeps: 20, tolerance: 1e-3 }
    }
}

impl Response for Shift {
    fn name(&self) -> &'static str {
        "shift"
    }

    fn respond(&mut self, input: &ResponseInput<'_>, motion: &mut StepMotion) -> ResponseResult {
        input.check(motion)?;
        let before = motion.ends.clone();
        let contacts = Contact::all(input);
        let mut pushed = vec![0.0; contacts.len()];
        let mut report =
            ResponseReport { skipped: input.near.len() - contacts.len(), ..ResponseReport::default() };
        for sweep in 0..self.sweeps.max(1) {
            report.sweeps += 1;
            let mut worst: f64 = 0.0;
            for (contact, pushed) in contacts.iter().zip(&mut pushed) {
                let lacking = contact.thickness - contact.difference(&motion.ends).dot(contact.normal);
                if lacking <= 0.0 {
                    continue;
                }
                worst = worst.max(lacking);
                let moved = contact.difference(&motion.ends) - contact.difference(input.start);
                let slip = contact.along_surface(moved);
                // A pair that was too close before is not pressed together by what it lacks.
                let approach = lacking.min(-moved.dot(contact.normal));
                contact.change(&mut motion.ends, contact.normal * lacking);
                *pushed += lacking;
                // Drag does not grow with the number of shifts.
                let time = if sweep == 0 { input.step } else { 0.0 };
                // The law speaks of velocities.
                let [speed, press] = [slip.length() / input.step, approach / input.step];
                let left = contact.law_towards(slip).slow(press, speed, time * contact.mobility);
                report.sticking += usize::from(left.sticks && *pushed == lacking);
                if left.value < speed {
                    contact.change(&mut motion.ends, slip * (left.value / speed - 1.0));
                }
            }
            if worst <= self.tolerance * input.thickness[0].min(input.thickness[1]) {
                break;
            }
        }
        report.touched = pushed.iter().filter(|pushed| **pushed > 0.0).count();
        let short = |contact: &Contact| {
            (contact.thickness - contact.difference(&motion.ends).dot(contact.normal)) / input.step
        };
        report.approach = contacts.iter().map(short).fold(0.0, f64::max);
        for (v, velocity) in motion.velocities.iter_mut().enumerate() {
            *velocity += (motion.ends[v] - before[v]) / input.step;
        }
        Ok(report)
    }
}
