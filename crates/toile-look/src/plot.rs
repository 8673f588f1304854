//! Diagrams: curves over an axis, as a measuring instrument draws them.

use super::Color;
use super::canvas::Canvas;
use super::legend::{label, ticks};
use super::stroke::Coverage;
use super::text::{Align, TextStyle};
use glam::{DVec2, Vec2};
use toile_io::png::Image;

/// A diagram.
///
/// ```
/// use glam::DVec2;
/// use toile_look::{Color, Plot, PlotCurve};
///
/// let line = (0..=10).map(|i| DVec2::new(f64::from(i), f64::from(i * i))).collect();
/// let plot = Plot {
///     curves: vec![PlotCurve::new("square", Color::hex(0x2B6CB0), line)],
///     ..Plot::new("A parabola", "x", "x²")
/// };
/// assert_eq!(Plot::in_a_row(&[plot], 300, 200).width, 300);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Above it.
    pub title: String,
    /// What is along the horizontal axis, with its unit.
    pub x_label: String,
    /// What is along the vertical axis, with its unit.
    pub y_label: String,
    /// The curves, those in front last.
    pub curves: Vec<PlotCurve>,
    /// How far values are from each other on both axes.
    pub scale: PlotScale,
    /// Where the names of the curves are: from the left and from the top of the diagram, 0 to 1.
    pub names_at: [f32; 2],
}

/// How far values are from each other on the axes of a diagram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlotScale {
    /// As their differences.
    #[default]
    Linear,
    /// As their ratios: powers become straight lines. Values that are not positive are left out.
    Logarithmic,
}

impl PlotScale {
    /// A value's place on an axis.
    fn along(self, value: f64) -> f64 {
        match self {
            Self::Linear => value,
            Self::Logarithmic => value.log10(),
        }
    }

    /// Round values between two places on an axis, about `most` of them, each with its label.
    fn ticks(self, from: f64, to: f64, most: u32) -> Vec<(f64, String)> {
        let range = [from as f32, to as f32];
        match self {
            Self::Linear => ticks(range, most).into_iter().map(|x| (x, label(x, range))).collect(),
            Self::Logarithmic => decades(from, to, most),
        }
    }
}

/// One, two and five times each power of ten between two logarithms, or the powers alone if that is too many.
fn decades(from: f64, to: f64, most: u32) -> Vec<(f64, String)> {
    let steps: &[f64] = if 3.0 * (to - from) <= f64::from(most) { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let powers = (from.floor() as i32).clamp(-300, 300)..=(to.ceil() as i32).clamp(-300, 300);
    let values = powers.flat_map(|power| steps.iter().map(move |step| step * 10.0_f64.powi(power)));
    values.filter(|value| (from..=to).contains(&value.log10())).map(|value| (value, grouped(value))).collect()
}

/// A number with a comma before each three digits of its whole part.
fn grouped(value: f64) -> String {
    let text = format!("{value}");
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut out = String::new();
    for (k, digit) in whole.chars().enumerate() {
        if k > 0 && (whole.len() - k) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}

/// One curve of a diagram.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotCurve {
    /// Its name beside the diagram; without one it is not named.
    pub name: String,
    /// Its colour.
    pub color: Color,
    /// How it is drawn.
    pub stroke: PlotStroke,
    /// Its points.
    pub points: Vec<DVec2>,
}

/// How a curve is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlotStroke {
    /// A line of this width in pixels.
    Line(f32),
    /// A disc of this radius in pixels at each point.
    Dots(f32),
}

impl PlotCurve {
    /// A line of ordinary width.
    pub fn new(name: impl Into<String>, color: Color, points: Vec<DVec2>) -> Self {
        Self { name: name.into(), color, stroke: PlotStroke::Line(2.0), points }
    }

    /// The same points as dots.
    #[must_use]
    pub fn dotted(self, radius: f32) -> Self {
        Self { stroke: PlotStroke::Dots(radius), ..self }
    }

    /// The same with lines of another width.
    #[must_use]
    pub fn wide(self, width: f32) -> Self {
        Self { stroke: PlotStroke::Line(width), ..self }
    }
}

/// Height of a capital in pixels.
const TEXT: f32 = 10.0;
/// Room for numbers and names around the diagram in pixels: left, top, right, bottom.
const MARGIN: [f32; 4] = [62.0, 64.0, 24.0, 54.0];

impl Plot {
    /// An empty diagram.
    pub fn new(title: impl Into<String>, x_label: impl Into<String>, y_label: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            x_label: x_label.into(),
            y_label: y_label.into(),
            curves: Vec::new(),
            scale: PlotScale::Linear,
            names_at: [0.04, 0.05],
        }
    }

    /// Diagrams beside each other, each so wide and high in pixels.
    pub fn in_a_row(plots: &[Self], width: u32, height: u32) -> Image {
        let mut page = Image::filled(width * plots.len() as u32, height, Color::WHITE);
        for (plot, left) in plots.iter().zip((0..).step_by(width as usize)) {
            page.paste(&plot.draw(width, height), left, 0);
        }
        page
    }

    fn draw(&self, width: u32, height: u32) -> Image {
        let mut image = Image::filled(width, height, Color::WHITE);
        let frame = Frame::around(self, width as f32, height as f32);
        frame.draw_axes(&mut image);
        for curve in &self.curves {
            frame.draw_curve(&mut image, curve);
        }
        let style = TextStyle::new(TEXT);
        let heading = TextStyle { size: TEXT + 3.0, weight: 1.4, ..style };
        let [left, top, right, bottom] = MARGIN;
        heading.draw(&mut image, &self.title, left, 24.0, Align::Left);
        style.draw(&mut image, &self.y_label, left, top - 12.0, Align::Left);
        style.draw(
            &mut image,
            &self.x_label,
            width as f32 - right,
            height as f32 - bottom + 40.0,
            Align::Right,
        );
        self.draw_names(&mut image, &frame);
        image
    }

    fn draw_names(&self, image: &mut Image, frame: &Frame) {
        let style = TextStyle { halo: Some(Color::WHITE), ..TextStyle::new(TEXT) };
        let size = frame.high - frame.low;
        let mut pen = frame.low + size * Vec2::from(self.names_at) + Vec2::new(0.0, TEXT);
        for curve in self.curves.iter().filter(|curve| !curve.name.is_empty()) {
            let middle = pen + Vec2::new(11.0, -0.5 * TEXT);
            let mut sample = Coverage::new(middle - 14.0, middle + 14.0, image);
            match curve.stroke {
                PlotStroke::Line(width) => {
                    sample.segment(middle - Vec2::X * 11.0, middle + Vec2::X * 11.0, width);
                }
                PlotStroke::Dots(radius) => sample.disc(middle, radius),
            }
            sample.paint(image, curve.color, |_, _| 1.0);
            style.draw(image, &curve.name, pen.x + 30.0, pen.y, Align::Left);
            pen.y += 2.0 * TEXT;
        }
    }
}

/// Where values are in the picture.
struct Frame {
    scale: PlotScale,
    /// The places on the axes of the lower left and the upper right corner.
    from: DVec2,
    to: DVec2,
    /// The upper left and the lower right corner in pixels.
    low: Vec2,
    high: Vec2,
}

impl Frame {
    /// A frame that holds all finite points, with some room around.
    fn around(plot: &Plot, width: f32, height: f32) -> Self {
        let points = plot.curves.iter().flat_map(|curve| &curve.points);
        let points = points.map(|p| p.map(|value| plot.scale.along(value))).filter(|p| p.is_finite());
        let (mut from, mut to) =
            points.fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(a, b), p| (a.min(p), b.max(p)));
        if !(from.is_finite() && to.is_finite()) {
            (from, to) = (DVec2::ZERO, DVec2::ONE);
        }
        let extent = (to - from).max(DVec2::splat(1e-30));
        let [left, top, right, bottom] = MARGIN;
        Self {
            scale: plot.scale,
            from: from - extent * 0.06,
            to: to + extent * 0.06,
            low: Vec2::new(left, top),
            high: Vec2::new(width - right, height - bottom),
        }
    }

    fn place(&self, value: DVec2) -> Vec2 {
        self.at(value.map(|value| self.scale.along(value)))
    }

    /// Where a place on both axes is.
    fn at(&self, place: DVec2) -> Vec2 {
        let share = ((place - self.from) / (self.to - self.from)).as_vec2();
        Vec2::new(self.low.x, self.high.y)
            + share * Vec2::new(self.high.x - self.low.x, self.low.y - self.high.y)
    }

    fn draw_axes(&self, image: &mut Image) {
        let style = TextStyle::new(TEXT);
        let (faint, strong) = (Color::hex(0xE4_E6_EA), Color::hex(0x8A_8F_98));
        let size = self.high - self.low;
        for (x, name) in self.scale.ticks(self.from.x, self.to.x, (size.x / 70.0).clamp(2.0, 12.0) as u32) {
            let at = self.at(DVec2::new(self.scale.along(x), self.from.y)).x.round() + 0.5;
            let color = if x == 0.0 { strong } else { faint };
            line(image, Vec2::new(at, self.low.y), Vec2::new(at, self.high.y), color);
            style.draw(image, &name, at, self.high.y + 8.0 + TEXT, Align::Center);
        }
        for (y, name) in self.scale.ticks(self.from.y, self.to.y, (size.y / 45.0).clamp(2.0, 12.0) as u32) {
            let at = self.at(DVec2::new(self.from.x, self.scale.along(y))).y.round() + 0.5;
            let color = if y == 0.0 { strong } else { faint };
            line(image, Vec2::new(self.low.x, at), Vec2::new(self.high.x, at), color);
            style.draw(image, &name, self.low.x - 8.0, at + 0.5 * TEXT, Align::Right);
        }
    }

    fn draw_curve(&self, image: &mut Image, curve: &PlotCurve) {
        let mut coverage = Coverage::new(self.low - 4.0, self.high + 4.0, image);
        let places = || curve.points.iter().map(|p| self.place(*p)).filter(|p| p.is_finite());
        match curve.stroke {
            PlotStroke::Line(width) => {
                for (a, b) in places().zip(places().skip(1)) {
                    coverage.segment(a, b, width);
                }
            }
            PlotStroke::Dots(radius) => places().for_each(|p| coverage.disc(p, radius)),
        }
        coverage.paint(image, curve.color, |_, _| 1.0);
    }
}

fn line(image: &mut Image, from: Vec2, to: Vec2, color: Color) {
    let mut coverage = Coverage::new(from - 2.0, to + 2.0, image);
    coverage.segment(from, to, 1.0);
    coverage.paint(image, color, |_, _| 1.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_are_where_their_values_are() {
        let color = Color::hex(0xC0_20_20);
        let curve = PlotCurve::new("", color, vec![DVec2::ZERO, DVec2::new(10.0, 5.0)]).dotted(3.0);
        let plot = Plot { curves: vec![curve], ..Plot::new("", "", "") };
        let frame = Frame::around(&plot, 400.0, 300.0);
        let image = Plot::in_a_row(&[plot], 400, 300);
        for value in [DVec2::ZERO, DVec2::new(10.0, 5.0)] {
            let at = frame.place(value);
            assert!(at.cmpgt(frame.low).all() && at.cmplt(frame.high).all());
            assert_eq!(image.pixel(at.x as u32, at.y as u32), Some([0xC0, 0x20, 0x20, 255]));
        }
    }

    #[test]
    fn powers_are_straight_on_logarithmic_axes() {
        let values = [1.0, 10.0, 100.0].map(|n| DVec2::new(n, 3.0 * n * n));
        let curve = PlotCurve::new("", Color::BLACK, values.to_vec());
        let plot = Plot { curves: vec![curve], scale: PlotScale::Logarithmic, ..Plot::new("", "", "") };
        let frame = Frame::around(&plot, 400.0, 300.0);
        let [a, b, c] = values.map(|value| frame.place(value));
        assert!((b - a.midpoint(c)).length() < 1e-3, "{a} {b} {c}");
        let names =
            |from, to, most| decades(from, to, most).into_iter().map(|(_, name)| name).collect::<Vec<_>>();
        assert_eq!(names(2.9, 4.4, 6), ["1,000", "2,000", "5,000", "10,000", "20,000"]);
        assert_eq!(names(-1.0, 5.0, 6), ["0.1", "1", "10", "100", "1,000", "10,000", "100,000"]);
    }

    #[test]
    fn nothing_and_nonsense_can_be_drawn() {
        let strange = PlotCurve::new("none", Color::BLACK, vec![DVec2::NAN, DVec2::new(1.0, f64::INFINITY)]);
        for (curves, scale) in [(Vec::new(), PlotScale::Logarithmic), (vec![strange], PlotScale::Linear)] {
            let image = Plot::in_a_row(&[Plot { curves, scale, ..Plot::new("empty", "x", "y") }], 200, 150);
            assert_eq!((image.width, image.height), (200, 150));
        }
        assert_eq!(Plot::in_a_row(&[], 200, 150).width, 0);
    }
}
