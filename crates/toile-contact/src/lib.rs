//! Contact: what cloth touches, and where.
//!
//! | module | holds |
//! |---|---|
//! | [`features`], [`filter`] | the vertices, edges and triangles that take part, and the pairs that do not |
//! | [`broad`] | from all features to the few pairs that may touch: trees, grids, sampling, one trait |
//! | [`narrow`] | candidate pairs decided: when they touch while moving, how close they are |
//! | [`obstacle`] | solid things that cloth lies on: planes, balls, meshes, distance fields, shapes of your own |
//! | [`keys`] | values at given times |
//! | [`touch`] | the contacts of points with the surfaces of obstacles |
//! | [`friction`] | how much force along a surface a push onto it stands against |
//! | [`response`] | what to do about close pairs: four ways to change velocities and positions |
//! | [`guard`] | the last line: a motion shortened until nothing passes through anything, for certain |
//! | [`layers`] | which piece lies outside of which: numbers, where the order is wrong, and how it is put right |
//! | [`repair`] | meshes that pass through themselves or each other made free of intersections |

pub mod broad;
pub mod features;
pub mod filter;
pub mod friction;
pub mod guard;
pub mod keys;
pub mod layers;
pub mod narrow;
pub mod obstacle;
pub mod repair;
pub mod response;
pub mod touch;

/// The sample of the README is compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
