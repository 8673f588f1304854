//! Benchmarks of moving cloth and of finding collisions: how fast, how much memory, and how right.
//!
//! ```
//! use toile_lab::bench::{Benchmark, Setup};
//!
//! let setup = Setup { grid: 8, frames: 5, ..Setup::default() };
//! let result = Benchmark::new("hang", &setup)?.run(|| {})?;
//! assert_eq!((result.report.tris, result.report.frames), (128, 5));
//! assert_eq!(result.report.bad_frames, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod album;
pub mod detection;
mod export;
mod figure;
mod intersections;
mod process;
mod recorder;
mod report;
mod run;
mod scenario;
mod scenes;

pub use figure::KeyFigure;
pub use report::BenchReport;
pub use run::{BenchError, BenchResult, Benchmark, FRAME, scene_simulation};
pub use scenario::{Scenario, ScenarioError, Setup};
pub use scenes::SCENARIOS;
