//! Colour maps: from a number to a colour whose lightness can be trusted.

use crate::color::Color;

/// A colour map for heat maps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ColorMap {
    /// Dark violet over blue and green to yellow, always getting lighter: amounts such as pressure or thickness.
    #[default]
    Sequential,
    /// Blue over white to red, equally light on both sides: differences from zero such as strain.
    Diverging,
    /// Near white to dark red, always getting darker: rare events on a pale garment.
    Warm,
}

/// Lightness, chroma and hue in `OKLab` at equal distances along a map.
type Stop = (f32, f32, f32);

const SEQUENTIAL: &[Stop] = &[
    (0.27, 0.115, 315.0),
    (0.36, 0.130, 292.0),
    (0.44, 0.120, 262.0),
    (0.52, 0.105, 228.0),
    (0.60, 0.110, 192.0),
    (0.68, 0.135, 163.0),
    (0.76, 0.160, 142.0),
    (0.84, 0.175, 121.0),
    (0.92, 0.180, 105.0),
];

const BLUE: (f32, f32) = (0.17, 255.0);
const RED: (f32, f32) = (0.19, 27.0);

const WARM: &[Stop] = &[
    (0.96, 0.020, 90.0),
    (0.88, 0.080, 80.0),
    (0.78, 0.140, 62.0),
    (0.66, 0.180, 42.0),
    (0.52, 0.180, 30.0),
    (0.36, 0.130, 22.0),
];

impl ColorMap {
    /// The colour for `t` between 0 and 1; values outside get the colours of the ends, NaN a neutral grey.
    pub fn at(self, t: f32) -> Color {
        if t.is_nan() {
            return Color::oklch(0.6, 0.0, 0.0);
        }
        let t = t.clamp(0.0, 1.0);
        match self {
            Self::Sequential => along(SEQUENTIAL, t),
            Self::Warm => along(WARM, t),
            Self::Diverging => {
                let away = (2.0 * t - 1.0).abs();
                let (chroma, hue) = if t < 0.5 { BLUE } else { RED };
                // Chroma rises faster than lightness falls, so that small values already have a clear colour.
                Color::oklch(0.965 - 0.50 * away, chroma * away.powf(0.8), hue)
            }
        }
    }

    /// The colour of a value in a range; an empty range has the colour of its middle.
    pub fn of(self, value: f32, range: [f32; 2]) -> Color {
        let extent = range[1] - range[0];
        let t = if extent > 0.0 { (value - range[0]) / extent } else { 0.5 + 0.0 * value };
        self.at(t)
    }
}

fn along(stops: &[Stop], t: f32) -> Color {
    let place = t * (stops.len() - 1) as f32;
    let first = (place as usize).min(stops.len() - 2);
    let fraction = place - first as f32;
    let (a, b) = (stops[first], stops[first + 1]);
    let mix = |p: f32, q: f32| p + (q - p) * fraction;
    Color::oklch(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lightness(map: ColorMap) -> Vec<f32> {
        (0..=200).map(|k| map.at(k as f32 / 200.0).lightness()).collect()
    }

    #[test]
    fn lightness_is_monotone_and_nearly_linear() {
        let light = lightness(ColorMap::Sequential);
        let step = (light[200] - light[0]) / 200.0;
        assert!(step > 0.003);
        for pair in light.windows(2) {
            let rise = pair[1] - pair[0];
            assert!(rise > 0.5 * step && rise < 1.5 * step, "{rise} {step}");
        }
        assert!(lightness(ColorMap::Warm).windows(2).all(|p| p[1] < p[0]));
    }

    #[test]
    fn the_diverging_map_is_symmetric_about_white() {
        let light = lightness(ColorMap::Diverging);
        for k in 0..=100 {
            assert!((light[k] - light[200 - k]).abs() < 0.01, "{k}");
        }
        assert!(light[100] > 0.95);
        let [low, high] = [0.0, 1.0].map(|t| ColorMap::Diverging.at(t).0);
        assert!(low.z > 2.0 * low.x && high.x > 2.0 * high.z);
    }

    #[test]
    fn values_outside_of_the_range_are_held_and_nan_is_grey() {
        let map = ColorMap::Sequential;
        assert_eq!(map.of(-5.0, [0.0, 1.0]), map.at(0.0));
        assert_eq!(map.of(5.0, [0.0, 1.0]), map.at(1.0));
        assert_eq!(map.of(5.0, [2.0, 2.0]), map.at(0.5));
        let [r, g, b] = map.of(f32::NAN, [0.0, 1.0]).to_srgb();
        assert!(r.abs_diff(g) < 2 && g.abs_diff(b) < 2);
    }
}
