//! The elements against what a continuous sheet does.

mod arcs;
mod bending;
mod cantilever;
mod equilibrium;
mod history;
mod in_place;
mod membrane;
mod motion;
mod sheets;
