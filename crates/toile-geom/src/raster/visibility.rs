//! The visibility buffer: which triangle is seen in each pixel, and how far away.

use super::camera::{Camera, ImageSize};
use super::scan::{BAND_ROWS, Cull, FragmentSink, rasterise};
use crate::TriMesh;
use glam::DVec3;
use std::ops::{Add, Mul};

/// The id of a pixel in which no triangle is seen.
pub const EMPTY: u32 = u32::MAX;

/// The nearest triangle and its depth for each pixel, row by row from the top left.
#[derive(Clone, Debug, PartialEq)]
pub struct VisibilityBuffer {
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Metres along the view axis; infinite where nothing is seen.
    pub depth: Vec<f32>,
    /// Index of the triangle, [`EMPTY`] where nothing is seen.
    pub ids: Vec<u32>,
}

/// A point of a triangle seen in a pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fragment {
    /// Index of the triangle.
    pub triangle: u32,
    /// Weights of its corners, not negative and with the sum one; right under perspective too.
    pub barycentric: DVec3,
    /// Metres along the view axis.
    pub depth: f32,
}

impl VisibilityBuffer {
    /// Draws a mesh. Of several triangles at the same depth, the one with the lowest index is kept.
    pub fn render(mesh: &TriMesh, camera: &Camera, size: ImageSize, cull: Cull) -> Self {
        let mut depth = vec![f32::INFINITY; size.pixels()];
        let mut ids = vec![EMPTY; size.pixels()];
        let band_pixels = (size.width as usize * BAND_ROWS as usize).max(1);
        let mut sinks: Vec<NearestBand<'_>> = depth
            .chunks_mut(band_pixels)
            .zip(ids.chunks_mut(band_pixels))
            .enumerate()
            .map(|(band, (depth, ids))| NearestBand {
                first: band * band_pixels,
                width: size.width as usize,
                depth,
                ids,
            })
            .collect();
        rasterise(mesh, camera, size, cull, &mut sinks);
        Self { width: size.width, height: size.height, depth, ids }
    }

    /// The size of the image.
    pub fn size(&self) -> ImageSize {
        ImageSize { width: self.width, height: self.height }
    }

    /// What is seen in pixel (`x`, `y`); `None` if nothing is, or if the pixel lies outside of the image.
    ///
    /// `mesh` and `camera` must be those the buffer was rendered with.
    pub fn fragment(&self, mesh: &TriMesh, camera: &Camera, x: u32, y: u32) -> Option<Fragment> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let pixel = y as usize * self.width as usize + x as usize;
        let triangle = *self.ids.get(pixel)?;
        let [a, b, c] = *mesh.triangles.get(triangle as usize)?;
        let corner = |v: u32| mesh.positions.get(v as usize).copied();
        let [origin, step] = camera.sight_line(f64::from(x) + 0.5, f64::from(y) + 0.5, self.size());
        let barycentric = where_line_meets([corner(a)?, corner(b)?, corner(c)?], origin, step);
        Some(Fragment { triangle, barycentric, depth: *self.depth.get(pixel)? })
    }
}

impl Fragment {
    /// The value of a vertex attribute at this point; `None` if the attribute is shorter than the mesh demands.
    pub fn interpolate<T>(&self, mesh: &TriMesh, attribute: &[T]) -> Option<T>
    where
        T: Copy + Add<Output = T> + Mul<f64, Output = T>,
    {
        let [a, b, c] = *mesh.triangles.get(self.triangle as usize)?;
        let value = |v: u32| attribute.get(v as usize).copied();
        let weights = self.barycentric;
        Some(value(a)? * weights.x + value(b)? * weights.y + value(c)? * weights.z)
    }
}

/// Barycentric coordinates of the point where a line meets the plane of a triangle, pulled into the triangle: snapping
/// lets a pixel's centre lie up to 1/256 of a pixel outside.
fn where_line_meets([a, b, c]: [DVec3; 3], origin: DVec3, direction: DVec3) -> DVec3 {
    // Möller and Trumbore 1997.
    let (ab, ac) = (b - a, c - a);
    let across = direction.cross(ac);
    let to_origin = origin - a;
    let reciprocal = 1.0 / ab.dot(across);
    let v = to_origin.dot(across) * reciprocal;
    let w = direction.dot(to_origin.cross(ab)) * reciprocal;
    let inside = DVec3::new(1.0 - v - w, v, w).max(DVec3::ZERO);
    let normalised = inside / (inside.x + inside.y + inside.z);
    // A triangle seen exactly from its edge has no such point.
    if normalised.is_finite() { normalised } else { DVec3::splat(1.0 / 3.0) }
}

/// Keeps the nearest fragment of each pixel of a band.
struct NearestBand<'a> {
    first: usize,
    width: usize,
    depth: &'a mut [f32],
    ids: &'a mut [u32],
}

impl FragmentSink for NearestBand<'_> {
    #[inline]
    fn fragment(&mut self, x: u32, y: u32, depth: f32, triangle: u32, _front_facing: bool) {
        let pixel = y as usize * self.width + x as usize - self.first;
        // Ids ascend, so that a tie keeps the lower one.
        if depth < self.depth[pixel] {
            self.depth[pixel] = depth;
            self.ids[pixel] = triangle;
        }
    }
}
