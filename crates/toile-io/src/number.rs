//! Decimal numbers in text files, read fast and always correctly rounded.
//!
//! Almost every number in a mesh file has at most 15 significant digits and a small exponent. Such a number is an
//! integer below 2^53 times or divided by a power of ten up to 10^22; all three are exact in `f64`, so a single
//! multiplication or division rounds correctly (W. D. Clinger, *How to read floating point numbers accurately*, 1990).
//! Everything else goes to the standard library's parser, which is correct for all input.

/// The powers of ten that `f64` holds exactly.
const POWERS_OF_TEN: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// The largest integer up to which `f64` holds every integer.
const MAX_EXACT_INTEGER: u64 = 1 << 53;

/// How many decimal digits always fit into a `u64`.
const MAX_DIGITS: usize = 19;

/// Reads the number at the start of `text`, and tells how many bytes it took; `None` if there is no number.
///
/// The result may be infinite, when the number is too large for an `f64`.
#[inline]
pub(crate) fn parse_f64(text: &[u8]) -> Option<(f64, usize)> {
    let negative = text.first() == Some(&b'-');
    let start = usize::from(negative || text.first() == Some(&b'+'));

    let mut mantissa = 0_u64;
    let whole_end = read_digits(text, start, &mut mantissa);
    let (mut end, mut exponent) = (whole_end, 0_i64);
    let mut digits = whole_end - start;
    if text.get(whole_end) == Some(&b'.') {
        end = read_digits(text, whole_end + 1, &mut mantissa);
        let fraction = end - whole_end - 1;
        exponent = -(fraction as i64);
        digits += fraction;
    }
    if digits == 0 {
        return None;
    }
    if let Some(b'e' | b'E') = text.get(end)
        && let Some((value, after)) = read_exponent(text, end + 1)
    {
        exponent = exponent.saturating_add(value);
        end = after;
    }

    // More digits than fit may have wrapped the mantissa: the slow path starts again from the text.
    let exact = digits <= MAX_DIGITS && mantissa <= MAX_EXACT_INTEGER;
    let magnitude = match (exact, POWERS_OF_TEN.get(exponent.unsigned_abs() as usize)) {
        (true, Some(power)) if exponent < 0 => mantissa as f64 / power,
        (true, Some(power)) => mantissa as f64 * power,
        _ => parse_slowly(&text[start..end])?,
    };
    Some((if negative { -magnitude } else { magnitude }, end))
}

/// Reads the integer at the start of `text`, and tells how many bytes it took; `None` if there is none.
///
/// An integer beyond the range of `i64` is returned as the nearest that fits.
#[inline]
pub(crate) fn parse_i64(text: &[u8]) -> Option<(i64, usize)> {
    let negative = text.first() == Some(&b'-');
    let start = usize::from(negative || text.first() == Some(&b'+'));
    let mut value = 0_u64;
    let end = read_digits(text, start, &mut value);
    match end - start {
        0 => return None,
        1..=18 => {}
        _ => value = long_integer(&text[start..end]),
    }
    let magnitude = value as i64;
    Some((if negative { -magnitude } else { magnitude }, end))
}

/// Appends the digits from `start` on to `value` (wrapping), and returns where they end.
#[inline]
fn read_digits(text: &[u8], start: usize, value: &mut u64) -> usize {
    let mut end = start;
    while let Some(digit) = text.get(end).map(|byte| byte.wrapping_sub(b'0'))
        && digit < 10
    {
        *value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        end += 1;
    }
    end
}

/// An integer of many digits (possibly leading zeros), at most `i64::MAX`.
fn long_integer(digits: &[u8]) -> u64 {
    let add = |value: u64, &byte: &u8| value.saturating_mul(10).saturating_add(u64::from(byte - b'0'));
    digits.iter().fold(0, add).min(i64::MAX as u64)
}

/// Reads the digits of an exponent; without any, the `e` was not the start of an exponent.
fn read_exponent(text: &[u8], start: usize) -> Option<(i64, usize)> {
    let (value, length) = parse_i64(text.get(start..)?)?;
    // Far outside the range of `f64`, and far from overflowing when the number of digits is added.
    Some((value.clamp(-1_000_000, 1_000_000), start + length))
}

fn parse_slowly(text: &[u8]) -> Option<f64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str) {
        let expected: f64 = text.parse().unwrap();
        let (value, length) = parse_f64(text.as_bytes()).unwrap();
        assert_eq!(value.to_bits(), expected.to_bits(), "{text}");
        assert_eq!(length, text.len(), "{text}");
    }

    #[test]
    fn hard_numbers_round_like_the_standard_library() {
        for text in [
            "0",
            "-0",
            "+1",
            "1.",
            ".5",
            "-.5e1",
            "1e22",
            "1e23",
            "9007199254740992",
            "9007199254740993",
            "1e-22",
            "1e-23",
            "0.1",
            "0.30000000000000004",
            "2.2250738585072011e-308",
            "4.9e-324",
            "1.7976931348623157e308",
            "1e999",
            "-1e999",
            "1e-999",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "8.321909e-002",
            "0e999999",
            "18446744073709551616",
            "123456789012345678901234567890e-30",
            "00000000000000000000000000000000000001",
            "0.00000000000000000000000000000000000000001",
            "5e-1",
        ] {
            check(text);
        }
    }

    #[test]
    fn stops_where_the_number_stops() {
        assert_eq!(parse_f64(b"1.5/2"), Some((1.5, 3)));
        assert_eq!(parse_f64(b"2e"), Some((2.0, 1)));
        assert_eq!(parse_f64(b"2e+x"), Some((2.0, 1)));
        assert_eq!(parse_f64(b"1.2.3"), Some((1.2, 3)));
        for text in ["", "-", ".", "nan", "inf", "e5", "+-1"] {
            assert_eq!(parse_f64(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn integers_saturate() {
        assert_eq!(parse_i64(b"-12/3"), Some((-12, 3)));
        assert_eq!(parse_i64(b"9223372036854775808"), Some((i64::MAX, 19)));
        assert_eq!(parse_i64(b"-99999999999999999999999"), Some((-i64::MAX, 24)));
        assert_eq!(parse_i64(b"0000000000000000000000007"), Some((7, 25)));
        assert_eq!(parse_i64(b"x"), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn equals_the_standard_library(text in "[+-]?([0-9]{1,22}(\\.[0-9]{0,22})?|\\.[0-9]{1,22})([eE][+-]?[0-9]{1,3})?") {
            check(&text);
        }

        #[test]
        fn reads_back_every_double(bits: u64) {
            let value = f64::from_bits(bits);
            prop_assume!(value.is_finite());
            check(&format!("{value}"));
            check(&format!("{value:e}"));
        }

        #[test]
        fn reads_short_decimals(mantissa in 0_u64..10_000_000_000, decimals in 0_usize..12) {
            check(&format!("{:.decimals$}", mantissa as f64 / 1e6));
        }
    }
}
