//! Materials of cloth for other programs: the weave of each fabric in the colour that it is dyed in.

use glam::DVec2;
use std::collections::BTreeMap;
use toile_finish::fabric::FabricLook;
use toile_io::WriteError;
use toile_io::png::{self, Image};
use toile_io::scene::{
    AlphaMode, Material, MaterialSheen, MaterialTextures, Scene, SceneImage, SceneTexture,
};
use toile_look::Color;

/// How many pixels a tile of a fabric is wide and high: about eight for each yarn.
const PIXELS: u32 = 512;
/// What lets so much light through is drawn through; less is not worth the trouble that renderers have with it.
const SEEN_THROUGH: f64 = 0.3;
/// How soft the light of fibres is that stand out, in the model of `KHR_materials_sheen`.
const SHEEN_ROUGHNESS: f32 = 0.5;

/// The materials of a scene's fabrics. A fabric of one colour is made once.
#[derive(Default)]
pub(crate) struct ClothMaterials {
    made: BTreeMap<(String, [u8; 3]), ([usize; 3], DVec2)>,
}

impl ClothMaterials {
    /// Adds a material of a name to a scene, for a fabric of a colour. Returns how much cloth its pictures show, across and along the grain, in metres.
    pub(crate) fn add(
        &mut self,
        scene: &mut Scene,
        name: &str,
        fabric: &str,
        dye: Color,
    ) -> Result<DVec2, WriteError> {
        let look = FabricLook::of_fabric(fabric);
        let key = (fabric.to_owned(), dye.to_srgb());
        let ([color, normal, roughness], size) = if let Some(made) = self.made.get(&key) {
            *made
        } else {
            let made = add_pictures(scene, fabric, &look, dye)?;
            *self.made.entry(key).or_insert(made)
        };
        let texture = |image| Some(SceneTexture::of_image(image));
        let covers = if look.translucency > SEEN_THROUGH { 1.0 - look.translucency as f32 } else { 1.0 };
        let sheen = look.sheen as f32;
        scene.materials.push(Material {
            name: name.to_owned(),
            // The pictures have the colour already.
            base_color: [1.0, 1.0, 1.0, covers],
            alpha: if covers < 1.0 { AlphaMode::Blend } else { AlphaMode::Opaque },
            sheen: (sheen > 0.0).then(|| MaterialSheen {
                color: [sheen; 3].map(|light| 0.3 * light),
                roughness: SHEEN_ROUGHNESS,
            }),
            textures: MaterialTextures {
                base_color: texture(color),
                normal: texture(normal),
                metallic_roughness: texture(roughness),
                occlusion: texture(roughness),
                ..MaterialTextures::default()
            },
            ..Material::default()
        });
        Ok(size)
    }
}

/// Adds the pictures of a fabric: colour, normals, roughness; and how much cloth they show.
fn add_pictures(
    scene: &mut Scene,
    fabric: &str,
    look: &FabricLook,
    dye: Color,
) -> Result<([usize; 3], DVec2), WriteError> {
    let maps = look.maps(dye.0.to_array().map(f64::from), PIXELS);
    let mut add = |what: &str, image: &Image| -> Result<usize, WriteError> {
        let mut bytes = Vec::new();
        png::write_rgba8(&mut bytes, image)?;
        scene.images.push(SceneImage::new(format!("{fabric}_{what}"), bytes));
        Ok(scene.images.len() - 1)
    };
    let images =
        [add("color", &maps.color)?, add("normal", &maps.normal)?, add("roughness", &maps.roughness)?];
    Ok((images, DVec2::from(maps.size)))
}
