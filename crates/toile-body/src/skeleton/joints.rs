//! Landmarks from the joints of a skeleton.

use super::{BodySide, Role, Skeleton};
use crate::landmarks::Landmarks;

/// The name of a joint, and the role of the bone that begins there.
type Joint = (&'static str, fn(BodySide) -> Role);

impl Landmarks {
    /// The landmarks in the middle of limbs that a skeleton knows for certain: shoulders, elbows, wrists, knees and ankles,
    /// by the roles of its bones. Give them to [`Landmarks::override_with`].
    pub fn from_skeleton(skeleton: &Skeleton) -> Self {
        let joints: [Joint; 5] = [
            ("shoulder", Role::UpperArm),
            ("elbow", Role::LowerArm),
            ("wrist", Role::Hand),
            ("knee", Role::LowerLeg),
            ("ankle", Role::Foot),
        ];
        let mut found = Self::default();
        for (name, role) in joints {
            for (side, word) in [(BodySide::Left, "left"), (BodySide::Right, "right")] {
                if let Some(bone) = skeleton.bone_of(role(side)) {
                    found.set(format!("{word}_{name}_center"), skeleton.bones()[bone].head, 1.0);
                }
            }
        }
        found
    }
}
