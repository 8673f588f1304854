//! Sorting triangles into bands of rows, so that each band can be drawn by one thread.

use super::camera::{ImageSize, ScreenTransform};
use super::clip::{GUARD_BAND, clip_triangle};
use super::scan::BAND_ROWS;
use super::setup::{ScreenVertex, pixel_range};
use crate::TriMesh;
use glam::DVec3;
use rayon::prelude::*;

/// Triangles sorted together by one thread.
const CHUNK: usize = 1 << 14;

/// A mesh projected to an image, with its triangles sorted by the bands of rows that they touch.
pub(super) struct Binned<'m> {
    pub(super) mesh: &'m TriMesh,
    pub(super) transform: ScreenTransform,
    pub(super) vertices: Vec<ScreenVertex>,
    chunks: Vec<Chunk>,
}

/// The triangles of one chunk, those of band `b` at `entries[offsets[b]..offsets[b + 1]]` with ids ascending.
struct Chunk {
    offsets: Vec<u32>,
    entries: Vec<u32>,
}

/// First and last band that a triangle touches; first > last if it touches none.
type BandRange = (u16, u16);
const NO_BAND: BandRange = (1, 0);

impl<'m> Binned<'m> {
    pub(super) fn new(mesh: &'m TriMesh, transform: ScreenTransform, size: ImageSize) -> Self {
        let vertices: Vec<ScreenVertex> =
            mesh.positions.par_iter().with_min_len(4096).map(|&p| project_vertex(p, &transform)).collect();
        let bands = size.height.div_ceil(BAND_ROWS) as usize;
        let chunks = mesh
            .triangles
            .par_chunks(CHUNK)
            .enumerate()
            .map(|(number, triangles)| {
                let ranges: Vec<BandRange> =
                    triangles.iter().map(|&t| band_range(t, mesh, &vertices, &transform, size)).collect();
                Chunk::sort(&ranges, (number * CHUNK) as u32, bands)
            })
            .collect();
        Self { mesh, transform, vertices, chunks }
    }

    /// Ids of the triangles that touch a band, ascending.
    pub(super) fn band(&self, band: usize) -> impl Iterator<Item = u32> {
        self.chunks.iter().flat_map(move |chunk| {
            let (from, to) = (chunk.offsets[band] as usize, chunk.offsets[band + 1] as usize);
            chunk.entries[from..to].iter().copied()
        })
    }
}

impl Chunk {
    /// Counting sort of triangles by band.
    fn sort(ranges: &[BandRange], first_id: u32, bands: usize) -> Self {
        let mut offsets = vec![0_u32; bands + 1];
        for &(first, last) in ranges {
            for band in first..=last {
                offsets[usize::from(band) + 1] += 1;
            }
        }
        for band in 0..bands {
            offsets[band + 1] += offsets[band];
        }
        let mut next = offsets.clone();
        let mut entries = vec![0_u32; offsets[bands] as usize];
        for (id, &(first, last)) in (first_id..).zip(ranges) {
            for band in first..=last {
                let slot = &mut next[usize::from(band)];
                entries[*slot as usize] = id;
                *slot += 1;
            }
        }
        Self { offsets, entries }
    }
}

fn project_vertex(p: DVec3, transform: &ScreenTransform) -> ScreenVertex {
    let q = transform.apply(p);
    let guard = GUARD_BAND * q.w;
    let in_range = q.depth >= transform.near && q.depth <= transform.far;
    // Written so that NaN fails.
    if in_range && q.x.abs() < guard && q.y.abs() < guard {
        ScreenVertex::snap(q, transform.perspective)
    } else {
        ScreenVertex::OUTSIDE
    }
}

fn band_range(
    triangle: [u32; 3],
    mesh: &TriMesh,
    vertices: &[ScreenVertex],
    transform: &ScreenTransform,
    size: ImageSize,
) -> BandRange {
    let [i, j, k] = triangle.map(|v| v as usize);
    let (Some(&a), Some(&b), Some(&c)) = (vertices.get(i), vertices.get(j), vertices.get(k)) else {
        return NO_BAND;
    };
    if a.is_outside() || b.is_outside() || c.is_outside() {
        let corners = [mesh.positions[i], mesh.positions[j], mesh.positions[k]];
        return clip_triangle(corners, transform)
            .map_or(NO_BAND, |polygon| bands_of(polygon.corners(), size));
    }
    bands_of(&[a, b, c], size)
}

/// The bands between the topmost and the lowest pixel centre that the corners enclose.
fn bands_of(corners: &[ScreenVertex], size: ImageSize) -> BandRange {
    let mut x = (i32::MAX, i32::MIN);
    let mut y = (i32::MAX, i32::MIN);
    for corner in corners {
        x = (x.0.min(corner.x), x.1.max(corner.x));
        y = (y.0.min(corner.y), y.1.max(corner.y));
    }
    if x.0 > x.1 {
        return NO_BAND;
    }
    let (left, right) = pixel_range(x.0, x.1);
    let (top, bottom) = pixel_range(y.0, y.1);
    let (left, right) = (left.max(0), right.min(size.width as i32 - 1));
    let (top, bottom) = (top.max(0), bottom.min(size.height as i32 - 1));
    if left > right || top > bottom {
        return NO_BAND;
    }
    let band = |row: i32| (row / BAND_ROWS as i32) as u16;
    (band(top), band(bottom))
}
