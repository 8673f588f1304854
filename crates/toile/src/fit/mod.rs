//! How a garment fits, to look at: heat maps, colours for other programs, numbers, and a report for people.
//!
//! | what | as |
//! |---|---|
//! | [`heat_map`] | pictures with a legend |
//! | [`write_glb`] | a model with the colours on it |
//! | [`write_json`] | all numbers |
//! | [`report::write`] | one HTML file with everything, for one size or several |
//!
//! What is measured, and how, is [`toile_dress::fit`].

mod heat_map;
mod model;
mod numbers;
mod scale;

pub mod report;

pub use heat_map::{MapSettings, heat_map, heat_views, looks};
pub use model::{colored, write_glb};
pub use numbers::{to_json, write_json};
pub use report::ReportEntry;
pub use scale::Scale;
