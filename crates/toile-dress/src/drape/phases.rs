//! The phases of draping: seams close, the body grows, collars are turned over, and all comes to rest.

use super::holding::Holding;
use super::{DrapeSettings, FallWatch};
use crate::sew::{Ramp, SewnGarment};
use glam::DVec3;
use toile_cloth::air::Air;
use toile_cloth::bending::Fold;
use toile_cloth::cloth::{Cloth, MassRule};
use toile_cloth::run::{Controller, Course, GaveUp, GiveUp, RunStep};
use toile_cloth::simulation::Simulation;
use toile_cloth::threads::Thread;

/// Folds are pressed by this multiple of their angle while seams close: the moment grows with it, the way to go does not.
const PRESS: f64 = 8.0;

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
        let at = |(thread, loose): (&Thread, &f64)| Thread {
            length: loose + (thread.length - loose) * part,
            ..*thread
        };
        self.elastics.iter().zip(&self.loose).map(at).collect()
    }
}

/// In which phase draping is, and what changes between its steps.
#[derive(Debug)]
pub(super) struct Phases {
    pub(super) phase: Phase,
    /// The part of the seams' way that is done.
    pub(super) sewn: f64,
    /// None if the seams are closed.
    closing: Option<Closing>,
    /// The bands that are held until the seams are closed.
    pub(super) held: Vec<Holding>,
    /// How long the body takes to grow.
    pub(super) growing: f64,
    /// The time in this phase, at the end of the step.
    time: f64,
    /// Which triangles are of flaps that are looked after when the seams are closed.
    flaps: Vec<bool>,
    /// How often they may still be turned over.
    turns_left: u32,
    /// The phase before the step.
    before: Phase,
    /// How long seams take to close.
    pub(super) sewing: f64,
    max_settle_time: f64,
    give_up: GiveUp,
    creases: bool,
    air: Option<Air>,
    /// The garments that may fall off the body.
    pub(super) watches: Vec<FallWatch>,
    /// Which of them fell in the last step.
    pub(super) fallen: Option<usize>,
}

/// Flaps that stand up are turned over so often at most: when the seams are closed, and when all is at rest.
const MOST_TURNS: u32 = 3;

impl Phases {
    /// Those of cloth whose seams are closed.
    pub(super) fn of_cloth(settings: &DrapeSettings) -> Self {
        Self {
            phase: Phase::Draping,
            sewn: 1.0,
            closing: None,
            held: Vec::new(),
            growing: 0.0,
            time: 0.0,
            flaps: Vec::new(),
            turns_left: MOST_TURNS,
            before: Phase::Sewing,
            sewing: settings.sewing,
            max_settle_time: settings.max_settle_time,
            give_up: settings.give_up,
            creases: settings.creases,
            air: settings.air,
            watches: Vec::new(),
            fallen: None,
        }
    }

    /// Those of a garment whose seams are to close.
    pub(super) fn of_garment(sewn: &SewnGarment, settings: &DrapeSettings) -> Self {
        Self {
            phase: Phase::Sewing,
            sewn: 0.0,
            closing: Some(Closing::of(sewn)),
            flaps: sewn.flaps.clone(),
            ..Self::of_cloth(settings)
        }
    }

    /// Lets cloth that has come to rest move on.
    pub(super) fn wake(&mut self) {
        (self.phase, self.time, self.fallen) = (Phase::Draping, 0.0, None);
        self.watches.iter_mut().for_each(FallWatch::wake);
    }

    /// Lets flaps fall over that are held out, as collars do while seams close; the ramp begins where they are.
    pub(super) fn begin_turning(&mut self, ramp: Ramp, cloth: &Cloth, is_turned: impl Fn(&Fold) -> bool) {
        (self.phase, self.time) = (Phase::Turning, 0.0);
        self.closing = Some(Closing::of_folds(ramp, cloth, is_turned));
    }

    /// Whether the rest shape changes from step to step.
    pub(super) fn is_closing(&self) -> bool {
        matches!(self.phase, Phase::Sewing | Phase::Turning)
    }

    /// Brings the rest shape to a part of the way to that in which the pieces were cut.
    pub(super) fn shrink(&self, cloth: &mut Cloth, part: f64) {
        let Some(closing) = &self.closing else { return };
        // A ramp has no triangle without area.
        if cloth.set_rest(closing.ramp.at(part), MassRule::Kept).is_ok() {
            cloth.threads = closing.elastics_at(part);
            cloth.fold(closing.folds_at(part));
        }
    }

    /// Which part of closing is done at the end of the step.
    fn part(&self) -> f64 {
        (self.time / self.sewing).min(1.0)
    }

    fn fall(&mut self, simulation: &mut Simulation) {
        self.wake();
        if !self.held.is_empty() {
            self.held.clear();
            simulation.cloth.grabs.clear();
        }
        (simulation.world.gravity, simulation.world.air) = (GRAVITY, self.air);
        if self.creases {
            simulation.cloth.remember_bending();
        }
        // A start that stayed tangled has room now: it is looked for intersections, and freed.
        simulation.cloth.state.tangle.get_or_insert_default();
        // The body that has grown may have pushed a collar up.
        self.turn_down_again(simulation);
    }

    /// Turns over flaps that stand up, if that was not tried too often. Tells whether there are any.
    fn turn_down_again(&mut self, simulation: &mut Simulation) -> bool {
        if self.flaps.is_empty() || self.turns_left == 0 {
            return false;
        }
        self.turns_left -= 1;
        let flaps = std::mem::take(&mut self.flaps);
        let turns = self.turn_down(simulation, &flaps);
        self.flaps = flaps;
        turns
    }
}

impl Controller for Phases {
    fn before(&mut self, simulation: &mut Simulation, length: f64) {
        self.time += length;
        if self.is_closing() {
            self.shrink(&mut simulation.cloth, self.part());
        }
        if !self.held.is_empty() {
            let positions = &simulation.cloth.state.positions;
            let grabs = self.held.iter().flat_map(|band| band.grabs(positions)).collect();
            simulation.cloth.grabs = grabs;
        }
    }

    fn is_free(&self) -> bool {
        matches!(self.phase, Phase::Draping | Phase::Done)
    }

    fn done(&self) -> f64 {
        self.sewn
    }

    fn after(&mut self, simulation: &mut Simulation, step: &RunStep) -> Course {
        self.sewn = if self.phase == Phase::Sewing { self.part() } else { 1.0 };
        match self.phase {
            Phase::Sewing if self.part() >= 1.0 && self.growing > 0.0 => {
                (self.phase, self.time) = (Phase::Growing, 0.0);
            }
            Phase::Sewing if self.part() >= 1.0 => self.fall(simulation),
            Phase::Turning if self.part() >= 1.0 => self.wake(),
            Phase::Growing if self.time >= self.growing => self.fall(simulation),
            Phase::Draping if step.at_rest || self.time > self.max_settle_time => {
                // A collar may have come to rest standing up along a part of its fold.
                let is_turned = step.at_rest && self.turn_down_again(simulation);
                if !is_turned {
                    self.phase = Phase::Done;
                }
            }
            _ => {}
        }
        let has_changed = std::mem::replace(&mut self.before, self.phase) != self.phase;
        // Flaps that are held out are drawn out for a moment.
        let is_whole = self.phase != Phase::Turning;
        if has_changed
            && is_whole
            && let Some(why) = self.give_up.strained(&simulation.cloth)
        {
            return Course::GiveUp(why);
        }
        self.fallen = None;
        if self.is_free() {
            let all = &simulation.cloth.state.positions;
            let mut watches = self.watches.iter_mut();
            self.fallen = watches.position(|watch| watch.falls(all));
        }
        if self.fallen.is_some() {
            return Course::GiveUp(GaveUp::Falls);
        }
        if self.phase == Phase::Done { Course::Done } else { Course::GoOn }
    }
}
