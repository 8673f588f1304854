//! Where a rigid thing is at which time.

use super::{MovingPoint, SurfacePoint};
use crate::keys::at_key;
use glam::{DQuat, DVec3};

/// A place and a direction of a rigid thing: a point `q` of it is at `rotation q + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidPose {
    /// How it is turned.
    pub rotation: DQuat,
    /// Where its origin is.
    pub translation: DVec3,
}

impl RigidPose {
    /// As it was made.
    pub const IDENTITY: Self = Self { rotation: DQuat::IDENTITY, translation: DVec3::ZERO };

    /// Where a point of the thing is.
    #[inline]
    pub fn apply(&self, point: DVec3) -> DVec3 {
        self.rotation * point + self.translation
    }

    /// Which point of the thing is at a place.
    #[inline]
    pub fn invert(&self, place: DVec3) -> DVec3 {
        self.rotation.conjugate() * (place - self.translation)
    }
}

/// Where a rigid thing is at which time.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum RigidMotion {
    /// Always in the same place.
    #[default]
    Still,
    /// It travels, and turns about an axis that travels along. Both are straight between their keys, and at rest before and after.
    Turning(Turning),
    /// Poses at growing times in seconds; between them it travels straight and turns evenly, before and after it rests. For the links of a
    /// chain.
    Poses(Vec<(f64, RigidPose)>),
}

/// A motion along a path and about an axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turning {
    /// Times in seconds, growing, and by how much the thing is displaced.
    pub path: Vec<(f64, DVec3)>,
    /// A point of the axis it turns about.
    pub centre: DVec3,
    /// The direction of the axis, of unit length.
    pub axis: DVec3,
    /// Times in seconds, growing, and by how much it is turned, in radians.
    pub turn: Vec<(f64, f64)>,
}

impl Turning {
    /// Where it is at a time.
    pub fn pose(&self, time: f64) -> RigidPose {
        let angle = at_key(&self.turn, time).map_or(0.0, |(from, to, part)| from + (to - from) * part);
        let rotation =
            if self.turn.is_empty() { DQuat::IDENTITY } else { DQuat::from_axis_angle(self.axis, angle) };
        let shift = at_key(&self.path, time).map_or(DVec3::ZERO, |(from, to, part)| from.lerp(*to, part));
        RigidPose { rotation, translation: self.centre - rotation * self.centre + shift }
    }
}

impl RigidMotion {
    /// Where it is at a time.
    pub fn pose(&self, time: f64) -> RigidPose {
        match self {
            Self::Still => RigidPose::IDENTITY,
            Self::Turning(turning) => turning.pose(time),
            Self::Poses(keys) => {
                at_key(keys, time).map_or(RigidPose::IDENTITY, |(from, to, part)| RigidPose {
                    rotation: from.rotation.slerp(to.rotation, part),
                    translation: from.translation.lerp(to.translation, part),
                })
            }
        }
    }
}

impl From<Turning> for RigidMotion {
    fn from(turning: Turning) -> Self {
        Self::Turning(turning)
    }
}

/// The time in seconds over which a rigid motion is compared with what it was, to tell its velocity.
const MOMENT: f64 = 1e-4;

/// A rigid motion at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Posed {
    now: RigidPose,
    /// Where it was a moment ago, if it moves.
    before: Option<RigidPose>,
}

impl Posed {
    /// A motion at a time; none if there is none at any time.
    pub(super) fn of(motion: &RigidMotion, time: f64) -> Option<Self> {
        if *motion == RigidMotion::Still {
            return None;
        }
        let now = motion.pose(time);
        // Looking back tells what has moved the body to where it is, also where it has just come to rest.
        let before = motion.pose(time - MOMENT);
        Some(Self { now, before: (before != now).then_some(before) })
    }

    /// A point in the coordinates of what moves.
    #[inline]
    pub(super) fn own(&self, point: MovingPoint) -> MovingPoint {
        MovingPoint { before: self.now.invert(point.before), now: self.now.invert(point.now) }
    }

    /// What was found in the coordinates of what moves, for a point in those of the world.
    #[inline]
    pub(super) fn place(&self, point: DVec3, found: SurfacePoint) -> SurfacePoint {
        let own = self.now.invert(point);
        let carried = self.before.map_or(DVec3::ZERO, |before| (point - before.apply(own)) / MOMENT);
        let rotation = self.now.rotation;
        SurfacePoint {
            distance: found.distance,
            normal: rotation * found.normal,
            velocity: carried + rotation * found.velocity,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::f64::consts::PI;

    #[test]
    fn a_wheel_turns_about_its_travelling_axis() {
        let wheel = RigidMotion::Turning(Turning {
            path: vec![(0.0, DVec3::ZERO), (2.0, DVec3::X)],
            centre: DVec3::Y,
            axis: DVec3::Z,
            turn: vec![(0.0, 0.0), (2.0, PI)],
        });
        let half = wheel.pose(1.0);
        assert!(half.apply(DVec3::Y).distance(DVec3::new(0.5, 1.0, 0.0)) < 1e-12);
        assert!(half.apply(DVec3::Y + DVec3::X).distance(DVec3::new(0.5, 2.0, 0.0)) < 1e-12);
    }

    proptest! {
        #[test]
        fn a_point_comes_back(
            point in [-2.0..2.0_f64, -2.0..2.0, -2.0..2.0], time in -1.0..3.0_f64,
        ) {
            let pose = |angle: f64, shift: DVec3| RigidPose {
                rotation: DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 2.0) / 3.0, angle),
                translation: shift,
            };
            let chain = RigidMotion::Poses(vec![(0.0, pose(0.3, DVec3::X)), (2.0, pose(1.7, DVec3::Y))]);
            let pose = chain.pose(time);
            prop_assert!(pose.invert(pose.apply(point.into())).distance(point.into()) < 1e-12);
        }
    }
}
