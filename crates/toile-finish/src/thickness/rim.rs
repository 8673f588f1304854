//! Rims that join both sides at free edges, and walls at steps.

use super::cut::CutCloth;
use super::sheets::{INNER, OUTER, Sheets, joined_corners};
use super::texture::Texture;
use super::thick::ThickPart;
use std::collections::BTreeMap;

/// Where a rim goes around from the outer to the inner side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// The vertices of the sides.
    pub(super) ends: [u32; 2],
    /// The first vertex between them; there are as many as a rim has segments, less one.
    pub(super) first: u32,
    /// The vertices of the cut cloth before and after it along the border.
    pub(super) around: [u32; 2],
}

/// Triangles of the thick mesh, with what they are and where they are in the pattern.
#[derive(Clone, Debug, Default)]
pub(super) struct Skin {
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) parts: Vec<ThickPart>,
    pub(super) origin: Vec<u32>,
    pub(super) corners: Vec<[glam::DVec2; 3]>,
    pub(super) columns: Vec<Column>,
    numbers: BTreeMap<[u32; 2], u32>,
    vertices: u32,
    segments: u32,
}

impl Skin {
    pub(super) fn new(cut: &CutCloth, sheets: &Sheets, segments: usize) -> Self {
        let mut skin =
            Self { vertices: sheets.vertices.len() as u32, segments: segments as u32, ..Self::default() };
        let texture = Texture { cut, sheets };
        skin.add_sides(cut, sheets, &texture);
        skin.add_walls(cut, sheets, &texture);
        skin.add_rims(cut, sheets, &texture);
        skin
    }

    /// How many vertices there are.
    pub(super) fn vertices(&self) -> usize {
        self.vertices as usize
    }

    fn push(&mut self, triangle: [u32; 3], part: ThickPart, origin: u32, corners: [glam::DVec2; 3]) {
        let [a, b, c] = triangle;
        if a != b && b != c && c != a {
            self.triangles.push(triangle);
            self.parts.push(part);
            self.origin.push(origin);
            self.corners.push(corners);
        }
    }

    /// Four corners in a round.
    fn push_square(&mut self, round: [u32; 4], part: ThickPart, origin: u32, places: [glam::DVec2; 4]) {
        let [a, b, c, d] = round;
        let [pa, pb, pc, pd] = places;
        self.push([a, b, c], part, origin, [pa, pb, pc]);
        self.push([a, c, d], part, origin, [pa, pc, pd]);
    }

    fn add_sides(&mut self, cut: &CutCloth, sheets: &Sheets, texture: &Texture<'_>) {
        for (t, &origin) in cut.origin.iter().enumerate() {
            self.push(sheets.corners[OUTER][t], ThickPart::Outer, origin, cut.cloth.corners()[t]);
        }
        // Where the inner side ends, a triangle may have all of its corners on the outer one: it would be that one again.
        let has_inner = |t: usize| sheets.covered[t] && sheets.corners[INNER][t] != sheets.corners[OUTER][t];
        for (t, &origin) in cut.origin.iter().enumerate().filter(|(t, _)| has_inner(*t)) {
            let [a, b, c] = sheets.corners[INNER][t];
            let [pa, pb, pc] = [0, 1, 2].map(|n| texture.inside(t, n));
            let part = if cut.layers(t) > 1 { ThickPart::Hem } else { ThickPart::Inner };
            self.push([a, c, b], part, origin, [pa, pc, pb]);
        }
    }

    /// Walls where two triangles have no vertices in common although the cloth has.
    fn add_walls(&mut self, cut: &CutCloth, sheets: &Sheets, texture: &Texture<'_>) {
        let topology = cut.cloth.topology();
        for (edge, &ends) in topology.edges.iter().enumerate() {
            let &[t, u] = topology.edge_triangles.row(edge) else { continue };
            let [a, b] = ends;
            let ends = if cut.cloth.is_forward(t, ends) { ends } else { [b, a] };
            for side in [OUTER, INNER] {
                if side == INNER && !(sheets.covered[t as usize] && sheets.covered[u as usize]) {
                    continue;
                }
                let [at, bt] = sheets.at(&cut.cloth, side, t, ends);
                let [au, bu] = sheets.at(&cut.cloth, side, u, ends);
                let [a, b, c, d] = texture.wall(t, ends, [at, bt, bu, au]);
                let origin = cut.origin[t as usize];
                if side == OUTER {
                    self.push_square([bt, at, au, bu], ThickPart::Step, origin, [b, a, d, c]);
                } else {
                    self.push_square([at, bt, bu, au], ThickPart::Step, origin, [a, b, c, d]);
                }
            }
        }
    }

    fn add_rims(&mut self, cut: &CutCloth, sheets: &Sheets, texture: &Texture<'_>) {
        let topology = cut.cloth.topology();
        let fans = joined_corners(&cut.cloth, |_, _| true);
        let fan = |triangle: u32, v: u32| {
            let corner = cut.cloth.triangles()[triangle as usize].iter().position(|&w| w == v).unwrap_or(0);
            fans[3 * triangle as usize + corner]
        };
        let directed = |edge: u32| {
            let triangle = topology.edge_triangles.row(edge as usize)[0];
            let [a, b] = topology.edges[edge as usize];
            (triangle, if cut.cloth.is_forward(triangle, [a, b]) { [a, b] } else { [b, a] })
        };
        let edges: Vec<(u32, [u32; 2])> = topology.boundary_edges().map(directed).collect();
        // Where the border comes from and goes to in each fan of triangles.
        let comes: BTreeMap<u32, (u32, u32)> = edges.iter().map(|&(t, [a, b])| (fan(t, b), (a, t))).collect();
        let goes: BTreeMap<u32, u32> = edges.iter().map(|&(t, [a, b])| (fan(t, a), b)).collect();
        for &(triangle, ends) in &edges {
            let sides = [OUTER, INNER].map(|side| sheets.at(&cut.cloth, side, triangle, ends));
            let columns = [0, 1].map(|n| {
                let fan = fan(triangle, ends[n]);
                let before = comes.get(&fan).map_or(ends[n], |&(from, _)| from);
                let around = [before, goes.get(&fan).copied().unwrap_or(ends[n])];
                self.column([sides[OUTER][n], sides[INNER][n]], around)
            });
            let origin = cut.origin[triangle as usize];
            self.add_strip(columns, origin, |n, part| texture.rim(triangle, ends, n, columns[n].ends, part));
            // Where a step comes to the border, the rim has two ends, and what is between them is closed.
            let Some(&(from, before)) = comes.get(&fan(triangle, ends[0])) else { continue };
            let [outer, inner] =
                [OUTER, INNER].map(|side| sheets.at(&cut.cloth, side, before, [from, ends[0]])[1]);
            let pair = [self.column([outer, inner], columns[0].around), columns[0]];
            if pair[0].ends != pair[1].ends {
                self.add_strip(pair, origin, |n, part| texture.rim(triangle, ends, 0, pair[n].ends, part));
            }
        }
    }

    fn column(&mut self, ends: [u32; 2], around: [u32; 2]) -> Column {
        let number = *self.numbers.entry(ends).or_insert_with(|| {
            self.columns.push(Column { ends, first: self.vertices, around });
            self.vertices += self.segments - 1;
            self.columns.len() as u32 - 1
        });
        self.columns[number as usize]
    }

    /// The surface between two columns; `place` is where a part of one is in the pattern.
    fn add_strip(&mut self, columns: [Column; 2], origin: u32, place: impl Fn(usize, f64) -> glam::DVec2) {
        let segments = self.segments;
        let vertex = |n: usize, i: u32| match i {
            0 => columns[n].ends[0],
            i if i == segments => columns[n].ends[1],
            i => columns[n].first + i - 1,
        };
        let place = |n: usize, i: u32| place(n, f64::from(i) / f64::from(segments));
        for i in 0..segments {
            let round = [(1, i), (0, i), (0, i + 1), (1, i + 1)];
            let vertices = round.map(|(n, i)| vertex(n, i));
            self.push_square(vertices, ThickPart::Rim, origin, round.map(|(n, i)| place(n, i)));
        }
    }
}
