//! Characters from glTF: a skin, its bones and how they are animated.

use super::{MeshSequence, Motion, MovingBody};
use crate::skeleton::{Bone, Rig, Skeleton, SkeletonPose, SkinWeights};
use glam::{DMat4, DQuat, DVec3};
use toile_geom::TriMesh;
use toile_io::scene::{Animation, Scene, SceneError, SceneMesh, Skin};

/// Poses a second that an animation is read with.
const POSES_PER_SECOND: f64 = 60.0;
/// How much a bone may be scaled by an animation and still count as rigid.
const RIGID: f64 = 1e-3;

/// A character of a scene with an animation of it, the first if none is named; `None` if the scene has no such animation
/// or no mesh.
///
/// A skinned mesh becomes a body with bones. Anything else that moves (several meshes, morph targets, bones that stretch)
/// becomes a body that moves from frame to frame.
///
/// # Errors
///
/// If parts of the scene refer to others that do not exist.
pub fn character(scene: &Scene, animation: Option<&str>) -> Result<Option<MovingBody>, SceneError> {
    let mut scene = scene.clone();
    scene.weld();
    let wanted = |a: &&Animation| animation.is_none_or(|name| a.name == name);
    let Some(animation) = scene.animations.iter().find(wanted) else { return Ok(None) };
    if let Some(body) = with_bones(&scene, animation)? {
        return Ok(Some(body));
    }
    let rest = scene.merged()?.triangulate().mesh;
    let count = (animation.duration() * POSES_PER_SECOND).round() as usize;
    let times: Vec<f64> = (0..=count).map(|i| i as f64 / POSES_PER_SECOND).collect();
    let mut frames = Vec::new();
    for &time in &times {
        frames.push(scene.merged_at(animation, time)?.positions);
    }
    Ok(MovingBody::from_frames(rest, MeshSequence { times, frames }))
}

/// The body of a scene with a single skinned mesh whose bones do not stretch.
fn with_bones(scene: &Scene, animation: &Animation) -> Result<Option<MovingBody>, SceneError> {
    let mut shown = scene.nodes.iter().filter_map(|node| Some((scene.meshes.get(node.mesh?)?, node.skin)));
    let (Some((mesh, Some(skin))), None) = (shown.next(), shown.next()) else { return Ok(None) };
    let Some(bound) = scene.skins.get(skin) else { return Ok(None) };
    if mesh.influences.is_none() || !mesh.morph_targets.is_empty() {
        return Ok(None);
    }
    let order = joints_parents_first(scene, bound);
    let rest = scene.joint_matrices(skin, &scene.world_transforms(&scene.rest_pose())?)?;
    // From the space of the mesh to the world, as its root has it when nothing is animated.
    let Some(upright) = order.first().map(|&joint| rest[joint]) else { return Ok(None) };
    let skeleton = skeleton(scene, bound, &order, &upright);
    let mut motion = Motion { frame_seconds: 1.0 / POSES_PER_SECOND, frames: Vec::new() };
    for i in 0..=(animation.duration() * POSES_PER_SECOND).round() as usize {
        let pose = scene.pose_at(animation, i as f64 / POSES_PER_SECOND);
        let moved = scene.joint_matrices(skin, &scene.world_transforms(&pose)?)?;
        let from_rest: Vec<DMat4> = order.iter().map(|&joint| moved[joint] * upright.inverse()).collect();
        let Some(pose) = pose_of(&skeleton, &from_rest) else { return Ok(None) };
        motion.frames.push(pose);
    }
    let mut rest = mesh.mesh.triangulate().mesh;
    rest.positions.iter_mut().for_each(|p| *p = upright.transform_point3(*p));
    let rig = Rig { skin: weights(mesh, &order, &rest), skeleton };
    Ok(Some(MovingBody::skinned(rest, rig, motion)))
}

/// The numbers of a skin's joints so that parents come before their children.
fn joints_parents_first(scene: &Scene, skin: &Skin) -> Vec<usize> {
    let depth = |joint: &usize| {
        let mut node = scene.nodes.get(skin.joints[*joint]).and_then(|node| node.parent);
        let mut depth = 0;
        while let Some(next) = node.filter(|_| depth < scene.nodes.len()) {
            depth += 1;
            node = scene.nodes.get(next).and_then(|node| node.parent);
        }
        depth
    };
    let mut order: Vec<usize> = (0..skin.joints.len()).collect();
    order.sort_by_key(depth);
    order
}

fn skeleton(scene: &Scene, skin: &Skin, order: &[usize], upright: &DMat4) -> Skeleton {
    let head = |joint: usize| {
        let bind = skin.inverse_bind_matrices.get(joint).map_or(DMat4::IDENTITY, DMat4::inverse);
        upright.transform_point3(bind.w_axis.truncate())
    };
    let parent_of = |joint: usize| {
        let parent = scene.nodes.get(skin.joints[joint])?.parent?;
        order.iter().position(|&other| skin.joints[other] == parent)
    };
    let parents: Vec<Option<usize>> = order.iter().map(|&joint| parent_of(joint)).collect();
    let mut bones: Vec<Bone> = order
        .iter()
        .zip(&parents)
        .map(|(&joint, &parent)| {
            let name = scene.nodes.get(skin.joints[joint]).map_or_else(String::new, |node| node.name.clone());
            Bone { name, parent, head: head(joint), tail: head(joint) }
        })
        .collect();
    for i in 0..bones.len() {
        let children = bones.iter().filter(|bone| bone.parent == Some(i)).map(|bone| bone.head);
        let own = bones[i].head;
        if let Some(tail) = children.max_by(|a, b| a.distance(own).total_cmp(&b.distance(own))) {
            bones[i].tail = tail;
        }
    }
    // Sorted by depth: parents come first.
    Skeleton::new(bones).unwrap_or_default()
}

/// The pose in which bones are moved from rest by the given matrices; `None` if one is stretched or torn off.
fn pose_of(skeleton: &Skeleton, moved: &[DMat4]) -> Option<SkeletonPose> {
    let mut rotations = Vec::with_capacity(moved.len());
    for matrix in moved {
        let (scale, rotation, _) = matrix.to_scale_rotation_translation();
        if (scale - DVec3::ONE).abs().max_element() > RIGID {
            return None;
        }
        rotations.push(DQuat::normalize(rotation));
    }
    let root = moved.first()?.transform_point3(skeleton.bones().first()?.head);
    let pose = SkeletonPose { root, rotations };
    let heads = pose.heads(skeleton);
    let torn = skeleton
        .bones()
        .iter()
        .zip(moved)
        .zip(heads)
        .any(|((bone, matrix), head)| matrix.transform_point3(bone.head).distance(head) > 5.0 * RIGID);
    (!torn).then_some(pose)
}

fn weights(mesh: &SceneMesh, order: &[usize], rest: &TriMesh) -> SkinWeights {
    let place = |joint: u16| order.iter().position(|&other| other == usize::from(joint));
    let of = |v: usize| {
        let influences = mesh.influences.iter().flat_map(|all| all.of(v));
        influences.filter_map(|(joint, weight)| Some((place(joint)? as u32, f64::from(weight)))).collect()
    };
    SkinWeights::new((0..rest.positions.len()).map(of).collect())
}
