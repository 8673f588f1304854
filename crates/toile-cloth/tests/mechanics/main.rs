//! The elements against what a continuous sheet does.

mod bending;
mod membrane;
mod sheets;
