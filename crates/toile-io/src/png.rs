//! PNG pictures, 8 bits a channel.
//!
//! The bytes of a picture depend on the pixels only: compression settings are fixed, and no time or program name is
//! stored.
//!
//! ```
//! use toile_io::png::{self, Image};
//!
//! let image = Image { width: 2, height: 1, pixels: vec![[255, 0, 0, 255], [0, 0, 255, 128]] };
//! let mut file = Vec::new();
//! png::write_rgba8(&mut file, &image).unwrap();
//! assert_eq!(png::read(&file)?, image);
//! # Ok::<(), toile_io::ReadError>(())
//! ```

use std::io::{BufWriter, Cursor, Write};

use ::png::{BitDepth, ColorType, Compression, Decoder, Encoder, Filter, Limits, Reader, Transformations};

use crate::{ReadError, WriteError};

/// A picture: rows from top to bottom, pixels from left to right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// Pixels in a row.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Red, green, blue (sRGB) and alpha (not premultiplied) of each pixel.
    pub pixels: Vec<[u8; 4]>,
}

impl Image {
    /// The pixel at column `x` and row `y`; `None` outside of the picture.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        let index = y as usize * self.width as usize + x as usize;
        if x < self.width { self.pixels.get(index).copied() } else { None }
    }
}

/// The largest picture that is read: 16384 by 16384 pixels, or as many in another shape.
const MAX_PIXELS: u64 = 1 << 28;

/// Deflate makes at most 1032 bytes of one (RFC 1951: 258 bytes for two bits), and there is some overhead.
const MAX_EXPANSION: u64 = 1100;

fn bad(error: impl std::fmt::Display) -> ReadError {
    ReadError::file(format!("not a readable PNG picture: {error}"))
}

/// Reads a PNG picture of any colour type; 16-bit channels lose their lower half, grey becomes colour.
///
/// # Errors
///
/// Damaged data, more than 2^28 pixels, or more pixels than the file can hold.
pub fn read(bytes: &[u8]) -> Result<Image, ReadError> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: 1 << 26 });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(bad)?;
    check_size(&reader, bytes.len())?;
    let size = reader.output_buffer_size().ok_or_else(|| bad("the picture is too large"))?;
    let mut data = vec![0; size];
    let frame = reader.next_frame(&mut data).map_err(bad)?;
    data.truncate(frame.buffer_size());
    let pixels = match frame.color_type {
        ColorType::Grayscale => data.iter().map(|&grey| [grey, grey, grey, 255]).collect(),
        ColorType::GrayscaleAlpha => data.as_chunks().0.iter().map(|&[g, a]| [g, g, g, a]).collect(),
        ColorType::Rgb => data.as_chunks().0.iter().map(|&[r, g, b]| [r, g, b, 255]).collect(),
        ColorType::Rgba => data.as_chunks().0.to_vec(),
        ColorType::Indexed => return Err(bad("its palette could not be applied")),
    };
    Ok(Image { width: frame.width, height: frame.height, pixels })
}

/// Checks that the size in the header is neither huge nor more than the file can hold.
fn check_size(reader: &Reader<Cursor<&[u8]>>, file_size: usize) -> Result<(), ReadError> {
    let info = reader.info();
    let pixels = u64::from(info.width) * u64::from(info.height);
    if pixels > MAX_PIXELS {
        return Err(bad(format!("{} by {} pixels are too many; make it smaller", info.width, info.height)));
    }
    let stored = pixels * info.bits_per_pixel() as u64 / 8;
    if stored / MAX_EXPANSION > file_size as u64 {
        return Err(bad(format!("{} by {} pixels do not fit into the file", info.width, info.height)));
    }
    Ok(())
}

/// Writes a picture with its alpha channel.
///
/// # Errors
///
/// The number of pixels is not width times height, the picture is empty, or the writer fails.
pub fn write_rgba8(writer: impl Write, image: &Image) -> Result<(), WriteError> {
    write_data(writer, image, ColorType::Rgba, image.pixels.as_flattened())
}

/// Writes a picture without its alpha channel, as if it were opaque.
///
/// # Errors
///
/// The number of pixels is not width times height, the picture is empty, or the writer fails.
pub fn write_rgb8(writer: impl Write, image: &Image) -> Result<(), WriteError> {
    let data: Vec<u8> = image.pixels.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect();
    write_data(writer, image, ColorType::Rgb, &data)
}

fn write_data(writer: impl Write, image: &Image, color: ColorType, data: &[u8]) -> Result<(), WriteError> {
    let (width, height, pixels) = (image.width, image.height, image.pixels.len());
    if u64::from(width) * u64::from(height) != pixels as u64 {
        return Err(WriteError::new(format!("a picture of {width} by {height} cannot have {pixels} pixels")));
    }
    let failed = |error: ::png::EncodingError| WriteError::new(format!("cannot write the picture: {error}"));
    let mut encoder = Encoder::new(BufWriter::new(writer), width, height);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.set_filter(Filter::Adaptive);
    let mut png = encoder.write_header().map_err(failed)?;
    png.write_image_data(data).map_err(failed)?;
    png.finish().map_err(failed)
}
