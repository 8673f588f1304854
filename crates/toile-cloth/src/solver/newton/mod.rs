//! Implicit steps by Newton's method, with conjugate gradients and multigrid inside.

mod balance;
mod budget;
mod contact;
mod start;
mod system;

pub use budget::{Budget, Caution, Scheme};

use super::{Solver, SolverError, Stage, StepReport};
use crate::cloth::Cloth;
use crate::contact::Contacts;
use crate::linear::Precision;
use crate::world::World;
use balance::{Balance, Scratch};
use glam::DVec3;
use start::Start;
use system::{LinearSystem, System};

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
    scratch: Scratch,
}

impl Newton {
    /// A solver that has not seen any cloth yet.
    pub fn new(scheme: Scheme, budget: Budget) -> Self {
        Self { scheme, budget, system: None, scratch: Scratch::default() }
    }

    fn system_for(&mut self, cloth: &Cloth) -> Result<Box<dyn LinearSystem>, SolverError> {
        match self.system.take() {
            Some(system) if system.fits(cloth) => Ok(system),
            _ => Ok(match self.budget.precision {
                Precision::Single => Box::new(System::<f32>::new(cloth, self.budget.caution)?),
                Precision::Double => Box::new(System::<f64>::new(cloth, self.budget.caution)?),
            }),
        }
    }

    /// One Newton step: linearises the forces at `x`, solves, and moves `x`. Returns the largest correction.
    fn correct(
        &mut self,
        system: &mut dyn LinearSystem,
        balance: &mut Balance<'_>,
        contacts: &mut Contacts,
        x: &mut [DVec3],
        report: &mut StepReport,
    ) -> Result<f64, SolverError> {
        let time = balance.time;
        let times = &mut report.times;
        let scratch = &mut self.scratch;
        times.time(Stage::Contacts, || {
            balance.find_contacts(x);
            balance.find_pairs(contacts)
        })?;
        times.time(Stage::Forces, || balance.residual(x, system, scratch));
        times.time(Stage::Assembly, || system.assemble(x, balance));
        times.time(Stage::Hierarchy, || system.refresh());
        let solved = times
            .time(Stage::Solve, || system.solve(&scratch.residual, &mut scratch.change, &self.budget.linear));
        if solved.undefined {
            return Err(SolverError::Undefined { time });
        }
        report.newton_steps += 1;
        report.linear_iterations += solved.iterations;
        report.negative_curvatures += usize::from(solved.negative_curvature);
        let length = if self.budget.line_search {
            let length = times.time(Stage::Forces, || balance.search(x, scratch));
            report.shortened += usize::from(length < 1.0);
            length
        } else {
            1.0
        };
        let mut largest = 0.0_f64;
        for (place, change) in x.iter_mut().zip(&scratch.change) {
            *place += *change * length;
            largest = largest.max(change.length_squared());
        }
        (report.contacts, report.pushed_out) = balance.push_out(x);
        times.time(Stage::Guard, || contacts.advance(x))?;
        Ok(largest.sqrt())
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
            None if state.velocities.iter().zip(&cloth.held).all(|(v, held)| *held || *v == DVec3::ZERO) => {
                &[0.125, 0.125, 0.25, 0.5]
            }
            Some(earlier) if start::loss(cloth, earlier, world.gravity, time) > self.budget.loss => {
                &[0.5, 0.5]
            }
            _ => &[1.0],
        }
    }

    fn step(
        &mut self,
        cloth: &mut Cloth,
        world: &World,
        contacts: &mut Contacts,
        time: f64,
    ) -> Result<StepReport, SolverError> {
        let mut report = StepReport::default();
        let mut system = self.system_for(cloth)?;
        let start = Start::new(&cloth.state, self.scheme, time);
        let mut balance = report.times.time(Stage::Forces, || Balance::new(cloth, world, &start, time));
        balance.is_exact = self.budget.line_search;
        let mut x = balance.first_guess();
        contacts.begin(cloth, world, time);
        report.times.time(Stage::Guard, || contacts.advance(&mut x))?;
        let [fewest, most] = self.budget.newton_steps;
        for taken in 1..=most {
            let correction = self.correct(&mut *system, &mut balance, contacts, &mut x, &mut report)?;
            report.last_correction = correction;
            if taken >= fewest && correction <= self.budget.tolerance {
                break;
            }
        }
        self.system = Some(system);
        if let Some(vertex) = x.iter().position(|p| !p.is_finite()) {
            return Err(SolverError::NotFinite { vertex, time });
        }
        let sticks = balance.sticks(&x);
        report.contacts += sticks.len();
        contacts.report(&mut report);
        start.finish(cloth, x, time);
        cloth.state.sticks = sticks;
        Ok(report)
    }
}
