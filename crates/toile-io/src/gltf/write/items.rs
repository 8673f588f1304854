//! The document of a scene.

use std::collections::BTreeMap;

use glam::{DMat4, DVec3};

use super::animation::unit;
use super::binary::{Binary, Use, float};
use super::{Pictures, WriteError, animation, materials, mesh};
use crate::gltf::document::{Asset, Document, NodeItem, SceneItem, SkinItem};
use crate::scene::{ChannelValues, Material, Node, Scene, SceneError, SceneMesh, Skin, Transform};

/// The document of a scene, still without its buffer, and the data for that.
pub(super) fn document(scene: &Scene, pictures: Pictures) -> Result<(Document, Vec<u8>), WriteError> {
    scene.validate()?;
    scene.check_textured()?;
    let mut binary = Binary::default();
    let materials = scene.all_materials();
    let index_by_name = index_by_name(&materials);
    let mut document = Document {
        asset: Asset { version: "2.0".to_owned(), generator: Some("Toile".to_owned()), ..Asset::default() },
        scene: Some(0),
        scenes: vec![SceneItem { nodes: scene.roots.clone() }],
        ..Document::default()
    };
    let mut written = vec![None; scene.meshes.len()];
    for (m, source) in scene.meshes.iter().enumerate() {
        if has_shape(source) {
            written[m] = Some(document.meshes.len());
            let find = |name: &str| index_by_name.get(name).map(|index| (*index, &materials[*index]));
            document.meshes.push(mesh::write(&mut binary, &format!("meshes[{m}]"), source, find)?);
        }
    }
    materials::add(&mut document, &materials);
    document.images = materials::images(&scene.images, pictures, &mut binary);
    let mesh_of = |node: &Node| node.mesh.and_then(|m| written[m]);
    for (n, node) in scene.nodes.iter().enumerate() {
        document.nodes.push(node_item(n, node, mesh_of(node))?);
    }
    for (s, skin) in scene.skins.iter().enumerate() {
        document.skins.push(skin_item(&mut binary, s, skin)?);
    }
    for (a, source) in scene.animations.iter().enumerate() {
        let item = animation::write(&mut binary, &format!("animations[{a}]"), source, |channel| {
            // Weights of a mesh that is left out have nothing to act on.
            !matches!(channel.values, ChannelValues::Weights(_))
                || mesh_of(&scene.nodes[channel.node]).is_some()
        })?;
        // The format has no animation without channels.
        if !item.channels.is_empty() {
            document.animations.push(item);
        }
    }
    document.accessors = binary.accessors;
    document.buffer_views = binary.views;
    Ok((document, binary.bytes))
}

/// The first material of each name.
fn index_by_name(materials: &[Material]) -> BTreeMap<&str, usize> {
    let mut index_by_name = BTreeMap::new();
    for (m, material) in materials.iter().enumerate() {
        index_by_name.entry(material.name.as_str()).or_insert(m);
    }
    index_by_name
}

/// Whether a mesh has anything to draw; the format has no empty meshes.
fn has_shape(source: &SceneMesh) -> bool {
    source.mesh.face_count() > 0 || !source.mesh.edges.is_empty()
}

fn node_item(n: usize, node: &Node, mesh: Option<usize>) -> Result<NodeItem, SceneError> {
    let Transform { translation, rotation, scale } = node.transform;
    let place = format!("nodes[{n}]");
    for number in translation.to_array().into_iter().chain(scale.to_array()) {
        float(&place, number)?;
    }
    let rotation = unit(rotation);
    Ok(NodeItem {
        name: node.name.clone(),
        children: node.children.clone(),
        matrix: None,
        translation: (translation != DVec3::ZERO).then(|| translation.to_array()),
        rotation: (rotation != Transform::IDENTITY.rotation).then(|| rotation.to_array()),
        scale: (scale != DVec3::ONE).then(|| scale.to_array()),
        mesh,
        skin: mesh.and(node.skin),
        weights: if mesh.is_some() { node.weights.clone() } else { Vec::new() },
    })
}

fn skin_item(binary: &mut Binary, s: usize, skin: &Skin) -> Result<SkinItem, WriteError> {
    let place = format!("skins[{s}].inverseBindMatrices");
    let matrices = skin.inverse_bind_matrices.iter().map(DMat4::to_cols_array);
    Ok(SkinItem {
        name: skin.name.clone(),
        joints: skin.joints.clone(),
        inverse_bind_matrices: Some(binary.floats(&place, Use::Other, matrices)?),
        skeleton: skin.skeleton,
    })
}
