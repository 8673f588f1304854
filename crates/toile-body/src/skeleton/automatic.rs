//! A skeleton and skin weights for bodies that come without: from joints in the middle of limbs and trunk.

use super::{Bone, Rig, Skeleton, SkinWeights};
use crate::landmarks::{Landmarks, SIDES};
use crate::mannequin::BuiltMannequin;
use glam::DVec3;
use rayon::prelude::*;
use std::collections::BTreeMap;
use toile_geom::TriMesh;
use toile_geom::topology::Topology;

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
const MAX_BONES_PER_VERTEX: usize = 4;
/// How quickly the influence of a bone falls with distance.
const FALL: i32 = 5;
/// Weights are evened out over this fraction of the body's height along the skin.
const SPREAD: f64 = 0.035;
/// The most passes of evening out; very fine meshes would need more than they are worth.
const MAX_SMOOTHING_PASSES: f64 = 80.0;

/// Joints by name.
type Joints = BTreeMap<String, DVec3>;

impl BuiltMannequin {
    /// The mannequin's skeleton, of seventeen bones, and the weights that bind its skin to it.
    pub fn rig(&self) -> Rig {
        Rig::around(&self.mesh, skeleton(&self.joints().into_iter().collect()))
    }
}

impl Rig {
    /// A rig of seventeen bones for a body in the pose for dressing, from its landmarks; `None` if one of them is missing.
    pub fn automatic(mesh: &TriMesh, landmarks: &Landmarks) -> Option<Self> {
        Some(Self::around(mesh, skeleton(&joints(mesh, landmarks)?)))
    }

    /// Binds a skin to a skeleton inside of it: near bones count, and those of the other side do not.
    pub fn around(mesh: &TriMesh, skeleton: Skeleton) -> Self {
        let height = mesh.bounds().size().y;
        let middle = skeleton.bones().first().map_or(0.0, |bone| bone.head.x);
        let raw = mesh.positions.par_iter().map(|&p| {
            let mut weights: Vec<f64> =
                skeleton.bones().iter().map(|bone| influence(bone, p, middle, height)).collect();
            let sum: f64 = weights.iter().sum();
            for weight in &mut weights {
                *weight /= sum.max(1e-300);
            }
            weights
        });
        let weights = even_out(mesh, raw.collect(), SPREAD * height);
        let strongest = weights.into_par_iter().map(|weights| {
            let mut named: Vec<(u32, f64)> =
                weights.into_iter().enumerate().map(|(bone, weight)| (bone as u32, weight)).collect();
            named.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            named.truncate(MAX_BONES_PER_VERTEX);
            named
        });
        Self { skin: SkinWeights::new(strongest.collect()), skeleton }
    }
}

/// The bones between the joints.
fn skeleton(joints: &Joints) -> Skeleton {
    let at = |name: &str| joints.get(name).copied().unwrap_or_default();
    let mut bones: Vec<Bone> = Vec::new();
    let mut add = |name: String, parent: &str, head: DVec3, tail: DVec3| {
        let parent = bones.iter().position(|bone| bone.name == parent);
        bones.push(Bone { name, parent, head, tail });
    };
    for [name, parent, head, tail] in MIDDLE {
        add(name.into(), parent, at(head), at(tail));
    }
    for (side, _) in SIDES {
        for [name, parent, head, tail] in SIDED {
            let on_trunk = ["chest", "pelvis"].contains(&parent);
            let parent = if on_trunk { parent.to_owned() } else { format!("{side}_{parent}") };
            let sided = |joint: &str| at(&format!("{side}_{joint}"));
            add(format!("{side}_{name}"), &parent, sided(head), sided(tail));
        }
    }
    // The lists above have parents first, so this cannot fail.
    Skeleton::new(bones).unwrap_or_default()
}

/// The joints of a body from its landmarks.
fn joints(mesh: &TriMesh, landmarks: &Landmarks) -> Option<Joints> {
    let bounds = mesh.bounds();
    let (floor, height) = (bounds.min.y, bounds.size().y);
    let at = |name: &str| landmarks.position(name);
    let between = |level: &str| Some(at(&format!("{level}_front"))?.midpoint(at(&format!("{level}_back"))?));
    let crotch = at("crotch")?;
    let (neck, top) = (at("neck_center")?, at("head_top")?);
    let hip = between("hip")?.with_y(crotch.y + 0.039 * height);
    let mut joints = Joints::new();
    let mut set = |name: String, p: DVec3| joints.insert(name, p);
    set("pelvis".into(), hip.with_y(crotch.y + 0.057 * height));
    set("waist".into(), between("waist")?);
    set("chest".into(), between("bust")?);
    set("neck".into(), neck.with_y(at("neck_back")?.y));
    set("head".into(), neck.lerp(top, 0.3));
    set("head_top".into(), top);
    for (side, sign) in SIDES {
        let on = |name: &str| at(&format!("{side}_{name}_center"));
        let (knee, ankle) = (on("knee")?, on("ankle")?);
        // The thigh goes on from the lower leg, but not through the middle of the body.
        let rise = (hip.y - knee.y) / (knee.y - ankle.y).max(1e-6);
        let aside = ((knee.x + (knee.x - ankle.x) * rise - hip.x) * sign).clamp(0.04 * height, 0.09 * height);
        set(format!("{side}_hip"), hip.with_x(hip.x + sign * aside));
        set(format!("{side}_knee"), knee);
        set(format!("{side}_ankle"), ankle);
        set(
            format!("{side}_toe"),
            DVec3::new(ankle.x, floor + 0.2 * (ankle.y - floor), ankle.z + 0.08 * height),
        );
        let wrist = on("wrist")?;
        set(format!("{side}_shoulder"), on("shoulder")?);
        set(format!("{side}_elbow"), on("elbow")?);
        set(format!("{side}_wrist"), wrist);
        set(format!("{side}_knuckles"), wrist.midpoint(at(&format!("{side}_finger_tip"))?));
    }
    Some(joints)
}

/// How strongly a bone holds a point.
fn influence(bone: &Bone, p: DVec3, middle: f64, height: f64) -> f64 {
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
        p.x - middle
    } else if bone.name.starts_with("right_") {
        middle - p.x
    } else {
        return (distance + 1e-4).powi(-FALL);
    };
    // From one leg to the other the influence fades within a hand's breadth.
    let own = ((side / height + 0.004) / 0.012).clamp(0.0, 1.0);
    (distance + 1e-4).powi(-FALL) * own * own * (3.0 - 2.0 * own)
}

/// Evens out weights along the skin over a distance, so that no crease opens where two bones meet: each pass takes the
/// mean with the neighbours, and passes add up like steps of a random walk.
fn even_out(mesh: &TriMesh, mut weights: Vec<Vec<f64>>, distance: f64) -> Vec<Vec<f64>> {
    let edges = Topology::new(mesh).edges;
    let length = |[a, b]: &[u32; 2]| mesh.positions[*a as usize].distance(mesh.positions[*b as usize]);
    let mean = edges.iter().map(length).sum::<f64>() / edges.len().max(1) as f64;
    let passes = (distance / mean.max(1e-9)).powi(2).clamp(1.0, MAX_SMOOTHING_PASSES) as usize;
    let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); mesh.positions.len()];
    for &[a, b] in &edges {
        neighbours[a as usize].push(b);
        neighbours[b as usize].push(a);
    }
    for _ in 0..passes {
        let before = &weights;
        weights = (0..before.len())
            .into_par_iter()
            .map(|v| {
                let mut sum = before[v].clone();
                for &n in &neighbours[v] {
                    sum.iter_mut().zip(&before[n as usize]).for_each(|(s, w)| *s += w);
                }
                let count = (1 + neighbours[v].len()) as f64;
                for weight in &mut sum {
                    *weight /= count;
                }
                sum
            })
            .collect();
    }
    weights
}
