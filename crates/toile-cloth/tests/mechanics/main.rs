//! The elements against what a continuous sheet does.

mod arcs;
mod bending;
mod cantilever;
mod equilibrium;
mod history;
mod membrane;
mod motion;
mod sheets;
