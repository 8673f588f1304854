//! The inner loop: every fragment of every triangle, band by band.

use super::bins::Binned;
use super::camera::{Camera, ImageSize, ScreenTransform};
use super::clip::clip_triangle;
use super::setup::{PixelWindow, ScreenVertex, TriangleSetup, signed_area};
use crate::TriMesh;
use rayon::prelude::*;

/// Rows of a band, the part of an image that one thread draws at a time.
pub const BAND_ROWS: u32 = 16;

/// The largest image side; beyond it, snapped coordinates would leave their integers.
const MOST_PIXELS: u32 = 1 << 19;

/// Which triangles are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cull {
    /// None: both sides are drawn.
    #[default]
    None,
    /// Those that show their back, clockwise in the image.
    Back,
    /// Those that show their front, counter-clockwise in the image.
    Front,
}

/// Some full rows of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// The first row.
    pub first_row: u32,
    /// Number of rows: [`BAND_ROWS`], or fewer at the bottom of the image.
    pub rows: u32,
}

/// The bands of an image from top to bottom.
pub fn bands(size: ImageSize) -> impl Iterator<Item = Band> {
    (0..size.height.div_ceil(BAND_ROWS)).map(move |band| {
        let first_row = band * BAND_ROWS;
        Band { first_row, rows: BAND_ROWS.min(size.height - first_row) }
    })
}

/// Receives the fragments of one band: each pixel centre covered by each triangle, once.
///
/// Triangles come in ascending order of their ids, and the pixels of a triangle row by row.
pub trait FragmentSink: Send {
    /// One fragment. `x` and `y` are the pixel in the whole image, `depth` metres along the view axis.
    fn fragment(&mut self, x: u32, y: u32, depth: f32, triangle: u32, front_facing: bool);
}

/// Sends all fragments of a mesh to one sink a band, in parallel.
///
/// `sinks` holds one sink for each of [`bands`]; bands without a sink are not drawn. Images wider or higher than 2^19
/// pixels are not drawn.
///
/// ```
/// use glam::DVec3;
/// use toile_geom::TriMesh;
/// use toile_geom::raster::{Band, Camera, Cull, FragmentSink, ImageSize, bands, rasterise};
///
/// /// How many surfaces lie behind each pixel of a band.
/// struct Layers {
///     first_row: u32,
///     width: u32,
///     count: Vec<u32>,
/// }
///
/// impl FragmentSink for Layers {
///     fn fragment(&mut self, x: u32, y: u32, _depth: f32, _triangle: u32, _front_facing: bool) {
///         self.count[((y - self.first_row) * self.width + x) as usize] += 1;
///     }
/// }
///
/// let positions = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::NEG_Z, DVec3::new(1.0, 0.0, -1.0), DVec3::new(0.0, 1.0, -1.0)];
/// let mesh = TriMesh { positions, triangles: vec![[0, 1, 2], [3, 4, 5]] };
/// let camera = Camera::fit(&mesh.bounds(), DVec3::NEG_Z, 0.0);
/// let size = ImageSize { width: 8, height: 8 };
/// let new_sink = |band: Band| Layers {
///     first_row: band.first_row,
///     width: size.width,
///     count: vec![0; (band.rows * size.width) as usize],
/// };
/// let mut sinks: Vec<Layers> = bands(size).map(new_sink).collect();
/// rasterise(&mesh, &camera, size, Cull::None, &mut sinks);
/// assert_eq!(sinks[0].count[7 * 8], 2);
/// assert_eq!(sinks[0].count[7], 0);
/// ```
pub fn rasterise<S: FragmentSink>(
    mesh: &TriMesh,
    camera: &Camera,
    size: ImageSize,
    cull: Cull,
    sinks: &mut [S],
) {
    if size.pixels() == 0 || size.width > MOST_PIXELS || size.height > MOST_PIXELS {
        return;
    }
    let transform = ScreenTransform::new(camera, size);
    let binned = Binned::new(mesh, transform, size);
    let bands: Vec<Band> = bands(size).collect();
    sinks
        .par_iter_mut()
        .zip(bands)
        .enumerate()
        .for_each(|(number, (sink, band))| scan_band(&binned, number, band, size, cull, sink));
}

fn scan_band<S: FragmentSink>(
    binned: &Binned<'_>,
    number: usize,
    band: Band,
    size: ImageSize,
    cull: Cull,
    sink: &mut S,
) {
    let window = PixelWindow {
        left: 0,
        right: size.width as i32 - 1,
        top: band.first_row as i32,
        bottom: (band.first_row + band.rows) as i32 - 1,
    };
    let perspective = binned.transform.perspective;
    for id in binned.band(number) {
        let [a, b, c] = binned.mesh.triangles[id as usize].map(|v| v as usize);
        let corners = [binned.vertices[a], binned.vertices[b], binned.vertices[c]];
        if corners.iter().any(|v| v.is_outside()) {
            let corners = [binned.mesh.positions[a], binned.mesh.positions[b], binned.mesh.positions[c]];
            if let Some(polygon) = clip_triangle(corners, &binned.transform) {
                scan_fan(polygon.corners(), perspective, cull, window, id, sink);
            }
        } else {
            scan_fan(&corners, perspective, cull, window, id, sink);
        }
    }
}

/// Scans a convex polygon as a fan of triangles.
#[inline]
fn scan_fan<S: FragmentSink>(
    polygon: &[ScreenVertex],
    perspective: bool,
    cull: Cull,
    window: PixelWindow,
    id: u32,
    sink: &mut S,
) {
    let [apex, rest @ ..] = polygon else { return };
    for pair in rest.windows(2) {
        let corners = [*apex, pair[0], pair[1]];
        let area = signed_area(corners[0], corners[1], corners[2]);
        // The image's y axis points down: what turns counter-clockwise in space has a negative area here.
        let front_facing = area < 0;
        let culled = match cull {
            Cull::None => false,
            Cull::Back => !front_facing,
            Cull::Front => front_facing,
        };
        if area == 0 || culled {
            continue;
        }
        let setup = TriangleSetup::new(corners, area, window);
        if perspective {
            setup.scan(|x, y, depth| {
                sink.fragment(x as u32, y as u32, (1.0 / depth) as f32, id, front_facing);
            });
        } else {
            setup.scan(|x, y, depth| sink.fragment(x as u32, y as u32, depth as f32, id, front_facing));
        }
    }
}
