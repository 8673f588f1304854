//! Pictures.

// Helpers fail like the tests that call them; the lint knows only the latter.
#![allow(clippy::unwrap_used)]

use toile_io::png::{self, Image};

fn picture() -> Image {
    let pixels = (0..7 * 5).map(|i| [i * 7, 255 - i, i ^ 0x55, if i % 3 == 0 { 128 } else { 255 }]).collect();
    Image { width: 7, height: 5, pixels }
}

#[test]
fn pixels_survive() {
    let image = picture();
    let mut file = Vec::new();
    png::write_rgba8(&mut file, &image).unwrap();
    assert_eq!(png::read(&file).unwrap(), image);

    let mut opaque = Vec::new();
    png::write_rgb8(&mut opaque, &image).unwrap();
    let back = png::read(&opaque).unwrap();
    for (there, here) in back.pixels.iter().zip(&image.pixels) {
        assert_eq!(there[..3], here[..3]);
        assert_eq!(there[3], 255);
    }
}

#[test]
fn the_same_pixels_give_the_same_bytes() {
    let [mut first, mut second] = [Vec::new(), Vec::new()];
    png::write_rgba8(&mut first, &picture()).unwrap();
    png::write_rgba8(&mut second, &picture()).unwrap();
    assert_eq!(first, second);
}

/// A picture of another colour type than those that are written.
fn encode(color: ::png::ColorType, depth: ::png::BitDepth, data: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut file, 2, 1);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if color == ::png::ColorType::Indexed {
        encoder.set_palette(vec![1, 2, 3, 4, 5, 6]);
        encoder.set_trns(vec![255, 7]);
    }
    encoder.write_header().unwrap().write_image_data(data).unwrap();
    file
}

#[test]
fn other_colour_types_become_rgba() {
    use ::png::{BitDepth, ColorType};
    let pixels = |color, depth, data: &[u8]| png::read(&encode(color, depth, data)).unwrap().pixels;
    assert_eq!(pixels(ColorType::Grayscale, BitDepth::Eight, &[3, 4]), [[3, 3, 3, 255], [4, 4, 4, 255]]);
    assert_eq!(pixels(ColorType::Grayscale, BitDepth::One, &[0x40]), [[0, 0, 0, 255], [255; 4]]);
    assert_eq!(
        pixels(ColorType::GrayscaleAlpha, BitDepth::Eight, &[3, 4, 5, 6]),
        [[3, 3, 3, 4], [5, 5, 5, 6]]
    );
    assert_eq!(pixels(ColorType::Indexed, BitDepth::Eight, &[1, 0]), [[4, 5, 6, 7], [1, 2, 3, 255]]);
    assert_eq!(
        pixels(ColorType::Rgb, BitDepth::Sixteen, &[1, 0xff, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0]),
        [[1, 2, 3, 255], [4, 5, 6, 255]]
    );
}

#[test]
fn damaged_and_dishonest_files_are_errors() {
    let mut file = Vec::new();
    png::write_rgba8(&mut file, &picture()).unwrap();
    for length in [0, 4, 20, 40, file.len() - 20] {
        let error = png::read(&file[..length]).unwrap_err();
        assert!(error.to_string().contains("not a readable PNG"), "{error}");
    }
    // Claim 16384 by 16384 pixels; the check sum of the header must be right for the claim to be heard.
    let mut header = b"IHDR".to_vec();
    header.extend([0, 0, 64, 0, 0, 0, 64, 0]);
    header.extend(&file[24..29]);
    let sum = crc32(&header);
    file.splice(12..29, header);
    file.splice(29..33, sum.to_be_bytes());
    let error = png::read(&file).unwrap_err();
    assert!(error.to_string().contains("16384 by 16384 pixels do not fit"), "{error}");
}

/// The check sum of PNG (ISO 3309), bit by bit.
fn crc32(data: &[u8]) -> u32 {
    !data.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(
            sum ^ u32::from(byte),
            |sum, _| {
                if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 }
            },
        )
    })
}

#[test]
fn wrong_sizes_are_refused() {
    let mut image = picture();
    image.height = 4;
    assert!(
        png::write_rgba8(std::io::sink(), &image).unwrap_err().to_string().contains("cannot have 35 pixels")
    );
    assert!(png::write_rgb8(std::io::sink(), &Image::default()).is_err());
}
