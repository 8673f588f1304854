//! A pose: where every node is relative to its parent, and how far every morph target is blended in.

use super::{Animation, ChannelValue, Scene, Transform};

/// The local transforms of all nodes of a scene at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodePose {
    /// One transform for each node.
    pub transforms: Vec<Transform>,
    /// For each node the weights of its mesh's morph targets, or `None` for those of the scene.
    pub weights: Vec<Option<Vec<f64>>>,
}

impl Scene {
    /// The pose in which the file shows the scene when nothing is animated.
    pub fn rest_pose(&self) -> NodePose {
        NodePose {
            transforms: self.nodes.iter().map(|node| node.transform).collect(),
            weights: vec![None; self.nodes.len()],
        }
    }

    /// The pose at a time in seconds of an animation. What the animation does not move is at rest. Channels of nodes
    /// that the scene does not have, and channels without keys, move nothing.
    pub fn pose_at(&self, animation: &Animation, time: f64) -> NodePose {
        let mut pose = self.rest_pose();
        for channel in &animation.channels {
            let (Some(transform), Some(weights)) =
                (pose.transforms.get_mut(channel.node), pose.weights.get_mut(channel.node))
            else {
                continue;
            };
            match channel.sample(time) {
                Some(ChannelValue::Translation(translation)) => transform.translation = translation,
                Some(ChannelValue::Rotation(rotation)) => transform.rotation = rotation,
                Some(ChannelValue::Scale(scale)) => transform.scale = scale,
                Some(ChannelValue::Weights(values)) => *weights = Some(values),
                None => {}
            }
        }
        pose
    }

    /// The weights that hold for a node in a pose: the pose's, else the node's, else the mesh's.
    pub(super) fn weights_of<'a>(&'a self, node: usize, pose: &'a NodePose) -> &'a [f64] {
        if let Some(Some(weights)) = pose.weights.get(node) {
            return weights;
        }
        let node = &self.nodes[node];
        match node.mesh.and_then(|mesh| self.meshes.get(mesh)) {
            Some(mesh) if node.weights.is_empty() => &mesh.weights,
            _ => &node.weights,
        }
    }
}
