//! A skeleton and skin weights for the mannequin.

use super::{Bone, Skeleton, SkinWeights};
use crate::mannequin::BuiltMannequin;
use glam::DVec3;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Bone, parent, joint at its head, joint at its tail.
const MIDDLE: [[&str; 4]; 5] = [
    ["pelvis", "", "pelvis", "waist"],
    ["spine", "pelvis", "waist", "chest"],
    ["chest", "spine", "chest", "neck"],
    ["neck", "chest", "neck", "head"],
    ["head", "neck", "head", "head_top"],
];
const SIDED: [[&str; 4]; 6] = [
    ["upper_arm", "chest", "shoulder", "elbow"],
    ["lower_arm", "upper_arm", "elbow", "wrist"],
    ["hand", "lower_arm", "wrist", "knuckles"],
    ["upper_leg", "pelvis", "hip", "knee"],
    ["lower_leg", "upper_leg", "knee", "ankle"],
    ["foot", "lower_leg", "ankle", "toe"],
];
/// Bones a vertex follows at most.
const MOST: usize = 4;
/// How quickly the influence of a bone falls with distance.
const FALL: i32 = 5;

impl BuiltMannequin {
    /// The mannequin's skeleton: seventeen bones.
    pub fn skeleton(&self) -> Skeleton {
        let joints: BTreeMap<String, DVec3> = self.joints().into_iter().collect();
        let at = |name: &str| joints.get(name).copied().unwrap_or_default();
        let mut bones: Vec<Bone> = Vec::new();
        let mut add = |name: String, parent: &str, head: DVec3, tail: DVec3| {
            let parent = bones.iter().position(|bone| bone.name == parent);
            bones.push(Bone { name, parent, head, tail });
        };
        for [name, parent, head, tail] in MIDDLE {
            add(name.into(), parent, at(head), at(tail));
        }
        for side in ["left", "right"] {
            for [name, parent, head, tail] in SIDED {
                let on_trunk = ["chest", "pelvis"].contains(&parent);
                let parent = if on_trunk { parent.to_owned() } else { format!("{side}_{parent}") };
                let sided = |joint: &str| at(&format!("{side}_{joint}"));
                add(format!("{side}_{name}"), &parent, sided(head), sided(tail));
            }
        }
        // The list above has parents first, so this cannot fail.
        Skeleton::new(bones).unwrap_or_default()
    }

    /// Weights that bind the mannequin's skin to its skeleton: near bones count, and those of the other side do not.
    pub fn skin(&self, skeleton: &Skeleton) -> SkinWeights {
        let height = self.mesh.bounds().size().y;
        let one = |&p: &DVec3| {
            let mut weights: Vec<(u32, f64)> = skeleton
                .bones()
                .iter()
                .enumerate()
                .map(|(i, bone)| (i as u32, influence(bone, p, height)))
                .collect();
            weights.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            weights.truncate(MOST);
            weights
        };
        SkinWeights::new(self.mesh.positions.par_iter().map(one).collect())
    }
}

/// How strongly a bone holds a point.
fn influence(bone: &Bone, p: DVec3, height: f64) -> f64 {
    let axis = bone.tail - bone.head;
    let t = ((p - bone.head).dot(axis) / axis.length_squared().max(1e-12)).clamp(0.0, 1.0);
    // Thick parts reach farther than thin ones.
    let reach = match bone.name.as_str() {
        "pelvis" | "spine" | "chest" => 1.6,
        "head" => 1.3,
        _ => 1.0,
    };
    let distance = p.distance(bone.head + axis * t) / (reach * height);
    let side = if bone.name.starts_with("left_") {
        p.x
    } else if bone.name.starts_with("right_") {
        -p.x
    } else {
        return (distance + 1e-4).powi(-FALL);
    };
    // From one leg to the other the influence fades within a hand's breadth.
    let own = ((side / height + 0.004) / 0.012).clamp(0.0, 1.0);
    (distance + 1e-4).powi(-FALL) * own * own * (3.0 - 2.0 * own)
}
