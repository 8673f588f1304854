//! The lights of the studio: a bright sky all around, and a soft key light over the photographer's left shoulder.
//!
//! Both are sums of parallel lamps, each with its own depth map. A picture is made in several passes, one for each of
//! the samples of a pixel, and each pass uses another share of the lamps: the mean over the samples has seen them all.

use super::assembly::Assembly;
use super::depth_map::{DepthMap, Side};
use glam::{DVec3, Vec3};
use rayon::prelude::*;
use toile_geom::raster::Camera;

/// A parallel light of small solid angle.
pub(super) struct Lamp {
    /// Unit vector towards the light.
    pub(super) direction: Vec3,
    /// Its brightness, relative to a surface that all lamps light from straight above.
    pub(super) radiance: Vec3,
    map: usize,
    side: Side,
}

/// Lamps and their depth maps.
pub(super) struct Lights {
    lamps: Vec<Lamp>,
    maps: Vec<DepthMap>,
}

impl Lights {
    /// Light from all directions: `rays` maps, seen from both ends.
    pub(super) fn sky(assembly: &Assembly, rays: u32, texels: u32) -> Self {
        let directions: Vec<Vec3> = hemisphere(rays);
        let lamps = directions
            .iter()
            .enumerate()
            .flat_map(|(map, &d)| [(d, map, Side::Near), (-d, map, Side::Far)])
            .map(|(direction, map, side)| Lamp { direction, radiance: sky_radiance(direction), map, side })
            .collect();
        Self { lamps, maps: draw_maps(assembly, &directions, texels) }
    }

    /// Light from a disc around a direction.
    pub(super) fn key(assembly: &Assembly, toward: Vec3, rays: u32, texels: u32) -> Self {
        let directions = disc(toward, KEY_RADIUS, rays);
        let lamps = directions
            .iter()
            .enumerate()
            .map(|(map, &direction)| Lamp { direction, radiance: Vec3::ONE, map, side: Side::Near })
            .collect();
        Self { lamps, maps: draw_maps(assembly, &directions, texels) }
    }

    /// The lamps of a pass.
    pub(super) fn share(&self, pass: usize, passes: usize) -> impl Iterator<Item = &Lamp> {
        self.lamps.iter().skip(pass).step_by(passes.max(1))
    }

    /// How much of a lamp's light reaches a point, 0 to 1; `point` is relative to the scene's centre.
    pub(super) fn lit(&self, lamp: &Lamp, point: Vec3, normal: Vec3) -> f32 {
        let cosine = normal.dot(lamp.direction);
        self.maps.get(lamp.map).map_or(1.0, |map| map.lit(point, normal, cosine, lamp.side))
    }
}

fn draw_maps(assembly: &Assembly, directions: &[Vec3], texels: u32) -> Vec<DepthMap> {
    let centre = assembly.bounds.center();
    directions.par_iter().map(|&d| DepthMap::new(&assembly.mesh, d, texels, centre)).collect()
}

/// Angular radius of the key light in radians: a large soft box.
const KEY_RADIUS: f32 = 0.15;

/// Towards the key light: from the left and above as seen in the picture, so that folds of all directions
/// show, and turning with the camera, so that every view is lit equally well.
pub(super) fn key_direction(camera: &Camera) -> Vec3 {
    let right = camera.right();
    let toward_camera = right.cross(DVec3::Y);
    (-0.68 * right + 0.80 * DVec3::Y + 0.62 * toward_camera).normalize_or(DVec3::Y).as_vec3()
}

/// Towards the fill light, low on the other side.
pub(super) fn fill_direction(camera: &Camera) -> Vec3 {
    let right = camera.right();
    let toward_camera = right.cross(DVec3::Y);
    (0.85 * right + 0.15 * DVec3::Y + 0.45 * toward_camera).normalize_or(DVec3::X).as_vec3()
}

/// Brighter and a little cooler above, dimmer and warmer from the floor.
fn sky_radiance(direction: Vec3) -> Vec3 {
    let height = direction.y;
    let tint = Vec3::new(1.0 - 0.025 * height, 1.0, 1.0 + 0.035 * height);
    tint * (0.66 + 0.46 * height)
}

const GOLDEN_ANGLE: f32 = 2.399_963_2;

/// Evenly spread directions of the upper hemisphere: a spherical Fibonacci lattice.
pub(super) fn hemisphere(count: u32) -> Vec<Vec3> {
    (0..count)
        .map(|k| {
            let y = (k as f32 + 0.5) / count as f32;
            let (sin, cos) = (GOLDEN_ANGLE * k as f32).sin_cos();
            let r = (1.0 - y * y).sqrt();
            Vec3::new(r * cos, y, r * sin)
        })
        .collect()
}

/// Evenly spread directions of a disc (Vogel's sunflower).
fn disc(toward: Vec3, radius: f32, count: u32) -> Vec<Vec3> {
    let (side, over) = toward.any_orthonormal_pair();
    (0..count)
        .map(|k| {
            let r = radius.tan() * ((k as f32 + 0.5) / count as f32).sqrt();
            let (sin, cos) = (GOLDEN_ANGLE * k as f32).sin_cos();
            (toward + side * (r * cos) + over * (r * sin)).normalize()
        })
        .collect()
}

/// Directions of the key light for what needs no depth maps.
pub(super) fn key_disc(toward: Vec3, count: u32) -> Vec<Vec3> {
    disc(toward, KEY_RADIUS, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hemisphere_is_evenly_spread() {
        let directions = hemisphere(200);
        let mean: Vec3 = directions.iter().sum::<Vec3>() / 200.0;
        assert!((mean - 0.5 * Vec3::Y).length() < 0.01, "{mean}");
        assert!(directions.iter().all(|d| (d.length() - 1.0).abs() < 1e-5));
    }

    #[test]
    fn passes_share_all_lamps() {
        let lights = Lights::sky(&Assembly::new(&super::super::LookScene::default()), 12, 64);
        let total: usize = (0..5).map(|pass| lights.share(pass, 5).count()).sum();
        assert_eq!(total, 24);
    }

    #[test]
    fn the_disc_stays_in_its_radius() {
        let toward = Vec3::new(0.3, 0.8, -0.2).normalize();
        assert!(disc(toward, 0.1, 50).iter().all(|d| d.angle_between(toward) <= 0.1));
    }
}
