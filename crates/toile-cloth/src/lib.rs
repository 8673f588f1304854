//! Cloth mechanics.

pub mod fabric;
