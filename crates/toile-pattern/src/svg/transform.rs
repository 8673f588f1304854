//! Transforms and lengths in SVG attributes.

use glam::{DAffine2, DMat2, DVec2};

/// The numbers in a list with commas and spaces.
pub(super) fn numbers(text: &str) -> Vec<f64> {
    text.split(|c: char| c == ',' || c.is_whitespace()).filter_map(|word| word.parse().ok()).collect()
}

/// A list of transforms, the first one outermost.
pub(super) fn transform(text: &str) -> DAffine2 {
    let mut map = DAffine2::IDENTITY;
    for call in text.split(')') {
        let Some((name, arguments)) = call.split_once('(') else { continue };
        let n = numbers(arguments);
        let get = |index: usize, usual: f64| n.get(index).copied().unwrap_or(usual);
        let name = name.trim_matches(|c: char| c == ',' || c.is_whitespace());
        map *= match name {
            "translate" => DAffine2::from_translation(DVec2::new(get(0, 0.0), get(1, 0.0))),
            "scale" => DAffine2::from_scale(DVec2::new(get(0, 1.0), get(1, get(0, 1.0)))),
            "rotate" => {
                let about = DAffine2::from_translation(DVec2::new(get(1, 0.0), get(2, 0.0)));
                about * DAffine2::from_angle(get(0, 0.0).to_radians()) * about.inverse()
            }
            "skewX" => DAffine2::from_mat2(DMat2::from_cols(
                DVec2::X,
                DVec2::new(get(0, 0.0).to_radians().tan(), 1.0),
            )),
            "skewY" => DAffine2::from_mat2(DMat2::from_cols(
                DVec2::new(1.0, get(0, 0.0).to_radians().tan()),
                DVec2::Y,
            )),
            "matrix" => DAffine2::from_cols_array(&[
                get(0, 1.0),
                get(1, 0.0),
                get(2, 0.0),
                get(3, 1.0),
                get(4, 0.0),
                get(5, 0.0),
            ]),
            _ => DAffine2::IDENTITY,
        };
    }
    map
}

/// How many pixels make an inch: 96 since CSS says so; older programs thought otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pixels(f64);

impl Pixels {
    /// By the program that has written a document: Inkscape before 0.92 has 90, Illustrator 72.
    pub(super) fn of(text: &str) -> Self {
        let mut end = text.len().min(4096);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let head = &text[..end];
        if head.contains("Adobe Illustrator") {
            return Self(72.0);
        }
        let version = head.find("inkscape:version=").map(|at| &head[at + "inkscape:version=".len()..]);
        let version = version.map(|rest| rest.trim_start_matches(['"', '\'']));
        let is_old = version.and_then(|version| version.strip_prefix("0.")).is_some_and(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            rest[..end].parse().is_ok_and(|minor: u32| minor < 92)
        });
        Self(if is_old { 90.0 } else { 96.0 })
    }

    /// How long one is in metres.
    pub(super) fn metres(self) -> f64 {
        0.0254 / self.0
    }
}

/// A length in metres; `None` if it is relative. Numbers without a unit are pixels.
pub(super) fn length(text: &str, pixels: Pixels) -> Option<f64> {
    let text = text.trim();
    let split = text.find(|c: char| c.is_ascii_alphabetic() || c == '%').unwrap_or(text.len());
    let value: f64 = text[..split].trim().parse().ok()?;
    let unit = match text[split..].trim() {
        "mm" => 0.001,
        "cm" => 0.01,
        "in" => 0.0254,
        "pt" => 0.0254 / 72.0,
        "pc" => 0.0254 / 6.0,
        "Q" => 0.00025,
        "" | "px" => pixels.metres(),
        _ => return None,
    };
    (value > 0.0 && value.is_finite()).then_some(value * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transforms_apply_from_the_inside() {
        let map = transform("translate(10, 5) rotate(90) scale(2)");
        assert!(map.transform_point2(DVec2::X).distance(DVec2::new(10.0, 7.0)) < 1e-12);
        let about = transform("rotate(180 1 1)");
        assert!(about.transform_point2(DVec2::ZERO).distance(DVec2::splat(2.0)) < 1e-12);
        assert_eq!(transform("matrix(1 0 0 1 3 4)").transform_point2(DVec2::ZERO), DVec2::new(3.0, 4.0));
    }

    #[test]
    fn lengths_have_units() {
        let pixels = Pixels::of("<svg>");
        assert_eq!(length("210mm", pixels), Some(0.21));
        assert!((length("96", pixels).unwrap() - 0.0254).abs() < 1e-15);
        assert_eq!(length("100%", pixels), None);
        assert_eq!(Pixels::of("<svg inkscape:version=\"0.91 r13725\">"), Pixels(90.0));
        assert_eq!(Pixels::of("<svg inkscape:version=\"1.3.2\">"), Pixels(96.0));
        assert_eq!(Pixels::of("<!-- Generator: Adobe Illustrator 27 -->"), Pixels(72.0));
    }
}
