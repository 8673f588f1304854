//! Nodes, roots and skins.

use glam::{DMat4, DQuat, DVec3};

use crate::ReadError;
use crate::gltf::accessor::Expected;
use crate::gltf::document::{Document, NodeItem};
use crate::gltf::source::Source;
use crate::scene::{Node, Skin, Transform};

/// The nodes, with their parents found from the lists of children.
pub(super) fn nodes(document: &Document) -> Result<Vec<Node>, ReadError> {
    let mut nodes = Vec::with_capacity(document.nodes.len());
    for (n, item) in document.nodes.iter().enumerate() {
        nodes.push(Node {
            name: item.name.clone(),
            parent: None,
            children: item.children.clone(),
            transform: transform(n, item)?,
            mesh: item.mesh,
            skin: item.skin,
            weights: item.weights.clone(),
        });
    }
    for (n, item) in document.nodes.iter().enumerate() {
        for (c, child) in item.children.iter().enumerate() {
            let fail = |cause| Err(ReadError::item(format!("nodes[{n}].children[{c}]"), cause));
            match nodes.get_mut(*child) {
                None => return fail(format!("node {child} does not exist, there are {}", nodes.len())),
                Some(below) => match below.parent.replace(n) {
                    None => {}
                    Some(other) => {
                        return fail(format!("node {child} is already a child of node {other}"));
                    }
                },
            }
        }
    }
    Ok(nodes)
}

fn transform(n: usize, item: &NodeItem) -> Result<Transform, ReadError> {
    let Some(matrix) = &item.matrix else {
        return Ok(Transform {
            translation: item.translation.map_or(DVec3::ZERO, DVec3::from),
            rotation: item.rotation.map_or(DQuat::IDENTITY, DQuat::from_array),
            scale: item.scale.map_or(DVec3::ONE, DVec3::from),
        });
    };
    Transform::from_matrix(&DMat4::from_cols_array(matrix)).ok_or_else(|| {
        let cause =
            "the matrix has shear or perspective, which glTF forbids; apply the transform before exporting";
        ReadError::item(format!("nodes[{n}].matrix"), cause)
    })
}

/// The roots of the default scene: the scene that the file names, else the first one, else all nodes without parents.
pub(super) fn roots(document: &Document, nodes: &[Node]) -> Result<Vec<usize>, ReadError> {
    if let Some(scene) = document.scene
        && scene >= document.scenes.len()
    {
        let cause = format!("scene {scene} does not exist, there are {}", document.scenes.len());
        return Err(ReadError::item("scene", cause));
    }
    Ok(match document.scenes.get(document.scene.unwrap_or(0)) {
        Some(scene) => scene.nodes.clone(),
        None => (0..nodes.len()).filter(|n| nodes[*n].parent.is_none()).collect(),
    })
}

/// The skins; joints without inverse bind matrices were bound where they stand, in the mesh's space.
pub(super) fn skins(source: &Source<'_>) -> Result<Vec<Skin>, ReadError> {
    let mut skins = Vec::with_capacity(source.document.skins.len());
    for (s, item) in source.document.skins.iter().enumerate() {
        let inverse_bind_matrices = match item.inverse_bind_matrices {
            None => vec![DMat4::IDENTITY; item.joints.len()],
            Some(accessor) => {
                let place = format!("skins[{s}].inverseBindMatrices");
                let numbers = source.numbers(&place, accessor, Expected::MATRIX)?;
                let matrices = numbers.elements().map(|m| DMat4::from_cols_array(&m));
                // The accessor may have more matrices than there are joints.
                matrices.take(item.joints.len()).collect()
            }
        };
        skins.push(Skin {
            name: item.name.clone(),
            joints: item.joints.clone(),
            inverse_bind_matrices,
            skeleton: item.skeleton,
        });
    }
    Ok(skins)
}
