//! Wrinkles from strain: fine folds where the coarse cloth is compressed, since cloth buckles rather than gets shorter.
//!
//! The rest shape of each triangle is known from its texture coordinates, which are places of the pattern in metres. From where its
//! corners are in a frame follows how it is deformed, and from that by how much each of some patterns of folds must be raised so that the area
//! of the cloth stays what it was. Few of them are blended, those that lie across the compression. What comes of it is a height over the
//! cloth: for shading ([`WrinkleMap`]), or to move fine vertices ([`FineWrinkles`], [`tessellate`]), free of collisions.
//!
//! ```
//! use glam::{DVec2, DVec3};
//! use toile_finish::subdivision::{Marks, Refinement, SubdivisionSettings};
//! use toile_finish::wrinkles::{FineWrinkles, WrinkleSettings, Wrinkles};
//! use toile_geom::shapes;
//!
//! let sheet = shapes::sheet(DVec2::splat(0.5), [16, 16]);
//! let place = |v: u32| DVec2::new(sheet.positions[v as usize].x, sheet.positions[v as usize].z);
//! let rest: Vec<[DVec2; 3]> = sheet.triangles.iter().map(|t| t.map(place)).collect();
//! let mut wrinkles = Wrinkles::new(&sheet.triangles, sheet.positions.len(), &rest, &WrinkleSettings::default())?;
//!
//! let settings = SubdivisionSettings::default();
//! let refinement = Refinement::new(&sheet.triangles, sheet.positions.len(), &Marks::default(), &settings)?;
//! let mut fine = FineWrinkles::new(&wrinkles, &refinement)?;
//!
//! wrinkles.follow(&sheet.positions)?;
//! assert!(fine.heights(&wrinkles, &refinement).iter().all(|h| h.abs() < 1e-9), "cloth at rest is flat");
//!
//! let squeezed: Vec<DVec3> = sheet.positions.iter().map(|p| DVec3::new(0.95 * p.x, p.y, p.z)).collect();
//! wrinkles.follow(&squeezed)?;
//! assert!(fine.heights(&wrinkles, &refinement).iter().any(|h| *h > 0.002));
//! # Ok::<(), toile_finish::subdivision::RefinementError>(())
//! ```
//!
//! Source: Kimmerle 2005, chapter 5; Hadap and others 1999 (area that is kept, the deformation in the frame of an edge); Perlin 2002 (noise);
//! Moule and `McCool` 2002 (edges that say whether they are split).

mod fine;
mod follow;
mod layers;
mod map;
mod noise;
mod settings;
mod strain;
mod tessellate;

pub use fine::FineWrinkles;
pub use follow::Wrinkles;
pub use map::WrinkleMap;
pub use settings::{DeformMeasure, LayerPick, WrinkleSettings};
pub use tessellate::{EdgeOracle, Tessellation, tessellate};
