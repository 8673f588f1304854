//! Cloth as thick as it is: two sides, rounded rims at free edges, hems.
//!
//! Simulated cloth has no thickness. Here both sides are laid half of it off the cloth along its normals, and joined at free edges by rims of a
//! few segments (after Fuhrmann 2006, section 6.3, where the rim alone is made). A hem is cloth that is folded in: inside it there are two or three layers, its
//! fold is round, and where its inner edge ends there is a step. Hems are as deep as they are in the pattern, to the millimetre, since triangles
//! are cut where they end.
//!
//! What depends on the topology is made once ([`ThickCloth::new`]); [`ThickCloth::place`] only moves vertices, by all threads and without
//! taking memory, and [`ThickCloth::finish`] also makes room. Where something is near, the thickness becomes smaller: never more than to the
//! middle between two layers of the cloth, or up to an obstacle, nor more than the cloth is bent. What passes through anything after all, by
//! the exact test, becomes thinner still, in the end a ten-thousandth of a millimetre.
//!
//! ```
//! use glam::{DVec2, DVec3};
//! use toile_finish::flat::FlatCloth;
//! use toile_finish::thickness::{HemEdge, ThickCloth, ThickSettings, Thickness};
//! use toile_geom::{intersect, shapes, topology::Topology};
//!
//! // A napkin of 200 x 200 mm, 0.6 mm thick, with a hem of 15 mm all around.
//! let sheet = shapes::regular_sheet(DVec2::splat(0.2), [12, 12]);
//! let corners = sheet.triangles.iter().map(|t| t.map(|v| sheet.positions[v as usize].xz())).collect();
//! let cloth = FlatCloth::new(sheet.triangles.clone(), sheet.positions.len(), corners)?;
//! let border = &cloth.topology().boundary_edges().collect::<Vec<_>>();
//! let hems: Vec<HemEdge> =
//!     border.iter().map(|&e| HemEdge::double(cloth.topology().edges[e as usize], 0.015)).collect();
//!
//! let mut thick = ThickCloth::new(&cloth, &Thickness::Even(0.0006), &hems, &ThickSettings::default())?;
//! let report = thick.finish(&sheet.positions, &[])?;
//! assert_eq!(report.intersections, 0);
//! assert!(Topology::new(thick.mesh()).surface().is_closed_manifold());
//! # use glam::Vec3Swizzles;
//! # Ok::<(), toile_finish::flat::FlatError>(())
//! ```

mod cut;
mod finish;
mod hems;
mod rim;
mod room;
mod settings;
mod sheets;
mod texture;
mod thick;

pub use finish::ThickReport;
pub use settings::{HemEdge, ThickCover, ThickSettings, Thickness};
pub use thick::{ThickCloth, ThickPart};
