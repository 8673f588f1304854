//! Bodies that cloth meets through their distance fields: quick, and near enough while a garment is draped. To end with the guarantee of
//! the mesh itself, [`World::meet_exactly`] puts the meshes in the place of their fields.

use super::{Body, Motion};
use crate::world::World;
use glam::DVec3;
use std::sync::Arc;
use toile_contact::collider::field::{BodyField, FieldError, FieldSettings, Keyframes};
use toile_contact::collider::{FieldCollider, RigidMotion};
use toile_geom::TriMesh;

/// A body whose field is among the [colliders](World::colliders).
#[derive(Clone, Debug, PartialEq)]
pub struct FieldBody {
    /// The body. Its friction may be changed at any time; its shape and its motion are those of the field.
    pub body: Body,
    /// The number of its collider.
    pub collider: usize,
}

/// How a body becomes a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldBodySettings {
    /// How its fields are made.
    pub field: FieldSettings,
    /// How far outside of the skin its surface is, in metres.
    pub skin: f64,
    /// The least time between keys that get a field, in seconds; keys in between are passed over.
    pub key_seconds: f64,
}

impl Default for FieldBodySettings {
    /// The usual fields with a skin of 1 mm, and 15 keys a second.
    fn default() -> Self {
        Self { field: FieldSettings::default(), skin: 1e-3, key_seconds: 1.0 / 15.0 }
    }
}

impl Body {
    /// The same body as a collider that knows its distance field.
    ///
    /// # Errors
    /// If it has no triangles or places that are not finite, or if its fields would be too large.
    pub fn field_collider(&self, settings: &FieldBodySettings) -> Result<FieldCollider, FieldError> {
        let field = |places: &[DVec3]| {
            let mesh = TriMesh { positions: places.to_vec(), triangles: self.triangles.clone() };
            BodyField::new(&mesh, &settings.field).map(Arc::new)
        };
        let collider = match &self.motion {
            Motion::Still(places) => FieldCollider::still(field(places)?),
            Motion::Rigid(shape, turning) => {
                FieldCollider::rigid(field(shape)?, RigidMotion::Turning(turning.clone()))
            }
            Motion::Keys(keys) => {
                let keys = thinned(keys, settings.key_seconds);
                FieldCollider::animated(Keyframes::new(&self.triangles, &keys, &settings.field)?)
            }
        };
        Ok(collider.with_skin(settings.skin).with_friction(self.friction))
    }
}

/// Keys that are not closer than a time, the first and the last among them.
fn thinned(keys: &[(f64, Vec<DVec3>)], apart: f64) -> Vec<(f64, Vec<DVec3>)> {
    // Times that were computed are not exact.
    let apart = apart * (1.0 - 1e-6);
    let mut kept: Vec<(f64, Vec<DVec3>)> = Vec::new();
    for (k, key) in keys.iter().enumerate() {
        let is_last = k + 1 == keys.len();
        let is_apart = kept.last().is_none_or(|last| key.0 - last.0 >= apart);
        if is_last && !is_apart && kept.len() > 1 {
            kept.pop();
        }
        if is_last || is_apart {
            kept.push(key.clone());
        }
    }
    kept
}

impl World {
    /// Adds a body that cloth meets through its distance field.
    ///
    /// # Errors
    /// If the field cannot be made; nothing is added then.
    pub fn add_field_body(&mut self, body: Body, settings: &FieldBodySettings) -> Result<(), FieldError> {
        let collider = Box::new(body.field_collider(settings)?);
        self.field_bodies.push(FieldBody { body, collider: self.colliders.len() });
        self.colliders.push(collider);
        Ok(())
    }

    /// Puts distance fields in the place of all bodies that are met as meshes, after those that are there: quick, and near enough while
    /// somebody pulls at the cloth.
    ///
    /// # Errors
    /// If a field cannot be made; bodies stay meshes then.
    pub fn meet_by_fields(&mut self, settings: &FieldBodySettings) -> Result<(), FieldError> {
        let made: Result<Vec<_>, _> = self.bodies.iter().map(|body| body.field_collider(settings)).collect();
        for (collider, body) in made?.into_iter().zip(std::mem::take(&mut self.bodies)) {
            self.field_bodies.push(FieldBody { body, collider: self.colliders.len() });
            self.colliders.push(Box::new(collider));
        }
        Ok(())
    }

    /// Puts the meshes of bodies in the place of their fields, after those that are meshes already. From then on nothing passes through
    /// them, if nothing does now.
    pub fn meet_exactly(&mut self) {
        let mut number = 0;
        let fields = std::mem::take(&mut self.field_bodies);
        self.colliders.retain(|_| {
            number += 1;
            !fields.iter().any(|field| field.collider + 1 == number)
        });
        self.bodies.extend(fields.into_iter().map(|field| field.body));
    }

    /// All bodies: those that are met as meshes, then those that are met through their fields.
    pub fn all_bodies(&self) -> impl Iterator<Item = &Body> {
        self.bodies.iter().chain(self.field_bodies.iter().map(|field| &field.body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_contact::collider::Plane;
    use toile_geom::shapes;

    #[test]
    fn keys_are_thinned_but_for_the_ends() {
        let keys: Vec<(f64, Vec<DVec3>)> = (0..=8).map(|k| (f64::from(k) * 0.1, Vec::new())).collect();
        let times = |apart: f64| -> Vec<f64> { thinned(&keys, apart).iter().map(|key| key.0).collect() };
        assert_eq!(times(0.3), [0.0, 0.3 + 0.1 * f64::EPSILON, 0.8].map(|t| (t * 10.0_f64).round() * 0.1));
        assert_eq!(times(0.05).len(), 9);
        assert_eq!(times(5.0), [0.0, 0.8]);
        assert!(thinned(&[], 1.0).is_empty());
    }

    #[test]
    fn meshes_take_the_place_of_their_fields_only() {
        let mut world = World::default();
        world.colliders.push(Box::new(Plane::floor(-1.0)));
        let ball = Body::still(&shapes::icosphere(0.1, 2), 0.3);
        let settings = FieldBodySettings {
            field: FieldSettings { cell: 0.02, ..FieldSettings::default() },
            ..FieldBodySettings::default()
        };
        world.add_field_body(ball.clone(), &settings).unwrap();
        world.colliders.push(Box::new(Plane::floor(-2.0)));
        assert_eq!(world.all_bodies().count(), 1);
        assert!(world.bodies.is_empty());
        world.meet_exactly();
        assert_eq!(world.bodies, [ball]);
        assert_eq!((world.colliders.len(), world.field_bodies.len()), (2, 0));
        let below = |c: usize| world.colliders[c].nearest(DVec3::ZERO, 0.0).distance;
        assert_eq!((below(0), below(1)), (1.0, 2.0));
        world.meet_by_fields(&settings).unwrap();
        assert_eq!((world.bodies.len(), world.colliders.len(), world.field_bodies[0].collider), (0, 3, 2));
        let empty = Body::still(&TriMesh::default(), 0.0);
        assert!(World::default().add_field_body(empty, &settings).is_err());
    }
}
