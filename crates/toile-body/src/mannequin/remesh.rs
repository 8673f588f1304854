//! Well-shaped triangles of wanted sizes: splitting, collapsing and flipping edges and evening out vertices
//! (Botsch and Kobbelt 2004), with vertices that slide on the surface of a field.

use super::blend::Field;
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::topology::Topology;

/// How often the four steps are repeated.
const REMESHING_ROUNDS: usize = 4;
/// A triangle must not turn by more than this, as the cosine of the angle.
const TURN: f64 = 0.5;

/// Makes the triangles of a closed mesh on the field's surface about as large as `edge_length` says for each place.
pub(crate) fn remesh(mesh: &mut TriMesh, field: &Field, edge_length: impl Fn(DVec3) -> f64 + Sync) {
    for round in 0..REMESHING_ROUNDS {
        let sizes: Vec<f64> = mesh.positions.par_iter().map(|&p| edge_length(p)).collect();
        let mut work = Work { mesh, sizes };
        if round > 0 {
            work.split();
        }
        work.collapse();
        if round < 2 {
            // One pass cannot join all that is too small, as it leaves the neighbours of each change alone.
            work.collapse();
            work.collapse();
        }
        work.flip();
        work.relax((round + 2 >= REMESHING_ROUNDS || round == 0).then_some(field));
    }
}

struct Work<'a> {
    mesh: &'a mut TriMesh,
    /// The wanted length of edges at each vertex.
    sizes: Vec<f64>,
}

impl Work<'_> {
    fn at(&self, v: u32) -> DVec3 {
        self.mesh.positions[v as usize]
    }

    /// The length of an edge in units of the wanted length.
    fn length(&self, [a, b]: [u32; 2]) -> f64 {
        self.at(a).distance(self.at(b)) / (0.5 * (self.sizes[a as usize] + self.sizes[b as usize]))
    }

    /// Puts a vertex into the middle of each edge that is too long.
    fn split(&mut self) {
        let topology = Topology::new(self.mesh);
        let mut middle = vec![None; topology.edges.len()];
        for (edge, &[a, b]) in topology.edges.iter().enumerate() {
            if self.length([a, b]) > 4.0 / 3.0 {
                middle[edge] = Some(self.mesh.positions.len() as u32);
                let size = 0.5 * (self.sizes[a as usize] + self.sizes[b as usize]);
                self.mesh.positions.push(self.at(a).midpoint(self.at(b)));
                self.sizes.push(size);
            }
        }
        let mut triangles = Vec::with_capacity(self.mesh.triangles.len() * 2);
        for (t, corners) in self.mesh.triangles.iter().enumerate() {
            let find = |a: u32, b: u32| {
                let wanted = [a.min(b), a.max(b)];
                topology.triangle_edges[t]
                    .iter()
                    .find(|&&e| topology.edges[e as usize] == wanted)
                    .and_then(|&e| middle[e as usize])
            };
            let middles = [0, 1, 2].map(|i| find(corners[i], corners[(i + 1) % 3]));
            cut(*corners, middles, &self.mesh.positions, &mut triangles);
        }
        self.mesh.triangles = triangles;
    }

    /// Joins the ends of each edge that is too short, where that keeps a surface that does not fold.
    fn collapse(&mut self) {
        let topology = Topology::new(self.mesh);
        let mut short: Vec<(f64, u32)> = topology
            .edges
            .iter()
            .enumerate()
            .filter_map(|(i, &edge)| Some((self.length(edge), i as u32)).filter(|(l, _)| *l < 0.8))
            .collect();
        short.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut locked = vec![false; self.mesh.positions.len()];
        let mut target: Vec<u32> = (0..self.mesh.positions.len() as u32).collect();
        let mut moved = self.mesh.positions.clone();
        for (_, edge) in short {
            let [a, b] = topology.edges[edge as usize];
            if locked[a as usize] || locked[b as usize] {
                continue;
            }
            let rings = [a, b].map(|v| ring(&topology, self.mesh, v));
            let shared = rings[0].iter().filter(|v| rings[1].contains(v)).count();
            let middle = self.at(a).midpoint(self.at(b));
            if shared != 2 || rings[0].len() + rings[1].len() < 9 || !self.may_move(&topology, [a, b], middle)
            {
                continue;
            }
            target[b as usize] = a;
            moved[a as usize] = middle;
            for &v in rings[0].iter().chain(&rings[1]) {
                locked[v as usize] = true;
            }
        }
        self.mesh.positions = moved;
        self.apply(&target);
    }

    /// Whether the triangles around both ends keep their side and get no overlong edge when the ends meet.
    fn may_move(&self, topology: &Topology, [a, b]: [u32; 2], to: DVec3) -> bool {
        [a, b].into_iter().all(|v| {
            topology.vertex_triangles.row(v as usize).iter().all(|&t| {
                let corners = self.mesh.triangles[t as usize];
                if corners.contains(&a) && corners.contains(&b) {
                    return true;
                }
                let before = self.mesh.area_vector(t as usize);
                let [p, q, r] = corners.map(|c| if c == v { to } else { self.at(c) });
                let after = (q - p).cross(r - p);
                let fits = corners.iter().filter(|&&c| c != v).all(|&c| {
                    self.at(c).distance(to)
                        < 4.0 / 3.0 * 0.5 * (self.sizes[c as usize] + self.sizes[v as usize])
                });
                fits && before.dot(after) > TURN * before.length() * after.length()
            })
        })
    }

    /// Replaces vertices by others and drops what collapsed.
    fn apply(&mut self, target: &[u32]) {
        let mut number = vec![u32::MAX; target.len()];
        let (mut positions, mut sizes) = (Vec::new(), Vec::new());
        for (v, &to) in target.iter().enumerate() {
            if to as usize == v {
                number[v] = positions.len() as u32;
                positions.push(self.mesh.positions[v]);
                sizes.push(self.sizes[v]);
            }
        }
        let renamed = self.mesh.triangles.iter().map(|t| t.map(|v| number[target[v as usize] as usize]));
        self.mesh.triangles = renamed.filter(|[a, b, c]| a != b && b != c && c != a).collect();
        self.mesh.positions = positions;
        self.sizes = sizes;
    }

    /// Flips edges where that brings the number of neighbours of each vertex nearer to six.
    fn flip(&mut self) {
        let topology = Topology::new(self.mesh);
        let mut valence = vec![0_i32; self.mesh.positions.len()];
        for &[a, b] in &topology.edges {
            valence[a as usize] += 1;
            valence[b as usize] += 1;
        }
        let mut touched = vec![false; self.mesh.triangles.len()];
        for (edge, &[a, b]) in topology.edges.iter().enumerate() {
            let &[s, t] = topology.edge_triangles.row(edge) else { continue };
            if touched[s as usize] || touched[t as usize] {
                continue;
            }
            let opposite = |triangle: u32| topology.opposite_vertex(triangle, edge as u32);
            let (Some(c), Some(d)) = (opposite(s), opposite(t)) else { continue };
            let off = |v: u32, change: i32| (valence[v as usize] + change - 6).pow(2);
            let gain = off(a, 0) + off(b, 0) + off(c, 0) + off(d, 0)
                - off(a, -1)
                - off(b, -1)
                - off(c, 1)
                - off(d, 1);
            if gain <= 0 || ring(&topology, self.mesh, c).contains(&d) {
                continue;
            }
            // Around the square in the order of the first triangle: a, b, c or b, a, c.
            let corners = self.mesh.triangles[s as usize];
            let start = corners.iter().position(|&v| v == c).unwrap_or(0);
            let (first, second) = (corners[(start + 1) % 3], corners[(start + 2) % 3]);
            let new = [[c, first, d], [d, second, c]];
            let normals = [s, t].map(|t| self.mesh.area_vector(t as usize).normalize_or_zero());
            let keeps = new.iter().all(|&[p, q, r]| {
                let normal = (self.at(q) - self.at(p)).cross(self.at(r) - self.at(p)).normalize_or_zero();
                normals.iter().all(|n| n.dot(normal) > 0.8)
            });
            if !keeps {
                continue;
            }
            self.mesh.triangles[s as usize] = new[0];
            self.mesh.triangles[t as usize] = new[1];
            for (v, change) in [(a, -1), (b, -1), (c, 1), (d, 1)] {
                valence[v as usize] += change;
                // The rows of the topology no longer hold for triangles around these vertices.
                for &around in topology.vertex_triangles.row(v as usize) {
                    touched[around as usize] = true;
                }
            }
        }
    }

    /// Moves each vertex towards the middle of its neighbours along the surface, then onto the field if there is one.
    fn relax(&mut self, field: Option<&Field>) {
        let mut sums = vec![(DVec3::ZERO, 0.0); self.mesh.positions.len()];
        for (t, corners) in self.mesh.triangles.iter().enumerate() {
            // Weighted by area over the wanted area, which makes sizes change gradually.
            let size = corners.iter().map(|&v| self.sizes[v as usize]).sum::<f64>() / 3.0;
            let weight = self.mesh.triangle_area(t) / (size * size);
            let center = self.mesh.corners(t).iter().sum::<DVec3>() / 3.0;
            for &v in corners {
                sums[v as usize].0 += center * weight;
                sums[v as usize].1 += weight;
            }
        }
        let normals = self.mesh.vertex_normals();
        self.mesh.positions.par_iter_mut().zip(sums).zip(normals).for_each(|((p, (sum, weight)), normal)| {
            let offset = sum / weight.max(1e-12) - *p;
            let moved = *p + (offset - normal * offset.dot(normal)) * 0.8;
            *p = field.map_or(moved, |field| field.project(moved, normal));
        });
    }
}

/// The vertices around a vertex.
fn ring(topology: &Topology, mesh: &TriMesh, v: u32) -> Vec<u32> {
    let mut found = Vec::with_capacity(8);
    for &t in topology.vertex_triangles.row(v as usize) {
        for corner in mesh.triangles[t as usize] {
            if corner != v && !found.contains(&corner) {
                found.push(corner);
            }
        }
    }
    found
}

/// The pieces of a triangle some of whose edges have got a middle vertex; edge `i` joins corners `i` and `i + 1`.
fn cut([a, b, c]: [u32; 3], middles: [Option<u32>; 3], positions: &[DVec3], out: &mut Vec<[u32; 3]>) {
    let at = |v: u32| positions[v as usize];
    match middles {
        [None, None, None] => out.push([a, b, c]),
        [Some(m), None, None] => out.extend([[a, m, c], [m, b, c]]),
        [None, _, _] => cut([b, c, a], [middles[1], middles[2], middles[0]], positions, out),
        [Some(m), Some(n), None] => {
            out.push([m, b, n]);
            // The square that is left is cut along its shorter diagonal.
            if at(a).distance_squared(at(n)) < at(m).distance_squared(at(c)) {
                out.extend([[a, m, n], [a, n, c]]);
            } else {
                out.extend([[a, m, c], [m, n, c]]);
            }
        }
        [Some(_), None, Some(_)] => {
            cut([c, a, b], [middles[2], middles[0], middles[1]], positions, out);
        }
        [Some(m), Some(n), Some(o)] => {
            out.extend([[a, m, o], [m, b, n], [o, n, c], [m, n, o]]);
        }
    }
}
