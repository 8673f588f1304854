//! Cloth as it lies in the pattern: what edges, hems and seams are measured on.
//!
//! A mesh of sewn cloth has one vertex where several pieces meet, and each corner of a triangle a place in the pattern: [`FlatCloth`] knows both, and
//! which triangles are one piece. [`FlatLine`] is a line in a piece, such as a seam or the edge of a hem: how far along it and how far from
//! it something is. [`ClothSpot`] is a place on the cloth that moves along with it.

mod cloth;
mod error;
mod line;
mod locate;
mod spot;

pub use cloth::FlatCloth;
pub(crate) use cloth::SAME;
pub use error::FlatError;
pub(crate) use error::{check_length, check_range};
pub use line::{FlatLine, OnLine};
pub use locate::PieceMap;
pub use spot::{ClothSpot, SpotFrame};
