//! Running a benchmark.

use super::album::Album;
use super::export::FrameWriter;
use super::figure::Measure;
use super::process;
use super::recorder::{Recorder, quantile};
use super::report::BenchReport;
use super::scenario::{Scenario, ScenarioError, Setup};
use glam::DVec2;
use toile_cloth::run::Run;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{ClothProperty, MethodSettings, Solver, SolverError, StageTimes, StepReport};
use toile_cloth::strain_limit::StrainLimit;
use toile_geom::TriMesh;
use toile_geom::names::UnknownName;
use toile_io::WriteError;
use toile_look::Image;

/// The length of a frame in seconds.
pub const FRAME: f64 = 1.0 / 60.0;

/// Steps a frame of the exact run.
const REFERENCE_STEPS: usize = 8;

/// A benchmark, ready to run.
#[derive(Debug)]
pub struct Benchmark {
    scenario: &'static Scenario,
    setup: Setup,
    run: Run,
    measure: Option<Box<dyn Measure>>,
    /// How much pictures show around the middle of the cloth, if it is not all.
    close_up: Option<f64>,
}

/// How a benchmark went.
#[derive(Clone, Debug)]
pub struct BenchResult {
    /// The numbers.
    pub report: BenchReport,
    /// The cloth in the last frame.
    pub mesh: TriMesh,
    /// A page of pictures of the run, if it was asked for.
    pub picture: Option<Image>,
}

/// Why a benchmark could not be run.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// There is no such scene or method.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// The scene cannot be made in this size.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The method failed.
    #[error("frame {frame}: {error}")]
    Solver {
        /// The frame, counted from 1.
        frame: usize,
        /// Why.
        error: SolverError,
    },
    /// A frame could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl Benchmark {
    /// A benchmark of a scene by name.
    ///
    /// # Errors
    /// If there is no such scene or method, or the scene cannot be made.
    pub fn new(scene: &str, setup: &Setup) -> Result<Self, BenchError> {
        let scenario = Scenario::named(scene)?;
        let mut setup = setup.clone();
        if setup.frames == 0 {
            setup.frames = scenario.frames;
        }
        if setup.grid == 0 {
            setup.grid = scenario.grid;
        }
        let Ready { run, measure, close_up } = make_ready(scenario, &setup, &setup.method)?;
        Ok(Self { scenario, setup, run, measure, close_up })
    }

    /// How many frames will be run in all, those of an exact run among them.
    pub fn frames(&self) -> usize {
        self.setup.frames * if self.setup.reference { 2 } else { 1 }
    }

    /// Runs it; `done` is called after each frame.
    ///
    /// # Errors
    /// If the method fails, or a frame cannot be written.
    pub fn run(mut self, done: impl Fn()) -> Result<BenchResult, BenchError> {
        let mut recorder = Recorder::new(&self.run.simulation);
        let start = self.run.simulation.world.energy(&self.run.simulation.cloth);
        let mut energy_lost = None;
        let writer = self.setup.export.as_deref().map(FrameWriter::new).transpose()?;
        let mut album = Album::new(self.setup.frames, self.setup.pictures);
        self.keep(0, writer.as_ref(), &mut album)?;
        for frame in 1..=self.setup.frames {
            recorder.frame(&mut self.run, 1).map_err(|error| BenchError::Solver { frame, error })?;
            if self.scenario.name == "hang" && (frame as f64 * FRAME - 1.0).abs() < 0.5 * FRAME {
                let lost = start - self.run.simulation.world.energy(&self.run.simulation.cloth);
                energy_lost = Some(100.0 * lost / self.scale_of_energy());
            }
            self.keep(frame, writer.as_ref(), &mut album)?;
            if let Some(measure) = &mut self.measure {
                measure.look_at(&self.run.simulation);
            }
            done();
        }
        let mut report = self.report(&recorder);
        report.energy_lost_percent = energy_lost;
        if self.setup.reference {
            let exact = self.exact_run(&done)?;
            let errors: f64 = recorder.inner.iter().zip(&exact).map(|(a, b)| (a - b).abs()).sum();
            report.interior_stretch_error = Some(100.0 * errors / self.setup.frames.max(1) as f64);
        }
        let picture = album.page(&self.run.simulation, self.scenario.view, self.close_up);
        Ok(BenchResult { report, mesh: self.run.simulation.cloth.mesh(), picture })
    }

    /// Writes a frame and remembers it for pictures, as far as that was asked for.
    fn keep(&self, frame: usize, writer: Option<&FrameWriter>, album: &mut Album) -> Result<(), WriteError> {
        album.look_at(frame, &self.run.simulation);
        writer.map_or(Ok(()), |writer| writer.write(frame, &self.run.simulation))
    }

    /// What the sheet's middle loses when it falls by half its length, `m g L / 2`, in joules.
    fn scale_of_energy(&self) -> f64 {
        0.5 * self.run.simulation.cloth.mass()
            * self.run.simulation.world.gravity.length()
            * self.scenario.size[1]
    }

    /// The largest stretch of the inner edges in each frame of an exact run.
    fn exact_run(&self, done: &impl Fn()) -> Result<Vec<f64>, BenchError> {
        let mut run = make_ready(self.scenario, &self.setup, "newton-accurate")?.run;
        run.simulation.strain_limit = None;
        run.step_time = FRAME / REFERENCE_STEPS as f64;
        let mut recorder = Recorder::new(&run.simulation);
        for frame in 1..=self.setup.frames {
            recorder.frame(&mut run, REFERENCE_STEPS).map_err(|error| BenchError::Solver { frame, error })?;
            done();
        }
        Ok(recorder.inner)
    }

    fn report(&self, recorder: &Recorder) -> BenchReport {
        let cloth = &self.run.simulation.cloth;
        let times = StageTimes::of(|stage| recorder.stage_median(stage));
        BenchReport {
            scene: self.scenario.name.to_owned(),
            method: self.setup.method.clone(),
            response: self.setup.response.name(),
            leaves_out: self.run.simulation.left_out().into_iter().map(ClothProperty::name).collect(),
            strain_limit: self.run.simulation.strain_limit.map(|limit| limit.most - 1.0),
            mesh: self.setup.mesh.name(),
            grid: self.setup.grid,
            tris: cloth.triangles.len(),
            verts: cloth.vertex_count(),
            frames: self.setup.frames,
            threads: rayon::current_num_threads(),
            ms_median: quantile(&recorder.wall, 0.5),
            ms_p95: quantile(&recorder.wall, 0.95),
            cpu_ms_median: recorder.processor.as_ref().map(|times| quantile(times, 0.5)),
            peak_rss_mib: process::peak_memory_mib(),
            stretch: recorder.worst,
            final_max_stretch: recorder.last.max,
            final_p99_stretch: recorder.last.p99,
            intersections: recorder.intersections.last,
            worst_self_intersections: recorder.intersections.worst.itself,
            worst_body_intersections: recorder.intersections.worst.bodies,
            bad_frames: recorder.intersections.count,
            first_bad_frame: recorder.intersections.first_bad_frame,
            collider_penetration_mm: 1e3 * recorder.deepest,
            step: StepReport { times, ..recorder.totals },
            most_contacts: recorder.most_contacts,
            kinetic_per_mass: cloth.kinetic_energy() / cloth.mass(),
            lowest_m: cloth.state.positions.iter().map(|p| p.y).fold(f64::INFINITY, f64::min),
            energy_lost_percent: None,
            interior_stretch_error: None,
            figures: self.measure.as_ref().map_or(Vec::new(), |measure| measure.figures()),
        }
    }
}

/// A scene by name in its first state, for callers that run it themselves.
///
/// # Errors
/// If there is no such scene or method, or the scene cannot be made.
pub fn scene_simulation(scene: &str, setup: &Setup) -> Result<Simulation, BenchError> {
    Ok(Benchmark::new(scene, setup)?.run.simulation)
}

/// A scene that can be run.
struct Ready {
    run: Run,
    measure: Option<Box<dyn Measure>>,
    close_up: Option<f64>,
}

/// The scene in its first state, and what it measures by itself.
fn make_ready(scenario: &Scenario, setup: &Setup, method: &str) -> Result<Ready, BenchError> {
    let solver = <dyn Solver>::named(method, &MethodSettings::default())?;
    let flat = setup.mesh.lying(DVec2::from(scenario.size), scenario.cells(setup.grid));
    let mut start = (scenario.start)(&flat)?;
    start.world.response = setup.response;
    // Methods that leave more stretch than that everywhere would be another method with a limit.
    let own = start.strain_limit.filter(|_| method == "newton");
    let strain_limit = setup.strain_limit.or(own).filter(|most| *most > 0.0);
    let strain_limit = strain_limit.map(|most| StrainLimit { most: 1.0 + most, ..StrainLimit::default() });
    let simulation = Simulation {
        guides: start.guides,
        strain_limit,
        ..Simulation::new(start.cloth, start.world, solver)
    };
    Ok(Ready { run: Run::new(simulation, FRAME), measure: start.measure, close_up: start.close_up })
}
