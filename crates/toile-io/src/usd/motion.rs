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
    source: &'a SceneMesh,
    /// The matrices of all nodes at rest.
    world: Vec<DMat4>,
    given: Option<GivenShapes<'a>>,
    /// How many frames it has; none if it does not move.
    pub(super) frames: usize,
}

/// What is needed where positions are given.
struct GivenShapes<'a> {
    positions: Positions<'a>,
    /// The mesh without what does not move: texture coordinates, colours and groups.
    bare: PolyMesh,
    /// Its smooth normals, if it has normals that are to turn with the surface.
    smooth: Vec<DVec3>,
}

impl<'a> Placed<'a> {
    pub(super) fn new(stage: &'a UsdStage<'a>, node: usize, mesh: usize) -> Result<Self, WriteError> {
        let (scene, given) = (stage.scene, stage.frames_of(node));
        let source = &scene.meshes[mesh];
        let frames = match (given, stage.animation()) {
            (Some(given), _) => given.count,
            (None, Some(animation)) if moves(scene, node, animation) => stage.frame_count(),
            _ => 0,
        };
        let world = scene.world_transforms(&scene.rest_pose())?;
        let given = given.map(|given| GivenShapes::new(given.positions, &source.mesh));
        Ok(Self { stage, node, source, world, given, frames })
    }

    /// The mesh at rest, with all it has.
    pub(super) fn at_rest(&self) -> Result<PolyMesh, WriteError> {
        let scene = self.stage.scene;
        Ok(scene.placed(self.node, self.source, &self.world, &scene.rest_pose())?)
    }

    /// Positions and normals in a frame.
    pub(super) fn shape(&self, frame: usize) -> Result<PolyMesh, WriteError> {
        let scene = self.stage.scene;
        if let Some(given) = &self.given {
            let mut weights = vec![None; scene.nodes.len()];
            weights[self.node] = Some(vec![1.0]);
            let pose = NodePose { weights, ..scene.rest_pose() };
            return Ok(scene.placed(self.node, &given.shape(frame)?, &self.world, &pose)?);
        }
        let pose = match self.stage.animation() {
            Some(animation) => scene.pose_at(animation, frame as f64 / self.stage.rate()),
            None => scene.rest_pose(),
        };
        Ok(scene.placed(self.node, self.source, &scene.world_transforms(&pose)?, &pose)?)
    }
}

impl<'a> GivenShapes<'a> {
    fn new(positions: Positions<'a>, mesh: &PolyMesh) -> Self {
        let bare = bare(mesh);
        let smooth = if bare.normals.is_some() { smooth_normals(&bare, &bare.positions) } else { Vec::new() };
        Self { positions, bare, smooth }
    }

    /// The mesh with one morph target that leads to the positions of a frame, and turns the normals as the smooth normals
    /// of the surface turn.
    fn shape(&self, frame: usize) -> Result<SceneMesh, WriteError> {
        let (positions, rest) = ((self.positions)(frame)?, &self.bare);
        if positions.len() != rest.positions.len() {
            let (found, expected) = (positions.len(), rest.positions.len());
            return Err(WriteError::new(format!("frame {frame}: {found} positions for {expected} vertices")));
        }
        let differ =
            |to: &[DVec3], from: &[DVec3]| to.iter().zip(from).map(|(to, from)| *to - *from).collect();
        let normals = match self.smooth.as_slice() {
            [] => Vec::new(),
            smooth => differ(&smooth_normals(rest, &positions), smooth),
        };
        let target =
            MorphTarget { normals, positions: differ(&positions, &rest.positions), ..MorphTarget::default() };
        Ok(SceneMesh { mesh: rest.clone(), morph_targets: vec![target], ..SceneMesh::default() })
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
