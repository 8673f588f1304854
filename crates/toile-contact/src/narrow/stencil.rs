//! Four corners by their numbers, and what they are.

/// What a query is about, and so how its four corners are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StencilKind {
    /// A vertex, then the corners of a triangle.
    VertexTriangle,
    /// The ends of one edge, then those of the other.
    EdgeEdge,
}

impl StencilKind {
    /// Both kinds.
    pub const BOTH: [Self; 2] = [Self::VertexTriangle, Self::EdgeEdge];

    /// How many of the four corners are on the first side.
    #[inline]
    pub const fn first_side(self) -> usize {
        match self {
            Self::VertexTriangle => 1,
            Self::EdgeEdge => 2,
        }
    }
}

/// A query names a corner that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a query names corner {corner}, but there are only {corners}")]
pub struct MissingCorner {
    /// The number in the query.
    pub corner: u32,
    /// How many corners there are.
    pub corners: usize,
}

/// Refuses queries with corners that do not exist.
pub(super) fn check_corners(queries: &[[u32; 4]], corners: usize) -> Result<(), MissingCorner> {
    let largest = queries.as_flattened().iter().copied().max();
    match largest {
        Some(corner) if corner as usize >= corners => Err(MissingCorner { corner, corners }),
        _ => Ok(()),
    }
}
