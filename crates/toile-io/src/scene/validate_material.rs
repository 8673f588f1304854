//! Whether a scene's materials and pictures are consistent.

use super::validate::exists;
use super::{AlphaMode, Material, Scene, SceneError};

impl Scene {
    /// Checks that materials have finite numbers and name pictures that are there, and that pictures are pictures.
    pub(super) fn check_materials(&self) -> Result<(), SceneError> {
        for (i, image) in self.images.iter().enumerate() {
            if image.format().is_none() {
                let cause =
                    format!("the picture `{}` is neither PNG nor JPEG; convert it to one", image.name);
                return Err(SceneError::new(format!("images[{i}]"), cause));
            }
        }
        for (m, material) in self.materials.iter().enumerate() {
            let place = format!("materials[{m}]");
            if !numbers(material).all(f32::is_finite) {
                return Err(SceneError::new(place, "a factor is not a finite number"));
            }
            for (name, texture) in material.textures.all() {
                let place = format!("{place}.{name}");
                exists(&place, "image", texture.image, self.images.len())?;
                if !texture.transform.is_finite() {
                    return Err(SceneError::new(place, "a number of its transform is not finite"));
                }
            }
        }
        Ok(())
    }

    /// Checks that faces whose material lays pictures by a set of texture coordinates have that set. Writers ask for
    /// it, because such faces would be drawn in a single colour.
    pub(crate) fn check_textured(&self) -> Result<(), SceneError> {
        for (m, mesh) in self.meshes.iter().enumerate() {
            for group in &mesh.mesh.groups {
                let Some(material) = self.material_named(group.material.as_deref()) else { continue };
                let sets = mesh.mesh.uv_sets.len();
                if let Some((name, texture)) = material.textures.all().find(|(_, t)| t.uv_set >= sets) {
                    let cause = format!(
                        "`{}`: the {name} of material `{}` wants UV set {} (counted from 0), but the mesh has {sets} of them",
                        mesh.name, material.name, texture.uv_set
                    );
                    return Err(SceneError::new(format!("meshes[{m}]"), cause));
                }
            }
        }
        Ok(())
    }

    /// The first material of a name.
    pub(crate) fn material_named(&self, name: Option<&str>) -> Option<&Material> {
        let name = name?;
        self.materials.iter().find(|material| material.name == name)
    }
}

/// All numbers of a material.
fn numbers(material: &Material) -> impl Iterator<Item = f32> {
    let textures = &material.textures;
    let sheen = material.sheen.iter().flat_map(|sheen| sheen.color.into_iter().chain([sheen.roughness]));
    let cutoff = if let AlphaMode::Mask(cutoff) = material.alpha { cutoff } else { 0.0 };
    let factors = [material.metallic, material.roughness, cutoff];
    let strengths = [textures.normal_scale, textures.occlusion_strength];
    material.base_color.into_iter().chain(factors).chain(strengths).chain(sheen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PolyMesh;
    use crate::scene::{MaterialSheen, SceneImage, SceneTexture};

    /// What a PNG file begins with.
    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

    fn scene() -> Scene {
        let mut scene = Scene::from_mesh("cloth", PolyMesh::default().in_one_group("front", "linen"));
        scene.images.push(SceneImage::new("weave", PNG));
        let mut linen = Material { name: "linen".into(), ..Material::default() };
        linen.textures.base_color = Some(SceneTexture::of_image(0));
        scene.materials.push(linen);
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
        check(|s| s.images[0] = SceneImage::new("weave", *b"GIF89a"), "images[0]", "`weave` is neither PNG");
        check(|s| s.images.clear(), "materials[0].baseColorTexture", "image 0 does not exist");
        check(|s| s.materials[0].textures.normal_scale = f32::NAN, "materials[0]", "finite");
        check(|s| s.materials[0].alpha = AlphaMode::Mask(f32::INFINITY), "materials[0]", "finite");
        let sheen = MaterialSheen { color: [0.0, f32::NAN, 0.0], roughness: 0.5 };
        check(|s| s.materials[0].sheen = Some(sheen), "materials[0]", "finite");
        let turned = |s: &mut Scene| {
            let texture = s.materials[0].textures.base_color.as_mut().expect("there is one");
            texture.transform.rotation = f64::NAN;
        };
        check(turned, "materials[0].baseColorTexture", "transform");
    }

    #[test]
    fn pictures_without_coordinates_are_named() {
        let error = scene().check_textured().expect_err("the mesh has no texture coordinates");
        assert!(
            error
                .to_string()
                .contains("meshes[0]: `cloth`: the baseColorTexture of material `linen` wants UV set 0"),
            "{error}"
        );
        let mut laid = scene();
        laid.meshes[0].mesh.uv_sets.push(crate::CornerAttribute::absent(0));
        assert_eq!(laid.check_textured(), Ok(()));
    }
}
