//! Implicit steps by Newton's method, with conjugate gradients and multigrid inside.

mod budget;
mod convergence;
mod objective;
mod smooth;
mod system;
mod time_scheme;

pub use budget::{Budget, Caution, ContactBudget, Scheme};

use super::guard::{inverse_masses, report_contacts};
use super::speed::slow;
use super::{Solver, SolverError, StepReport, StepStage};
use crate::cloth::Cloth;
use crate::contact::{ContactPipeline, ContactStep, Ends, StepSpan};
use crate::linear::MultigridPrecision;
use crate::state::ContactKind;
use crate::stretch::{RestEdge, rest_edges};
use crate::world::World;
use convergence::Convergence;
use glam::DVec3;
use objective::{Scratch, StepObjective};
use system::{LinearSystem, System};
use time_scheme::TimeScheme;
use toile_geom::allowance::Allowance;

/// The first correction of a step that ends it at once, over one that ends a round: what slides on something by its weight goes a few hundredths of a
/// millimetre in its first step.
const STILL_CORRECTION: f64 = 0.1;

/// Implicit steps by Newton's method. The default: large steps, as stiff as the fabric really is.
///
/// The new positions are those at which inertia, outer forces, stretch, bending and contacts are in balance. Each Newton step
/// linearises the forces and solves a linear system by conjugate gradients with a multigrid cycle an iteration, so that the
/// number of iterations hardly grows with the mesh.
#[derive(Debug)]
pub struct Newton {
    scheme: Scheme,
    budget: Budget,
    system: Option<Box<dyn LinearSystem>>,
    /// The edges of the cloth that the system was made for.
    edges: Vec<RestEdge>,
    scratch: Scratch,
}

impl Default for Newton {
    /// The method `newton`: steps of second order with a small amount of work each.
    fn default() -> Self {
        Self::new(Scheme::Bdf2, Budget::INTERACTIVE)
    }
}

impl Newton {
    /// A solver that has not seen any cloth yet.
    pub fn new(scheme: Scheme, budget: Budget) -> Self {
        Self { scheme, budget, system: None, edges: Vec::new(), scratch: Scratch::default() }
    }

    fn system_for(&mut self, cloth: &Cloth) -> Result<Box<dyn LinearSystem>, SolverError> {
        match self.system.take() {
            Some(system) if system.fits(cloth) => Ok(system),
            _ => {
                self.edges = rest_edges(cloth);
                Ok(match self.budget.precision {
                    MultigridPrecision::Single => Box::new(System::<f32>::new(cloth, self.budget.caution)?),
                    MultigridPrecision::Double => Box::new(System::<f64>::new(cloth, self.budget.caution)?),
                })
            }
        }
    }

    /// Takes a step, or a part of one.
    pub(crate) fn take(
        &mut self,
        cloth: &mut Cloth,
        world: &World,
        contacts: &mut ContactPipeline,
        span: StepSpan,
    ) -> Result<StepReport, SolverError> {
        let time = span.length;
        let mut report = StepReport::default();
        let system = self.system_for(cloth)?;
        let scheme = TimeScheme::new(&cloth.state, self.scheme, time);
        let edges = std::mem::take(&mut self.edges);
        let is_exact = self.budget.line_search;
        let objective = report
            .times
            .time(StepStage::Forces, || StepObjective::new(cloth, &edges, world, &scheme, time, is_exact));
        let mut x = objective.first_guess();
        let mut contact = contacts.begin(cloth, world, span);
        let mut step =
            Step { system, objective, report: &mut report, allowance: contact.allowance().clone() };
        if contact.is_active() && !contact.has_response() {
            step.report.times.time(StepStage::Guard, || contact.advance(&mut x))?;
            self.iterate_apart(&mut step, &mut contact, &mut x)?;
        } else {
            self.iterate(&mut step, &mut x)?;
        }
        let Step { system, objective, .. } = step;
        self.system = Some(system);
        if contact.has_response() && x.iter().all(|place| place.is_finite()) {
            let inverse = inverse_masses(cloth);
            let ends = Ends { places: &mut x, inverse_masses: &inverse, time };
            let kept = report.times.time(StepStage::Guard, || contact.keep_apart(ends));
            report.contact.contacts += kept?;
        }
        if let Some(vertex) = x.iter().position(|p| !p.is_finite()) {
            return Err(SolverError::NotFinite { vertex, time });
        }
        let sticks = objective.contacts.sticks(&x);
        drop(objective);
        self.edges = edges;
        report.contact.contacts +=
            sticks.iter().filter(|stick| !matches!(stick.kind, ContactKind::Surface(_))).count();
        report_contacts(contact, &mut report);
        scheme.finish(cloth, x, time);
        cloth.state.sticks = sticks;
        Ok(report)
    }

    /// Newton steps until corrections are small.
    fn iterate(&mut self, step: &mut Step<'_, '_>, x: &mut [DVec3]) -> Result<(), SolverError> {
        let [fewest, most] = self.budget.newton_steps;
        for taken in 1..=most {
            step.report.times.time(StepStage::Colliders, || step.objective.find_surfaces(x));
            self.correct(step, x)?;
            step.push_out(x);
            if taken >= fewest && step.report.solver.last_correction <= self.budget.tolerance {
                break;
            }
        }
        Ok(())
    }

    /// Rounds of some Newton steps with the same pairs in contact; after each the guard shortens the way. Goes on until corrections are small and
    /// the guard has nothing to do.
    fn iterate_apart(
        &mut self,
        step: &mut Step<'_, '_>,
        contacts: &mut ContactStep<'_>,
        x: &mut [DVec3],
    ) -> Result<(), SolverError> {
        let ContactBudget { rounds: [fewest, most], newton_steps: [least, steps], settled, .. } =
            self.budget.contact;
        let mut convergence = Convergence::new(step.objective.cloth, step.objective.fall(), contacts.reach());
        for round in 1..=most {
            step.report.times.time(StepStage::Colliders, || step.objective.find_surfaces(x));
            step.report.times.time(StepStage::Contacts, || step.objective.find_pairs(contacts))?;
            convergence.set_touching(step.objective.contacts.touching());
            let correction = self.correct(step, x)?;
            let first = convergence.measure(&self.scratch.change);
            let is_still = first <= STILL_CORRECTION * settled;
            let mut last = first;
            for taken in 1..steps {
                if taken >= least && last <= settled {
                    break;
                }
                self.correct(step, x)?;
                last = convergence.measure(&self.scratch.change);
            }
            step.push_out(x);
            step.slow(x);
            let held = contacts.held_pairs();
            step.report.times.time(StepStage::Guard, || contacts.advance(x))?;
            let is_free = contacts.held_pairs() == held;
            let is_right = last <= settled && step.objective.contacts.pairs_hold(x);
            let is_enough = round >= fewest && correction <= self.budget.tolerance;
            if is_free && (is_still || is_right || is_enough) {
                break;
            }
        }
        Ok(())
    }

    /// One Newton step: linearises the forces at `x`, solves, and moves `x`. Returns the largest correction.
    fn correct(&mut self, step: &mut Step<'_, '_>, x: &mut [DVec3]) -> Result<f64, SolverError> {
        step.allowance.check()?;
        let Step { system, objective, report, .. } = step;
        let time = objective.free.time;
        let times = &mut report.times;
        let scratch = &mut self.scratch;
        let linear =
            if objective.contacts.has_pairs() { &self.budget.contact.linear } else { &self.budget.linear };
        times.time(StepStage::Forces, || objective.residual(x, &mut **system, scratch));
        times.time(StepStage::Assembly, || system.assemble(x, objective));
        times.time(StepStage::Hierarchy, || system.refresh());
        let solved =
            times.time(StepStage::Solve, || system.solve(&scratch.residual, &mut scratch.change, linear));
        if solved.undefined {
            return Err(SolverError::Undefined { time });
        }
        report.solver.newton_steps += 1;
        report.solver.linear_iterations += solved.iterations;
        report.solver.negative_curvatures += usize::from(solved.negative_curvature);
        let length = if self.budget.line_search {
            let length = times.time(StepStage::Forces, || objective.search(x, scratch));
            report.solver.shortened += usize::from(length < 1.0);
            length
        } else {
            1.0
        };
        let mut largest = 0.0_f64;
        for (place, change) in x.iter_mut().zip(&scratch.change) {
            *place += *change * length;
            largest = largest.max(change.length_squared());
        }
        report.solver.last_correction = largest.sqrt();
        Ok(report.solver.last_correction)
    }
}

/// What a step works with.
struct Step<'s, 'a> {
    system: Box<dyn LinearSystem>,
    objective: StepObjective<'a>,
    report: &'s mut StepReport,
    allowance: Allowance,
}

impl Step<'_, '_> {
    /// Moves what is in a collider out of it.
    fn push_out(&mut self, x: &mut [DVec3]) {
        let Self { objective, report, .. } = self;
        (report.contact.contacts, report.contact.pushed_out) =
            report.times.time(StepStage::Colliders, || objective.push_out(x));
    }

    /// Takes back what no cloth does.
    fn slow(&mut self, x: &mut [DVec3]) {
        let StepObjective { cloth, ref free, .. } = self.objective;
        self.report.solver.slowed += slow(x, &cloth.state.positions, |v| !cloth.pinned[v], free.time);
    }
}

impl Solver for Newton {
    fn name(&self) -> &'static str {
        "newton"
    }

    /// The first step of all has no past to lean on and is of first order only: it lets a sheet fall twice as far as it should. Short
    /// ones, each at most twice as long as the one before, make that error small. Later steps that would lose too much energy are taken in
    /// halves.
    fn parts(&self, cloth: &Cloth, world: &World, time: f64) -> &'static [f64] {
        let state = &cloth.state;
        if self.scheme != Scheme::Bdf2 {
            return &[1.0];
        }
        match &state.earlier {
            None if state
                .velocities
                .iter()
                .zip(&cloth.pinned)
                .all(|(v, pinned)| *pinned || *v == DVec3::ZERO) =>
            {
                &[0.125, 0.125, 0.25, 0.5]
            }
            Some(earlier) if time_scheme::loss(cloth, earlier, world.gravity, time) > self.budget.loss => {
                &[0.5, 0.5]
            }
            _ => &[1.0],
        }
    }

    fn step(
        &mut self,
        cloth: &mut Cloth,
        world: &World,
        contacts: &mut ContactPipeline,
        time: f64,
    ) -> Result<StepReport, SolverError> {
        self.take(cloth, world, contacts, StepSpan::whole(time))
    }
}
