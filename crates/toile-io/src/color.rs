//! Colours: linear inside Toile, sRGB in files that are meant for the eye.
//!
//! The transfer curve is that of IEC 61966-2-1, with the two branches meeting exactly where they cross instead of at the
//! rounded constants of the standard. The difference is far below one 8-bit step, and with it encoding and decoding are
//! inverse to each other everywhere. Negative values and values above 1 follow the same curve.

use std::sync::LazyLock;

/// Where the straight and the curved branch cross, on the linear side.
const LINEAR_KNEE: f64 = 0.003_130_668_442_500_63;

/// The slope of the straight branch.
const SLOPE: f64 = 12.92;

static LINEAR_OF_BYTE: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|byte| srgb_to_linear(byte as f64 / 255.0)));

/// The linear value of an sRGB value; infinite if it is too large for an `f32`.
pub(crate) fn srgb_to_linear(value: f64) -> f32 {
    let magnitude = value.abs();
    let linear = if magnitude <= SLOPE * LINEAR_KNEE {
        magnitude / SLOPE
    } else {
        ((magnitude + 0.055) / 1.055).powf(2.4)
    };
    linear.copysign(value) as f32
}

/// The sRGB value of a linear value.
pub(crate) fn linear_to_srgb(value: f32) -> f64 {
    let linear = f64::from(value.abs());
    let magnitude = if linear <= LINEAR_KNEE {
        linear * SLOPE
    } else {
        // 1.055 x - 0.055, arranged so that white stays exactly 1.
        1.0 + 1.055 * (linear.powf(1.0 / 2.4) - 1.0)
    };
    magnitude.copysign(f64::from(value))
}

/// An sRGB value for text files: with six decimals if these are enough to get the linear value back, else with all.
pub(crate) fn linear_to_srgb_text(value: f32) -> f64 {
    let srgb = linear_to_srgb(value);
    let rounded = (srgb * 1e6).round() / 1e6;
    if srgb_to_linear(rounded) == value { rounded } else { srgb }
}

/// The linear value of an 8-bit sRGB value.
pub(crate) fn srgb8_to_linear(byte: u8) -> f32 {
    LINEAR_OF_BYTE[usize::from(byte)]
}

/// The nearest 8-bit sRGB value of a linear value.
pub(crate) fn linear_to_srgb8(value: f32) -> u8 {
    unit_to_byte(linear_to_srgb(value))
}

/// The nearest 8-bit value of a number between 0 and 1.
pub(crate) fn unit_to_byte(value: f64) -> u8 {
    (255.0 * value).round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_values() {
        assert_eq!(srgb8_to_linear(0), 0.0);
        assert_eq!(srgb8_to_linear(255), 1.0);
        // Middle grey of the standard: 0.5 in sRGB is 0.214041 in linear light.
        assert!((srgb_to_linear(0.5) - 0.214_041).abs() < 1e-6);
        assert!((srgb_to_linear(0.04) - 0.04 / 12.92).abs() < 1e-9);
    }

    #[test]
    fn short_numbers_stay_short() {
        for text in [0.0, 1.0, 0.5, 0.25, 0.123_456, 0.7] {
            assert_eq!(linear_to_srgb_text(srgb_to_linear(text)), text);
        }
    }

    #[test]
    fn bytes_survive() {
        for byte in 0..=255 {
            assert_eq!(linear_to_srgb8(srgb8_to_linear(byte)), byte);
        }
    }

    #[test]
    fn values_at_the_knee_survive() {
        let knee = (LINEAR_KNEE as f32).to_bits();
        for bits in knee - 1000..knee + 1000 {
            let value = f32::from_bits(bits);
            assert_eq!(srgb_to_linear(linear_to_srgb(value)), value);
        }
    }

    proptest! {
        #[test]
        fn every_value_survives(bits: u32) {
            let value = f32::from_bits(bits);
            prop_assume!(value.is_finite());
            prop_assert_eq!(srgb_to_linear(linear_to_srgb(value)), value);
            prop_assert_eq!(srgb_to_linear(linear_to_srgb_text(value)), value);
        }
    }
}
