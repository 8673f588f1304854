//! Depth maps: what a parallel light sees first, and what it would see first from the other side.

use glam::{DVec3, Vec3};
use toile_geom::TriMesh;
use toile_geom::raster::{BAND_ROWS, Camera, Cull, FragmentSink, ImageSize, Projection, rasterise};

/// Depths are kept in steps of 1/65535 of the scene's depth: half the memory of floats, and far finer than a texel.
const STEPS: f64 = 65535.0;

/// Interpolation weights are integers: this is one.
const ONE: i32 = 1 << 12;

/// The nearest and the farthest surface along parallel rays.
pub(super) struct DepthMap {
    width: usize,
    height: usize,
    /// Side of a texel in metres.
    texel: f32,
    /// Depth steps a metre.
    steps: f32,
    /// Column, row and depth in steps as affine functions of a position relative to the scene's centre.
    axes: [Vec3; 3],
    origin: Vec3,
    nearest: Vec<u16>,
    farthest: Vec<u16>,
}

/// Which end of the rays the light is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// At their beginning.
    Near,
    /// At their end.
    Far,
}

impl DepthMap {
    /// A map for light that comes *from* `toward_light`, and on its far side for light from the opposite direction;
    /// with about `texels` texels in all. Positions are later given relative to `centre`.
    pub(super) fn new(mesh: &TriMesh, toward_light: Vec3, texels: u32, centre: DVec3) -> Self {
        let camera = Camera::fit_points(mesh.positions.iter().copied(), -toward_light.as_dvec3(), 0.01);
        let aspect = camera.aspect().clamp(1.0 / 16.0, 16.0);
        let width = (f64::from(texels) * aspect).sqrt().ceil().clamp(4.0, 8192.0) as u32;
        let height = (f64::from(texels) / f64::from(width)).ceil().clamp(4.0, 8192.0) as u32;
        let size = ImageSize { width, height };
        let metres = match camera.projection() {
            Projection::Orthographic { height } | Projection::Perspective { fov_y: height } => height,
        };
        let (rows, columns) = (f64::from(height) / metres, f64::from(width) / (metres * camera.aspect()));
        let steps = STEPS / (camera.far() - camera.near()).max(1e-12);
        let from_eye = centre - camera.eye();
        let axes = [camera.right() * columns, -camera.up() * rows, camera.forward() * steps];
        let origin = DVec3::new(0.5 * f64::from(width), 0.5 * f64::from(height), -camera.near() * steps)
            + DVec3::from_array(axes.map(|axis| axis.dot(from_eye)));
        let (nearest, farthest) = both_layers(mesh, &camera, size, steps as f32);
        Self {
            width: width as usize,
            height: height as usize,
            texel: (1.0 / rows.min(columns)) as f32,
            steps: steps as f32,
            axes: axes.map(DVec3::as_vec3),
            origin: origin.as_vec3(),
            nearest,
            farthest,
        }
    }

    /// How much of the light reaches a point, 0 to 1, interpolated between texels.
    ///
    /// `cosine` is that of the angle between the surface normal and the light: the flatter the light, the more the depth
    /// changes over a texel, and the farther the surface must be held away from its own shadow.
    pub(super) fn lit(&self, point: Vec3, normal: Vec3, cosine: f32, side: Side) -> f32 {
        // Polynomials that follow sine and tangent closely enough here, and cost neither a root nor a division.
        let flat = 1.0 - cosine.clamp(0.0, 1.0);
        let raised = point + normal * (self.texel * (0.4 + 1.1 * flat * (2.0 - flat)));
        let bias = self.texel * (0.25 + 2.0 * flat * flat) * self.steps;
        let x = self.axes[0].dot(raised) + self.origin.x - 0.5;
        let y = self.axes[1].dot(raised) + self.origin.y - 0.5;
        let depth = self.axes[2].dot(raised) + self.origin.z;
        let inside = x >= 0.0 && y >= 0.0 && x < (self.width - 1) as f32 && y < (self.height - 1) as f32;
        if !inside {
            return 1.0;
        }
        let (column, row) = (x as i32, y as i32);
        let fraction = |v: f32, whole: i32| ((v - whole as f32) * ONE as f32) as i32;
        let (u, v) = (fraction(x, column), fraction(y, row));
        let weights = [(ONE - u) * (ONE - v), u * (ONE - v), (ONE - u) * v, u * v];
        let first = row as usize * self.width + column as usize;
        let sum = match side {
            Side::Near => {
                let limit = (depth - bias) as i32;
                self.sum(&self.nearest, first, weights, |surface| surface >= limit)
            }
            Side::Far => {
                let limit = (depth + bias) as i32;
                self.sum(&self.farthest, first, weights, |surface| surface <= limit)
            }
        };
        sum as f32 / (ONE * ONE) as f32
    }

    /// The sum of the weights of those of four neighbouring texels that pass a test.
    ///
    /// Whether a texel passes is as good as random, so that the sum is written without branches.
    fn sum(&self, texels: &[u16], first: usize, weights: [i32; 4], pass: impl Fn(i32) -> bool) -> i32 {
        let (above, below) = (&texels[first..first + 2], &texels[first + self.width..first + self.width + 2]);
        let part = |texel: u16, weight: i32| i32::from(pass(i32::from(texel))) * weight;
        part(above[0], weights[0])
            + part(above[1], weights[1])
            + part(below[0], weights[2])
            + part(below[1], weights[3])
    }
}

fn both_layers(mesh: &TriMesh, camera: &Camera, size: ImageSize, steps: f32) -> (Vec<u16>, Vec<u16>) {
    let mut nearest = vec![u16::MAX; size.pixels()];
    let mut farthest = vec![0; size.pixels()];
    let width = size.width as usize;
    let rows = width * BAND_ROWS as usize;
    let near = camera.near() as f32;
    let mut sinks: Vec<TwoLayers<'_>> = nearest
        .chunks_mut(rows)
        .zip(farthest.chunks_mut(rows))
        .enumerate()
        .map(|(band, (nearest, farthest))| TwoLayers {
            first: band * rows,
            width,
            near,
            steps,
            nearest,
            farthest,
        })
        .collect();
    rasterise(mesh, camera, size, Cull::None, &mut sinks);
    (nearest, farthest)
}

struct TwoLayers<'a> {
    first: usize,
    width: usize,
    near: f32,
    steps: f32,
    nearest: &'a mut [u16],
    farthest: &'a mut [u16],
}

impl FragmentSink for TwoLayers<'_> {
    #[inline]
    fn fragment(&mut self, x: u32, y: u32, depth: f32, _triangle: u32, _front_facing: bool) {
        let texel = y as usize * self.width + x as usize - self.first;
        let step = ((depth - self.near) * self.steps) as u16;
        self.nearest[texel] = self.nearest[texel].min(step);
        self.farthest[texel] = self.farthest[texel].max(step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square table of one metre at the height 1 over a floor of four metres.
    fn table() -> TriMesh {
        let square = |half: f64, y: f64| {
            [[-half, y, -half], [-half, y, half], [half, y, half], [half, y, -half]].map(DVec3::from_array)
        };
        TriMesh {
            positions: square(2.0, 0.0).into_iter().chain(square(0.5, 1.0)).collect(),
            triangles: vec![[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]],
        }
    }

    #[test]
    fn the_table_shades_the_floor_and_not_itself() {
        let map = DepthMap::new(&table(), Vec3::Y, 256 * 256, DVec3::ZERO);
        let lit = |x: f32, y: f32| map.lit(Vec3::new(x, y, 0.1), Vec3::Y, 1.0, Side::Near);
        assert_eq!(lit(0.0, 0.0), 0.0);
        assert_eq!(lit(0.0, 1.0), 1.0);
        assert_eq!(lit(1.0, 0.0), 1.0);
        assert_eq!(lit(50.0, 0.0), 1.0);
        let below = |y: f32| map.lit(Vec3::new(0.0, y, 0.1), Vec3::NEG_Y, 1.0, Side::Far);
        assert_eq!(below(1.0), 0.0);
        assert_eq!(below(0.0), 1.0);
    }

    #[test]
    fn flat_light_makes_no_acne() {
        let mesh = table();
        for degrees in [5.0_f32, 20.0, 45.0, 70.0, 85.0] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let light = Vec3::new(cos * 0.6, sin, cos * 0.8);
            let map = DepthMap::new(&mesh, light, 200 * 200, DVec3::ZERO);
            for k in 0..500 {
                let a = k as f32;
                let point = Vec3::new(0.49 * (a * 1.7).sin(), 1.0, 0.49 * (a * 2.3).cos());
                assert_eq!(map.lit(point, Vec3::Y, sin, Side::Near), 1.0, "{degrees}° {point}");
            }
        }
    }
}
