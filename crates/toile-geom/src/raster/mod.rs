//! A triangle rasteriser on the CPU: depth, triangle ids and interpolated attributes for every pixel.
//!
//! Use [`VisibilityBuffer::render`] when the nearest surface is wanted, and [`rasterise`] with a [`FragmentSink`] of
//! your own when every surface along a pixel's ray is wanted, as layered depth images do.
//!
//! - A pixel belongs to a triangle if its centre does. Vertices are snapped to 1/256 of a pixel and coverage is decided
//!   in integers, with a rule for ties, so that triangles which share an edge never leave a gap and never overlap.
//! - Depth is the distance in metres from the camera along its view axis, not a nonlinear "z-buffer value".
//! - The result has the same bits whatever the number of threads.
//! - A triangle with an index out of range or a coordinate that is not finite is left out.
//!
//! ```
//! use glam::DVec3;
//! use toile_geom::TriMesh;
//! use toile_geom::raster::{Camera, Cull, ImageSize, VisibilityBuffer};
//!
//! let mesh = TriMesh {
//!     positions: vec![DVec3::ZERO, DVec3::X, DVec3::Y],
//!     triangles: vec![[0, 1, 2]],
//! };
//! let camera = Camera::fit(&mesh.bounds(), DVec3::NEG_Z, 0.0);
//! let size = ImageSize { width: 64, height: 64 };
//! let buffer = VisibilityBuffer::render(&mesh, &camera, size, Cull::None);
//! let fragment = buffer.fragment(&mesh, &camera, 5, 60).unwrap();
//! let position = fragment.interpolate(&mesh, &mesh.positions).unwrap();
//! assert!((position - DVec3::new(5.5 / 64.0, 3.5 / 64.0, 0.0)).length() < 1e-9);
//! assert!(buffer.fragment(&mesh, &camera, 60, 5).is_none());
//! ```

mod bins;
mod camera;
mod clip;
mod scan;
mod setup;
mod visibility;

pub use camera::{Camera, ImageSize, Projection, Ray, ScreenPoint};
pub use scan::{BAND_ROWS, Band, Cull, FragmentSink, bands, rasterise};
pub use visibility::{EMPTY, Fragment, VisibilityBuffer};

#[cfg(test)]
mod tests;
