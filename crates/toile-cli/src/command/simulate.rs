//! `toile simulate`: moves the cloth of a scene file and writes what happens.

use super::error::CommandError;
use super::output::Output;
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;
use toile::frame_report::FrameReport;
use toile::scene::{LayerStart, RunError, SceneFile, SceneFiles, SceneRun, TangledStart};
use toile_cloth::run::Intersections;
use toile_cloth::solver::{StageTimes, StepReport};
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
/// checkpoint is written from time to time and at the end.
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
    /// How all frames went together; its times are those of a frame, in the mean.
    #[serde(flatten)]
    step: StepReport,
    /// The first frame that had some, and where.
    first_failure: Option<Failed>,
    /// The frame in which most passes through, if frames were searched.
    worst: Option<Worst>,
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

/// A frame in which pairs could not be kept apart.
#[derive(Serialize)]
struct Failed {
    frame: usize,
    places: Vec<[f64; 3]>,
}

/// A frame and what passes through what in it.
#[derive(Serialize)]
struct Worst {
    frame: usize,
    #[serde(flatten)]
    intersections: Intersections,
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
            SceneRun::resume(scene, files.load_checkpoint()?)?
        } else {
            SceneRun::new(scene)?
        };
        let resumed_from = self.resume.then_some(run.frame());
        let left = run.scene.output.frames.saturating_sub(run.frame());
        files.begin(&run)?;
        let reports = progress.steps("Simulating", left as u64, |done| {
            let mut reports = Vec::new();
            while !run.is_done() {
                let report = run.step()?;
                files.frame(&run, &report)?;
                reports.push(report);
                done();
            }
            Ok::<_, CommandError>(reports)
        })?;
        let written = progress.stage("Writing", || files.finish(&run))?;
        let summary = Summary {
            resumed_from,
            seconds: start.elapsed().as_secs_f64(),
            files: written,
            ..Summary::of(&run, &reports)
        };
        output.result(&summary, || summary.text())
    }
}

impl Summary {
    fn of(run: &SceneRun, reports: &[FrameReport]) -> Self {
        let cloth = &run.simulation().cloth;
        let mut step = StepReport::default();
        for report in reports {
            step.add(&report.step);
        }
        let a_frame = |total: f64| total / reports.len().max(1) as f64;
        let total = step.times;
        step.times = StageTimes::of(|stage| a_frame(total.milliseconds(stage)));
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
            ms_mean: a_frame(reports.iter().map(|report| report.ms).sum()),
            step,
            first_failure: first_failure(reports),
            worst: worst(reports),
            layers: run.layers,
            start: run.untangled.clone(),
            frames_tangled: reports.iter().filter(|report| report.step.recovery.tangled > 0).count(),
            frames_passing: reports.iter().filter(|report| report.step.recovery.passing > 0).count(),
            stretch: reports
                .iter()
                .fold(StretchSummary::default(), |worst, report| worst.max(report.stretch)),
            final_max_stretch: reports.last().map_or(0.0, |report| report.stretch.max),
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
        if let Some(Worst { frame, intersections }) = &self.worst {
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
        if let Some(Failed { frame, places }) = &self.first_failure {
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

fn first_failure(reports: &[FrameReport]) -> Option<Failed> {
    let report = reports.iter().find(|report| report.step.contact.failures > 0)?;
    Some(Failed { frame: report.frame, places: report.failure_places.clone() })
}

/// The first of the frames with the most intersections.
fn worst(reports: &[FrameReport]) -> Option<Worst> {
    let found = reports.iter().filter_map(|report| {
        report.intersections.map(|intersections| Worst { frame: report.frame, intersections })
    });
    found.reduce(|a, b| if b.intersections.count() > a.intersections.count() { b } else { a })
}

impl From<RunError> for CommandError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Solver { .. } => Self::Internal(error.to_string()),
            RunError::Build(_) | RunError::Checkpoint(_) => Self::Input(error.to_string()),
        }
    }
}
