//! Base64 (RFC 4648, section 4), for buffers inside JSON and pictures inside HTML.
//!
//! ```
//! assert_eq!(toile_io::base64::encode(b"foo"), "Zm9v");
//! ```

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes that a base64 text stands for. Padding may be left out, as some exporters do.
///
/// # Errors
/// What is wrong with the text, and at which character.
pub fn decode(text: &str) -> Result<Vec<u8>, String> {
    let digits = text.trim_end_matches('=').as_bytes();
    if text.len() - digits.len() > 2 || digits.len() % 4 == 1 {
        return Err(format!("base64 text cannot have {} characters", text.len()));
    }
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for (quad, chunk) in digits.chunks(4).enumerate() {
        let mut bits = 0u32;
        for (i, digit) in chunk.iter().enumerate() {
            let value = digit_value(*digit)
                .ok_or_else(|| format!("character {} is not a base64 digit", 4 * quad + i))?;
            bits |= u32::from(value) << (18 - 6 * i);
        }
        bytes.extend(&bits.to_be_bytes()[1..chunk.len()]);
    }
    Ok(bytes)
}

/// The base64 text of some bytes, padded.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let digit = (bits >> (18 - 6 * i)) & 63;
            text.push(if i <= chunk.len() { char::from(ALPHABET[digit as usize]) } else { '=' });
        }
    }
    text
}

fn digit_value(digit: u8) -> Option<u8> {
    match digit {
        b'A'..=b'Z' => Some(digit - b'A'),
        b'a'..=b'z' => Some(digit - b'a' + 26),
        b'0'..=b'9' => Some(digit - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_examples_of_the_standard() {
        for (plain, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(plain.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Ok(plain.as_bytes()));
            assert_eq!(decode(text.trim_end_matches('=')).as_deref(), Ok(plain.as_bytes()));
        }
    }

    #[test]
    fn garbage_is_refused() {
        assert!(decode("Zm9vY").is_err());
        assert!(decode("====").is_err());
        assert_eq!(decode("Zm9*"), Err("character 3 is not a base64 digit".to_owned()));
        assert!(decode("Zm 9").is_err());
    }

    proptest! {
        #[test]
        fn bytes_come_back(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            prop_assert_eq!(decode(&encode(&bytes)), Ok(bytes));
        }
    }
}
