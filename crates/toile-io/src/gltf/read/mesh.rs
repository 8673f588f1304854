//! A mesh: its primitives put together into one.

use std::collections::BTreeMap;

use glam::{DVec2, DVec3};

use super::primitive::{Shape, shape};
use crate::gltf::accessor::{Expected, Numbers};
use crate::gltf::document::{Attributes, MeshItem, POINTS, Primitive};
use crate::gltf::source::Source;
use crate::scene::{Influences, Material, MorphTarget, SceneMesh};
use crate::{CornerAttribute, Group, NO_INDEX, PolyMesh, ReadError};

/// Reads mesh `m`.
pub(super) fn read(
    source: &Source<'_>,
    materials: &[Material],
    m: usize,
    item: &MeshItem,
) -> Result<SceneMesh, ReadError> {
    let mut builder = Builder {
        source,
        item,
        mesh: PolyMesh::default(),
        vertex_sets: BTreeMap::new(),
        influences: Vec::new(),
        targets: target_names(item),
    };
    for (p, primitive) in item.primitives.iter().enumerate() {
        let place = format!("meshes[{m}].primitives[{p}]");
        // Points have no surface, and without positions there is nothing to draw.
        if primitive.mode != POINTS && primitive.attributes.contains_key("POSITION") {
            builder.add(&place, primitive, materials)?;
        }
    }
    builder.finish(&format!("meshes[{m}]"))
}

/// The morph targets, still empty, with the names from the place where exporters agreed to put them.
fn target_names(item: &MeshItem) -> Vec<MorphTarget> {
    let count = item.primitives.first().map_or(0, |p| p.targets.len());
    let names = item.extras.as_ref().and_then(|extras| extras.get("targetNames"));
    let name = |t: usize| names.and_then(|n| n.get(t)?.as_str()).unwrap_or_default().to_owned();
    (0..count).map(|t| MorphTarget { name: name(t), ..MorphTarget::default() }).collect()
}

struct Builder<'a> {
    source: &'a Source<'a>,
    item: &'a MeshItem,
    mesh: PolyMesh,
    /// Primitives often share their vertices; they are found again by the accessors they use.
    vertex_sets: BTreeMap<(&'a Attributes, &'a [Attributes]), VertexSet>,
    influences: Vec<SetInfluences>,
    targets: Vec<MorphTarget>,
}

/// Vertices that were read together.
#[derive(Clone)]
struct VertexSet {
    first: usize,
    count: usize,
    /// For each UV set where the values begin.
    first_uv: Vec<u32>,
    /// Where the normals begin.
    first_normal: Option<u32>,
}

/// The joints and weights of the vertices of one set, each `VEC4` set of the file on its own.
struct SetInfluences {
    first: usize,
    joints: Vec<Vec<u32>>,
    weights: Vec<Vec<f64>>,
}

impl<'a> Builder<'a> {
    fn add(
        &mut self,
        place: &str,
        primitive: &'a Primitive,
        materials: &[Material],
    ) -> Result<(), ReadError> {
        let set = self.vertex_set(place, primitive)?;
        let vertices = self.vertex_list(place, primitive, set.count)?;
        let shape = shape(primitive.mode, &vertices).ok_or_else(|| {
            let cause = format!("mode {} is unknown, glTF has 0 to 6", primitive.mode);
            ReadError::item(format!("{place}.mode"), cause)
        })?;
        let first = set.first as u32;
        match shape {
            Shape::Lines(lines) => {
                self.mesh.edges.extend(lines.iter().map(|line| line.map(|v| v + first)));
            }
            Shape::Triangles(triangles) => {
                self.add_triangles(place, &set, &triangles)?;
                let group = self.group(place, primitive, materials, triangles.len())?;
                self.mesh.groups.extend(group);
            }
        }
        Ok(())
    }

    /// The group of the last `count` faces, unless it is empty.
    fn group(
        &self,
        place: &str,
        primitive: &Primitive,
        materials: &[Material],
        count: usize,
    ) -> Result<Option<Group>, ReadError> {
        let material = match primitive.material {
            None => None,
            Some(index) => Some(materials.get(index).ok_or_else(|| {
                let cause = format!("material {index} does not exist, there are {}", materials.len());
                ReadError::item(format!("{place}.material"), cause)
            })?),
        };
        let own_name = primitive.extras.as_ref().and_then(|extras| extras.get("name")?.as_str());
        let end = self.mesh.face_count() as u32;
        Ok((count > 0).then(|| Group {
            name: own_name.unwrap_or(&self.item.name).to_owned(),
            material: material.map(|material| material.name.clone()),
            faces: end - count as u32..end,
        }))
    }

    /// The indices of a primitive's vertices within its set.
    fn vertex_list(&self, place: &str, primitive: &Primitive, count: usize) -> Result<Vec<u32>, ReadError> {
        let Some(accessor) = primitive.indices else {
            self.source.spend(place, count as u64)?;
            return Ok((0..count as u32).collect());
        };
        let place = format!("{place}.indices");
        let vertices = self.source.integers(&place, accessor, Expected::INDEX)?;
        match vertices.iter().position(|v| *v as usize >= count) {
            Some(i) => {
                let cause = format!("index {i} names vertex {}, there are {count}", vertices[i]);
                Err(ReadError::item(place, cause))
            }
            None => Ok(vertices),
        }
    }

    fn add_triangles(
        &mut self,
        place: &str,
        set: &VertexSet,
        triangles: &[[u32; 3]],
    ) -> Result<(), ReadError> {
        let attributes = self.mesh.uv_sets.len() as u64 + 1;
        self.source.spend(place, triangles.len() as u64 * 3 * attributes)?;
        if u32::try_from(self.mesh.corners.len() + 3 * triangles.len()).is_err() {
            return Err(ReadError::item(place, "the mesh has more corners than can be numbered"));
        }
        let first = set.first as u32;
        for triangle in triangles {
            self.mesh.corners.extend(triangle.map(|v| v + first));
            self.mesh.face_starts.push(self.mesh.corners.len() as u32);
        }
        let corners = triangles.as_flattened();
        for (s, uvs) in self.mesh.uv_sets.iter_mut().enumerate() {
            extend_indices(&mut uvs.indices, set.first_uv.get(s).copied(), corners);
        }
        if let Some(normals) = &mut self.mesh.normals {
            extend_indices(&mut normals.indices, set.first_normal, corners);
        }
        Ok(())
    }

    /// The vertices that a primitive uses, read now unless another primitive has used the same.
    fn vertex_set(&mut self, place: &str, primitive: &'a Primitive) -> Result<VertexSet, ReadError> {
        let key = (&primitive.attributes, primitive.targets.as_slice());
        if let Some(set) = self.vertex_sets.get(&key) {
            return Ok(set.clone());
        }
        let attributes = Reading {
            source: self.source,
            place: format!("{place}.attributes"),
            attributes: &primitive.attributes,
            count: None,
        };
        let positions = attributes.vectors("POSITION")?.unwrap_or_default();
        let attributes = Reading { count: Some(positions.len()), ..attributes };
        let mut set = VertexSet {
            first: self.mesh.positions.len(),
            count: positions.len(),
            first_uv: Vec::new(),
            first_normal: None,
        };
        // Corners, values and vertices are numbered with `u32`; the largest means "none".
        if set.first + set.count >= NO_INDEX as usize {
            return Err(ReadError::item(place, "the mesh has more vertices than can be numbered"));
        }
        self.mesh.positions.extend(positions);
        self.add_uvs(&attributes, &mut set)?;
        if let Some(normals) = attributes.vectors("NORMAL")? {
            let corners = self.mesh.corners.len();
            let all = self.mesh.normals.get_or_insert_with(|| CornerAttribute::absent(corners));
            set.first_normal = Some(all.values.len() as u32);
            all.values.extend(normals);
        }
        self.add_colors(&attributes, &set)?;
        self.add_influences(&attributes, &set)?;
        self.add_targets(place, primitive, &set)?;
        self.vertex_sets.insert(key, set.clone());
        Ok(set)
    }

    fn add_uvs(&mut self, attributes: &Reading<'_>, set: &mut VertexSet) -> Result<(), ReadError> {
        for s in 0..attributes.sets("TEXCOORD_")? {
            let Some(numbers) = attributes.numbers(&format!("TEXCOORD_{s}"), Expected::VEC2)? else {
                break;
            };
            if s == self.mesh.uv_sets.len() {
                let corners = self.mesh.corners.len();
                self.source.spend(&attributes.place, corners as u64)?;
                self.mesh.uv_sets.push(CornerAttribute::absent(corners));
            }
            let uvs = &mut self.mesh.uv_sets[s];
            set.first_uv.push(uvs.values.len() as u32);
            // glTF has v down.
            uvs.values.extend(numbers.elements().map(|[u, v]| DVec2::new(u, 1.0 - v)));
        }
        Ok(())
    }

    fn add_colors(&mut self, attributes: &Reading<'_>, set: &VertexSet) -> Result<(), ReadError> {
        let numbers = attributes.numbers("COLOR_0", Expected::COLOR)?;
        let colors = numbers.map(|numbers| {
            let rgba = |c: &[f64]| [0, 1, 2, 3].map(|i| c.get(i).map_or(1.0, |x| *x as f32));
            numbers.values.chunks_exact(numbers.width).map(rgba).collect()
        });
        let place = &attributes.place;
        extend_padded(self.source, place, &mut self.mesh.colors, set, colors, [1.0; 4])
    }

    fn add_influences(&mut self, attributes: &Reading<'_>, set: &VertexSet) -> Result<(), ReadError> {
        let sets = attributes.sets("JOINTS_")?;
        if attributes.sets("WEIGHTS_")? != sets {
            let cause = "there must be as many JOINTS as WEIGHTS";
            return Err(ReadError::item(attributes.place.clone(), cause));
        }
        let mut influences = SetInfluences { first: set.first, joints: Vec::new(), weights: Vec::new() };
        for s in 0..sets {
            influences.joints.extend(attributes.integers(&format!("JOINTS_{s}"))?);
            let weights = attributes.numbers(&format!("WEIGHTS_{s}"), Expected::VEC4)?;
            influences.weights.extend(weights.map(|numbers| numbers.values));
        }
        if sets > 0 {
            self.influences.push(influences);
        }
        Ok(())
    }

    fn add_targets(
        &mut self,
        place: &str,
        primitive: &'a Primitive,
        set: &VertexSet,
    ) -> Result<(), ReadError> {
        if primitive.targets.len() != self.targets.len() {
            let (found, expected) = (primitive.targets.len(), self.targets.len());
            let cause = format!("{found} morph targets, but the mesh's first primitive has {expected}");
            return Err(ReadError::item(format!("{place}.targets"), cause));
        }
        for (t, (target, attributes)) in self.targets.iter_mut().zip(&primitive.targets).enumerate() {
            let deltas = Reading {
                source: self.source,
                place: format!("{place}.targets[{t}]"),
                attributes,
                count: Some(set.count),
            };
            let positions = deltas.vectors("POSITION")?;
            extend_padded(self.source, &deltas.place, &mut target.positions, set, positions, DVec3::ZERO)?;
            let normals = deltas.vectors("NORMAL")?;
            extend_padded(self.source, &deltas.place, &mut target.normals, set, normals, DVec3::ZERO)?;
        }
        Ok(())
    }

    fn finish(self, place: &str) -> Result<SceneMesh, ReadError> {
        Ok(SceneMesh {
            name: self.item.name.clone(),
            influences: self.joined_influences(place)?,
            mesh: self.mesh,
            morph_targets: self.targets,
            weights: self.item.weights.clone(),
        })
    }

    /// The influences of all vertices, as wide as the widest; vertices without any get weight 0.
    fn joined_influences(&self, place: &str) -> Result<Option<Influences>, ReadError> {
        let Some(sets) = self.influences.iter().map(|i| i.joints.len()).max() else {
            return Ok(None);
        };
        let per_vertex = 4 * sets;
        let total = self.mesh.positions.len() * per_vertex;
        self.source.spend(place, total as u64)?;
        let mut all = Influences { per_vertex, joints: vec![0; total], weights: vec![0.0; total] };
        for part in &self.influences {
            for (s, (joints, weights)) in part.joints.iter().zip(&part.weights).enumerate() {
                for (i, (joint, weight)) in joints.iter().zip(weights).enumerate() {
                    let slot = (part.first + i / 4) * per_vertex + 4 * s + i % 4;
                    // An entry without weight may name any joint; it must not get in anybody's way.
                    let used = *weight != 0.0;
                    all.joints[slot] = if used { *joint as u16 } else { 0 };
                    all.weights[slot] = *weight as f32;
                }
            }
        }
        Ok(Some(all))
    }
}

/// Attributes that are being read, all of which must have the same count.
struct Reading<'a> {
    source: &'a Source<'a>,
    place: String,
    attributes: &'a Attributes,
    count: Option<usize>,
}

impl Reading<'_> {
    /// The numbers of an attribute, if it is there.
    fn numbers(&self, name: &str, expected: Expected) -> Result<Option<Numbers>, ReadError> {
        let Some(accessor) = self.attributes.get(name) else {
            return Ok(None);
        };
        let place = format!("{}.{name}", self.place);
        let numbers = self.source.numbers(&place, *accessor, expected)?;
        self.check_count(place, numbers.count())?;
        Ok(Some(numbers))
    }

    /// Whole numbers, four for each vertex.
    fn integers(&self, name: &str) -> Result<Option<Vec<u32>>, ReadError> {
        let Some(accessor) = self.attributes.get(name) else {
            return Ok(None);
        };
        let place = format!("{}.{name}", self.place);
        let numbers = self.source.integers(&place, *accessor, Expected::JOINTS)?;
        self.check_count(place, numbers.len() / 4)?;
        Ok(Some(numbers))
    }

    fn vectors(&self, name: &str) -> Result<Option<Vec<DVec3>>, ReadError> {
        let numbers = self.numbers(name, Expected::VEC3)?;
        Ok(numbers.map(|numbers| numbers.elements().map(DVec3::from_array).collect()))
    }

    fn check_count(&self, place: String, found: usize) -> Result<(), ReadError> {
        match self.count {
            Some(count) if count != found => {
                let cause = format!("{found} values for {count} vertices");
                Err(ReadError::item(place, cause))
            }
            _ => Ok(()),
        }
    }

    /// How many numbered attributes begin with `prefix`; they must be numbered from 0 on without gaps.
    fn sets(&self, prefix: &str) -> Result<usize, ReadError> {
        let count = self.attributes.keys().filter(|name| name.starts_with(prefix)).count();
        match (0..count).find(|s| !self.attributes.contains_key(&format!("{prefix}{s}"))) {
            Some(s) => {
                let cause = format!("{prefix}{s} is missing, but a later one is there");
                Err(ReadError::item(self.place.clone(), cause))
            }
            None => Ok(count),
        }
    }
}

/// Adds the indices of new corners into values that begin at `first`, or none.
fn extend_indices(indices: &mut Vec<u32>, first: Option<u32>, corners: &[u32]) {
    indices.extend(corners.iter().map(|v| first.map_or(NO_INDEX, |first| first + v)));
}

/// Adds the values of a set of vertices to those of all. Nothing is stored as long as no set has any; then the
/// missing ones are filled in.
fn extend_padded<T: Copy>(
    source: &Source<'_>,
    place: &str,
    all: &mut Vec<T>,
    set: &VertexSet,
    values: Option<Vec<T>>,
    padding: T,
) -> Result<(), ReadError> {
    if let Some(values) = values {
        source.spend(place, (set.first - all.len()) as u64)?;
        all.resize(set.first, padding);
        all.extend(values);
    } else if !all.is_empty() {
        let end = set.first + set.count;
        source.spend(place, (end - all.len()) as u64)?;
        all.resize(end, padding);
    }
    Ok(())
}
