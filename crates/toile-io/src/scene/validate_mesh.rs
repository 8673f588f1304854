//! Whether a scene's mesh is consistent.

use glam::DVec3;

use super::validate::check_weights;
use super::{SceneError, SceneMesh};

impl SceneMesh {
    /// Checks the mesh, and the lengths of what comes on top of it; `place` is the mesh's name in errors.
    pub(super) fn check_structure(&self, place: &str) -> Result<(), SceneError> {
        let mesh = &self.mesh;
        let vertices = mesh.positions.len();
        mesh.validate().map_err(|error| SceneError::new(place, error.cause()))?;
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

    /// Checks that what comes on top of the mesh has finite numbers, and weights not negative; `place` is the mesh's name in errors.
    pub(super) fn check_numbers(&self, place: &str) -> Result<(), SceneError> {
        let fail = |cause: String| Err(SceneError::new(place, cause));
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
        check(|m| m.mesh.corners[1] = 3, "corner 1");
        check(|m| m.mesh.positions[1].x = f64::INFINITY, "position 1");
        let short = Influences { per_vertex: 4, joints: vec![0; 8], weights: vec![0.0; 12] };
        check(|m| m.influences = Some(short.clone()), "8 joints, expected 12");
        let influences = Influences { per_vertex: 4, joints: vec![0; 12], weights: vec![-1.0; 12] };
        check(|m| m.influences = Some(influences.clone()), "weight of vertex 0");
        let target = MorphTarget { normals: vec![DVec3::Z], ..MorphTarget::default() };
        check(|m| m.morph_targets.push(target.clone()), "targets[0].NORMAL");
    }
}
