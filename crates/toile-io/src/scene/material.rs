//! How a surface looks: numbers, and pictures that multiply them.

use super::{Scene, SceneTexture};
use std::collections::BTreeSet;

/// A surface's looks.
///
/// The model is that of glTF 2.0: a base colour, how much of a metal it is, how rough, and on top of that a sheen as of
/// velvet. Pictures multiply the numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// The name by which [`Group::material`](crate::Group::material) refers to it; unique in its scene.
    pub name: String,
    /// Linear RGBA base colour.
    pub base_color: [f32; 4],
    /// 0 for cloth, skin and wood, 1 for metal.
    pub metallic: f32,
    /// 0 mirror-like, 1 fully rough.
    pub roughness: f32,
    /// Whether the back is drawn like the front; cloth wants it.
    pub double_sided: bool,
    /// What the fourth number of the base colour means.
    pub alpha: AlphaMode,
    /// The light that fibres standing out scatter back.
    pub sheen: Option<MaterialSheen>,
    /// Pictures laid on the surface.
    pub textures: MaterialTextures,
}

/// The pictures of a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialTextures {
    /// Base colour (sRGB) and alpha, multiplied with the numbers.
    pub base_color: Option<SceneTexture>,
    /// Normals in tangent space: red along `u`, green along `v` upwards, blue off the surface.
    pub normal: Option<SceneTexture>,
    /// How strong these normals are: red and green are multiplied with it.
    pub normal_scale: f32,
    /// Roughness in green and metal in blue, multiplied with the numbers.
    pub metallic_roughness: Option<SceneTexture>,
    /// How much of the light from all around reaches the surface, in red.
    pub occlusion: Option<SceneTexture>,
    /// How much of the occlusion counts, from 0 to 1.
    pub occlusion_strength: f32,
}

/// What the alpha of a base colour means.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum AlphaMode {
    /// Nothing.
    #[default]
    Opaque,
    /// There is surface where alpha is at least this, and a hole elsewhere, as in lace.
    Mask(f32),
    /// How much of what lies behind is covered, as by tulle.
    Blend,
}

/// The light that fibres standing out of the cloth scatter back (`KHR_materials_sheen`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaterialSheen {
    /// Its linear colour; black is none.
    pub color: [f32; 3],
    /// 0 sharp as on satin, 1 soft as on wool.
    pub roughness: f32,
}

impl Scene {
    /// The scene's materials, and white ones for names that groups use but the scene does not have.
    pub(crate) fn all_materials(&self) -> Vec<Material> {
        let mut materials = self.materials.clone();
        let mut known: BTreeSet<&str> =
            self.materials.iter().map(|material| material.name.as_str()).collect();
        let groups = self.meshes.iter().flat_map(|mesh| &mesh.mesh.groups);
        for name in groups.filter_map(|group| group.material.as_deref()) {
            if known.insert(name) {
                materials.push(Material { name: name.to_owned(), ..Material::default() });
            }
        }
        materials
    }
}

impl Material {
    /// A material of a linear colour.
    pub fn of_color(name: impl Into<String>, [red, green, blue]: [f32; 3], roughness: f32) -> Self {
        Self { name: name.into(), base_color: [red, green, blue, 1.0], roughness, ..Self::default() }
    }
}

impl MaterialTextures {
    /// The pictures that are there, with the names that glTF gives them.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &SceneTexture)> {
        let maps = [
            ("baseColorTexture", &self.base_color),
            ("normalTexture", &self.normal),
            ("metallicRoughnessTexture", &self.metallic_roughness),
            ("occlusionTexture", &self.occlusion),
        ];
        maps.into_iter().filter_map(|(name, texture)| Some((name, texture.as_ref()?)))
    }
}

impl Default for Material {
    /// White, rough, not metal, and seen from both sides, as a piece of cloth is.
    fn default() -> Self {
        Self {
            name: String::new(),
            base_color: [1.0; 4],
            metallic: 0.0,
            roughness: 1.0,
            double_sided: true,
            alpha: AlphaMode::default(),
            sheen: None,
            textures: MaterialTextures::default(),
        }
    }
}

impl Default for MaterialTextures {
    /// None, and full strength for those that come.
    fn default() -> Self {
        Self {
            base_color: None,
            normal: None,
            normal_scale: 1.0,
            metallic_roughness: None,
            occlusion: None,
            occlusion_strength: 1.0,
        }
    }
}
