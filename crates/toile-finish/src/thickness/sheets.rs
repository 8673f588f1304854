//! Both sides of cloth, with steps where the thickness changes.

use super::cut::CutCloth;
use super::settings::{ThickCover, Thickness};
use crate::flat::FlatCloth;

/// The side that normals point away from the cloth on.
pub(super) const OUTER: usize = 0;
/// The other side.
pub(super) const INNER: usize = 1;

/// A vertex of one side: so far along the normal of a vertex of the cut cloth.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SheetVertex {
    pub(super) vertex: u32,
    pub(super) side: u8,
    /// In metres; negative on the inner side.
    pub(super) offset: f64,
}

/// The vertices of both sides.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheets {
    pub(super) vertices: Vec<SheetVertex>,
    /// The vertex of each corner of each triangle, for both sides.
    pub(super) corners: [Vec<[u32; 3]>; 2],
    /// Which triangles have an inner side.
    pub(super) covered: Vec<bool>,
}

impl Sheets {
    pub(super) fn new(cut: &CutCloth, thickness: &Thickness, cover: ThickCover) -> Self {
        let mut sheets = Self { covered: covered(cut, cover), ..Self::default() };
        let is_one = |t: usize, u: usize| match thickness {
            Thickness::OfTriangles(values) => {
                values[cut.origin[t] as usize] == values[cut.origin[u] as usize]
            }
            _ => true,
        };
        let half = |t: usize, v: u32| 0.5 * of_corner(cut, thickness, t, v);
        sheets.add_side(&cut.cloth, OUTER, is_one, half);
        let is_one = |t: usize, u: usize| is_one(t, u) && cut.layers(t) == cut.layers(u);
        let below = |t: usize, v: u32| -half(t, v) * (2.0 * f64::from(cut.layers(t)) - 1.0);
        sheets.add_side(&cut.cloth, INNER, is_one, below);
        sheets.close_where_uncovered(&cut.cloth);
        sheets
    }

    /// Corners at a vertex are one vertex of a side unless a step lies between them. Where three or more steps meet they end in one vertex: there
    /// is no surface that joins them without folding.
    fn add_side(
        &mut self,
        cloth: &FlatCloth,
        side: usize,
        is_one: impl Fn(usize, usize) -> bool,
        offset: impl Fn(usize, u32) -> f64,
    ) {
        let sectors = joined_corners(cloth, is_one);
        let fans = joined_corners(cloth, |_, _| true);
        let mut in_fan = vec![0_u32; sectors.len()];
        for (corner, &sector) in sectors.iter().enumerate() {
            if corner as u32 == sector {
                in_fan[fans[corner] as usize] += 1;
            }
        }
        let mut number = vec![u32::MAX; sectors.len()];
        let first = self.vertices.len();
        let mut counts: Vec<f64> = Vec::new();
        let mut corners = vec![[0; 3]; cloth.triangles().len()];
        for (t, triangle) in cloth.triangles().iter().enumerate() {
            for (n, &vertex) in triangle.iter().enumerate() {
                let fan = fans[3 * t + n] as usize;
                let root = if in_fan[fan] > 2 { fan } else { sectors[3 * t + n] as usize };
                if number[root] == u32::MAX {
                    number[root] = self.vertices.len() as u32;
                    self.vertices.push(SheetVertex { vertex, side: side as u8, offset: 0.0 });
                    counts.push(0.0);
                }
                corners[t][n] = number[root];
                self.vertices[number[root] as usize].offset += offset(t, vertex);
                counts[number[root] as usize - first] += 1.0;
            }
        }
        for (vertex, count) in self.vertices[first..].iter_mut().zip(counts) {
            vertex.offset /= count;
        }
        self.corners[side] = corners;
    }

    /// Where the inner side ends it meets the outer one.
    fn close_where_uncovered(&mut self, cloth: &FlatCloth) {
        for (t, triangle) in cloth.triangles().iter().enumerate() {
            for (n, &v) in triangle.iter().enumerate() {
                let around = cloth.topology().vertex_triangles.row(v as usize);
                if around.iter().any(|&u| !self.covered[u as usize]) {
                    self.corners[INNER][t][n] = self.corners[OUTER][t][n];
                }
            }
        }
    }

    /// The vertices of a side at two vertices of a triangle.
    pub(super) fn at(&self, cloth: &FlatCloth, side: usize, triangle: u32, ends: [u32; 2]) -> [u32; 2] {
        let corners = cloth.triangles()[triangle as usize];
        ends.map(|v| {
            let corner = corners.iter().position(|&w| w == v).unwrap_or(0);
            self.corners[side][triangle as usize][corner]
        })
    }
}

/// How thick cloth is at a corner.
fn of_corner(cut: &CutCloth, thickness: &Thickness, triangle: usize, vertex: u32) -> f64 {
    match thickness {
        Thickness::Even(value) => *value,
        Thickness::OfVertices(values) => {
            let ([a, b], part) = cut.parents[vertex as usize];
            values[a as usize] * (1.0 - part) + values[b as usize] * part
        }
        Thickness::OfTriangles(values) => values[cut.origin[triangle] as usize],
    }
}

/// Which triangles have an inner side: all, or those that touch a border or a hem.
fn covered(cut: &CutCloth, cover: ThickCover) -> Vec<bool> {
    let triangles = cut.cloth.triangles();
    if cover == ThickCover::Closed {
        return vec![true; triangles.len()];
    }
    let mut near = cut.cloth.topology().boundary_vertices();
    for (t, triangle) in triangles.iter().enumerate() {
        if cut.layers(t) > 1 {
            for &v in triangle {
                near[v as usize] = true;
            }
        }
    }
    triangles.iter().map(|triangle| triangle.iter().any(|&v| near[v as usize])).collect()
}

/// For each corner the first one that it is joined with over edges that `is_one` accepts.
pub(super) fn joined_corners(cloth: &FlatCloth, is_one: impl Fn(usize, usize) -> bool) -> Vec<u32> {
    let mut parents: Vec<u32> = (0..3 * cloth.triangles().len() as u32).collect();
    let corner = |t: u32, v: u32| {
        let position = cloth.triangles()[t as usize].iter().position(|&w| w == v).unwrap_or(0);
        3 * t + position as u32
    };
    let topology = cloth.topology();
    for (edge, ends) in topology.edges.iter().enumerate() {
        let &[t, u] = topology.edge_triangles.row(edge) else { continue };
        if is_one(t as usize, u as usize) {
            for &v in ends {
                let [a, b] = [corner(t, v), corner(u, v)].map(|c| root(&mut parents, c));
                parents[a.max(b) as usize] = a.min(b);
            }
        }
    }
    (0..parents.len() as u32).map(|c| root(&mut parents, c)).collect()
}

/// The first of those joined with one; shortens the way there.
fn root(parents: &mut [u32], mut at: u32) -> u32 {
    while parents[at as usize] != at {
        parents[at as usize] = parents[parents[at as usize] as usize];
        at = parents[at as usize];
    }
    at
}
