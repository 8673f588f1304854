//! Materials, and the textures, samplers and images that they use.

use super::Pictures;
use super::binary::Binary;
use crate::base64;
use crate::gltf::document::Document;
use crate::gltf::looks::{
    CLAMP, ImageItem, MIRROR, MaterialExtensions, MaterialItem, MetallicRoughness, SamplerItem, SheenItem,
    TextureInfo, TextureInfoExtensions, TextureItem, TransformItem,
};
use crate::scene::{AlphaMode, Material, SceneImage, SceneTexture, TextureWrap, UvTransform};

/// The extension for changed texture coordinates.
const TRANSFORM: &str = "KHR_texture_transform";
/// The extension for sheen.
const SHEEN: &str = "KHR_materials_sheen";

/// Adds materials to the document, with all that they use.
pub(super) fn add(document: &mut Document, materials: &[Material]) {
    let mut looks = Looks::default();
    document.materials = materials.iter().map(|material| looks.material(material)).collect();
    document.textures = looks.textures.iter().map(UsedTexture::item).collect();
    document.samplers = looks.samplers.into_iter().map(sampler_item).collect();
    let used = [(looks.sheen, SHEEN), (looks.transform, TRANSFORM)];
    document.extensions_used =
        used.iter().filter(|(used, _)| *used).map(|(_, name)| (*name).to_owned()).collect();
}

/// The images: in the binary data, or in the text itself.
pub(super) fn images(images: &[SceneImage], pictures: Pictures, binary: &mut Binary) -> Vec<ImageItem> {
    let item = |image: &SceneImage| {
        let media_type = image.format().map(|format| format.media_type().to_owned());
        let name = image.name.clone();
        match pictures {
            Pictures::InData => {
                let buffer_view = Some(binary.picture(&image.bytes));
                ImageItem { name, uri: None, mime_type: media_type, buffer_view }
            }
            Pictures::InText => {
                let media_type = media_type.unwrap_or_default();
                let uri = format!("data:{media_type};base64,{}", base64::encode(&image.bytes));
                ImageItem { name, uri: Some(uri), mime_type: None, buffer_view: None }
            }
        }
    };
    images.iter().map(item).collect()
}

/// A picture with what is seen beyond its sides.
#[derive(PartialEq)]
struct UsedTexture {
    image: usize,
    sampler: Option<usize>,
}

impl UsedTexture {
    fn item(&self) -> TextureItem {
        TextureItem { sampler: self.sampler, source: Some(self.image) }
    }
}

/// What materials use, each once.
#[derive(Default)]
struct Looks {
    textures: Vec<UsedTexture>,
    samplers: Vec<[TextureWrap; 2]>,
    transform: bool,
    sheen: bool,
}

impl Looks {
    fn material(&mut self, material: &Material) -> MaterialItem {
        let textures = &material.textures;
        let mut info = |texture: &Option<SceneTexture>| texture.as_ref().map(|texture| self.info(texture));
        let (alpha_mode, alpha_cutoff) = match material.alpha {
            AlphaMode::Opaque => (None, None),
            AlphaMode::Mask(cutoff) => (Some("MASK".to_owned()), Some(cutoff)),
            AlphaMode::Blend => (Some("BLEND".to_owned()), None),
        };
        let item = MaterialItem {
            name: material.name.clone(),
            pbr_metallic_roughness: MetallicRoughness {
                base_color: material.base_color,
                base_color_texture: info(&textures.base_color),
                metallic: material.metallic,
                roughness: material.roughness,
                texture: info(&textures.metallic_roughness),
            },
            normal_texture: info(&textures.normal)
                .map(|info| TextureInfo { scale: Some(textures.normal_scale), ..info }),
            occlusion_texture: info(&textures.occlusion)
                .map(|info| TextureInfo { strength: Some(textures.occlusion_strength), ..info }),
            alpha_mode,
            alpha_cutoff,
            double_sided: material.double_sided,
            extensions: material.sheen.map(|sheen| MaterialExtensions {
                sheen: Some(SheenItem { color: sheen.color, roughness: sheen.roughness }),
            }),
        };
        self.sheen |= item.extensions.is_some();
        item
    }

    fn info(&mut self, texture: &SceneTexture) -> TextureInfo {
        // Without a sampler pictures are repeated.
        let repeated = texture.wrap == [TextureWrap::Repeat; 2];
        let sampler = (!repeated).then(|| place_of(&mut self.samplers, texture.wrap));
        let index = place_of(&mut self.textures, UsedTexture { image: texture.image, sampler });
        let changed = texture.transform != UvTransform::IDENTITY;
        self.transform |= changed;
        let extensions = changed.then(|| {
            let down = texture.transform.with_v_down();
            let (offset, scale) = (down.offset.to_array(), down.scale.to_array());
            let transform = TransformItem { offset, rotation: down.rotation, scale, tex_coord: None };
            TextureInfoExtensions { transform: Some(transform) }
        });
        TextureInfo { index, tex_coord: texture.uv_set, extensions, ..TextureInfo::default() }
    }
}

/// Where an item is in a list that it is added to if it is not there yet.
fn place_of<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    list.iter().position(|known| *known == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}

fn sampler_item(wrap: [TextureWrap; 2]) -> SamplerItem {
    let [wrap_s, wrap_t] = wrap.map(|wrap| match wrap {
        TextureWrap::Repeat => None,
        TextureWrap::Mirror => Some(MIRROR),
        TextureWrap::Clamp => Some(CLAMP),
    });
    SamplerItem { wrap_s, wrap_t }
}
