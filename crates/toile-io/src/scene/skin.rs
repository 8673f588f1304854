//! A skin: which nodes move a mesh's vertices.

use glam::{DMat4, DVec3};

use super::{Influences, Scene, SceneError};

/// The joints that move a mesh's vertices, and where they were when the mesh was bound to them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// The name, empty if the file has none.
    pub name: String,
    /// The nodes that are joints; [`Influences::joints`] index into this list.
    pub joints: Vec<usize>,
    /// For each joint, the matrix from the mesh's bind pose into the joint's space.
    pub inverse_bind_matrices: Vec<DMat4>,
    /// The node at the root of the skeleton, if the file names it. It has no effect on the shape.
    pub skeleton: Option<usize>,
}

impl Scene {
    /// For each joint of a skin, the matrix from the mesh's bind pose to the world, given the nodes' world
    /// transforms of [`Scene::world_transforms`].
    ///
    /// # Errors
    /// If the skin, one of its joints, or an inverse bind matrix does not exist.
    pub fn joint_matrices(&self, skin: usize, world: &[DMat4]) -> Result<Vec<DMat4>, SceneError> {
        let missing = |item: String| SceneError::new(item, "does not exist");
        let skin_data = self.skins.get(skin).ok_or_else(|| missing(format!("skins[{skin}]")))?;
        let matrix = |(j, node): (usize, &usize)| {
            let world = world.get(*node).ok_or_else(|| missing(format!("skins[{skin}].joints[{j}]")))?;
            let inverse_bind = skin_data
                .inverse_bind_matrices
                .get(j)
                .ok_or_else(|| missing(format!("skins[{skin}].inverseBindMatrices[{j}]")))?;
            Ok(*world * *inverse_bind)
        };
        skin_data.joints.iter().enumerate().map(matrix).collect()
    }
}

/// The matrix that linear blend skinning gives a vertex: the mean of its joints' matrices by its weights, which need
/// not add up to 1. `None` if the vertex has no weight at all.
pub(super) fn blend(influences: &Influences, vertex: usize, joint_matrices: &[DMat4]) -> Option<DMat4> {
    let mut sum = DMat4::ZERO;
    let mut total = 0.0;
    for (joint, weight) in influences.of(vertex) {
        if weight != 0.0
            && let Some(matrix) = joint_matrices.get(usize::from(joint))
        {
            sum += *matrix * f64::from(weight);
            total += f64::from(weight);
        }
    }
    (total > 0.0).then(|| sum * total.recip())
}

/// The direction of a surface normal after `matrix` has moved the surface: by the cofactor matrix, which is the
/// inverse transpose times the determinant and exists for every matrix.
pub(super) fn transform_normal(matrix: &DMat4, normal: DVec3) -> DVec3 {
    let (x, y, z) = (matrix.x_axis.truncate(), matrix.y_axis.truncate(), matrix.z_axis.truncate());
    let cofactor = [y.cross(z), z.cross(x), x.cross(y)];
    let direction = cofactor[0] * normal.x + cofactor[1] * normal.y + cofactor[2] * normal.z;
    let upright = if x.dot(cofactor[0]) < 0.0 { -direction } else { direction };
    upright.normalize_or_zero()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normals_stay_perpendicular_under_uneven_scale_and_mirrors() {
        let matrix = DMat4::from_scale(DVec3::new(-2.0, 1.0, 1.0));
        // The plane x + y = 0 becomes -x/2 + y = 0.
        let normal = transform_normal(&matrix, DVec3::new(1.0, 1.0, 0.0).normalize());
        assert!(normal.abs_diff_eq(DVec3::new(-0.5, 1.0, 0.0).normalize(), 1e-15));
    }

    #[test]
    fn weights_that_do_not_add_up_to_one_are_a_mean() {
        let influences = Influences {
            per_vertex: 4,
            joints: vec![0, 1, 0, 0, 0, 0, 0, 0],
            weights: vec![1.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        };
        let joints = [DMat4::IDENTITY, DMat4::from_translation(DVec3::X)];
        let moved = blend(&influences, 0, &joints).expect("has weights");
        assert_eq!(moved.transform_point3(DVec3::ZERO), DVec3::new(0.75, 0.0, 0.0));
        assert_eq!(blend(&influences, 1, &joints), None);
    }
}
