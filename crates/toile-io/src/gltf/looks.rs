//! The JSON of materials, textures, samplers and images, with the names and defaults of glTF 2.0 and of the extensions
//! `KHR_texture_transform` and `KHR_materials_sheen`.

use serde::{Deserialize, Serialize};

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct MaterialItem {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) name: String,
    pub(super) pbr_metallic_roughness: MetallicRoughness,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) normal_texture: Option<TextureInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) occlusion_texture: Option<TextureInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) alpha_mode: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) alpha_cutoff: Option<f32>,
    pub(super) double_sided: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) extensions: Option<MaterialExtensions>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(default)]
pub(super) struct MetallicRoughness {
    #[serde(rename = "baseColorFactor")]
    pub(super) base_color: [f32; 4],
    #[serde(rename = "baseColorTexture", skip_serializing_if = "Option::is_none")]
    pub(super) base_color_texture: Option<TextureInfo>,
    #[serde(rename = "metallicFactor")]
    pub(super) metallic: f32,
    #[serde(rename = "roughnessFactor")]
    pub(super) roughness: f32,
    #[serde(rename = "metallicRoughnessTexture", skip_serializing_if = "Option::is_none")]
    pub(super) texture: Option<TextureInfo>,
}

impl Default for MetallicRoughness {
    fn default() -> Self {
        Self { base_color: [1.0; 4], base_color_texture: None, metallic: 1.0, roughness: 1.0, texture: None }
    }
}

/// A texture as a material uses it.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextureInfo {
    pub(super) index: usize,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) tex_coord: usize,
    /// Of normal textures only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) scale: Option<f32>,
    /// Of occlusion textures only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) strength: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) extensions: Option<TextureInfoExtensions>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct TextureInfoExtensions {
    #[serde(rename = "KHR_texture_transform", default, skip_serializing_if = "Option::is_none")]
    pub(super) transform: Option<TransformItem>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct TransformItem {
    pub(super) offset: [f64; 2],
    pub(super) rotation: f64,
    pub(super) scale: [f64; 2],
    /// In place of that of the texture, if it is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tex_coord: Option<usize>,
}

impl Default for TransformItem {
    fn default() -> Self {
        Self { offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2], tex_coord: None }
    }
}

#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct MaterialExtensions {
    #[serde(rename = "KHR_materials_sheen", default, skip_serializing_if = "Option::is_none")]
    pub(super) sheen: Option<SheenItem>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(super) struct SheenItem {
    #[serde(rename = "sheenColorFactor")]
    pub(super) color: [f32; 3],
    #[serde(rename = "sheenRoughnessFactor")]
    pub(super) roughness: f32,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(super) struct TextureItem {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sampler: Option<usize>,
    /// Without one the picture is in a format that an extension describes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<usize>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct SamplerItem {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) wrap_s: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) wrap_t: Option<u32>,
}

/// `SamplerItem::wrap_s`: the colours of the edge.
pub(super) const CLAMP: u32 = 33071;
/// `SamplerItem::wrap_s`: again and mirrored.
pub(super) const MIRROR: u32 = 33648;

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ImageItem {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) uri: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mime_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) buffer_view: Option<usize>,
}

// The reference is what serde asks for.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &usize) -> bool {
    *number == 0
}
