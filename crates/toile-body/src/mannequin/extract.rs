//! The zero surface of a field as a mesh: surface nets that follow the surface from a seed.
//!
//! Only cells that the surface passes through are visited, so the cost goes with the area, and the result is one connected
//! surface. Each such cell has one vertex, each crossed grid edge one square of four vertices (Gibson 1998).

use super::blend::Field;
use glam::{DVec3, I64Vec3};
use std::sync::LazyLock;
use toile_geom::TriMesh;

/// The part of a regular grid that the surface passes through; the field is the same left and right.
struct Nets<'a> {
    field: &'a Field,
    origin: DVec3,
    cell: f64,
    size: I64Vec3,
    /// Field values at grid points, NaN where not asked for yet.
    values: Vec<f32>,
    /// The vertex of each cell, or `NONE`.
    vertices: Vec<u32>,
}

const NONE: u32 = u32::MAX;

/// The surface around the seed, a point inside, with vertices about `cell` metres apart; `None` if the grid misses it.
pub(crate) fn extract(field: &Field, seed: DVec3, cell: f64, offset: DVec3) -> Option<TriMesh> {
    let bounds = field.bounds().inflated(3.0 * cell);
    // The mirror between left and right lies on grid points, so that each value holds for two of them.
    let half = (bounds.max.x.max(-bounds.min.x) / cell + offset.x).ceil() + 1.0;
    let shifted = bounds.min - offset * cell;
    let origin = DVec3::new(-half * cell, shifted.y, shifted.z);
    let mut size = ((bounds.max - origin) / cell).ceil().as_i64vec3() + 1;
    size.x = 2 * half as i64 + 1;
    let count = usize::try_from(size.x * size.y * size.z).ok()?;
    let mut nets =
        Nets { field, origin, cell, size, values: vec![f32::NAN; count], vertices: vec![NONE; count] };
    let first = nets.start(seed)?;
    let cells = nets.follow_cleanly(first);
    let triangles = nets.squares(&cells);
    let positions: Vec<DVec3> = cells.iter().map(|&c| nets.crossing_mean(c)).collect();
    TriMesh::new(positions, triangles)
}

impl Nets<'_> {
    fn index(&self, p: I64Vec3) -> usize {
        ((p.z * self.size.y + p.y) * self.size.x + p.x) as usize
    }

    fn point(&self, p: I64Vec3) -> DVec3 {
        self.origin + p.as_dvec3() * self.cell
    }

    fn value(&mut self, p: I64Vec3) -> f32 {
        let index = self.index(p);
        if self.values[index].is_nan() {
            let value = self.field.distance(self.point(p)) as f32;
            self.values[index] = value;
            let mirrored = self.index(I64Vec3::new(self.size.x - 1 - p.x, p.y, p.z));
            self.values[mirrored] = value;
        }
        self.values[index]
    }

    /// Which corners of a cell are inside, a bit each.
    fn inside(&mut self, cell: I64Vec3) -> u8 {
        (0..8).fold(0, |set, i| set | u8::from(self.value(cell + corner(i)) < 0.0) << i)
    }

    /// The first cell to the side of the seed that the surface passes through.
    fn start(&mut self, seed: DVec3) -> Option<I64Vec3> {
        let mut p = ((seed - self.origin) / self.cell).floor().as_i64vec3();
        while p.x + 2 < self.size.x {
            if (self.value(p) < 0.0) != (self.value(p + I64Vec3::X) < 0.0) {
                return Some(p);
            }
            p.x += 1;
        }
        None
    }

    /// Follows the surface, and again after moving it by a hair where it would touch itself in an edge or a vertex.
    fn follow_cleanly(&mut self, first: I64Vec3) -> Vec<I64Vec3> {
        const MAX_TRACE_ATTEMPTS: usize = 20;
        let mut cells = self.follow(first);
        for _ in 0..MAX_TRACE_ATTEMPTS {
            let mut changed = false;
            for &cell in &cells {
                changed |= self.untangle(cell);
            }
            if !changed {
                break;
            }
            self.vertices.fill(NONE);
            cells = self.follow(first);
        }
        cells
    }

    /// If the surface passes through a cell in two sheets, moves the corner that is nearest to it to its other side.
    fn untangle(&mut self, cell: I64Vec3) -> bool {
        let inside = self.inside(cell);
        if !TWO_SHEETS[usize::from(inside)] {
            return false;
        }
        // Always to the inside: gaps get filled, and the repetition ends.
        let nearest = (0..8)
            .filter(|&i| inside >> i & 1 == 0)
            .min_by(|&i, &j| self.value(cell + corner(i)).total_cmp(&self.value(cell + corner(j))));
        let Some(nearest) = nearest else { return false };
        let index = self.index(cell + corner(nearest));
        // A tenth of a millimetre: far enough to differ from rounding, too little to see.
        self.values[index] = -1e-4;
        true
    }

    /// Numbers all cells that the surface reaches from the first one.
    fn follow(&mut self, first: I64Vec3) -> Vec<I64Vec3> {
        let mut cells = Vec::new();
        let mut stack = vec![first];
        while let Some(cell) = stack.pop() {
            let within = cell.cmpge(I64Vec3::ONE).all() && cell.cmplt(self.size - 2).all();
            if !within || self.vertices[self.index(cell)] != NONE {
                continue;
            }
            let inside = self.inside(cell);
            if inside == 0 || inside == 0xff {
                continue;
            }
            let index = self.index(cell);
            self.vertices[index] = cells.len() as u32;
            cells.push(cell);
            for (face, &corners) in FACES.iter().enumerate() {
                let part = inside & corners;
                if part != 0 && part != corners {
                    stack.push(cell + axis_step(face / 2) * if face % 2 == 1 { 1 } else { -1 });
                }
            }
        }
        cells
    }

    /// Two triangles for each crossed grid edge.
    fn squares(&self, cells: &[I64Vec3]) -> Vec<[u32; 3]> {
        let mut triangles = Vec::with_capacity(cells.len() * 2);
        for &cell in cells {
            let low = self.values[self.index(cell)] < 0.0;
            for axis in 0..3 {
                let high = self.values[self.index(cell + axis_step(axis))] < 0.0;
                if low == high {
                    continue;
                }
                let (u, v) = (axis_step((axis + 1) % 3), axis_step((axis + 2) % 3));
                let mut ring = [cell, cell - u, cell - u - v, cell - v].map(|c| self.vertices[self.index(c)]);
                if high {
                    ring.reverse();
                }
                let [a, b, c, d] = ring;
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        triangles
    }

    /// The mean of the places where the surface crosses the cell's edges.
    fn crossing_mean(&self, cell: I64Vec3) -> DVec3 {
        let (mut sum, mut count) = (DVec3::ZERO, 0.0);
        for i in 0..8 {
            for axis in (0..3).filter(|axis| i >> axis & 1 == 0) {
                let (a, b) = (cell + corner(i), cell + corner(i | 1 << axis));
                let (from, to) =
                    (f64::from(self.values[self.index(a)]), f64::from(self.values[self.index(b)]));
                if (from < 0.0) != (to < 0.0) {
                    sum += self.point(a).lerp(self.point(b), from / (from - to));
                    count += 1.0;
                }
            }
        }
        sum / f64::max(count, 1.0)
    }
}

/// The corners of each face of a cell, a bit each: low and high along x, y and z.
const FACES: [u8; 6] = [0x55, 0xaa, 0x33, 0xcc, 0x0f, 0xf0];

/// For each choice of corners inside, whether the surface passes through the cell in two sheets.
static TWO_SHEETS: LazyLock<[bool; 256]> =
    LazyLock::new(|| std::array::from_fn(|inside| two_sheets(inside as u8)));

/// Whether corners across a face are on one side and those between them on the other, or the corners of a side are apart.
fn two_sheets(inside: u8) -> bool {
    let split_face = FACES.iter().any(|&face| {
        let part = inside & face;
        // The corners of two edges that have none in common: both along the face's first direction, both along its second.
        part.count_ones() == 2 && [1, 2, 4].iter().all(|&step| neighbours(part, step) & part == 0)
    });
    split_face || !connected(inside) || !connected(!inside)
}

/// The corners one step away from a set of corners along an axis, whose number is the bit that it changes.
fn neighbours(set: u8, step: u8) -> u8 {
    (0..8).filter(|&i| set >> i & 1 == 1).fold(0, |moved, i| moved | 1 << (i ^ step))
}

/// Whether corners can be reached from each other along the cell's edges.
fn connected(corners: u8) -> bool {
    let mut reached = corners & corners.wrapping_neg();
    for _ in 0..8 {
        reached |= [1, 2, 4].iter().fold(0, |set, &step| set | neighbours(reached, step)) & corners;
    }
    reached == corners
}

fn corner(i: usize) -> I64Vec3 {
    I64Vec3::new((i & 1) as i64, (i >> 1 & 1) as i64, (i >> 2 & 1) as i64)
}

fn axis_step(axis: usize) -> I64Vec3 {
    [I64Vec3::X, I64Vec3::Y, I64Vec3::Z][axis]
}
