//! What most programs need: `use toile::prelude::*`.

// The job.
pub use crate::dressing::compare_sizes;
pub use crate::{
    DressError, DressSettings, Dressed, Dressing, Export, Fabric, Fit, Garment, Looseness, Outfit, Playing,
    Progress, Remedy, Wearer,
};
pub use toile_dress::ontology::Wish;
pub use toile_dress::{DressedMotion, FoundGarment};
// Patterns and bodies of your own.
pub use toile_body::measures::{Figure, Measure, Measures};
pub use toile_pattern::draft::{Pen, Sewing};
pub use toile_pattern::piece::Piece;
pub use toile_pattern::placement::LandmarkNote;
// Cloth without a garment.
pub use toile_cloth::air::Air;
pub use toile_cloth::cloth::{Cloth, MassRule};
pub use toile_cloth::contact::ContactPipeline;
pub use toile_cloth::run::{CancelToken, Deadline, Run};
pub use toile_cloth::simulation::Simulation;
pub use toile_cloth::solver::{Newton, Solver, SolverError, StepReport};
pub use toile_cloth::wind::Wind;
pub use toile_cloth::world::{ClothContact, World};
pub use toile_contact::features::Features;
pub use toile_contact::filter::Filter;
pub use toile_contact::guard::{Guard, GuardInput};
pub use toile_contact::obstacle::{MovingPoint, Obstacle, ObstacleSurface, Plane, Sphere, SurfacePoint};
// Meshes: made, read, checked and repaired.
pub use crate::check::{Check, repaired};
pub use crate::{TriMesh, open_mesh, save_mesh};
pub use toile_contact::repair::RepairSettings;
pub use toile_geom::glam::{DVec2, DVec3};
pub use toile_geom::sheets::SheetKind;
pub use toile_geom::{intersect, shapes};
// Programs that only say their errors.
pub use crate::{Error, Result};
