//! Cloth mechanics.
