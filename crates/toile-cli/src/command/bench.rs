//! `toile bench`: how fast cloth moves and collisions are found, and how right.

use super::error::CommandError;
use super::output::Output;
use super::wardrobe::Cases;
use super::wardrobe_data::Data;
use super::within::{edge_length, picture_file};
use std::path::{Path, PathBuf};
use toile_cloth::world::ResponseKind;
use toile_geom::sheets::SheetKind;
use toile_io::file::write_picture;
use toile_io::{FolderLock, Format, write_mesh};
use toile_lab::bench::detection::{BroadSetup, compare_broad_phases, export_scene, test_ccd};
use toile_lab::bench::{BenchError, Benchmark, Scenario, Setup};

const EXAMPLES: &str = "\
Scenes:
  hang    a square of 1 m, let go from horizontal, hangs by two corners; no air
  flag    a polyester flag of 1.5 m by 1 m in gusts
  drop, crumple, ball, funnel, twist, stack, ribbon, knot
          cloth that touches itself and bodies: `toile list` says what happens
  incline, card, capstan, stickslip
          friction against theory
  skirt, poncho
          cloth on a turning and on a walking body, through its distance field
  broad   broad phases side by side: which pairs may touch (methods: all, bvh, grid, octree ...)
  ccd     continuous tests: when they touch, on scenes or on files of queries
  wardrobe
          garments tried on bodies: which come out well, and how long it takes

Examples:
  toile bench hang --grid 64 --threads 1
  toile bench hang --grid 32 --reference           how far the stretch is from an exact run's (slow)
  toile bench flag --tris 20000 --mesh delaunay --json --export flag.obj
  toile bench crumple --method xpbd --response filter
  toile bench knot --picture knot.png --export frames
  toile bench broad --method all --tris 100000 --threads 1
  toile bench broad --method bvh --scene knots --export knots.obj
  toile bench broad --method bvh --meshes before.ply after.ply
  toile bench ccd --queries sample-queries --json
  toile bench wardrobe --picture wardrobe.png
  toile bench wardrobe -g t-shirt trousers -b eu-38 scan.obj --json
  toile bench wardrobe --pattern *.json --pattern-body scan.obj same-measures --picture patterns.png";

/// Measure how fast and how right cloth moves in a scene, or collisions are found: time, memory, stretch, intersections, energy.
///
/// Time is that of the steps alone. Stretch is how much longer an edge is than at rest, 0.05 for five percent. Every frame
/// is checked in exact arithmetic for triangles that pass through each other or through bodies.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The scene: hang, flag, drop, crumple, ball ... (see below), broad or ccd.
    #[arg(value_name = "SCENE")]
    bench: String,
    /// Cells of the sheet along its shorter side; as many as the scene has if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    grid: Option<u32>,
    /// About how many triangles the sheet has, instead of --grid.
    #[arg(long, value_name = "N", conflicts_with = "grid", value_parser = clap::value_parser!(u32).range(2..=30_000_000))]
    tris: Option<u32>,
    /// How many frames of 1/60 s; as many as the scene has if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    frames: Option<u32>,
    /// The method: newton, newton-accurate, newton-backward-euler ...; of broad: all, bvh, grid ...
    #[arg(long, value_name = "M")]
    method: Option<String>,
    /// What becomes of cloth that is close: soft (the method's own), constraint, impulse, filter or shift.
    #[arg(long, value_name = "NAME", value_parser = response)]
    response: Option<ResponseKind>,
    /// How far triangles may stretch, in percent, and 0 for no limit. Where cloth only falls and lies it is 1.5 with newton if not given, else 0.
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    strain_limit: Option<f64>,
    /// How the sheet is cut into triangles: one-diagonal (or regular), alternating, jittered-grid, equilateral, jittered, irregular or delaunay.
    #[arg(long, value_name = "KIND", default_value = "alternating", value_parser = SheetKind::named)]
    mesh: SheetKind,
    /// Also run the scene exactly, in steps of 1/480 s, and compare the stretch. Slow.
    #[arg(long)]
    reference: bool,
    /// A folder for every frame of cloth and moving bodies as OBJ, or a mesh file for the last frame alone; of broad: the scene's meshes before and after the step.
    #[arg(long, value_name = "PATH")]
    export: Option<PathBuf>,
    /// Write a page of pictures of the run.
    #[arg(long, value_name = "PICTURE", value_parser = picture_file)]
    picture: Option<PathBuf>,
    /// Which shapes broad is tried on: folded, n-body, funnel, reef-knot, bowline, knots or dressed-body.
    #[arg(long, value_name = "NAME", default_value = "folded")]
    scene: String,
    /// Meshes before and after a step for broad, instead of a scene.
    #[arg(long, num_args = 2, value_names = ["START", "END"])]
    meshes: Option<Vec<PathBuf>>,
    /// Garments of wardrobe: names or files; all built-in ones if not given.
    #[arg(short, long = "garment", value_name = "GARMENT", num_args = 1..)]
    garments: Vec<String>,
    /// Bodies of wardrobe: names or files; six mannequins if not given.
    #[arg(short, long = "body", value_name = "BODY", num_args = 1..)]
    bodies: Vec<String>,
    /// Pattern files of wardrobe that are tried on the bodies of patterns alone.
    #[arg(long = "pattern", value_name = "FILE", num_args = 1..)]
    patterns: Vec<PathBuf>,
    /// Bodies of patterns: names or files, or `same-measures` for a mannequin of the measures that a pattern was made for: those of the
    /// first of these bodies, or those that fill the pattern if it was too small for that body. The first of --body if not given.
    #[arg(long = "pattern-body", value_name = "BODY", num_args = 1.., requires = "patterns")]
    pattern_bodies: Vec<String>,
    /// A folder of bodies and patterns for wardrobe, which are tried, too, if no garments, bodies or patterns are named; ../shared/data if there is one.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["garments", "bodies", "patterns"])]
    data: Option<PathBuf>,
    /// The edge length of the meshes of wardrobe, in metres.
    #[arg(long, value_name = "METRES", default_value_t = 0.02, value_parser = edge_length)]
    edge: f64,
    /// Let wardrobe sew patterns in the likeliest way where it is not sure how they are sewn, instead of refusing them.
    #[arg(long)]
    accept_guesses: bool,
    /// A folder of queries with known answers for ccd, CSV files of fractions.
    #[arg(long, value_name = "DIR")]
    queries: Option<PathBuf>,
}

/// Triangles of a scene for finding collisions if not given.
const DETECTION_TRIS: u32 = 20_000;

/// Pictures of a run.
const PICTURES: usize = 8;

/// A part of a hundred that is not negative.
fn percent(text: &str) -> Result<f64, String> {
    let number =
        text.trim_end_matches('%').parse().ok().filter(|number: &f64| (0.0..=1000.0).contains(number));
    number.ok_or_else(|| "it must be a number from 0 to 1000".into())
}

/// A response by its name.
fn response(name: &str) -> Result<ResponseKind, String> {
    ResponseKind::named(name).map_err(|error| error.to_string())
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        self.refuse_what_is_not_asked_there()?;
        match self.bench.as_str() {
            "broad" => self.broad(output),
            "ccd" => self.ccd(output),
            "wardrobe" => super::wardrobe::run(&self.cases()?, self.picture.as_deref(), output),
            _ => self.cloth(output),
        }
    }

    /// An option that would do nothing is a mistake, and said.
    fn refuse_what_is_not_asked_there(&self) -> Result<(), CommandError> {
        let detection = matches!(self.bench.as_str(), "broad" | "ccd");
        let wardrobe = self.bench == "wardrobe";
        let given = [
            ("--grid", self.grid.is_some(), !detection && !wardrobe),
            ("--reference", self.reference, !detection && !wardrobe),
            ("--picture", self.picture.is_some(), !detection),
            ("--response", self.response.is_some(), !detection && !wardrobe),
            ("--strain-limit", self.strain_limit.is_some(), !detection && !wardrobe),
            ("--garment", !self.garments.is_empty(), wardrobe),
            ("--body", !self.bodies.is_empty(), wardrobe),
            ("--pattern", !self.patterns.is_empty(), wardrobe),
            ("--data", self.data.is_some(), wardrobe),
            ("--accept-guesses", self.accept_guesses, wardrobe),
            ("--meshes", self.meshes.is_some(), self.bench == "broad"),
            ("--queries", self.queries.is_some(), self.bench == "ccd"),
        ];
        match given.iter().find(|(_, given, means)| *given && !means) {
            Some((option, ..)) => {
                Err(CommandError::Input(format!("{option} means nothing to `{}`", self.bench)))
            }
            None => Ok(()),
        }
    }

    /// What is tried on.
    fn cases(&self) -> Result<Cases, CommandError> {
        let named = Cases {
            garments: self.garments.clone(),
            bodies: self.bodies.clone(),
            patterns: self.patterns.clone(),
            pattern_bodies: self.pattern_bodies.clone(),
            edge: self.edge,
            accept_guesses: self.accept_guesses,
        };
        Ok(named.completed(Data::find(self.data.as_deref())?.as_ref()))
    }

    fn broad(&self, output: &Output) -> Result<(), CommandError> {
        let setup = BroadSetup {
            scene: self.scene.clone(),
            meshes: self.meshes.clone().and_then(|meshes| meshes.try_into().ok()),
            method: self.method.clone().unwrap_or_else(|| "all".into()),
            tris: self.tris.unwrap_or(DETECTION_TRIS),
            repeats: self.frames.unwrap_or(0) as usize,
        };
        if let Some(path) = &self.export {
            export_scene(&setup.scene, setup.tris, path)?;
        }
        let table = output.progress().stage("Comparing", || compare_broad_phases(&setup, |_| {}))?;
        output.result(&table, || table.table())
    }

    fn ccd(&self, output: &Output) -> Result<(), CommandError> {
        let tris = self.tris.unwrap_or(DETECTION_TRIS);
        let table = output.progress().stage("Testing", || test_ccd(self.queries.as_deref(), tris, |_| {}))?;
        output.result(&table, || table.table())
    }

    fn cloth(&self, output: &Output) -> Result<(), CommandError> {
        let progress = output.progress();
        let setup = self.setup();
        let _lock = setup.export.as_deref().map(FolderLock::take).transpose()?;
        let benchmark = progress.stage("Preparing", || Benchmark::new(&self.bench, &setup))?;
        let result =
            progress.steps(&format!("Running {}", self.bench), benchmark.frames() as u64, "", |done| {
                benchmark.run(done)
            })?;
        if let Some(path) = self.last_frame() {
            write_mesh(path, &result.mesh.into())?;
        }
        if let (Some(path), Some(picture)) = (&self.picture, &result.picture) {
            write_picture(path, picture)?;
        }
        output.result(&result.report, || result.report.table())
    }

    /// The file for the last frame alone, if a file is what was named.
    fn last_frame(&self) -> Option<&Path> {
        self.export.as_deref().filter(|path| Format::from_path(path).is_some())
    }

    fn setup(&self) -> Setup {
        let from_triangles = || {
            let scenario = Scenario::named(&self.bench).ok()?;
            Some(scenario.grid_for_triangles(self.tris?))
        };
        let ordinary = Setup::default();
        Setup {
            grid: self.grid.or_else(from_triangles).unwrap_or(ordinary.grid),
            frames: self.frames.map_or(ordinary.frames, |frames| frames as usize),
            method: self.method.clone().unwrap_or(ordinary.method),
            response: self.response.unwrap_or(ordinary.response),
            strain_limit: self.strain_limit.map(|percent| 0.01 * percent),
            mesh: self.mesh,
            reference: self.reference,
            export: self.export.clone().filter(|_| self.last_frame().is_none()),
            pictures: if self.picture.is_some() { PICTURES } else { 0 },
        }
    }
}

impl From<BenchError> for CommandError {
    fn from(error: BenchError) -> Self {
        match error {
            BenchError::Solver { .. } => Self::Internal(error.to_string()),
            _ => Self::Input(error.to_string()),
        }
    }
}
