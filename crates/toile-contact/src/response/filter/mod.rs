//! The velocity filter: repulsions, impulses for impacts on the way, rigid zones for what is left.

mod impacts;
mod rigid;
mod zones;

use super::impulse::{Stop, fastest_approach};
use super::{Contact, Response, ResponseError, ResponseInput, ResponseReport, ResponseResult, StepMotion};
use crate::guard::NearPair;
use glam::DVec3;
use impacts::Impacts;
use zones::Zones;

/// From a start free of intersections to an end free of them (Bridson, Fedkiw and Anderson 2002, as in Wong 2014, section 3.5, with the corrections
/// noted here).
///
/// 1. Pairs closer than the thickness are pushed apart by springs, but in a step by no more than a tenth of what they lack, so that layers stay together and rub.
/// 2. Impacts on the way are looked for with the [continuous test](crate::narrow::ccd), which misses none, and stopped by inelastic impulses with friction; again, while
///    there are any, for some rounds.
/// 3. Vertices of impacts that are left are joined to zones, which move as rigid bodies with the momentum and angular momentum of their vertices. Zones that hit something
///    grow, until nothing does. A zone with kinematic vertices moves with these.
///
/// Straight ways from a body's place to where it is turned to are an affine map of it at each time, so that the parts of a zone do not meet each other. The end
/// is reached when everything is one zone, if not before. It is the right choice for fast motion and tangles; what moves as one zone is plausible rather than
/// right.
///
/// The source adds up the impulses of a vertex and divides by their number, which loses momentum where neighbours have other numbers; here they act one after
/// the other. The cap of its repulsion is half as large as printed there, which reaches the intended speed exactly.
#[derive(Debug)]
pub struct VelocityFilter {
    /// The stiffness of repulsions in N/m.
    pub stiffness: f64,
    /// The part of a lack of distance that repulsions make up for in a step, at most.
    pub share: f64,
    /// Rounds of impulses before zones are made.
    pub rounds: usize,
    impacts: Impacts,
}

impl Default for VelocityFilter {
    fn default() -> Self {
        Self { stiffness: 1000.0, share: 0.1, rounds: 10, impacts: Impacts::default() }
    }
}

impl Response for VelocityFilter {
    fn name(&self) -> &'static str {
        "filter"
    }

    fn respond(&mut self, input: &ResponseInput<'_>, motion: &mut StepMotion) -> ResponseResult {
        input.check(motion)?;
        let before = input.mean_velocities(motion);
        let mut velocities = before.clone();
        let mut report = ResponseReport::default();
        self.repel(input, &mut velocities, &mut report);
        let mut ends = motion.ends.clone();
        let clear = self.stop_impacts(input, &before, &mut velocities, &mut ends, &mut report)?;
        let mut zones = Zones::new(ends.len());
        if !clear {
            let proposed = std::mem::take(&mut ends);
            ends = self.join_zones(input, &proposed, &velocities, &mut zones, &mut report)?;
        }
        let after = zones.velocities(input, &velocities);
        let close = |pair: &NearPair| {
            Contact::new(input, pair).filter(|contact| pair.close.distance < contact.thickness)
        };
        let contacts: Vec<Contact> = input.near.iter().filter_map(close).collect();
        report.approach = fastest_approach(&contacts, &after);
        for v in 0..ends.len() {
            if !input.kinematic[v] {
                motion.ends[v] = ends[v];
                motion.velocities[v] += after[v] - before[v];
            }
        }
        Ok(report)
    }
}

impl VelocityFilter {
    /// Another number of rounds of impulses; with 0 every impact makes a zone.
    #[must_use]
    pub fn with_rounds(mut self, rounds: usize) -> Self {
        self.rounds = rounds;
        self
    }

    /// Pushes pairs that are closer than the thickness apart, gently.
    fn repel(&self, input: &ResponseInput<'_>, velocities: &mut [DVec3], report: &mut ResponseReport) {
        for pair in input.near {
            let Some(contact) = Contact::new(input, pair) else {
                report.skipped += 1;
                continue;
            };
            let lacking = contact.thickness - pair.close.distance;
            if lacking <= 0.0 {
                continue;
            }
            let relative = contact.difference(velocities);
            let missing = self.share * lacking / input.step - relative.dot(contact.normal);
            if missing <= 0.0 {
                continue;
            }
            let push = missing.min(input.step * self.stiffness * lacking * contact.mobility);
            contact.change(velocities, contact.normal * push);
            let left = contact.rub(velocities, contact.along_surface(relative), push, input.step);
            report.touched += 1;
            report.sticking += usize::from(left.sticks);
        }
    }

    /// Rounds of impulses; returns whether no impact is left. `ends` are where the velocities lead.
    fn stop_impacts(
        &mut self,
        input: &ResponseInput<'_>,
        before: &[DVec3],
        velocities: &mut [DVec3],
        ends: &mut [DVec3],
        report: &mut ResponseReport,
    ) -> Result<bool, ResponseError> {
        let follow = |velocities: &[DVec3], ends: &mut [DVec3]| {
            for v in 0..ends.len() {
                if velocities[v] != before[v] {
                    ends[v] = input.start[v] + input.step * velocities[v];
                }
            }
        };
        follow(velocities, ends);
        for _ in 0..self.rounds {
            report.sweeps += 1;
            let found = self.impacts.find(input, ends, |_| false)?;
            if found.is_empty() {
                return Ok(true);
            }
            report.impacts += found.len();
            for impact in found {
                if let Some(contact) = impact.contact(input, ends) {
                    // Impacts take no time, so that there is no drag.
                    Stop::default().respond(&contact, velocities, 0.0);
                }
            }
            follow(velocities, ends);
        }
        Ok(self.impacts.find(input, ends, |_| false)?.is_empty())
    }

    /// Joins what still meets to rigid zones until nothing does; returns the ends.
    fn join_zones(
        &mut self,
        input: &ResponseInput<'_>,
        proposed: &[DVec3],
        velocities: &[DVec3],
        zones: &mut Zones,
        report: &mut ResponseReport,
    ) -> Result<Vec<DVec3>, ResponseError> {
        let mut ends = proposed.to_vec();
        loop {
            let found = self.impacts.find(input, &ends, |corners| zones.has_all(corners))?;
            let grew = found.iter().fold(false, |grew, impact| zones.join(impact.corners) | grew);
            if !grew {
                break;
            }
            ends.copy_from_slice(proposed);
            zones.place(input, velocities, &mut ends);
        }
        // Zones that follow a kinematic thing that bends are not rigid.
        report.remaining = self.impacts.find(input, &ends, |_| false)?.len();
        [report.zones, report.zone_vertices] = zones.count();
        Ok(ends)
    }
}
