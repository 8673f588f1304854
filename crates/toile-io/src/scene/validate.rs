//! Whether a scene is consistent: every index names something, every array has its length, every number is finite.

use super::{Animation, Channel, ChannelValues, Scene, SceneMesh, Skin};

/// What is wrong with a scene, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{item}: {cause}")]
pub struct SceneError {
    /// The item, such as `nodes[3].children[0]`.
    pub item: String,
    /// What is wrong with it.
    pub cause: String,
}

impl SceneError {
    /// An error at a named item.
    pub(crate) fn new(item: impl Into<String>, cause: impl Into<String>) -> Self {
        Self { item: item.into(), cause: cause.into() }
    }
}

impl Scene {
    /// Checks that everything fits together: nodes form trees, every index names something, arrays have the lengths
    /// they must have, numbers are finite. What a reader returns passes; a scene made by hand may not.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn validate(&self) -> Result<(), SceneError> {
        self.check_structure()?;
        for (m, mesh) in self.meshes.iter().enumerate() {
            mesh.check_numbers(&format!("meshes[{m}]"))?;
        }
        for (s, skin) in self.skins.iter().enumerate() {
            if let Some(m) = skin.inverse_bind_matrices.iter().position(|m| !m.is_finite()) {
                let cause = format!("matrix {m} has a number that is not finite");
                return Err(SceneError::new(format!("skins[{s}].inverseBindMatrices"), cause));
            }
        }
        (0..self.nodes.len()).try_for_each(|n| self.check_transform(n))?;
        self.check_materials()?;
        for (a, animation) in self.animations.iter().enumerate() {
            self.check_animation(&format!("animations[{a}]"), animation)?;
        }
        Ok(())
    }

    /// Checks what merging relies on: indices and lengths, but not every number. Playing back a long cache asks for it
    /// at every frame.
    pub(super) fn check_structure(&self) -> Result<(), SceneError> {
        self.parents_first()?;
        for (m, mesh) in self.meshes.iter().enumerate() {
            mesh.check_structure(&format!("meshes[{m}]"))?;
        }
        for (s, skin) in self.skins.iter().enumerate() {
            self.check_skin(&format!("skins[{s}]"), skin)?;
        }
        (0..self.nodes.len()).try_for_each(|n| self.check_node(n))?;
        self.check_roots()
    }

    fn check_roots(&self) -> Result<(), SceneError> {
        let mut seen = vec![false; self.nodes.len()];
        for (r, root) in self.roots.iter().enumerate() {
            let place = format!("scene.nodes[{r}]");
            exists(&place, "node", *root, self.nodes.len())?;
            if self.nodes[*root].parent.is_some() {
                return Err(SceneError::new(place, format!("node {root} is a child of another node")));
            }
            if std::mem::replace(&mut seen[*root], true) {
                return Err(SceneError::new(place, format!("node {root} is listed twice")));
            }
        }
        Ok(())
    }

    fn check_transform(&self, n: usize) -> Result<(), SceneError> {
        let transform = &self.nodes[n].transform;
        if !transform.is_finite() {
            return Err(SceneError::new(format!("nodes[{n}].transform"), "a number is not finite"));
        }
        if transform.rotation.length_squared() == 0.0 {
            let cause = "the rotation is a quaternion of length 0, expected 1";
            return Err(SceneError::new(format!("nodes[{n}].rotation"), cause));
        }
        Ok(())
    }

    fn check_node(&self, n: usize) -> Result<(), SceneError> {
        let node = &self.nodes[n];
        let place = |field: &str| format!("nodes[{n}].{field}");
        let Some(mesh) = node.mesh else {
            return Ok(());
        };
        exists(&place("mesh"), "mesh", mesh, self.meshes.len())?;
        let mesh_data = &self.meshes[mesh];
        check_weights(&place("weights"), &node.weights, mesh_data)?;
        if let Some(skin) = node.skin {
            exists(&place("skin"), "skin", skin, self.skins.len())?;
            let joints = self.skins[skin].joints.len();
            let used = mesh_data.influences.as_ref().and_then(|i| i.joints.iter().max());
            if let Some(joint) = used
                && usize::from(*joint) >= joints
            {
                let cause = format!("mesh {mesh} uses joint {joint}, but skin {skin} has {joints} joints");
                return Err(SceneError::new(place("skin"), cause));
            }
        }
        Ok(())
    }

    fn check_skin(&self, place: &str, skin: &Skin) -> Result<(), SceneError> {
        if skin.joints.is_empty() {
            return Err(SceneError::new(format!("{place}.joints"), "a skin needs at least one joint"));
        }
        for (j, joint) in skin.joints.iter().enumerate() {
            exists(&format!("{place}.joints[{j}]"), "node", *joint, self.nodes.len())?;
        }
        if let Some(skeleton) = skin.skeleton {
            exists(&format!("{place}.skeleton"), "node", skeleton, self.nodes.len())?;
        }
        let place = format!("{place}.inverseBindMatrices");
        let matrices = &skin.inverse_bind_matrices;
        if matrices.len() != skin.joints.len() {
            let cause = format!("{} matrices for {} joints", matrices.len(), skin.joints.len());
            return Err(SceneError::new(place, cause));
        }
        Ok(())
    }

    fn check_animation(&self, place: &str, animation: &Animation) -> Result<(), SceneError> {
        for (c, channel) in animation.channels.iter().enumerate() {
            let place = format!("{place}.channels[{c}]");
            exists(&format!("{place}.target.node"), "node", channel.node, self.nodes.len())?;
            check_times(&place, &channel.times)?;
            let targets = match channel.values {
                ChannelValues::Weights(_) => self.morph_targets_at(&place, channel.node)?,
                _ => 1,
            };
            check_values(&place, channel, targets)?;
        }
        Ok(())
    }

    /// How many morph targets the mesh at a node has.
    fn morph_targets_at(&self, place: &str, node: usize) -> Result<usize, SceneError> {
        let mesh = self.nodes[node].mesh.and_then(|mesh| self.meshes.get(mesh));
        match mesh.map_or(0, |mesh| mesh.morph_targets.len()) {
            0 => Err(SceneError::new(
                format!("{place}.target.path"),
                format!("weights are animated, but node {node} has no mesh with morph targets"),
            )),
            count => Ok(count),
        }
    }
}

/// Checks that an index names one of `count` items.
pub(super) fn exists(place: &str, what: &str, index: usize, count: usize) -> Result<(), SceneError> {
    if index < count {
        Ok(())
    } else {
        let cause = format!("{what} {index} does not exist, there are {count}");
        Err(SceneError::new(place, cause))
    }
}

/// Checks weights of a mesh's morph targets.
pub(super) fn check_weights(place: &str, weights: &[f64], mesh: &SceneMesh) -> Result<(), SceneError> {
    let targets = mesh.morph_targets.len();
    if !weights.is_empty() && weights.len() != targets {
        let cause = format!("{} weights for {targets} morph targets", weights.len());
        return Err(SceneError::new(place, cause));
    }
    if weights.iter().all(|w| w.is_finite()) {
        Ok(())
    } else {
        Err(SceneError::new(place, "a weight is not a finite number"))
    }
}

fn check_times(place: &str, times: &[f64]) -> Result<(), SceneError> {
    let fail = |cause: String| Err(SceneError::new(format!("{place}.sampler.input"), cause));
    if times.is_empty() {
        return fail("the animation has no keys".to_owned());
    }
    if let Some(k) = times.iter().position(|t| !t.is_finite()) {
        return fail(format!("the time of key {k} is not a finite number"));
    }
    match times.windows(2).position(|w| w[1] < w[0]) {
        Some(k) => fail(format!("key {} is earlier than the key before it", k + 1)),
        None => Ok(()),
    }
}

fn check_values(place: &str, channel: &Channel, width: usize) -> Result<(), SceneError> {
    let per_key = channel.interpolation.values_per_key();
    let expected = channel.times.len().saturating_mul(per_key).saturating_mul(width);
    let fail = |cause: String| Err(SceneError::new(format!("{place}.sampler.output"), cause));
    if channel.values.len() != expected {
        let (found, keys) = (channel.values.len(), channel.times.len());
        return fail(format!("{found} values for {keys} keys, expected {expected}"));
    }
    let bad = match &channel.values {
        ChannelValues::Translation(v) | ChannelValues::Scale(v) => v.iter().position(|x| !x.is_finite()),
        ChannelValues::Weights(v) => v.iter().position(|x| !x.is_finite()),
        ChannelValues::Rotation(v) => v.iter().enumerate().position(|(i, q)| {
            // A tangent of a cubic spline may be zero, a rotation may not.
            let rotation = per_key == 1 || i % per_key == 1;
            !q.is_finite() || rotation && q.length_squared() == 0.0
        }),
    };
    match bad {
        Some(i) => fail(format!("value {i} is not finite, or is a rotation of length 0")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PolyMesh;
    use crate::scene::{Interpolation, MorphTarget, Node};
    use glam::{DMat4, DQuat, DVec3};

    fn scene() -> Scene {
        let mut scene = Scene::from_mesh("cloth", PolyMesh::default());
        scene.meshes[0].morph_targets = vec![MorphTarget::default(); 2];
        scene.skins.push(Skin {
            joints: vec![0],
            inverse_bind_matrices: vec![DMat4::IDENTITY],
            ..Skin::default()
        });
        scene.animations.push(Animation {
            name: String::new(),
            channels: vec![Channel {
                node: 0,
                times: vec![0.0, 1.0],
                interpolation: Interpolation::Linear,
                values: ChannelValues::Weights(vec![0.0; 4]),
            }],
        });
        scene
    }

    #[track_caller]
    fn check(change: impl Fn(&mut Scene), item: &str, cause: &str) {
        let mut scene = scene();
        assert_eq!(scene.validate(), Ok(()));
        change(&mut scene);
        let error = scene.validate().expect_err("something is wrong");
        assert_eq!(error.item, item);
        assert!(error.cause.contains(cause), "{error}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        check(|s| s.roots.push(0), "scene.nodes[1]", "twice");
        check(|s| s.roots.push(5), "scene.nodes[1]", "does not exist");
        check(|s| s.nodes[0].mesh = Some(1), "nodes[0].mesh", "mesh 1");
        check(|s| s.nodes[0].skin = Some(1), "nodes[0].skin", "skin 1");
        check(|s| s.nodes[0].weights = vec![1.0], "nodes[0].weights", "1 weights for 2");
        check(|s| s.nodes[0].transform.scale.x = f64::NAN, "nodes[0].transform", "not finite");
        check(
            |s| s.nodes[0].transform.rotation = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0),
            "nodes[0].rotation",
            "length 0",
        );
        check(|s| s.skins[0].joints[0] = 7, "skins[0].joints[0]", "node 7");
        check(|s| s.skins[0].joints.clear(), "skins[0].joints", "at least one");
        check(|s| s.skins[0].skeleton = Some(7), "skins[0].skeleton", "node 7");
        check(
            |s| s.skins[0].inverse_bind_matrices.clear(),
            "skins[0].inverseBindMatrices",
            "0 matrices for 1",
        );
        check(|s| s.meshes[0].weights = vec![f64::NAN; 2], "meshes[0].weights", "finite");
    }

    #[test]
    fn wrong_animations_are_named() {
        let at = "animations[0].channels[0]";
        let place = |field: &str| format!("{at}.{field}");
        check(|s| s.animations[0].channels[0].node = 3, &place("target.node"), "node 3");
        check(|s| s.animations[0].channels[0].times.clear(), &place("sampler.input"), "no keys");
        check(|s| s.animations[0].channels[0].times[0] = 2.0, &place("sampler.input"), "key 1 is earlier");
        check(
            |s| s.animations[0].channels[0].values = ChannelValues::Weights(vec![0.0; 3]),
            &place("sampler.output"),
            "3 values for 2 keys, expected 4",
        );
        check(
            |s| s.animations[0].channels[0].values = ChannelValues::Scale(vec![DVec3::NAN; 2]),
            &place("sampler.output"),
            "value 0",
        );
        check(
            |s| {
                s.nodes.push(Node::default());
                s.animations[0].channels[0].node = 1;
            },
            &place("target.path"),
            "no mesh with morph targets",
        );
    }
}
