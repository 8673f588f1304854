//! A field as a plain array.

use super::{FieldSample, Lattice, trilinear};
use glam::{DVec3, Vec3};

/// A field with a number for every point of its lattice.
#[derive(Clone, Debug, PartialEq)]
pub struct DenseGrid {
    /// Where the samples are.
    pub lattice: Lattice,
    /// Half the thickness of the layer around the surface that has distances.
    pub band: f32,
    /// The samples, in the order of [`Lattice::index`].
    pub values: Vec<f32>,
}

impl DenseGrid {
    /// A field that is far outside everywhere.
    pub fn far(lattice: Lattice, band: f64) -> Self {
        Self { lattice, band: band as f32, values: vec![band as f32; lattice.len()] }
    }

    /// Value and gradient at a point; far outside beyond the lattice.
    #[inline]
    pub fn sample(&self, p: DVec3) -> FieldSample {
        let g = ((p - self.lattice.origin) / self.lattice.cell).as_vec3();
        let size = self.lattice.size;
        let inside = g.cmpge(Vec3::ZERO).all() && g.cmplt((size - 1).as_vec3()).all();
        if !inside {
            return FieldSample { distance: self.band, gradient: Vec3::ZERO };
        }
        let cell = g.as_uvec3();
        let first = self.lattice.index(cell.x, cell.y, cell.z);
        let (dy, dz) = (self.lattice.layer(), size.x as usize);
        let corner = |i: usize| self.values[first + (i & 1) + (i >> 1 & 1) * dy + (i >> 2) * dz];
        trilinear(std::array::from_fn(corner), g - cell.as_vec3(), (1.0 / self.lattice.cell) as f32)
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.values.len() * size_of::<f32>()
    }
}
