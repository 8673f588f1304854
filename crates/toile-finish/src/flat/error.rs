//! Why edges or seams cannot be made.

/// Why cloth has no thickness, seams or trims as asked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FlatError {
    /// A triangle names a vertex that is not there, or one twice.
    #[error(
        "triangle {triangle} has the vertices {vertices:?}, but three different ones below {count} are needed: read the mesh anew"
    )]
    Triangle {
        /// The triangle.
        triangle: usize,
        /// What it names.
        vertices: [u32; 3],
        /// How many vertices there are.
        count: usize,
    },
    /// There are not as many values as are needed.
    #[error("there are {found} {what}, but {expected} are needed: give one for each")]
    Length {
        /// Of what.
        what: &'static str,
        /// How many are needed.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A place or a measure is no number, or too large.
    #[error("{what} {index} is no number that can be computed with: look for what went wrong before")]
    Number {
        /// Of what.
        what: &'static str,
        /// Which one.
        index: usize,
    },
    /// More than two triangles meet at an edge, or two that face different ways.
    #[error("at the edge from vertex {} to {} triangles meet that are no surface with two sides: repair the mesh with `toile check`", edge[0], edge[1])]
    NoSurface {
        /// Its vertices.
        edge: [u32; 2],
    },
    /// A hem lies at an edge that is not free.
    #[error("the edge from vertex {} to {} has a hem, but is no free edge of the mesh: take it out of the hems", edge[0], edge[1])]
    NotFree {
        /// Its vertices.
        edge: [u32; 2],
    },
    /// A line goes from a vertex to one that is no neighbour.
    #[error("line {line} goes from vertex {} to {}, which no edge joins: give every vertex that it passes", edge[0], edge[1])]
    NoEdge {
        /// Which line.
        line: usize,
        /// The vertices.
        edge: [u32; 2],
    },
    /// A measure is out of range.
    #[error("{what} is {value}, but must be {range}")]
    Range {
        /// Which measure.
        what: &'static str,
        /// What it is.
        value: f64,
        /// What it may be.
        range: &'static str,
    },
    /// There would be too much geometry.
    #[error(
        "{what} would have {count} parts, and at most {most} are made: make the distance between them larger"
    )]
    TooMany {
        /// Which geometry.
        what: &'static str,
        /// How much there would be.
        count: f64,
        /// How much is made.
        most: usize,
    },
}

/// Refuses a measure that is not in a range.
pub(crate) fn check_range(
    what: &'static str,
    value: f64,
    allowed: std::ops::RangeInclusive<f64>,
    range: &'static str,
) -> Result<(), FlatError> {
    if allowed.contains(&value) { Ok(()) } else { Err(FlatError::Range { what, value, range }) }
}

/// Refuses another number of values than there should be.
pub(crate) fn check_length(what: &'static str, expected: usize, found: usize) -> Result<(), FlatError> {
    if expected == found { Ok(()) } else { Err(FlatError::Length { what, expected, found }) }
}
