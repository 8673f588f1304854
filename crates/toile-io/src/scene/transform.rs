//! A node's own placement: scale, then rotation, then translation.

use glam::{DMat3, DMat4, DQuat, DVec3};

/// How far a matrix may be from scale, rotation and translation, relative to its largest entry. Files hold `f32`, and
/// exporters multiply a few of them; a real shear is much larger.
const SHEAR_TOLERANCE: f64 = 1e-4;

/// A placement relative to the parent: scale first, then rotation, then translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Where the origin goes.
    pub translation: DVec3,
    /// The rotation; [`Transform::matrix`] normalises it, so a length near 1 as files give it is fine.
    pub rotation: DQuat,
    /// The factor along each axis, applied before the rotation.
    pub scale: DVec3,
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Transform {
    /// The transform that leaves everything where it is.
    pub const IDENTITY: Self =
        Self { translation: DVec3::ZERO, rotation: DQuat::IDENTITY, scale: DVec3::ONE };

    /// A translation alone.
    pub fn from_translation(translation: DVec3) -> Self {
        Self { translation, ..Self::IDENTITY }
    }

    /// The transform as a matrix that acts on column vectors.
    pub fn matrix(&self) -> DMat4 {
        DMat4::from_scale_rotation_translation(self.scale, normalized(self.rotation), self.translation)
    }

    /// The transform that a matrix stands for, or `None` if the matrix has shear or perspective and so is no
    /// combination of scale, rotation and translation. A mirror becomes a negative `x` scale.
    ///
    /// ```
    /// use glam::{DMat4, DVec3};
    /// use toile_io::scene::Transform;
    ///
    /// let placed = Transform::from_matrix(&DMat4::from_translation(DVec3::X));
    /// assert_eq!(placed, Some(Transform::from_translation(DVec3::X)));
    /// ```
    pub fn from_matrix(matrix: &DMat4) -> Option<Self> {
        let linear = DMat3::from_mat4(*matrix);
        let columns = [linear.x_axis, linear.y_axis, linear.z_axis];
        let mut scale = DVec3::from_array(columns.map(DVec3::length));
        if linear.determinant() < 0.0 {
            scale.x = -scale.x;
        }
        let axes = [0, 1, 2].map(|i| (scale[i] != 0.0).then(|| columns[i] / scale[i]));
        let transform = Self {
            translation: matrix.w_axis.truncate(),
            rotation: DQuat::from_mat3(&complete_axes(axes)).normalize(),
            scale,
        };
        let largest = linear.to_cols_array().into_iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let difference = DMat3::from_mat4(transform.matrix()) - linear;
        let shear = difference.to_cols_array().into_iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        // Written so that a NaN anywhere is refused too.
        let affine = matrix.row(3).abs_diff_eq(glam::DVec4::W, 1e-6);
        (affine && shear <= SHEAR_TOLERANCE * largest && transform.is_finite()).then_some(transform)
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite() && self.scale.is_finite()
    }
}

/// The unit quaternion in the direction of `rotation`; a zero quaternion names no rotation and becomes the identity.
pub(super) fn normalized(rotation: DQuat) -> DQuat {
    let length = rotation.length();
    if length > 0.0 && length.is_finite() { rotation / length } else { DQuat::IDENTITY }
}

/// A right-handed rotation matrix from those of its axes that are known (an axis scaled to zero has no direction).
fn complete_axes(axes: [Option<DVec3>; 3]) -> DMat3 {
    let (x, y, z) = match axes {
        [Some(x), Some(y), Some(z)] => (x, y, z),
        [Some(x), Some(y), None] => (x, y, x.cross(y)),
        [Some(x), None, Some(z)] => (x, z.cross(x), z),
        [None, Some(y), Some(z)] => (y.cross(z), y, z),
        [Some(x), None, None] => {
            let (y, z) = pair(x);
            (x, y, z)
        }
        [None, Some(y), None] => {
            let (z, x) = pair(y);
            (x, y, z)
        }
        [None, None, Some(z)] => {
            let (x, y) = pair(z);
            (x, y, z)
        }
        [None, None, None] => (DVec3::X, DVec3::Y, DVec3::Z),
    };
    DMat3::from_cols(x, y, z)
}

/// Two unit vectors that follow `axis` in a right-handed system.
fn pair(axis: DVec3) -> (DVec3, DVec3) {
    let first = axis.any_orthonormal_vector();
    (first, axis.cross(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_transform() -> impl Strategy<Value = Transform> {
        let component = -3.0..3.0f64;
        (
            prop::array::uniform3(component.clone()),
            prop::array::uniform4(component),
            prop::array::uniform3(prop_oneof![0.01..3.0f64, Just(0.0)]),
            any::<bool>(),
        )
            .prop_filter("a rotation has a direction", |(_, q, ..)| DQuat::from_array(*q).length() > 0.1)
            .prop_map(|(t, q, s, mirror)| Transform {
                translation: DVec3::from(t),
                rotation: DQuat::from_array(q),
                scale: DVec3::from(s) * if mirror { -1.0 } else { 1.0 },
            })
    }

    proptest! {
        #[test]
        fn a_matrix_decomposes_into_what_gives_it_again(transform in any_transform()) {
            let matrix = transform.matrix();
            let again = Transform::from_matrix(&matrix).expect("no shear");
            prop_assert!(again.matrix().abs_diff_eq(matrix, 1e-9), "{again:?}");
        }
    }

    #[test]
    fn shear_perspective_and_nan_are_refused() {
        let mut shear = DMat4::IDENTITY;
        shear.y_axis.x = 0.1;
        assert_eq!(Transform::from_matrix(&shear), None);
        let mut perspective = DMat4::IDENTITY;
        perspective.z_axis.w = 1.0;
        assert_eq!(Transform::from_matrix(&perspective), None);
        let mut broken = DMat4::IDENTITY;
        broken.x_axis.x = f64::NAN;
        assert_eq!(Transform::from_matrix(&broken), None);
    }
}
