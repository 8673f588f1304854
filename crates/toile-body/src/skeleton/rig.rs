//! A skeleton with the skin that follows it, and files that hold one.

use super::{Bone, Skeleton, SkeletonError, SkinWeights};
use glam::DVec3;
use serde_json::{Map, Value};

/// A skeleton and the weights that bind a skin to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rig {
    /// The bones.
    pub skeleton: Skeleton,
    /// Which bones move each vertex.
    pub skin: SkinWeights,
}

/// Why files are no rig.
#[derive(Debug, thiserror::Error)]
pub enum RigError {
    /// A file is not JSON.
    #[error("not JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The file has another layout.
    #[error("{0}")]
    Layout(String),
    /// The bones are no skeleton.
    #[error(transparent)]
    Skeleton(#[from] SkeletonError),
}

/// A bone as a file tells it.
struct Told {
    name: String,
    parent: String,
    head: Place,
    tail: Place,
}

/// Where an end of a bone is.
enum Place {
    /// At a point of this body.
    Here(DVec3),
    /// At a point of the body that the rig was made on.
    OnModel(DVec3),
    /// In the middle of some vertices.
    Middle(Vec<usize>),
}

impl Rig {
    /// Reads bones and weights for a body with the given vertices, from JSON in one of two layouts.
    ///
    /// Bones: `{"bones": [{"name", "parent", "head": [x, y, z], "tail": [x, y, z]}]}` with points on this body; or a table
    /// from names to `{"parent", "head", "tail"}` as `MakeHuman`'s rigs have it, whose points belong to another body (z up)
    /// and are carried over by the weights. Weights: `{"bones" or "weights": {name: [[vertex, weight], ...]}}`.
    ///
    /// # Errors
    ///
    /// If a file is not JSON of these layouts, or the bones hang on each other in a circle.
    pub fn read(bones: &[u8], weights: &[u8], positions: &[DVec3]) -> Result<Self, RigError> {
        let bones: Value = serde_json::from_slice(bones)?;
        let weights: Value = serde_json::from_slice(weights)?;
        let told = parents_first(told(&bones)?)?;
        let table = ["weights", "bones"].iter().find_map(|key| weights.get(key)?.as_object());
        let table = table.ok_or_else(|| RigError::Layout("no table of weights was found".into()))?;
        let by_bone: Vec<Vec<(usize, f64)>> =
            told.iter().map(|bone| weights_of(table, &bone.name, positions.len())).collect();
        let skeleton = Skeleton::new(place(&told, &by_bone, positions))?;
        let mut skin = vec![Vec::new(); positions.len()];
        for (bone, weights) in by_bone.iter().enumerate() {
            for &(vertex, weight) in weights {
                skin[vertex].push((bone as u32, weight));
            }
        }
        Ok(Self { skeleton, skin: SkinWeights::new(skin) })
    }
}

impl Skeleton {
    /// Reads bones from JSON: `{"bones": [{"name", "parent", "head": [x, y, z], "tail": [x, y, z]}]}`.
    ///
    /// # Errors
    ///
    /// If it is not JSON of this layout, or the bones hang on each other in a circle.
    pub fn read(bones: &[u8]) -> Result<Self, RigError> {
        let told = parents_first(told(&serde_json::from_slice(bones)?)?)?;
        let none = vec![Vec::new(); told.len()];
        Ok(Self::new(place(&told, &none, &[]))?)
    }
}

fn told(bones: &Value) -> Result<Vec<Told>, RigError> {
    let one = |name: &str, bone: &Value| {
        let end = |key: &str| place_of(bone.get(key)?).or_else(|| Some(Place::Here(vector(bone.get(key)?)?)));
        let parent = bone.get("parent").and_then(Value::as_str).unwrap_or_default().to_owned();
        let (head, tail) = (end("head"), end("tail"));
        match (head, tail) {
            (Some(head), Some(tail)) => Ok(Told { name: name.to_owned(), parent, head, tail }),
            _ => Err(RigError::Layout(format!("bone {name} has no head or no tail"))),
        }
    };
    if let Some(list) = bones.get("bones").and_then(Value::as_array) {
        let name = |bone: &Value| bone.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        return list.iter().map(|bone| one(&name(bone), bone)).collect();
    }
    let table = bones.as_object().filter(|table| !table.is_empty());
    let table = table.ok_or_else(|| RigError::Layout("no bones were found".into()))?;
    table.iter().map(|(name, bone)| one(name, bone)).collect()
}

/// An end of a bone in the layout of `MakeHuman`'s rigs.
fn place_of(end: &Value) -> Option<Place> {
    let vertices = end.get("vertex_indices").and_then(Value::as_array);
    if let Some(vertices) = vertices.filter(|list| !list.is_empty()) {
        return Some(Place::Middle(vertices.iter().filter_map(|v| Some(v.as_u64()? as usize)).collect()));
    }
    // Blender's axes: z up, the body faces -y.
    let p = vector(end.get("default_position")?)?;
    Some(Place::OnModel(DVec3::new(p.x, p.z, -p.y)))
}

fn vector(value: &Value) -> Option<DVec3> {
    let numbers: Vec<f64> = value.as_array()?.iter().filter_map(Value::as_f64).collect();
    (numbers.len() == 3).then(|| DVec3::from_slice(&numbers)).filter(|p| p.is_finite())
}

/// The bones so that parents come before their children.
fn parents_first(mut bones: Vec<Told>) -> Result<Vec<Told>, RigError> {
    let mut ordered: Vec<Told> = Vec::with_capacity(bones.len());
    let known = |ordered: &[Told], name: &str| ordered.iter().any(|bone| bone.name == name);
    let names: Vec<String> = bones.iter().map(|bone| bone.name.clone()).collect();
    while !bones.is_empty() {
        let ready = |bone: &Told| !names.contains(&bone.parent) || known(&ordered, &bone.parent);
        let Some(next) = bones.iter().position(ready) else {
            return Err(RigError::Layout(format!("bone {} hangs on itself", bones[0].name)));
        };
        ordered.push(bones.remove(next));
    }
    Ok(ordered)
}

fn weights_of(table: &Map<String, Value>, bone: &str, vertices: usize) -> Vec<(usize, f64)> {
    let pair = |entry: &Value| {
        let entry = entry.as_array()?;
        Some((entry.first()?.as_u64()? as usize, entry.get(1)?.as_f64()?))
    };
    let list = table.get(bone).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(pair).filter(|(vertex, _)| *vertex < vertices).collect()
}

/// Puts the bones into this body.
fn place(told: &[Told], weights: &[Vec<(usize, f64)>], positions: &[DVec3]) -> Vec<Bone> {
    let parents: Vec<Option<usize>> =
        told.iter().map(|bone| told.iter().position(|other| other.name == bone.parent)).collect();
    // A joint lies in the middle of the skin that follows both of its bones.
    let pairs: Vec<(DVec3, DVec3)> = told
        .iter()
        .enumerate()
        .filter_map(|(i, bone)| match bone.head {
            Place::OnModel(p) => Some((p, shared_middle(&weights[i], &weights[parents[i]?], positions)?)),
            _ => None,
        })
        .collect();
    let carry = Carry::fit(&pairs);
    let at = |place: &Place| match place {
        Place::Here(p) => *p,
        Place::OnModel(p) => carry.apply(*p),
        Place::Middle(vertices) => {
            let known: Vec<DVec3> = vertices.iter().filter_map(|v| positions.get(*v).copied()).collect();
            known.iter().sum::<DVec3>() / known.len().max(1) as f64
        }
    };
    let bone = |(bone, parent): (&Told, &Option<usize>)| Bone {
        name: bone.name.clone(),
        parent: *parent,
        head: at(&bone.head),
        tail: at(&bone.tail),
    };
    told.iter().zip(&parents).map(bone).collect()
}

/// The middle of the skin that two bones share.
fn shared_middle(a: &[(usize, f64)], b: &[(usize, f64)], positions: &[DVec3]) -> Option<DVec3> {
    let mut dense = vec![0.0; positions.len()];
    for &(vertex, weight) in a {
        dense[vertex] = weight;
    }
    let (mut sum, mut total) = (DVec3::ZERO, 0.0);
    for &(vertex, weight) in b {
        sum += positions[vertex] * (weight * dense[vertex]);
        total += weight * dense[vertex];
    }
    (total > 1e-6).then(|| sum / total)
}

/// A scale and a shift for each axis, from one body to another of the same pose.
struct Carry {
    scale: DVec3,
    shift: DVec3,
}

impl Carry {
    /// The best by least squares.
    fn fit(pairs: &[(DVec3, DVec3)]) -> Self {
        let count = pairs.len().max(1) as f64;
        let mean = |end: fn(&(DVec3, DVec3)) -> DVec3| pairs.iter().map(end).sum::<DVec3>() / count;
        let (from, to) = (mean(|pair| pair.0), mean(|pair| pair.1));
        let (mut product, mut square) = (DVec3::ZERO, DVec3::ZERO);
        for (a, b) in pairs {
            product += (a - from) * (b - to);
            square += (a - from) * (a - from);
        }
        let scale = DVec3::select(square.cmpgt(DVec3::splat(1e-9)), product / square, DVec3::ONE);
        Self { scale, shift: to - from * scale }
    }

    fn apply(&self, p: DVec3) -> DVec3 {
        p * self.scale + self.shift
    }
}
