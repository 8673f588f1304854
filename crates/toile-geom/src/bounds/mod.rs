//! Bounding volumes: boxes and k-DOPs.
//!
//! [`Aabb`] is the exact `f64` box. [`KDop`] is the `f32` volume that acceleration structures store: a slab in each of
//! `k / 2` directions, always rounded outwards, so that two volumes that do not overlap prove that their contents do
//! not touch. More directions fit tighter and cost more: [`Dop6`] is a plain box, [`Dop14`], [`Dop18`] and [`Dop26`] add
//! diagonals.

mod aabb;
mod k_dop;

pub use aabb::Aabb;
pub use k_dop::{Dop6, Dop14, Dop18, Dop26, KDop};
