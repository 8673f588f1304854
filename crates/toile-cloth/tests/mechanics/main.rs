//! The elements against what a continuous sheet does.

mod bending;
mod cantilever;
mod equilibrium;
mod membrane;
mod motion;
mod sheets;
