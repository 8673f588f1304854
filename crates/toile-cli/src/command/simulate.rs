//! `toile simulate`: moves the cloth of a scene file and writes what happens.

use super::error::CommandError;
use super::interrupt;
use super::output::Output;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use toile::dressing::WrittenFiles;
use toile::scene::{
    FailedFrame, LayerStart, RunError, RunTotals, SceneFile, SceneFiles, SceneRun, TangledStart, WorstFrame,
};
use toile_cloth::run::{CancelToken, Intersections};
use toile_cloth::solver::{ClothProperty, StageTimes, StepReport};
use toile_cloth::stretch::StretchSummary;

const EXAMPLES: &str = "\
A scene file, say hung.toml:
  [[cloth]]
  sheet = { width = \"1 m\", height = \"1 m\", cells = 32 }
  fabric = \"cotton-poplin\"

  [[pin]]
  corners = [\"top-left\", \"top-right\"]

Examples:
  toile simulate hung.toml                  writes look.png and cloth.glb to toile-out/
  toile simulate scenes/flag.toml -o flag --frames 60
  toile simulate scenes/flag.toml -o flag --resume     goes on to the end, with the same bits

The guide explains all keys: docs/src/simulate.md.";

/// Move the cloth of a scene file through time: pictures, an animation, meshes, and a report of every frame.
///
/// A scene is a TOML file with cloths, fabrics, pins, threads, colliders, gravity and wind; numbers carry their units. A
/// checkpoint is written from time to time, at the end, and when Ctrl-C stops it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The scene file.
    #[arg(value_name = "SCENE.toml")]
    scene: PathBuf,
    /// The folder for the results.
    #[arg(short, long, value_name = "DIR", default_value = "toile-out")]
    output: PathBuf,
    /// Go on from the checkpoint in that folder.
    #[arg(long)]
    resume: bool,
    /// How many frames, instead of what the scene says.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    frames: Option<u32>,
    /// Search every frame for intersections, exactly, and tell the worst.
    #[arg(long)]
    check: bool,
}

/// What was done.
#[derive(Serialize)]
struct Summary {
    scene: String,
    method: String,
    verts: usize,
    tris: usize,
    frames: usize,
    /// Simulated seconds.
    time: f64,
    /// The frame that a checkpoint had; `null` for a run from the beginning.
    resumed_from: Option<usize>,
    /// Seconds that it took, everything included.
    seconds: f64,
    threads: usize,
    ms_mean: f64,
    /// How all frames went together, those before a checkpoint among them; its times are those of a frame of this run, in the mean.
    #[serde(flatten)]
    step: StepReport,
    /// The first frame that had some, and where.
    first_failure: Option<FailedFrame>,
    /// The frame in which most passes through, if frames were searched.
    worst: Option<WorstFrame>,
    /// What became of layers at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    layers: Option<LayerStart>,
    /// What became of intersections at the start.
    start: TangledStart,
    /// Frames after which something passed through something, since it could not be kept apart.
    frames_tangled: usize,
    /// Frames in which cloths were on their way through each other.
    frames_passing: usize,
    /// The largest of any frame.
    #[serde(flatten)]
    stretch: StretchSummary,
    final_max_stretch: f64,
    /// What passes through what in the end.
    #[serde(flatten)]
    intersections: Intersections,
    files: Vec<PathBuf>,
}

/// What the frames took that were made now, without those before a checkpoint.
#[derive(Default)]
struct Pace {
    frames: usize,
    milliseconds: f64,
    stages: StageTimes,
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        let start = Instant::now();
        let progress = output.progress();
        let mut scene = progress.stage("Reading the scene", || SceneFile::read(&self.scene))?;
        if let Some(frames) = self.frames {
            scene.output.frames = frames as usize;
        }
        scene.output.check |= self.check;
        let mut files = SceneFiles::new(&self.output)?;
        let mut run = if self.resume {
            files.resume(scene)?
        } else {
            let run = SceneRun::new(scene)?;
            files.begin(&run)?;
            run
        };
        let left_out: Vec<&str> = run.simulation().left_out().into_iter().map(ClothProperty::name).collect();
        if !left_out.is_empty() {
            output.note(&format!("{} leaves out: {}.", run.scene.solver.method, left_out.join(", ")));
        }
        let resumed_from = self.resume.then_some(run.frame());
        let pace = self.simulate(&mut run, &mut files, output)?;
        let mut written = WrittenFiles::default();
        written.add(progress.stage("Writing", || files.finish(&run)))?;
        let summary = Summary {
            resumed_from,
            seconds: start.elapsed().as_secs_f64(),
            files: written.written.clone(),
            ..Summary::of(&run, &pace)
        };
        output.result(&summary, || summary.text())?;
        written.complete()?;
        Ok(())
    }

    /// Takes all frames that are left, unless Ctrl-C stops that: then a checkpoint is written.
    fn simulate(
        &self,
        run: &mut SceneRun,
        files: &mut SceneFiles,
        output: &Output,
    ) -> Result<Pace, CommandError> {
        let cancel = CancelToken::default();
        interrupt::cancel_on_interrupt(&cancel, output);
        let all = run.scene.output.frames;
        let left = all.saturating_sub(run.frame()) as u64;
        let mut pace = Pace::default();
        let taken =
            output.progress().steps("Simulating", left, "Ctrl-C stops it and keeps what is done", |done| {
                while !run.is_done() && !cancel.is_cancelled() {
                    let report = run.step()?;
                    files.frame(run, &report)?;
                    pace.add(report.ms, &report.step.times);
                    done();
                }
                Ok::<_, CommandError>(())
            });
        taken?;
        if run.is_done() {
            return Ok(pace);
        }
        files.save_checkpoint(run)?;
        let command = self.resume_command();
        Err(CommandError::Interrupted(format!(
            "Stopped after frame {} of {all}. To go on from there, with the same bits:\n  {command}",
            run.frame()
        )))
    }

    /// The command that goes on.
    fn resume_command(&self) -> String {
        let mut command = format!("toile simulate {} -o {}", word(&self.scene), word(&self.output));
        if let Some(frames) = self.frames {
            let _ = write!(command, " --frames {frames}");
        }
        if self.check {
            command += " --check";
        }
        command + " --resume"
    }
}

/// A path as a word of a command line.
fn word(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || "._-/\\:+,@".contains(c));
    if is_plain { text } else { format!("\"{text}\"") }
}

impl Pace {
    /// Adds a frame.
    fn add(&mut self, milliseconds: f64, stages: &StageTimes) {
        self.frames += 1;
        self.milliseconds += milliseconds;
        self.stages.add(stages);
    }

    /// What a frame has of something that all of them have.
    fn a_frame(&self, total: f64) -> f64 {
        total / self.frames.max(1) as f64
    }
}

impl Summary {
    fn of(run: &SceneRun, pace: &Pace) -> Self {
        let cloth = &run.simulation().cloth;
        let RunTotals { step, stretch, last_stretch, first_failure, worst, frames_tangled, frames_passing } =
            run.totals().clone();
        let times = StageTimes::of(|stage| pace.a_frame(pace.stages.milliseconds(stage)));
        Self {
            scene: run.scene.origin.clone(),
            method: run.scene.solver.method.clone(),
            verts: cloth.vertex_count(),
            tris: cloth.triangles.len(),
            frames: run.frame(),
            time: run.time_of(run.frame()),
            resumed_from: None,
            seconds: 0.0,
            threads: rayon::current_num_threads(),
            ms_mean: pace.a_frame(pace.milliseconds),
            step: StepReport { times, ..step },
            first_failure,
            worst,
            layers: run.layers,
            start: run.untangled.clone(),
            frames_tangled,
            frames_passing,
            stretch,
            final_max_stretch: last_stretch.max,
            intersections: run.intersections(),
            files: Vec::new(),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |words: String| {
            let _ = writeln!(text, "{words}");
        };
        line(format!(
            "{}: {} triangles, {} frames ({:.2} s) by {}, {:.1} ms a frame.",
            self.scene, self.tris, self.frames, self.time, self.method, self.ms_mean
        ));
        if let Some(frame) = self.resumed_from {
            line(format!("It went on from frame {frame}."));
        }
        line(format!(
            "Stretched by at most {:.1} % ({:.1} % at the end); passes through itself in {} places; {} contacts.",
            100.0 * self.stretch.max,
            100.0 * self.final_max_stretch,
            self.intersections.itself,
            self.step.contact.contacts
        ));
        if let Some(WorstFrame { frame, intersections }) = &self.worst {
            line(if intersections.count() == 0 {
                "No frame has an intersection.".to_owned()
            } else {
                format!(
                    "Frame {frame} is the worst: {} pairs of triangles pass through each other, and {} through bodies.",
                    intersections.itself, intersections.bodies
                )
            });
        }
        if let Some(layers) = &self.layers {
            line(self.layer_words(layers));
        }
        if self.start.intersections > 0 {
            line(self.start_words());
        }
        if let Some(FailedFrame { frame, places }) = &self.first_failure {
            let at = near(places);
            line(format!(
                "Warning: {} pairs could not be kept apart, first in frame {frame}{at}. {} Leave the cloth room between bodies and pins, \
                 or take more `steps`.",
                self.step.contact.failures,
                self.tangle_words()
            ));
        }
        if self.step.retries > 0 {
            line(format!("{} steps failed and were taken again in halves.", self.step.retries));
        }
        line(format!("\nWritten in {:.1} s:", self.seconds));
        for file in &self.files {
            line(format!("  {}", file.display()));
        }
        text
    }
}

/// Where the first of some places is, in words.
fn near(places: &[[f64; 3]]) -> String {
    places.first().map_or(String::new(), |[x, y, z]| format!(", near ({x:.3}, {y:.3}, {z:.3})"))
}

impl Summary {
    /// What became of a start that passed through something.
    fn start_words(&self) -> String {
        let TangledStart { intersections, left, moved, places } = &self.start;
        let moved = 1e3 * moved;
        let rest = match left {
            0 => "none is left".to_owned(),
            left => format!("{left} are left{}, and are tried again in the run", near(places)),
        };
        format!(
            "The start passed through itself or bodies at {intersections} pairs of triangles: vertices were moved by up to {moved:.1} mm, {rest}."
        )
    }

    /// What became of cloth that could not be kept apart.
    fn tangle_words(&self) -> String {
        match (self.frames_tangled, self.step.recovery.tangled) {
            (0, _) => "Nothing passed through anything at the end of a frame.".to_owned(),
            (frames, 0) => format!("It passed through something in {frames} frames, and was freed again."),
            (frames, left) => format!(
                "It passed through something in {frames} frames, and does so at the end: {left} pairs of triangles."
            ),
        }
    }

    /// What became of the layers.
    fn layer_words(&self, layers: &LayerStart) -> String {
        let mut words = match layers {
            LayerStart { wrong: 0, .. } => "Layers: in order at the start".to_owned(),
            LayerStart { wrong, left, moved, .. } => {
                let moved = 1e3 * moved;
                format!(
                    "Layers: {wrong} places were in the wrong order at the start, moved by up to {moved:.1} mm, {left} left"
                )
            }
        };
        if layers.unknown > 0 {
            let _ = write!(words, "; {} cloths have no number", layers.unknown);
        }
        if self.frames_passing > 0 {
            let _ = write!(
                words,
                "; cloths passed each other in {} frames, where they may intersect",
                self.frames_passing
            );
        }
        if self.step.recovery.passing > 0 {
            let _ = write!(words, ", and are not through at the end");
        }
        words + "."
    }
}

impl From<RunError> for CommandError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Solver { .. } => Self::Internal(error.to_string()),
            RunError::Build(_) | RunError::Checkpoint(_) => Self::Input(error.to_string()),
        }
    }
}
