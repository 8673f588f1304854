//! Explicit steps: the motion follows straight from the forces at known positions.
//!
//! No system of equations is solved, so a substep is cheap; but it must be shorter than the fastest oscillation that the mesh
//! can make, about the time sound takes through the smallest triangle. The number of substeps is chosen from an upper bound on
//! that oscillation's frequency, found anew at each step.

mod multi_rate;
mod rates;
mod schemes;

use super::guard::{all_or_nothing, inverse_masses, report_contacts};
use super::{ClothProperty, Solver, SolverError, StepReport, StepStage};
use crate::cloth::Cloth;
use crate::contact::{ContactPipeline, ContactStep, Ends, KeepOut, Substep};
use crate::world::World;
use multi_rate::MultiRate;
use rates::Rates;
use schemes::Forces;

/// How explicit steps are taken.
///
/// | scheme | order | forces a substep | substep × fastest frequency | without damping |
/// |---|---|---|---|---|
/// | [`Euler`](Self::Euler) | 1 | 1 | 0.05 | gains energy, always |
/// | [`Midpoint`](Self::Midpoint) | 2 | 2 | 0.2 | gains energy, slowly |
/// | [`RungeKutta4`](Self::RungeKutta4) | 4 | 4 | 0.7 | loses a little, of fast oscillations only |
/// | [`Verlet`](Self::Verlet) | 2 | 1 | 1.0 | keeps it over any time; the scheme to take |
/// | [`MultiRate`](Self::MultiRate) | 1 | 1, and one implicit step for several | 1.0, of bending alone | loses some, like backward Euler |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExplicitScheme {
    /// Positions by the old velocities, velocities by the old forces. Turns every oscillation into a growing one unless the
    /// material is damped: for comparison with older programs.
    Euler,
    /// The forces halfway through an Euler step (Runge and Kutta's method of second order).
    Midpoint,
    /// Runge and Kutta's method of fourth order: the most accurate for a smooth motion.
    RungeKutta4,
    /// Half a step along the velocity, the forces there, another half: second order, symplectic.
    #[default]
    Verlet,
    /// Bending by explicit steps, and after some of them stretch, threads and gravity by one implicit step for all of them.
    /// For bending that has no useful derivative (Wong, "Improvements to Physically Based Cloth Simulation", 2014, chapter 4).
    MultiRate {
        /// Bending steps to one implicit step; 0 counts as 1. The source tried 1, 2 and 3.
        bending_steps: usize,
    },
}

/// Settings of [`Explicit`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExplicitSettings {
    /// How steps are taken.
    pub scheme: ExplicitScheme,
    /// Damping of the material in seconds: the elastic force is that of the positions so much later, which adds a
    /// resistance in proportion to stiffness and rate of strain.
    ///
    /// An oscillation of frequency ω (radians a second) loses the part `1 − exp(−½ damping ω² t)` of its amplitude in the
    /// time t. [`ExplicitScheme::MultiRate`] has the damping of its implicit steps instead.
    pub damping: f64,
    /// A step that needs more substeps than this is refused.
    pub most_substeps: usize,
}

impl Default for ExplicitSettings {
    /// Verlet without damping.
    fn default() -> Self {
        Self { scheme: ExplicitScheme::default(), damping: 0.0, most_substeps: 20_000 }
    }
}

/// Explicit steps. See the table of schemes in [`ExplicitScheme`].
///
/// ```
/// use toile_cloth::cloth::Cloth;
/// use toile_cloth::contact::ContactPipeline;
/// use toile_cloth::solver::{Explicit, ExplicitSettings, Solver};
/// use toile_cloth::{fabric::Fabric, world::World};
/// use toile_geom::{glam::DVec2, shapes};
///
/// let mesh = shapes::sheet(DVec2::ONE, [5, 5]);
/// let mut cloth = Cloth::of_sheet(&mesh, &Fabric::named("jersey")?)?;
/// let mut solver = Explicit::new(ExplicitSettings::default());
/// let report = solver.step(&mut cloth, &World::default(), &mut ContactPipeline::default(), 1.0 / 60.0)?;
/// assert!(report.substeps > 1 && cloth.state.velocities[0].y < 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Explicit {
    settings: ExplicitSettings,
    multi_rate: MultiRate,
}

impl Explicit {
    /// A solver with these settings.
    pub fn new(settings: ExplicitSettings) -> Self {
        Self { settings, multi_rate: MultiRate::default() }
    }

    /// How many substeps a step takes, as a multiple of `group`.
    fn substeps(&self, cloth: &Cloth, world: &World, time: f64, group: usize) -> Result<usize, SolverError> {
        let longest = Rates::of(cloth, world, &self.settings).longest_step(&self.settings);
        let groups = (time / (longest * group as f64)).ceil().clamp(1.0, f64::INFINITY);
        let (substeps, most) = (groups * group as f64, self.settings.most_substeps);
        // What is not a number is refused too.
        if substeps <= most as f64 {
            Ok(substeps as usize)
        } else {
            Err(SolverError::TooStiff { substeps, most, time })
        }
    }

    fn take(
        &self,
        cloth: &mut Cloth,
        world: &World,
        contacts: &mut ContactPipeline,
        time: f64,
    ) -> Result<StepReport, SolverError> {
        let mut report = StepReport::default();
        report.substeps = report.times.time(StepStage::Forces, || self.substeps(cloth, world, time, 1))?;
        let keep_out = report.times.time(StepStage::Colliders, || KeepOut::new(cloth, world, time));
        report.contact.pushed_out = keep_out.free(cloth, contacts)?;
        let forces = Forces::new(cloth, world, self.settings.damping);
        for substep in Substep::parts(time, report.substeps) {
            let start = cloth.state.positions.clone();
            let mut step = contacts.begin(cloth, world, substep.span());
            report.times.time(StepStage::Forces, || {
                schemes::advance(self.settings.scheme, cloth, &forces, substep.length);
            });
            report.contact.contacts = report
                .times
                .time(StepStage::Colliders, || keep_out.correct_velocities(cloth, &start, &substep));
            report.contact.contacts +=
                report.times.time(StepStage::Guard, || part(cloth, &mut step, substep.length))?;
            if substep.is_last {
                report_contacts(step, &mut report);
            }
        }
        Ok(report)
    }

    fn take_multi_rate(
        &mut self,
        cloth: &mut Cloth,
        world: &World,
        contacts: &mut ContactPipeline,
        time: f64,
        bending_steps: usize,
    ) -> Result<StepReport, SolverError> {
        let mut report = StepReport::default();
        let substeps =
            report.times.time(StepStage::Forces, || self.substeps(cloth, world, time, bending_steps))?;
        let keep_out = report.times.time(StepStage::Colliders, || KeepOut::new(cloth, world, time));
        report.contact.pushed_out = keep_out.free(cloth, contacts)?;
        for substep in Substep::parts(time, substeps / bending_steps) {
            let start = cloth.state.positions.clone();
            report.add(&self.multi_rate.advance(cloth, world, contacts, substep.span(), bending_steps)?);
            report.contact.contacts += report
                .times
                .time(StepStage::Colliders, || keep_out.correct_velocities(cloth, &start, &substep));
            if let Some(mut step) = contacts.resume(world) {
                step.advance(&mut cloth.state.positions)?;
                report_contacts(step, &mut report);
            }
        }
        report.substeps = substeps;
        Ok(report)
    }
}

/// Keeps cloth apart at the end of a substep; velocities change with the positions.
fn part(cloth: &mut Cloth, step: &mut ContactStep<'_>, time: f64) -> Result<usize, SolverError> {
    if !step.is_active() {
        return Ok(0);
    }
    let inverse_masses = inverse_masses(cloth);
    let before = cloth.state.positions.clone();
    let ends = Ends { places: &mut cloth.state.positions, inverse_masses: &inverse_masses, time };
    let touching = step.keep_apart(ends)?;
    for (v, before) in before.into_iter().enumerate() {
        if inverse_masses[v] != 0.0 {
            cloth.state.velocities[v] += (cloth.state.positions[v] - before) / time;
        }
    }
    Ok(touching)
}

impl Solver for Explicit {
    fn name(&self) -> &'static str {
        match self.settings.scheme {
            ExplicitScheme::Euler => "explicit-euler",
            ExplicitScheme::Midpoint => "midpoint",
            ExplicitScheme::RungeKutta4 => "runge-kutta-4",
            ExplicitScheme::Verlet => "verlet",
            ExplicitScheme::MultiRate { .. } => "multi-rate",
        }
    }

    /// Its forces are those of the positions alone; of steps at different rates the implicit ones know how fast stretch changes.
    fn honours(&self, property: ClothProperty) -> bool {
        let is_multi_rate = matches!(self.settings.scheme, ExplicitScheme::MultiRate { .. });
        match property {
            ClothProperty::StretchViscosity => is_multi_rate,
            ClothProperty::BendingViscosity => false,
            // Arcs tie stretch to bending, which have steps of their own there.
            ClothProperty::Arcs => !is_multi_rate,
            _ => true,
        }
    }

    fn step(
        &mut self,
        cloth: &mut Cloth,
        world: &World,
        contacts: &mut ContactPipeline,
        time: f64,
    ) -> Result<StepReport, SolverError> {
        all_or_nothing(cloth, time, |cloth| {
            let report = match self.settings.scheme {
                ExplicitScheme::MultiRate { bending_steps } => {
                    self.take_multi_rate(cloth, world, contacts, time, bending_steps.max(1))
                }
                _ => self.take(cloth, world, contacts, time),
            };
            cloth.state.earlier = None;
            report
        })
    }
}
