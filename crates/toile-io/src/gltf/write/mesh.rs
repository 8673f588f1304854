//! A mesh as primitives: one for each group, with vertices split where corners differ.

use std::collections::BTreeMap;

use glam::{DVec2, DVec3, DVec4};
use serde_json::json;

use super::WriteError;
use super::binary::{Binary, Use};
use super::vertices::{Part, Split, Vertex};
use crate::gltf::document::{Attributes, LINES, MeshItem, Primitive, TRIANGLES};
use crate::scene::{Influences, Material, MorphTarget, SceneError, SceneMesh};
use crate::tangents::tangents_along;
use crate::{CornerAttribute, Group, PolyMesh};

/// Writes the mesh at `place`, which must be consistent. `material` finds a material and its index by the name.
pub(super) fn write<'a>(
    binary: &mut Binary,
    place: &str,
    source: &SceneMesh,
    material: impl Fn(&str) -> Option<(usize, &'a Material)>,
) -> Result<MeshItem, WriteError> {
    let mesh = &source.mesh;
    if let Some(face) = (0..mesh.face_count()).find(|f| mesh.face(*f).len() != 3) {
        let cause = format!("face {face} has {} corners; triangulate the mesh first", mesh.face(face).len());
        return Err(SceneError::new(place, cause).into());
    }
    let tangents = tangents(mesh, &material);
    let split = Split::new(mesh, tangents.as_ref());
    let mut primitives = Vec::new();
    let mut described = Vec::with_capacity(split.parts.len());
    for part in &split.parts {
        described.push(Described {
            attributes: attributes(binary, place, source, tangents.as_ref(), part)?,
            targets: targets(binary, place, source, part)?,
        });
    }
    for (run, faces) in runs(mesh, &split) {
        let group = run.group.map(|g| &mesh.groups[g]);
        let corners = faces.iter().flat_map(|f| 3 * f..3 * f + 3);
        let vertices = corners.map(|c| split.vertex_of_corner[c as usize]);
        let count = split.parts[run.part].vertices.len();
        primitives.push(Primitive {
            indices: Some(binary.indices(count, vertices)),
            material: group.and_then(|g| Some(material(g.material.as_deref()?)?.0)),
            extras: group.and_then(|g| group_name(g, source)),
            ..described[run.part].primitive(TRIANGLES)
        });
    }
    if !mesh.edges.is_empty() {
        let part = &split.parts[0];
        let ends = mesh.edges.as_flattened().iter().map(|v| part.vertex_at(*v));
        primitives.push(Primitive {
            indices: Some(binary.indices(part.vertices.len(), ends)),
            ..described[0].primitive(LINES)
        });
    }
    Ok(MeshItem {
        name: source.name.clone(),
        primitives,
        weights: source.weights.clone(),
        extras: target_names(source),
    })
}

/// The tangents of the faces whose material has a normal map, by the texture coordinates as the material changes them;
/// `None` if there are no such faces.
fn tangents<'a>(
    mesh: &PolyMesh,
    material: impl Fn(&str) -> Option<(usize, &'a Material)>,
) -> Option<CornerAttribute<DVec4>> {
    let mut uvs = vec![None; mesh.corners.len()];
    let mut any = false;
    for group in &mesh.groups {
        let material = group.material.as_deref().and_then(&material).map(|(_, material)| material);
        let Some(map) = material.and_then(|material| material.textures.normal.as_ref()) else { continue };
        let Some(set) = mesh.uv_sets.get(map.uv_set) else { continue };
        let [start, end] =
            [group.faces.start, group.faces.end].map(|f| mesh.face_starts[f as usize] as usize);
        for (uv, corner) in uvs[start..end].iter_mut().zip(start..) {
            *uv = set.value(corner).map(|uv| map.transform.apply(uv));
        }
        any = true;
    }
    any.then(|| tangents_along(mesh, &uvs))
}

/// The accessors of a part's vertices.
struct Described {
    attributes: Attributes,
    targets: Vec<Attributes>,
}

impl Described {
    fn primitive(&self, mode: u32) -> Primitive {
        Primitive {
            attributes: self.attributes.clone(),
            targets: self.targets.clone(),
            mode,
            indices: None,
            material: None,
            extras: None,
        }
    }
}

/// Faces that go into one primitive: neighbours in the list with the same group, and of the same part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    /// Groups and the gaps between them, counted in the order of the faces.
    number: usize,
    part: usize,
    group: Option<usize>,
}

fn runs(mesh: &PolyMesh, split: &Split) -> BTreeMap<Run, Vec<u32>> {
    let mut runs: BTreeMap<Run, Vec<u32>> = BTreeMap::new();
    let mut groups = mesh.groups.iter().enumerate().peekable();
    for (face, part) in split.part_of_face.iter().enumerate() {
        let face = face as u32;
        while groups.next_if(|(_, group)| group.faces.end <= face).is_some() {}
        let (number, group) = match groups.peek() {
            Some((g, group)) if group.faces.start <= face => (2 * g + 1, Some(*g)),
            Some((g, _)) => (2 * g, None),
            None => (2 * mesh.groups.len(), None),
        };
        let part = *part;
        runs.entry(Run { number, part, group }).or_default().push(face);
    }
    runs
}

/// Where the name of a group goes if it is not that of the mesh.
fn group_name(group: &Group, mesh: &SceneMesh) -> Option<serde_json::Value> {
    (group.name != mesh.name).then(|| json!({ "name": group.name }))
}

/// Where the names of morph targets go.
fn target_names(mesh: &SceneMesh) -> Option<serde_json::Value> {
    let names: Vec<&str> = mesh.morph_targets.iter().map(|t| t.name.as_str()).collect();
    let named = names.iter().any(|name| !name.is_empty());
    named.then(|| json!({ "targetNames": names }))
}

fn attributes(
    binary: &mut Binary,
    place: &str,
    source: &SceneMesh,
    tangents: Option<&CornerAttribute<DVec4>>,
    part: &Part,
) -> Result<Attributes, WriteError> {
    let mesh = &source.mesh;
    let vertices = || part.vertices.iter();
    let mut attributes = Attributes::new();
    let positions = vertices().map(|v| mesh.positions[v.position as usize].to_array());
    let accessor = binary.bounded_floats(place, Use::Vertices, positions)?;
    attributes.insert("POSITION".to_owned(), accessor);
    if part.layout.normals
        && let Some(normals) = &mesh.normals
    {
        // A vertex that no face uses has no normal, but the format wants one.
        let normal =
            |v: &Vertex| v.corner.and_then(|c| normals.value(c as usize)).unwrap_or(DVec3::Z).to_array();
        let accessor = binary.floats(place, Use::Vertices, vertices().map(normal))?;
        attributes.insert("NORMAL".to_owned(), accessor);
    }
    if part.layout.tangents
        && let Some(tangents) = tangents
    {
        // As for normals.
        let tangent = |v: &Vertex| {
            v.corner.and_then(|c| tangents.value(c as usize)).unwrap_or(DVec4::new(1.0, 0.0, 0.0, 1.0))
        };
        let accessor = binary.floats(place, Use::Vertices, vertices().map(|v| tangent(v).to_array()))?;
        attributes.insert("TANGENT".to_owned(), accessor);
    }
    for (s, set) in mesh.uv_sets[..part.layout.uv_sets].iter().enumerate() {
        let uv = |v: &Vertex| {
            let uv = v.corner.and_then(|c| set.value(c as usize)).unwrap_or(DVec2::Y);
            [uv.x, 1.0 - uv.y]
        };
        let accessor = binary.floats(place, Use::Vertices, vertices().map(uv))?;
        attributes.insert(format!("TEXCOORD_{s}"), accessor);
    }
    if !mesh.colors.is_empty() {
        let colors = vertices().map(|v| mesh.colors[v.position as usize].map(f64::from));
        let accessor = binary.floats(place, Use::Vertices, colors)?;
        attributes.insert("COLOR_0".to_owned(), accessor);
    }
    if let Some(influences) = &source.influences {
        add_influences(binary, place, influences, part, &mut attributes)?;
    }
    Ok(attributes)
}

fn add_influences(
    binary: &mut Binary,
    place: &str,
    influences: &Influences,
    part: &Part,
    attributes: &mut Attributes,
) -> Result<(), WriteError> {
    let largest = influences.joints.iter().copied().max().unwrap_or(0);
    for s in 0..influences.per_vertex.div_ceil(4) {
        let four = |v: &Vertex| {
            let mut entries = influences.of(v.position as usize).skip(4 * s);
            [(); 4].map(|()| entries.next().unwrap_or_default())
        };
        // A joint that does not count is to be written as 0.
        let joint = |(joint, weight)| if weight == 0.0 { 0 } else { joint };
        let joints = part.vertices.iter().map(|v| four(v).map(joint));
        let accessor = binary.joints(largest, joints);
        attributes.insert(format!("JOINTS_{s}"), accessor);
        let weights = part.vertices.iter().map(|v| four(v).map(|(_, weight)| f64::from(weight)));
        let accessor = binary.floats(place, Use::Vertices, weights)?;
        attributes.insert(format!("WEIGHTS_{s}"), accessor);
    }
    Ok(())
}

fn targets(
    binary: &mut Binary,
    place: &str,
    source: &SceneMesh,
    part: &Part,
) -> Result<Vec<Attributes>, WriteError> {
    let mut all = Vec::with_capacity(source.morph_targets.len());
    for (t, target) in source.morph_targets.iter().enumerate() {
        let place = format!("{place}.targets[{t}]");
        let mut attributes = Attributes::new();
        let has_normals = part.layout.normals && !target.normals.is_empty();
        // A target must have something.
        if !(target.positions.is_empty() && has_normals) {
            let deltas = part.vertices.iter().map(|v| position_delta(source, target, *v).to_array());
            let accessor = binary.bounded_floats(&place, Use::Vertices, deltas)?;
            attributes.insert("POSITION".to_owned(), accessor);
        }
        if has_normals {
            let deltas = part.vertices.iter().map(|v| target.normals[v.position as usize].to_array());
            let accessor = binary.floats(&place, Use::Vertices, deltas)?;
            attributes.insert("NORMAL".to_owned(), accessor);
        }
        all.push(attributes);
    }
    Ok(all)
}

/// What to add to the vertex as the file holds it, rounded to `f32`, to get where the target wants it.
fn position_delta(source: &SceneMesh, target: &MorphTarget, vertex: Vertex) -> DVec3 {
    let position = source.mesh.positions[vertex.position as usize];
    match target.positions.get(vertex.position as usize) {
        Some(delta) => *delta + (position - position.as_vec3().as_dvec3()),
        None => DVec3::ZERO,
    }
}
