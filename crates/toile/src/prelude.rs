//! What most programs need: `use toile::prelude::*`.

pub use crate::{
    DressSettings, Dressing, Export, Fabric, Fit, Garment, Looseness, Outfit, Playing, Progress, TriMesh,
    Wearer,
};
