//! Cloth mechanics.

pub mod linear;
