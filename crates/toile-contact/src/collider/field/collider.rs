//! The collider.

use super::{BodyField, Keyframes};
use crate::collider::{Collider, RigidMotion, RigidPose, SurfacePoint};
use crate::friction::FrictionLaw;
use glam::DVec3;
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;
use toile_geom::bounds::Aabb;

/// The time in seconds over which a rigid motion is compared with what it was, to tell its velocity.
const MOMENT: f64 = 1e-4;

/// How fast what is found inside is let out, in m/s.
const RECOVERY: f64 = 0.2;

/// A body that cloth meets through distance fields. See the [module](super) for what it can be.
pub struct FieldCollider {
    shape: Shape,
    /// How far the surface lies outside of the body's, in metres.
    pub skin: f64,
    /// Its friction against cloth.
    pub friction: FrictionLaw,
    /// How fast what is found inside is let out, in m/s.
    pub recovery: f64,
}

enum Shape {
    Segments(Vec<RigidPart>),
    Animated(Keyframes),
}

/// A rigid part of a body.
#[derive(Clone)]
pub struct RigidPart {
    /// Its distance field, in the coordinates it was made in.
    pub field: Arc<BodyField>,
    /// Where it is.
    pub motion: RigidMotion,
}

impl FieldCollider {
    /// A body that does not move, without skin, with a friction of 0.4.
    pub fn still(field: Arc<BodyField>) -> Self {
        Self::rigid(field, RigidMotion::Still)
    }

    /// A rigid body that moves.
    pub fn rigid(field: Arc<BodyField>, motion: RigidMotion) -> Self {
        Self::linked(vec![RigidPart { field, motion }])
    }

    /// Rigid segments, each of which moves in its own way. What is near to several of them meets the nearest.
    pub fn linked(segments: Vec<RigidPart>) -> Self {
        Self::of(Shape::Segments(segments))
    }

    /// A body that changes its shape.
    pub fn animated(keyframes: Keyframes) -> Self {
        Self::of(Shape::Animated(keyframes))
    }

    fn of(shape: Shape) -> Self {
        Self { shape, skin: 0.0, friction: FrictionLaw::coulomb(0.4), recovery: RECOVERY }
    }

    /// How many bytes all fields take; those that segments share count for each.
    pub fn bytes(&self) -> usize {
        match &self.shape {
            Shape::Segments(segments) => segments.iter().map(|segment| segment.field.bytes()).sum(),
            Shape::Animated(keyframes) => keyframes.bytes(),
        }
    }

    /// The same with a surface so far outside, in metres.
    #[must_use]
    pub fn with_skin(mut self, skin: f64) -> Self {
        self.skin = skin;
        self
    }

    /// The same with another friction.
    #[must_use]
    pub fn with_friction(mut self, friction: impl Into<FrictionLaw>) -> Self {
        self.friction = friction.into();
        self
    }

    /// What is found at the skin of what is found at the body.
    fn at_skin(&self, found: SurfacePoint) -> SurfacePoint {
        SurfacePoint { distance: found.distance - self.skin, ..found }
    }
}

impl Collider for FieldCollider {
    fn nearest(&self, point: DVec3, time: f64) -> SurfacePoint {
        let found = match &self.shape {
            Shape::Segments(segments) => {
                nearest_segment(segments.iter().map(|segment| Posed::new(segment, time)), point)
            }
            Shape::Animated(keyframes) => keyframes.at(time).nearest(point),
        };
        self.at_skin(found)
    }

    fn friction(&self) -> FrictionLaw {
        self.friction
    }

    fn nearest_of_all(&self, points: &[DVec3], time: f64, found: &mut Vec<SurfacePoint>) {
        match &self.shape {
            Shape::Segments(segments) => {
                let posed: Vec<Posed<'_>> =
                    segments.iter().map(|segment| Posed::new(segment, time)).collect();
                let nearest = |&point: &DVec3| self.at_skin(nearest_segment(posed.iter().copied(), point));
                found.extend(points.iter().map(nearest));
            }
            Shape::Animated(keyframes) => {
                let moment = keyframes.at(time);
                found.extend(points.iter().map(|&point| self.at_skin(moment.nearest(point))));
            }
        }
    }

    fn minds_edges(&self) -> bool {
        true
    }

    fn recovery_speed(&self) -> f64 {
        self.recovery
    }
}

/// What is nearest where there is nothing.
const NOWHERE: SurfacePoint =
    SurfacePoint { distance: f64::INFINITY, normal: DVec3::Y, velocity: DVec3::ZERO };

/// A segment at a time.
#[derive(Clone, Copy)]
struct Posed<'a> {
    field: &'a BodyField,
    now: RigidPose,
    /// Where it was a moment ago, if it moves.
    before: Option<RigidPose>,
    /// A box around it in its own coordinates.
    bounds: Aabb,
}

impl<'a> Posed<'a> {
    fn new(segment: &'a RigidPart, time: f64) -> Self {
        let now = segment.motion.pose(time);
        // Looking back tells what has moved the body to where it is, also where it has just come to rest.
        let before = segment.motion.pose(time - MOMENT);
        let bounds = segment.field.bounds();
        Self { field: &segment.field, now, before: (before != now).then_some(before), bounds }
    }

    #[inline]
    fn nearest(&self, point: DVec3, own: DVec3) -> SurfacePoint {
        let place = self.field.place(own);
        let velocity = self.before.map_or(DVec3::ZERO, |before| (point - before.apply(own)) / MOMENT);
        SurfacePoint { distance: place.distance, normal: self.now.rotation * place.normal, velocity }
    }
}

/// The nearest of all segments; those whose boxes are farther away than what is found already are not asked.
#[inline]
fn nearest_segment<'a>(posed: impl Iterator<Item = Posed<'a>>, point: DVec3) -> SurfacePoint {
    let mut nearest = NOWHERE;
    for segment in posed {
        let own = segment.now.invert(point);
        let limit = nearest.distance.max(0.0);
        if segment.bounds.distance_squared(own) <= limit * limit {
            let found = segment.nearest(point, own);
            if found.distance < nearest.distance {
                nearest = found;
            }
        }
    }
    nearest
}

impl Debug for FieldCollider {
    /// Without the millions of samples.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let parts = match &self.shape {
            Shape::Segments(segments) => format!("{} segments", segments.len()),
            Shape::Animated(keyframes) => format!("{} keyframes", keyframes.len()),
        };
        f.debug_struct("FieldCollider")
            .field("shape", &parts)
            .field("skin", &self.skin)
            .field("friction", &self.friction)
            .field("recovery", &self.recovery)
            .finish()
    }
}
