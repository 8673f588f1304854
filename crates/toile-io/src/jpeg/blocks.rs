//! Brightness and colours in blocks of 8 by 8, and their frequencies.

use crate::png::Image;
use std::f32::consts::{FRAC_1_SQRT_2, PI};
use std::sync::LazyLock;

/// Brightness, and colours at half the size, all around 0; rows and columns are filled up to whole squares with what is at the border.
pub(super) struct Planes {
    /// Squares of 16 by 16 pixels in a row, and rows of them.
    pub(super) squares: [usize; 2],
    luma: Vec<f32>,
    chroma: [Vec<f32>; 2],
}

impl Planes {
    pub(super) fn of(image: &Image) -> Self {
        let [width, height] = [image.width as usize, image.height as usize];
        let squares = [width.div_ceil(16), height.div_ceil(16)];
        let [columns, rows] = squares.map(|count| 16 * count);
        let mut luma = vec![0.0; columns * rows];
        let mut chroma = [vec![0.0; columns * rows / 4], vec![0.0; columns * rows / 4]];
        for y in 0..rows {
            let row = &image.pixels[y.min(height - 1) * width..][..width];
            for x in 0..columns {
                let [r, g, b, _] = row[x.min(width - 1)].map(f32::from);
                luma[y * columns + x] = 0.299 * r + 0.587 * g + 0.114 * b - 128.0;
                let at = (y / 2) * (columns / 2) + x / 2;
                chroma[0][at] += 0.25 * (-0.168_736 * r - 0.331_264 * g + 0.5 * b);
                chroma[1][at] += 0.25 * (0.5 * r - 0.418_688 * g - 0.081_312 * b);
            }
        }
        Self { squares, luma, chroma }
    }

    /// A block of brightness by its column and row.
    pub(super) fn luma_block(&self, x: usize, y: usize) -> [f32; 64] {
        block(&self.luma, 16 * self.squares[0], x, y)
    }

    /// A block of one of the colours by its column and row.
    pub(super) fn chroma_block(&self, color: usize, x: usize, y: usize) -> [f32; 64] {
        block(&self.chroma[color], 8 * self.squares[0], x, y)
    }
}

fn block(plane: &[f32], columns: usize, x: usize, y: usize) -> [f32; 64] {
    std::array::from_fn(|k| plane[(8 * y + k / 8) * columns + 8 * x + k % 8])
}

/// `COSINES[8 u + x]` is how much of the frequency `u` is at `x`.
static COSINES: LazyLock<[f32; 64]> = LazyLock::new(|| {
    std::array::from_fn(|k| {
        let (u, x) = (k / 8, k % 8);
        let scale = if u == 0 { FRAC_1_SQRT_2 } else { 1.0 };
        0.5 * scale * ((2 * x + 1) as f32 * u as f32 * PI / 16.0).cos()
    })
});

/// The frequencies of a block in whole steps.
pub(super) fn quantised(block: &[f32; 64], steps: &[u8; 64]) -> [i32; 64] {
    let cosines = &*COSINES;
    let sum = |of: &dyn Fn(usize) -> f32, frequency: usize| {
        (0..8).map(|i| of(i) * cosines[8 * frequency + i]).sum::<f32>()
    };
    // First along rows, then along columns.
    let rows: [f32; 64] = std::array::from_fn(|k| sum(&|x| block[k / 8 * 8 + x], k % 8));
    std::array::from_fn(|k| {
        let frequency = sum(&|y| rows[8 * y + k % 8], k / 8);
        // Codes have room for ten bits; a picture of eight bits a channel gets there only by rounding.
        (frequency / f32::from(steps[k])).round().clamp(-1023.0, 1023.0) as i32
    })
}
