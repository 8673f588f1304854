//! Whether a scene's mesh is consistent.

use glam::DVec3;

use super::validate::{check_weights, exists};
use super::{Influences, SceneError, SceneMesh};
use crate::{NO_INDEX, PolyMesh};

impl SceneMesh {
    /// Checks the mesh and everything that is given for its vertices; `place` is its name in errors.
    pub(super) fn validate(&self, place: &str) -> Result<(), SceneError> {
        check_faces(place, &self.mesh)?;
        check_vertices(place, &self.mesh)?;
        check_attributes(place, &self.mesh)?;
        let vertices = self.mesh.positions.len();
        if let Some(influences) = &self.influences {
            check_influences(place, influences, vertices)?;
        }
        for (t, target) in self.morph_targets.iter().enumerate() {
            for (what, deltas) in [("POSITION", &target.positions), ("NORMAL", &target.normals)] {
                check_deltas(&format!("{place}.targets[{t}].{what}"), deltas, vertices)?;
            }
        }
        check_weights(&format!("{place}.weights"), &self.weights, self)
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
            return fail(format!(
                "the faces of group {g} overlap an earlier group or do not exist"
            ));
        }
        end = faces.end;
    }
    Ok(())
}

fn check_vertices(place: &str, mesh: &PolyMesh) -> Result<(), SceneError> {
    let fail = |cause: String| Err(SceneError::new(place, cause));
    if let Some(v) = mesh.positions.iter().position(|p| !p.is_finite()) {
        return fail(format!("the position of vertex {v} is not finite"));
    }
    if !mesh.colors.is_empty() && mesh.colors.len() != mesh.positions.len() {
        let (colors, vertices) = (mesh.colors.len(), mesh.positions.len());
        return fail(format!("{colors} colours for {vertices} vertices"));
    }
    match mesh.colors.as_flattened().iter().position(|c| !c.is_finite()) {
        Some(i) => fail(format!("the colour of vertex {} is not finite", i / 4)),
        None => Ok(()),
    }
}

fn check_attributes(place: &str, mesh: &PolyMesh) -> Result<(), SceneError> {
    for (s, set) in mesh.uv_sets.iter().enumerate() {
        let finite = set.values.iter().all(|uv| uv.is_finite());
        check_corners(
            place,
            &format!("UV set {s}"),
            mesh,
            &set.indices,
            set.values.len(),
            finite,
        )?;
    }
    if let Some(normals) = &mesh.normals {
        let finite = normals.values.iter().all(|n| n.is_finite());
        check_corners(
            place,
            "normals",
            mesh,
            &normals.indices,
            normals.values.len(),
            finite,
        )?;
    }
    Ok(())
}

fn check_corners(
    place: &str,
    what: &str,
    mesh: &PolyMesh,
    indices: &[u32],
    values: usize,
    finite: bool,
) -> Result<(), SceneError> {
    let fail = |cause: String| Err(SceneError::new(place, cause));
    if !finite {
        return fail(format!("{what}: a value is not finite"));
    }
    if indices.len() != mesh.corners.len() {
        return fail(format!(
            "{what}: {} indices for {} corners",
            indices.len(),
            mesh.corners.len()
        ));
    }
    match indices.iter().find(|i| **i != NO_INDEX && **i as usize >= values) {
        Some(i) => fail(format!("{what}: value {i} does not exist, there are {values}")),
        None => Ok(()),
    }
}

fn check_influences(place: &str, influences: &Influences, vertices: usize) -> Result<(), SceneError> {
    let expected = vertices.saturating_mul(influences.per_vertex);
    let (joints, weights) = (influences.joints.len(), influences.weights.len());
    if joints != expected || weights != expected {
        let cause = format!("{joints} joints and {weights} weights, expected {expected} of each");
        return Err(SceneError::new(place, cause));
    }
    match influences.weights.iter().position(|w| !w.is_finite() || *w < 0.0) {
        Some(i) => {
            let cause = format!(
                "a joint weight of vertex {} is not a number from 0 up",
                i / influences.per_vertex
            );
            Err(SceneError::new(place, cause))
        }
        None => Ok(()),
    }
}

fn check_deltas(place: &str, deltas: &[DVec3], vertices: usize) -> Result<(), SceneError> {
    if !deltas.is_empty() && deltas.len() != vertices {
        let cause = format!("{} values for {vertices} vertices", deltas.len());
        return Err(SceneError::new(place, cause));
    }
    match deltas.iter().position(|d| !d.is_finite()) {
        Some(v) => Err(SceneError::new(
            place,
            format!("the value of vertex {v} is not finite"),
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::MorphTarget;
    use crate::{CornerAttribute, Group};
    use toile_geom::TriMesh;

    #[track_caller]
    fn check(change: impl Fn(&mut SceneMesh), cause: &str) {
        let triangle = TriMesh {
            positions: vec![DVec3::ZERO, DVec3::X, DVec3::Y],
            triangles: vec![[0, 1, 2]],
        };
        let mut mesh = SceneMesh {
            mesh: triangle.into(),
            ..SceneMesh::default()
        };
        assert_eq!(mesh.validate("meshes[0]"), Ok(()));
        change(&mut mesh);
        let error = mesh.validate("meshes[0]").expect_err("something is wrong");
        assert!(error.item.starts_with("meshes[0]"), "{error}");
        assert!(error.to_string().contains(cause), "{error}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        check(|m| m.mesh.face_starts = vec![], "starts");
        check(|m| m.mesh.face_starts = vec![0, 4], "starts");
        check(|m| m.mesh.corners[1] = 3, "vertex 3 does not exist");
        check(|m| m.mesh.edges.push([0, 9]), "vertex 9 does not exist");
        check(
            |m| m.mesh.positions[1].x = f64::INFINITY,
            "vertex 1 is not finite",
        );
        check(|m| m.mesh.colors.push([1.0; 4]), "1 colours for 3");
        check(|m| m.mesh.colors = vec![[f32::NAN; 4]; 3], "colour of vertex 0");
        let group = Group {
            faces: 0..2,
            ..Group::default()
        };
        check(|m| m.mesh.groups.push(group.clone()), "group 0");
        let normals = CornerAttribute {
            values: vec![DVec3::Z],
            indices: vec![0, NO_INDEX, 1],
        };
        check(|m| m.mesh.normals = Some(normals.clone()), "normals: value 1");
        check(
            |m| m.mesh.uv_sets.push(CornerAttribute::default()),
            "UV set 0: 0 indices",
        );
        let influences = Influences {
            per_vertex: 4,
            joints: vec![0; 12],
            weights: vec![-1.0; 12],
        };
        check(|m| m.influences = Some(influences.clone()), "weight of vertex 0");
        let target = MorphTarget {
            normals: vec![DVec3::Z],
            ..MorphTarget::default()
        };
        check(|m| m.morph_targets.push(target.clone()), "targets[0].NORMAL");
    }
}
