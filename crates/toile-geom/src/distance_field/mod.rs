//! Signed distance fields of closed meshes: how far is it to the skin, and which way is out, in constant time.
//!
//! ```
//! use glam::DVec3;
//! use toile_geom::distance_field::{Generator, Lattice, SparseGrid, generate};
//! use toile_geom::shapes::icosphere;
//!
//! let ball = icosphere(0.2, 4);
//! let lattice = Lattice::around(&ball, 0.01, 0.03)?;
//! let dense = generate(&ball, &lattice, 0.03, Generator::default());
//! let sparse: SparseGrid<u8> = SparseGrid::new(&dense);
//! let sample = sparse.sample(DVec3::new(0.0, 0.21, 0.0));
//! assert!((sample.distance - 0.01).abs() < 1e-3 && sample.gradient.y > 0.98);
//! # Ok::<(), toile_geom::distance_field::FieldError>(())
//! ```
//!
//! Samples sit on a regular lattice and are read with trilinear interpolation, whose derivative is the normal. Only a band
//! around the surface has distances; beyond it the field says `band` outside and `-band` inside.
//!
//! | structure | when |
//! |---|---|
//! | [`DenseGrid`] | one field, memory does not matter: fastest to read |
//! | [`SparseGrid`] | many fields (one a keyframe): blocks of 3 × 3 × 3 samples where the surface is near, one or two bytes a sample (Fuhrmann 2006, §4.2) |
//!
//! Methods to compute the samples are listed at [`Generator`]; all agree with brute force.

mod dense;
mod file;
mod generate;
mod lattice;
mod signs;
mod sparse;

pub use dense::DenseGrid;
pub use file::{read, write};
pub use generate::{Generator, generate};
pub use lattice::{FieldError, Lattice};
pub use signs::fill_signs;
pub use sparse::{Code, SparseGrid};

use glam::Vec3;

/// What a field says at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldSample {
    /// The distance to the surface in metres, negative inside, `±band` far away.
    pub distance: f32,
    /// How it changes with the point; its direction is the surface's normal. Zero far away.
    pub gradient: Vec3,
}

/// Trilinear interpolation and its derivative. Corner `i` lies at bit 0 of `i` along x, bit 1 along y, bit 2 along z.
#[inline]
fn trilinear(c: [f32; 8], t: Vec3, inverse_cell: f32) -> FieldSample {
    let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
    // Along x first: four values and their differences.
    let dx = [c[1] - c[0], c[3] - c[2], c[5] - c[4], c[7] - c[6]];
    let x = [c[0] + dx[0] * t.x, c[2] + dx[1] * t.x, c[4] + dx[2] * t.x, c[6] + dx[3] * t.x];
    let y = [mix(x[0], x[1], t.y), mix(x[2], x[3], t.y)];
    let gradient = Vec3::new(
        mix(mix(dx[0], dx[1], t.y), mix(dx[2], dx[3], t.y), t.z),
        mix(x[1] - x[0], x[3] - x[2], t.z),
        y[1] - y[0],
    );
    FieldSample { distance: mix(y[0], y[1], t.z), gradient: gradient * inverse_cell }
}
