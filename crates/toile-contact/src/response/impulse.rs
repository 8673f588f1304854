//! Impulses: pair after pair is stopped.

use super::{Contact, Response, ResponseInput, ResponseReport, ResponseResult, StepMotion};
use glam::DVec3;

/// Completely inelastic impulses for all close pairs, with friction, and a shift for those closer than the thickness (Kimmerle 2005, section
/// 5.3).
///
/// Each pair that approaches is stopped (its coefficient of restitution is 0) by an impulse that is spread over its vertices; pairs are gone through again until none approaches.
/// Every impulse takes energy and gives none. It is the right choice for cloth that moving bodies drag along. Pairs are stopped where they
/// are, so that cloth rests at the distance within which pairs count as close; what is in the way of fast motion but not close at the
/// start is not seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impulse {
    /// How often pairs are gone through at most.
    pub sweeps: usize,
    /// Approaches slower than this are left, in m/s.
    pub tolerance: f64,
    /// Whether pairs closer than the thickness are moved apart to exactly that.
    pub restore_thickness: bool,
}

impl Default for Impulse {
    fn default() -> Self {
        Self { sweeps: 100, tolerance: 1e-6, restore_thickness: true }
    }
}

impl Response for Impulse {
    fn name(&self) -> &'static str {
        "impulse"
    }

    fn respond(&mut self, input: &ResponseInput<'_>, motion: &mut StepMotion) -> ResponseResult {
        input.check(motion)?;
        let contacts = Contact::all(input);
        let before = input.mean_velocities(motion);
        let mut velocities = before.clone();
        let mut stopped = vec![Stop::default(); contacts.len()];
        let mut report =
            ResponseReport { skipped: input.near.len() - contacts.len(), ..ResponseReport::default() };
        for _ in 0..self.sweeps.max(1) {
            report.sweeps += 1;
            let mut worst: f64 = 0.0;
            for (contact, stop) in contacts.iter().zip(&mut stopped) {
                // Drag does not grow with the number of impulses, so it acts with the first.
                let time = if stop.touched { 0.0 } else { input.step };
                worst = worst.max(stop.respond(contact, &mut velocities, time));
            }
            if worst <= self.tolerance {
                break;
            }
        }
        report.touched = stopped.iter().filter(|stop| stop.touched).count();
        report.sticking = stopped.iter().filter(|stop| stop.sticks).count();
        report.approach = fastest_approach(&contacts, &velocities);
        input.take_over(&before, &velocities, motion);
        if self.restore_thickness {
            self.part(input, &contacts, &mut motion.ends);
        }
        Ok(report)
    }
}

impl Impulse {
    /// Moves pairs that end closer than the thickness apart. Velocities stay: what was too close was not so by moving.
    fn part(&self, input: &ResponseInput<'_>, contacts: &[Contact], ends: &mut [DVec3]) {
        for _ in 0..self.sweeps.max(1) {
            let mut worst: f64 = 0.0;
            for contact in contacts {
                let lacking = contact.thickness - contact.difference(ends).dot(contact.normal);
                if lacking > 0.0 {
                    worst = worst.max(lacking);
                    contact.change(ends, contact.normal * lacking);
                }
            }
            if worst <= self.tolerance * input.step {
                break;
            }
        }
    }
}

/// The fastest approach of some contacts.
pub(super) fn fastest_approach(contacts: &[Contact], velocities: &[DVec3]) -> f64 {
    contacts.iter().map(|contact| -contact.difference(velocities).dot(contact.normal)).fold(0.0, f64::max)
}

/// What was done about a pair.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stop {
    pub(super) touched: bool,
    pub(super) sticks: bool,
}

impl Stop {
    /// Stops a pair if it approaches; returns how fast it did. Drag acts for a time in seconds.
    pub(super) fn respond(&mut self, contact: &Contact, velocities: &mut [DVec3], time: f64) -> f64 {
        let relative = contact.difference(velocities);
        let approach = -relative.dot(contact.normal);
        if approach <= 0.0 {
            return 0.0;
        }
        contact.change(velocities, contact.normal * approach);
        self.sticks = contact.rub(velocities, contact.along_surface(relative), approach, time).sticks;
        self.touched = true;
        approach
    }
}
