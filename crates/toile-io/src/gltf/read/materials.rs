//! Materials with their textures, and the pictures behind these.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::DVec2;

use crate::ReadError;
use crate::gltf::looks::{CLAMP, MIRROR, MaterialItem, SamplerItem, TextureInfo};
use crate::gltf::source::Source;
use crate::scene::{
    AlphaMode, Material, MaterialSheen, MaterialTextures, Scene, SceneImage, SceneTexture, TextureWrap,
    UvTransform,
};

/// Reads the materials into the scene, renamed where two have the same name or one has none: groups refer to them by
/// name. Pictures that no material uses are not read. Those that are missing or neither PNG nor JPEG are left out, with
/// a word on it: a mesh without its pictures is better than none.
pub(super) fn read(source: &Source<'_>, scene: &mut Scene) -> Result<(), ReadError> {
    let mut taken = BTreeSet::new();
    let mut pictures =
        Pictures { source, scene, known: BTreeMap::new(), views: BTreeMap::new(), files: BTreeMap::new() };
    let mut materials = Vec::with_capacity(source.document.materials.len());
    for (m, item) in source.document.materials.iter().enumerate() {
        let place = format!("materials[{m}]");
        let pbr = &item.pbr_metallic_roughness;
        materials.push(Material {
            name: unique_name(&mut taken, m, &item.name),
            base_color: pbr.base_color,
            metallic: pbr.metallic,
            roughness: pbr.roughness,
            double_sided: item.double_sided,
            alpha: alpha(&place, item)?,
            sheen: sheen(item),
            textures: pictures.textures(&place, item)?,
        });
    }
    scene.materials = materials;
    Ok(())
}

fn unique_name(taken: &mut BTreeSet<String>, m: usize, name: &str) -> String {
    let mut name = name.to_owned();
    if name.is_empty() {
        name = format!("material {m}");
    } else if taken.contains(&name) {
        name = format!("{name} {m}");
    }
    while !taken.insert(name.clone()) {
        name.push('_');
    }
    name
}

fn alpha(place: &str, item: &MaterialItem) -> Result<AlphaMode, ReadError> {
    match item.alpha_mode.as_deref() {
        None | Some("OPAQUE") => Ok(AlphaMode::Opaque),
        Some("MASK") => Ok(AlphaMode::Mask(item.alpha_cutoff.unwrap_or(0.5))),
        Some("BLEND") => Ok(AlphaMode::Blend),
        Some(other) => {
            let cause = format!("'{other}' is neither OPAQUE nor MASK nor BLEND");
            Err(ReadError::item(format!("{place}.alphaMode"), cause))
        }
    }
}

fn sheen(item: &MaterialItem) -> Option<MaterialSheen> {
    let sheen = item.extensions.as_ref()?.sheen.as_ref()?;
    Some(MaterialSheen { color: sheen.color, roughness: sheen.roughness })
}

/// The pictures of a file, read when a material first uses them.
struct Pictures<'a> {
    source: &'a Source<'a>,
    scene: &'a mut Scene,
    /// For each image of the file that was asked for, which it is in the scene, if it could be had.
    known: BTreeMap<usize, Option<usize>>,
    /// Several images may share the bytes of a buffer view, or of another file.
    views: BTreeMap<usize, Arc<[u8]>>,
    files: BTreeMap<&'a str, Arc<[u8]>>,
}

impl<'a> Pictures<'a> {
    fn textures(&mut self, place: &str, item: &MaterialItem) -> Result<MaterialTextures, ReadError> {
        let mut texture = |name: &str, info: &Option<TextureInfo>| match info {
            None => Ok(None),
            Some(info) => self.texture(&format!("{place}.{name}"), info),
        };
        let pbr = &item.pbr_metallic_roughness;
        let strength = |info: &Option<TextureInfo>, of: fn(&TextureInfo) -> Option<f32>| {
            info.as_ref().and_then(of).unwrap_or(1.0)
        };
        Ok(MaterialTextures {
            base_color: texture("pbrMetallicRoughness.baseColorTexture", &pbr.base_color_texture)?,
            normal: texture("normalTexture", &item.normal_texture)?,
            normal_scale: strength(&item.normal_texture, |info| info.scale),
            metallic_roughness: texture("pbrMetallicRoughness.metallicRoughnessTexture", &pbr.texture)?,
            occlusion: texture("occlusionTexture", &item.occlusion_texture)?,
            occlusion_strength: strength(&item.occlusion_texture, |info| info.strength),
        })
    }

    fn texture(&mut self, place: &str, info: &TextureInfo) -> Result<Option<SceneTexture>, ReadError> {
        let document = self.source.document;
        let texture = find(&format!("{place}.index"), "texture", &document.textures, info.index)?;
        let place_of_texture = format!("textures[{}]", info.index);
        let wrap = match texture.sampler {
            None => [TextureWrap::Repeat; 2],
            Some(s) => wrap(find(&format!("{place_of_texture}.sampler"), "sampler", &document.samplers, s)?),
        };
        let Some(image) = texture.source else {
            self.leave_out(&place_of_texture, "its picture is neither PNG nor JPEG");
            return Ok(None);
        };
        let Some(image) = self.image(&format!("{place_of_texture}.source"), image)? else { return Ok(None) };
        let change = info.extensions.as_ref().and_then(|extensions| extensions.transform.as_ref());
        let down = change.map(|change| UvTransform {
            offset: DVec2::from_array(change.offset),
            rotation: change.rotation,
            scale: DVec2::from_array(change.scale),
        });
        Ok(Some(SceneTexture {
            image,
            uv_set: change.and_then(|change| change.tex_coord).unwrap_or(info.tex_coord),
            wrap,
            transform: down.map_or(UvTransform::IDENTITY, UvTransform::with_v_up),
        }))
    }

    /// Which picture of the scene an image of the file is, if it could be had.
    fn image(&mut self, place: &str, index: usize) -> Result<Option<usize>, ReadError> {
        if let Some(known) = self.known.get(&index) {
            return Ok(*known);
        }
        let item = find(place, "image", &self.source.document.images, index)?;
        let place = format!("images[{index}]");
        let bytes = match (&item.uri, item.buffer_view) {
            (Some(uri), _) => self.file(uri),
            (None, Some(view)) => Ok(self.view(&place, view)?),
            (None, None) => Err("it has neither a URI nor a buffer view".to_owned()),
        };
        let image = bytes.map(|bytes| SceneImage { name: item.name.clone(), bytes });
        let found = match image {
            Ok(image) if image.format().is_some() => {
                self.scene.images.push(image);
                Some(self.scene.images.len() - 1)
            }
            Ok(_) => {
                self.leave_out(&place, "the picture is neither PNG nor JPEG");
                None
            }
            Err(cause) => {
                self.leave_out(&place, &cause);
                None
            }
        };
        self.known.insert(index, found);
        Ok(found)
    }

    /// The bytes of a buffer view, which count against what a file of this size may become.
    fn view(&mut self, place: &str, view: usize) -> Result<Arc<[u8]>, ReadError> {
        if let Some(known) = self.views.get(&view) {
            return Ok(Arc::clone(known));
        }
        let bytes = self.source.view(place, view)?.0;
        self.source.spend(place, bytes.len() as u64 / 8)?;
        let bytes: Arc<[u8]> = Arc::from(bytes);
        self.views.insert(view, Arc::clone(&bytes));
        Ok(bytes)
    }

    /// The bytes behind a URI, or why there are none.
    fn file(&mut self, uri: &'a str) -> Result<Arc<[u8]>, String> {
        if let Some(known) = self.files.get(uri) {
            return Ok(Arc::clone(known));
        }
        let bytes: Arc<[u8]> = self.source.load_picture(uri)?.into();
        self.files.insert(uri, Arc::clone(&bytes));
        Ok(bytes)
    }

    fn leave_out(&mut self, place: &str, cause: &str) {
        self.scene.left_out.push(format!("{place}: {cause}"));
    }
}

fn wrap(sampler: &SamplerItem) -> [TextureWrap; 2] {
    [sampler.wrap_s, sampler.wrap_t].map(|code| match code {
        Some(CLAMP) => TextureWrap::Clamp,
        Some(MIRROR) => TextureWrap::Mirror,
        _ => TextureWrap::Repeat,
    })
}

/// The item of a list that an index names.
fn find<'a, T>(place: &str, what: &str, list: &'a [T], index: usize) -> Result<&'a T, ReadError> {
    list.get(index).ok_or_else(|| {
        ReadError::item(place, format!("{what} {index} does not exist, there are {}", list.len()))
    })
}
