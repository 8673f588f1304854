//! A body that changes its shape: a distance field for each key time, and velocities that lead from each to the next.
//!
//! Distances are not blended where the body was and will be: a limb that moves by its own thickness would vanish halfway. Instead the point
//! that is asked for is led back along the velocities to where it was with respect to the body at the last key, and on to where it will be at the
//! next one. There the fields are asked, and the answers are mixed by time, so that they do not jump at keys (Fuhrmann 2006, 4.5.4, with the sign of the
//! motion corrected). Between keys vertices move straight.

use super::velocities::Velocities;
use super::{BodyField, FieldSettings, SurfaceDistance};
use crate::obstacle::SurfacePoint;
use glam::DVec3;
use toile_geom::TriMesh;
use toile_geom::distance_field::FieldError;

/// How many times as large the cells of velocities are as those of distances.
const COARSER: f64 = 4.0;
/// A time this near to a key, as a part of the way to the next, is at the key.
const AT_KEY: f64 = 1e-6;

/// The fields of a body that changes its shape.
pub struct Keyframes {
    keys: Vec<Key>,
}

struct Key {
    time: f64,
    field: BodyField,
    /// Of the way to the next key; none for the last.
    velocities: Option<Velocities>,
}

impl Keyframes {
    /// Makes the fields of a mesh whose vertices are given at growing times in seconds.
    ///
    /// # Errors
    /// If there are no keys, a key has another number of vertices than the others, or a field cannot be made.
    pub fn new(
        triangles: &[[u32; 3]],
        keys: &[(f64, Vec<DVec3>)],
        settings: &FieldSettings,
    ) -> Result<Self, FieldError> {
        let count = keys.first().map_or(0, |key| key.1.len());
        let fits = triangles.iter().flatten().all(|&v| (v as usize) < count)
            && keys.iter().all(|key| key.1.len() == count)
            && keys.is_sorted_by(|a, b| a.0 < b.0);
        if !fits {
            return Err(FieldError::NoSurface);
        }
        let key = |(k, (time, places)): (usize, &(f64, Vec<DVec3>))| {
            let mesh = TriMesh { positions: places.clone(), triangles: triangles.to_vec() };
            let field = BodyField::new(&mesh, settings)?;
            let next = keys.get(k + 1);
            let velocities = next.map(|next| lead(&mesh, next.1.as_slice(), next.0 - time, settings));
            Ok(Key { time: *time, field, velocities: velocities.transpose()? })
        };
        let keys: Vec<Key> = keys.iter().enumerate().map(key).collect::<Result<_, FieldError>>()?;
        if keys.is_empty() { Err(FieldError::NoSurface) } else { Ok(Self { keys }) }
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none, which does not happen.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// How many bytes all fields take.
    pub fn bytes(&self) -> usize {
        let of_key = |key: &Key| key.field.bytes() + key.velocities.as_ref().map_or(0, Velocities::bytes);
        self.keys.iter().map(of_key).sum()
    }

    /// The body at a time. A time at a key counts to the way that leads there: that is what has moved the body.
    pub(super) fn at(&self, time: f64) -> Moment<'_> {
        let next = self.keys.partition_point(|key| key.time < time).min(self.keys.len() - 1);
        let last = next.saturating_sub(1);
        let (from, to) = (&self.keys[last], &self.keys[next]);
        match &from.velocities {
            Some(velocities) if last < next && time <= to.time => {
                let span = to.time - from.time;
                let part = (time - from.time) / span;
                Moment { from, to, way: Some(Way { velocities, since: time - from.time, span, part }) }
            }
            _ => Moment { from: to, to, way: None },
        }
    }
}

/// The velocities that lead a mesh to where its vertices are after a time.
fn lead(
    mesh: &TriMesh,
    next: &[DVec3],
    time: f64,
    settings: &FieldSettings,
) -> Result<Velocities, FieldError> {
    let velocity = |(from, to): (&DVec3, &DVec3)| (*to - *from) / time;
    let velocities: Vec<DVec3> = mesh.positions.iter().zip(next).map(velocity).collect();
    Velocities::new(mesh, &velocities, time, COARSER * settings.cell, settings.band)
}

/// A body that changes its shape, at a time.
pub(super) struct Moment<'a> {
    from: &'a Key,
    to: &'a Key,
    way: Option<Way<'a>>,
}

/// Where between two keys a time is.
#[derive(Clone, Copy)]
struct Way<'a> {
    velocities: &'a Velocities,
    /// Seconds since the last key, and from there to the next.
    since: f64,
    span: f64,
    /// The first over the second.
    part: f64,
}

impl Moment<'_> {
    #[inline]
    pub(super) fn nearest(&self, point: DVec3) -> SurfacePoint {
        let Some(way) = self.way else {
            let SurfaceDistance { distance, normal } = self.to.field.place(point);
            return SurfacePoint { distance, normal, velocity: DVec3::ZERO };
        };
        // Where the point was at the last key: where it is led here from, found by guessing once.
        let guess = point - way.velocities.at(point) * way.since;
        let velocity = way.velocities.at(guess);
        let SurfaceDistance { distance, normal } = if way.part > 1.0 - AT_KEY {
            self.to.field.place(point)
        } else {
            let before = self.from.field.place(point - velocity * way.since);
            let after = self.to.field.place(point + velocity * (way.span - way.since));
            mix(before, after, way.part)
        };
        SurfacePoint { distance, normal, velocity }
    }
}

/// A place between two.
fn mix(before: SurfaceDistance, after: SurfaceDistance, part: f64) -> SurfaceDistance {
    SurfaceDistance {
        distance: before.distance + (after.distance - before.distance) * part,
        normal: before.normal.lerp(after.normal, part).normalize_or(before.normal),
    }
}
