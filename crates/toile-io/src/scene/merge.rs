//! One mesh out of a whole scene.

use super::deform::{Placement, deformed};
use super::{Animation, NodePose, Scene, SceneError, SceneMesh};
use crate::{CornerAttribute, Group, NO_INDEX, Omission, PolyMesh, Stitch};
use glam::DMat4;

/// The most positions and corners that a merged mesh may have together. A small file can place one large mesh at
/// many nodes; nobody wants the result.
const MERGE_LIMIT: u64 = 1 << 27;

impl Scene {
    /// All meshes of the scene at rest as one, in world space: see [`Scene::merged_in`].
    ///
    /// # Errors
    /// If something in the scene refers to what does not exist, or the result is too large.
    pub fn merged(&self) -> Result<PolyMesh, SceneError> {
        self.merged_in(&self.rest_pose())
    }

    /// All meshes of the scene as one, at a time in seconds of an animation: see [`Scene::merged_in`].
    ///
    /// # Errors
    /// If something in the scene refers to what does not exist, or the result is too large.
    pub fn merged_at(&self, animation: &Animation, time: f64) -> Result<PolyMesh, SceneError> {
        self.merged_in(&self.pose_at(animation, time))
    }

    /// What formats of single meshes cannot hold of a scene, whatever they hold of its meshes.
    pub(crate) fn beyond_meshes(&self) -> Vec<Omission> {
        let pictured = (!self.images.is_empty()).then_some(Omission::Pictures);
        pictured.into_iter().chain(self.motion()).collect()
    }

    /// Motion, if there is any, as what formats without it leave out.
    pub(crate) fn motion(&self) -> Option<Omission> {
        (!self.animations.is_empty()).then_some(Omission::Motion)
    }

    /// All meshes below the scene's roots as one, in world space, in the given pose.
    ///
    /// Morph targets are blended in first. A mesh whose node has a skin is then moved by linear blend skinning and
    /// ignores the node's own transform, as glTF wants it; other meshes follow their node, and a mirroring transform
    /// turns their faces over so that the outside stays outside. Groups keep their names; faces in no group get one
    /// named after their mesh if the mesh has no groups at all.
    ///
    /// # Errors
    /// If something in the scene refers to what does not exist, or the result is too large.
    pub fn merged_in(&self, pose: &NodePose) -> Result<PolyMesh, SceneError> {
        self.check_structure()?;
        let world = self.world_transforms(pose)?;
        let shown = self.shown_meshes();
        let size = |(_, mesh): &(usize, usize)| {
            let mesh = &self.meshes[*mesh].mesh;
            (mesh.positions.len() + mesh.corners.len()) as u64
        };
        let total: u64 = shown.iter().map(size).sum();
        if total > MERGE_LIMIT {
            let cause =
                format!("the merged mesh would have {total} positions and corners, more than {MERGE_LIMIT}");
            return Err(SceneError::new("scene", cause));
        }
        let mut merged = PolyMesh::default();
        for (node, mesh) in shown {
            let source = &self.meshes[mesh];
            append(&mut merged, self.placed(node, source, &world, pose)?, &source.name);
        }
        Ok(merged)
    }

    /// A mesh at a node in a pose, in world space; `world` has the matrices of all nodes in that pose.
    pub(crate) fn placed(
        &self,
        node: usize,
        source: &SceneMesh,
        world: &[DMat4],
        pose: &NodePose,
    ) -> Result<PolyMesh, SceneError> {
        let joints = match self.nodes[node].skin {
            Some(skin) => Some(self.joint_matrices(skin, world)?),
            None => None,
        };
        let weights = self.weights_of(node, pose);
        Ok(deformed(source, &Placement { node: world[node], joints: joints.as_deref(), weights }))
    }

    /// The nodes below the roots that have a mesh, with the mesh, parents first.
    pub(crate) fn shown_meshes(&self) -> Vec<(usize, usize)> {
        let mut order = self.roots.clone();
        let mut done = 0;
        while let Some(node) = order.get(done) {
            order.extend(&self.nodes[*node].children);
            done += 1;
        }
        let shown = order.into_iter();
        shown.filter_map(|n| self.nodes[n].mesh.map(|m| (n, m))).collect()
    }
}

/// Adds a mesh to another one.
fn append(to: &mut PolyMesh, from: PolyMesh, name: &str) {
    let positions = to.positions.len() as u32;
    let faces = to.face_count() as u32;
    let corners = to.corners.len();
    let new_corners = from.corners.len();
    if !from.colors.is_empty() || !to.colors.is_empty() {
        to.colors.resize(to.positions.len(), [1.0; 4]);
        to.colors.extend(&from.colors);
        to.colors.resize(to.positions.len() + from.positions.len(), [1.0; 4]);
    }
    if from.groups.is_empty() && from.face_count() > 0 {
        to.groups.push(Group {
            name: name.to_owned(),
            material: None,
            faces: faces..faces + from.face_count() as u32,
        });
    }
    to.groups.extend(
        from.groups
            .into_iter()
            .map(|group| Group { faces: group.faces.start + faces..group.faces.end + faces, ..group }),
    );
    to.positions.extend(from.positions);
    to.face_starts.extend(from.face_starts.iter().skip(1).map(|start| start + corners as u32));
    to.corners.extend(from.corners.iter().map(|v| v + positions));
    to.edges.extend(from.edges.iter().map(|edge| edge.map(|v| v + positions)));
    to.stitches.extend(from.stitches.iter().map(|stitch| Stitch {
        vertex: stitch.vertex + positions,
        start: stitch.start + positions,
        end: stitch.end + positions,
        ratio: stitch.ratio,
    }));
    let sets = to.uv_sets.len().max(from.uv_sets.len());
    to.uv_sets.resize_with(sets, || CornerAttribute::absent(corners));
    let mut new_sets = from.uv_sets.into_iter();
    for set in &mut to.uv_sets {
        append_attribute(set, new_sets.next().unwrap_or_else(|| CornerAttribute::absent(new_corners)));
    }
    if to.normals.is_some() || from.normals.is_some() {
        let all = to.normals.get_or_insert_with(|| CornerAttribute::absent(corners));
        append_attribute(all, from.normals.unwrap_or_else(|| CornerAttribute::absent(new_corners)));
    }
}

/// Adds the values of further corners.
fn append_attribute<T>(to: &mut CornerAttribute<T>, from: CornerAttribute<T>) {
    let shift = to.values.len() as u32;
    let moved = |i: u32| if i == NO_INDEX { i } else { i + shift };
    to.indices.extend(from.indices.into_iter().map(moved));
    to.values.extend(from.values);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Influences, MorphTarget, Node, Skin, Transform};
    use glam::{DQuat, DVec2, DVec3};
    use toile_geom::TriMesh;

    fn triangle() -> PolyMesh {
        PolyMesh::from(TriMesh {
            positions: vec![DVec3::ZERO, DVec3::X, DVec3::Y],
            triangles: vec![[0, 1, 2]],
        })
    }

    #[test]
    fn instances_take_their_place_and_mirrors_stay_outside_out() {
        let mut mesh = triangle();
        mesh.normals = Some(CornerAttribute { values: vec![DVec3::Z], indices: vec![0, 0, 0] });
        mesh.uv_sets
            .push(CornerAttribute { values: vec![DVec2::ZERO, DVec2::X, DVec2::Y], indices: vec![0, 1, 2] });
        let mut scene = Scene::from_mesh("sleeve", mesh);
        let mirrored = Node {
            mesh: Some(0),
            transform: Transform {
                scale: DVec3::new(-1.0, 1.0, 1.0),
                translation: DVec3::new(0.0, 0.0, 5.0),
                ..Transform::IDENTITY
            },
            ..Node::default()
        };
        scene.add_node(mirrored, None).expect("a root");
        let merged = scene.merged().expect("valid");
        assert_eq!(merged.positions[4], DVec3::new(-1.0, 0.0, 5.0));
        assert_eq!(merged.face(1), [3, 5, 4]);
        assert_eq!(merged.uv_sets[0].indices, [0, 1, 2, 3, 5, 4]);
        let normals = merged.normals.expect("both have them");
        assert!(normals.values.iter().all(|n| *n == DVec3::Z), "{normals:?}");
        assert_eq!(merged.groups[1].faces, 1..2);
        assert_eq!(merged.groups[1].name, "sleeve");
    }

    #[test]
    fn a_skinned_mesh_follows_its_joints_and_not_its_node() {
        let mut scene = Scene::from_mesh("arm", triangle());
        scene.meshes[0].influences = Some(Influences {
            per_vertex: 4,
            joints: vec![0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0],
            weights: vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0],
        });
        scene.nodes[0].transform.translation = DVec3::splat(100.0);
        scene.nodes[0].skin = Some(0);
        let joint = |t| Node { transform: t, ..Node::default() };
        let quarter = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
        let upper = scene.add_node(joint(Transform::from_translation(DVec3::Z)), None).expect("a root");
        let turned = Transform { rotation: quarter, ..Transform::IDENTITY };
        let lower = scene.add_node(joint(turned), Some(upper)).expect("below");
        scene.skins.push(Skin {
            joints: vec![upper, lower],
            inverse_bind_matrices: vec![DMat4::IDENTITY; 2],
            ..Skin::default()
        });
        let merged = scene.merged().expect("valid");
        // Joint 0 lifts by z, joint 1 lifts and turns x into y and y into -x.
        assert!(merged.positions[0].abs_diff_eq(DVec3::Z, 1e-12));
        assert!(merged.positions[1].abs_diff_eq(DVec3::new(0.0, 1.0, 1.0), 1e-12));
        assert!(merged.positions[2].abs_diff_eq(DVec3::new(-0.5, 0.5, 1.0), 1e-12));
    }

    #[test]
    fn weights_come_from_the_pose_then_the_node_then_the_mesh() {
        let mut scene = Scene::from_mesh("cloth", triangle());
        scene.meshes[0]
            .morph_targets
            .push(MorphTarget { positions: vec![DVec3::Z; 3], ..MorphTarget::default() });
        let height = |scene: &Scene, pose: &NodePose| scene.merged_in(pose).expect("valid").positions[0].z;
        let mut pose = scene.rest_pose();
        assert_eq!(height(&scene, &pose), 0.0);
        scene.meshes[0].weights = vec![0.25];
        assert_eq!(height(&scene, &pose), 0.25);
        scene.nodes[0].weights = vec![0.5];
        assert_eq!(height(&scene, &pose), 0.5);
        pose.weights[0] = Some(vec![1.0]);
        assert_eq!(height(&scene, &pose), 1.0);
    }

    #[test]
    fn too_many_instances_are_refused_before_memory_is_spent() {
        let mut scene = Scene::from_mesh("large", PolyMesh::default());
        scene.meshes[0].mesh.positions = vec![DVec3::ZERO; 1 << 20];
        for _ in 0..200 {
            let node = Node { mesh: Some(0), ..Node::default() };
            scene.add_node(node, None).expect("a root");
        }
        let error = scene.merged().expect_err("200 million vertices");
        assert!(error.cause.contains("would have"), "{error}");
    }

    #[test]
    fn attributes_that_one_mesh_lacks_are_absent_there() {
        let mut scene = Scene::from_mesh("plain", triangle());
        let mut colored = triangle();
        colored.colors = vec![[0.5; 4]; 3];
        colored.edges = vec![[0, 1]];
        colored.uv_sets.push(CornerAttribute { values: vec![DVec2::ONE], indices: vec![0, 0, NO_INDEX] });
        let other = Scene::from_mesh("colored", colored);
        scene.meshes.extend(other.meshes);
        let node = Node { mesh: Some(1), ..Node::default() };
        scene.add_node(node, None).expect("a root");
        let merged = scene.merged().expect("valid");
        assert_eq!(merged.colors[..3], [[1.0; 4]; 3]);
        assert_eq!(merged.colors[3..], [[0.5; 4]; 3]);
        assert_eq!(merged.uv_sets[0].indices, [NO_INDEX, NO_INDEX, NO_INDEX, 0, 0, NO_INDEX]);
        assert_eq!(merged.edges, [[3, 4]]);
    }
}
