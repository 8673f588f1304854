//! Whether a scene's mesh is consistent.

use glam::DVec3;

use super::validate::{check_weights, exists};
use super::{SceneError, SceneMesh};
use crate::{NO_INDEX, PolyMesh};

impl SceneMesh {
    /// Checks indices and the lengths of arrays; `place` is the mesh's name in errors.
    pub(super) fn check_structure(&self, place: &str) -> Result<(), SceneError> {
        let mesh = &self.mesh;
        let vertices = mesh.positions.len();
        check_faces(place, mesh)?;
        if !mesh.colors.is_empty() {
            check_length(place, "colours", mesh.colors.len(), vertices)?;
        }
        for (s, set) in mesh.uv_sets.iter().enumerate() {
            check_corners(place, &format!("UV set {s}"), mesh, &set.indices, set.values.len())?;
        }
        if let Some(normals) = &mesh.normals {
            check_corners(place, "normals", mesh, &normals.indices, normals.values.len())?;
        }
        if let Some(influences) = &self.influences {
            let expected = vertices.saturating_mul(influences.per_vertex);
            check_length(place, "joints", influences.joints.len(), expected)?;
            check_length(place, "weights", influences.weights.len(), expected)?;
        }
        for (place, deltas) in self.deltas(place) {
            if !deltas.is_empty() {
                check_length(&place, "values", deltas.len(), vertices)?;
            }
        }
        check_weights(&format!("{place}.weights"), &self.weights, self)
    }

    /// Checks that all numbers are finite, and weights not negative; `place` is the mesh's name in errors.
    pub(super) fn check_numbers(&self, place: &str) -> Result<(), SceneError> {
        let mesh = &self.mesh;
        let fail = |cause: String| Err(SceneError::new(place, cause));
        if let Some(v) = mesh.positions.iter().position(|p| !p.is_finite()) {
            return fail(format!("the position of vertex {v} is not finite"));
        }
        if let Some(i) = mesh.colors.as_flattened().iter().position(|c| !c.is_finite()) {
            return fail(format!("the colour of vertex {} is not finite", i / 4));
        }
        let sets = mesh.uv_sets.iter();
        if let Some(s) = sets.clone().position(|set| !set.values.iter().all(|uv| uv.is_finite())) {
            return fail(format!("UV set {s}: a value is not finite"));
        }
        let mut normals = mesh.normals.iter().flat_map(|n| &n.values);
        if normals.any(|n| !n.is_finite()) {
            return fail("normals: a value is not finite".to_owned());
        }
        if let Some(influences) = &self.influences
            && let Some(i) = influences.weights.iter().position(|w| !w.is_finite() || *w < 0.0)
        {
            let vertex = i / influences.per_vertex;
            return fail(format!("a joint weight of vertex {vertex} is not a number from 0 up"));
        }
        for (place, deltas) in self.deltas(place) {
            if let Some(v) = deltas.iter().position(|d| !d.is_finite()) {
                return Err(SceneError::new(place, format!("the value of vertex {v} is not finite")));
            }
        }
        Ok(())
    }

    /// What the morph targets add, with the names of these lists in errors.
    fn deltas(&self, place: &str) -> impl Iterator<Item = (String, &[DVec3])> {
        let targets = self.morph_targets.iter().enumerate();
        targets.flat_map(move |(t, target)| {
            let name = |what: &str| format!("{place}.targets[{t}].{what}");
            [(name("POSITION"), target.positions.as_slice()), (name("NORMAL"), target.normals.as_slice())]
        })
    }
}

fn check_faces(place: &str, mesh: &PolyMesh) -> Result<(), SceneError> {
    let fail = |cause: String| Err(SceneError::new(place, cause));
    let starts = &mesh.face_starts;
    let ordered = starts.windows(2).all(|w| w[0] <= w[1]);
    let whole = starts.first() == Some(&0) && starts.last().map(|s| *s as usize) == Some(mesh.corners.len());
    if !(ordered && whole) {
        return fail("the faces' starts must rise from 0 to the number of corners".to_owned());
    }
    let named = mesh.corners.iter().chain(mesh.edges.iter().flatten());
    let sewn = mesh.stitches.iter().flat_map(|s| [&s.vertex, &s.start, &s.end]);
    if let Some(vertex) = named.chain(sewn).max() {
        exists(place, "vertex", *vertex as usize, mesh.positions.len())?;
    }
    let mut end = 0;
    for (g, group) in mesh.groups.iter().enumerate() {
        let faces = &group.faces;
        if faces.start < end || faces.end < faces.start || faces.end as usize > mesh.face_count() {
            return fail(format!("the faces of group {g} overlap an earlier group or do not exist"));
        }
        end = faces.end;
    }
    Ok(())
}

fn check_corners(
    place: &str,
    what: &str,
    mesh: &PolyMesh,
    indices: &[u32],
    values: usize,
) -> Result<(), SceneError> {
    let fail = |cause: String| Err(SceneError::new(place, cause));
    if indices.len() != mesh.corners.len() {
        return fail(format!("{what}: {} indices for {} corners", indices.len(), mesh.corners.len()));
    }
    match indices.iter().find(|i| **i != NO_INDEX && **i as usize >= values) {
        Some(i) => fail(format!("{what}: value {i} does not exist, there are {values}")),
        None => Ok(()),
    }
}

fn check_length(place: &str, what: &str, found: usize, expected: usize) -> Result<(), SceneError> {
    if found == expected {
        Ok(())
    } else {
        let cause = format!("{found} {what}, expected {expected}");
        Err(SceneError::new(place, cause))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Influences, MorphTarget};
    use crate::{CornerAttribute, Group};
    use toile_geom::TriMesh;

    fn validate(mesh: &SceneMesh) -> Result<(), SceneError> {
        mesh.check_structure("meshes[0]")?;
        mesh.check_numbers("meshes[0]")
    }

    #[track_caller]
    fn check(change: impl Fn(&mut SceneMesh), cause: &str) {
        let triangle =
            TriMesh { positions: vec![DVec3::ZERO, DVec3::X, DVec3::Y], triangles: vec![[0, 1, 2]] };
        let mut mesh = SceneMesh { mesh: triangle.into(), ..SceneMesh::default() };
        assert_eq!(validate(&mesh), Ok(()));
        change(&mut mesh);
        let error = validate(&mesh).expect_err("something is wrong");
        assert!(error.item.starts_with("meshes[0]"), "{error}");
        assert!(error.to_string().contains(cause), "{error}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        check(|m| m.mesh.face_starts = vec![], "starts");
        check(|m| m.mesh.face_starts = vec![0, 4], "starts");
        check(|m| m.mesh.corners[1] = 3, "vertex 3 does not exist");
        check(|m| m.mesh.edges.push([0, 9]), "vertex 9 does not exist");
        check(|m| m.mesh.positions[1].x = f64::INFINITY, "vertex 1 is not finite");
        check(|m| m.mesh.colors.push([1.0; 4]), "1 colours, expected 3");
        check(|m| m.mesh.colors = vec![[f32::NAN; 4]; 3], "colour of vertex 0");
        let group = Group { faces: 0..2, ..Group::default() };
        check(|m| m.mesh.groups.push(group.clone()), "group 0");
        let normals = CornerAttribute { values: vec![DVec3::Z], indices: vec![0, NO_INDEX, 1] };
        check(|m| m.mesh.normals = Some(normals.clone()), "normals: value 1");
        check(|m| m.mesh.uv_sets.push(CornerAttribute::default()), "UV set 0: 0 indices");
        let influences = Influences { per_vertex: 4, joints: vec![0; 12], weights: vec![-1.0; 12] };
        check(|m| m.influences = Some(influences.clone()), "weight of vertex 0");
        let target = MorphTarget { normals: vec![DVec3::Z], ..MorphTarget::default() };
        check(|m| m.morph_targets.push(target.clone()), "targets[0].NORMAL");
    }
}
