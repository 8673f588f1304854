//! `toile bench`: how fast cloth moves, and how right.

use super::error::CommandError;
use super::output::Output;
use clap::ValueEnum;
use std::path::PathBuf;
use toile::bench::{BenchError, Benchmark, Scenario, Setup};
use toile_geom::shapes::SheetKind;
use toile_io::write_mesh;

const EXAMPLES: &str = "\
Scenes:
  hang    a square of 1 m, let go from horizontal, hangs by two corners; 2 s, no air
  flag    a polyester flag of 1.5 m by 1 m in gusts; 4 s

Examples:
  toile bench hang --grid 64 --threads 1
  toile bench hang --grid 32 --reference           how far the stretch is from an exact run's (slow)
  toile bench flag --tris 20000 --mesh delaunay --json --export flag.obj";

/// Measure how fast and how right cloth moves in a scene: time, memory, stretch, intersections, energy.
///
/// Time is that of the steps alone. Stretch is how much longer an edge is than at rest, 0.05 for five percent. The last frame
/// is checked for self-intersections in exact arithmetic.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The scene: hang or flag.
    scene: String,
    /// Cells of the sheet along its shorter side; 64 if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    grid: Option<u32>,
    /// About how many triangles the sheet has, instead of --grid.
    #[arg(long, value_name = "N", conflicts_with = "grid", value_parser = clap::value_parser!(u32).range(2..=30_000_000))]
    tris: Option<u32>,
    /// How many frames of 1/60 s; as many as the scene has if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    frames: Option<u32>,
    /// The method: newton, newton-accurate, newton-backward-euler ...
    #[arg(long, value_name = "M", default_value = "newton")]
    method: String,
    /// How the sheet is cut into triangles.
    #[arg(long, value_enum, default_value_t = Kind::Alternating)]
    mesh: Kind,
    /// Also run the scene exactly, in steps of 1/480 s, and compare the stretch. Slow.
    #[arg(long)]
    reference: bool,
    /// Write the cloth in the last frame.
    #[arg(long, value_name = "MESH")]
    export: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// A grid with all diagonals in one direction.
    Regular,
    /// A grid whose diagonals alternate.
    Alternating,
    /// An irregular mesh, as garments have.
    Delaunay,
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        let progress = output.progress();
        let benchmark = progress.stage("Preparing", || Benchmark::new(&self.scene, &self.setup()))?;
        let result =
            progress.steps(&format!("Running {}", self.scene), benchmark.frames() as u64, |done| {
                benchmark.run(done)
            })?;
        if let Some(path) = &self.export {
            write_mesh(path, &result.mesh.into())?;
        }
        output.result(&result.report, || result.report.table())
    }

    fn setup(&self) -> Setup {
        let from_triangles = || {
            let scenario = Scenario::named(&self.scene)?;
            Some(scenario.grid_for_triangles(self.tris?))
        };
        let ordinary = Setup::default();
        Setup {
            grid: self.grid.or_else(from_triangles).unwrap_or(ordinary.grid),
            frames: self.frames.map_or(ordinary.frames, |frames| frames as usize),
            method: self.method.clone(),
            mesh: match self.mesh {
                Kind::Regular => SheetKind::Regular,
                Kind::Alternating => SheetKind::Alternating,
                Kind::Delaunay => SheetKind::Delaunay,
            },
            reference: self.reference,
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
