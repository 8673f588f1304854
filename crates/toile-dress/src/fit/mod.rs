//! Fit: what a drape says about size.
//!
//! | file | what it answers |
//! |---|---|
//! | [`Element`] | how is each triangle strained, and what does it bear |
//! | [`SkinPoint`] | how far is the body |
//! | [`Pressure`] | what does the cloth press on it with |
//! | [`Ease`] | by how much is the garment wider than the body |
//! | [`SeamLoad`] | what does it take to keep a seam closed |
//! | [`Zone`] | how does it sit at bust, waist, hip, arms and legs |
//! | [`FitFinding`], [`Verdict`], [`BetterSize`] | what would a tailor say |
//!
//! ```no_run
//! # use toile_dress::{Wearer, Dressed};
//! use toile_dress::Fit;
//!
//! # fn fitting(dressed: &Dressed, body: &Wearer) {
//! let fit = Fit::of(dressed, body);
//! println!("{}", fit.verdict.words());
//! for finding in &fit.findings {
//!     println!("{}", finding.words); // tight across the bust in front: 6.0 % weft strain, 90 N/m, 1.5 kPa
//! }
//! # }
//! ```

mod between;
mod ease;
mod element;
mod garment_fit;
mod judgement;
mod limits;
mod line;
mod pressure;
mod quantity;
mod seam_load;
mod skin;
mod words;
mod zone;

pub use ease::{Ease, eases};
pub use element::{Element, at_vertices};
pub use garment_fit::{Fit, FitSummary, QuantitySpread, recommended};
pub use judgement::{BetterSize, FitFinding, SizeDirection, Verdict, closest, direction};
pub use limits::FitLimits;
pub use line::GirthLine;
pub use pressure::Pressure;
pub use quantity::{FitQuantity, Spread};
pub use seam_load::{SeamLoad, seam_loads};
pub use skin::SkinPoint;
pub use words::{FitWords, OutfitFit};
pub use zone::{Zone, ZoneSide};

#[cfg(test)]
mod tests;
