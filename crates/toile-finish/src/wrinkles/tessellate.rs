//! Triangles cut only where wrinkles need it: each edge says for itself whether it is cut, so that no cracks come about.

use super::{WrinkleMap, Wrinkles};
use crate::subdivision::Blend;
use glam::{DVec2, DVec3};
use toile_geom::TriMesh;
use toile_geom::topology::Topology;

/// Says of an edge how much the height of wrinkles differs around it, in constant time: the least and the greatest heights of squares of 1, 2, 4 …
/// texels.
#[derive(Clone, Debug)]
pub struct EdgeOracle {
    /// The side of each level, and its ranges.
    levels: Vec<(usize, Vec<[f32; 2]>)>,
}

impl EdgeOracle {
    /// Takes over the heights of a map.
    pub fn new(map: &WrinkleMap) -> Self {
        let ranges: Vec<[f32; 2]> = map.heights().iter().map(|&h| [h, h]).collect();
        let mut levels = vec![(map.side(), ranges)];
        while let Some((side, below)) = levels.last().filter(|(side, _)| *side > 1) {
            let half = side.div_ceil(2);
            let square = |n: usize| {
                let (x, y) = (2 * (n % half), 2 * (n / half));
                let texels = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
                let inside = texels.into_iter().filter(|&(x, y)| x < *side && y < *side);
                inside.map(|(x, y)| below[y * side + x]).fold([f32::INFINITY, f32::NEG_INFINITY], around)
            };
            let level = (half, (0..half * half).map(square).collect());
            levels.push(level);
        }
        Self { levels }
    }

    /// How much the height differs in the box around an edge and the texels beside it, at least as much as it does there.
    pub fn range(&self, map: &WrinkleMap, edge: [DVec2; 2]) -> f32 {
        let low = map.texel(edge[0].min(edge[1])).map(|n| n.saturating_sub(1));
        let high = map.texel(edge[0].max(edge[1])).map(|n| (n + 1).min(map.side() - 1));
        let size = (high[0] - low[0]).max(high[1] - low[1]) + 1;
        // At a level where a square is as large as the box, at most four squares cover it.
        let level = (size.next_power_of_two().trailing_zeros() as usize).min(self.levels.len() - 1);
        let (side, ranges) = &self.levels[level];
        let mut whole = [f32::INFINITY, f32::NEG_INFINITY];
        for y in low[1] >> level..=high[1] >> level {
            for x in low[0] >> level..=high[0] >> level {
                whole = around(whole, ranges[y * side + x]);
            }
        }
        whole[1] - whole[0]
    }
}

fn around(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [a[0].min(b[0]), a[1].max(b[1])]
}

/// A mesh that is cut where wrinkles need it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tessellation {
    /// The mesh: the same surface as before, with more vertices.
    pub mesh: TriMesh,
    /// The place of each corner in the pattern.
    pub rest: Vec<[DVec2; 3]>,
    /// How high wrinkles are over each vertex, in metres.
    pub heights: Vec<f64>,
}

/// Cuts the triangles of a mesh where the heights along an edge differ by a threshold or more (in metres), again and again, up to a depth.
///
/// The mesh has the triangles that the wrinkles were made for, and the map is drawn. Move vertices by `heights` along normals, and hold them
/// [free of collisions](crate::free::PullBack::of_mesh).
pub fn tessellate(
    wrinkles: &Wrinkles,
    map: &WrinkleMap,
    positions: &[DVec3],
    threshold: f64,
    depth: usize,
) -> Tessellation {
    let oracle = EdgeOracle::new(map);
    let vertices = wrinkles.triangles().as_flattened().iter().max().map_or(0, |&v| v as usize + 1);
    if positions.len() < vertices {
        return Tessellation::default();
    }
    let mesh = TriMesh { positions: positions.to_vec(), triangles: wrinkles.triangles().to_vec() };
    let amounts = (0..wrinkles.layers.len()).map(|n| wrinkles.of_layer(n).to_vec()).collect();
    let mut cutting = Cutting { mesh, rest: wrinkles.rest().to_vec(), amounts };
    for _ in 0..depth {
        if !cutting.cut(|edge| f64::from(oracle.range(map, edge)) >= threshold) {
            break;
        }
    }
    cutting.finished(wrinkles)
}

/// A mesh that is being cut.
struct Cutting {
    mesh: TriMesh,
    rest: Vec<[DVec2; 3]>,
    /// How much of each layer there is at each vertex.
    amounts: Vec<Vec<f64>>,
}

impl Cutting {
    /// Cuts all edges once that are to be cut; returns whether there was one.
    fn cut(&mut self, is_cut: impl Fn([DVec2; 2]) -> bool) -> bool {
        let topology = Topology::new(&self.mesh);
        let mut wanted = vec![false; topology.edges.len()];
        for (edges, places) in topology.triangle_edges.iter().zip(&self.rest) {
            for (n, &edge) in edges.iter().enumerate() {
                // Either side of a seam may ask for it.
                wanted[edge as usize] |= is_cut([places[n], places[(n + 1) % 3]]);
            }
        }
        let mut middles = vec![None; wanted.len()];
        for (edge, &[a, b]) in topology.edges.iter().enumerate().filter(|(edge, _)| wanted[*edge]) {
            middles[edge] = Some(self.mesh.positions.len() as u32);
            push_middle(&mut self.mesh.positions, a, b);
            self.amounts.iter_mut().for_each(|layer| push_middle(layer, a, b));
        }
        let (triangles, rest) = (std::mem::take(&mut self.mesh.triangles), std::mem::take(&mut self.rest));
        for ((corners, places), edges) in triangles.iter().zip(&rest).zip(&topology.triangle_edges) {
            let corner = |n: usize| (corners[n], places[n]);
            let middle = |n: usize| {
                let place = places[n].midpoint(places[(n + 1) % 3]);
                middles[edges[n] as usize].map(|v| (v, place))
            };
            self.push_parts([0, 1, 2].map(corner), [0, 1, 2].map(middle));
        }
        wanted.contains(&true)
    }

    /// The parts of a triangle, some edges of which have a middle: one, two, three or four of them.
    fn push_parts(&mut self, [a, b, c]: [Corner; 3], middles: [Option<Corner>; 3]) {
        match middles {
            [None, None, None] => self.push_all(&[[a, b, c]]),
            [Some(ab), Some(bc), Some(ca)] => {
                self.push_all(&[[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
            }
            [Some(ab), None, None] => self.push_all(&[[a, ab, c], [ab, b, c]]),
            [Some(ab), Some(bc), None] => {
                self.push_all(&[[ab, b, bc]]);
                // The rest has four corners; it is cut along the shorter diagonal, in the pattern and so the same in each frame.
                if a.1.distance_squared(bc.1) <= ab.1.distance_squared(c.1) {
                    self.push_all(&[[a, ab, bc], [a, bc, c]]);
                } else {
                    self.push_all(&[[a, ab, c], [ab, bc, c]]);
                }
            }
            [None, bc, ca] => self.push_parts([b, c, a], [bc, ca, None]),
            [ab @ Some(_), None, ca @ Some(_)] => self.push_parts([c, a, b], [ca, ab, None]),
        }
    }

    fn push_all(&mut self, triangles: &[[Corner; 3]]) {
        self.mesh.triangles.extend(triangles.iter().map(|corners| corners.map(|corner| corner.0)));
        self.rest.extend(triangles.iter().map(|corners| corners.map(|corner| corner.1)));
    }

    /// The mesh with the heights of its vertices: the mean of their corners.
    fn finished(self, wrinkles: &Wrinkles) -> Tessellation {
        let mut sums = vec![(0.0, 0.0); self.mesh.positions.len()];
        for (triangle, places) in self.mesh.triangles.iter().zip(&self.rest) {
            for (&v, &place) in triangle.iter().zip(places) {
                let layers = wrinkles.layers.at(place).zip(&self.amounts);
                let height: f64 = layers.map(|((height, _), amounts)| amounts[v as usize] * height).sum();
                let (sum, count) = &mut sums[v as usize];
                (*sum, *count) = (*sum + height, *count + 1.0);
            }
        }
        let size = wrinkles.settings().height;
        let heights = sums.iter().map(|(sum, count)| size * sum / f64::max(*count, 1.0)).collect();
        Tessellation { mesh: self.mesh, rest: self.rest, heights }
    }
}

/// A vertex and its place in the pattern.
type Corner = (u32, DVec2);

fn push_middle<T: Blend>(values: &mut Vec<T>, a: u32, b: u32) {
    values.push(values[a as usize].middle(values[b as usize]));
}
