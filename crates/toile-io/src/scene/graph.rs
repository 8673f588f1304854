//! The scene: trees of nodes, and everything they refer to.

use glam::DMat4;

use super::{Animation, Channel, Material, NodePose, SceneError, SceneImage, SceneMesh, Skin, Transform};
use crate::PolyMesh;

/// What an animated, skinned file holds. Things refer to each other by index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The nodes, in file order.
    pub nodes: Vec<Node>,
    /// The nodes at which the trees to be shown begin.
    pub roots: Vec<usize>,
    /// The meshes.
    pub meshes: Vec<SceneMesh>,
    /// The skins.
    pub skins: Vec<Skin>,
    /// The animations.
    pub animations: Vec<Animation>,
    /// The materials; a mesh's groups refer to them by name.
    pub materials: Vec<Material>,
    /// The pictures that materials name by index.
    pub images: Vec<SceneImage>,
    /// What the file has and the reader could not take over, in words: pictures that are missing, or of a format that is not read.
    pub left_out: Vec<String>,
}

/// A place in the scene, relative to its parent, and what is there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The name, empty if the file has none.
    pub name: String,
    /// The node this one moves with, if any.
    pub parent: Option<usize>,
    /// The nodes that move with this one.
    pub children: Vec<usize>,
    /// Where the node is relative to its parent when nothing is animated.
    pub transform: Transform,
    /// The mesh that is here.
    pub mesh: Option<usize>,
    /// The skin that moves the mesh, if it is skinned.
    pub skin: Option<usize>,
    /// Weights of the mesh's morph targets at this node; empty for the mesh's own.
    pub weights: Vec<f64>,
}

impl Scene {
    /// A scene of one node with one mesh.
    pub fn from_mesh(name: impl Into<String>, mesh: PolyMesh) -> Self {
        let name = name.into();
        Self {
            nodes: vec![Node { name: name.clone(), mesh: Some(0), ..Node::default() }],
            roots: vec![0],
            meshes: vec![SceneMesh { name, mesh, ..SceneMesh::default() }],
            ..Self::default()
        }
    }

    /// Adds a scene of one node with one mesh, as [`from_mesh`](Self::from_mesh) and [`from_frames`](Self::from_frames) make it, and returns the
    /// node's index. Its motion is played together with what moves already.
    pub fn add(&mut self, one: Self) -> usize {
        let (node, mesh) = (self.nodes.len(), self.meshes.len());
        self.roots.push(node);
        self.nodes.extend(one.nodes.into_iter().take(1).map(|own| Node { mesh: Some(mesh), ..own }));
        self.meshes.extend(one.meshes);
        for motion in one.animations {
            let channels = motion.channels.into_iter().map(|channel| Channel { node, ..channel });
            match self.animations.first_mut() {
                Some(first) => first.channels.extend(channels),
                None => self
                    .animations
                    .push(Animation { name: "motion".to_owned(), channels: channels.collect() }),
            }
        }
        node
    }

    /// Adds a node below `parent`, or as a root of the scene, and returns its index.
    ///
    /// # Errors
    /// If there is no node `parent`.
    pub fn add_node(&mut self, node: Node, parent: Option<usize>) -> Result<usize, SceneError> {
        let index = self.nodes.len();
        match parent {
            None => self.roots.push(index),
            Some(parent) => {
                let cause = format!("its parent {parent} does not exist");
                let above = self.nodes.get_mut(parent);
                above.ok_or_else(|| SceneError::new(format!("nodes[{index}]"), cause))?.children.push(index);
            }
        }
        self.nodes.push(Node { parent, ..node });
        Ok(index)
    }

    /// The matrix of each node from its own space to the world, in the given pose.
    ///
    /// # Errors
    /// If the nodes do not form trees, or the pose belongs to another scene.
    pub fn world_transforms(&self, pose: &NodePose) -> Result<Vec<DMat4>, SceneError> {
        if pose.transforms.len() != self.nodes.len() {
            let cause =
                format!("the pose has {} transforms for {} nodes", pose.transforms.len(), self.nodes.len());
            return Err(SceneError::new("nodes", cause));
        }
        let mut world: Vec<DMat4> = pose.transforms.iter().map(Transform::matrix).collect();
        for node in self.parents_first()? {
            if let Some(parent) = self.nodes[node].parent {
                world[node] = world[parent] * world[node];
            }
        }
        Ok(world)
    }

    /// All nodes in an order in which parents come before their children. Works with lists and not with recursion,
    /// because a file's chain of nodes may be deeper than the stack.
    pub(super) fn parents_first(&self) -> Result<Vec<usize>, SceneError> {
        self.check_family()?;
        let mut order: Vec<usize> =
            (0..self.nodes.len()).filter(|n| self.nodes[*n].parent.is_none()).collect();
        let mut done = 0;
        while let Some(node) = order.get(done) {
            order.extend(&self.nodes[*node].children);
            done += 1;
        }
        if order.len() == self.nodes.len() {
            return Ok(order);
        }
        let mut reached = vec![false; self.nodes.len()];
        for n in order {
            reached[n] = true;
        }
        let lost = reached.iter().position(|r| !r).unwrap_or_default();
        Err(SceneError::new(
            format!("nodes[{lost}]"),
            "the node is its own ancestor; the nodes must form trees",
        ))
    }

    /// Checks that parents and children agree with each other.
    fn check_family(&self) -> Result<(), SceneError> {
        let mut listed = vec![false; self.nodes.len()];
        for (n, node) in self.nodes.iter().enumerate() {
            for (c, child) in node.children.iter().enumerate() {
                let fail = |cause| Err(SceneError::new(format!("nodes[{n}].children[{c}]"), cause));
                match self.nodes.get(*child) {
                    None => {
                        return fail(format!("node {child} does not exist, there are {}", self.nodes.len()));
                    }
                    Some(below) if below.parent != Some(n) => {
                        return fail(format!("node {child} has another parent"));
                    }
                    Some(_) if listed[*child] => return fail(format!("node {child} is listed twice")),
                    Some(_) => listed[*child] = true,
                }
            }
        }
        let mut nodes = self.nodes.iter().zip(listed);
        match nodes.position(|(node, listed)| node.parent.is_some() && !listed) {
            Some(n) => {
                let cause = "its parent does not have it as a child";
                Err(SceneError::new(format!("nodes[{n}].parent"), cause))
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    fn chain(length: usize) -> Scene {
        let mut scene = Scene::default();
        let step = Node { transform: Transform::from_translation(DVec3::X), ..Node::default() };
        for n in 0..length {
            scene.add_node(step.clone(), n.checked_sub(1)).expect("parent exists");
        }
        scene
    }

    #[test]
    fn a_chain_deeper_than_any_stack_has_world_transforms() {
        let scene = chain(300_000);
        let world = scene.world_transforms(&scene.rest_pose()).expect("a tree");
        assert_eq!(world[299_999].w_axis.x, 300_000.0);
    }

    #[test]
    fn cycles_and_strange_families_are_named() {
        let mut ring = chain(3);
        ring.nodes[0].parent = Some(2);
        ring.nodes[2].children.push(0);
        let error = ring.world_transforms(&ring.rest_pose()).expect_err("a ring");
        assert_eq!(error.item, "nodes[0]");
        assert!(error.cause.contains("own ancestor"));

        let mut orphan = chain(3);
        orphan.nodes[1].children.clear();
        let error = orphan.world_transforms(&orphan.rest_pose()).expect_err("not a child");
        assert_eq!(error.item, "nodes[2].parent");

        let mut twin = chain(2);
        twin.nodes[0].children.push(1);
        let error = twin.parents_first().expect_err("a child twice");
        assert_eq!(error.item, "nodes[0].children[1]");

        let mut beyond = chain(3);
        beyond.nodes[2].children.push(9);
        let error = beyond.parents_first().expect_err("no node 9");
        assert_eq!(error.item, "nodes[2].children[0]");
    }
}
