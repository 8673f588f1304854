//! Skin that follows bones.

use super::RigidTransform;
use glam::{DQuat, DVec3};
use rayon::prelude::*;

/// How several bones move one vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Skinning {
    /// The mean of where the bones would put it: simple, but twisted joints get thin.
    LinearBlend,
    /// The mean of the motions themselves (Kavan et al. 2008): joints keep their volume.
    #[default]
    DualQuaternion,
}

/// Which bones move each vertex, and how much.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinWeights {
    /// Bones and weights of each vertex, weights summing to 1; a vertex without any stays where it is.
    vertices: Vec<Vec<(u32, f64)>>,
}

impl SkinWeights {
    /// Weights of each vertex, which are scaled so that they sum to 1. Those that are not positive numbers are dropped.
    pub fn new(mut vertices: Vec<Vec<(u32, f64)>>) -> Self {
        for weights in &mut vertices {
            weights.retain(|(_, w)| w.is_finite() && *w > 0.0);
            let sum: f64 = weights.iter().map(|(_, w)| w).sum();
            for (_, weight) in weights.iter_mut() {
                *weight /= sum;
            }
        }
        Self { vertices }
    }

    /// Bones and weights of each vertex.
    pub fn vertices(&self) -> &[Vec<(u32, f64)>] {
        &self.vertices
    }

    /// Moves vertices by the transforms of their bones. Bones that do not exist move nothing.
    pub fn apply(&self, rest: &[DVec3], bones: &[RigidTransform], method: Skinning) -> Vec<DVec3> {
        rest.par_iter()
            .enumerate()
            .map(|(v, &p)| {
                let weights = self.vertices.get(v).map_or(&[][..], Vec::as_slice);
                let known = || weights.iter().filter_map(|(b, w)| Some((bones.get(*b as usize)?, *w)));
                if known().next().is_none() {
                    return p;
                }
                match method {
                    Skinning::LinearBlend => known().map(|(bone, w)| bone.apply(p) * w).sum(),
                    Skinning::DualQuaternion => blend_dual(known(), p),
                }
            })
            .collect()
    }
}

/// Moves a point by the weighted mean of rigid motions, as dual quaternions.
fn blend_dual<'a>(bones: impl Iterator<Item = (&'a RigidTransform, f64)>, p: DVec3) -> DVec3 {
    let zero = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    let (mut real, mut dual) = (zero, zero);
    let mut first: Option<DQuat> = None;
    for (bone, weight) in bones {
        let q = bone.rotation;
        // Both signs of a quaternion are one rotation: take the one on the side of the first bone.
        let sign = if first.get_or_insert(q).dot(q) < 0.0 { -weight } else { weight };
        let t = bone.translation;
        let shift = DQuat::from_xyzw(t.x, t.y, t.z, 0.0) * q;
        real += q * sign;
        dual += shift * (0.5 * sign);
    }
    let length = real.length();
    if length < 1e-9 {
        return p;
    }
    let (real, dual) = (real / length, dual / length);
    let shift = dual * real.conjugate();
    real.normalize() * p + DVec3::new(shift.x, shift.y, shift.z) * 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_methods_agree_where_one_bone_rules_and_dual_quaternions_keep_the_distance() {
        let turn =
            RigidTransform { rotation: DQuat::from_rotation_x(3.0), translation: DVec3::new(0.1, 2.0, -1.0) };
        let still = RigidTransform { rotation: DQuat::IDENTITY, translation: DVec3::ZERO };
        let p = DVec3::new(0.3, 0.4, 0.5);
        let one = SkinWeights::new(vec![vec![(0, 2.0), (7, 1.0)]]);
        for method in [Skinning::LinearBlend, Skinning::DualQuaternion] {
            let weights = SkinWeights::new(vec![vec![(0, 2.0)]]);
            assert!(weights.apply(&[p], &[turn], method)[0].distance(turn.apply(p)) < 1e-12);
        }
        assert!(one.apply(&[p], &[turn], Skinning::DualQuaternion)[0].distance(turn.apply(p)) < 1e-12);
        // Half way between rest and a turn about the x axis a point stays as far from the axis.
        let spin = RigidTransform { translation: DVec3::ZERO, ..turn };
        let half = SkinWeights::new(vec![vec![(0, 1.0), (1, 1.0)]]);
        let moved = half.apply(&[p], &[spin, still], Skinning::DualQuaternion)[0];
        assert!((moved.length() - p.length()).abs() < 1e-12 && (moved.x - p.x).abs() < 1e-12);
        let thin = half.apply(&[p], &[spin, still], Skinning::LinearBlend)[0];
        assert!(thin.length() < 0.7 * p.length());
    }
}
