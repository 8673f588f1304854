//! Why a garment could not be dressed.

use super::{TooCoarse, TooNarrow};
use crate::place::PlaceError;
use crate::remedy::Remedy;
use crate::sew::{SewError, UnknownPieceFabric};
use toile_contact::repair::RepairError;
use toile_geom::allowance::Spent;
use toile_pattern::mesh::MeshError;

/// Why a garment could not be dressed.
#[derive(Debug, thiserror::Error)]
pub enum GarmentError {
    /// It could not be meshed.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// It could not be placed.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// Its seams could not be joined.
    #[error(transparent)]
    Sew(#[from] SewError),
    /// A start position is NaN or infinite.
    #[error(transparent)]
    Repair(#[from] RepairError),
    /// Its pieces do not go around the body by far.
    #[error(transparent)]
    TooNarrow(#[from] TooNarrow),
    /// The edges of its mesh are too long for it.
    #[error(transparent)]
    TooCoarse(#[from] TooCoarse),
    /// Time or memory is used up, and there is nothing to show yet.
    #[error("given up before anything was sewn: {0}")]
    Spent(#[from] Spent),
    /// A piece is made of a fabric that is not known.
    #[error(transparent)]
    Fabric(#[from] UnknownPieceFabric),
}

impl GarmentError {
    /// What can be done about it.
    pub fn remedies(&self) -> &'static [Remedy] {
        match self {
            Self::TooNarrow(narrow) => narrow.remedies(),
            Self::TooCoarse(coarse) => coarse.remedies(),
            _ => self.spent().map_or(&[], |spent| Remedy::of_spent(&spent)),
        }
    }

    /// What is used up, if that is why.
    pub fn spent(&self) -> Option<Spent> {
        match self {
            Self::Spent(spent)
            | Self::Mesh(MeshError::Spent(spent))
            | Self::Place(PlaceError::Spent(spent)) => Some(*spent),
            _ => None,
        }
    }
}
