//! Drawing on a picture: the few operations that lines, letters and composing need.

use super::Color;
use toile_io::png::Image;

/// What can be done with a picture while it is made.
pub(super) trait Canvas: Sized {
    /// A picture of one opaque colour.
    fn filled(width: u32, height: u32, color: Color) -> Self;

    /// Lays an opaque colour over a pixel; nothing happens outside of the picture.
    ///
    /// The blend is in sRGB, where a half covered pixel looks half covered and thin text keeps its weight.
    fn blend(&mut self, x: i32, y: i32, color: Color, alpha: f32);

    /// Copies another picture into this one with its top left corner at (`x`, `y`); what sticks out is lost.
    fn paste(&mut self, other: &Self, x: u32, y: u32);
}

impl Canvas for Image {
    fn filled(width: u32, height: u32, color: Color) -> Self {
        let [r, g, b] = color.to_srgb();
        Self { width, height, pixels: vec![[r, g, b, 255]; width as usize * height as usize] }
    }

    fn blend(&mut self, x: i32, y: i32, color: Color, alpha: f32) {
        let (Ok(column), Ok(row)) = (u32::try_from(x), u32::try_from(y)) else {
            return;
        };
        if column >= self.width || row >= self.height {
            return;
        }
        let index = row as usize * self.width as usize + column as usize;
        let alpha = alpha.clamp(0.0, 1.0);
        if let Some(pixel) = self.pixels.get_mut(index) {
            for (old, new) in pixel.iter_mut().zip(color.to_srgb()) {
                let mixed = f32::from(*old) + (f32::from(new) - f32::from(*old)) * alpha;
                *old = (mixed + 0.5) as u8;
            }
        }
    }

    fn paste(&mut self, other: &Self, x: u32, y: u32) {
        let columns = other.width.min(self.width.saturating_sub(x)) as usize;
        if columns == 0 {
            return;
        }
        let rows = other.height.min(self.height.saturating_sub(y));
        for row in 0..rows {
            let to = (y + row) as usize * self.width as usize + x as usize;
            let from = row as usize * other.width as usize;
            let source = other.pixels.get(from..from + columns);
            let target = self.pixels.get_mut(to..to + columns);
            if let (Some(source), Some(target)) = (source, target) {
                target.copy_from_slice(source);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasting_clips_to_the_picture() {
        let mut image = Image::filled(4, 3, Color::WHITE);
        image.paste(&Image::filled(3, 3, Color::BLACK), 2, 1);
        let black = image.pixels.iter().filter(|p| p[0] == 0).count();
        assert_eq!(black, 4);
        assert_eq!(image.pixel(2, 1), Some([0, 0, 0, 255]));
        image.paste(&Image::filled(3, 3, Color::BLACK), 9, 9);
        assert_eq!(image.pixel(4, 0), None);
        assert_eq!(image.pixel(0, 3), None);
    }

    #[test]
    fn blending_mixes_and_ignores_the_outside() {
        let mut image = Image::filled(2, 2, Color::WHITE);
        image.blend(0, 0, Color::BLACK, 0.5);
        image.blend(-1, 0, Color::BLACK, 1.0);
        image.blend(0, 2, Color::BLACK, 1.0);
        assert_eq!(image.pixel(0, 0), Some([128, 128, 128, 255]));
        assert_eq!(image.pixels.iter().filter(|p| p[0] == 255).count(), 3);
    }
}
