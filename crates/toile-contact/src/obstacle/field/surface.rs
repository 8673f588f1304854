//! A distance field as a surface.

use super::{BodyField, Keyframes};
use crate::obstacle::rigid::Posed;
use crate::obstacle::{MovingPoint, ObstacleSurface, RigidMotion, SurfacePoint};
use glam::DVec3;
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;
use toile_geom::bounds::Aabb;

/// How fast what is found inside is let out, in m/s.
const RECOVERY: f64 = 0.2;

/// A body that cloth meets by distance fields. See the [module](super) for what it can be.
#[derive(Clone)]
pub struct FieldSurface {
    shape: Shape,
    /// How far the surface lies outside of the body's, in metres.
    pub skin: f64,
    /// How fast what penetrates it is let out, in m/s.
    pub max_depenetration_speed: f64,
}

#[derive(Clone)]
enum Shape {
    Segments(Vec<RigidPart>),
    Animated(Arc<Keyframes>),
}

/// A rigid part of a body.
#[derive(Clone)]
pub struct RigidPart {
    /// Its distance field, in the coordinates it was made in.
    pub field: Arc<BodyField>,
    /// Where it is.
    pub motion: RigidMotion,
}

impl FieldSurface {
    /// A body that does not move, without skin.
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
    pub fn animated(keyframes: Arc<Keyframes>) -> Self {
        Self::of(Shape::Animated(keyframes))
    }

    fn of(shape: Shape) -> Self {
        Self { shape, skin: 0.0, max_depenetration_speed: RECOVERY }
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

    /// What is found at the skin of what is found at the body.
    fn at_skin(&self, found: SurfacePoint) -> SurfacePoint {
        SurfacePoint { distance: found.distance - self.skin, ..found }
    }
}

impl ObstacleSurface for FieldSurface {
    fn nearest(&self, point: MovingPoint, time: f64) -> SurfacePoint {
        let found = match &self.shape {
            Shape::Segments(segments) => {
                nearest_segment(segments.iter().map(|segment| PosedField::new(segment, time)), point.now)
            }
            Shape::Animated(keyframes) => keyframes.at(time).nearest(point.now),
        };
        self.at_skin(found)
    }

    fn boxed_clone(&self) -> Box<dyn ObstacleSurface> {
        Box::new(self.clone())
    }

    fn nearest_of_all(&self, points: &[MovingPoint], time: f64, found: &mut Vec<SurfacePoint>) {
        match &self.shape {
            Shape::Segments(segments) => {
                let posed: Vec<PosedField<'_>> =
                    segments.iter().map(|segment| PosedField::new(segment, time)).collect();
                let nearest =
                    |point: &MovingPoint| self.at_skin(nearest_segment(posed.iter().copied(), point.now));
                found.extend(points.iter().map(nearest));
            }
            Shape::Animated(keyframes) => {
                let moment = keyframes.at(time);
                found.extend(points.iter().map(|point| self.at_skin(moment.nearest(point.now))));
            }
        }
    }

    fn tests_edge_midpoints(&self) -> bool {
        true
    }

    fn max_depenetration_speed(&self) -> f64 {
        self.max_depenetration_speed
    }
}

/// What is nearest where there is nothing.
const NOWHERE: SurfacePoint =
    SurfacePoint { distance: f64::INFINITY, normal: DVec3::Y, velocity: DVec3::ZERO };

/// A segment at a time.
#[derive(Clone, Copy)]
struct PosedField<'a> {
    field: &'a BodyField,
    /// Where it is, unless it rests where it was made.
    posed: Option<Posed>,
    /// A box around it in its own coordinates.
    bounds: Aabb,
}

impl<'a> PosedField<'a> {
    fn new(segment: &'a RigidPart, time: f64) -> Self {
        let bounds = segment.field.bounds();
        Self { field: &segment.field, posed: Posed::of(&segment.motion, time), bounds }
    }

    /// The nearest point of the skin to a point that is at `own` in the segment's coordinates.
    #[inline]
    fn nearest(&self, point: DVec3, own: DVec3) -> SurfacePoint {
        let place = self.field.place(own);
        let found = SurfacePoint { distance: place.distance, normal: place.normal, velocity: DVec3::ZERO };
        self.posed.map_or(found, |posed| posed.place(point, found))
    }
}

/// The nearest of all segments; those whose boxes are farther away than what is found already are not asked.
#[inline]
fn nearest_segment<'a>(segments: impl Iterator<Item = PosedField<'a>>, point: DVec3) -> SurfacePoint {
    let mut nearest = NOWHERE;
    for segment in segments {
        let own = segment.posed.map_or(point, |posed| posed.own(point.into()).now);
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

impl Debug for FieldSurface {
    /// Without the millions of samples.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let parts = match &self.shape {
            Shape::Segments(segments) => format!("{} segments", segments.len()),
            Shape::Animated(keyframes) => format!("{} keyframes", keyframes.len()),
        };
        f.debug_struct("FieldSurface")
            .field("shape", &parts)
            .field("skin", &self.skin)
            .field("max_depenetration_speed", &self.max_depenetration_speed)
            .finish()
    }
}
