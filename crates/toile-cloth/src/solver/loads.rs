//! What pulls at a cloth that is to come to rest.

use crate::cloth::Cloth;
use glam::DVec3;

/// Dead loads: forces that keep their direction and strength wherever the cloth goes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loads {
    /// The acceleration of gravity in m/s².
    pub gravity: DVec3,
    /// Vertices that are pulled at, and the force in newtons; those of a vertex add up.
    pub forces: Vec<(u32, DVec3)>,
}

impl Loads {
    /// Gravity alone.
    pub fn gravity(gravity: DVec3) -> Self {
        Self { gravity, forces: Vec::new() }
    }

    /// A share of the loads.
    #[must_use]
    pub fn scaled(&self, share: f64) -> Self {
        let forces = self.forces.iter().map(|&(v, force)| (v, force * share)).collect();
        Self { gravity: self.gravity * share, forces }
    }

    /// The energy of the cloth in these positions, in joules: elastic, less the work of the loads.
    ///
    /// # Panics
    /// If a force pulls at a vertex that the cloth does not have.
    pub fn energy(&self, cloth: &Cloth, positions: &[DVec3]) -> f64 {
        cloth.elastic_energy(positions) - self.work(cloth, positions)
    }

    /// The work that the loads have done when the cloth has come from the origin to these positions, in joules.
    pub(super) fn work(&self, cloth: &Cloth, positions: &[DVec3]) -> f64 {
        let falling: f64 = cloth.masses.iter().zip(positions).map(|(m, x)| m * self.gravity.dot(*x)).sum();
        let pulling: f64 = self.forces.iter().map(|&(v, force)| force.dot(positions[v as usize])).sum();
        falling + pulling
    }

    /// The gradient of [`energy`](Self::energy): minus what is left of the forces on each vertex, in newtons. For a pinned vertex it
    /// is the force with which it has to be pinned.
    ///
    /// # Panics
    /// If a force pulls at a vertex that the cloth does not have.
    pub fn gradient(&self, cloth: &Cloth, positions: &[DVec3]) -> Vec<DVec3> {
        let mut gradient: Vec<DVec3> = cloth.masses.iter().map(|mass| -*mass * self.gravity).collect();
        for &(v, force) in &self.forces {
            gradient[v as usize] -= force;
        }
        cloth.add_elastic_gradient(positions, &mut gradient);
        gradient
    }
}
