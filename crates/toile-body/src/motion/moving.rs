//! A body in motion: where its skin is at any time.

use super::arm_room::make_arm_room;
use super::leg_room::make_leg_room;
use super::{MeshSequence, Motion};
use crate::skeleton::{Rig, Skinning};
use glam::DVec3;
use toile_geom::TriMesh;

/// A body that moves, by bones or from frame to frame.
///
/// ```
/// use toile_body::mannequin::Mannequin;
/// use toile_body::measures::{Figure, Measures};
/// use toile_body::motion::{MovingBody, walk};
///
/// let body = Mannequin::new(Figure::Woman, Measures::typical(Figure::Woman)).build()?;
/// let rig = body.rig();
/// let walk = walk(&rig.skeleton, 2.0);
/// let moving = MovingBody::skinned(body.mesh.clone(), rig, walk).with_lead_in(0.5);
/// assert_eq!(moving.seconds(), 2.5);
/// // At time 0 it stands as it was dressed, then it walks.
/// assert!(moving.positions(0.0)[0].distance(body.mesh.positions[0]) < 1e-9);
/// assert_eq!(moving.positions(1.0).len(), body.mesh.positions.len());
/// # Ok::<(), toile_body::mannequin::MannequinError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MovingBody {
    mesh: TriMesh,
    source: Source,
}

#[derive(Clone, Debug)]
enum Source {
    Bones { rig: Rig, motion: Motion },
    Frames(MeshSequence),
}

/// The part of the room that legs keep to each other.
const LEGS: f64 = 0.6;
/// Half the time over which speeds are taken, in seconds.
const INSTANT: f64 = 5e-4;

impl MovingBody {
    /// A body whose skin follows bones. Its mesh is in the skeleton's rest pose.
    pub fn skinned(mesh: TriMesh, rig: Rig, motion: Motion) -> Self {
        Self { mesh, source: Source::Bones { rig, motion } }
    }

    /// A body that moves from frame to frame; `None` if a frame has another number of vertices than the mesh, or if there is
    /// no frame. The mesh is in the pose in which the body is dressed, often the first frame.
    pub fn from_frames(mesh: TriMesh, mut sequence: MeshSequence) -> Option<Self> {
        let fits = sequence.frames.iter().all(|frame| frame.len() == mesh.positions.len());
        let start = *sequence.times.first()?;
        sequence.times.iter_mut().for_each(|time| *time -= start);
        (fits && sequence.times.len() == sequence.frames.len())
            .then_some(Self { mesh, source: Source::Frames(sequence) })
    }

    /// The mesh in the pose in which the body is dressed.
    pub fn mesh(&self) -> &TriMesh {
        &self.mesh
    }

    /// The bones and their motion, if there are any.
    pub fn bones(&self) -> Option<(&Rig, &Motion)> {
        match &self.source {
            Source::Bones { rig, motion } => Some((rig, motion)),
            Source::Frames(_) => None,
        }
    }

    /// How long the motion takes.
    pub fn seconds(&self) -> f64 {
        match &self.source {
            Source::Bones { motion, .. } => motion.seconds(),
            Source::Frames(sequence) => sequence.times.last().copied().unwrap_or(0.0),
        }
    }

    /// Where all vertices are at a time in seconds; the first and the last pose hold before and after the motion.
    pub fn positions(&self, seconds: f64) -> Vec<DVec3> {
        match &self.source {
            Source::Bones { rig, motion } => match motion.pose_at(seconds) {
                Some(pose) => {
                    let bones = pose.transforms(&rig.skeleton);
                    rig.skin.apply(&self.mesh.positions, &bones, Skinning::DualQuaternion)
                }
                None => self.mesh.positions.clone(),
            },
            Source::Frames(sequence) => sequence.positions_at(seconds),
        }
    }

    /// How fast all vertices move at a time, in m/s.
    pub fn velocities(&self, seconds: f64) -> Vec<DVec3> {
        match &self.source {
            Source::Bones { .. } => {
                let [before, after] = [-INSTANT, INSTANT].map(|d| self.positions(seconds + d));
                before.iter().zip(&after).map(|(a, b)| (b - a) / (2.0 * INSTANT)).collect()
            }
            Source::Frames(sequence) => sequence.velocities_at(seconds),
        }
    }

    /// The mesh at a time.
    pub fn mesh_at(&self, seconds: f64) -> TriMesh {
        TriMesh { positions: self.positions(seconds), triangles: self.mesh.triangles.clone() }
    }

    /// The whole motion as frames at a number of frames a second, the last one at its end.
    pub fn frames(&self, frames_per_second: f64) -> MeshSequence {
        let rate = frames_per_second.max(1e-6);
        let count = (self.seconds() * rate + 1e-9).floor() as usize;
        let times: Vec<f64> = (0..=count).map(|i| i as f64 / rate).collect();
        let frames = times.iter().map(|&time| self.positions(time)).collect();
        MeshSequence { times, frames }
    }

    /// The same motion, slower (above 1) or faster.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Self {
        self.source = match self.source {
            Source::Bones { rig, motion } => Source::Bones { rig, motion: motion.scaled(factor) },
            Source::Frames(mut sequence) => {
                sequence.times.iter_mut().for_each(|time| *time *= factor);
                Source::Frames(sequence)
            }
        };
        self
    }

    /// A lead-in before the motion: smoothly from the pose in which the body was dressed to the first frame.
    #[must_use]
    pub fn with_lead_in(mut self, seconds: f64) -> Self {
        if seconds <= 0.0 {
            return self;
        }
        self.source = match self.source {
            Source::Bones { rig, motion } => {
                let motion = motion.with_lead_in(&rig.skeleton, seconds);
                Source::Bones { rig, motion }
            }
            Source::Frames(sequence) => Source::Frames(sequence.with_lead_in(&self.mesh.positions, seconds)),
        };
        self
    }

    /// Holds arms out to the side so far that they keep a distance to trunk and legs, in metres, all of it from the elbow down, less above; and legs apart so far that they keep three fifths of it
    /// to each other from the knees down.
    ///
    /// The recorded person had other hips than this body, and hands that swung past them may go through these. The angle is the least that is enough: for arms
    /// frame by frame, evened out over a step, for legs the same in all frames, so that feet do not slide. Limbs that have room stay as they are, and so do those for which no angle is enough,
    /// such as hands on hips and crossed legs.
    #[must_use]
    pub fn with_room(mut self, metres: f64) -> Self {
        if let Source::Bones { rig, motion } = &mut self.source {
            make_leg_room(motion, &self.mesh, rig, LEGS * metres);
            make_arm_room(motion, &self.mesh, rig, metres);
        }
        self
    }

    /// Puts the lowest point of the skin onto the floor at every pose of a motion of bones.
    #[must_use]
    pub fn on_the_floor(mut self) -> Self {
        if let Source::Bones { rig, motion } = &mut self.source {
            motion.ground(&rig.skeleton, &self.mesh.positions, &rig.skin);
        }
        self
    }
}
