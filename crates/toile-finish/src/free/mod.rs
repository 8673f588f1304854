//! Free of collisions: fine vertices go only so far from where they touch nothing that they still touch nothing.
//!
//! The fine mesh is first laid on the coarse one, which passes through nothing, and then moves to where the scheme wants it. What would
//! meet on the way is pulled back to just before (Kimmerle 2005, §4.4). The result is free of intersections if the coarse mesh is: of each pair of
//! triangles there is a proof, or the exact test has the last word, and if all else fails a vertex stays on the coarse mesh.
//!
//! ```
//! use glam::{DVec2, DVec3};
//! use toile_finish::free::{CollisionFree, FreeSettings};
//! use toile_finish::subdivision::{Marks, Refinement, SubdivisionSettings};
//! use toile_geom::{intersect, shapes};
//!
//! // Cloth lies on a ball. Smoothed, it would sink into it.
//! let ball = shapes::icosphere(0.1, 4);
//! let cloth = shapes::icosphere(0.1085, 1);
//! assert!(intersect::mesh_intersections(&cloth, &ball).is_empty());
//!
//! let settings = SubdivisionSettings::default();
//! let refinement = Refinement::new(&cloth.triangles, cloth.positions.len(), &Marks::default(), &settings)?;
//! let mut finish = CollisionFree::new(refinement, FreeSettings::default());
//! let report = finish.finish(&cloth.positions, &[&ball])?;
//! assert!(report.levels.iter().map(|level| level.corrected).sum::<usize>() > 0);
//! assert_eq!(report.intersections(), 0);
//! assert!(intersect::mesh_intersections(&finish.mesh(), &ball).is_empty());
//! # Ok::<(), toile_finish::subdivision::RefinementError>(())
//! ```
//!
//! Garments that are worn together are one mesh ([`TriMesh::append`](toile_geom::TriMesh::append)), so that they keep out of each other.
//!
//! # What is not looked at, and why nothing is missed
//!
//! Triangles are looked at in *patches*: the four that were one a level ago. Two patches without a common corner are apart all the time if
//! some direction separates all places that their vertices start from and go to. That is found in a tree of boxes and with a few
//! directions in single precision, with an allowance for rounding. Shortening a way does not spoil such a proof. What is left is decided
//! triangle by triangle in the same way, and by [continuous tests](toile_contact::narrow::ccd) of their vertices and edges, which miss nothing.
//!
//! Patches with a common corner cannot be separated. For them the end alone counts: the patches around a vertex lie over a plane like
//! a map, and so do not intersect each other, if all their triangles face it and their outline seen from there does not cross itself (Volino and
//! Magnenat-Thalmann 1994). Where that is not so, all pairs of their triangles are tested exactly.
//!
//! Whatever came close is tested exactly once more at the end.

mod ccd;
mod close;
mod finish;
mod hull;
mod obstacles;
mod patches;
mod pull_back;
mod report;
mod settings;
mod stars;

pub use finish::CollisionFree;
pub use obstacles::Obstacles;
pub use pull_back::PullBack;
pub use report::{FreeLevelReport, FreeReport};
pub use settings::FreeSettings;
