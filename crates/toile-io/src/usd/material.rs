//! Materials as `UsdPreviewSurface`, and the files of their pictures.
//!
//! Inputs and their meaning are those of the `UsdPreviewSurface` proposal
//! (<https://openusd.org/release/spec_usdpreviewsurface.html>).

use super::mesh::uv_name;
use super::names::{PrimName, Siblings, identifier};
use super::text::{Text, Tuple};
use crate::decimal::Single;
use crate::scene::{AlphaMode, Material, SceneImage, SceneTexture, TextureWrap, UvTransform};
use crate::{PolyMesh, WriteError};
use std::collections::BTreeMap;

/// The pictures of a scene, each with the path that the stage knows it by.
pub(super) struct Textures<'a> {
    files: Vec<(String, &'a [u8])>,
}

impl<'a> Textures<'a> {
    /// The pictures in a folder beside the stage.
    pub(super) fn new(images: &'a [SceneImage], folder: &str) -> Self {
        let path = |(i, image): (usize, &'a SceneImage)| {
            (format!("{folder}/{}", image.file_name(i, identifier)), &*image.bytes)
        };
        Self { files: images.iter().enumerate().map(path).collect() }
    }

    /// The paths with their content.
    pub(super) fn files(&self) -> impl Iterator<Item = (&str, &'a [u8])> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), *bytes))
    }
}

/// The materials of a stage.
pub(super) struct Looks {
    /// The path of the prim that holds them.
    scope: String,
    materials: Vec<(PrimName, Material)>,
    /// The first material of each name.
    known: BTreeMap<String, usize>,
}

impl Looks {
    pub(super) fn new(scope: String, materials: Vec<Material>) -> Self {
        let mut siblings = Siblings::default();
        let mut known = BTreeMap::new();
        for (m, material) in materials.iter().enumerate() {
            known.entry(material.name.clone()).or_insert(m);
        }
        let named =
            materials.into_iter().map(|material| (siblings.name(&material.name, "material"), material));
        Self { scope, materials: named.collect(), known }
    }

    /// The path of the material of a name, which must be there.
    pub(super) fn path(&self, name: &str) -> String {
        let prim = self.known.get(name).map_or("", |m| &self.materials[*m].0.valid);
        format!("{}/{prim}", self.scope)
    }

    /// Whether the backs of a mesh's faces are seen: if one of its materials says so, or it has none.
    pub(super) fn are_double_sided(&self, mesh: &PolyMesh) -> bool {
        let names = || mesh.groups.iter().filter_map(|group| group.material.as_deref());
        let material = |name: &str| self.known.get(name).map(|m| &self.materials[*m].1);
        names().next().is_none() || names().filter_map(material).any(|material| material.double_sided)
    }

    /// Writes all materials.
    pub(super) fn write(&self, text: &mut Text<'_>, textures: &Textures<'_>) -> Result<(), WriteError> {
        if self.materials.is_empty() {
            return Ok(());
        }
        let name = self.scope.rsplit('/').next().unwrap_or_default();
        text.begin("Scope", &PrimName { valid: name.to_owned(), shown: None }, &[])?;
        for (name, material) in &self.materials {
            let path = format!("{}/{}", self.scope, name.valid);
            text.begin("Material", name, &[])?;
            text.line(format_args!("token outputs:surface.connect = <{path}/Surface.outputs:surface>"))?;
            write_surface(text, &path, material)?;
            for reading in readings(material) {
                reading.write(text, &path, textures)?;
            }
            text.end()?;
        }
        text.end()
    }
}

/// Begins a prim for a shader.
fn begin_shader(text: &mut Text<'_>, name: &str, id: &str) -> Result<(), WriteError> {
    text.begin("Shader", &PrimName { valid: name.to_owned(), shown: None }, &[])?;
    text.line(format_args!("uniform token info:id = \"{id}\""))
}

fn write_surface(text: &mut Text<'_>, path: &str, material: &Material) -> Result<(), WriteError> {
    let maps = &material.textures;
    let [red, green, blue, alpha] = material.base_color;
    begin_shader(text, "Surface", "UsdPreviewSurface")?;
    let mut input = |there: bool, head: &str, output: &str, constant: Option<String>| {
        if there {
            text.line(format_args!("{head}.connect = <{path}/{output}>"))
        } else if let Some(constant) = constant {
            text.line(format_args!("{head} = {constant}"))
        } else {
            Ok(())
        }
    };
    let number = |value: f32| Some(Single(value).to_string());
    let color = Some(Tuple([red, green, blue]).to_string());
    input(maps.base_color.is_some(), "color3f inputs:diffuseColor", "Color.outputs:rgb", color)?;
    let rough = maps.metallic_roughness.is_some();
    input(rough, "float inputs:metallic", "Rough.outputs:b", number(material.metallic))?;
    input(rough, "float inputs:roughness", "Rough.outputs:g", number(material.roughness))?;
    input(maps.normal.is_some(), "normal3f inputs:normal", "Normal.outputs:rgb", None)?;
    input(maps.occlusion.is_some(), "float inputs:occlusion", "Occlusion.outputs:r", None)?;
    if material.alpha != AlphaMode::Opaque {
        input(maps.base_color.is_some(), "float inputs:opacity", "Color.outputs:a", number(alpha))?;
    }
    if let AlphaMode::Mask(cutoff) = material.alpha {
        input(false, "float inputs:opacityThreshold", "", number(cutoff))?;
    }
    text.line(format_args!("token outputs:surface"))?;
    text.end()
}

/// How a picture is read.
struct Reading<'a> {
    name: &'static str,
    texture: &'a SceneTexture,
    color_space: &'static str,
    /// What the picture's numbers are multiplied with, and then added.
    scale: [f32; 4],
    bias: [f32; 4],
    outputs: &'static [&'static str],
}

/// The pictures of a material.
fn readings(material: &Material) -> Vec<Reading<'_>> {
    let maps = &material.textures;
    let reading = |name, texture, outputs| Reading {
        name,
        texture,
        color_space: "raw",
        scale: [1.0; 4],
        bias: [0.0; 4],
        outputs,
    };
    let mut all = Vec::new();
    if let Some(texture) = &maps.base_color {
        let outputs: &[_] =
            if material.alpha == AlphaMode::Opaque { &["float3 rgb"] } else { &["float3 rgb", "float a"] };
        all.push(Reading {
            color_space: "sRGB",
            scale: material.base_color,
            ..reading("Color", texture, outputs)
        });
    }
    if let Some(texture) = &maps.metallic_roughness {
        let scale = [1.0, material.roughness, material.metallic, 1.0];
        all.push(Reading { scale, ..reading("Rough", texture, &["float b", "float g"]) });
    }
    if let Some(texture) = &maps.normal {
        // From 0 .. 1 to -1 .. 1, with the strength in the plane of the surface.
        let s = maps.normal_scale;
        let (scale, bias) = ([2.0 * s, 2.0 * s, 2.0, 1.0], [-s, -s, -1.0, 0.0]);
        all.push(Reading { scale, bias, ..reading("Normal", texture, &["float3 rgb"]) });
    }
    if let Some(texture) = &maps.occlusion {
        // 1 + strength (red - 1).
        let s = maps.occlusion_strength;
        let (scale, bias) = ([s, 1.0, 1.0, 1.0], [1.0 - s, 0.0, 0.0, 0.0]);
        all.push(Reading { scale, bias, ..reading("Occlusion", texture, &["float r"]) });
    }
    all
}

impl Reading<'_> {
    /// Writes the picture, what lays it, and what changes the coordinates.
    fn write(&self, text: &mut Text<'_>, path: &str, textures: &Textures<'_>) -> Result<(), WriteError> {
        let Self { name, texture, .. } = self;
        begin_shader(text, &format!("{name}Reader"), "UsdPrimvarReader_float2")?;
        text.line(format_args!("string inputs:varname = \"{}\"", uv_name(texture.uv_set)))?;
        text.line(format_args!("float2 outputs:result"))?;
        text.end()?;
        let change = &texture.transform;
        let placed = if *change == UvTransform::IDENTITY { "Reader" } else { "Place" };
        if placed == "Place" {
            begin_shader(text, &format!("{name}Place"), "UsdTransform2d")?;
            text.line(format_args!("float2 inputs:in.connect = <{path}/{name}Reader.outputs:result>"))?;
            let degrees = Single(change.rotation.to_degrees() as f32);
            text.line(format_args!("float inputs:rotation = {degrees}"))?;
            text.line(format_args!("float2 inputs:scale = {}", Tuple::from(change.scale)))?;
            text.line(format_args!("float2 inputs:translation = {}", Tuple::from(change.offset)))?;
            text.line(format_args!("float2 outputs:result"))?;
            text.end()?;
        }
        begin_shader(text, name, "UsdUVTexture")?;
        let file = textures.files.get(texture.image).map_or("", |(path, _)| path);
        text.line(format_args!("asset inputs:file = @{file}@"))?;
        text.line(format_args!("token inputs:sourceColorSpace = \"{}\"", self.color_space))?;
        text.line(format_args!("float2 inputs:st.connect = <{path}/{name}{placed}.outputs:result>"))?;
        for (axis, wrap) in ["S", "T"].into_iter().zip(texture.wrap) {
            text.line(format_args!("token inputs:wrap{axis} = \"{}\"", wrap_name(wrap)))?;
        }
        text.line(format_args!("float4 inputs:scale = {}", Tuple(self.scale)))?;
        text.line(format_args!("float4 inputs:bias = {}", Tuple(self.bias)))?;
        for output in self.outputs {
            let (kind, name) = output.split_once(' ').unwrap_or_default();
            text.line(format_args!("{kind} outputs:{name}"))?;
        }
        text.end()
    }
}

fn wrap_name(wrap: TextureWrap) -> &'static str {
    match wrap {
        TextureWrap::Repeat => "repeat",
        TextureWrap::Mirror => "mirror",
        TextureWrap::Clamp => "clamp",
    }
}
