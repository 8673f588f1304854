//! Limbs that keep a distance to the rest of the body: what arms and legs have in common.

use crate::skeleton::{Rig, Skinning};
use glam::DVec3;
use toile_geom::TriMesh;
use toile_geom::bvh::Bvh;
use toile_geom::distance::point_triangle;

use super::Motion;

/// Room is looked at so often, in seconds.
const OFTEN: f64 = 1.0 / 30.0;
/// Angles that are tried from far out inwards, and how often the last two are halved.
const ANGLES: usize = 20;
const HALVINGS: usize = 5;

/// A vertex of a limb, and the part of the room that it needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skin {
    pub(super) vertex: usize,
    pub(super) share: f64,
}

/// What limbs keep clear of, at a moment.
pub(super) struct Obstacle {
    /// The whole skin, of which some triangles are in the way.
    pub(super) mesh: TriMesh,
    tree: Bvh,
}

impl Obstacle {
    /// Some triangles of a body in a pose of its motion.
    pub(super) fn at(
        motion: &Motion,
        frame: usize,
        mesh: &TriMesh,
        rig: &Rig,
        triangles: &[[u32; 3]],
    ) -> Self {
        let transforms = motion.frames[frame].transforms(&rig.skeleton);
        let positions = rig.skin.apply(&mesh.positions, &transforms, Skinning::DualQuaternion);
        let mesh = TriMesh { positions, triangles: triangles.to_vec() };
        Self { tree: Bvh::over_triangles(&mesh), mesh }
    }

    /// Whether skin that is moved keeps its part of a distance.
    pub(super) fn is_clear_of(&self, skin: &[Skin], room: f64, moved: impl Fn(DVec3) -> DVec3) -> bool {
        skin.iter().all(|&Skin { vertex, share }| {
            let p = moved(self.mesh.positions[vertex]);
            let distance = |t: u32| point_triangle(p, self.mesh.corners(t as usize)).distance_squared;
            self.tree.nearest(p, share * room, distance).is_none()
        })
    }
}

/// How many frames there are from one that is looked at to the next.
pub(super) fn frames_between(motion: &Motion) -> usize {
    (OFTEN / motion.frame_seconds.max(1e-9)).round().max(1.0) as usize
}

/// The least angle from which on outwards a limb is clear. It comes from far out, where it is surely not inside of the body; a limb that is not clear even there stays where it is.
pub(super) fn least_angle(farthest: f64, is_clear: impl Fn(f64) -> bool) -> f64 {
    let tried = |n: usize| farthest * n as f64 / ANGLES as f64;
    let Some(last) = (0..=ANGLES).rev().find(|&n| !is_clear(tried(n))) else { return 0.0 };
    if last == ANGLES {
        return 0.0;
    }
    let (mut unclear, mut clear) = (tried(last), tried(last + 1));
    for _ in 0..HALVINGS {
        let middle = 0.5 * (unclear + clear);
        *(if is_clear(middle) { &mut clear } else { &mut unclear }) = middle;
    }
    clear
}

/// A bone and all that hang on it.
pub(super) fn hanging_on(rig: &Rig, bone: usize) -> Vec<usize> {
    let mut found = vec![bone];
    // Parents come first.
    for (i, other) in rig.skeleton.bones().iter().enumerate() {
        if other.parent.is_some_and(|parent| found.contains(&parent)) {
            found.push(i);
        }
    }
    found
}

/// How much of a vertex follows some bones.
pub(super) fn weight(rig: &Rig, vertex: usize, bones: &[usize]) -> f64 {
    let weights = rig.skin.vertices().get(vertex).map_or(&[][..], Vec::as_slice);
    weights.iter().filter(|(bone, _)| bones.contains(&(*bone as usize))).map(|(_, weight)| weight).sum()
}

/// The vertices that follow a limb, and how far along its first bone they are: 0 at the joint, 1 at its end and beyond.
pub(super) fn along(mesh: &TriMesh, rig: &Rig, limb: &[usize], least: f64) -> Vec<(usize, f64)> {
    let bone = &rig.skeleton.bones()[limb[0]];
    let way = bone.tail - bone.head;
    let part = |p: DVec3| ((p - bone.head).dot(way) / way.length_squared().max(1e-12)).clamp(0.0, 1.0);
    let on_limb = |v: &usize| weight(rig, *v, limb) > least;
    (0..mesh.positions.len()).filter(on_limb).map(|v| (v, part(mesh.positions[v]))).collect()
}
