//! Anti-aliased strokes, discs and rings in the plane of the picture: text, markers and lines are made of them.

use super::Color;
use super::canvas::Canvas;
use glam::Vec2;
use toile_io::png::Image;

/// How much of each pixel of a rectangle is covered by a drawing, 0 to 1.
///
/// Shapes of one drawing unite instead of adding up, so that the joints of a half transparent line do not show.
pub(super) struct Coverage {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
    values: Vec<f32>,
}

impl Coverage {
    /// For shapes with all their outline between `low` and `high`; only what lies in `image` is kept.
    pub(super) fn new(low: Vec2, high: Vec2, image: &Image) -> Self {
        let clamp = |v: f32, limit: u32| (v as i32).clamp(0, limit as i32);
        let left = clamp((low.x - 1.0).floor(), image.width);
        let top = clamp((low.y - 1.0).floor(), image.height);
        let width = clamp((high.x + 2.0).ceil(), image.width) - left;
        let height = clamp((high.y + 2.0).ceil(), image.height) - top;
        let (width, height) = (width.max(0), height.max(0));
        Self { left, top, width, height, values: vec![0.0; width as usize * height as usize] }
    }

    /// Unites with a shape given by its signed distance in pixels (negative inside) at a pixel's centre; only pixels
    /// between `low` and `high` are looked at.
    fn unite(&mut self, low: Vec2, high: Vec2, distance: impl Fn(Vec2) -> f32) {
        let range = |low: f32, high: f32, start: i32, count: i32| {
            let first = (low.floor() as i32).saturating_sub(1).max(start);
            first..(high.ceil() as i32).saturating_add(1).min(start + count)
        };
        let columns = range(low.x, high.x, self.left, self.width);
        for y in range(low.y, high.y, self.top, self.height) {
            for x in columns.clone() {
                let centre = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
                let covered = (0.5 - distance(centre)).clamp(0.0, 1.0);
                let index = (y - self.top) as usize * self.width as usize + (x - self.left) as usize;
                if let Some(value) = self.values.get_mut(index) {
                    *value = value.max(covered);
                }
            }
        }
    }

    /// A line from `a` to `b` with round ends.
    pub(super) fn segment(&mut self, a: Vec2, b: Vec2, width: f32) {
        let half = 0.5 * width;
        let along = b - a;
        let length_squared = along.length_squared();
        self.unite(a.min(b) - half, a.max(b) + half, |p| {
            let t = if length_squared > 0.0 { (p - a).dot(along) / length_squared } else { 0.0 };
            (a + along * t.clamp(0.0, 1.0)).distance(p) - half
        });
    }

    /// A circle line.
    pub(super) fn ring(&mut self, centre: Vec2, radius: f32, width: f32) {
        let reach = Vec2::splat(radius + width);
        self.unite(centre - reach, centre + reach, |p| (p.distance(centre) - radius).abs() - 0.5 * width);
    }

    /// A filled circle.
    pub(super) fn disc(&mut self, centre: Vec2, radius: f32) {
        let reach = Vec2::splat(radius);
        self.unite(centre - reach, centre + reach, |p| p.distance(centre) - radius);
    }

    /// Paints the drawing. `opacity` is asked for each covered pixel.
    pub(super) fn paint(&self, image: &mut Image, color: Color, opacity: impl Fn(i32, i32) -> f32) {
        for (index, &covered) in self.values.iter().enumerate() {
            if covered > 0.0 {
                let x = self.left + index as i32 % self.width;
                let y = self.top + index as i32 / self.width;
                image.blend(x, y, color, covered * opacity(x, y));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ink(image: &Image) -> f64 {
        image.pixels.iter().map(|p| 1.0 - f64::from(p[0]) / 255.0).sum()
    }

    #[test]
    fn strokes_have_their_area() {
        let mut image = Image::filled(60, 40, Color::WHITE);
        let mut coverage = Coverage::new(Vec2::ZERO, Vec2::new(60.0, 40.0), &image);
        coverage.segment(Vec2::new(10.3, 9.1), Vec2::new(47.9, 25.2), 3.0);
        coverage.paint(&mut image, Color::BLACK, |_, _| 1.0);
        let length = 37.6_f64.hypot(16.1);
        let expected = 3.0 * length + std::f64::consts::PI * 1.5 * 1.5;
        assert!((ink(&image) - expected).abs() < 0.02 * expected, "{} {expected}", ink(&image));
    }

    #[test]
    fn shapes_that_overlap_do_not_add_up() {
        let mut image = Image::filled(30, 30, Color::WHITE);
        let mut coverage = Coverage::new(Vec2::ZERO, Vec2::splat(30.0), &image);
        let centre = Vec2::splat(15.0);
        coverage.disc(centre, 6.0);
        coverage.disc(centre, 5.0);
        coverage.paint(&mut image, Color::BLACK, |_, _| 0.5);
        let expected = 0.5 * std::f64::consts::PI * 36.0;
        assert!((ink(&image) - expected).abs() < 0.02 * expected);
    }

    #[test]
    fn strokes_outside_of_the_picture_are_harmless() {
        let mut image = Image::filled(10, 10, Color::WHITE);
        let (low, high) = (Vec2::splat(-1e4), Vec2::splat(1e4));
        let mut coverage = Coverage::new(low, high, &image);
        coverage.segment(low, high, 2.0);
        coverage.segment(Vec2::splat(f32::NAN), high, 2.0);
        coverage.segment(Vec2::splat(f32::NEG_INFINITY), Vec2::splat(f32::INFINITY), 2.0);
        coverage.ring(Vec2::new(-50.0, 3.0), 4.0, 1.0);
        coverage.paint(&mut image, Color::BLACK, |_, _| 1.0);
        assert_eq!(image.pixel(5, 5), Some([0, 0, 0, 255]));
        assert_eq!(image.pixel(9, 0), Some([255, 255, 255, 255]));
    }
}
