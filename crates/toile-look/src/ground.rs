//! The ground: a soft shadow around the feet that fades into the background.

use super::assembly::Assembly;
use glam::{DVec3, Vec3};
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_geom::raster::{BAND_ROWS, Camera, Cull, FragmentSink, ImageSize, rasterise};

/// Light on the ground, as a square texture around the scene.
pub(super) struct GroundLight {
    centre: DVec3,
    half: f64,
    side: u32,
    /// 0 where no light arrives, 1 where all does.
    values: Vec<f32>,
}

impl GroundLight {
    /// The light at the height `y` from parallel lamps of equal brightness.
    ///
    /// A lamp's shadow on a plane needs no depth map: it is the scene, sheared along the light, seen from above.
    pub(super) fn new(assembly: &Assembly, y: f64, lamps: &[Vec3], side: u32) -> Self {
        let extent = assembly.bounds.size();
        let centre = assembly.bounds.center().with_y(y);
        let half = 0.5 * extent.x.max(extent.z) + (assembly.bounds.max.y - y).max(0.1 * extent.y) + 1e-6;
        let high_enough: Vec<Vec3> = lamps.iter().copied().filter(|lamp| lamp.y > 0.15).collect();
        let total: f32 = high_enough.iter().map(|lamp| lamp.y).sum();
        let shadows: Vec<Vec<bool>> =
            high_enough.par_iter().map(|&lamp| shadow(&assembly.mesh, centre, half, lamp, side)).collect();
        let mut values = vec![1.0; side as usize * side as usize];
        for (lamp, shadow) in high_enough.iter().zip(&shadows) {
            let share = lamp.y / total;
            for (value, &dark) in values.iter_mut().zip(shadow) {
                if dark {
                    *value -= share;
                }
            }
        }
        let mut light = Self { centre, half, side, values };
        light.soften();
        light
    }

    /// Two textures of the same place as one, `weight` for the first.
    pub(super) fn mixed(&self, other: &Self, weight: f32) -> Self {
        let mix = |(a, b): (&f32, &f32)| a * weight + b * (1.0 - weight);
        Self { values: self.values.iter().zip(&other.values).map(mix).collect(), ..*self }
    }

    /// The height of the ground.
    pub(super) fn height(&self) -> f64 {
        self.centre.y
    }

    /// Light at a point of the ground, 0 to 1; full light away from the scene.
    pub(super) fn at(&self, point: DVec3) -> f32 {
        let q = (point - self.centre) / self.half;
        let away = (q.x * q.x + q.z * q.z).sqrt() as f32;
        if self.side < 2 || away >= 1.0 || away.is_nan() {
            return 1.0;
        }
        let last = f64::from(self.side - 2);
        let scale = 0.5 * f64::from(self.side);
        let (x, z) = ((q.x + 1.0) * scale - 0.5, (q.z + 1.0) * scale - 0.5);
        let (column, row) = (x.floor().clamp(0.0, last), z.floor().clamp(0.0, last));
        let (u, v) = ((x - column).clamp(0.0, 1.0) as f32, (z - row).clamp(0.0, 1.0) as f32);
        let first = row as usize * self.side as usize + column as usize;
        let next = first + self.side as usize;
        let above = self.values[first] + (self.values[first + 1] - self.values[first]) * u;
        let below = self.values[next] + (self.values[next + 1] - self.values[next]) * u;
        let value = above + (below - above) * v;
        let fade = ((1.0 - away) / 0.5).min(1.0);
        1.0 + (value - 1.0) * fade * fade * (3.0 - 2.0 * fade)
    }

    /// Smooths the edges of single shadows away: two passes of binomial weights 1 2 1 in both directions.
    fn soften(&mut self) {
        let side = self.side as usize;
        for stride in [1, side, 1, side] {
            let old = self.values.clone();
            let last = old.len().saturating_sub(stride);
            for (k, value) in self.values.iter_mut().enumerate().take(last).skip(stride) {
                *value = 0.25 * (old[k - stride] + old[k + stride]) + 0.5 * old[k];
            }
        }
    }
}

/// Which texels of the ground a lamp does not reach.
fn shadow(mesh: &TriMesh, centre: DVec3, half: f64, lamp: Vec3, side: u32) -> Vec<bool> {
    let lamp = lamp.as_dvec3();
    let slope = DVec3::new(lamp.x / lamp.y, 0.0, lamp.z / lamp.y);
    let sheared = TriMesh {
        positions: mesh.positions.iter().map(|&p| p - slope * (p.y - centre.y)).collect(),
        triangles: mesh.triangles.clone(),
    };
    let reach = DVec3::new(half, 1e4, half);
    // Seen from above, x runs to the right and z down the rows, as the texture wants it.
    let camera = Camera::fit(&Aabb { min: centre - reach, max: centre + reach }, DVec3::NEG_Y, 0.0);
    let size = ImageSize { width: side, height: side };
    let mut dark = vec![false; size.pixels()];
    let rows = (side * BAND_ROWS).max(1) as usize;
    let mut sinks: Vec<Mask<'_>> = dark
        .chunks_mut(rows)
        .enumerate()
        .map(|(band, dark)| Mask { first: band * rows, side: side as usize, dark })
        .collect();
    rasterise(&sheared, &camera, size, Cull::None, &mut sinks);
    dark
}

struct Mask<'a> {
    first: usize,
    side: usize,
    dark: &'a mut [bool],
}

impl FragmentSink for Mask<'_> {
    #[inline]
    fn fragment(&mut self, x: u32, y: u32, _depth: f32, _triangle: u32, _front_facing: bool) {
        self.dark[y as usize * self.side + x as usize - self.first] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::{LookObject, LookScene};
    use super::*;

    #[test]
    fn the_shadow_lies_under_the_object_and_away_from_the_light() {
        let table = TriMesh {
            positions: [[1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [3.0, 1.0, 1.0], [3.0, 1.0, -1.0]]
                .map(DVec3::from_array)
                .to_vec(),
            triangles: vec![[0, 1, 2], [0, 2, 3]],
        };
        let assembly = Assembly::new(&LookScene::of(LookObject::cloth(&table)));
        let above = GroundLight::new(&assembly, 0.0, &[Vec3::Y], 128);
        assert!(above.at(DVec3::new(2.0, 0.0, 0.0)) < 0.01);
        // Under a corner the texture's orientation shows.
        assert!(above.at(DVec3::new(2.9, 0.0, 0.0)) < 0.1 && above.at(DVec3::new(0.9, 0.0, 0.0)) > 0.9);
        let slanted = GroundLight::new(&assembly, 0.0, &[Vec3::new(-1.0, 2.0, -0.4).normalize()], 128);
        // The shadow moves by 0.5 in x and 0.2 in z.
        assert!(slanted.at(DVec3::new(3.4, 0.0, 0.0)) < slanted.at(DVec3::new(1.4, 0.0, 0.0)));
        assert!(slanted.at(DVec3::new(2.0, 0.0, 1.1)) < slanted.at(DVec3::new(2.0, 0.0, -0.9)));
        assert_eq!(above.at(DVec3::new(90.0, 0.0, 0.0)), 1.0);
    }
}
