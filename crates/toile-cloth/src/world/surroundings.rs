//! Gravity, air and obstacles.

use super::{ClothContact, ResponseKind};
use crate::air::Air;
use crate::cloth::Cloth;
use crate::fabric::FabricCut;
use crate::wind::Wind;
use glam::{DMat3, DVec3};
use toile_contact::friction::PairLaws;
use toile_contact::obstacle::field::FieldError;
use toile_contact::obstacle::{FieldMeshSettings, Obstacle, SolidMesh};
use toile_contact::touch::ObstaclesAt;
use toile_geom::TriMesh;

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
    /// Where the origin of all places is against the ground over which the wind blows, and how it moves.
    pub frame: MovingFrame,
    /// Solid things that cloth lies on.
    pub obstacles: Vec<Obstacle>,
    /// How far cloth stays away from obstacles, in metres. Between layers of cloth [`ClothContact::thickness`] holds.
    pub obstacle_thickness: f64,
    /// How thick each of the cloth's fabrics is, in metres, on top of that; empty if thickness does not count. See
    /// [`count_thickness`](Self::count_thickness).
    pub fabric_thickness: Vec<f64>,
    /// How cloth keeps away from itself; it passes through itself if not said.
    pub cloth_contact: Option<ClothContact>,
    /// What becomes of cloth that is close to itself or to bodies.
    pub response: ResponseKind,
    /// Friction between materials for which that of the cloth or the obstacle does not hold: fabrics by their number in
    /// [`Cloth::fabrics`], obstacles by theirs in [`obstacles`](Self::obstacles).
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
            frame: MovingFrame::default(),
            obstacles: Vec::new(),
            obstacle_thickness: 1e-3,
            fabric_thickness: Vec::new(),
            cloth_contact: None,
            response: ResponseKind::Soft,
            pair_friction: PairLaws::default(),
        }
    }
}

/// A frame that moves without turning, as one that travels with a wearer: the air does not travel along.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MovingFrame {
    /// Where its origin is, in metres.
    pub place: DVec3,
    /// How fast it moves, in m/s.
    pub velocity: DVec3,
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
    /// The obstacles at a time, as far as they are met by the nearest points of their surfaces.
    pub fn surfaces_at(&self, time: f64) -> ObstaclesAt<'_> {
        ObstaclesAt { obstacles: &self.obstacles, time, thickness: self.obstacle_reach() }
    }

    /// Lets the thickness of fabrics count: the middles of two layers stay apart by [`ClothContact::thickness`] and half of what both measure, and
    /// off obstacles by [`obstacle_thickness`](Self::obstacle_thickness) and half of it.
    pub fn count_thickness(&mut self, cuts: &[FabricCut]) {
        self.fabric_thickness = cuts.iter().map(|cut| cut.laminate().thickness).collect();
    }

    /// The thickness of the thickest fabric.
    fn thickest(&self) -> f64 {
        self.fabric_thickness.iter().copied().fold(0.0, f64::max)
    }

    /// How much nearer to obstacles a fabric lies than the thickest one.
    pub(crate) fn thinner_by(&self, cut: u16) -> f64 {
        let own = self.fabric_thickness.get(usize::from(cut));
        own.map_or(0.0, |own| 0.5 * (self.thickest() - own))
    }

    /// How close the thickest fabric comes to obstacles.
    pub(crate) fn obstacle_reach(&self) -> f64 {
        self.obstacle_thickness + 0.5 * self.thickest()
    }

    /// The obstacles that are met by their triangles, with their numbers.
    pub fn exact_meshes(&self) -> impl Iterator<Item = (u16, &Obstacle, &SolidMesh)> {
        (0..)
            .zip(&self.obstacles)
            .filter_map(|(number, obstacle)| Some((number, obstacle, obstacle.exact_mesh()?)))
    }

    /// The meshes of all obstacles that have one, where they are at a time: also of those that are met by their distance fields.
    pub fn solid_meshes(&self, time: f64) -> impl Iterator<Item = TriMesh> {
        self.obstacles.iter().filter_map(move |obstacle| obstacle.mesh_at(time))
    }

    /// How close the thinnest fabric comes to obstacles.
    pub(crate) fn thinnest_reach(&self) -> f64 {
        let thinnest = self.fabric_thickness.iter().copied().reduce(f64::min);
        self.obstacle_thickness + 0.5 * thinnest.unwrap_or(0.0)
    }

    /// How close layers of the thickest fabric come to each other; to obstacles where cloth passes through itself.
    pub(crate) fn cloth_reach(&self) -> f64 {
        self.cloth_contact.map_or(self.obstacle_reach(), |contact| contact.thickness + self.thickest())
    }

    /// Prepares obstacles for a step of a time in seconds; [`Simulation::step`](crate::simulation::Simulation::step) does so.
    pub fn prepare(&mut self, time: f64) {
        let (from, to) = (self.time, self.time + time);
        self.obstacles.iter_mut().for_each(|obstacle| obstacle.prepare(from, to));
    }

    /// Puts distance fields in the place of all meshes: quick, and near enough while somebody pulls at the cloth.
    ///
    /// # Errors
    /// If a field cannot be made; nothing is changed then.
    pub fn meet_by_fields(&mut self, settings: &FieldMeshSettings) -> Result<(), FieldError> {
        let mut obstacles = self.obstacles.clone();
        obstacles.iter_mut().try_for_each(|obstacle| obstacle.meet_by_field(settings))?;
        self.obstacles = obstacles;
        Ok(())
    }

    /// Puts meshes in the place of their fields. From then on nothing passes through them, if nothing does now.
    pub fn meet_exactly(&mut self) {
        self.obstacles.iter_mut().for_each(Obstacle::meet_exactly);
    }

    /// Gravity and air on each vertex of a cloth in its present state.
    pub fn forces(&self, cloth: &Cloth) -> ExternalForces {
        let mut force: Vec<DVec3> = cloth.masses.iter().map(|mass| self.gravity * *mass).collect();
        let Some(air) = &self.air else { return ExternalForces { force, damping: None } };
        let mut damping = vec![DMat3::ZERO; force.len()];
        let frame = self.frame;
        let wind = |place: DVec3| self.wind.at(place + frame.place, self.time) - frame.velocity;
        let on_triangles = air.on_cloth(cloth, wind);
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

    /// The gravitational potential energy `-Σ mᵢ g·xᵢ` of a cloth, in joules.
    pub fn gravitational_energy(&self, cloth: &Cloth, positions: &[DVec3]) -> f64 {
        -cloth.masses.iter().zip(positions).map(|(m, x)| m * self.gravity.dot(*x)).sum::<f64>()
    }

    /// The kinetic, gravitational and elastic energy of a cloth, in joules.
    pub fn energy(&self, cloth: &Cloth) -> f64 {
        let positions = &cloth.state.positions;
        cloth.kinetic_energy() + self.gravitational_energy(cloth, positions) + cloth.elastic_energy(positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_contact::obstacle::Plane;
    use toile_contact::obstacle::field::FieldSettings;
    use toile_geom::shapes;

    #[test]
    fn meshes_take_the_place_of_their_fields_only() {
        let ball = Obstacle::mesh(&shapes::icosphere(0.1, 2));
        let floor = |height| Obstacle::plane(Plane::floor(height));
        let mut world = World { obstacles: vec![floor(-1.0), ball, floor(-2.0)], ..World::default() };
        let field = FieldSettings { cell: 0.02, ..FieldSettings::default() };
        let settings = FieldMeshSettings { field, ..FieldMeshSettings::default() };
        let exact = |world: &World| world.exact_meshes().map(|(number, ..)| number).collect::<Vec<_>>();
        assert_eq!(exact(&world), [1]);
        world.meet_by_fields(&settings).unwrap();
        assert_eq!(exact(&world), [0; 0]);
        assert_eq!(world.obstacles.iter().filter(|obstacle| obstacle.is_surface()).count(), 3);
        world.meet_exactly();
        assert_eq!(exact(&world), [1]);
        world.obstacles.push(Obstacle::mesh(&TriMesh::default()));
        assert!(world.meet_by_fields(&settings).is_err());
        assert_eq!(exact(&world), [1, 3], "nothing is changed");
    }
}
