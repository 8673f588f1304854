//! Benchmarks of finding collisions: broad phases side by side, and continuous tests.
//!
//! ```
//! use toile_lab::bench::detection::{BroadSetup, compare_broad_phases};
//!
//! let setup = BroadSetup { scene: "folded".into(), meshes: None, method: "bvh".into(), tris: 2000, repeats: 1 };
//! let report = compare_broad_phases(&setup, |_| {})?;
//! assert_eq!(report.rows.len(), 2, "discrete and continuous");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod broad;
mod ccd;
mod query_files;

pub use broad::{BroadError, BroadRow, BroadSetup, BroadTable, compare_broad_phases, export_scene};
pub use ccd::{CcdError, CcdRow, CcdTable, test_ccd};
