//! The backdrop: a bright sweep without a horizon, darkened where the ground lies in the shadow.

use super::ground::GroundLight;
use glam::{DVec2, Vec3};
use rayon::prelude::*;
use toile_geom::raster::{Camera, ImageSize};

/// The backdrop of one picture, a colour in linear light for each pixel.
pub(super) struct Backdrop {
    width: usize,
    colors: Vec<Vec3>,
}

/// How dark the ground is where no light arrives.
const DARKEST: f32 = 0.25;

impl Backdrop {
    pub(super) fn new(camera: &Camera, size: ImageSize, ground: Option<&GroundLight>) -> Self {
        let width = size.width as usize;
        let mut colors = vec![Vec3::ZERO; size.pixels()];
        colors.par_chunks_mut(width.max(1)).zip(0..size.height).for_each(|(row, y)| {
            for (color, x) in row.iter_mut().zip(0_u32..) {
                let (x, y) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
                let light = ground.map_or(1.0, |ground| light_on_ground(camera, size, ground, x, y));
                *color = wall(x / f64::from(size.width), y / f64::from(size.height))
                    * (DARKEST + (1.0 - DARKEST) * light);
            }
        });
        Self { width, colors }
    }

    pub(super) fn at(&self, x: u32, y: u32) -> Vec3 {
        self.colors.get(y as usize * self.width + x as usize).copied().unwrap_or_default()
    }
}

/// The empty studio: a little darker towards the corners.
fn wall(u: f64, v: f64) -> Vec3 {
    let from_centre = DVec2::new(u - 0.5, v - 0.45);
    let vignette = (from_centre.length_squared() / 0.5).min(1.0) as f32;
    Vec3::new(0.70, 0.706, 0.715) * (1.0 - 0.22 * vignette)
}

fn light_on_ground(camera: &Camera, size: ImageSize, ground: &GroundLight, x: f64, y: f64) -> f32 {
    let ray = camera.ray(x, y, size);
    let distance = (ground.height() - ray.origin.y) / ray.direction.y;
    if ray.direction.y > -1e-3 || distance < 0.0 {
        return 1.0;
    }
    ground.at(ray.origin + ray.direction * distance)
}
