//! What the solvers of this folder share: fly on, correct, stay out of colliders, take the velocity from the positions.

use crate::cloth::Cloth;
use crate::contact::{ContactPipeline, Ends, KeepOut, Look, Substep};
use crate::solver::guard::{all_or_nothing, inverse_masses, report_contacts};
use crate::solver::speed::{bounded, slow};
use crate::solver::{SolverError, StepReport, StepStage};
use crate::world::{ExternalForces, World};
use glam::{DMat3, DVec3};

/// Constraints that are met in turn, several times in a substep.
pub(super) trait Sweeper {
    /// Takes over what the cloth is now: threads, grabs and stiffnesses may have changed since the last step.
    fn prepare(&mut self, cloth: &Cloth, substep: f64);

    /// Begins a substep: no force has been exerted yet.
    fn begin(&mut self);

    /// Meets each constraint once, given one over the masses of vertices.
    fn sweep(&mut self, positions: &mut [DVec3], inverse_masses: &[f64]);
}

/// How a step is cut up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) substeps: usize,
    /// Sweeps over all constraints in a substep.
    pub(super) sweeps: usize,
    /// The part of the velocity that is kept in a substep.
    pub(super) kept: f64,
}

impl Plan {
    /// Takes a step of a time in seconds.
    pub(super) fn take(
        self,
        cloth: &mut Cloth,
        world: &World,
        contacts: &mut ContactPipeline,
        time: f64,
        sweeper: &mut impl Sweeper,
    ) -> Result<StepReport, SolverError> {
        all_or_nothing(cloth, time, |cloth| {
            let mut report = StepReport { substeps: self.substeps, ..StepReport::default() };
            let length = time / self.substeps as f64;
            report.times.time(StepStage::Assembly, || sweeper.prepare(cloth, length));
            let keep_out = report.times.time(StepStage::Colliders, || KeepOut::new(cloth, world, time));
            report.contact.pushed_out = keep_out.free(cloth, contacts)?;
            let flight = Flight { world, keep_out, inverse_masses: inverse_masses(cloth), plan: self };
            for substep in Substep::parts(time, self.substeps) {
                flight.advance(cloth, contacts, &substep, &mut report, sweeper)?;
            }
            cloth.state.earlier = None;
            Ok(report)
        })
    }
}

/// What does not change during a step.
#[derive(Debug)]
struct Flight<'a> {
    world: &'a World,
    keep_out: KeepOut<'a>,
    inverse_masses: Vec<f64>,
    plan: Plan,
}

/// How often in a step it is looked for what may meet, and how often closest points are found.
const LOOKS: usize = 5;
const FINDS: usize = 20;

/// Where it is looked for what may meet in a substep.
fn look_in(substep: &Substep) -> Look {
    let alike = substep.count.div_ceil(FINDS);
    let together = substep.count.div_ceil(LOOKS).next_multiple_of(alike);
    let [parts, alike] = [together, alike].map(|count| count as u32);
    if substep.number.is_multiple_of(together) {
        Look::Ahead { parts, alike }
    } else if substep.number.is_multiple_of(alike as usize) {
        Look::Again { alike }
    } else {
        Look::Nowhere
    }
}

impl Flight<'_> {
    /// Moves the cloth on by a substep: it flies, then each sweep meets constraints and contacts in turn.
    fn advance(
        &self,
        cloth: &mut Cloth,
        contacts: &mut ContactPipeline,
        substep: &Substep,
        report: &mut StepReport,
        sweeper: &mut impl Sweeper,
    ) -> Result<(), SolverError> {
        let mut step = contacts.begin(cloth, self.world, substep.span());
        let start = cloth.state.positions.clone();
        report.times.time(StepStage::Forces, || self.fly(cloth, substep.length));
        let (places, inverse_masses) = (&mut cloth.state.positions, &self.inverse_masses);
        let mut ends = Ends { places, inverse_masses, time: substep.length };
        let look = look_in(substep);
        let mut meetings = report.times.time(StepStage::Contacts, || step.meet(&ends, look))?;
        report.times.time(StepStage::Solve, || {
            sweeper.begin();
            for _ in 0..self.plan.sweeps {
                sweeper.sweep(ends.places, inverse_masses);
                meetings.press(&mut ends);
            }
        });
        report.solver.linear_iterations += self.plan.sweeps;
        report.contact.contacts = report.times.time(StepStage::Colliders, || {
            self.keep_out.correct_positions(ends.places, &start, &cloth.pinned, substep)
        });
        let is_free = |v: usize| inverse_masses[v] != 0.0;
        report.solver.slowed += slow(ends.places, &start, is_free, substep.length);
        let parted = report.times.time(StepStage::Guard, || meetings.finish(&mut ends))?;
        report.contact.contacts += parted.touching;
        for (v, before) in start.into_iter().enumerate() {
            if self.inverse_masses[v] != 0.0 {
                let moved = cloth.state.positions[v] - before - parted.moved(v);
                // The guard may have pushed it farther.
                cloth.state.velocities[v] = bounded(moved / substep.length);
            }
        }
        if substep.is_last {
            report_contacts(step, report);
        }
        Ok(())
    }

    /// Lets the vertices fly under outer forces alone; air resists the new velocity, not the old one, so that it never
    /// turns a motion round.
    fn fly(&self, cloth: &mut Cloth, time: f64) {
        let ExternalForces { force, damping } = self.world.forces(cloth);
        let state = &mut cloth.state;
        for (v, force) in force.into_iter().enumerate() {
            let inverse = self.inverse_masses[v];
            if inverse != 0.0 {
                let push = force * (time * inverse);
                let resisted = damping.as_ref().map_or(push, |damping| {
                    (DMat3::IDENTITY + damping[v] * (time * inverse)).inverse() * push
                });
                state.velocities[v] = state.velocities[v] * self.plan.kept + resisted;
            }
            state.positions[v] += state.velocities[v] * time;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks(count: usize) -> Vec<Look> {
        Substep::parts(1.0 / 60.0, count).map(|substep| look_in(&substep)).collect()
    }

    #[test]
    fn few_substeps_find_closest_points_each() {
        let looks = looks(20);
        for (n, look) in looks.into_iter().enumerate() {
            let expected =
                if n % 4 == 0 { Look::Ahead { parts: 4, alike: 1 } } else { Look::Again { alike: 1 } };
            assert_eq!(look, expected, "{n}");
        }
    }

    #[test]
    fn each_substep_is_covered_by_a_look_before_it() {
        for count in (1..=40).chain([60, 77, 100, 320]) {
            let (mut seen, mut found) = (0, 0);
            let mut searches = 0;
            for (n, look) in looks(count).into_iter().enumerate() {
                match look {
                    Look::Ahead { parts, alike } => {
                        (seen, found) = (n + parts as usize, n + alike as usize);
                        searches += 1;
                    }
                    Look::Again { alike } => found = n + alike as usize,
                    Look::Nowhere => {}
                }
                assert!(n < seen && n < found && found <= seen, "{n} of {count}: {look:?}");
            }
            assert!(searches <= LOOKS, "{count}: {searches}");
        }
    }
}
