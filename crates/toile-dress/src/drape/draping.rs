//! The run itself, step by step.

use super::DrapeSettings;
use crate::sew::{Ramp, SewnGarment};
use glam::DVec3;
use toile_cloth::bending::Fold;
use toile_cloth::cloth::{Cloth, MassRule};
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{Budget, Newton, Scheme, SolverError, StepReport};
use toile_cloth::threads::Thread;
use toile_contact::obstacle::{MeshPlaces, Obstacle, ObstacleShape};
use toile_geom::TriMesh;

/// Steps at rest one after the other until it counts.
const STILL: usize = 4;

/// Folds are pressed by so many times their angle while seams close: the moment grows with it, the way to go does not.
const PRESS: f64 = 8.0;

/// How long a slim body takes to grow, in seconds.
const GROWING: f64 = 0.5;

/// The acceleration of gravity in m/s².
const GRAVITY: DVec3 = DVec3::new(0.0, -9.81, 0.0);

/// What a draping garment is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Seams close, without gravity.
    Sewing,
    /// The body grows to its own size, without gravity.
    Growing,
    /// Collars are turned over.
    Turning,
    /// It falls and swings.
    Draping,
    /// It is at rest, or has been given all the time there was.
    Done,
}

/// Where a run stands.
#[derive(Clone, Debug)]
pub struct DrapeStep {
    /// What is being done.
    pub phase: Phase,
    /// The part of the seams' way that is done.
    pub sewn: f64,
    /// The energy of motion per mass in J/kg.
    pub motion: f64,
    /// What the last step took.
    pub report: StepReport,
}

/// What changes while seams close.
#[derive(Debug)]
struct Closing {
    ramp: Ramp,
    folds: Vec<Fold>,
    pleats: Vec<Fold>,
    elastics: Vec<Thread>,
    /// How long elastic bands are at first.
    loose: Vec<f64>,
}

impl Closing {
    fn of(sewn: &SewnGarment) -> Self {
        let loose = sewn.elastics.iter().map(|thread| {
            let [a, b] = thread.ends.map(|end| end.position(&sewn.cloth.state.positions));
            a.distance(b).max(thread.length)
        });
        Self {
            ramp: sewn.ramp.clone(),
            folds: sewn.folds.clone(),
            pleats: sewn.pleats.clone(),
            loose: loose.collect(),
            elastics: sewn.elastics.clone(),
        }
    }

    /// Cloth whose seams are closed, some of whose folds are to be turned over.
    fn of_folds(ramp: Ramp, cloth: &Cloth, is_turned: impl Fn(&Fold) -> bool) -> Self {
        let (folds, pleats) = cloth.folds.iter().copied().partition(is_turned);
        let loose = cloth.threads.iter().map(|thread| thread.length).collect();
        Self { ramp, folds, pleats, elastics: cloth.threads.clone(), loose }
    }

    /// Folds at a part of the way: pressed harder while seams close, so that collars turn over. Pleats begin folded.
    fn folds_at(&self, part: f64) -> Vec<Fold> {
        let press = if part < 1.0 { PRESS } else { 1.0 };
        let folds = self.folds.iter().map(|fold| Fold { angle: press * fold.angle, ..*fold });
        folds.chain(self.pleats.iter().copied()).collect()
    }

    /// Elastic bands at a part of the way.
    fn elastics_at(&self, part: f64) -> Vec<Thread> {
        let threads = self
            .elastics
            .iter()
            .zip(&self.loose)
            .map(|(thread, loose)| Thread { length: loose + (thread.length - loose) * part, ..*thread });
        threads.collect()
    }
}

/// A garment on its way from placed pieces to rest.
#[derive(Debug)]
pub struct Draping {
    /// The cloth and its surroundings.
    pub simulation: Simulation,
    /// None if its seams are closed.
    closing: Option<Closing>,
    settings: DrapeSettings,
    phase: Phase,
    /// How long the body takes to grow.
    growing: f64,
    time: f64,
    /// The part of the seams' way that is done.
    sewn: f64,
    still: usize,
    /// Which triangles are of flaps that are looked after when the seams are closed.
    flaps: Vec<bool>,
}

impl Draping {
    /// A sewn garment around a body that stands still.
    pub fn new(sewn: &SewnGarment, body: &TriMesh, settings: DrapeSettings) -> Self {
        let mut draping = Self::of_cloth(sewn.cloth.clone(), body, settings);
        draping.simulation.world.gravity = DVec3::ZERO;
        (draping.phase, draping.sewn) = (Phase::Sewing, 0.0);
        draping.closing = Some(Closing::of(sewn));
        draping.flaps.clone_from(&sewn.flaps);
        draping
    }

    /// Lets the body begin with its skin elsewhere, and grow when the seams are closed.
    pub fn grow_from(&mut self, slim: Vec<DVec3>) {
        let [begin, end] = [self.settings.sewing, self.settings.sewing + GROWING];
        if let [Obstacle { shape: ObstacleShape::Mesh(body), .. }] = &mut self.simulation.world.obstacles[..]
            && let MeshPlaces::Still(skin) = &body.places
        {
            body.places = MeshPlaces::Keys(vec![(begin, slim), (end, skin.clone())]);
            self.growing = GROWING;
        }
    }

    /// Cloth whose seams are closed, around a body that stands still.
    pub fn of_cloth(cloth: Cloth, body: &TriMesh, settings: DrapeSettings) -> Self {
        let world = settings.world(Obstacle::mesh(body));
        let solver = Box::new(Newton::new(Scheme::BackwardEuler, Budget::INTERACTIVE));
        let simulation = Simulation::new(cloth, world, solver);
        Self {
            simulation,
            closing: None,
            settings,
            phase: Phase::Draping,
            growing: 0.0,
            time: 0.0,
            sewn: 1.0,
            still: 0,
            flaps: Vec::new(),
        }
    }

    /// Lets a garment that has come to rest move on, because something around it has changed.
    pub fn wake(&mut self) {
        (self.phase, self.time, self.still) = (Phase::Draping, 0.0, 0);
    }

    /// Lets flaps fall over that are held out, as collars do while seams close; the ramp begins where they are.
    pub(super) fn begin_turning(&mut self, ramp: Ramp, is_turned: impl Fn(&Fold) -> bool) {
        self.wake();
        self.phase = Phase::Turning;
        self.closing = Some(Closing::of_folds(ramp, &self.simulation.cloth, is_turned));
    }

    /// Lets flaps that are being turned over fall on by a step of a time in seconds, for those who move the simulation themselves.
    pub fn turn_on(&mut self, step: f64) {
        if self.phase == Phase::Turning {
            self.time += step;
            let part = (self.time / self.settings.sewing).min(1.0);
            self.shrink(part);
            if part >= 1.0 {
                (self.phase, self.time) = (Phase::Draping, 0.0);
            }
        }
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        self.phase == Phase::Done
    }

    /// Whether the garment came to rest.
    pub fn is_at_rest(&self) -> bool {
        self.still >= STILL
    }

    /// The part of the seams' way that is done: 1 if they are closed.
    pub fn sewn(&self) -> f64 {
        self.sewn
    }

    /// The cloth as it is now, at rest in the shape in which it was cut, whatever is drawn out still: that is what it is measured against.
    pub fn into_cloth(mut self) -> Cloth {
        if matches!(self.phase, Phase::Sewing | Phase::Turning) {
            self.shrink(1.0);
        }
        self.simulation.cloth
    }

    /// Takes a step.
    ///
    /// # Errors
    /// If the cloth cannot be moved on even in the smallest steps.
    pub fn step(&mut self) -> Result<DrapeStep, SolverError> {
        let is_closing = matches!(self.phase, Phase::Sewing | Phase::Turning);
        let part = if is_closing { (self.time + self.settings.step) / self.settings.sewing } else { 1.0 };
        let part = part.min(1.0);
        if is_closing {
            self.shrink(part);
        }
        let report = self.simulation.step(self.settings.step)?;
        self.time += self.settings.step;
        self.sewn = if self.phase == Phase::Sewing { part } else { 1.0 };
        let cloth = &mut self.simulation.cloth;
        cloth.state.velocities.iter_mut().for_each(|velocity| *velocity *= self.settings.calm);
        let motion = cloth.kinetic_energy() / cloth.mass();
        match self.phase {
            Phase::Sewing if part >= 1.0 => {
                self.time = 0.0;
                if self.growing > 0.0 { self.phase = Phase::Growing } else { self.fall() }
            }
            Phase::Turning if part >= 1.0 => (self.phase, self.time) = (Phase::Draping, 0.0),
            Phase::Growing if self.time >= self.growing => self.fall(),
            Phase::Draping => {
                self.still = if motion < self.settings.rest { self.still + 1 } else { 0 };
                if self.still >= STILL || self.time > self.settings.most {
                    self.phase = Phase::Done;
                }
            }
            _ => {}
        }
        Ok(DrapeStep { phase: self.phase, sewn: self.sewn, motion, report })
    }

    fn fall(&mut self) {
        self.phase = Phase::Draping;
        self.simulation.world.gravity = GRAVITY;
        self.time = 0.0;
        // A start that stayed tangled has room now: it is looked for intersections, and freed.
        self.simulation.cloth.state.tangle.get_or_insert_default();
        // The body that has grown may have pushed a collar up.
        let flaps = std::mem::take(&mut self.flaps);
        self.turn_down(&flaps);
    }

    /// Brings the rest shape nearer to that in which the pieces were cut.
    fn shrink(&mut self, part: f64) {
        let (Some(closing), cloth) = (&self.closing, &mut self.simulation.cloth) else { return };
        // A ramp has no triangle without area.
        if cloth.set_rest(closing.ramp.at(part), MassRule::Kept).is_ok() {
            cloth.threads = closing.elastics_at(part);
            cloth.fold(closing.folds_at(part));
        }
    }
}
