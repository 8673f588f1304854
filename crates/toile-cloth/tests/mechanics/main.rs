//! The elements against what a continuous sheet does.

mod bending;
mod cantilever;
mod equilibrium;
mod history;
mod membrane;
mod motion;
mod sheets;
