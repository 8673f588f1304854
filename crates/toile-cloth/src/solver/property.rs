//! Which method honours which property of cloth, and what becomes of those that it does not know.

use super::{METHODS, MethodSettings, Solver};
use crate::cloth::Cloth;
use std::fmt::Write;

toile_geom::named_enum! {
    /// A property of cloth and its surroundings that a method may or may not know.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ClothProperty: name {
        /// How the fabric resists stretch and shear.
        Stretch = "stretch and shear",
        /// Stretch curves as they were measured, and softening under compression.
        MeasuredStretch = "measured stretch curves",
        /// Viscosity of stretch and shear.
        StretchViscosity = "viscosity of stretch",
        /// How the fabric resists bending.
        Bending = "bending",
        /// Viscosity of bending.
        BendingViscosity = "viscosity of bending",
        /// Friction within the cloth when it is bent, creases and fatigue.
        Creases = "creases",
        /// The strain of arcs over the sides of triangles.
        Arcs = "arcs",
        /// Folds that are pressed in.
        Folds = "folds",
        /// Threads and elastic bands.
        Threads = "threads",
        /// A limit of the strain.
        StrainLimit = "strain limit",
        /// Friction on obstacles.
        ObstacleFriction = "friction on obstacles",
        /// Friction of cloth on cloth.
        ClothFriction = "friction of cloth on cloth",
        /// Drag and lift of the air.
        Air = "air",
    }
}

impl ClothProperty {
    /// Whether a method that does not know it refuses to go on: it was asked for, and is not part of every fabric.
    pub const fn is_asked_for(self) -> bool {
        matches!(self, Self::Creases | Self::Arcs)
    }
}

/// What was asked for of a cloth that a method does not know.
pub(crate) fn refused(solver: &dyn Solver, cloth: &Cloth) -> Option<ClothProperty> {
    let has = |property: ClothProperty| match property {
        ClothProperty::Creases => cloth.state.history.is_some(),
        ClothProperty::Arcs => cloth.arcs.is_some(),
        _ => false,
    };
    let asked_for = ClothProperty::ALL.into_iter().filter(|property| property.is_asked_for());
    asked_for.into_iter().find(|property| has(*property) && !solver.honours(*property))
}

/// What works with what, as a table for the guide.
pub fn property_table() -> String {
    let solvers: Vec<Box<dyn Solver>> = METHODS
        .iter()
        .filter_map(|method| <dyn Solver>::named(method.name, &MethodSettings::default()).ok())
        .collect();
    let names: Vec<String> = METHODS.iter().map(|method| format!(" `{}` |", method.name)).collect();
    let mut table = format!("| |{}\n|---|{}", names.concat(), "---|".repeat(METHODS.len()));
    for property in ClothProperty::ALL {
        let _ = write!(table, "\n| {} |", property.name());
        for solver in &solvers {
            let cell = match (solver.honours(property), property.is_asked_for()) {
                (true, _) => "yes",
                (false, true) => "refused",
                (false, false) => "left out",
            };
            let _ = write!(table, " {cell} |");
        }
    }
    table + "\n"
}
