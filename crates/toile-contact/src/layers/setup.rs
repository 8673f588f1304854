//! What is known about the layers whatever their vertices do, and what follows from where they are.

use super::outward::{Field, Outward, Reference};
use super::{LayerError, Layers};
use crate::features::{Features, NO_OWNER};
use crate::filter::Filter;
use crate::repair::stand_ins;
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::topology::Rows;

/// What takes part, which piece is to lie outside of which, and where outside is.
#[derive(Clone, Copy, Debug)]
pub struct LayerInput<'a> {
    /// Cloth and bodies together.
    pub features: &'a Features,
    /// Pairs that are never compared, vertices that are sewn together, and those that cannot move.
    pub filter: &'a Filter,
    /// The pieces and their numbers.
    pub layers: &'a Layers,
    /// Which way is outside.
    pub outward: Outward<'a>,
}

/// How a feature stands to the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    pub(super) piece: u32,
    pub(super) number: Option<i32>,
    /// It joins pieces of different numbers and is not looked at (Fuhrmann 2006), since it has to cross over somewhere.
    pub(super) joins: bool,
}

/// How two features stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// They may be as they like.
    None,
    /// They stay as they are.
    Kept,
    /// The first one is to be outside, or the second.
    Ordered { first_outside: bool },
}

impl Class {
    pub(super) fn relation(self, other: Self) -> Relation {
        match (self.number, other.number) {
            _ if self.joins || other.joins => Relation::None,
            (Some(one), Some(two)) if one != two => Relation::Ordered { first_outside: one > two },
            _ => Relation::Kept,
        }
    }
}

/// What is known whatever the vertices do. Sewn vertices at one place are one vertex.
pub(super) struct Setup<'a> {
    pub(super) input: LayerInput<'a>,
    reference: Reference<'a>,
    /// For each vertex the one that stands for it.
    pub(super) stand_in: Vec<u32>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) edges: Vec<[u32; 2]>,
    /// The vertices joined to each vertex by an edge, and the triangles at each edge.
    pub(super) neighbours: Rows,
    pub(super) edge_triangles: Rows,
    pub(super) vertex_classes: Vec<Class>,
    pub(super) triangle_classes: Vec<Class>,
    pub(super) edge_classes: Vec<Class>,
    /// Which vertices cannot move.
    pub(super) fixed: Vec<bool>,
}

impl<'a> Setup<'a> {
    pub(super) fn new(input: &LayerInput<'a>, positions: &[DVec3]) -> Result<Self, LayerError> {
        let features = input.features;
        let count = features.vertex_count();
        LayerError::check_length("positions", count, positions.len())?;
        LayerError::check_length("pieces of vertices", count, input.layers.pieces().len())?;
        if !input.filter.fits(count) {
            let what = "weld numbers or fixed flags";
            return Err(LayerError::Length { what, expected: count, found: 0 });
        }
        let reference = Reference::new(input.outward, features, positions)?;
        let stand_in = stand_ins(input.filter, positions);
        let triangles: Vec<[u32; 3]> =
            features.triangles().iter().map(|t| t.map(|v| stand_in[v as usize])).collect();
        let edges: Vec<[u32; 2]> = features.edges().iter().map(|e| e.map(|v| stand_in[v as usize])).collect();
        let ends = edges.iter().filter(|[a, b]| a != b).flat_map(|&[a, b]| [(a, b), (b, a)]);
        let neighbours = Rows::gather(count, ends);
        let sides = features.triangle_edges().iter().zip(0_u32..).flat_map(|(e, t)| e.map(|edge| (edge, t)));
        let edge_triangles = Rows::gather(edges.len(), sides);
        let mut setup = Self {
            input: *input,
            reference,
            fixed: fixed(input, &stand_in),
            stand_in,
            triangles,
            edges,
            neighbours,
            edge_triangles,
            vertex_classes: Vec::new(),
            triangle_classes: Vec::new(),
            edge_classes: Vec::new(),
        };
        setup.classify();
        Ok(setup)
    }

    /// Finds how each feature stands to the order.
    fn classify(&mut self) {
        let layers = self.input.layers;
        let class = |piece: u32| {
            let number = layers.numbers().get(piece as usize).copied().flatten();
            Class { piece, number, joins: false }
        };
        let own: Vec<Class> = layers.pieces().iter().map(|&piece| class(piece)).collect();
        let mut joined = own.clone();
        for (v, &stand_in) in self.stand_in.iter().enumerate() {
            joined[stand_in as usize].joins |= own[v].number != own[stand_in as usize].number;
        }
        let of = |features: &[u32]| {
            let mut class = own[features[0] as usize];
            class.joins = features.iter().any(|&v| {
                own[v as usize].number != class.number || joined[self.stand_in[v as usize] as usize].joins
            });
            class
        };
        let triangle_classes = self.input.features.triangles().iter().map(|t| of(t)).collect();
        let edge_classes = self.input.features.edges().iter().map(|e| of(e)).collect();
        (self.triangle_classes, self.edge_classes) = (triangle_classes, edge_classes);
        self.vertex_classes = joined;
    }

    /// Where everything is and which way is outside there.
    pub(super) fn view(&self, positions: &[DVec3]) -> View {
        let mut mesh = TriMesh { positions: positions.to_vec(), triangles: self.triangles.clone() };
        self.spread(&mut mesh.positions);
        let field = self.reference.field(self, &mesh);
        let triangle_directions: Vec<DVec3> =
            self.triangles.par_iter().map(|corners| mean_direction(&field, corners)).collect();
        let edge_directions = self.edges.par_iter().map(|ends| mean_direction(&field, ends)).collect();
        let (triangle_faces, vertex_faces, turns) = self.faces(&mesh, &field, &triangle_directions);
        View { mesh, field, triangle_directions, edge_directions, triangle_faces, vertex_faces, turns }
    }

    /// Which triangles and vertices face outwards, and for each piece 1 or -1 for the side of its normals that does.
    fn faces(&self, mesh: &TriMesh, field: &Field, outwards: &[DVec3]) -> (Vec<bool>, Vec<bool>, Vec<f64>) {
        /// The sine of the angle below which a surface is seen edge-on.
        const EDGE_ON: f64 = 0.05;
        let mut votes = vec![0.0; self.input.layers.numbers().len()];
        let areas: Vec<DVec3> = (0..mesh.triangles.len()).map(|t| mesh.area_vector(t)).collect();
        let slope = |t: usize| areas[t].dot(outwards[t]);
        for t in 0..areas.len() {
            votes[self.triangle_classes[t].piece as usize] += slope(t);
        }
        let turns: Vec<f64> = votes.iter().map(|vote| if *vote < 0.0 { -1.0 } else { 1.0 }).collect();
        let turn = |t: usize| turns[self.triangle_classes[t].piece as usize];
        let mut around = vec![DVec3::ZERO; mesh.positions.len()];
        for (t, triangle) in mesh.triangles.iter().enumerate() {
            for &v in triangle {
                around[v as usize] += turn(t) * areas[t];
            }
        }
        let triangle_faces = (0..areas.len()).map(|t| turn(t) * slope(t) > EDGE_ON * areas[t].length());
        let vertex_faces =
            around.iter().zip(&field.directions).map(|(sum, way)| sum.dot(*way) > EDGE_ON * sum.length());
        let (triangle_faces, vertex_faces) = (triangle_faces.collect(), vertex_faces.collect());
        (triangle_faces, vertex_faces, turns)
    }

    /// Puts each vertex where its stand-in is.
    pub(super) fn spread(&self, positions: &mut [DVec3]) {
        for (v, &stand_in) in self.stand_in.iter().enumerate() {
            positions[v] = positions[stand_in as usize];
        }
    }

    /// Whether a vertex is looked at: it stands for itself and is in a triangle.
    pub(super) fn is_used(&self, vertex: u32) -> bool {
        self.stand_in[vertex as usize] == vertex
            && self.input.features.vertex_owners()[vertex as usize] != NO_OWNER
    }

    /// Whether vertices are the same or joined by an edge.
    pub(super) fn are_joined(&self, one: &[u32], other: &[u32]) -> bool {
        one.iter().any(|v| other.iter().any(|w| v == w || self.neighbours.row(*v as usize).contains(w)))
    }
}

/// Which vertices cannot move: those that the filter says, and the body.
fn fixed(input: &LayerInput<'_>, stand_in: &[u32]) -> Vec<bool> {
    let mut fixed = vec![false; stand_in.len()];
    for (v, _) in input.filter.fixed().iter().enumerate().filter(|(_, fixed)| **fixed) {
        fixed[stand_in[v] as usize] = true;
    }
    if let Outward::Mesh(mesh) = input.outward {
        for v in input.features.vertices_of(mesh) {
            fixed[stand_in[v as usize] as usize] = true;
        }
    }
    fixed
}

/// The mean of the outward directions at some vertices, of unit length or zero.
pub(super) fn mean_direction(field: &Field, vertices: &[u32]) -> DVec3 {
    vertices.iter().map(|&v| field.directions[v as usize]).sum::<DVec3>().normalize_or_zero()
}

/// Where everything is and which way is outside there.
pub(super) struct View {
    pub(super) mesh: TriMesh,
    pub(super) field: Field,
    /// The outward directions of triangles and edges.
    pub(super) triangle_directions: Vec<DVec3>,
    pub(super) edge_directions: Vec<DVec3>,
    /// Which triangles and vertices face outwards: others are seen edge-on or lie in a fold that hangs over.
    pub(super) triangle_faces: Vec<bool>,
    pub(super) vertex_faces: Vec<bool>,
    /// For each piece 1 or -1 for the side of its normals that is outside.
    pub(super) turns: Vec<f64>,
}
