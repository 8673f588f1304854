//! Benchmarks of moving cloth and of finding collisions: how fast, how much memory, and how right.
//!
//! ```
//! use toile::bench::{Benchmark, Setup};
//!
//! let setup = Setup { grid: 8, frames: 5, ..Setup::default() };
//! let result = Benchmark::new("hang", &setup)?.run(|| {})?;
//! assert_eq!((result.report.tris, result.report.frames), (128, 5));
//! assert!(result.report.self_intersections == 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod detection;
mod process;
mod recorder;
mod report;
mod run;
mod scenario;

pub use report::BenchReport;
pub use run::{BenchError, BenchResult, Benchmark, FRAME, scene_by_name};
pub use scenario::{SCENARIOS, Scenario, ScenarioError, Setup};
