//! Sewing: pieces joined along their seams into one mesh.
//!
//! Vertices that a seam joins become one particle, but every triangle keeps its corners in the plane of its own piece. So cloth
//! stretches as it was cut, wherever and however turned the pieces lie in the pattern, and bends across a seam as it does
//! elsewhere. Sides of different length are eased into each other, or gathered.
//!
//! ```
//! use toile_cloth::sewing::{Piece, PieceVertex, Seam, sew};
//! use toile_geom::glam::DVec2;
//!
//! let triangle = [DVec2::ZERO, DVec2::X, DVec2::Y];
//! let piece = Piece::flat(triangle.to_vec(), vec![[0, 1, 2]]);
//! let at = |piece, vertex| PieceVertex { piece, vertex };
//! // The bottom of the one to that of the other, in opposite directions.
//! let seam = Seam { pairs: vec![[at(0, 0), at(1, 1)], [at(0, 1), at(1, 0)]] };
//! let sewn = sew(&[piece.clone(), piece], &[seam])?;
//! assert_eq!(sewn.mesh.triangles, [[0, 1, 2], [1, 0, 3]]);
//! assert_eq!(sewn.rest.corners[0], sewn.rest.corners[1]);
//! # Ok::<(), toile_cloth::sewing::SewError>(())
//! ```

use crate::rest::RestShape;
use glam::{DVec2, DVec3};
use toile_geom::TriMesh;

/// A meshed piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Piece {
    /// Where each vertex is in the plane of the pattern, in metres.
    pub places: Vec<DVec2>,
    /// Where each vertex is in space.
    pub positions: Vec<DVec3>,
    /// The triangles, counter-clockwise in the plane.
    pub triangles: Vec<[u32; 3]>,
}

impl Piece {
    /// A piece that lies in the plane `z = 0`.
    pub fn flat(places: Vec<DVec2>, triangles: Vec<[u32; 3]>) -> Self {
        Self { positions: places.iter().map(|place| place.extend(0.0)).collect(), places, triangles }
    }
}

/// A vertex of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceVertex {
    /// The piece.
    pub piece: u32,
    /// The vertex in it.
    pub vertex: u32,
}

/// What is sewn to what; both may be in the same piece, as with a dart or a sleeve.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seam {
    /// Pairs of vertices that become one.
    pub pairs: Vec<[PieceVertex; 2]>,
}

/// Pieces sewn together.
#[derive(Clone, Debug, Default)]
pub struct Sewn {
    /// All pieces in one mesh. A particle of several vertices is in the middle of them.
    pub mesh: TriMesh,
    /// The flat shape of each triangle, in the plane of its own piece.
    pub rest: RestShape,
    /// For each piece the particle that each of its vertices has become.
    pub vertex_of: Vec<Vec<u32>>,
    /// The piece of each triangle.
    pub piece_of: Vec<u32>,
}

/// Why pieces cannot be sewn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SewError {
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
    /// A seam names a piece that is not there.
    #[error("pair {pair} of seam {seam} names piece {piece}, but there are {count} pieces")]
    NoSuchPiece {
        /// The seam.
        seam: usize,
        /// The pair in it.
        pair: usize,
        /// The piece.
        piece: u32,
        /// How many pieces there are.
        count: usize,
    },
    /// A seam names a vertex that is not there.
    #[error("pair {pair} of seam {seam} names vertex {vertex} of piece {piece}, which has {count} vertices")]
    NoSuchVertex {
        /// The seam.
        seam: usize,
        /// The pair in it.
        pair: usize,
        /// The piece.
        piece: u32,
        /// The vertex.
        vertex: u32,
        /// How many vertices the piece has.
        count: usize,
    },
    /// Two corners of a triangle have become one.
    #[error(
        "the seams sew corners {corners:?} of triangle {triangle} of piece {piece} to each other; check the directions of \
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

/// Sews pieces together.
///
/// Particles are in the order of the first piece and vertex that went into them, triangles in the order of the pieces.
///
/// # Errors
/// If a piece or a seam names something that is not there, or a triangle would lose its area because two of its corners are
/// sewn to each other.
pub fn sew(pieces: &[Piece], seams: &[Seam]) -> Result<Sewn, SewError> {
    check_pieces(pieces)?;
    let mut starts = Vec::with_capacity(pieces.len());
    let mut total = 0;
    for piece in pieces {
        starts.push(total);
        total += piece.places.len();
    }
    let mut groups = Groups::new(total);
    for (s, seam) in seams.iter().enumerate() {
        for (p, pair) in seam.pairs.iter().enumerate() {
            let [a, b] = [vertex(pieces, &starts, pair[0], s, p)?, vertex(pieces, &starts, pair[1], s, p)?];
            groups.join(a, b);
        }
    }
    let particles = groups.numbered();
    check_triangles(pieces, &starts, &particles)?;
    Ok(assemble(pieces, &starts, &particles))
}

fn check_pieces(pieces: &[Piece]) -> Result<(), SewError> {
    for (p, piece) in pieces.iter().enumerate() {
        let (places, positions) = (piece.places.len(), piece.positions.len());
        if places != positions {
            return Err(SewError::UnequalLengths { piece: p, places, positions });
        }
        for (t, triangle) in piece.triangles.iter().enumerate() {
            if let Some(&vertex) = triangle.iter().find(|&&v| v as usize >= places) {
                return Err(SewError::NoSuchCorner { piece: p, triangle: t, vertex, count: places });
            }
        }
    }
    Ok(())
}

/// The number of a vertex among those of all pieces.
fn vertex(
    pieces: &[Piece],
    starts: &[usize],
    PieceVertex { piece, vertex }: PieceVertex,
    seam: usize,
    pair: usize,
) -> Result<usize, SewError> {
    let (Some(found), Some(start)) = (pieces.get(piece as usize), starts.get(piece as usize)) else {
        return Err(SewError::NoSuchPiece { seam, pair, piece, count: pieces.len() });
    };
    let count = found.places.len();
    if vertex as usize >= count {
        return Err(SewError::NoSuchVertex { seam, pair, piece, vertex, count });
    }
    Ok(start + vertex as usize)
}

fn check_triangles(pieces: &[Piece], starts: &[usize], particles: &[u32]) -> Result<(), SewError> {
    for (p, (piece, start)) in pieces.iter().zip(starts).enumerate() {
        for (t, &[a, b, c]) in piece.triangles.iter().enumerate() {
            let same = |pair: &[u32; 2]| {
                let [one, two] = pair.map(|v| particles[start + v as usize]);
                one == two
            };
            if let Some(corners) = [[a, b], [b, c], [c, a]].into_iter().find(same) {
                return Err(SewError::Collapsed { piece: p, triangle: t, corners });
            }
        }
    }
    Ok(())
}

fn assemble(pieces: &[Piece], starts: &[usize], particles: &[u32]) -> Sewn {
    let count = particles.iter().map(|&particle| particle as usize + 1).max().unwrap_or(0);
    let (mut sums, mut shares) = (vec![DVec3::ZERO; count], vec![0.0; count]);
    for (position, &particle) in pieces.iter().flat_map(|piece| &piece.positions).zip(particles) {
        sums[particle as usize] += *position;
        shares[particle as usize] += 1.0;
    }
    let mut sewn = Sewn::default();
    sewn.mesh.positions = sums.into_iter().zip(shares).map(|(sum, share)| sum / share).collect();
    for (p, (piece, &start)) in pieces.iter().zip(starts).enumerate() {
        let of_piece = &particles[start..start + piece.places.len()];
        let joined = piece.triangles.iter().map(|triangle| triangle.map(|v| of_piece[v as usize]));
        sewn.mesh.triangles.extend(joined);
        sewn.rest.corners.extend(RestShape::from_flat(&piece.places, &piece.triangles).corners);
        sewn.piece_of.extend(std::iter::repeat_n(p as u32, piece.triangles.len()));
        sewn.vertex_of.push(of_piece.to_vec());
    }
    sewn
}

/// Sets of vertices that are joined, each known by its first.
struct Groups {
    parents: Vec<usize>,
}

impl Groups {
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

    fn join(&mut self, a: usize, b: usize) {
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
