//! What placing gives.

use super::helpers::SeamHelpers;
use glam::{DVec2, DVec3};
use toile_body::segments::Segment;
use toile_geom::TriMesh;
use toile_geom::allowance::Spent;
use toile_pattern::mesh::MeshedGarment;

/// A garment placed around a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placed {
    /// Its pieces, in the order of the meshed garment.
    pub pieces: Vec<PlacedPiece>,
    /// The hulls they lie on.
    pub hulls: Vec<PlacedHull>,
    /// For each seam of the meshed garment, in its order, a point in the middle of each thread.
    pub helpers: Vec<SeamHelpers>,
    /// How long all of it took, in seconds.
    pub seconds: f64,
    /// How often hulls were moved or widened because of the body or each other.
    pub clearing_rounds: usize,
    /// Pairs of triangles of cloth and body that have points in common. 0 unless placing has failed.
    pub crossings_with_body: usize,
    /// Pairs of triangles of pieces on different hulls that have points in common. 0 unless placing has failed.
    pub crossings_among_pieces: usize,
}

/// Where a piece is.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedPiece {
    /// The position of each vertex of the meshed piece. Triangles are counter-clockwise seen from outside.
    pub positions: Vec<DVec3>,
    /// The segment of the body that it lies around.
    pub segment: Segment,
    /// The direction in the piece that goes up the segment.
    pub up: DVec2,
    /// Its hull; none for a piece that is laid flat.
    pub hull: Option<usize>,
    /// Why it is there, in words.
    pub reason: String,
}

/// A hull that pieces lie on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedHull {
    /// The segment of the body that it goes around.
    pub segment: Segment,
    /// How often it was changed until its pieces fitted.
    pub iterations: usize,
    /// How long that took the first time, in seconds.
    pub seconds: f64,
    /// The lengths of its upper and lower ring in metres.
    pub rings: [f64; 2],
    /// How many waves its lower ring has; 0 for a plain one.
    pub waves: usize,
    /// How far it is from the body at least, in metres.
    pub distance: f64,
    /// How far its pieces were moved along its axis to get clear, in metres.
    pub slide: f64,
    /// How many times as wide as they are cut its pieces begin: more than 1 for collars that go all around a wider hull.
    pub drawn_out: f64,
    /// How many triangles it has.
    pub triangles: usize,
}

/// Why a garment could not be placed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlaceError {
    /// The axis of a segment is not known.
    #[error("the body has no {}: a landmark for it is missing", .segment.words())]
    NoSegment {
        /// The segment.
        segment: Segment,
    },
    /// A segment has no skin near where pieces go.
    #[error("there is no skin of the {} where piece `{piece}` goes", .segment.words())]
    NoSkin {
        /// The segment.
        segment: Segment,
        /// One of its pieces.
        piece: String,
    },
    /// It takes more time or memory than it may.
    #[error(transparent)]
    Spent(#[from] Spent),
}

impl Placed {
    /// All pieces as one mesh, piece after piece; vertices of seams are not joined.
    pub fn mesh(&self, meshed: &MeshedGarment) -> TriMesh {
        let mut all = TriMesh::default();
        for (placed, piece) in self.pieces.iter().zip(&meshed.pieces) {
            all.append(&TriMesh { positions: placed.positions.clone(), triangles: piece.triangles.clone() });
        }
        all
    }

    /// The largest relative change of the length of an edge against the flat piece, of pieces that are not drawn out.
    pub fn worst_strain(&self, meshed: &MeshedGarment) -> f64 {
        let mut worst = 0.0f64;
        let is_as_cut =
            |placed: &&PlacedPiece| placed.hull.is_none_or(|hull| self.hulls[hull].drawn_out <= 1.0);
        let pieces = self.pieces.iter().zip(&meshed.pieces);
        for (placed, piece) in pieces.filter(|(placed, _)| is_as_cut(placed)) {
            for triangle in &piece.triangles {
                for i in 0..3 {
                    let [a, b] = [triangle[i], triangle[(i + 1) % 3]].map(|v| v as usize);
                    let rest = piece.places[a].distance(piece.places[b]);
                    let length = placed.positions[a].distance(placed.positions[b]);
                    worst = worst.max((length / rest - 1.0).abs());
                }
            }
        }
        worst
    }
}
