//! Other responses to close pairs than the soft one, by name.

use super::ContactPipeline;
use super::project::Ends;
use crate::world::World;
use glam::DVec3;
use toile_contact::broad::QueryError;
use toile_contact::friction::{FrictionTable, MaterialId};
use toile_contact::guard::NearPair;
use toile_contact::narrow::proximity::Proximity;
use toile_contact::response::{Response, ResponseError, ResponseInput, StepMotion};

impl ContactPipeline {
    /// Changes `ends` as the response says, for the pairs that were found close. Returns how many it did
    /// something about.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(super) fn respond(
        &mut self,
        response: &mut dyn Response,
        ends: &mut Ends<'_>,
    ) -> Result<usize, QueryError> {
        let Ends { places: ends, inverse_masses, time } = ends;
        let near = self.pairs_to_respond_to(ends, response.name() == "impulse");
        let mut masses = inverse_masses.to_vec();
        masses.resize(self.start.len(), 0.0);
        let mut motion = StepMotion { ends: ends.to_vec(), velocities: vec![DVec3::ZERO; masses.len()] };
        motion.ends.extend_from_slice(&self.bodies_end);
        let (friction, materials) = self.materials();
        let input = ResponseInput {
            features: &self.mesh.features,
            filter: &self.filter,
            start: &self.now,
            inverse_masses: &masses,
            kinematic: &self.kinematic,
            near: &near,
            step: *time,
            thickness: self.thickness,
            friction: &friction,
            materials: &materials,
            grain: &[],
        };
        let report = response.respond(&input, &mut motion).map_err(|error| match error {
            ResponseError::Query(error) => error,
            ResponseError::NotFinite { vertex } => QueryError::NotFinite { vertex },
            // Lists are of the length of the features, and the time of a step is positive.
            _ => QueryError::Length { expected: masses.len(), found: ends.len() },
        })?;
        ends.copy_from_slice(&motion.ends[..ends.len()]);
        Ok(report.touched + report.impacts)
    }

    /// The close pairs as responses know them. Impulses stop whatever approaches, so that they only get pairs that would end
    /// closer than they should be.
    fn pairs_to_respond_to(&self, ends: &[DVec3], only_closing: bool) -> Vec<NearPair> {
        let end = |v: u32| {
            let v = v as usize;
            v.checked_sub(ends.len()).map_or_else(|| ends[v], |of_body| self.bodies_end[of_body])
        };
        let mut pairs = Vec::with_capacity(self.near.len());
        for near in &self.near {
            let gap: DVec3 = near.corners.iter().zip(near.weights).map(|(&v, weight)| end(v) * weight).sum();
            if only_closing && near.normal.dot(gap) >= self.between(near.kind, near.corners).0 {
                continue;
            }
            let close = Proximity { distance: near.distance, normal: near.normal, weights: near.weights };
            pairs.push(NearPair { kind: near.kind, corners: near.corners, close });
        }
        pairs
    }

    /// The laws of friction, and the material of each vertex.
    fn materials(&self) -> (FrictionTable, Vec<MaterialId>) {
        let (table, mut materials) = self.laws.table();
        for v in materials.len() as u32..self.start.len() as u32 {
            materials.push(match self.mesh.features.mesh_of(v) {
                0 => MaterialId::Cloth(0),
                body => MaterialId::Obstacle(body),
            });
        }
        (table, materials)
    }

    /// Takes the response that the world asks for.
    pub(super) fn choose_response(&mut self, world: &World) {
        let chosen = world.response;
        if self.response.as_ref().map_or("soft", |response| response.name()) != chosen.name() {
            // The method's own has no name there.
            self.response = <dyn Response>::named(chosen.name()).ok();
        }
    }

    /// Whether contact is left to a response behind the solver.
    pub(crate) fn has_response(&self) -> bool {
        self.is_active() && self.response.is_some()
    }
}
