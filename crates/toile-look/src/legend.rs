//! The legend of a heat map: a colour bar with a title, a unit and round numbers.

use super::canvas::Canvas;
use super::stroke::Coverage;
use super::text::{Align, TextStyle};
use super::{Color, ColorMap};
use glam::Vec2;
use toile_io::png::Image;

/// A horizontal colour bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Legend {
    /// What is shown, such as "warp strain".
    pub title: String,
    /// Its unit, such as "%"; empty for none.
    pub unit: String,
    /// The values at both ends.
    pub range: [f32; 2],
    /// The colours.
    pub map: ColorMap,
}

/// Height of the bar in pixels.
const BAR: u32 = 12;
/// How wide the legend in the corner of a picture is, at most, in pixels.
const WIDEST: u32 = 300;
/// Height of a capital in pixels.
const TEXT: f32 = 9.0;

impl Legend {
    /// Height in pixels of a drawn legend.
    pub const HEIGHT: u32 = 50;

    /// A legend for a range of values.
    pub fn new(title: impl Into<String>, unit: impl Into<String>, range: [f32; 2], map: ColorMap) -> Self {
        Self { title: title.into(), unit: unit.into(), range, map }
    }

    /// Draws the legend into the lower left corner of a picture that has room for it.
    pub fn draw_in_corner(&self, image: &mut Image) {
        let width = WIDEST.min(image.width * 2 / 5);
        if width > 60 && image.height > 2 * Self::HEIGHT {
            self.draw(image, 24, image.height - Self::HEIGHT - 8, width);
        }
    }

    /// Draws the legend with its top left corner at (`x`, `y`), `width` pixels wide and [`Legend::HEIGHT`] high. The
    /// labels of the first and last number may stick out by half their width.
    pub fn draw(&self, image: &mut Image, x: u32, y: u32, width: u32) {
        let style = TextStyle::new(TEXT);
        let unit = if self.unit.is_empty() { String::new() } else { format!(" [{}]", self.unit) };
        let (left, top) = (x as f32, y as f32);
        style.draw(image, &format!("{}{unit}", self.title), left, top + TEXT + 1.0, Align::Left);
        let bar_top = y + TEXT as u32 + 7;
        for column in 0..width {
            let t = (column as f32 + 0.5) / width.max(1) as f32;
            let color = self.map.at(t);
            for row in 0..BAR {
                image.blend((x + column) as i32, (bar_top + row) as i32, color, 1.0);
            }
        }
        let extent = self.range[1] - self.range[0];
        let bar_bottom = (bar_top + BAR) as f32;
        for tick in ticks(self.range, (width / 70).clamp(2, 10)) {
            let at = left + width as f32 * ((tick - f64::from(self.range[0])) / f64::from(extent)) as f32;
            let (from, to) = (Vec2::new(at, bar_bottom), Vec2::new(at, bar_bottom + 4.0));
            let mut mark = Coverage::new(from - 2.0, to + 2.0, image);
            mark.segment(from, to, 1.0);
            mark.paint(image, Color::hex(0x55_58_5E), |_, _| 1.0);
            let number = label(tick, self.range);
            style.draw(image, &number, at, bar_bottom + 7.0 + TEXT, Align::Center);
        }
    }
}

/// Round numbers (1, 2 or 5 times a power of ten apart) inside of a range, at most about `most` of them.
pub(super) fn ticks(range: [f32; 2], most: u32) -> Vec<f64> {
    let (low, high) = (f64::from(range[0]), f64::from(range[1]));
    if !(high > low && low.is_finite() && high.is_finite()) {
        return Vec::new();
    }
    let step = round_step((high - low) / f64::from(most.max(1)));
    let first = (low / step - 1e-6).ceil() as i64;
    let last = (high / step + 1e-6).floor() as i64;
    (first..=last).take(64).map(|k| k as f64 * step).collect()
}

/// The smallest of 1, 2 and 5 times a power of ten that is not below a number.
fn round_step(rough: f64) -> f64 {
    let power = 10.0_f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0].map(|m| m * power).into_iter().find(|&s| s >= rough * 0.999).unwrap_or(10.0 * power)
}

/// A number with as many decimals as the range asks for, and a real minus sign.
pub(super) fn label(value: f64, range: [f32; 2]) -> String {
    let extent = f64::from(range[1] - range[0]);
    let largest = f64::from(range[0].abs().max(range[1].abs()));
    let text = if (1e-3..1e5).contains(&largest) {
        let decimals = (1.0 - extent.log10()).ceil().clamp(0.0, 6.0) as usize;
        let fixed = format!("{value:.decimals$}");
        let trimmed =
            if fixed.contains('.') { fixed.trim_end_matches('0').trim_end_matches('.') } else { &fixed };
        trimmed.to_owned()
    } else {
        format!("{value:.1e}")
    };
    let text = if text == "-0" { "0".to_owned() } else { text };
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks([0.0, 10.0], 5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        let fine = ticks([-0.03, 0.03], 6);
        assert_eq!(fine.len(), 7, "{fine:?}");
        assert!(ticks([1.0, 1.0], 5).is_empty());
        assert!(ticks([f32::NAN, 1.0], 5).is_empty());
        assert!(ticks([0.0, f32::INFINITY], 5).is_empty());
    }

    #[test]
    fn labels_are_short() {
        assert_eq!(label(2.0, [0.0, 10.0]), "2");
        assert_eq!(label(-0.02, [-0.03, 0.031]), "−0.02");
        assert_eq!(label(0.5, [0.0, 1.0]), "0.5");
        assert_eq!(label(100.0, [0.0, 2000.0]), "100");
        assert_eq!(label(2e6, [0.0, 2e6]), "2.0e6");
    }

    #[test]
    fn the_bar_shows_the_colour_map() {
        let mut image = Image::filled(300, 60, Color::WHITE);
        Legend::new("strain", "%", [-5.0, 5.0], ColorMap::Diverging).draw(&mut image, 20, 2, 260);
        let row = 2 + 9 + 7 + 6;
        let [r, _, b, _] = image.pixel(22, row).unwrap();
        assert!(b > r);
        let [r, _, b, _] = image.pixel(277, row).unwrap();
        assert!(r > b);
    }
}
