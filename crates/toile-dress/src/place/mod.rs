//! Where each piece goes before anything is sewn: bent around the body, not stretched, outside of the body, and not through each other.
//!
//! This is the first of the two stages of interaction-free dressing (Fuhrmann 2006, chapter 3): pure geometry, a fraction of a second. Each piece
//! belongs to a segment of the body. Around the segment goes a [`Hull`], a surface that unrolls into the plane without any stretch; pieces are
//! laid on the unrolled hull along their seams, the hull is fitted to them, and rolled up again.
//!
//! ```
//! use toile_body::mannequin::Mannequin;
//! use toile_body::measures::BodySize;
//! use toile_dress::{Wearer, place};
//! use toile_pattern::draft::{Draft, Looseness};
//! use toile_pattern::measures::DraftMeasures;
//! use toile_pattern::mesh::{MeshSettings, mesh};
//!
//! let size = BodySize::named("eu-38")?;
//! let body = Wearer::of_measures(size.figure, size.measures())?;
//! let skirt = Draft::named("straight-skirt")?;
//! let skirt = skirt.draft(&DraftMeasures::of_size("eu-38")?, Looseness::Regular);
//! let meshed = mesh(&skirt, &MeshSettings::with_edge_length(0.02))?;
//! let placed = place(&meshed, &body)?;
//! assert_eq!(placed.pieces.len(), meshed.pieces.len());
//! assert_eq!(placed.crossings_with_body + placed.crossings_among_pieces, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arm_sides;
mod assign;
mod card;
mod clear;
mod flat;
mod group;
mod hang;
mod helpers;
mod hull;
mod layout;
mod links;
mod placed;
mod placing;
mod pleats;
mod profile;
mod region;
mod section;
mod strip;
mod upright;
mod waistband;
mod wave;
mod wishes;

pub use crate::frame::HullFrame;
pub use helpers::{HelperRule, SeamHelpers};
pub use hull::{Hull, HullLimits, Spot};
pub use placed::{PlaceError, Placed, PlacedHull, PlacedPiece};
pub use placing::{place, place_within};
pub use section::RingSection;
pub use strip::Strip;
pub use wave::Wave;
