//! Trims: buttons, snaps, hooks and eyes, zips, as small meshes that ride on cloth.
//!
//! Each is a mesh of its own ([`TrimMesh`]): `x` goes along the opening, `y` off the cloth, `z` across. [`Trims`] lays any number of them on spots of
//! the cloth, or along its edges, and moves them along each frame. A place, a normal and a direction from elsewhere do as well:
//! [`SpotFrame::lay`](crate::flat::SpotFrame::lay).
//!
//! ```
//! use glam::{DVec2, Vec3Swizzles};
//! use toile_finish::flat::{FlatCloth, PieceMap};
//! use toile_finish::trims::{Button, TrimAnchor, TrimPlace, Trims};
//! use toile_geom::shapes;
//!
//! let sheet = shapes::regular_sheet(DVec2::splat(0.2), [10, 10]);
//! let corners = sheet.triangles.iter().map(|t| t.map(|v| sheet.positions[v as usize].xz())).collect();
//! let cloth = FlatCloth::new(sheet.triangles.clone(), sheet.positions.len(), corners)?;
//! let piece = PieceMap::new(&cloth, 0);
//! let at = |place| TrimPlace { mesh: 0, anchor: TrimAnchor::Spot(piece.spot(place, 0.01).unwrap(), DVec2::X) };
//!
//! let button = Button { diameter: 0.011, ..Button::default() };
//! let mut trims = Trims::new(&cloth, &[button.mesh()?], &[at(DVec2::ZERO), at(DVec2::new(0.0, 0.08))])?;
//! trims.place(&sheet.positions, &sheet.vertex_normals(), &[])?;
//! assert!(trims.mesh().volume() > 0.0);
//! # Ok::<(), toile_finish::flat::FlatError>(())
//! ```

mod button;
mod fasteners;
mod riding;
mod solids;
mod zip;

pub use button::Button;
pub use fasteners::{Hook, Snap};
pub use riding::{LineSpot, TrimAnchor, TrimPlace, Trims};
pub use solids::{TrimMesh, TrimPart};
pub use zip::{Zip, ZipMeshes};
