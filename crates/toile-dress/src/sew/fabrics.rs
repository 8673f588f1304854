//! What each piece of a garment is made of.

use toile_cloth::fabric::{Fabric, FabricError};
use toile_pattern::Garment;
use toile_pattern::piece::Piece;

/// What a piece is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceFabrics {
    /// The fabric of the piece.
    pub base: Fabric,
    /// The fabric of each of its regions.
    pub regions: Vec<Fabric>,
}

/// A fabric of a pattern is not known.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{what}: {error}")]
pub struct UnknownPieceFabric {
    /// The piece, or the region of a piece.
    pub what: String,
    /// What is wrong with its fabric.
    pub error: FabricError,
}

impl PieceFabrics {
    /// Those of all pieces of a garment: the wished fabric, the one that the pattern names, or the usual one of such a garment. Regions have the fabric that the
    /// pattern names, whatever is wished for the pieces.
    ///
    /// # Errors
    /// If a name is not in the library, and no file.
    pub fn of_garment(
        garment: &Garment,
        wished: Option<&Fabric>,
        usual: &str,
    ) -> Result<Vec<Self>, UnknownPieceFabric> {
        garment.pieces.iter().map(|piece| Self::of_piece(piece, garment, wished, usual)).collect()
    }

    fn of_piece(
        piece: &Piece,
        garment: &Garment,
        wished: Option<&Fabric>,
        usual: &str,
    ) -> Result<Self, UnknownPieceFabric> {
        let base = if let Some(fabric) = wished {
            fabric.clone()
        } else {
            let name = piece.fabric.as_deref().or(garment.fabric.as_deref()).unwrap_or(usual);
            open(name, || format!("piece `{}`", piece.name))?
        };
        let region = |region: &toile_pattern::piece::Region| {
            open(&region.fabric, || format!("region `{}` of piece `{}`", region.name, piece.name))
        };
        Ok(Self { base, regions: piece.regions.iter().map(region).collect::<Result<_, _>>()? })
    }
}

fn open(name: &str, what: impl Fn() -> String) -> Result<Fabric, UnknownPieceFabric> {
    Fabric::open(name).map_err(|error| UnknownPieceFabric { what: what(), error })
}
