//! Points inside of a piece: evenly spread, but at random (Bridson 2007, "Fast Poisson disk sampling in arbitrary dimensions").

use super::sizing::Sizing;
use glam::DVec2;
use toile_geom::allowance::{Allowance, Spent};
use toile_geom::random::Random;

/// Tries around each point before it is given up.
const MAX_POINT_TRIES: u32 = 16;
/// The least distance of points as a share of the edge length: a maximal random packing of discs of that distance holds as many
/// points as a mesh of equilateral triangles of the edge length.
const DISTANCE: f64 = 0.78;

/// After this many points it is seen whether there is time and memory for more.
const LOOK_AT_CLOCK: usize = 1 << 12;

/// Polygons that a point can be inside of.
pub(super) struct Inside<'a> {
    loops: &'a [Vec<DVec2>],
    low: DVec2,
    cell: f64,
    columns: usize,
    rows: usize,
    /// For each cell: outside, inside, or crossed by the outline.
    flags: Vec<Flag>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Flag {
    Outside,
    Inside,
    Crossed,
}

impl<'a> Inside<'a> {
    pub(super) fn new(loops: &'a [Vec<DVec2>], cell: f64) -> Self {
        let start = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        let (low, high) = loops.iter().flatten().fold(start, |(low, high), &p| (low.min(p), high.max(p)));
        let cell = cell.max((high - low).max_element() / 1024.0).max(1e-9);
        let low = low - cell;
        let count = |side: f64| (side / cell).ceil() as usize + 2;
        let (columns, rows) = (count(high.x - low.x), count(high.y - low.y));
        let mut inside = Self { loops, low, cell, columns, rows, flags: vec![Flag::Outside; columns * rows] };
        inside.mark_crossed();
        for row in 0..rows {
            let mut before: Option<Flag> = None;
            for column in 0..columns {
                let index = row * columns + column;
                if inside.flags[index] == Flag::Crossed {
                    before = None;
                    continue;
                }
                // The flag changes only where the outline passes.
                let flag = before.unwrap_or_else(|| {
                    let middle = inside.low + (DVec2::new(column as f64, row as f64) + 0.5) * cell;
                    if inside.winds(middle) { Flag::Inside } else { Flag::Outside }
                });
                inside.flags[index] = flag;
                before = Some(flag);
            }
        }
        inside
    }

    fn mark_crossed(&mut self) {
        for points in self.loops {
            let next = points.iter().cycle().skip(1);
            for (&a, &b) in points.iter().zip(next) {
                let steps = (a.distance(b) / (0.5 * self.cell)).ceil().max(1.0) as usize;
                for i in 0..=steps {
                    let at = (a.lerp(b, i as f64 / steps as f64) - self.low) / self.cell;
                    let (column, row) = (at.x as usize, at.y as usize);
                    for y in row.saturating_sub(1)..(row + 2).min(self.rows) {
                        for x in column.saturating_sub(1)..(column + 2).min(self.columns) {
                            self.flags[y * self.columns + x] = Flag::Crossed;
                        }
                    }
                }
            }
        }
    }

    /// Whether a ray to the right crosses the polygons an odd number of times.
    fn winds(&self, point: DVec2) -> bool {
        let mut odd = false;
        for points in self.loops {
            let next = points.iter().cycle().skip(1);
            for (a, b) in points.iter().zip(next) {
                if (a.y > point.y) != (b.y > point.y) {
                    let x = a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y);
                    odd ^= x > point.x;
                }
            }
        }
        odd
    }

    pub(super) fn contains(&self, point: DVec2) -> bool {
        let at = (point - self.low) / self.cell;
        if !(at.x >= 0.0 && at.y >= 0.0 && at.x < self.columns as f64 && at.y < self.rows as f64) {
            return false;
        }
        match self.flags[at.y as usize * self.columns + at.x as usize] {
            Flag::Outside => false,
            Flag::Inside => true,
            Flag::Crossed => self.winds(point),
        }
    }
}

/// Points on a grid for finding neighbours.
struct Buckets {
    low: DVec2,
    cell: f64,
    columns: usize,
    rows: usize,
    first: Vec<u32>,
    next: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Buckets {
    fn new(bounds: [DVec2; 2], cell: f64) -> Self {
        let [low, high] = bounds;
        let cell = cell.max((high - low).max_element() / 2048.0);
        let count = |side: f64| (side / cell) as usize + 3;
        let (columns, rows) = (count(high.x - low.x), count(high.y - low.y));
        Self { low: low - cell, cell, columns, rows, first: vec![NONE; columns * rows], next: Vec::new() }
    }

    fn cell_of(&self, point: DVec2) -> (usize, usize) {
        let at = (point - self.low) / self.cell;
        let clamp = |v: f64, count: usize| if v > 0.0 { (v as usize).min(count - 1) } else { 0 };
        (clamp(at.x, self.columns), clamp(at.y, self.rows))
    }

    fn push(&mut self, point: DVec2) {
        let (column, row) = self.cell_of(point);
        let cell = &mut self.first[row * self.columns + column];
        let number = self.next.len() as u32;
        self.next.push(*cell);
        *cell = number;
    }

    /// Whether a point within a distance is already there.
    fn is_crowded(&self, points: &[DVec2], point: DVec2, distance: f64) -> bool {
        let reach = DVec2::splat(distance);
        let ((left, bottom), (right, top)) = (self.cell_of(point - reach), self.cell_of(point + reach));
        for row in bottom..=top {
            for column in left..=right {
                let mut number = self.first[row * self.columns + column];
                while number != NONE {
                    if points[number as usize].distance_squared(point) < distance * distance {
                        return true;
                    }
                    number = self.next[number as usize];
                }
            }
        }
        false
    }
}

/// Adds points to those that are there, until there is no room inside. That ends: points keep a distance, and what they are inside of has an area.
pub(super) fn fill(
    points: &mut Vec<DVec2>,
    inside: &Inside<'_>,
    sizing: &Sizing,
    seed: u64,
    allowance: &Allowance,
) -> Result<(), Spent> {
    let start = [DVec2::INFINITY, DVec2::NEG_INFINITY];
    let bounds = points.iter().fold(start, |[low, high], &p| [low.min(p), high.max(p)]);
    let mut buckets = Buckets::new(bounds, DISTANCE * sizing.least());
    for &point in points.iter() {
        buckets.push(point);
    }
    let mut random = Random::xorshift(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut active: Vec<u32> = (0..points.len() as u32).collect();
    let mut tries = 0_usize;
    while !active.is_empty() {
        tries += 1;
        if tries.is_multiple_of(LOOK_AT_CLOCK) {
            allowance.check()?;
        }
        let pick = (random.unit() * active.len() as f64) as usize;
        let around = points[active[pick] as usize];
        let radius = DISTANCE * sizing.at(around);
        let mut added = false;
        for _ in 0..MAX_POINT_TRIES {
            let far = radius * (1.0 + 0.4 * random.unit());
            let point = around + DVec2::from_angle(std::f64::consts::TAU * random.unit()) * far;
            if inside.contains(point) && !buckets.is_crowded(points, point, DISTANCE * sizing.at(point)) {
                active.push(points.len() as u32);
                points.push(point);
                buckets.push(point);
                added = true;
                break;
            }
        }
        if !added {
            active.swap_remove(pick);
        }
    }
    Ok(())
}
