//! Radiance pictures (`.hdr`): bytes in, light out.
//!
//! A text head that ends with an empty line, a line with the size, and pixels of four bytes: red, green, blue and an exponent
//! that they share; either plain, or each scanline's four channels one after the other in runs.

use super::Environment;

/// Why bytes are no Radiance picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RadianceError {
    /// It does not begin as such a picture.
    #[error("not a Radiance picture: it does not begin with #?RADIANCE or #?RGBE")]
    Magic,
    /// Its pixels are in a format that is not read.
    #[error("the pixels are stored as {0}; only 32-bit_rle_rgbe is read")]
    Format(String),
    /// The line with the size is missing or wrong.
    #[error("the size must be a line such as `-Y 512 +X 1024`, not `{0}`")]
    Size(String),
    /// It is too large.
    #[error("{0} by {1} pixels are too many; make it smaller")]
    TooLarge(usize, usize),
    /// It ends too early.
    #[error("the picture ends in row {row} of {rows}")]
    Short {
        /// The row that is not complete.
        row: usize,
        /// How many there should be.
        rows: usize,
    },
}

/// The largest picture that is read, in pixels.
const MOST_PIXELS: usize = 1 << 26;

impl Environment {
    /// Reads a Radiance picture of the whole sphere.
    ///
    /// # Errors
    /// If the bytes are no such picture.
    pub fn from_radiance(bytes: &[u8]) -> Result<Self, RadianceError> {
        let (head, mut rest) = head(bytes)?;
        let [height, width] = size(&head)?;
        // Two bytes of a run give at most 127 pixels of one channel: a short file cannot hold a huge picture.
        if width.saturating_mul(height) > MOST_PIXELS || width * height > bytes.len().saturating_mul(64) {
            return Err(RadianceError::TooLarge(width, height));
        }
        let mut pixels = Vec::with_capacity(width * height);
        for row in 0..height {
            let line = scanline(&mut rest, width).ok_or(RadianceError::Short { row, rows: height })?;
            pixels.extend(line.into_iter().map(light));
        }
        Ok(Self { width, height, pixels })
    }
}

/// The line with the size, and the bytes after it.
fn head(bytes: &[u8]) -> Result<(String, &[u8]), RadianceError> {
    let mut rest = bytes;
    let first = line(&mut rest).ok_or(RadianceError::Magic)?;
    if !(first.starts_with("#?RADIANCE") || first.starts_with("#?RGBE")) {
        return Err(RadianceError::Magic);
    }
    while let Some(text) = line(&mut rest) {
        if let Some(format) = text.strip_prefix("FORMAT=")
            && format.trim() != "32-bit_rle_rgbe"
        {
            return Err(RadianceError::Format(format.trim().to_owned()));
        }
        if text.trim().is_empty() {
            let size = line(&mut rest).unwrap_or_default();
            return Ok((size, rest));
        }
    }
    Err(RadianceError::Size(String::new()))
}

/// The next line of text.
fn line(rest: &mut &[u8]) -> Option<String> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let text = String::from_utf8_lossy(&rest[..end]).into_owned();
    *rest = &rest[end + 1..];
    Some(text)
}

/// Rows and columns.
fn size(text: &str) -> Result<[usize; 2], RadianceError> {
    let wrong = || RadianceError::Size(text.chars().take(40).collect());
    let words: Vec<&str> = text.split_whitespace().collect();
    let ["-Y", rows, "+X", columns] = words[..] else { return Err(wrong()) };
    let number = |word: &str| word.parse().ok().filter(|n: &usize| *n > 0 && *n < 1 << 20).ok_or_else(wrong);
    Ok([number(rows)?, number(columns)?])
}

/// One row of pixels.
fn scanline(rest: &mut &[u8], width: usize) -> Option<Vec<[u8; 4]>> {
    let [a, b, high, low, ..] = **rest else { return None };
    let in_runs = a == 2 && b == 2 && usize::from(high) << 8 | usize::from(low) == width;
    if !in_runs {
        let plain = rest.get(..4 * width)?;
        *rest = &rest[4 * width..];
        return Some(plain.as_chunks().0.to_vec());
    }
    *rest = &rest[4..];
    let mut pixels = vec![[0; 4]; width];
    for channel in 0..4 {
        channel_runs(rest, &mut pixels, channel)?;
    }
    Some(pixels)
}

/// One channel of a row: counts above 128 repeat a byte, others are followed by as many bytes.
fn channel_runs(rest: &mut &[u8], pixels: &mut [[u8; 4]], channel: usize) -> Option<()> {
    let mut left = pixels;
    while !left.is_empty() {
        let (&count, after) = rest.split_first()?;
        let is_run = count > 128;
        let length = usize::from(if is_run { count - 128 } else { count });
        let values = after.get(..if is_run { 1 } else { length })?;
        let (now, later) = if length == 0 { return None } else { left.split_at_mut_checked(length)? };
        for (pixel, value) in now.iter_mut().zip(values.iter().cycle()) {
            pixel[channel] = *value;
        }
        left = later;
        *rest = &after[values.len()..];
    }
    Some(())
}

/// Light from three bytes and their exponent.
fn light([red, green, blue, exponent]: [u8; 4]) -> [f32; 3] {
    if exponent == 0 {
        return [0.0; 3];
    }
    let scale = (f32::from(exponent) - 136.0).exp2();
    [red, green, blue].map(|byte| (f32::from(byte) + 0.5) * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &[u8] = b"#?RADIANCE\n# a comment\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 8\n";

    fn plain() -> Vec<u8> {
        let mut file = HEAD.to_vec();
        file.extend((0..16_u8).flat_map(|n| [128, 64 + n, 0, 129]));
        file
    }

    #[test]
    fn plain_pixels_and_runs_give_the_same_light() {
        let plain = Environment::from_radiance(&plain()).unwrap();
        let mut runs = HEAD.to_vec();
        for row in 0..2_u8 {
            runs.extend([2, 2, 0, 8, 128 + 8, 128, 8]);
            runs.extend((0..8).map(|n| 64 + 8 * row + n));
            runs.extend([128 + 8, 0, 128 + 8, 129]);
        }
        assert_eq!(Environment::from_radiance(&runs).unwrap(), plain);
        assert_eq!((plain.width, plain.height), (8, 2));
        let [red, green, _] = plain.pixels[0];
        assert!((red - 1.0).abs() < 0.01 && (green - 0.5).abs() < 0.01, "{red} {green}");
    }

    #[test]
    fn damaged_bytes_never_panic() {
        let file = [
            HEAD,
            &[2, 2, 0, 8, 136, 128, 136, 64, 136, 0, 136, 129],
            &[2, 2, 0, 8, 8, 1, 2, 3, 4, 5, 6, 7, 8],
        ]
        .concat();
        for end in 0..file.len() {
            let _ = Environment::from_radiance(&file[..end]);
            for byte in [0, 1, 9, 127, 128, 129, 255] {
                let mut damaged = file.clone();
                damaged[end] = byte;
                if let Ok(picture) = Environment::from_radiance(&damaged) {
                    assert_eq!(picture.pixels.len(), picture.width * picture.height);
                }
            }
        }
    }

    #[test]
    fn broken_files_are_told_apart() {
        let read = Environment::from_radiance;
        assert_eq!(read(b"PNG"), Err(RadianceError::Magic));
        assert_eq!(read(&plain()[..HEAD.len() + 40]), Err(RadianceError::Short { row: 1, rows: 2 }));
        let huge = b"#?RADIANCE\n\n-Y 900000 +X 900000\n";
        assert_eq!(read(huge), Err(RadianceError::TooLarge(900_000, 900_000)));
        assert!(matches!(read(b"#?RADIANCE\n\n+Y 2 +X 2\n"), Err(RadianceError::Size(_))));
        assert!(matches!(read(b"#?RGBE\nFORMAT=32-bit_rle_xyze\n\n"), Err(RadianceError::Format(_))));
        let bad_run = [HEAD, &[2, 2, 0, 8, 128 + 9, 1]].concat();
        assert!(matches!(read(&bad_run), Err(RadianceError::Short { row: 0, .. })));
    }
}
