//! Cloth mechanics: how a sheet of fabric resists stretch, shear and bending, whatever its mesh.
//!
//! | module | holds |
//! |---|---|
//! | [`simulation`] | a cloth in its surroundings, moved by a solver: start here |
//! | [`cloth`] | the simulated cloth: mesh, elements, holds, state |
//! | [`world`], [`wind`] | gravity, air, things to lie on |
//! | [`fabric`] | what cloth is made of: measured, in SI units, with a library |
//! | [`rest`] | the flat shape of each triangle |
//! | [`membrane`] | stretch and shear |
//! | [`membrane_curve`] | stretch that follows measured curves |
//! | [`bending`] | a curvature tensor for each triangle, independent of the mesh's direction and regularity |
//! | [`arcs`] | what flat triangles leave out of a curved sheet, so that the membrane does not resist bending |
//! | [`state`] | what changes as a cloth moves |
//! | [`stretch`] | how much longer edges are than at rest |
//! | [`threads`] | threads and springs between any two points |
//! | [`mass_spring`] | the older model: springs along edges and across hinges |
//! | [`solver`] | moving cloth through time |
//! | [`recovery`] | cloth that could not be kept apart gets free again |
//! | [`strain_limit`] | a bound on stretch, after each step |
//! | [`colouring`] | elements that can be worked on at once |
//! | [`linear`] | block-sparse systems: conjugate gradients and multigrid |
//! | [`air`] | pressure and friction of the air |
//! | [`voigt`] | strain and curvature as vectors |
//!
//! Stiffnesses are matrices from strain `[xx, yy, 2 xy]` to stress, with warp along `x` and weft along `y`, in N/m for the
//! membrane and N·m for bending: what a laboratory measures.

pub mod air;
pub mod arcs;
pub mod bending;
pub mod cloth;
pub mod colouring;
pub mod contact;
pub mod fabric;
pub mod layer_order;
mod left_out;
pub mod linear;
pub mod mass_spring;
pub mod membrane;
pub mod membrane_curve;
pub mod recovery;
pub mod rest;
pub mod run;
pub mod simulation;
pub mod solver;
pub mod state;
pub mod strain_limit;
pub mod stretch;
pub mod threads;
pub mod voigt;
pub mod wind;
pub mod world;

/// The sample of the README is compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
