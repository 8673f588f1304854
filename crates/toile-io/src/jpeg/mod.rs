//! JPEG pictures (ITU-T T.81, baseline), for films; written only.
//!
//! Colours at half the size, as in nearly all files of this kind, and the tables of the standard's annex K. The bytes depend on the pixels and
//! the quality only.
//!
//! ```
//! use toile_io::jpeg;
//! use toile_io::png::Image;
//!
//! let image = Image { width: 20, height: 10, pixels: vec![[200, 120, 40, 255]; 200] };
//! let file = jpeg::encode(&image, jpeg::JpegQuality::default())?;
//! assert_eq!((&file[..2], &file[file.len() - 2..]), (&[0xFF, 0xD8][..], &[0xFF, 0xD9][..]));
//! # Ok::<(), toile_io::WriteError>(())
//! ```

mod bits;
mod blocks;
mod tables;

use crate::WriteError;
use crate::png::Image;
use bits::{BitWriter, Codes};
use blocks::{Planes, quantised};
use tables::{
    AC_CHROMA, AC_LUMA, CHROMA_STEPS, DC_CHROMA, DC_LUMA, HuffmanTable, LUMA_STEPS, ZIGZAG, scaled,
};

/// How well a picture is kept, from 1 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JpegQuality(pub u8);

impl Default for JpegQuality {
    /// 90: hardly different from the picture itself.
    fn default() -> Self {
        Self(90)
    }
}

/// Makes a JPEG file of a picture. Alpha is left out, as if the picture were opaque.
///
/// # Errors
///
/// The number of pixels is not width times height, or a side is 0 or longer than 65535.
pub fn encode(image: &Image, quality: JpegQuality) -> Result<Vec<u8>, WriteError> {
    let (width, height, pixels) = (image.width, image.height, image.pixels.len());
    if u64::from(width) * u64::from(height) != pixels as u64 {
        return Err(WriteError::new(format!("a picture of {width} by {height} cannot have {pixels} pixels")));
    }
    let sides = [width, height].map(|side| u16::try_from(side).ok().filter(|side| *side > 0));
    let [Some(columns), Some(rows)] = sides else {
        return Err(WriteError::new(format!(
            "a picture of {width} by {height} cannot be JPEG; sides have 1 to 65535 pixels"
        )));
    };
    let steps = [scaled(&LUMA_STEPS, quality.0), scaled(&CHROMA_STEPS, quality.0)];
    let mut file = Vec::with_capacity(pixels / 4 + 1024);
    write_header(&mut file, [rows, columns], &steps);
    write_pixels(&mut file, image, &steps);
    file.extend([0xFF, 0xD9]);
    Ok(file)
}

/// Adds a part of the file: its mark and what is in it.
fn segment(file: &mut Vec<u8>, mark: u8, content: &[u8]) {
    file.extend([0xFF, mark]);
    file.extend((content.len() as u16 + 2).to_be_bytes());
    file.extend(content);
}

fn write_header(file: &mut Vec<u8>, size: [u16; 2], steps: &[[u8; 64]; 2]) {
    file.extend([0xFF, 0xD8]);
    // Version 1.1, square pixels, no small picture.
    segment(file, 0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
    for (number, steps) in (0..).zip(steps) {
        let mut content = vec![number];
        content.extend(ZIGZAG.map(|at| steps[at]));
        segment(file, 0xDB, &content);
    }
    let [rows, columns] = size.map(u16::to_be_bytes);
    // 8 bits; three components: brightness with two samples a side for each of the colours' one.
    let mut content = vec![8, rows[0], rows[1], columns[0], columns[1], 3];
    content.extend([1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
    segment(file, 0xC0, &content);
    for (number, table) in [(0x00, &DC_LUMA), (0x10, &AC_LUMA), (0x01, &DC_CHROMA), (0x11, &AC_CHROMA)] {
        let HuffmanTable { counts, values } = table;
        let mut content = vec![number];
        content.extend(*counts);
        content.extend(*values);
        segment(file, 0xC4, &content);
    }
    // One scan with all components and all coefficients.
    segment(file, 0xDA, &[3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]);
}

/// Writes squares of 16 by 16 pixels: four blocks of brightness and one of each colour.
fn write_pixels(file: &mut Vec<u8>, image: &Image, steps: &[[u8; 64]; 2]) {
    let luma = [Codes::new(&DC_LUMA), Codes::new(&AC_LUMA)];
    let chroma = [Codes::new(&DC_CHROMA), Codes::new(&AC_CHROMA)];
    let planes = Planes::of(image);
    let mut bits = BitWriter::new(file);
    let mut last = [0; 3];
    for y in 0..planes.squares[1] {
        for x in 0..planes.squares[0] {
            for [dx, dy] in [[0, 0], [1, 0], [0, 1], [1, 1]] {
                let block = quantised(&planes.luma_block(2 * x + dx, 2 * y + dy), &steps[0]);
                bits.block(&block, &mut last[0], &luma);
            }
            for color in 0..2 {
                let block = quantised(&planes.chroma_block(color, x, y), &steps[1]);
                bits.block(&block, &mut last[1 + color], &chroma);
            }
        }
    }
    bits.finish();
}
