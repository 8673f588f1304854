//! The job as a whole: garments, wishes and a fabric in, a dressed outfit out, with what is to be said of it.

mod dressing;
mod error;
mod frame_check;
mod garment_source;
mod motion;
mod outfit_facts;
mod plan;
mod plausible_strain;
mod progress;
mod same_measures;
mod summary;
mod unsure_pattern;

pub use dressing::Dressing;
pub use error::DressError;
pub use frame_check::FrameCheck;
pub use garment_source::{FoundGarment, GarmentChoice, GarmentSourceError};
pub use motion::{DressedMotion, DressedMotionError, MotionFrame, MotionSummary};
pub use outfit_facts::{GarmentFacts, OutfitFacts, Statement};
pub use plan::DressingPlan;
pub use progress::Progress;
pub use same_measures::wearer_of_same_measures;
pub use summary::{HullSummary, OutfitSummary, PieceSummary};
pub use unsure_pattern::UnsurePattern;
