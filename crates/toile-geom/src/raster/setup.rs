//! What a triangle needs before its pixels can be visited: snapped corners, edge functions and a depth plane.

use super::camera::Homogeneous;
use super::clip::GUARD_BAND;

/// Bits after the binary point of a snapped pixel coordinate.
const SUBPIXEL_BITS: u32 = 8;
/// Snapped units a pixel.
const PIXEL: i64 = 1 << SUBPIXEL_BITS;
/// A pixel's centre in snapped units.
const HALF: i64 = PIXEL / 2;

/// A vertex in the image, snapped to 1/256 pixel.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScreenVertex {
    pub(super) x: i32,
    pub(super) y: i32,
    /// What is linear over the image: the depth itself without perspective, its reciprocal with it.
    pub(super) depth: f32,
}

impl ScreenVertex {
    /// Marks a vertex whose triangles must be clipped (or left out, if it is not finite).
    pub(super) const OUTSIDE: Self = Self { x: i32::MIN, y: i32::MIN, depth: 0.0 };

    pub(super) fn is_outside(self) -> bool {
        self.x == i32::MIN
    }

    /// Snaps a point that lies inside the guard band.
    pub(super) fn snap(q: Homogeneous, perspective: bool) -> Self {
        let unit = PIXEL as f64;
        // The clamp only catches the last rounding of a point that was cut at the guard band.
        let limit = GUARD_BAND * unit;
        let (scale, depth) = if perspective { (1.0 / q.w, 1.0 / q.depth) } else { (1.0, q.depth) };
        let fixed = |v: f64| round((v * scale * unit).clamp(-limit, limit)) as i32;
        Self { x: fixed(q.x), y: fixed(q.y), depth: depth as f32 }
    }
}

/// Rounds to the nearest integer, ties to even: adding 1.5 times 2^52 leaves no bits for a fraction. Much faster than
/// the library function on processors that have no instruction for it.
fn round(v: f64) -> f64 {
    const NO_FRACTION: f64 = 6_755_399_441_055_744.0;
    (v + NO_FRACTION) - NO_FRACTION
}

/// First and last pixel whose centre lies in a range of snapped coordinates; empty if first > last.
pub(super) fn pixel_range(low: i32, high: i32) -> (i32, i32) {
    let first = (i64::from(low) - HALF + PIXEL - 1) >> SUBPIXEL_BITS;
    let last = (i64::from(high) - HALF) >> SUBPIXEL_BITS;
    (first as i32, last as i32)
}

/// An edge function, positive on the inner side, as a linear function of the pixel's column and row.
#[derive(Clone, Copy, Debug)]
struct Edge {
    per_column: i64,
    per_row: i64,
    constant: i64,
}

impl Edge {
    /// The edge from `a` to `b` of a triangle whose signed area is positive in the image (y down).
    ///
    /// A pixel exactly on the edge counts only for one of the two directions in which the edge can be walked, and
    /// that is what makes neighbours cover each pixel once.
    fn new(a: ScreenVertex, b: ScreenVertex) -> Self {
        let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
        let takes_ties = dy < 0 || (dy == 0 && dx > 0);
        let at_first_centre = dx * (HALF - i64::from(a.y)) - dy * (HALF - i64::from(a.x));
        Self {
            per_column: -dy * PIXEL,
            per_row: dx * PIXEL,
            constant: at_first_centre - i64::from(!takes_ties),
        }
    }

    fn at(&self, column: i32, row: i32) -> i64 {
        self.constant + self.per_column * i64::from(column) + self.per_row * i64::from(row)
    }
}

/// Twice the signed area of a triangle in snapped units; positive if it turns clockwise on the screen (y down).
pub(super) fn signed_area(a: ScreenVertex, b: ScreenVertex, c: ScreenVertex) -> i64 {
    let d = |p: i32, q: i32| i64::from(p) - i64::from(q);
    d(b.x, a.x) * d(c.y, a.y) - d(b.y, a.y) * d(c.x, a.x)
}

/// A depth that is linear over the image, relative to one corner so that small triangles lose no digits.
#[derive(Clone, Copy, Debug)]
struct DepthPlane {
    column: f64,
    row: f64,
    depth: f64,
    per_column: f64,
    per_row: f64,
    low: f64,
    high: f64,
}

impl DepthPlane {
    fn new(a: ScreenVertex, b: ScreenVertex, c: ScreenVertex, area: i64) -> Self {
        let d = |p: i32, q: i32| (i64::from(p) - i64::from(q)) as f64;
        let [za, zb, zc] = [a.depth, b.depth, c.depth].map(f64::from);
        let scale = PIXEL as f64 / area as f64;
        let (db, dc) = (zb - za, zc - za);
        Self {
            column: (f64::from(a.x) - HALF as f64) / PIXEL as f64,
            row: (f64::from(a.y) - HALF as f64) / PIXEL as f64,
            depth: za,
            per_column: (db * d(c.y, a.y) - dc * d(b.y, a.y)) * scale,
            per_row: (dc * d(b.x, a.x) - db * d(c.x, a.x)) * scale,
            low: za.min(zb).min(zc),
            high: za.max(zb).max(zc),
        }
    }

    fn at(&self, column: i32, row: i32) -> f64 {
        let depth = self.depth
            + (f64::from(column) - self.column) * self.per_column
            + (f64::from(row) - self.row) * self.per_row;
        depth.max(self.low).min(self.high)
    }
}

/// A rectangle of pixels, all bounds inclusive.
#[derive(Clone, Copy, Debug)]
pub(super) struct PixelWindow {
    pub(super) left: i32,
    pub(super) right: i32,
    pub(super) top: i32,
    pub(super) bottom: i32,
}

/// A triangle ready to be scanned.
#[derive(Clone, Copy, Debug)]
pub(super) struct TriangleSetup {
    edges: [Edge; 3],
    plane: DepthPlane,
    window: PixelWindow,
}

/// Rows at least this wide find their ends by division; narrower rows are quicker pixel by pixel.
const WIDE_ROW: i32 = 12;

impl TriangleSetup {
    /// Prepares the triangle for the pixels of a window; `area` is its [`signed_area`], not zero.
    pub(super) fn new(corners: [ScreenVertex; 3], area: i64, window: PixelWindow) -> Self {
        let [a, b, c] = corners;
        let ([b, c], area) = if area > 0 { ([b, c], area) } else { ([c, b], -area) };
        let (left, right) = pixel_range(a.x.min(b.x).min(c.x), a.x.max(b.x).max(c.x));
        let (top, bottom) = pixel_range(a.y.min(b.y).min(c.y), a.y.max(b.y).max(c.y));
        Self {
            edges: [Edge::new(b, c), Edge::new(c, a), Edge::new(a, b)],
            plane: DepthPlane::new(a, b, c, area),
            window: PixelWindow {
                left: left.max(window.left),
                right: right.min(window.right),
                top: top.max(window.top),
                bottom: bottom.min(window.bottom),
            },
        }
    }

    /// Calls `visit(column, row, linear depth)` for each covered pixel, row by row.
    #[inline]
    pub(super) fn scan(&self, mut visit: impl FnMut(i32, i32, f64)) {
        let PixelWindow { left, right, top, bottom } = self.window;
        for row in top..=bottom {
            let starts =
                [self.edges[0].at(left, row), self.edges[1].at(left, row), self.edges[2].at(left, row)];
            if right - left >= WIDE_ROW {
                let (first, last) = self.row_ends(starts);
                for column in first..=last {
                    visit(column, row, self.plane.at(column, row));
                }
            } else {
                let [mut e0, mut e1, mut e2] = starts;
                for column in left..=right {
                    if (e0 | e1 | e2) >= 0 {
                        visit(column, row, self.plane.at(column, row));
                    }
                    e0 += self.edges[0].per_column;
                    e1 += self.edges[1].per_column;
                    e2 += self.edges[2].per_column;
                }
            }
        }
    }

    /// First and last covered column of a row, given the edge functions at the window's left column.
    fn row_ends(&self, starts: [i64; 3]) -> (i32, i32) {
        let span = i64::from(self.window.right) - i64::from(self.window.left);
        let (mut first, mut last) = (0, span);
        for (edge, start) in self.edges.iter().zip(starts) {
            let step = edge.per_column;
            match step.signum() {
                // start + k step >= 0 from some k on
                1 => first = first.max((-start).div_euclid(step) + i64::from((-start).rem_euclid(step) != 0)),
                // start + k step >= 0 up to some k
                -1 => last = last.min(start.div_euclid(-step)),
                _ if start < 0 => last = -1,
                _ => {}
            }
        }
        let left = self.window.left;
        // An empty row may give ends far outside of the window; the clamp keeps them in an i32 and empty.
        (left + first.min(span + 1) as i32, left + last.max(-1) as i32)
    }
}
