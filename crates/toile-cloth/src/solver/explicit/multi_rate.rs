//! Explicit bending and implicit stretch, at different rates.

use crate::bending::{Bending, BendingScratch};
use crate::cloth::Cloth;
use crate::contact::{ContactPipeline, StepSpan};
use crate::rest::RestShape;
use crate::solver::guard::inverse_masses;
use crate::solver::{Budget, ContactBudget, Newton, Scheme, SolverError, StepReport};
use crate::world::World;
use glam::{DMat3, DVec3};
use toile_geom::TriMesh;

/// One linearisation, as in the linearised implicit Euler of the source.
const BUDGET: Budget = Budget {
    newton_steps: [1, 1],
    contact: ContactBudget { rounds: [1, 1], ..Budget::ACCURATE.contact },
    ..Budget::ACCURATE
};

/// The implicit part of the multi-rate scheme.
#[derive(Debug)]
pub(super) struct MultiRate {
    stretch: Newton,
}

impl Default for MultiRate {
    fn default() -> Self {
        Self { stretch: Newton::new(Scheme::BackwardEuler, BUDGET) }
    }
}

impl MultiRate {
    /// Moves the cloth on: some explicit steps of bending change the velocities, then one implicit step of all the rest
    /// moves the positions.
    pub(super) fn advance(
        &mut self,
        cloth: &mut Cloth,
        world: &World,
        contacts: &mut ContactPipeline,
        span: StepSpan,
        bending_steps: usize,
    ) -> Result<StepReport, SolverError> {
        let time = span.length;
        check(cloth, time)?;
        bend(cloth, time / bending_steps as f64, bending_steps);
        // Bending has been dealt with: the implicit step sees a cloth without it.
        let vertices = TriMesh { positions: cloth.state.positions.clone(), triangles: Vec::new() };
        let none = Bending::new(&vertices, &RestShape::default(), |_| DMat3::ZERO, &[]);
        let bending = std::mem::replace(&mut cloth.bending, none);
        let history = cloth.state.history.take();
        let result = self.stretch.take(cloth, world, contacts, span);
        (cloth.bending, cloth.state.history) = (bending, history);
        result
    }
}

/// Changes velocities by explicit steps of bending. Positions are followed for the next bending force only.
fn bend(cloth: &mut Cloth, time: f64, count: usize) {
    let inverse_masses = inverse_masses(cloth);
    let (mut places, mut scratch) = (cloth.state.positions.clone(), BendingScratch::default());
    for _ in 0..count {
        let mut gradient = vec![DVec3::ZERO; places.len()];
        cloth.add_bending_gradient(&places, &mut scratch, &mut gradient);
        for (v, pull) in gradient.into_iter().enumerate() {
            cloth.state.velocities[v] -= pull * (inverse_masses[v] * time);
            places[v] += cloth.state.velocities[v] * time;
        }
    }
}

/// That all forces are numbers: a linear solve that is given none ends at once, as if there were nothing to do.
fn check(cloth: &Cloth, time: f64) -> Result<(), SolverError> {
    let mut gradient = vec![DVec3::ZERO; cloth.vertex_count()];
    cloth.add_elastic_gradient(&cloth.state.positions, &mut gradient);
    let lost = gradient.iter().position(|pull| !pull.is_finite());
    lost.map_or(Ok(()), |vertex| Err(SolverError::NotFinite { vertex, time }))
}
