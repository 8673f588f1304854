//! A garment on its way from placed pieces to rest.

use super::holding::Holding;
use super::phases::{Phase, Phases};
use super::{DrapeSettings, FallWatch, floor_under};
use crate::sew::SewnGarment;
use glam::DVec3;
use toile_cloth::cloth::Cloth;
use toile_cloth::run::{Deadline, Rest, Run, RunEnd, RunStep};
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{Budget, Newton, Scheme, SolverError};
use toile_contact::obstacle::{MeshPlaces, Obstacle, ObstacleShape};
use toile_geom::TriMesh;

/// How long a slim body takes to grow, in seconds.
const GROWING: f64 = 0.5;

/// Where draping stands after a step.
#[derive(Clone, Copy, Debug)]
pub struct DrapeStep {
    /// What is being done.
    pub phase: Phase,
    /// The part of the seams' way that is done.
    pub sewn: f64,
    /// How the step went.
    pub run: RunStep,
}

/// A garment on its way from placed pieces to rest: a [`Run`] in [phases](Phase).
#[derive(Debug)]
pub struct Draping {
    /// The cloth and its surroundings, and how they are moved on.
    pub run: Run,
    pub(super) phases: Phases,
}

impl Draping {
    /// A sewn garment around a body that stands still.
    pub fn new(sewn: &SewnGarment, body: &TriMesh, settings: &DrapeSettings) -> Self {
        let mut draping = Self::of_cloth(sewn.cloth.clone(), body, settings);
        let world = &mut draping.run.simulation.world;
        (world.gravity, world.air) = (DVec3::ZERO, None);
        draping.phases = Phases::of_garment(sewn, settings);
        draping.watch_falling(vec![FallWatch::new(0, &sewn.cloth.state.positions)]);
        draping
    }

    /// Lets the body begin with its skin elsewhere, and grow when the seams are closed.
    pub fn grow_from(&mut self, slim: Vec<DVec3>) {
        let begin = self.phases.sewing;
        let obstacles = &mut self.run.simulation.world.obstacles;
        if let [Obstacle { shape: ObstacleShape::Mesh(body), .. }, ..] = &mut obstacles[..]
            && let MeshPlaces::Still(skin) = &body.places
        {
            body.places = MeshPlaces::Keys(vec![(begin, slim), (begin + GROWING, skin.clone())]);
            self.phases.growing = GROWING;
        }
    }

    /// Holds bands, by their vertices, where they are until the seams are closed.
    pub(crate) fn hold(&mut self, bands: &[Vec<u32>]) {
        let cloth = &self.run.simulation.cloth;
        self.phases.held = bands.iter().filter_map(|band| Holding::of(cloth, band)).collect();
    }

    /// Cloth whose seams are closed, around a body that stands still.
    pub fn of_cloth(cloth: Cloth, body: &TriMesh, settings: &DrapeSettings) -> Self {
        let mut world = settings.world(Obstacle::mesh(body), &cloth.fabrics);
        world.obstacles.extend(floor_under(&body.positions, &cloth.state.positions, settings.sewing));
        let solver = Box::new(Newton::new(Scheme::BackwardEuler, Budget::INTERACTIVE));
        let mut run = Run::new(Simulation::new(cloth, world, solver), settings.step);
        run.rest = Rest::new(settings.rest);
        run.velocity_kept = settings.velocity_kept;
        run.give_up = Some(settings.give_up);
        Self { run, phases: Phases::of_cloth(settings) }
    }

    /// Lets a garment that has come to rest move on, because something around it has changed.
    pub fn wake(&mut self) {
        self.phases.wake();
        self.run.wake();
    }

    /// Notices when one of some garments falls off the body.
    pub(crate) fn watch_falling(&mut self, garments: Vec<FallWatch>) {
        self.phases.watches = garments;
    }

    /// Which of the garments fell off the body in the last step, if one did.
    pub fn fallen(&self) -> Option<usize> {
        self.phases.fallen
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        self.phases.phase == Phase::Done
    }

    /// The part of the seams' way that is done: 1 if they are closed.
    pub fn sewn(&self) -> f64 {
        self.phases.sewn
    }

    /// The cloth as it is now, at rest in the shape in which it was cut, whatever is drawn out still: that is what it is measured against.
    pub fn into_cloth(mut self) -> Cloth {
        if self.phases.is_closing() {
            self.phases.shrink(&mut self.run.simulation.cloth, 1.0);
        }
        if !self.phases.held.is_empty() {
            self.run.simulation.cloth.grabs.clear();
        }
        self.run.simulation.cloth
    }

    /// Takes a step.
    ///
    /// # Errors
    /// If the cloth cannot be moved on even in the smallest steps.
    pub fn step(&mut self) -> Result<DrapeStep, SolverError> {
        let (run, _) = self.run.step_with(&mut self.phases)?;
        Ok(self.phases.step(&run))
    }

    /// Goes on until the garment is at rest, has been given all the time there was, or is given up.
    pub fn until_rest(
        &mut self,
        deadline: Deadline,
        on_step: &mut dyn FnMut(&DrapeStep, &Simulation),
    ) -> RunEnd {
        let see = |phases: &Phases, simulation: &Simulation, step: &RunStep| {
            on_step(&phases.step(step), simulation);
        };
        self.run.until_rest(&mut self.phases, deadline, see)
    }
}

impl Phases {
    fn step(&self, run: &RunStep) -> DrapeStep {
        DrapeStep { phase: self.phase, sewn: self.sewn, run: *run }
    }
}
