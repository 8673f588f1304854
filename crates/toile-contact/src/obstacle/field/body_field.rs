//! The distance field of a body as collisions need it: fine near the skin, coarse everywhere else.

use glam::{DVec3, Vec3};
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_geom::distance_field::{DenseGrid, FieldError, Generator, Lattice, SparseGrid, generate};

/// How many times as large the cells of the coarse field are.
const COARSER: f64 = 4.0;
/// The part of the fine band that is asked: at its border corners beyond it spoil the gradient.
const TRUSTED: f64 = 0.9;

/// How a field is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldSettings {
    /// The distance between samples in metres.
    pub cell: f64,
    /// How far from the skin fine samples reach, in metres.
    pub band: f64,
    /// How deep inside a point still gets a direction out, in metres.
    pub depth: f64,
}

impl Default for FieldSettings {
    /// Samples every 5 mm within 3 cm of the skin, and every 2 cm within 30 cm.
    fn default() -> Self {
        Self { cell: 5e-3, band: 3e-2, depth: 0.3 }
    }
}

/// The distance field of a closed mesh: a sparse grid in 16 bit near the skin, and a coarse one that knows the way out from deep inside.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyField {
    fine: SparseGrid<u16>,
    coarse: DenseGrid,
    bounds: Aabb,
}

/// Where a point is with respect to a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceDistance {
    /// The distance in metres, negative inside.
    pub distance: f64,
    /// The direction away from the surface, of unit length.
    pub normal: DVec3,
}

impl BodyField {
    /// The field of a closed mesh.
    ///
    /// # Errors
    /// If the mesh is empty or has coordinates that are not finite, or if there would be too many samples.
    pub fn new(mesh: &TriMesh, settings: &FieldSettings) -> Result<Self, FieldError> {
        let FieldSettings { cell, band, depth } = *settings;
        let lattice = Lattice::around(mesh, cell, band)?;
        let fine = SparseGrid::new(&generate(mesh, &lattice, band, Generator::Voronoi));
        let lattice = Lattice::around(mesh, COARSER * cell, band)?;
        let coarse = generate(mesh, &lattice, depth.max(band), Generator::Propagation);
        Ok(Self { fine, coarse, bounds: mesh.bounds() })
    }

    /// A box around the mesh.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// How many bytes the samples take.
    pub fn bytes(&self) -> usize {
        self.fine.bytes() + self.coarse.bytes()
    }

    /// Distance and normal at a point. Beyond the samples the distance is that to a box around the body, which is not larger.
    #[inline]
    pub fn place(&self, point: DVec3) -> SurfaceDistance {
        let near = self.fine.sample(point);
        if near.distance.abs() < TRUSTED as f32 * self.fine.band()
            && let Some(normal) = unit(near.gradient)
        {
            return SurfaceDistance { distance: f64::from(near.distance), normal };
        }
        let far = self.coarse.sample(point);
        match unit(far.gradient) {
            Some(normal) => SurfaceDistance { distance: f64::from(far.distance), normal },
            None if far.distance < 0.0 => self.deepest(point, f64::from(far.distance)),
            None => self.beyond(point),
        }
    }

    /// A place that no sample knows the way out from: away from the middle is as good as any.
    fn deepest(&self, point: DVec3, distance: f64) -> SurfaceDistance {
        SurfaceDistance { distance, normal: (point - self.bounds.center()).normalize_or(DVec3::Y) }
    }

    /// A place beyond all samples.
    fn beyond(&self, point: DVec3) -> SurfaceDistance {
        let from_box = point - point.clamp(self.bounds.min, self.bounds.max);
        let distance = from_box.length().max(f64::from(self.fine.band()));
        let normal = from_box.try_normalize();
        SurfaceDistance {
            distance,
            normal: normal.unwrap_or_else(|| (point - self.bounds.center()).normalize_or(DVec3::Y)),
        }
    }
}

fn unit(gradient: Vec3) -> Option<DVec3> {
    gradient.as_dvec3().try_normalize()
}
