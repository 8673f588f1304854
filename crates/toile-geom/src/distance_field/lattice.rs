//! Where the samples of a field are.

use crate::TriMesh;
use glam::{DVec3, UVec3};

/// Points at even distances in a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    /// The first point.
    pub origin: DVec3,
    /// The distance between neighbours in metres.
    pub cell: f64,
    /// The number of points along each axis.
    pub size: UVec3,
}

/// Why a field cannot be made or read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FieldError {
    /// The mesh has no triangles, or a coordinate is not a number.
    #[error("the mesh is empty or has coordinates that are not numbers")]
    NoSurface,
    /// More samples than can be held.
    #[error("a field of {samples:.0} samples is too large: use cells of at least {remedy:.4} m")]
    TooLarge {
        /// How many samples were asked for.
        samples: f64,
        /// The smallest cell that fits.
        remedy: f64,
    },
    /// A file is not a field.
    #[error("not a distance field: {0}")]
    BadFile(&'static str),
}

/// The most samples of a field: 4 GB of them as numbers.
const MAX_SAMPLES: f64 = 1e9;

impl Lattice {
    /// The lattice around a mesh, with a margin of the band and two cells, so that its border is outside.
    ///
    /// # Errors
    ///
    /// If the mesh is empty or the lattice would be too large.
    pub fn around(mesh: &TriMesh, cell: f64, band: f64) -> Result<Self, FieldError> {
        let bounds = mesh.bounds();
        if bounds.is_empty() || !bounds.size().is_finite() || !(cell > 0.0 && band >= 0.0) {
            return Err(FieldError::NoSurface);
        }
        let bounds = bounds.inflated(band + 2.0 * cell);
        let cells = (bounds.size() / cell).ceil() + 1.0;
        let samples = cells.x * cells.y * cells.z;
        if samples > MAX_SAMPLES {
            return Err(FieldError::TooLarge { samples, remedy: cell * (samples / MAX_SAMPLES).cbrt() });
        }
        Ok(Self { origin: bounds.min, cell, size: cells.as_uvec3() })
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.size.x as usize * self.size.y as usize * self.size.z as usize
    }

    /// Whether it has no samples.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where a sample is stored: x fastest, then z, then y, so that threads can share out a tall body by height.
    pub fn index(&self, x: u32, y: u32, z: u32) -> usize {
        (y as usize * self.size.z as usize + z as usize) * self.size.x as usize + x as usize
    }

    /// How many samples one height has.
    pub fn layer(&self) -> usize {
        self.size.x as usize * self.size.z as usize
    }

    /// The point of a sample.
    pub fn point(&self, x: u32, y: u32, z: u32) -> DVec3 {
        self.origin + DVec3::new(f64::from(x), f64::from(y), f64::from(z)) * self.cell
    }
}
