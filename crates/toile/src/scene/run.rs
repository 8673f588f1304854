//! Running a scene frame by frame.

use super::checkpoint::{Checkpoint, CheckpointError, Fingerprint};
use super::description::SceneFile;
use super::run_totals::RunTotals;
use super::simulation::BuildError;
use crate::frame_report::FrameReport;
use glam::DVec3;
use serde::Serialize;
use std::time::Instant;
use toile_cloth::bending::BendingHistory;
use toile_cloth::contact::ContactPipeline;
use toile_cloth::run::{Intersections, Run};
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::SolverError;
use toile_cloth::state::State;
use toile_cloth::stretch::{RestEdge, StretchSummary, rest_edges};
use toile_contact::guard::Failure;
use toile_contact::layers::LayerError;
use toile_contact::repair::RepairError;
use toile_geom::intersect::{mesh_intersections, self_intersections};

/// At most this number of places of failures is kept for a frame.
const PLACES: usize = 4;

/// A scene that runs.
#[derive(Debug)]
pub struct SceneRun {
    /// The scene.
    pub scene: SceneFile,
    /// Its cloth and surroundings, now.
    pub run: Run,
    /// What became of the layers at the start, if the scene has any.
    pub layers: Option<LayerStart>,
    /// What became of intersections at the start.
    pub untangled: TangledStart,
    frame: usize,
    fingerprint: Fingerprint,
    edges: Vec<RestEdge>,
    totals: RunTotals,
}

/// What became of layers at the start of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LayerStart {
    /// At how many places they were in the wrong order.
    pub wrong: usize,
    /// At how many they still are; those pass in the run.
    pub left: usize,
    /// How far a vertex was moved to put them right, at most, in metres.
    pub moved: f64,
    /// Cloths whose order could not be decided.
    pub unknown: usize,
}

impl LayerStart {
    /// Brings the cloths of a scene into order.
    fn make(scene: &SceneFile, simulation: &mut Simulation) -> Result<Option<Self>, LayerError> {
        let Some(order) = &simulation.layers else { return Ok(None) };
        let unknown = order.numbers.iter().filter(|number| number.is_none()).count();
        if scene.layers.find {
            return Ok(Some(Self { wrong: 0, left: 0, moved: 0.0, unknown }));
        }
        let report = simulation.restore_layers()?;
        let (wrong, left) = (report.before.places.len(), report.after.places.len());
        Ok(Some(Self { wrong, left, moved: report.max_displacement, unknown }))
    }
}

/// What became of cloth that passed through something at the start of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TangledStart {
    /// Pairs of triangles that passed through each other.
    pub intersections: usize,
    /// Those that still do; the steps that follow go on with them.
    pub left: usize,
    /// How far a vertex was moved to free it, at most, in metres.
    pub moved: f64,
    /// Where the first of those that are left are, in metres.
    pub places: Vec<[f64; 3]>,
}

impl TangledStart {
    /// Frees the cloths of a scene, if they are to be.
    fn make(scene: &SceneFile, simulation: &mut Simulation) -> Result<Self, RepairError> {
        let world = &simulation.world;
        let is_guarded = world.cloth_contact.is_some() || world.exact_meshes().next().is_some();
        if !scene.repair || !is_guarded || !simulation.cloth.state.passing.is_empty() {
            return Ok(Self::default());
        }
        let report = simulation.untangle()?;
        Ok(Self {
            intersections: report.intersections_before,
            left: report.intersections_after,
            moved: report.max_displacement,
            places: report.unrepaired.iter().take(PLACES).map(|place| place.position.to_array()).collect(),
        })
    }
}

/// Why a run stopped.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The scene cannot be simulated.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The method failed.
    #[error("frame {frame}: {error}")]
    Solver {
        /// The frame, counted from 1.
        frame: usize,
        /// Why.
        error: SolverError,
    },
}

impl SceneRun {
    /// A run from the beginning.
    ///
    /// # Errors
    /// If the scene cannot be simulated.
    pub fn new(scene: SceneFile) -> Result<Self, RunError> {
        let mut simulation = scene.simulation()?;
        let layers = LayerStart::make(&scene, &mut simulation).map_err(BuildError::from)?;
        let untangled = TangledStart::make(&scene, &mut simulation).map_err(BuildError::from)?;
        let edges = rest_edges(&simulation.cloth);
        let fingerprint = fingerprint(&scene);
        let run = Run::new(simulation, scene.step_time());
        let totals = RunTotals::default();
        Ok(Self { scene, run, layers, untangled, frame: 0, fingerprint, edges, totals })
    }

    /// A run from a checkpoint: it goes on with the same bits as if it had never stopped.
    ///
    /// # Errors
    /// If the scene cannot be simulated, or the checkpoint is of another scene.
    pub fn resume(scene: SceneFile, checkpoint: Checkpoint) -> Result<Self, RunError> {
        let mut run = Self::new(scene)?;
        checkpoint.check(run.fingerprint, run.simulation().cloth.vertex_count())?;
        run.frame = checkpoint.frame;
        run.totals = checkpoint.totals;
        run.run.simulation.world.time = checkpoint.time;
        let cloth = &mut run.run.simulation.cloth;
        let mut history = cloth.state.history.take();
        match &mut history {
            Some(history) => {
                history.set_numbers(&checkpoint.creases).map_err(|_| CheckpointError::Damaged)?;
            }
            None if checkpoint.creases.is_empty() => {}
            None => return Err(CheckpointError::Damaged.into()),
        }
        cloth.state = State { history, ..checkpoint.state };
        Ok(run)
    }

    /// All that is needed to go on from here, but for a mark of the frames: the run itself keeps none.
    pub fn checkpoint(&self) -> Checkpoint {
        let state = &self.run.simulation.cloth.state;
        Checkpoint {
            scene: self.fingerprint,
            frame: self.frame,
            time: self.run.simulation.world.time,
            state: State { history: None, ..state.clone() },
            creases: state.history.as_ref().map(BendingHistory::to_numbers).unwrap_or_default(),
            totals: self.totals.clone(),
            frames: None,
        }
    }

    /// Its cloth and surroundings, now.
    pub fn simulation(&self) -> &Simulation {
        &self.run.simulation
    }

    /// The last frame that is done; 0 for the first state.
    pub fn frame(&self) -> usize {
        self.frame
    }

    /// Whether all frames are done.
    pub fn is_done(&self) -> bool {
        self.frame >= self.scene.output.frames
    }

    /// Takes the next frame.
    ///
    /// # Errors
    /// If the method fails.
    pub fn step(&mut self) -> Result<FrameReport, RunError> {
        let start = Instant::now();
        let frame = self.frame + 1;
        let mut lost = Vec::new();
        // What contacts keep from earlier steps decides which pairs are looked at and how much room there is, and so shows in
        // the last bits. A checkpoint does not have it: each frame begins without.
        self.run.simulation.contacts = ContactPipeline::default();
        let advanced = self.run.advance(self.scene.solver.steps, &mut (), |(), simulation, _| {
            lost.extend(failure_places(simulation, PLACES - lost.len()));
        });
        let step = advanced.map_err(|error| RunError::Solver { frame, error })?;
        if step.contact.failures > 0 && lost.is_empty() {
            // They were in an early part of a step, of which only the number is known.
            lost = self.intersection_places(PLACES);
        }
        let milliseconds = 1e3 * start.elapsed().as_secs_f64();
        self.frame = frame;
        let report = FrameReport {
            frame,
            time: self.time_of(frame),
            ms: milliseconds,
            step,
            failure_places: lost,
            intersections: self.scene.output.check.then(|| self.intersections()),
            stretch: StretchSummary::of(&self.edges, &self.run.simulation.cloth.state.positions),
        };
        self.totals.add(&report);
        Ok(report)
    }

    /// What is said of all frames so far together, those before a checkpoint among them.
    pub fn totals(&self) -> &RunTotals {
        &self.totals
    }

    /// Pairs of triangles that pass through each other now: of the cloth with itself and with bodies, exactly.
    pub fn intersections(&self) -> Intersections {
        let world = &self.run.simulation.world;
        Intersections::of(&self.run.simulation.cloth.mesh(), world.solid_meshes(world.time))
    }

    /// The middles of the first triangles of the cloth that pass through something now.
    fn intersection_places(&self, most: usize) -> Vec<[f64; 3]> {
        let (cloth, world) = (self.run.simulation.cloth.mesh(), &self.run.simulation.world);
        let mut pairs = self_intersections(&cloth);
        for solid in world.solid_meshes(world.time) {
            pairs.extend(mesh_intersections(&cloth, &solid));
        }
        let middle = |pair: &[u32; 2]| cloth.corners(pair[0] as usize).iter().sum::<DVec3>() / 3.0;
        pairs.iter().take(most).map(|pair| middle(pair).to_array()).collect()
    }

    /// The time at the end of a frame.
    pub fn time_of(&self, frame: usize) -> f64 {
        frame as f64 / self.scene.solver.fps
    }
}

/// Where pairs could not be kept apart in the last step: the places of the first of them.
fn failure_places(simulation: &Simulation, most: usize) -> Vec<[f64; 3]> {
    let world = &simulation.world;
    let mut places = simulation.cloth.state.positions.clone();
    let failures = simulation.contacts.failures();
    if failures.is_empty() {
        return Vec::new();
    }
    for (_, obstacle, _) in world.exact_meshes() {
        obstacle.add_places(world.time, &mut places);
    }
    let middle = |failure: &Failure| {
        let corners = failure.corners.iter().filter_map(|&v| places.get(v as usize));
        (corners.sum::<DVec3>() / failure.corners.len() as f64).to_array()
    };
    failures.iter().take(most).map(middle).collect()
}

/// What tells this scene from others: all of it but for what is written and for how long it runs.
fn fingerprint(scene: &SceneFile) -> Fingerprint {
    let world = (
        &scene.world,
        &scene.colliders,
        &scene.contact,
        &scene.response,
        &scene.repair,
        &scene.layers,
        &scene.solver,
    );
    Fingerprint::of(&(world, &scene.cloths, &scene.pins, &scene.threads, &scene.grabs))
}
