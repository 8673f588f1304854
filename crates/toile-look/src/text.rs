//! Text in pictures: measuring and drawing lines of the stroke font.

use super::Color;
use super::font::{Glyph, Stroke, glyph};
use super::stroke::Coverage;
use glam::Vec2;
use toile_io::png::Image;

/// Gap between letters in font units.
const SPACING: f32 = 2.3;
/// Thickness of a stroke in font units.
const WEIGHT: f32 = 1.15;
/// Height of a capital in font units.
const CAPITAL: f32 = 10.0;

/// Where a line of text sits relative to the point it is drawn at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// It begins at the point.
    Left,
    /// Its middle is at the point.
    Center,
    /// It ends at the point.
    Right,
}

/// How text looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    /// Height of a capital letter in pixels.
    pub size: f32,
    /// The colour.
    pub color: Color,
    /// Thickness of the strokes, 1 for regular, about 1.5 for bold.
    pub weight: f32,
    /// A rim of another colour around the letters, to be read on any ground.
    pub halo: Option<Color>,
}

impl TextStyle {
    /// Dark grey text of a size.
    pub fn new(size: f32) -> Self {
        Self { size, color: Color::hex(0x33_36_3B), weight: 1.0, halo: None }
    }

    /// The width in pixels of a line of text, from the outer edge of the first letter to that of the last.
    pub fn width(&self, text: &str) -> f32 {
        let letters: f32 = text.chars().map(|c| glyph(c).width + SPACING).sum();
        let line = if text.is_empty() { 0.0 } else { letters - SPACING + self.stroke_units() };
        line * self.size / CAPITAL
    }

    /// Draws a line of text with its baseline at `y`.
    pub fn draw(&self, image: &mut Image, text: &str, x: f32, y: f32, align: Align) {
        let width = self.width(text);
        let left = match align {
            Align::Left => x,
            Align::Center => x - 0.5 * width,
            Align::Right => x - width,
        };
        let stroke = self.stroke_units() * self.size / CAPITAL;
        // Horizontal strokes at the baseline fill whole rows of pixels where they can.
        let start = Vec2::new(left + 0.5 * stroke, y.round() - 0.5 * stroke);
        self.draw_from(image, text, start, Vec2::X);
    }

    /// Draws a line of text that runs upwards, with its baseline at `x` and its middle at `y`.
    pub fn draw_upward(&self, image: &mut Image, text: &str, x: f32, y: f32) {
        let stroke = self.stroke_units() * self.size / CAPITAL;
        let start = Vec2::new(x.round() - 0.5 * stroke, y + 0.5 * (self.width(text) - stroke));
        self.draw_from(image, text, start, Vec2::NEG_Y);
    }

    /// Draws a line of text from a point on the baseline in a direction of the picture.
    fn draw_from(&self, image: &mut Image, text: &str, start: Vec2, along: Vec2) {
        let unit = self.size / CAPITAL;
        let stroke = self.stroke_units() * unit;
        if let Some(halo) = self.halo {
            draw_line(image, text, start, along * unit, stroke + 3.0, halo);
        }
        draw_line(image, text, start, along * unit, stroke, self.color);
    }

    /// Strokes never get thinner than a pixel, or small text would fade away.
    fn stroke_units(&self) -> f32 {
        let units = WEIGHT * self.weight;
        if self.size > 0.0 { units.max(CAPITAL / self.size) } else { units }
    }
}

/// Draws letters one after the other from a point on the baseline; `along` is a font unit along it.
fn draw_line(image: &mut Image, text: &str, start: Vec2, along: Vec2, width: f32, color: Color) {
    // Rows of a picture run downwards: up is to the left of the baseline's direction.
    let up = Vec2::new(along.y, -along.x);
    let mut pen = start;
    for character in text.chars() {
        let letter = glyph(character);
        let place = |x: f32, y: f32| pen + along * x + up * y;
        draw_letter(image, letter, place, width, color);
        pen += along * (letter.width + SPACING);
    }
}

fn draw_letter(image: &mut Image, letter: Glyph, place: impl Fn(f32, f32) -> Vec2, width: f32, color: Color) {
    let (a, b) = (place(-1.0, 12.0), place(letter.width + 2.0, -4.0));
    let mut coverage = Coverage::new(a.min(b) - width, a.max(b) + width, image);
    for stroke in letter.strokes {
        match *stroke {
            Stroke::Line(points) => {
                let mut previous = None;
                for &(x, y) in points {
                    let point = place(x, y);
                    coverage.segment(previous.unwrap_or(point), point, width);
                    previous = Some(point);
                }
            }
            Stroke::Arc(cx, cy, rx, ry, from, to) => {
                let at = |degrees: f32| {
                    let (sin, cos) = degrees.to_radians().sin_cos();
                    place(cx + rx * cos, cy + ry * sin)
                };
                // About nine degrees a step look round up to letters of a hundred pixels.
                let steps = ((to - from).abs() / 9.0).ceil().max(1.0);
                for k in 0..steps as u32 {
                    let angle = |k: u32| from + (to - from) * k as f32 / steps;
                    coverage.segment(at(angle(k)), at(angle(k + 1)), width);
                }
            }
        }
    }
    coverage.paint(image, color, |_, _| 1.0);
}

#[cfg(test)]
mod tests {
    use super::super::canvas::Canvas;
    use super::super::font::GLYPHS;
    use super::*;

    fn ink_columns(text: &str, size: f32) -> (usize, usize) {
        let mut image = Image::filled(600, 100, Color::WHITE);
        TextStyle::new(size).draw(&mut image, text, 20.0, 60.0, Align::Left);
        let dark = |x: usize| (0..100).any(|y| image.pixels[y * 600 + x][0] < 200);
        let first = (0..600).find(|&x| dark(x)).unwrap();
        let last = (0..600).rfind(|&x| dark(x)).unwrap();
        (first, last)
    }

    #[test]
    fn measured_width_is_the_drawn_width() {
        for size in [9.0, 14.0, 30.0] {
            let text = "HEM 12.5 mm";
            let (first, last) = ink_columns(text, size);
            let width = TextStyle::new(size).width(text);
            assert!(((last - first + 1) as f32 - width).abs() <= 2.0, "{size}: {first} {last} {width}");
            assert!((first as f32 - 20.0).abs() <= 1.0);
        }
    }

    #[test]
    fn the_font_has_all_of_ascii_and_the_signs_of_units() {
        let has = |c: char| GLYPHS.iter().any(|(g, ..)| *g == c);
        assert!((' '..='~').all(has));
        assert!("°²³µ×±–−·".chars().all(has));
        for (k, (c, ..)) in GLYPHS.iter().enumerate() {
            assert!(!GLYPHS[..k].iter().any(|(g, ..)| g == c), "{c} twice");
        }
    }

    #[test]
    fn letters_are_all_different() {
        let draw = |c: char| {
            let mut image = Image::filled(40, 40, Color::WHITE);
            TextStyle::new(20.0).draw(&mut image, &c.to_string(), 10.0, 30.0, Align::Left);
            image
        };
        let images: Vec<Image> = ('!'..='~').map(draw).collect();
        for (k, image) in images.iter().enumerate() {
            assert!(!images[..k].contains(image), "letter {k}");
        }
    }

    #[test]
    fn digits_are_equally_wide_so_that_columns_of_numbers_line_up() {
        let style = TextStyle::new(12.0);
        assert!(('0'..='9').all(|c| style.width(&c.to_string()) == style.width("0")));
    }

    #[test]
    fn upward_text_is_level_text_turned() {
        let ink = |draw: &dyn Fn(&mut Image)| {
            let mut image = Image::filled(90, 90, Color::WHITE);
            draw(&mut image);
            image
        };
        let style = TextStyle::new(12.0);
        let level = ink(&|image| style.draw(image, "fold", 45.0, 45.0, Align::Center));
        let upward = ink(&|image| style.draw_upward(image, "fold", 45.0, 45.0));
        let turned = (0..90 * 90).map(|k| level.pixels[(k % 90) * 90 + 89 - k / 90]);
        let apart = turned.zip(&upward.pixels).filter(|(a, b)| a[0].abs_diff(b[0]) > 60).count();
        assert_eq!(apart, 0);
    }

    #[test]
    fn alignment_moves_the_line() {
        let style = TextStyle::new(12.0);
        let draw = |align| {
            let mut image = Image::filled(200, 30, Color::WHITE);
            style.draw(&mut image, "fit", 100.0, 20.0, align);
            (0..200).find(|&x| (0..30).any(|y| image.pixels[y * 200 + x][0] < 200)).unwrap()
        };
        assert!(draw(Align::Right) < draw(Align::Center) && draw(Align::Center) < draw(Align::Left));
    }
}
