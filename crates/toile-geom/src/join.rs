//! Pieces of a mesh joined at pairs of vertices into one mesh.
//!
//! Vertices that are welded become one, but every triangle keeps its corners in the plane of its own piece. So cloth
//! stretches as it was cut, wherever and however turned the pieces lie in the pattern, and bends across a seam as it does
//! elsewhere. Sides of different length are eased into each other, or gathered.
//!
//! ```
//! use toile_geom::glam::DVec2;
//! use toile_geom::join::{PieceMesh, PieceVertex, join};
//!
//! let (places, triangles) = ([DVec2::ZERO, DVec2::X, DVec2::Y], [[0, 1, 2]]);
//! let positions = places.map(|place| place.extend(0.0));
//! let piece = PieceMesh { places: &places, positions: &positions, triangles: &triangles };
//! let at = |piece, vertex| PieceVertex { piece, vertex };
//! // The bottom of the one to that of the other, in opposite directions.
//! let joined = join(&[piece, piece], &[[at(0, 0), at(1, 1)], [at(0, 1), at(1, 0)]])?;
//! assert_eq!(joined.mesh.triangles, [[0, 1, 2], [1, 0, 3]]);
//! assert_eq!(joined.corners[0], joined.corners[1]);
//! # Ok::<(), toile_geom::join::JoinError>(())
//! ```

use crate::TriMesh;
use glam::{DVec2, DVec3};

/// A meshed piece, flat and in space.
#[derive(Clone, Copy, Debug, Default)]
pub struct PieceMesh<'a> {
    /// The place of each vertex in the plane of the piece, in metres.
    pub places: &'a [DVec2],
    /// The position of each vertex in space, in metres.
    pub positions: &'a [DVec3],
    /// The triangles, counter-clockwise in the plane.
    pub triangles: &'a [[u32; 3]],
}

/// A vertex of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PieceVertex {
    /// The piece.
    pub piece: u32,
    /// The vertex in it.
    pub vertex: u32,
}

/// Two vertices that become one; both may be in the same piece, as with a dart or a sleeve.
pub type Weld = [PieceVertex; 2];

/// Pieces joined into one mesh.
#[derive(Clone, Debug, Default)]
pub struct JoinedMesh {
    /// All pieces. A vertex that several were welded to is in the middle of them.
    pub mesh: TriMesh,
    /// The corners of each triangle in the plane of its own piece.
    pub corners: Vec<[DVec2; 3]>,
    /// For each piece the vertex of the joined mesh that each of its vertices has become.
    pub vertex_of: Vec<Vec<u32>>,
    /// The piece of each triangle.
    pub piece_of: Vec<u32>,
}

/// Why pieces cannot be joined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// A piece has places and positions of different number.
    #[error(
        "piece {piece} has {places} places in the plane but {positions} positions in space; it needs one of each for a vertex"
    )]
    UnequalLengths {
        /// The piece.
        piece: usize,
        /// How many places it has.
        places: usize,
        /// How many positions it has.
        positions: usize,
    },
    /// A triangle has a corner that is not there.
    #[error(
        "triangle {triangle} of piece {piece} has the corner {vertex}, but the piece has {count} vertices"
    )]
    NoSuchCorner {
        /// The piece.
        piece: usize,
        /// The triangle in it.
        triangle: usize,
        /// The corner.
        vertex: u32,
        /// How many vertices the piece has.
        count: usize,
    },
    /// A weld names a piece that is not there.
    #[error("weld {weld} names piece {piece}, but there are {count} pieces")]
    NoSuchPiece {
        /// The weld.
        weld: usize,
        /// The piece.
        piece: u32,
        /// How many pieces there are.
        count: usize,
    },
    /// A weld names a vertex that is not there.
    #[error("weld {weld} names vertex {vertex} of piece {piece}, which has {count} vertices")]
    NoSuchVertex {
        /// The weld.
        weld: usize,
        /// The piece.
        piece: u32,
        /// The vertex.
        vertex: u32,
        /// How many vertices the piece has.
        count: usize,
    },
    /// Two corners of a triangle have become one.
    #[error(
        "the seams join corners {corners:?} of triangle {triangle} of piece {piece} to each other; check the directions of \
         the seams there, or mesh the piece more finely"
    )]
    Collapsed {
        /// The piece.
        piece: usize,
        /// The triangle in it.
        triangle: usize,
        /// The two vertices of the piece that have become one.
        corners: [u32; 2],
    },
}

/// Joins pieces at pairs of vertices.
///
/// Vertices are in the order of the first piece and vertex that went into them, triangles in the order of the pieces.
///
/// # Errors
/// If a triangle or a weld names something that is not there, or a triangle would lose its area because two of its corners are
/// welded to each other.
pub fn join(pieces: &[PieceMesh<'_>], welds: &[Weld]) -> Result<JoinedMesh, JoinError> {
    check_pieces(pieces)?;
    let mut starts = Vec::with_capacity(pieces.len());
    let mut total = 0;
    for piece in pieces {
        starts.push(total);
        total += piece.places.len();
    }
    let mut sets = DisjointSets::new(total);
    for (w, &[a, b]) in welds.iter().enumerate() {
        sets.unite(vertex(pieces, &starts, a, w)?, vertex(pieces, &starts, b, w)?);
    }
    let joined = sets.numbered();
    check_triangles(pieces, &starts, &joined)?;
    Ok(assemble(pieces, &starts, &joined))
}

fn check_pieces(pieces: &[PieceMesh<'_>]) -> Result<(), JoinError> {
    for (p, piece) in pieces.iter().enumerate() {
        let (places, positions) = (piece.places.len(), piece.positions.len());
        if places != positions {
            return Err(JoinError::UnequalLengths { piece: p, places, positions });
        }
        for (t, triangle) in piece.triangles.iter().enumerate() {
            if let Some(&vertex) = triangle.iter().find(|&&v| v as usize >= places) {
                return Err(JoinError::NoSuchCorner { piece: p, triangle: t, vertex, count: places });
            }
        }
    }
    Ok(())
}

/// The number of a vertex among those of all pieces.
fn vertex(
    pieces: &[PieceMesh<'_>],
    starts: &[usize],
    PieceVertex { piece, vertex }: PieceVertex,
    weld: usize,
) -> Result<usize, JoinError> {
    let (Some(found), Some(start)) = (pieces.get(piece as usize), starts.get(piece as usize)) else {
        return Err(JoinError::NoSuchPiece { weld, piece, count: pieces.len() });
    };
    let count = found.places.len();
    if vertex as usize >= count {
        return Err(JoinError::NoSuchVertex { weld, piece, vertex, count });
    }
    Ok(start + vertex as usize)
}

fn check_triangles(pieces: &[PieceMesh<'_>], starts: &[usize], joined: &[u32]) -> Result<(), JoinError> {
    for (p, (piece, start)) in pieces.iter().zip(starts).enumerate() {
        for (t, &[a, b, c]) in piece.triangles.iter().enumerate() {
            let same = |pair: &[u32; 2]| {
                let [one, two] = pair.map(|v| joined[start + v as usize]);
                one == two
            };
            if let Some(corners) = [[a, b], [b, c], [c, a]].into_iter().find(same) {
                return Err(JoinError::Collapsed { piece: p, triangle: t, corners });
            }
        }
    }
    Ok(())
}

fn assemble(pieces: &[PieceMesh<'_>], starts: &[usize], joined: &[u32]) -> JoinedMesh {
    let count = joined.iter().map(|&new| new as usize + 1).max().unwrap_or(0);
    let (mut sums, mut shares) = (vec![DVec3::ZERO; count], vec![0.0; count]);
    for (position, &new) in pieces.iter().flat_map(|piece| piece.positions).zip(joined) {
        sums[new as usize] += *position;
        shares[new as usize] += 1.0;
    }
    let mut whole = JoinedMesh::default();
    whole.mesh.positions = sums.into_iter().zip(shares).map(|(sum, share)| sum / share).collect();
    for (p, (piece, &start)) in pieces.iter().zip(starts).enumerate() {
        let of_piece = &joined[start..start + piece.places.len()];
        whole
            .mesh
            .triangles
            .extend(piece.triangles.iter().map(|triangle| triangle.map(|v| of_piece[v as usize])));
        whole
            .corners
            .extend(piece.triangles.iter().map(|triangle| triangle.map(|v| piece.places[v as usize])));
        whole.piece_of.extend(std::iter::repeat_n(p as u32, piece.triangles.len()));
        whole.vertex_of.push(of_piece.to_vec());
    }
    whole
}

/// Sets of vertices that are welded, each known by its first (union-find with path halving).
struct DisjointSets {
    parents: Vec<usize>,
}

impl DisjointSets {
    fn new(count: usize) -> Self {
        Self { parents: (0..count).collect() }
    }

    /// The first vertex of a set; shortens the way there for the next time.
    fn first(&mut self, mut vertex: usize) -> usize {
        while self.parents[vertex] != vertex {
            self.parents[vertex] = self.parents[self.parents[vertex]];
            vertex = self.parents[vertex];
        }
        vertex
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first(a), self.first(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// The number of each vertex's set, counted in the order of their first vertices.
    fn numbered(mut self) -> Vec<u32> {
        let mut numbers = vec![0; self.parents.len()];
        let mut count = 0;
        for vertex in 0..numbers.len() {
            let first = self.first(vertex);
            numbers[vertex] = if first == vertex {
                count += 1;
                count - 1
            } else {
                numbers[first]
            };
        }
        numbers
    }
}
