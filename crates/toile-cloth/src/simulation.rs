//! A cloth in its surroundings, moved by a solver.
//!
//! ```
//! use toile_cloth::cloth::Cloth;
//! use toile_cloth::simulation::Simulation;
//! use toile_cloth::solver::{Budget, Newton, Scheme};
//! use toile_cloth::{fabric::Fabric, world::World};
//! use toile_geom::{glam::DVec2, shapes};
//!
//! let mesh = shapes::sheet(DVec2::ONE, [8, 8]);
//! let mut cloth = Cloth::of_sheet(&mesh, &Fabric::named("cotton-poplin")?)?;
//! cloth.pinned[0] = true;
//! let solver = Box::new(Newton::new(Scheme::Bdf2, Budget::INTERACTIVE));
//! let mut simulation = Simulation::new(cloth, World::default(), solver);
//! for _ in 0..10 {
//!     simulation.step(1.0 / 60.0)?;
//! }
//! assert!(simulation.cloth.state.positions[80].y < -0.05, "it falls");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::cloth::Cloth;
use crate::contact::{ContactPipeline, Out, push_everywhere};
use crate::layer_order::LayerOrder;
use crate::recovery::{get_free, untangle};
use crate::solver::{Solver, SolverError, StepReport, refused, report_contacts};
use crate::state::Tangle;
use crate::strain_limit::{StrainLimit, limit_strain};
use crate::world::World;
use glam::DVec3;
use toile_contact::layers::{LayerError, OrderReport, RestoreReport};
use toile_contact::repair::{RepairError, RepairReport};
use toile_contact::touch::{InitialPenetration, ObstaclesAt};
use toile_geom::allowance::Allowance;

/// How often stretch is limited at most, where contacts keep vertices from where they should go for that.
const LIMIT_ROUNDS: usize = 4;

/// How often a failed step is cut in halves before it is given up: 64 parts.
const MAX_HALVINGS: u32 = 6;

/// How often a step in which something could not be kept apart is cut in halves: bodies that go less far leave more ways out. Where there is no
/// room at all this is tried once: the cloth is tangled then, until it is free again.
const MAX_HALVINGS_FOR_ROOM: u32 = 5;

/// A cloth that moves.
#[derive(Debug)]
pub struct Simulation {
    /// The cloth.
    pub cloth: Cloth,
    /// What surrounds it.
    pub world: World,
    /// Pinned vertices that follow a path.
    pub guides: Vec<Guide>,
    /// What keeps it apart from itself and from bodies.
    pub contacts: ContactPipeline,
    /// What moves it.
    pub solver: Box<dyn Solver>,
    /// Which piece of it lies outside of which, if that is to be seen to.
    pub layers: Option<LayerOrder>,
    /// The most that cloth may be stretched, if that is limited.
    pub strain_limit: Option<StrainLimit>,
    /// Whether cloth that could not be kept apart is freed; see [`recovery`](crate::recovery).
    pub recovers: bool,
    /// What may be taken: a step that would need more time or memory ends with [`SolverError::Spent`] or the like, and the cloth is where it was.
    pub allowance: Allowance,
    /// A step that moves a vertex further than this, in metres, is taken again in smaller ones.
    pub longest_move: f64,
}

/// A pinned vertex that follows a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Guide {
    /// The vertex.
    pub vertex: u32,
    /// Times in seconds, growing, and where the vertex is then; straight between, and at rest before and after.
    pub path: Vec<(f64, DVec3)>,
}

impl Guide {
    /// Where the vertex is at a time.
    pub fn at(&self, time: f64) -> Option<DVec3> {
        let next = self.path.partition_point(|key| key.0 <= time);
        match (next.checked_sub(1).and_then(|last| self.path.get(last)), self.path.get(next)) {
            (Some(&(start, from)), Some(&(end, to))) => Some(from.lerp(to, (time - start) / (end - start))),
            (Some(&(_, place)), None) | (None, Some(&(_, place))) => Some(place),
            (None, None) => None,
        }
    }
}

impl Simulation {
    /// A cloth in its surroundings.
    pub fn new(cloth: Cloth, world: World, solver: Box<dyn Solver>) -> Self {
        Self {
            cloth,
            world,
            guides: Vec::new(),
            contacts: ContactPipeline::default(),
            solver,
            layers: None,
            strain_limit: None,
            recovers: true,
            allowance: Allowance::UNLIMITED,
            longest_move: 1.0,
        }
    }

    /// Moves the cloth and the clock on by a time in seconds. A step that fails is taken in halves, quarters and so on.
    ///
    /// # Errors
    /// If it fails even so: the cloth is then where it was when the smallest step failed, and the error says why.
    pub fn step(&mut self, time: f64) -> Result<StepReport, SolverError> {
        let parts = self.solver.parts(&self.cloth, &self.world, time);
        let mut whole: Option<StepReport> = None;
        for part in parts {
            let report = self.advance(part * time, 0)?;
            match &mut whole {
                Some(whole) => whole.add(&report),
                None => whole = Some(report),
            }
        }
        Ok(whole.unwrap_or_default())
    }

    fn advance(&mut self, time: f64, halvings: u32) -> Result<StepReport, SolverError> {
        if let Some(property) = refused(&*self.solver, &self.cloth) {
            return Err(SolverError::Refused { method: self.solver.name(), property });
        }
        self.allowance.check_time()?;
        match self.try_step(time, halvings < MAX_HALVINGS_FOR_ROOM) {
            Ok(Some(report)) => return Ok(report),
            Err(error) if halvings >= MAX_HALVINGS || error.spent().is_some() => return Err(error),
            Ok(None) | Err(_) => {}
        }
        let mut report = self.advance(0.5 * time, halvings + 1)?;
        report.add(&self.advance(0.5 * time, halvings + 1)?);
        report.retries += 1;
        Ok(report)
    }

    /// Takes a step. Nothing, and the cloth as it was, if something could not be kept apart that was apart before, and `may_refuse` that.
    fn try_step(&mut self, time: f64, may_refuse: bool) -> Result<Option<StepReport>, SolverError> {
        self.contacts.set_allowance(self.allowance.clone());
        self.lead(time);
        self.world.prepare(time);
        let before = self.cloth.state.clone();
        let begun = self.begin_layers(time);
        let mut result = begun.and_then(|misplaced| {
            let mut report = self.solver.step(&mut self.cloth, &self.world, &mut self.contacts, time)?;
            report.recovery.misplaced = misplaced;
            Ok(report)
        });
        result = result.and_then(|report| self.check(&before.positions, time).map(|()| report));
        result = result.and_then(|report| self.limit_strain(report, time));
        result = result.and_then(|report| self.pass_layers(report, time));
        let is_refused =
            |report: &StepReport| report.contact.failures > 0 && may_refuse && before.tangle.is_none();
        if result.as_ref().is_ok_and(is_refused) {
            self.cloth.state = before;
            return Ok(None);
        }
        result = result.and_then(|report| self.get_free(report, time));
        match result {
            Ok(mut report) => {
                drop(before);
                self.cloth.commit_bending();
                self.world.time += time;
                report.substeps = report.substeps.max(1);
                Ok(Some(report))
            }
            Err(error) => {
                self.cloth.state = before;
                Err(error)
            }
        }
    }

    /// Brings the pieces of the cloth into the order of their layers at once, wherever they are. What cannot be put right so passes
    /// in the steps that follow.
    ///
    /// # Errors
    /// If the layers do not fit the cloth; nothing is changed then.
    pub fn restore_layers(&mut self) -> Result<RestoreReport, LayerError> {
        match &self.layers {
            Some(order) => order.restore(&mut self.cloth, &self.world, self.world.time),
            None => Ok(RestoreReport::default()),
        }
    }

    /// Where pieces of the cloth are not in the order of their layers.
    ///
    /// # Errors
    /// If the layers do not fit the cloth.
    pub fn check_layers(&self) -> Result<OrderReport, LayerError> {
        self.layers.as_ref().map_or(Ok(OrderReport::default()), |order| order.check(&self.cloth, &self.world))
    }

    /// Takes the cloth out of itself and out of bodies at once, wherever it passes through them. What cannot be repaired so is tried again in the
    /// steps that follow; see [`recovery`](crate::recovery).
    ///
    /// # Errors
    /// If a place is not a number; nothing is changed then.
    pub fn untangle(&mut self) -> Result<RepairReport, RepairError> {
        let now = (self.world.time, self.allowance.deadline.clone());
        let report = untangle(&mut self.cloth, &self.world, self.layers.as_ref(), now)?;
        self.cloth.state.tangle = (!report.is_clean()).then(Tangle::default);
        Ok(report)
    }

    /// Repairs what could not be kept apart.
    fn get_free(&mut self, mut report: StepReport, time: f64) -> Result<StepReport, SolverError> {
        if self.recovers {
            get_free(
                &mut self.cloth,
                &self.world,
                self.layers.as_ref(),
                (self.world.time + time, self.allowance.deadline.clone()),
                &mut report,
            )?;
        }
        Ok(report)
    }

    /// Makes changes of the layers, and tells contact about the pieces. Returns at how many places the order was wrong.
    fn begin_layers(&mut self, time: f64) -> Result<usize, SolverError> {
        let Some(order) = &self.layers else { return Ok(0) };
        self.contacts.set_pieces(&order.pieces);
        Ok(order.begin(&mut self.cloth, &self.world, time)?)
    }

    /// Moves passing pieces on.
    fn pass_layers(&mut self, mut report: StepReport, time: f64) -> Result<StepReport, SolverError> {
        if let Some(order) = &self.layers {
            order.pass(&mut self.cloth, &self.world, &mut self.contacts, time, &mut report)?;
        }
        Ok(report)
    }

    /// Limits the stretch, if it is to be; through nothing, as all that moves cloth.
    fn limit_strain(&mut self, mut report: StepReport, time: f64) -> Result<StepReport, SolverError> {
        let Self { cloth, world, contacts, strain_limit: Some(limit), .. } = self else { return Ok(report) };
        report.solver.limited = limit_strain(cloth, limit);
        if report.solver.limited == 0 {
            return Ok(report);
        }
        let Some(mut step) = contacts.resume(world) else {
            let penetration = InitialPenetration::default();
            let at = ObstaclesAt { thickness: 0.0, ..world.surfaces_at(world.time + time) };
            let out = Out { at, penetration: &penetration, elapsed: time };
            let start = cloth.state.positions.clone();
            push_everywhere(&start, &mut cloth.state.positions, &cloth.pinned, &out);
            return Ok(report);
        };
        step.advance(&mut cloth.state.positions)?;
        // A piece that was not let through leaves the rest to others.
        for _ in 1..LIMIT_ROUNDS {
            if limit_strain(cloth, limit) == 0 {
                break;
            }
            step.advance(&mut cloth.state.positions)?;
        }
        report_contacts(step, &mut report);
        Ok(report)
    }

    /// Gives guided vertices the velocity that leads them to the end of the step.
    fn lead(&mut self, time: f64) {
        for guide in &self.guides {
            let v = guide.vertex as usize;
            if let Some(place) = guide.at(self.world.time + time) {
                self.cloth.pinned[v] = true;
                self.cloth.state.velocities[v] = (place - self.cloth.state.positions[v]) / time;
            }
        }
    }

    /// That all is finite, and nothing was flung away.
    fn check(&self, before: &[DVec3], time: f64) -> Result<(), SolverError> {
        if let Some(vertex) = self.cloth.first_not_finite() {
            return Err(SolverError::NotFinite { vertex, time });
        }
        let moved = self.cloth.state.positions.iter().zip(before).map(|(now, then)| now.distance(*then));
        let farthest = moved.enumerate().fold((0, 0.0), |a, b| if b.1 > a.1 { b } else { a });
        if farthest.1 > self.longest_move {
            return Err(SolverError::Unstable { vertex: farthest.0, distance: farthest.1, time });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guide_is_straight_between_its_keys_and_rests_outside() {
        let guide = Guide { vertex: 0, path: vec![(1.0, DVec3::ZERO), (2.0, DVec3::X), (4.0, DVec3::Y)] };
        assert_eq!(guide.at(0.0), Some(DVec3::ZERO));
        assert_eq!(guide.at(1.25), Some(DVec3::X * 0.25));
        assert_eq!(guide.at(2.0), Some(DVec3::X));
        assert_eq!(guide.at(3.0), Some(DVec3::new(0.5, 0.5, 0.0)));
        assert_eq!(guide.at(9.0), Some(DVec3::Y));
        assert_eq!(Guide { vertex: 0, path: Vec::new() }.at(1.0), None);
    }
}
