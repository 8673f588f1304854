//! The flat pieces of what is shown, and how they hang together with the cloth in space.

/// All pieces, garment by garment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pattern {
    /// The pieces.
    pub pieces: Vec<FlatPiece>,
    /// The seams.
    pub seams: Vec<FlatSeam>,
}

/// A flat piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlatPiece {
    /// Its name.
    pub name: String,
    /// The number of its object in the scene.
    pub object: usize,
    /// Its edges, which together are its outline.
    pub edges: Vec<FlatEdge>,
    /// The direction of the grain.
    pub grain: [f32; 2],
    /// Triangles of the object that belong to it, from the first to before the last.
    pub triangles: std::ops::Range<u32>,
}

/// An edge of a piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlatEdge {
    /// Its name.
    pub name: String,
    /// Where it runs in the plane, in metres.
    pub points: Vec<[f32; 2]>,
    /// The vertices of the object along it.
    pub vertices: Vec<u32>,
    /// The seam that it is sewn by, if it is, as a number in [`Pattern::seams`].
    pub seam: Option<usize>,
}

/// A seam.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlatSeam {
    /// Its name.
    pub name: String,
    /// Its colour, the same on both sides.
    pub color: [u8; 3],
    /// The number of its object in the scene.
    pub object: usize,
    /// The vertices of the object along it.
    pub vertices: Vec<u32>,
}

/// What is selected, in the plane and in space alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selected {
    /// A piece, by its number.
    Piece(usize),
    /// An edge of a piece.
    Edge(usize, usize),
}

impl Pattern {
    /// The piece that a triangle of an object belongs to.
    pub fn piece_at(&self, object: usize, triangle: u32) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.object == object && piece.triangles.contains(&triangle))
    }
}
