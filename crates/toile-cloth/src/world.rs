//! What surrounds a cloth: gravity, air, and things it can lie on.

use crate::air::Air;
use crate::cloth::Cloth;
use crate::contact::{Body, ClothContact, FieldBody, ResponseKind};
use crate::wind::Wind;
use glam::{DMat3, DVec3};
use toile_contact::collider::Collider;
use toile_contact::friction::PairLaws;

/// The surroundings of a cloth.
#[derive(Debug)]
pub struct World {
    /// The time in seconds.
    pub time: f64,
    /// The acceleration of gravity in m/s².
    pub gravity: DVec3,
    /// The air, if there is any.
    pub air: Option<Air>,
    /// How the air moves.
    pub wind: Wind,
    /// Solid things.
    pub colliders: Vec<Box<dyn Collider>>,
    /// Solid things that are meshes.
    pub bodies: Vec<Body>,
    /// Bodies whose distance fields are among the colliders; see [`add_field_body`](Self::add_field_body).
    pub field_bodies: Vec<FieldBody>,
    /// How far cloth stays away from solid things, in metres.
    pub thickness: f64,
    /// How cloth keeps away from itself; it passes through itself if not said.
    pub cloth_contact: Option<ClothContact>,
    /// What becomes of cloth that is close to itself or to bodies.
    pub response: ResponseKind,
    /// Friction between materials for which that of the cloth or the body does not hold: fabrics by their number in
    /// [`Cloth::fabrics`], bodies by theirs in [`all_bodies`](Self::all_bodies).
    pub pair_friction: PairLaws,
}

impl Default for World {
    /// Gravity of the earth along `-y`, and nothing else.
    fn default() -> Self {
        Self {
            time: 0.0,
            gravity: DVec3::NEG_Y * 9.81,
            air: None,
            wind: Wind::default(),
            colliders: Vec::new(),
            bodies: Vec::new(),
            field_bodies: Vec::new(),
            thickness: 1e-3,
            cloth_contact: None,
            response: ResponseKind::Soft,
            pair_friction: PairLaws::default(),
        }
    }
}

/// Forces from outside on each vertex.
#[derive(Clone, Debug, Default)]
pub struct ExternalForces {
    /// The force in newtons.
    pub force: Vec<DVec3>,
    /// How the force falls with the vertex's own velocity, N·s/m, if it does: positive semidefinite.
    pub damping: Option<Vec<DMat3>>,
}

impl World {
    /// Gravity and air on each vertex of a cloth in its present state.
    pub fn forces(&self, cloth: &Cloth) -> ExternalForces {
        let mut force: Vec<DVec3> = cloth.masses.iter().map(|mass| self.gravity * *mass).collect();
        let Some(air) = &self.air else { return ExternalForces { force, damping: None } };
        let mut damping = vec![DMat3::ZERO; force.len()];
        let on_triangles = air.on_cloth(cloth, |place| self.wind.at(place, self.time));
        // What costs time, the forces of the triangles, is found in parallel; the sums are a small part, and in order.
        for (triangle, on_triangle) in cloth.triangles.iter().zip(on_triangles) {
            let (push, hold) = (on_triangle.force / 3.0, on_triangle.damping * (1.0 / 3.0));
            for &v in triangle {
                force[v as usize] += push;
                damping[v as usize] += hold;
            }
        }
        ExternalForces { force, damping: Some(damping) }
    }

    /// The energy of height of a cloth, in joules.
    pub fn height_energy(&self, cloth: &Cloth, positions: &[DVec3]) -> f64 {
        -cloth.masses.iter().zip(positions).map(|(m, x)| m * self.gravity.dot(*x)).sum::<f64>()
    }

    /// The energy of motion, height, stretch and bending of a cloth, in joules.
    pub fn energy(&self, cloth: &Cloth) -> f64 {
        let positions = &cloth.state.positions;
        cloth.kinetic_energy() + self.height_energy(cloth, positions) + cloth.elastic_energy(positions)
    }
}
