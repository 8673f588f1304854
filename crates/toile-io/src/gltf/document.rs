//! The JSON of a glTF file, as far as it is used here: what the reader fills and the writer writes.
//!
//! Names and defaults are those of the glTF 2.0 specification; properties that are not listed are skipped.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::looks::{ImageItem, MaterialItem, SamplerItem, TextureItem};

/// What must be known of a file before the rest can be understood.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Header {
    pub(super) asset: Asset,
    #[serde(default)]
    pub(super) extensions_required: Vec<String>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Document {
    pub(super) asset: Asset,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) extensions_used: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scene: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) scenes: Vec<SceneItem>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) nodes: Vec<NodeItem>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) meshes: Vec<MeshItem>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) skins: Vec<SkinItem>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) animations: Vec<AnimationItem>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) materials: Vec<MaterialItem>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) textures: Vec<TextureItem>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) samplers: Vec<SamplerItem>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) images: Vec<ImageItem>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) accessors: Vec<Accessor>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) buffer_views: Vec<BufferView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) buffers: Vec<Buffer>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Asset {
    pub(super) version: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) min_version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) generator: Option<String>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(super) struct SceneItem {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) nodes: Vec<usize>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct NodeItem {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) children: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) matrix: Option<[f64; 16]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) translation: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rotation: Option<[f64; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scale: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mesh: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) skin: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) weights: Vec<f64>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(super) struct MeshItem {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) name: String,
    pub(super) primitives: Vec<Primitive>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) weights: Vec<f64>,
    /// By convention the morph targets' names are here, in `targetNames`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) extras: Option<Value>,
}

/// Vertex attributes by name, each an accessor.
pub(super) type Attributes = BTreeMap<String, usize>;

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Primitive {
    #[serde(default)]
    pub(super) attributes: Attributes,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) indices: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) material: Option<usize>,
    #[serde(default = "triangles", skip_serializing_if = "is_triangles")]
    pub(super) mode: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) targets: Vec<Attributes>,
    /// The name of the group of faces, in `name`; glTF has no other place for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) extras: Option<Value>,
}

/// `Primitive::mode`: separate points.
pub(super) const POINTS: u32 = 0;
/// `Primitive::mode`: separate lines.
pub(super) const LINES: u32 = 1;
/// `Primitive::mode`: a closed chain of lines.
pub(super) const LINE_LOOP: u32 = 2;
/// `Primitive::mode`: an open chain of lines.
pub(super) const LINE_STRIP: u32 = 3;
/// `Primitive::mode`: separate triangles.
pub(super) const TRIANGLES: u32 = 4;
/// `Primitive::mode`: triangles that share an edge with the one before.
pub(super) const TRIANGLE_STRIP: u32 = 5;
/// `Primitive::mode`: triangles around one vertex.
pub(super) const TRIANGLE_FAN: u32 = 6;

fn triangles() -> u32 {
    TRIANGLES
}

// The reference is what serde asks for.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_triangles(mode: &u32) -> bool {
    *mode == TRIANGLES
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SkinItem {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) name: String,
    pub(super) joints: Vec<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) inverse_bind_matrices: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) skeleton: Option<usize>,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct AnimationItem {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) name: String,
    pub(super) channels: Vec<ChannelItem>,
    pub(super) samplers: Vec<Sampler>,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct ChannelItem {
    pub(super) sampler: usize,
    pub(super) target: Target,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Target {
    /// Without a node the target is something that an extension describes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) node: Option<usize>,
    pub(super) path: String,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Sampler {
    pub(super) input: usize,
    pub(super) output: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) interpolation: Option<String>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) buffer_view: Option<usize>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) byte_offset: u64,
    pub(super) component_type: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) normalized: bool,
    pub(super) count: u64,
    #[serde(rename = "type")]
    pub(super) kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) min: Option<Vec<f32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) max: Option<Vec<f32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sparse: Option<Sparse>,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Sparse {
    pub(super) count: u64,
    pub(super) indices: SparseIndices,
    pub(super) values: SparseValues,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseIndices {
    pub(super) buffer_view: usize,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) byte_offset: u64,
    pub(super) component_type: u32,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseValues {
    pub(super) buffer_view: usize,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) byte_offset: u64,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BufferView {
    pub(super) buffer: usize,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) byte_offset: u64,
    pub(super) byte_length: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) byte_stride: Option<u64>,
    /// Not read, because it is a hint for graphics cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) target: Option<u32>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    pub(super) byte_length: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) uri: Option<String>,
}

// The reference is what serde asks for.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}
