//! A mesh after morph targets and skinning, in world space.

use glam::{DMat4, DVec3};

use super::SceneMesh;
use super::skin::{blend, transform_normal};
use crate::weld::Classes;
use crate::{CornerAttribute, NO_INDEX, PolyMesh};

/// What moves a mesh into the world.
pub(super) struct Placement<'a> {
    /// The matrix of the mesh's node.
    pub(super) node: DMat4,
    /// The matrices of the skin's joints, for a skinned mesh.
    pub(super) joints: Option<&'a [DMat4]>,
    /// The weights of the morph targets; missing ones count as 0.
    pub(super) weights: &'a [f64],
}

/// The mesh in world space: morph targets first, then either the skin or the node's transform.
pub(super) fn deformed(source: &SceneMesh, placement: &Placement<'_>) -> PolyMesh {
    let matrices = vertex_matrices(source, placement);
    let matrix = |v: usize| matrices.as_ref().map_or(placement.node, |all| all[v]);
    let mut mesh = source.mesh.clone();
    for (target, weight) in source.morph_targets.iter().zip(placement.weights) {
        if *weight != 0.0 {
            for (position, delta) in mesh.positions.iter_mut().zip(&target.positions) {
                *position += *delta * *weight;
            }
        }
    }
    for (v, position) in mesh.positions.iter_mut().enumerate() {
        *position = matrix(v).transform_point3(*position);
    }
    mesh.normals = source
        .mesh
        .normals
        .as_ref()
        .map(|normals| deformed_normals(source, normals, placement.weights, matrix));
    // A mirror turns faces inside out. Where a skin is, the node's transform is not used.
    if matrices.is_none() && placement.node.determinant() < 0.0 {
        reverse_faces(&mut mesh);
    }
    mesh
}

/// The matrix of each vertex, if they differ. A vertex without any weight goes with the node.
fn vertex_matrices(source: &SceneMesh, placement: &Placement<'_>) -> Option<Vec<DMat4>> {
    let influences = source.influences.as_ref()?;
    let joints = placement.joints?;
    let matrix = |v| blend(influences, v, joints).unwrap_or(placement.node);
    Some((0..source.mesh.positions.len()).map(matrix).collect())
}

/// Normals after morphing and moving. Corners that shared a normal may now differ, because their vertices do.
fn deformed_normals(
    source: &SceneMesh,
    normals: &CornerAttribute<DVec3>,
    weights: &[f64],
    matrix: impl Fn(usize) -> DMat4,
) -> CornerAttribute<DVec3> {
    let mut classes = Classes::by_index(&source.mesh.corners, source.mesh.positions.len());
    classes.refine(normals.indices.iter());
    let mut result = CornerAttribute { values: Vec::new(), indices: vec![NO_INDEX; classes.of.len()] };
    let mut index_of_class = Vec::new();
    for corner in classes.first_members() {
        let vertex = source.mesh.corners[corner] as usize;
        let index = match normals.values.get(normals.indices[corner] as usize) {
            None => NO_INDEX,
            Some(normal) => {
                let turned = morphed_normal(source, *normal, vertex, weights);
                result.values.push(transform_normal(&matrix(vertex), turned));
                result.values.len() as u32 - 1
            }
        };
        index_of_class.push(index);
    }
    for (index, class) in result.indices.iter_mut().zip(&classes.of) {
        *index = index_of_class[*class as usize];
    }
    result
}

/// A normal with the morph targets' deltas at its vertex added.
fn morphed_normal(source: &SceneMesh, normal: DVec3, vertex: usize, weights: &[f64]) -> DVec3 {
    let deltas = source.morph_targets.iter().zip(weights);
    deltas.fold(normal, |sum, (target, weight)| match target.normals.get(vertex) {
        Some(delta) if *weight != 0.0 => sum + *delta * *weight,
        _ => sum,
    })
}

/// Turns every face over, with all that belongs to its corners.
fn reverse_faces(mesh: &mut PolyMesh) {
    let PolyMesh { face_starts, corners, uv_sets, normals, .. } = mesh;
    for face in face_starts.windows(2) {
        // The first corner stays first.
        let rest = face[0] as usize + 1..face[1] as usize;
        if rest.start >= rest.end {
            continue;
        }
        corners[rest.clone()].reverse();
        for set in uv_sets.iter_mut() {
            set.indices[rest.clone()].reverse();
        }
        if let Some(normals) = normals {
            normals.indices[rest].reverse();
        }
    }
}
