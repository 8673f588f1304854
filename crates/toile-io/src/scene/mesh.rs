//! A mesh in a scene: the polygon mesh, and what can deform it.

use glam::DVec3;

use super::Scene;
use crate::PolyMesh;
use crate::weld::{Classes, keep_classes, position_bits};

/// A mesh and what can deform it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneMesh {
    /// The name, empty if the file has none.
    pub name: String,
    /// The undeformed mesh, in the mesh's own space.
    pub mesh: PolyMesh,
    /// Which joints move each vertex; a node's skin says which nodes these are.
    pub influences: Option<Influences>,
    /// Shapes to blend in.
    pub morph_targets: Vec<MorphTarget>,
    /// The weight of each morph target when nothing else is said; empty if all are zero.
    pub weights: Vec<f64>,
}

/// The joints that move each vertex, and how much: `per_vertex` entries for each position of the mesh, one vertex
/// after the other. Unused entries have weight 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Influences {
    /// How many entries a vertex has: a multiple of four in glTF.
    pub per_vertex: usize,
    /// Indices into [`Skin::joints`](super::Skin::joints).
    pub joints: Vec<u16>,
    /// How much each of these joints counts; those of one vertex add up to 1 in a well-formed file.
    pub weights: Vec<f32>,
}

/// A shape to blend in: what is added to the mesh at weight 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphTarget {
    /// The name, empty if the file has none.
    pub name: String,
    /// What is added to each position; empty if the target does not move positions.
    pub positions: Vec<DVec3>,
    /// What is added to the normals at each position; empty if the target does not turn them.
    pub normals: Vec<DVec3>,
}

impl Influences {
    /// The joints and weights of one vertex; nothing if there is no such vertex.
    pub fn of(&self, vertex: usize) -> impl Iterator<Item = (u16, f32)> + '_ {
        let start = vertex.saturating_mul(self.per_vertex);
        let entries = start..start.saturating_add(self.per_vertex);
        let joints = self.joints.get(entries.clone()).unwrap_or_default();
        let weights = self.weights.get(entries).unwrap_or_default();
        joints.iter().copied().zip(weights.iter().copied())
    }
}

impl SceneMesh {
    /// The mesh with vertices merged that are at the same place and always move together, which undoes the
    /// duplication of vertices at UV seams. See [`weld_positions`](crate::weld_positions) for what becomes of the
    /// attributes.
    #[must_use]
    pub fn welded(&self) -> Self {
        let mut classes = Classes::by(self.mesh.positions.iter().map(|p| position_bits(*p)));
        if let Some(influences) = &self.influences {
            let of_vertex = |v| influences.of(v).map(|(j, w)| (j, w.to_bits())).collect::<Vec<_>>();
            classes.refine((0..self.mesh.positions.len()).map(of_vertex));
        }
        for deltas in self.morph_targets.iter().flat_map(|t| [&t.positions, &t.normals]) {
            if !deltas.is_empty() {
                classes.refine(deltas.iter().map(|d| position_bits(*d)));
            }
        }
        let first = classes.first_members();
        let keep = |values: &[DVec3]| first.iter().filter_map(|v| values.get(*v).copied()).collect();
        Self {
            name: self.name.clone(),
            mesh: keep_classes(&self.mesh, &classes),
            influences: self.influences.as_ref().map(|all| Influences {
                per_vertex: all.per_vertex,
                joints: first.iter().flat_map(|v| all.of(*v).map(|(j, _)| j)).collect(),
                weights: first.iter().flat_map(|v| all.of(*v).map(|(_, w)| w)).collect(),
            }),
            morph_targets: self
                .morph_targets
                .iter()
                .map(|target| MorphTarget {
                    name: target.name.clone(),
                    positions: keep(&target.positions),
                    normals: keep(&target.normals),
                })
                .collect(),
            weights: self.weights.clone(),
        }
    }
}

impl Scene {
    /// Welds every mesh: see [`SceneMesh::welded`]. Ask for it before looking at a glTF file's topology, because
    /// the format duplicates vertices at UV seams and so cuts closed surfaces open.
    pub fn weld(&mut self) {
        for mesh in &mut self.meshes {
            *mesh = mesh.welded();
        }
    }
}
