//! The loop around a simulation.

use super::{Controller, Course, Deadline, GaveUp, GiveUp, Rest};
use crate::simulation::Simulation;
use crate::solver::{SolverError, StepReport};
use toile_geom::allowance::Spent;

/// A cloth that is moved on, step after step. See the [module documentation](super).
#[derive(Debug)]
pub struct Run {
    /// The cloth and its surroundings.
    pub simulation: Simulation,
    /// The length of a step in seconds.
    pub step_time: f64,
    /// The share of its velocity that cloth keeps from step to step: below 1 it comes to rest instead of swinging.
    pub velocity_kept: f64,
    /// Watches the cloth come to rest.
    pub rest: Rest,
    /// What is borne; without, nothing is given up but what cannot be moved on.
    pub give_up: Option<GiveUp>,
    /// Fast steps one after the other.
    fast: usize,
}

/// How a step of a run went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunStep {
    /// What it took.
    pub report: StepReport,
    /// The kinetic energy per mass after it, in J/kg.
    pub motion: f64,
    /// Whether the cloth is at rest.
    pub at_rest: bool,
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunEnd {
    /// How many steps it took.
    pub steps: usize,
    /// What they took together.
    pub report: StepReport,
    /// Whether the cloth came to rest.
    pub at_rest: bool,
    /// Why it was given up, if it was.
    pub gave_up: Option<GaveUp>,
}

impl Run {
    /// A run of steps of a length in seconds, that takes nothing from velocities and gives nothing up.
    pub fn new(simulation: Simulation, step_time: f64) -> Self {
        Self { simulation, step_time, velocity_kept: 1.0, rest: Rest::default(), give_up: None, fast: 0 }
    }

    /// Takes a step.
    ///
    /// # Errors
    /// If the cloth cannot be moved on even in the smallest steps.
    pub fn step(&mut self) -> Result<RunStep, SolverError> {
        self.step_with(&mut ()).map(|(step, _)| step)
    }

    /// Takes a step with the changes of a controller, and says how the run is to go on.
    ///
    /// # Errors
    /// If the cloth cannot be moved on even in the smallest steps.
    pub fn step_with(&mut self, controller: &mut impl Controller) -> Result<(RunStep, Course), SolverError> {
        controller.before(&mut self.simulation, self.step_time);
        let report = self.simulation.step(self.step_time)?;
        let step = self.see(report, controller.is_free());
        let course = controller.after(&mut self.simulation, &step);
        let course =
            if course == Course::GoOn { self.watch(step.motion, controller.is_free()) } else { course };
        Ok((step, course))
    }

    /// Moves on until the cloth is at rest, the controller is done, the run is given up, or the deadline has passed or was cancelled.
    pub fn until_rest<C: Controller>(
        &mut self,
        controller: &mut C,
        deadline: Deadline,
        on_step: impl FnMut(&C, &Simulation, &RunStep),
    ) -> RunEnd {
        self.drive(usize::MAX, true, deadline, controller, on_step)
    }

    /// Takes some steps, at rest or not, and returns what they took together.
    ///
    /// # Errors
    /// If the cloth cannot be moved on even in the smallest steps.
    pub fn advance<C: Controller>(
        &mut self,
        steps: usize,
        controller: &mut C,
        on_step: impl FnMut(&C, &Simulation, &RunStep),
    ) -> Result<StepReport, SolverError> {
        let end = self.drive(steps, false, Deadline::NEVER, controller, on_step);
        match end.gave_up {
            Some(GaveUp::Stuck { error }) => Err(error),
            Some(GaveUp::Memory { bytes }) => Err(Spent::Memory { bytes }.into()),
            Some(GaveUp::Time { seconds, .. }) => Err(Spent::Time { seconds }.into()),
            Some(GaveUp::Cancelled { .. }) => Err(Spent::Cancelled.into()),
            _ => Ok(end.report),
        }
    }

    /// The loop.
    fn drive<C: Controller>(
        &mut self,
        most: usize,
        ends_at_rest: bool,
        deadline: Deadline,
        controller: &mut C,
        mut on_step: impl FnMut(&C, &Simulation, &RunStep),
    ) -> RunEnd {
        let mut end = RunEnd::default();
        // The clock is looked at within steps, too: where cloth cannot be kept apart, one can take minutes.
        let before = self.simulation.allowance.clone();
        if deadline != Deadline::NEVER {
            self.simulation.allowance.deadline = deadline;
        }
        while end.steps < most {
            if let Err(spent) = self.simulation.allowance.check() {
                end.gave_up = Some(GaveUp::of(spent.into(), controller.done()));
                break;
            }
            let (step, course) = match self.step_with(controller) {
                Ok(taken) => taken,
                Err(error) => {
                    end.gave_up = Some(GaveUp::of(error, controller.done()));
                    break;
                }
            };
            end.steps += 1;
            end.report.add(&step.report);
            end.at_rest = step.at_rest;
            on_step(controller, &self.simulation, &step);
            match course {
                Course::GiveUp(why) => end.gave_up = Some(why),
                Course::GoOn if !(ends_at_rest && step.at_rest) => continue,
                Course::GoOn | Course::Done => {}
            }
            break;
        }
        self.simulation.allowance = before;
        end.at_rest &= end.gave_up.is_none();
        end
    }

    /// Takes some of the velocity after a step, and sees how much motion is left.
    fn see(&mut self, mut report: StepReport, is_free: bool) -> RunStep {
        let cloth = &mut self.simulation.cloth;
        if self.velocity_kept < 1.0 {
            let before = cloth.kinetic_energy();
            cloth.state.velocities.iter_mut().for_each(|velocity| *velocity *= self.velocity_kept);
            report.damped += before - cloth.kinetic_energy();
        }
        let motion = cloth.kinetic_energy() / cloth.mass().max(f64::MIN_POSITIVE);
        if is_free {
            self.rest.see(motion, &cloth.state.positions);
        } else {
            self.rest.wake();
        }
        RunStep { report, motion, at_rest: self.rest.is_reached() }
    }

    /// Sees whether free cloth leaps about or falls.
    fn watch(&mut self, motion: f64, is_free: bool) -> Course {
        let Some(limits) = &self.give_up else { return Course::GoOn };
        self.fast = if is_free && limits.is_fast(motion) { self.fast + 1 } else { 0 };
        if self.fast < limits.steps {
            return Course::GoOn;
        }
        Course::GiveUp(GiveUp::fast(&self.simulation.cloth, motion))
    }

    /// Begins to watch anew, because something around the cloth has changed.
    pub fn wake(&mut self) {
        self.rest.wake();
        self.fast = 0;
    }
}
