//! What is known about the surfaces whatever their vertices do: neighbours, sides, parts, bodies, what can move.

use super::settings::RepairSettings;
use crate::features::Features;
use crate::filter::Filter;
use glam::DVec3;
use std::collections::BTreeMap;
use toile_geom::TriMesh;
use toile_geom::bvh::Bvh;
use toile_geom::distance::point_triangle;
use toile_geom::topology::{Rows, Topology};

/// The surfaces, as one mesh whose sewn vertices are one vertex.
pub(super) struct Surfaces<'a> {
    pub(super) features: &'a Features,
    pub(super) filter: &'a Filter,
    pub(super) topology: Topology,
    pub(super) triangles: Vec<[u32; 3]>,
    /// For each vertex the one that stands for it: another one if it is sewn to that and at the same place.
    pub(super) stand_in: Vec<u32>,
    /// The vertices joined to each vertex by an edge.
    pub(super) neighbours: Rows,
    /// 1 or -1 for each triangle, so that the normals of a part are all on one side of it, and outside of a body.
    facing: Vec<f64>,
    /// Which part each triangle is of; parts are connected through edges.
    parts: Vec<u32>,
    /// For each part, whether it is a closed body that cannot move.
    solid: Vec<bool>,
    /// For each part its layer, and 1 or -1 for the side of its normals that is outside.
    layers: Vec<Option<(i32, f64)>>,
    /// 1 for a vertex that can move, else 0.
    pub(super) mobility: Vec<f64>,
}

impl<'a> Surfaces<'a> {
    pub(super) fn new(
        features: &'a Features,
        filter: &'a Filter,
        positions: &[DVec3],
        settings: &RepairSettings,
    ) -> Self {
        let stand_in = stand_ins(filter, positions);
        let triangles: Vec<[u32; 3]> =
            features.triangles().iter().map(|t| t.map(|v| stand_in[v as usize])).collect();
        let mesh = TriMesh { positions: positions.to_vec(), triangles };
        let topology = Topology::new(&mesh);
        let ends = topology.edges.iter().filter(|[a, b]| a != b).flat_map(|&[a, b]| [(a, b), (b, a)]);
        let neighbours = Rows::gather(positions.len(), ends);
        let mut mobility = vec![1.0; positions.len()];
        for (v, &fixed) in filter.fixed().iter().enumerate().filter(|(_, fixed)| **fixed) {
            mobility[stand_in[v] as usize] = if fixed { 0.0 } else { 1.0 };
        }
        let (facing, parts, part_count) = parts(&topology, &mesh.triangles);
        let mut surfaces = Self {
            features,
            filter,
            topology,
            triangles: Vec::new(),
            stand_in,
            neighbours,
            facing,
            parts,
            solid: vec![false; part_count],
            layers: vec![None; part_count],
            mobility,
        };
        surfaces.find_solids(&mesh);
        surfaces.order_layers(&mesh, settings);
        surfaces.triangles = mesh.triangles;
        surfaces
    }

    /// A part is a body if it has no border, cannot move and has a volume; its normals are turned outwards.
    fn find_solids(&mut self, mesh: &TriMesh) {
        let mut volumes = vec![0.0; self.solid.len()];
        self.solid.fill(true);
        for (t, triangle) in mesh.triangles.iter().enumerate() {
            let part = self.parts[t] as usize;
            let closed =
                self.topology.triangle_edges[t].iter().all(|&e| self.topology.edge_valence(e as usize) == 2);
            self.solid[part] &= closed && triangle.iter().all(|&v| self.mobility[v as usize] == 0.0);
            let corner = mesh.positions[triangle[0] as usize];
            volumes[part] += self.facing[t] * corner.dot(mesh.area_vector(t));
        }
        for (t, facing) in self.facing.iter_mut().enumerate() {
            let part = self.parts[t] as usize;
            if self.solid[part] && volumes[part] < 0.0 {
                *facing = -*facing;
            }
        }
    }

    /// Finds the layer of each part and which side of it is outside: away from the bodies, else that of most of its normals.
    fn order_layers(&mut self, mesh: &TriMesh, settings: &RepairSettings) {
        if settings.layers.iter().all(Option::is_none) {
            return;
        }
        let bodies: Vec<u32> = (0..mesh.triangles.len() as u32)
            .filter(|&t| self.solid[self.parts[t as usize] as usize])
            .collect();
        let boxes: Vec<_> = bodies.iter().map(|&t| mesh.triangle_bounds(t as usize)).collect();
        let tree = Bvh::new(&boxes);
        let mut votes = vec![0.0; self.solid.len()];
        for t in 0..mesh.triangles.len() {
            let part = self.parts[t] as usize;
            let first = self.features.triangles()[t][0];
            let layer = settings.layers.get(usize::from(self.features.mesh_of(first))).copied().flatten();
            let Some(layer) = layer else { continue };
            self.layers[part] = Some((layer, 1.0));
            let center = mesh.corners(t).iter().sum::<DVec3>() / 3.0;
            let corners = |item: u32| mesh.corners(bodies[item as usize] as usize);
            let nearest = tree.nearest(center, f64::INFINITY, |item| {
                point_triangle(center, corners(item)).distance_squared
            });
            votes[part] += match nearest {
                Some((item, _)) => {
                    let away = center - point_triangle(center, corners(item)).point;
                    (mesh.area_vector(t) * self.facing[t]).dot(away.normalize_or_zero())
                }
                None => mesh.triangle_area(t) * self.facing[t],
            };
        }
        for (layer, vote) in self.layers.iter_mut().zip(votes) {
            *layer = layer.map(|(number, _)| (number, if vote < 0.0 { -1.0 } else { 1.0 }));
        }
    }

    /// Which part a triangle is of.
    pub(super) fn part(&self, triangle: u32) -> u32 {
        self.parts[triangle as usize]
    }

    /// Whether a triangle is of a closed body that cannot move.
    pub(super) fn is_solid(&self, triangle: u32) -> bool {
        self.solid[self.part(triangle) as usize]
    }

    /// The layer of a triangle and 1 or -1 for the side of its normal that is outside.
    pub(super) fn layer(&self, triangle: u32) -> Option<(i32, f64)> {
        self.layers[self.part(triangle) as usize]
    }

    /// The corners of a triangle.
    pub(super) fn corners(&self, positions: &[DVec3], triangle: u32) -> [DVec3; 3] {
        self.triangles[triangle as usize].map(|v| positions[v as usize])
    }

    /// The unit normal of a triangle, on the same side for all triangles of a part; zero if it has none.
    pub(super) fn normal(&self, positions: &[DVec3], triangle: u32) -> DVec3 {
        let [a, b, c] = self.corners(positions, triangle);
        (b - a).cross(c - a).normalize_or_zero() * self.facing[triangle as usize]
    }

    /// Puts each vertex where its stand-in is.
    pub(super) fn spread(&self, positions: &mut [DVec3]) {
        for (v, &stand_in) in self.stand_in.iter().enumerate() {
            positions[v] = positions[stand_in as usize];
        }
    }
}

/// The first vertex of those sewn together and at exactly the same place stands for all of them.
pub(crate) fn stand_ins(filter: &Filter, positions: &[DVec3]) -> Vec<u32> {
    if !filter.has_welds() {
        return (0..positions.len() as u32).collect();
    }
    let mut first = BTreeMap::new();
    let key = |v: u32| (filter.weld(v), positions[v as usize].to_array().map(f64::to_bits));
    (0..positions.len() as u32).map(|v| *first.entry(key(v)).or_insert(v)).collect()
}

/// The side of each triangle that makes neighbours agree, the part it is of, and the number of parts. Where a surface has but
/// one side or three triangles meet, some neighbours disagree.
fn parts(topology: &Topology, triangles: &[[u32; 3]]) -> (Vec<f64>, Vec<u32>, usize) {
    const NONE: u32 = u32::MAX;
    let mut facing = vec![1.0; triangles.len()];
    let mut parts = vec![NONE; triangles.len()];
    let mut count = 0;
    let mut stack = Vec::new();
    for first in 0..triangles.len() {
        if parts[first] != NONE {
            continue;
        }
        parts[first] = count;
        stack.push(first);
        while let Some(t) = stack.pop() {
            for (side, &edge) in topology.triangle_edges[t].iter().enumerate() {
                for &other in topology.edge_triangles.row(edge as usize) {
                    if parts[other as usize] != NONE {
                        continue;
                    }
                    parts[other as usize] = count;
                    let [a, b] = [triangles[t][side], triangles[t][(side + 1) % 3]];
                    let corners = triangles[other as usize];
                    let same_way = (0..3).any(|i| [corners[i], corners[(i + 1) % 3]] == [a, b]);
                    facing[other as usize] = if same_way { -facing[t] } else { facing[t] };
                    stack.push(other as usize);
                }
            }
        }
        count += 1;
    }
    (facing, parts, count as usize)
}
