//! A picture of the whole sphere: columns are angles about the vertical, rows go from straight up to straight down.

use glam::Vec3;
use std::f32::consts::{PI, TAU};

/// The light from all directions, linear.
#[derive(Clone, Debug, PartialEq)]
pub struct Environment {
    /// Pixels in a row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Red, green and blue of each pixel, row by row from the top.
    pub pixels: Vec<[f32; 3]>,
}

impl Environment {
    /// A picture of a function of the direction.
    pub fn of(width: usize, height: usize, light: impl Fn(Vec3) -> Vec3) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        let pixel = |n: usize| light(direction(n % width, n / width, width, height)).to_array();
        Self { width, height, pixels: (0..width * height).map(pixel).collect() }
    }

    /// A smaller picture, each pixel the mean of those it covers.
    #[must_use]
    pub fn reduced(&self, width: usize, height: usize) -> Self {
        let (width, height) = (width.clamp(1, self.width), height.clamp(1, self.height));
        let span = |k: usize, of: usize, whole: usize| {
            let first = k * whole / of;
            first..((k + 1) * whole / of).max(first + 1)
        };
        let mean = |n: usize| {
            let (columns, rows) = (span(n % width, width, self.width), span(n / width, height, self.height));
            let count = (columns.len() * rows.len()) as f32;
            let all = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
            (all.map(|(x, y)| self.pixel(x, y)).sum::<Vec3>() / count).to_array()
        };
        Self { width, height, pixels: (0..width * height).map(mean).collect() }
    }

    /// Each pixel's direction, the light from there, and the solid angle it covers.
    pub(super) fn rays(&self) -> impl Iterator<Item = (Vec3, Vec3, f32)> + '_ {
        let cell = TAU / self.width as f32 * (PI / self.height as f32);
        (0..self.width * self.height).map(move |n| {
            let (x, y) = (n % self.width, n / self.width);
            let toward = direction(x, y, self.width, self.height);
            let flat = toward.x.hypot(toward.z);
            (toward, self.pixel(x, y), cell * flat)
        })
    }

    fn pixel(&self, x: usize, y: usize) -> Vec3 {
        self.pixels.get(y * self.width + x).copied().map(Vec3::from).unwrap_or_default()
    }
}

/// The direction of the middle of a pixel. The middle of the picture looks to `-z`, its right half to `+x`.
fn direction(x: usize, y: usize, width: usize, height: usize) -> Vec3 {
    let turn = (x as f32 + 0.5) / width as f32 * TAU - PI;
    let down = (y as f32 + 0.5) / height as f32 * PI;
    Vec3::new(down.sin() * turn.sin(), down.cos(), -down.sin() * turn.cos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pixels_together_cover_the_sphere_once() {
        let whole: f32 = Environment::of(64, 32, |_| Vec3::ONE).rays().map(|(_, _, angle)| angle).sum();
        assert!((whole - 4.0 * PI).abs() < 0.01, "{whole}");
    }

    #[test]
    fn reducing_keeps_the_mean() {
        let fine = Environment::of(64, 32, |d| Vec3::new(d.x.abs(), d.y.max(0.0), 1.0));
        let mean =
            |e: &Environment| e.pixels.iter().map(|p| Vec3::from(*p)).sum::<Vec3>() / e.pixels.len() as f32;
        assert!((mean(&fine) - mean(&fine.reduced(16, 8))).length() < 1e-4);
        assert_eq!(fine.reduced(1000, 1000), fine);
    }
}
