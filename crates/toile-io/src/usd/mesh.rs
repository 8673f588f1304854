//! A mesh as a prim: points, faces, attributes of corners, and a subset for each group.

use super::material::Looks;
use super::motion::Placed;
use super::names::{PrimName, Siblings};
use super::text::{Text, Tuple};
use crate::decimal::Single;
use crate::{CornerAttribute, NO_INDEX, PolyMesh, WriteError};
use glam::{DVec2, DVec3, Vec3};

/// Writes a mesh, which is `rest` where it does not move.
pub(super) fn write(
    text: &mut Text<'_>,
    name: &PrimName,
    placed: &Placed<'_>,
    rest: &PolyMesh,
    looks: &Looks,
) -> Result<(), WriteError> {
    text.begin("Mesh", name, &["prepend apiSchemas = [\"MaterialBindingAPI\"]"])?;
    let sides = u8::from(looks.are_double_sided(rest));
    text.line(format_args!("uniform bool doubleSided = {sides}"))?;
    let counts = rest.face_starts.windows(2).map(|face| face[1] - face[0]);
    text.list(format_args!("int[] faceVertexCounts ="), counts, "")?;
    text.list(format_args!("int[] faceVertexIndices ="), &rest.corners, "")?;
    write_shape(text, name, placed, rest)?;
    for (s, set) in rest.uv_sets.iter().enumerate() {
        write_uvs(text, &uv_name(s), set)?;
    }
    write_colors(text, &rest.colors)?;
    text.line(format_args!("uniform token subdivisionScheme = \"none\""))?;
    if let Some(material) = only_material(rest) {
        text.line(format_args!("rel material:binding = <{}>", looks.path(material)))?;
    }
    write_subsets(text, rest, looks)?;
    text.end()
}

/// The name of a set of texture coordinates.
pub(super) fn uv_name(set: usize) -> String {
    if set == 0 { "st".to_owned() } else { format!("st{set}") }
}

/// Writes what may move: points, the box around them, and normals.
fn write_shape(
    text: &mut Text<'_>,
    name: &PrimName,
    placed: &Placed<'_>,
    rest: &PolyMesh,
) -> Result<(), WriteError> {
    let first = if placed.frames > 0 { &placed.shape(0)? } else { rest };
    let layout = NormalLayout::of(rest);
    text.list(format_args!("float3[] extent ="), extent(name, &first.positions)?.map(Tuple), "")?;
    text.list(format_args!("point3f[] points ="), points(first), "")?;
    if let Some(layout) = &layout {
        text.primvar("normal3f[] normals", layout.values(first), layout.interpolation())?;
    }
    if placed.frames == 0 {
        return Ok(());
    }
    let mut extents = Vec::with_capacity(placed.frames);
    text.samples("point3f[] points", placed.frames, |text, f| {
        let shape = placed.shape(f)?;
        extents.push(extent(name, &shape.positions)?);
        text.list(format_args!("{f}:"), points(&shape), ",")
    })?;
    text.samples("float3[] extent", placed.frames, |text, f| {
        text.list(format_args!("{f}:"), extents[f].map(Tuple), ",")
    })?;
    let Some(layout) = &layout else { return Ok(()) };
    text.samples("normal3f[] normals", placed.frames, |text, f| {
        text.list(format_args!("{f}:"), layout.values(&placed.shape(f)?), ",")
    })
}

fn points(mesh: &PolyMesh) -> impl Iterator<Item = Tuple<3>> {
    mesh.positions.iter().map(|p| Tuple::from(*p))
}

/// The smallest and the largest coordinates; an error if there are some that the format cannot hold.
fn extent(name: &PrimName, positions: &[DVec3]) -> Result<[[f32; 3]; 2], WriteError> {
    if let Some(v) = positions.iter().position(|p| !p.as_vec3().is_finite()) {
        let name = name.shown.as_ref().unwrap_or(&name.valid);
        return Err(WriteError::new(format!("{name}: vertex {v} does not fit into 32-bit floats")));
    }
    let grown = |[min, max]: [Vec3; 2], p: &DVec3| [min.min(p.as_vec3()), max.max(p.as_vec3())];
    let first = positions.first().map_or(Vec3::ZERO, |p| p.as_vec3());
    Ok(positions.iter().fold([first; 2], grown).map(|p| p.to_array()))
}

/// How normals belong to a mesh.
enum NormalLayout {
    /// One for each vertex: that of one of its corners, if it has any.
    Vertex(Vec<Option<u32>>),
    /// One for each corner.
    Corner,
}

/// Where there is no normal, as at vertices that no face uses.
const NO_NORMAL: DVec3 = DVec3::Y;

impl NormalLayout {
    /// That of a mesh, if it has normals.
    fn of(mesh: &PolyMesh) -> Option<Self> {
        let normals = mesh.normals.as_ref()?;
        let mut corner_of: Vec<Option<u32>> = vec![None; mesh.positions.len()];
        for (vertex, corner) in mesh.corners.iter().zip(0..) {
            let known = *corner_of[*vertex as usize].get_or_insert(corner);
            if normals.indices[known as usize] != normals.indices[corner as usize] {
                return Some(Self::Corner);
            }
        }
        Some(Self::Vertex(corner_of))
    }

    fn interpolation(&self) -> &'static str {
        match self {
            Self::Vertex(_) => "vertex",
            Self::Corner => "faceVarying",
        }
    }

    /// The normals of a mesh of this layout.
    fn values(&self, mesh: &PolyMesh) -> Vec<Tuple<3>> {
        let at = |corner: Option<u32>| {
            let normal = mesh.normals.as_ref().and_then(|normals| normals.value(corner? as usize));
            Tuple::from(normal.and_then(DVec3::try_normalize).unwrap_or(NO_NORMAL))
        };
        match self {
            Self::Vertex(corner_of) => corner_of.iter().map(|corner| at(*corner)).collect(),
            Self::Corner => (0..mesh.corners.len() as u32).map(|corner| at(Some(corner))).collect(),
        }
    }
}

/// Writes a set of texture coordinates; corners without any get the origin.
fn write_uvs(text: &mut Text<'_>, name: &str, set: &CornerAttribute<DVec2>) -> Result<(), WriteError> {
    let absent = set.indices.contains(&NO_INDEX);
    let values = set.values.iter().copied().chain(absent.then_some(DVec2::ZERO));
    text.primvar(&format!("texCoord2f[] primvars:{name}"), values.map(Tuple::from), "faceVarying")?;
    let index = |i: &u32| if *i == NO_INDEX { set.values.len() as u32 } else { *i };
    text.list(format_args!("int[] primvars:{name}:indices ="), set.indices.iter().map(index), "")
}

fn write_colors(text: &mut Text<'_>, colors: &[[f32; 4]]) -> Result<(), WriteError> {
    if colors.is_empty() {
        return Ok(());
    }
    let rgb = colors.iter().map(|[r, g, b, _]| Tuple([*r, *g, *b]));
    text.primvar("color3f[] primvars:displayColor", rgb, "vertex")?;
    if colors.iter().all(|color| color[3] == 1.0) {
        return Ok(());
    }
    let alpha = colors.iter().map(|color| Single(color[3]));
    text.primvar("float[] primvars:displayOpacity", alpha, "vertex")
}

/// The material of all faces of a mesh, if they have the same.
fn only_material(mesh: &PolyMesh) -> Option<&str> {
    let name = mesh.groups.first()?.material.as_deref()?;
    let covered: usize = mesh.groups.iter().map(|group| group.faces.len()).sum();
    let same = mesh.groups.iter().all(|group| group.material.as_deref() == Some(name));
    (same && covered == mesh.face_count()).then_some(name)
}

/// Writes the groups, runs of the same name and material as one.
fn write_subsets(text: &mut Text<'_>, mesh: &PolyMesh, looks: &Looks) -> Result<(), WriteError> {
    let mut subsets: Vec<(&str, Option<&str>, Vec<u32>)> = Vec::new();
    for group in mesh.groups.iter().filter(|group| !group.faces.is_empty()) {
        let (name, material) = (group.name.as_str(), group.material.as_deref());
        match subsets.iter_mut().find(|(n, m, _)| (*n, *m) == (name, material)) {
            Some((_, _, faces)) => faces.extend(group.faces.clone()),
            None => subsets.push((name, material, group.faces.clone().collect())),
        }
    }
    if subsets.iter().any(|(_, material, _)| material.is_some()) {
        let family = "uniform token subsetFamily:materialBind:familyType";
        text.line(format_args!("{family} = \"nonOverlapping\""))?;
    }
    let mut siblings = Siblings::default();
    for (name, material, faces) in subsets {
        let name = siblings.name(if name.is_empty() { material.unwrap_or_default() } else { name }, "faces");
        text.begin("GeomSubset", &name, &["prepend apiSchemas = [\"MaterialBindingAPI\"]"])?;
        text.line(format_args!("uniform token elementType = \"face\""))?;
        if let Some(material) = material {
            text.line(format_args!("uniform token familyName = \"materialBind\""))?;
            text.line(format_args!("rel material:binding = <{}>", looks.path(material)))?;
        }
        text.list(format_args!("int[] indices ="), faces, "")?;
        text.end()?;
    }
    Ok(())
}
