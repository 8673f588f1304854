//! What a simulation has that its method knows nothing of.

use crate::simulation::Simulation;
use crate::solver::ClothProperty;

impl Simulation {
    /// What the cloth or its surroundings have that the method knows nothing of, and leaves out.
    pub fn left_out(&self) -> Vec<ClothProperty> {
        let all = ClothProperty::ALL.into_iter();
        all.filter(|property| !self.solver.honours(*property) && has(self, *property)).collect()
    }
}

/// Whether a simulation has it.
fn has(simulation: &Simulation, property: ClothProperty) -> bool {
    let (cloth, world) = (&simulation.cloth, &simulation.world);
    let any_law = |has: &dyn Fn(usize) -> bool| (0..cloth.triangles.len()).any(has);
    match property {
        ClothProperty::Stretch => any_law(&|t| cloth.membrane.law(t).stiffness != glam::DMat3::ZERO),
        ClothProperty::MeasuredStretch => any_law(&|t| cloth.membrane.law(t).measured.is_some()),
        ClothProperty::StretchViscosity => any_law(&|t| cloth.membrane.law(t).viscosity > 0.0),
        ClothProperty::Bending => cloth.bending.hinge_stiffnesses().iter().any(|stiffness| *stiffness > 0.0),
        ClothProperty::BendingViscosity => cloth.bending.largest_viscosity() > 0.0,
        ClothProperty::Creases => cloth.state.history.is_some(),
        ClothProperty::Arcs => cloth.arcs.is_some(),
        ClothProperty::Folds => !cloth.folds.is_empty(),
        ClothProperty::Threads => !cloth.threads.is_empty(),
        ClothProperty::StrainLimit => simulation.strain_limit.is_some(),
        ClothProperty::ObstacleFriction => !world.obstacles.is_empty(),
        ClothProperty::ClothFriction => world.cloth_contact.is_some(),
        ClothProperty::Air => world.air.is_some(),
    }
}
