//! Material libraries (`.mtl`) beside OBJ files, and the pictures that these name.
//!
//! Colours and the classic maps are those of the format's first description (Alias Wavefront, "MTL material format");
//! `Pr`, `Pm`, `map_Pr` and `norm` are the extension for physically based rendering that most programs read.

use super::write::write_with_library;
use crate::color::linear_to_srgb_text;
use crate::decimal::{Decimal, Single};
use crate::replace::replace_file;
use crate::scene::{AlphaMode, Material, Scene, SceneImage, SceneTexture, TextureWrap, UvTransform};
use crate::text::clean_name;
use crate::{Omission, WriteError};
use std::io::{BufWriter, Write};
use std::path::Path;

/// Writes a scene at rest as OBJ: all meshes as one, with their materials in a file beside it that has the extension
/// `.mtl`, and the pictures of these beside that. Returns what OBJ has no place for.
///
/// Names of these files have underscores for blanks, at which some programs would cut them. Names of groups and
/// materials keep theirs: most programs take the whole line.
///
/// # Errors
/// As for [`write`](super::write()), and if the scene is not consistent, or has a picture on faces without texture
/// coordinates; the path is part of it.
pub fn write_scene(path: &Path, scene: &Scene) -> Result<Vec<Omission>, WriteError> {
    let merged = scene
        .validate()
        .and_then(|()| scene.check_textured())
        .and_then(|()| scene.merged())
        .map_err(|error| WriteError::from(error).in_file(path))?;
    if scene.materials.is_empty() {
        let mut omissions = replace_file(path, |file| write_with_library(file, &merged, None))?;
        omissions.extend(scene.motion());
        return Ok(omissions);
    }
    let stem = path.file_stem().map(|stem| plain(&stem.to_string_lossy())).unwrap_or_default();
    let library = format!("{stem}.mtl");
    let pictures = picture_names(scene, &stem);
    for (name, image) in pictures.iter().zip(&scene.images) {
        replace_file(&path.with_file_name(name), |file| Ok(file.write_all(&image.bytes)?))?;
    }
    let mut omissions = replace_file(&path.with_file_name(&library), |file| {
        let mut out = BufWriter::new(file);
        let omissions = write_library(&mut out, &scene.materials, &pictures)?;
        out.flush()?;
        Ok(omissions)
    })?;
    omissions.extend(replace_file(path, |file| write_with_library(file, &merged, Some(&library)))?);
    omissions.extend(scene.motion());
    Ok(omissions)
}

/// A name of a file without blanks and what else could be misread.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '.') { c } else { '_' }).collect()
}

/// The names of the files of all pictures.
fn picture_names(scene: &Scene, stem: &str) -> Vec<String> {
    let name = |(i, image): (usize, &SceneImage)| format!("{stem}_{}", image.file_name(i, plain));
    scene.images.iter().enumerate().map(name).collect()
}

/// Writes the materials, whose pictures have the given names, and tells what there is no place for.
pub(super) fn write_library(
    out: &mut impl Write,
    materials: &[Material],
    pictures: &[String],
) -> Result<Vec<Omission>, WriteError> {
    let mut turned = false;
    for material in materials {
        writeln!(out, "newmtl {}", clean_name(&material.name))?;
        let [red, green, blue, alpha] = material.base_color;
        let [red, green, blue] = [red, green, blue].map(|c| Decimal(linear_to_srgb_text(c)));
        writeln!(out, "Kd {red} {green} {blue}")?;
        writeln!(out, "Pr {}\nPm {}", Single(material.roughness), Single(material.metallic))?;
        let maps = &material.textures;
        let mut map = |keyword: &str, options: &str, texture: Option<&SceneTexture>| match texture {
            None => Ok(()),
            Some(texture) => {
                turned |= texture.transform.rotation != 0.0 || texture.uv_set != 0;
                let file = pictures.get(texture.image).map_or("", String::as_str);
                writeln!(out, "{keyword} {options}{}{file}", placing(texture))
            }
        };
        map("map_Kd", "", maps.base_color.as_ref())?;
        if material.alpha != AlphaMode::Opaque {
            map("map_d", "-imfchan m ", maps.base_color.as_ref())?;
        }
        let strength = format!("-bm {} ", Single(maps.normal_scale));
        map("map_Bump", &strength, maps.normal.as_ref())?;
        map("norm", &strength, maps.normal.as_ref())?;
        map("map_Pr", "-imfchan g ", maps.metallic_roughness.as_ref())?;
        map("map_Pm", "-imfchan b ", maps.metallic_roughness.as_ref())?;
        if material.alpha != AlphaMode::Opaque {
            writeln!(out, "d {}", Single(alpha))?;
        }
    }
    let candidates = [
        (Omission::Sheen, materials.iter().any(|material| material.sheen.is_some())),
        (Omission::Pictures, turned || materials.iter().any(|m| m.textures.occlusion.is_some())),
    ];
    Ok(candidates.into_iter().filter_map(|(omission, there)| there.then_some(omission)).collect())
}

/// The options that place a picture: MTL adds the offset to the coordinates times the scale.
fn placing(texture: &SceneTexture) -> String {
    let mut options = String::new();
    let UvTransform { offset, scale, .. } = texture.transform;
    for (keyword, value, none) in [("-o", offset, 0.0), ("-s", scale, 1.0)] {
        if value.to_array() != [none; 2] {
            options.extend([keyword, " "]);
            options.extend(value.to_array().map(|number| format!("{} ", Decimal(number))));
            options.push_str("1 ");
        }
    }
    if texture.wrap.contains(&TextureWrap::Clamp) {
        options += "-clamp on ";
    }
    options
}
