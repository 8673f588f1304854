//! Why a garment cannot be meshed.

use super::crossing::first_crossing;
use crate::garment::Garment;
use crate::intervals::IntervalError;
use glam::DVec2;
use toile_geom::allowance::Spent;

/// Why a garment cannot be meshed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MeshError {
    /// The edge length is no length.
    #[error(
        "edges of {length} m cannot be made; give a length of at least 0.01 mm, such as 0.01 for a centimetre"
    )]
    EdgeLength {
        /// The length asked for.
        length: f64,
    },
    /// The mesh would be too large.
    #[error("edges of that length would make about {triangles:.0} triangles; choose longer ones")]
    TooMany {
        /// How many.
        triangles: f64,
    },
    /// An outline does not close.
    #[error(
        "the outline of piece `{piece}` has a gap of {gap:.2e} m after edge `{edge}`; let it end where the next one begins"
    )]
    Gap {
        /// The piece.
        piece: String,
        /// The edge before the gap.
        edge: String,
        /// How wide it is.
        gap: f64,
    },
    /// An outline crosses itself, or another one of the same piece.
    #[error("the outline of piece `{piece}` crosses itself near ({:.4}, {:.4}) m; move the edges apart there", at.x, at.y)]
    Crossing {
        /// The piece.
        piece: String,
        /// Where.
        at: DVec2,
    },
    /// A piece has no area, or runs clockwise.
    #[error(
        "piece `{piece}` has an area of {area:.2e} m²; draw its outline counter-clockwise around some cloth"
    )]
    NoArea {
        /// The piece.
        piece: String,
        /// Its area.
        area: f64,
    },
    /// A piece could not be filled with triangles.
    #[error(
        "piece `{piece}` cannot be meshed: {reason}; check its outline for edges that touch or double back"
    )]
    Triangulation {
        /// The piece.
        piece: String,
        /// What went wrong.
        reason: String,
    },
    /// The triangles would turn over in another size.
    #[error("the mesh of piece `{piece}` does not fit its outline in that size; mesh that size by itself")]
    DoesNotFit {
        /// The piece.
        piece: String,
    },
    /// Time or memory is used up.
    #[error("the pieces could not be meshed: {0}")]
    Spent(#[from] Spent),
    /// Seams cannot be divided.
    #[error(transparent)]
    Seams(#[from] IntervalError),
}

impl MeshError {
    /// The piece that it is about, if it is about one.
    pub(super) fn piece(&self) -> Option<&str> {
        match self {
            Self::Gap { piece, .. }
            | Self::Crossing { piece, .. }
            | Self::NoArea { piece, .. }
            | Self::Triangulation { piece, .. }
            | Self::DoesNotFit { piece } => Some(piece),
            Self::EdgeLength { .. } | Self::TooMany { .. } | Self::Spent(_) | Self::Seams(_) => None,
        }
    }
}

/// Looks at what would make meshing fail.
pub(super) fn check_pieces(garment: &Garment) -> Result<(), MeshError> {
    for piece in &garment.pieces {
        let name = || piece.name.clone();
        let mut before = 0;
        for outline in piece.loops() {
            if let Some(&(edge, gap)) = outline.gaps().first() {
                return Err(MeshError::Gap { piece: name(), edge: piece.edge_name(before + edge), gap });
            }
            before += outline.edges.len();
        }
        let area = piece.outline.area();
        if area.is_nan() || area < 1e-8 {
            return Err(MeshError::NoArea { piece: name(), area });
        }
        let loops: Vec<Vec<DVec2>> = piece.loops().map(|outline| outline.flattened(2e-4)).collect();
        if let Some(at) = first_crossing(&loops) {
            return Err(MeshError::Crossing { piece: name(), at });
        }
    }
    Ok(())
}
