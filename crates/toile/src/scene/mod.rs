//! Scenes: cloth, what holds it, what it lies on and what blows at it, described in a file and run frame by frame.
//!
//! A [`SceneFile`] is read from TOML. Numbers carry their units (`"2 m/s"`) or are in SI; errors name the file, the line
//! and what to write instead. A [`SceneRun`] moves it on in time and can go on from a [`Checkpoint`] with the same bits.
//!
//! ```
//! use toile::scene::{SceneRun, SceneFile};
//!
//! let scene = SceneFile::parse("hung.toml", r#"
//!     [output]
//!     seconds = 0.1
//!     fps = 60
//!
//!     [[cloth]]
//!     sheet = { width = "50 cm", height = "50 cm", cells = 8 }
//!     fabric = "cotton-poplin"
//!
//!     [[pin]]
//!     corners = ["top-left", "top-right"]
//! "#)?;
//! let mut run = SceneRun::new(scene)?;
//! while !run.is_done() {
//!     run.step()?;
//! }
//! assert_eq!(run.frame(), 6);
//!
//! let error = SceneFile::parse("wrong.toml", "[wrold]\n").unwrap_err();
//! assert!(error.to_string().starts_with("wrong.toml:1: there is no `wrold`, perhaps `world`"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod animation;
mod body_motion;
mod checkpoint;
mod cloth_part;
mod contact_settings;
mod description;
mod error;
mod fabric_choice;
mod files;
mod files_error;
mod friction;
mod kept_frames;
mod layer_settings;
mod parse;
mod picture;
mod range;
mod run;
mod run_report;
mod run_totals;
mod section;
mod select;
mod simulation;
mod solid;
#[cfg(test)]
mod tests;

pub use animation::animation;
pub use checkpoint::{Checkpoint, CheckpointError, Fingerprint};
pub use cloth_part::ClothPart;
pub use description::{OutputKind, OutputSettings, Pin, SceneFile, SolverSettings, Surroundings};
pub use error::SceneFileError;
pub use files::SceneFiles;
pub use files_error::LoadError;
pub use kept_frames::{FramesError, KeptFrames};
pub use layer_settings::LayerSettings;
pub use picture::contact_sheet;
pub use run::{LayerStart, RunError, SceneRun, TangledStart};
pub use run_totals::{FailedFrame, RunTotals, WorstFrame};
pub use simulation::BuildError;
pub use solid::Solid;
