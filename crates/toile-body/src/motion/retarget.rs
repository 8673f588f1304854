//! A motion handed from one skeleton to another.

use super::Motion;
use crate::skeleton::{BodySide, Role, Skeleton, SkeletonPose};
use glam::{DQuat, DVec3};

/// Gives the motion of one skeleton to another, whose bones may have other names, lengths and another rest pose.
///
/// Bones are matched by name, then by [`Role`]; those of limbs are held in the direction of their models (if these have none, in line with the bone before), those of the trunk
/// are turned like theirs, as all bodies are upright at rest. Bones without a model follow their parent. The way of the pelvis is scaled by the length of the legs, so that steps fit them.
pub fn retarget(motion: &Motion, from: &Skeleton, to: &Skeleton) -> Motion {
    let models: Vec<Option<usize>> = to.bones().iter().map(|bone| model_of(from, &bone.name)).collect();
    let align = alignment(from, to, &models);
    let scale = match (leg(from), leg(to)) {
        (Some(theirs), Some(own)) if theirs > 1e-9 => own / theirs,
        _ => 1.0,
    };
    let rest_root = from.bones().first().map_or(DVec3::ZERO, |bone| bone.head);
    let own_root = to.bones().first().map_or(DVec3::ZERO, |bone| bone.head);
    let start = motion.frames.first().map_or(rest_root, |frame| frame.root);
    let frames = motion
        .frames
        .iter()
        .map(|frame| {
            let mut rotations: Vec<DQuat> = Vec::with_capacity(to.bones().len());
            for (i, bone) in to.bones().iter().enumerate() {
                let parent = bone.parent.map_or(DQuat::IDENTITY, |parent| rotations[parent]);
                let turned = models[i].and_then(|m| frame.rotations.get(m)).map(|&r| r * align[i]);
                rotations.push(turned.unwrap_or(parent));
            }
            // On the floor the way counts from the first frame, in height from the ground.
            let way = DVec3::new(frame.root.x - start.x, 0.0, frame.root.z - start.z) * scale;
            let height = if start.y.abs() > 1e-9 { frame.root.y / start.y } else { 1.0 };
            SkeletonPose { root: DVec3::new(own_root.x, own_root.y * height, own_root.z) + way, rotations }
        })
        .collect();
    Motion { frame_seconds: motion.frame_seconds, frames }
}

/// The turn of each bone from its own rest to that of its model.
fn alignment(from: &Skeleton, to: &Skeleton, models: &[Option<usize>]) -> Vec<DQuat> {
    let mut align: Vec<DQuat> = Vec::with_capacity(models.len());
    for (model, bone) in models.iter().zip(to.bones()) {
        let limb = Role::from_name(&bone.name).is_some_and(Role::is_limb);
        let turn = model.filter(|_| limb).map_or(DQuat::IDENTITY, |m| {
            let theirs = from.bones()[m].tail - from.bones()[m].head;
            // Hands of many recordings have no length, and so no direction: they are in line with the forearm as they are at rest.
            let before = bone.parent.map_or(DQuat::IDENTITY, |parent| align[parent]);
            if theirs.length() > 1e-9 { turn_between(bone.tail - bone.head, theirs) } else { before }
        });
        align.push(turn);
    }
    align
}

fn model_of(from: &Skeleton, name: &str) -> Option<usize> {
    let same = from.bones().iter().position(|bone| bone.name == name);
    let role = || from.bone_of(Role::from_name(name)?);
    same.or_else(role)
}

/// The shortest turn from one direction to another.
fn turn_between(from: DVec3, to: DVec3) -> DQuat {
    match (from.try_normalize(), to.try_normalize()) {
        (Some(from), Some(to)) => DQuat::from_rotation_arc(from, to),
        _ => DQuat::IDENTITY,
    }
}

/// The length of a leg from hip to ankle.
fn leg(skeleton: &Skeleton) -> Option<f64> {
    let head = |role| skeleton.bone_of(role).map(|i| skeleton.bones()[i].head);
    let [hip, knee, ankle] =
        [Role::UpperLeg(BodySide::Left), Role::LowerLeg(BodySide::Left), Role::Foot(BodySide::Left)]
            .map(head);
    Some(hip?.distance(knee?) + knee?.distance(ankle?))
}
