//! Finish: what makes cloth look like cloth, after it has been simulated and before it is drawn or exported.
//!
//! Simulated cloth is a mesh of edges as long as the computer can afford. This crate refines it for the eye, and knows nothing of forces
//! or time: it works on any coarse mesh and any obstacles, frame by frame, and gives nothing back to the simulation. What passes through
//! nothing before passes through nothing afterwards.
//!
//! | module | makes |
//! |---|---|
//! | [`subdivision`] | a smooth mesh of a coarse one: schemes by name, borders and seams as lines, texture coordinates |
//! | [`free`] | the same without collisions, with itself and with obstacles |
//! | [`fabric`] | what fabrics look like: weaves and knits as tiles of colour, relief and roughness |
//! | [`flat`] | nothing by itself: cloth as it lies in the pattern, on which edges and seams are measured |
//! | [`thickness`] | both sides of cloth, rounded rims, hems; closed meshes |
//! | [`seams`] | coordinates to draw seams with, and stitches that ride on the cloth |
//! | [`trims`] | buttons, snaps, hooks and eyes, zips |
//! | [`wrinkles`] | fine folds where the cloth is compressed: as maps to shade with, or as moved vertices |
//!
//! ```
//! use glam::DVec3;
//! use toile_finish::free::{CollisionFree, FreeSettings};
//! use toile_finish::subdivision::{Marks, Refinement, SubdivisionSettings};
//! use toile_geom::{intersect, shapes};
//!
//! // Once: what depends on the topology. Two levels make 16 triangles of each.
//! let body = shapes::icosphere(0.1, 4);
//! let cloth = shapes::tube(0.105, 0.3, 24, 24);
//! let refinement =
//!     Refinement::new(&cloth.triangles, cloth.positions.len(), &Marks::default(), &SubdivisionSettings::default())?;
//! let mut finish = CollisionFree::new(refinement, FreeSettings::default());
//!
//! // In each frame: where the cloth and the obstacles are.
//! for frame in 0..3 {
//!     let lowered: Vec<DVec3> = cloth.positions.iter().map(|p| p - DVec3::Y * 0.05 * f64::from(frame)).collect();
//!     let report = finish.finish(&lowered, &[&body])?;
//!     assert_eq!(report.intersections(), 0);
//! }
//! assert_eq!(finish.mesh().triangles.len(), 16 * cloth.triangles.len());
//! assert!(intersect::self_intersections(&finish.mesh()).is_empty());
//! # Ok::<(), toile_finish::subdivision::RefinementError>(())
//! ```

pub mod fabric;
pub mod flat;
pub mod free;
pub mod seams;
pub mod subdivision;
pub mod thickness;
pub mod trims;
pub mod wrinkles;

/// The sample of the README is compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
