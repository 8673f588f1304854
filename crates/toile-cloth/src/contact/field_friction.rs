//! Friction on bodies that are met through their distance fields: that of the body as it is set now, or of a fabric on it. The collider knows only one
//! law, that of the body when its field was made.

use crate::cloth::Cloth;
use crate::world::World;
use toile_contact::friction::{FrictionLaw, MaterialId, PairLaws};
use toile_contact::touch::Touch;

/// The laws of field bodies.
#[derive(Debug)]
pub(crate) struct FieldFriction<'a> {
    laws: &'a PairLaws,
    /// The number of the body of each collider, as if it were met as a mesh, and its law.
    bodies: Vec<Option<(u16, FrictionLaw)>>,
    /// The fabric at each vertex; empty if no pair of materials has its own law.
    fabrics: Vec<u16>,
}

impl<'a> FieldFriction<'a> {
    /// The laws of a world; none if no body is met through its field.
    pub(crate) fn of(cloth: &Cloth, world: &'a World) -> Option<Self> {
        if world.field_bodies.is_empty() {
            return None;
        }
        let mut bodies = vec![None; world.colliders.len()];
        for (field, number) in world.field_bodies.iter().zip(world.bodies.len() as u16..) {
            if let Some(body) = bodies.get_mut(field.collider) {
                *body = Some((number, field.body.friction));
            }
        }
        let mut fabrics = Vec::new();
        if !world.pair_friction.is_empty() {
            fabrics.resize(cloth.vertex_count(), 0);
            // Of several fabrics at a vertex the first counts, as for bodies that are meshes.
            for (triangle, fabric) in cloth.triangles.iter().zip(&cloth.fabric_of).rev() {
                for v in triangle {
                    fabrics[*v as usize] = *fabric;
                }
            }
        }
        Some(Self { laws: &world.pair_friction, bodies, fabrics })
    }

    /// Gives contacts the law of their fabric and their body; `vertex_of` tells a vertex from the number of a contact.
    pub(crate) fn rub(&self, touches: &mut [Touch], vertex_of: impl Fn(u32) -> u32) {
        for touch in touches {
            let Some((body, law)) = self.bodies.get(touch.collider as usize).copied().flatten() else {
                continue;
            };
            let fabric = self.fabrics.get(vertex_of(touch.vertex) as usize);
            let own = fabric.and_then(|fabric| {
                self.laws.get(MaterialId::Cloth(*fabric), MaterialId::Body(body)).copied()
            });
            touch.friction = own.unwrap_or(law);
        }
    }
}
