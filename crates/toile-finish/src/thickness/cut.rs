//! Triangles cut where hems end.

use super::hems::{HemLine, hem_lines};
use super::settings::HemEdge;
use crate::flat::{FlatCloth, FlatError};
use glam::DVec2;

/// Lines that pass an edge so near to its end, as a part of its length, go through the vertex there: no slivers.
const SNAP: f64 = 0.01;
/// What lies in no hem.
pub(super) const NO_HEM: u32 = u32::MAX;

/// Cloth whose triangles lie inside of hems or outside.
#[derive(Clone, Debug)]
pub(super) struct CutCloth {
    pub(super) cloth: FlatCloth,
    /// What each vertex is mixed from, and how much of the second: vertices of the cloth are their own parents.
    pub(super) parents: Vec<([u32; 2], f64)>,
    /// The triangle of the cloth that each is part of.
    pub(super) origin: Vec<u32>,
    /// The number of each triangle's hem, or `NO_HEM`.
    pub(super) hem: Vec<u32>,
    pub(super) lines: Vec<HemLine>,
}

impl CutCloth {
    pub(super) fn new(cloth: &FlatCloth, hems: &[HemEdge]) -> Result<Self, FlatError> {
        let lines = hem_lines(cloth, hems)?;
        let of_piece = lines_of_pieces(cloth, &lines);
        let outside = snapped(cloth, &of_piece, outside_of_hems(cloth, &lines, &of_piece));
        let has_hem = |t: u32| !of_piece[cloth.pieces()[t as usize] as usize].is_empty();
        let mut parents: Vec<([u32; 2], f64)> = (0..cloth.vertices() as u32).map(|v| ([v, v], 0.0)).collect();
        let topology = cloth.topology();
        let mut middle = vec![None; topology.edges.len()];
        for (e, &[a, b]) in topology.edges.iter().enumerate() {
            let [from, to] = [outside[a as usize], outside[b as usize]];
            if from * to < 0.0 && topology.edge_triangles.row(e).iter().any(|&t| has_hem(t)) {
                middle[e] = Some(parents.len() as u32);
                parents.push(([a, b], from / (from - to)));
            }
        }
        let mut made = Made::default();
        for t in 0..cloth.triangles().len() {
            let cuts = topology.triangle_edges[t].map(|e| middle[e as usize]);
            made.split(cloth, t as u32, cuts, &parents);
        }
        let hem =
            made.triangles.iter().zip(&made.corners).zip(&made.origin).map(|((triangle, corners), &t)| {
                let inside = |v: &u32| outside.get(*v as usize).is_some_and(|&value| value < 0.0);
                let lines_here = &of_piece[cloth.pieces()[t as usize] as usize];
                if !triangle.iter().any(inside) {
                    return NO_HEM;
                }
                let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
                let by_depth = |a: &&u32, b: &&u32| {
                    lines[**a as usize].outside(middle).total_cmp(&lines[**b as usize].outside(middle))
                };
                lines_here.iter().min_by(by_depth).copied().unwrap_or(NO_HEM)
            });
        let hem = hem.collect();
        let cloth = FlatCloth::new(made.triangles, parents.len(), made.corners)?;
        Ok(Self { cloth, parents, origin: made.origin, hem, lines })
    }

    /// How many layers a triangle has.
    pub(super) fn layers(&self, triangle: usize) -> u32 {
        self.lines.get(self.hem[triangle] as usize).map_or(1, |line| line.layers)
    }
}

/// The numbers of the hems in each piece.
fn lines_of_pieces(cloth: &FlatCloth, lines: &[HemLine]) -> Vec<Vec<u32>> {
    let count = cloth.pieces().iter().max().map_or(0, |&last| last as usize + 1);
    let mut of_piece = vec![Vec::new(); count];
    for (n, line) in lines.iter().enumerate() {
        of_piece[line.piece as usize].push(n as u32);
    }
    of_piece
}

/// How far each vertex is outside of all hems of its pieces; infinite where there are none.
fn outside_of_hems(cloth: &FlatCloth, lines: &[HemLine], of_piece: &[Vec<u32>]) -> Vec<f64> {
    let mut outside = vec![f64::INFINITY; cloth.vertices()];
    for (t, triangle) in cloth.triangles().iter().enumerate() {
        for &line in &of_piece[cloth.pieces()[t] as usize] {
            for (&v, &place) in triangle.iter().zip(&cloth.corners()[t]) {
                outside[v as usize] = outside[v as usize].min(lines[line as usize].outside(place));
            }
        }
    }
    outside
}

/// The same with zero at vertices that the end of a hem passes nearly through.
fn snapped(cloth: &FlatCloth, of_piece: &[Vec<u32>], mut outside: Vec<f64>) -> Vec<f64> {
    let topology = cloth.topology();
    let before = outside.clone();
    for (e, ends) in topology.edges.iter().enumerate() {
        let has_hem = |&t: &u32| !of_piece[cloth.pieces()[t as usize] as usize].is_empty();
        let [from, to] = ends.map(|v| before[v as usize]);
        if from * to < 0.0 && topology.edge_triangles.row(e).iter().any(has_hem) {
            let part = from / (from - to);
            if part < SNAP {
                outside[ends[0] as usize] = 0.0;
            } else if part > 1.0 - SNAP {
                outside[ends[1] as usize] = 0.0;
            }
        }
    }
    outside
}

/// Triangles after cutting.
#[derive(Default)]
struct Made {
    triangles: Vec<[u32; 3]>,
    corners: Vec<[DVec2; 3]>,
    origin: Vec<u32>,
}

impl Made {
    /// Cuts a triangle at the middles of its edges, of which at most two are.
    fn split(&mut self, cloth: &FlatCloth, t: u32, cuts: [Option<u32>; 3], parents: &[([u32; 2], f64)]) {
        let triangle = cloth.triangles()[t as usize];
        // Turned so that the only cut is at the first edge, or the only edge without one is the last.
        let first = match cuts.map(|cut| cut.is_some()) {
            [true, true | false, false] => 0,
            [false, true, _] => 1,
            [_, false, true] => 2,
            _ => return self.push(cloth, t, triangle, parents),
        };
        let [a, b, c] = [0, 1, 2].map(|n| triangle[(first + n) % 3]);
        match [0, 1].map(|n| cuts[(first + n) % 3]) {
            [Some(ab), Some(bc)] => {
                self.push(cloth, t, [ab, b, bc], parents);
                self.push(cloth, t, [a, ab, bc], parents);
                self.push(cloth, t, [a, bc, c], parents);
            }
            [Some(ab), None] => {
                self.push(cloth, t, [a, ab, c], parents);
                self.push(cloth, t, [ab, b, c], parents);
            }
            _ => self.push(cloth, t, triangle, parents),
        }
    }

    fn push(&mut self, cloth: &FlatCloth, t: u32, triangle: [u32; 3], parents: &[([u32; 2], f64)]) {
        let place = |v: u32| {
            let ([a, b], part) = parents[v as usize];
            let ends = [a, b].map(|v| cloth.place(t, v).unwrap_or_default());
            ends[0].lerp(ends[1], part)
        };
        self.triangles.push(triangle);
        self.corners.push(triangle.map(place));
        self.origin.push(t);
    }
}
