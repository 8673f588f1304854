//! Where the shape of a mesh comes from at each time code.

use super::stage::UsdStage;
use crate::normals::smooth_normals;
use crate::scene::{Animation, MorphTarget, Node, NodePose, Scene, SceneMesh};
use crate::{PolyMesh, WriteError};
use glam::{DMat4, DVec3};

/// Positions of the vertices of a mesh, in the space of its node, by frame.
pub(super) type Positions<'a> = &'a dyn Fn(usize) -> Result<Vec<DVec3>, WriteError>;

/// A mesh of the scene where it is seen.
pub(super) struct Placed<'a> {
    stage: &'a UsdStage<'a>,
    node: usize,
    /// The mesh without what does not move: texture coordinates, colours and groups.
    bare: SceneMesh,
    /// The matrices of all nodes at rest.
    world: Vec<DMat4>,
    /// The smooth normals of the mesh as it is, if it has normals that are to turn with the surface.
    smooth: Vec<DVec3>,
    /// How many frames it has; none if it does not move.
    pub(super) frames: usize,
}

impl<'a> Placed<'a> {
    pub(super) fn new(stage: &'a UsdStage<'a>, node: usize, mesh: usize) -> Result<Self, WriteError> {
        let scene = stage.scene;
        let source = &scene.meshes[mesh];
        let bare = SceneMesh { mesh: bare(&source.mesh), ..source.clone_deforming() };
        let given = stage.frames_of(node);
        let smooth = match (&bare.mesh.normals, given) {
            (Some(_), Some(_)) => smooth_normals(&bare.mesh, &bare.mesh.positions),
            _ => Vec::new(),
        };
        let frames = match (given, stage.animation()) {
            (Some(given), _) => given.count,
            (None, Some(animation)) if moves(scene, node, animation) => stage.frame_count(),
            _ => 0,
        };
        let world = scene.world_transforms(&scene.rest_pose())?;
        Ok(Self { stage, node, bare, world, smooth, frames })
    }

    /// The mesh at rest, with all it has.
    pub(super) fn at_rest(&self, mesh: usize) -> Result<PolyMesh, WriteError> {
        let scene = self.stage.scene;
        Ok(scene.placed(self.node, &scene.meshes[mesh], &self.world, &scene.rest_pose())?)
    }

    /// Positions and normals in a frame.
    pub(super) fn shape(&self, frame: usize) -> Result<PolyMesh, WriteError> {
        let scene = self.stage.scene;
        if let Some(given) = self.stage.frames_of(self.node) {
            return self.given((given.positions)(frame)?, frame);
        }
        let pose = match self.stage.animation() {
            Some(animation) => scene.pose_at(animation, frame as f64 / self.stage.rate()),
            None => scene.rest_pose(),
        };
        Ok(scene.placed(self.node, &self.bare, &scene.world_transforms(&pose)?, &pose)?)
    }

    /// The mesh with given positions, its normals turned as the smooth normals of the surface turn.
    fn given(&self, positions: Vec<DVec3>, frame: usize) -> Result<PolyMesh, WriteError> {
        let rest = &self.bare.mesh;
        if positions.len() != rest.positions.len() {
            let (found, expected) = (positions.len(), rest.positions.len());
            return Err(WriteError::new(format!("frame {frame}: {found} positions for {expected} vertices")));
        }
        let differ =
            |to: Vec<DVec3>, from: &[DVec3]| to.iter().zip(from).map(|(to, from)| *to - *from).collect();
        let normals = match self.smooth.as_slice() {
            [] => Vec::new(),
            smooth => differ(smooth_normals(rest, &positions), smooth),
        };
        let positions = differ(positions, &rest.positions);
        let target = MorphTarget { name: String::new(), positions, normals };
        let mesh = SceneMesh { mesh: rest.clone(), morph_targets: vec![target], ..SceneMesh::default() };
        let pose = NodePose { weights: self.only_target(), ..self.stage.scene.rest_pose() };
        Ok(self.stage.scene.placed(self.node, &mesh, &self.world, &pose)?)
    }

    /// Full weight for the one morph target that stands for the given positions.
    fn only_target(&self) -> Vec<Option<Vec<f64>>> {
        let mut weights = vec![None; self.stage.scene.nodes.len()];
        weights[self.node] = Some(vec![1.0]);
        weights
    }
}

impl SceneMesh {
    /// What deforms the mesh, without the mesh.
    fn clone_deforming(&self) -> Self {
        Self {
            name: String::new(),
            mesh: PolyMesh::default(),
            influences: self.influences.clone(),
            morph_targets: self.morph_targets.clone(),
            weights: self.weights.clone(),
        }
    }
}

/// Only what moves.
fn bare(mesh: &PolyMesh) -> PolyMesh {
    PolyMesh {
        positions: mesh.positions.clone(),
        face_starts: mesh.face_starts.clone(),
        corners: mesh.corners.clone(),
        normals: mesh.normals.clone(),
        ..PolyMesh::default()
    }
}

/// Whether an animation moves what is at a node: the node, one above it, or a joint of its skin.
fn moves(scene: &Scene, node: usize, animation: &Animation) -> bool {
    let mut animated = vec![false; scene.nodes.len()];
    for channel in &animation.channels {
        animated[channel.node] = true;
    }
    let joints = scene.nodes[node].skin.map_or(&[][..], |skin| &scene.skins[skin].joints);
    let above = |n: &usize| scene.nodes[*n].parent;
    let own = std::iter::once(&node);
    let mut lines = own.chain(joints).map(|n| std::iter::successors(Some(*n), above));
    lines.any(|mut line| line.any(|n| animated[n]))
}

/// The name by which a mesh at a node is known.
pub(super) fn name_of<'a>(node: &'a Node, mesh: &'a SceneMesh) -> &'a str {
    if node.name.is_empty() { &mesh.name } else { &node.name }
}
