//! Why a mesh cannot be refined.

/// Coordinates of cloth that is refined without collisions are at most so large, in metres.
pub(crate) const LARGEST: f64 = 1e9;

/// Why a mesh cannot be refined, or values cannot be refined with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefinementError {
    /// A triangle names a vertex that is not there.
    #[error("triangle {triangle} names vertex {vertex}, but there are only {vertices}: read the mesh anew")]
    MissingVertex {
        /// The triangle.
        triangle: usize,
        /// What it names.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A triangle has a vertex twice.
    #[error("triangle {triangle} has a vertex twice: leave such triangles out before refining")]
    RepeatedVertex {
        /// The triangle.
        triangle: usize,
    },
    /// A marked edge is none of the mesh.
    #[error("the edge from vertex {} to {} is marked, but the mesh has no such edge", edge[0], edge[1])]
    MissingEdge {
        /// Its vertices.
        edge: [u32; 2],
    },
    /// A marked corner is no vertex.
    #[error("vertex {vertex} is marked as a corner, but there are only {vertices} vertices")]
    MissingCorner {
        /// Its number.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A vertex is nowhere.
    #[error(
        "vertex {vertex} has a coordinate that is not a number, or larger than {LARGEST} m: look for the step that moved it there"
    )]
    NotFinite {
        /// The vertex.
        vertex: usize,
    },
    /// Nearly everything is close to everything.
    #[error(
        "more than {pairs} pairs of triangles are close to each other: the mesh has collapsed; look for the step that did that"
    )]
    Collapsed {
        /// How many are looked at.
        pairs: usize,
    },
    /// A setting of wrinkles makes no sense.
    #[error(
        "the {setting} of wrinkles must be a number that is not negative, and not 0 if things are divided by it"
    )]
    Setting {
        /// Which.
        setting: &'static str,
    },
    /// There is not one value for each vertex or triangle.
    #[error("{found} values for {expected} vertices or triangles of the coarse mesh")]
    Length {
        /// How many there must be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The fine mesh would have more vertices than numbers of 32 bits count.
    #[error("{levels} levels of {triangles} triangles are too many: take fewer levels")]
    TooLarge {
        /// How often triangles were to be cut.
        levels: usize,
        /// How many triangles the coarse mesh has.
        triangles: usize,
    },
}
