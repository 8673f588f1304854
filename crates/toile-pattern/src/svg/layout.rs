//! Pieces side by side on a sheet.

use crate::garment::Garment;
use glam::DVec2;

/// Space between pieces in metres.
const GAP: f64 = 0.04;

/// Where each piece of a garment is on a sheet, in metres, `y` up.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// By how much each piece is moved.
    pub offsets: Vec<DVec2>,
    /// Width and height of the sheet.
    pub size: DVec2,
}

impl Layout {
    /// Lays the pieces out in rows, the tallest first, on a sheet that is about half as high as wide.
    pub fn new(garment: &Garment) -> Self {
        let bounds: Vec<[DVec2; 2]> = garment.pieces.iter().map(|piece| piece.outline.bounds()).collect();
        let sizes: Vec<DVec2> = bounds.iter().map(|[low, high]| (*high - *low).max(DVec2::ZERO)).collect();
        let area: f64 = sizes.iter().map(|size| (size.x + GAP) * (size.y + GAP)).sum();
        let widest = sizes.iter().map(|size| size.x).fold(0.0, f64::max);
        let width = (1.9 * area).sqrt().max(widest + GAP);
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        order.sort_by(|&a, &b| sizes[b].y.total_cmp(&sizes[a].y));
        let mut offsets = vec![DVec2::ZERO; sizes.len()];
        let (mut x, mut top, mut row, mut right) = (GAP, -GAP, 0.0_f64, 0.0_f64);
        for index in order {
            if x + sizes[index].x + GAP > width && x > GAP {
                (x, top, row) = (GAP, top - row - GAP, 0.0);
            }
            offsets[index] = DVec2::new(x, top - sizes[index].y) - bounds[index][0];
            x += sizes[index].x + GAP;
            right = right.max(x);
            row = row.max(sizes[index].y);
        }
        let height = GAP - (top - row);
        for offset in &mut offsets {
            offset.y += height;
        }
        Self { offsets, size: DVec2::new(right.max(2.0 * GAP), height) }
    }
}

/// A colour for a seam, by its number: hues a golden section apart, alternately dark and light.
pub fn seam_color(seam: usize) -> [u8; 3] {
    let hue = (seam as f64 * 0.618_033_988_75 + 0.02).fract() * 6.0;
    let value = if seam.is_multiple_of(2) { 0.82 } else { 0.62 };
    let rise = (hue.fract() * value * 255.0) as u8;
    let (full, fall) = ((value * 255.0) as u8, ((1.0 - hue.fract()) * value * 255.0) as u8);
    match hue as u32 {
        0 => [full, rise, 0],
        1 => [fall, full, 0],
        2 => [0, full, rise],
        3 => [0, fall, full],
        4 => [rise, 0, full],
        _ => [full, 0, fall],
    }
}
