//! Colours in linear light, and the ways in and out of sRGB bytes and the perceptual space `OKLab`.

use glam::Vec3;
use std::ops::{Add, Mul};

/// A colour: red, green and blue in linear light with the primaries of sRGB; 0 is black, 1 the brightest a screen has.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Color(pub Vec3);

impl Color {
    /// Black.
    pub const BLACK: Self = Self(Vec3::ZERO);
    /// White.
    pub const WHITE: Self = Self(Vec3::ONE);

    /// From an sRGB value as written in style sheets: `Color::hex(0xF4F1EA)`.
    pub fn hex(rgb: u32) -> Self {
        Self::srgb([(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8])
    }

    /// From sRGB bytes.
    pub fn srgb(rgb: [u8; 3]) -> Self {
        Self(Vec3::from(rgb.map(|c| srgb_to_linear(f32::from(c) / 255.0))))
    }

    /// To sRGB bytes, clamped to what a screen can show.
    pub fn to_srgb(self) -> [u8; 3] {
        self.to_srgb_dithered(0.5)
    }

    /// To sRGB bytes, rounded up where the fraction is larger than `1 - threshold`.
    pub fn to_srgb_dithered(self, threshold: f32) -> [u8; 3] {
        self.0.to_array().map(|c| (linear_to_srgb(c.clamp(0.0, 1.0)) * 255.0 + threshold) as u8)
    }

    /// From lightness (0 to 1), chroma (0 to about 0.3) and hue in degrees of the `OKLab` space. Chroma is reduced until
    /// the colour can be shown on a screen, so that lightness and hue are kept.
    pub fn oklch(lightness: f32, chroma: f32, hue: f32) -> Self {
        let (sin, cos) = hue.to_radians().sin_cos();
        let at = |c: f32| oklab_to_linear(Vec3::new(lightness, c * cos, c * sin));
        let shown = |c: Vec3| c.min_element() >= -1e-4 && c.max_element() <= 1.0 + 1e-4;
        if shown(at(chroma)) {
            return Self(at(chroma));
        }
        let (mut low, mut high) = (0.0, chroma);
        for _ in 0..16 {
            let middle = 0.5 * (low + high);
            if shown(at(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        Self(at(low).clamp(Vec3::ZERO, Vec3::ONE))
    }

    /// Perceived lightness, 0 for black to 1 for white (the L of `OKLab`).
    pub fn lightness(self) -> f32 {
        linear_to_oklab(self.0).x
    }

    /// The colour a fraction `t` of the way to another, in linear light.
    #[must_use]
    pub fn mix(self, other: Self, t: f32) -> Self {
        Self(self.0.lerp(other.0, t))
    }
}

impl Add for Color {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Mul for Color {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl Mul<f32> for Color {
    type Output = Self;
    fn mul(self, factor: f32) -> Self {
        Self(self.0 * factor)
    }
}

/// The transfer curve of IEC 61966-2-1.
fn srgb_to_linear(c: f32) -> f32 {
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

fn linear_to_srgb(c: f32) -> f32 {
    if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 }
}

/// Björn Ottosson, "A perceptual color space for image processing", 2020.
fn oklab_to_linear(lab: Vec3) -> Vec3 {
    let l = lab.x + 0.396_337_78 * lab.y + 0.215_803_76 * lab.z;
    let m = lab.x - 0.105_561_346 * lab.y - 0.063_854_17 * lab.z;
    let s = lab.x - 0.089_484_18 * lab.y - 1.291_485_5 * lab.z;
    let (l, m, s) = (l * l * l, m * m * m, s * s * s);
    Vec3::new(
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_93 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_4 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    )
}

fn linear_to_oklab(c: Vec3) -> Vec3 {
    let l = (0.412_221_47 * c.x + 0.536_332_54 * c.y + 0.051_445_995 * c.z).cbrt();
    let m = (0.211_903_5 * c.x + 0.680_699_5 * c.y + 0.107_396_96 * c.z).cbrt();
    let s = (0.088_302_46 * c.x + 0.281_718_85 * c.y + 0.629_978_7 * c.z).cbrt();
    Vec3::new(
        0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
        1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_the_way_to_linear_light_and_back() {
        for c in 0..=255 {
            assert_eq!(Color::srgb([c, 255 - c, 7]).to_srgb(), [c, 255 - c, 7]);
        }
    }

    #[test]
    fn oklab_agrees_with_published_values() {
        // Red, from the table in Ottosson's article: L 0.628, chroma 0.258, hue 29.2°.
        let red = linear_to_oklab(Vec3::X);
        assert!((red.x - 0.628).abs() < 1e-3);
        assert!((red.y.hypot(red.z) - 0.258).abs() < 1e-3);
        let back = Color::oklch(0.627_955, 0.257_683, 29.234);
        assert!((back.0 - Vec3::X).length() < 2e-3, "{back:?}");
        assert!((Color::WHITE.lightness() - 1.0).abs() < 1e-3);
    }
}
