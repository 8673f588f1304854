//! Meshes made for sewing.
//!
//! Before anything is meshed the edges are divided so that partners in a seam match one to one, by their share of the seam's length
//! (see [`intervals`](crate::intervals)); then each piece is filled with triangles of nearly equal sides, whose directions are random so that
//! the cloth favours none. Lines inside of a piece become edges of the mesh, and slits are cut open. [`MeshedSeam`] lists the vertices that are
//! sewn to each other.
//!
//! ```
//! use toile_pattern::mesh::{MeshSettings, mesh};
//! # let text = r#"
//! #     format = "toile-garment 1"
//! #     name = "tube"
//! #     [[piece]]
//! #     name = "sheet"
//! #     outline = [{ to = [0.6, 0] }, { to = [0.6, 0.4] }, { to = [0, 0.4] }, { to = [0, 0] }]
//! #     [[seam]]
//! #     a = "sheet.1"
//! #     b = "-sheet.3"
//! # "#;
//! # let (tube, _) = toile_pattern::file::read("tube.toml", text)?;
//! let meshed = mesh(&tube, &MeshSettings::with_edge_length(0.02))?;
//! let seam = &meshed.seams[0];
//! assert_eq!(seam.pairs.len(), 21, "every 2 cm");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod boundary;
mod crossing;
pub(crate) use crossing::first_crossing;
mod error;
mod fill;
mod flips;
mod grade;
mod piece;
mod quality;
mod seams;
mod short;
mod sizing;
mod slit;
mod snap;

use crate::garment::Garment;
use crate::intervals::Intervals;
use boundary::Division;
pub use error::MeshError;
use glam::DVec2;
pub use quality::{MeshQuality, sharp_corners};
use rayon::prelude::*;
pub use short::{ShortStretch, short_stretches};
use std::collections::BTreeSet;
use toile_geom::allowance::Allowance;
pub use toile_geom::join::PieceVertex;
use toile_geom::join::Weld;

/// How finely to mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshSettings {
    /// The wanted length of edges in metres.
    pub edge_length: f64,
    /// A shorter length along seams and darts, if wanted; it grows to the other one away from them.
    pub seam_edge_length: Option<f64>,
    /// How fast edges may grow with the distance, as a share.
    pub growth: f64,
    /// Whether lines that are only marks become edges of the mesh, as folds do.
    pub marks: bool,
    /// How far cloth is to be kept from cloth, in metres: points of outlines nearer to each other become one vertex, unless edges are that short.
    pub thickness: f64,
}

/// Points of outlines nearer to each other than this share of the edge length become one vertex ...
const SHORTEST: f64 = 0.2;
/// ... and those nearer than the thickness, up to this share.
const MOST_SHORTEST: f64 = 0.5;
/// The thickness where nothing is said of it, in metres.
const THICKNESS: f64 = 2e-3;

impl MeshSettings {
    /// Edges of one length everywhere, in metres.
    pub fn with_edge_length(edge_length: f64) -> Self {
        Self { edge_length, seam_edge_length: None, growth: 0.3, marks: true, thickness: THICKNESS }
    }

    /// The shortest distance of points of an outline, in metres: what is nearer becomes one vertex.
    pub fn shortest(&self) -> f64 {
        let finest = self.seam_edge_length.unwrap_or(f64::INFINITY).min(self.edge_length);
        (SHORTEST * finest).max(self.thickness.min(MOST_SHORTEST * finest))
    }
}

impl Default for MeshSettings {
    /// Edges of 1 cm.
    fn default() -> Self {
        Self::with_edge_length(0.01)
    }
}

/// A meshed piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshedPiece {
    /// Where each vertex lies in the piece, in metres.
    pub places: Vec<DVec2>,
    /// The triangles, counter-clockwise.
    pub triangles: Vec<[u32; 3]>,
    /// Texture coordinates of each vertex in metres: across the grain and along it.
    pub texture: Vec<DVec2>,
    /// The direction of the warp in the piece, the same at every vertex.
    pub warp: DVec2,
    /// For each edge the vertices along it, both ends among them. Where a slit opens there are two at one place, one for each bank. An edge that
    /// is too short for the mesh has one.
    pub edges: Vec<Vec<u32>>,
    /// For each edge the shares of its length at which those vertices lie.
    pub shares: Vec<Vec<f64>>,
    /// For each inner line of the piece the vertices along it, of one bank if it is a slit; empty if it has none.
    pub lines: Vec<Vec<u32>>,
    /// For each triangle the regions of the piece that it lies in.
    pub regions: Vec<Vec<u16>>,
}

/// A meshed seam: pairs of vertices that are to become one.
///
/// The list is complete: it names every vertex on either side of the seam, from its start to its end, and so at least two pairs, or one if the whole
/// seam is too short for the mesh: there the pieces meet at a point. A vertex stands in
/// several neighbouring pairs where a side goes over from one piece to another: both pieces' corners are sewn to the vertex that is there
/// on the other side. At the tip of a dart or a cone a vertex is paired with itself; [`sewn_pairs`](Self::sewn_pairs) leaves that out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshedSeam {
    /// The seam of the [garment that was meshed](MeshedGarment::garment): seams on both sides of the body are two there, and darts have theirs.
    pub seam: usize,
    /// The pairs, from its start to its end, each a vertex of its first side and one of its second.
    pub pairs: Vec<Weld>,
    /// For each pair the shares of the lengths of both sides at which it lies. They are equal but for marks and corners that were matched, which
    /// stand as `marks` with the garment's seam; between those both grow evenly.
    pub shares: Vec<[f64; 2]>,
    /// Whether they are to be sewn: an open closure is not.
    pub closed: bool,
}

impl MeshedSeam {
    /// The pairs of two different vertices.
    pub fn sewn_pairs(&self) -> impl Iterator<Item = Weld> + '_ {
        self.pairs.iter().copied().filter(|[a, b]| a != b)
    }
}

/// A meshed garment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshedGarment {
    /// The garment that was meshed, its pieces whole.
    pub garment: Garment,
    /// Its pieces.
    pub pieces: Vec<MeshedPiece>,
    /// Its seams.
    pub seams: Vec<MeshedSeam>,
}

impl MeshedGarment {
    /// How many triangles there are.
    pub fn triangle_count(&self) -> usize {
        self.pieces.iter().map(|piece| piece.triangles.len()).sum()
    }
}

/// How often a piece with bad triangles is meshed again with finer edges.
const MOST_ROUNDS: usize = 4;

/// Meshes a garment. Halves are unfolded, pairs doubled and darts opened first.
///
/// # Errors
/// If the edge length is no length, an outline does not close or crosses itself, or a seam cannot be divided.
pub fn mesh(garment: &Garment, settings: &MeshSettings) -> Result<MeshedGarment, MeshError> {
    mesh_whole(garment.whole(), settings)
}

/// Meshes a garment whose pieces are [whole](Garment::whole) already.
///
/// # Errors
/// As [`mesh`].
pub fn mesh_whole(garment: Garment, settings: &MeshSettings) -> Result<MeshedGarment, MeshError> {
    mesh_within(garment, settings, &Allowance::UNLIMITED)
}

/// Meshes a garment whose pieces are [whole](Garment::whole) already, with no more time and memory than is allowed.
///
/// # Errors
/// As [`mesh`], and if that is not enough.
pub fn mesh_within(
    mut garment: Garment,
    settings: &MeshSettings,
    allowance: &Allowance,
) -> Result<MeshedGarment, MeshError> {
    let lengths = [Some(settings.edge_length), settings.seam_edge_length];
    if !lengths.into_iter().flatten().all(|length| length.is_finite() && length > 1e-5) {
        return Err(MeshError::EdgeLength { length: settings.edge_length });
    }
    error::check_pieces(&garment)?;
    let extra = piece::line_ends(&garment, settings);
    let net = Intervals::new(&garment, &extra, 0.25 * settings.edge_length)?;
    let (mut pieces, division) = snapped(&garment, &net, settings, allowance)?;
    for (piece, mesh) in garment.pieces.iter().zip(&mut pieces) {
        slit::cut_slits(piece, mesh);
    }
    for (seam, marks) in garment.seams.iter_mut().zip(&net.marks) {
        seam.marks.clone_from(marks);
    }
    let seams = seams::pairs(&garment, &net, &division, &pieces);
    seams::keep_partners_apart(&mut pieces, &seams);
    for (meshed, piece) in pieces.iter_mut().zip(&garment.pieces) {
        meshed.finish(piece);
    }
    Ok(MeshedGarment { garment, pieces, seams })
}

/// Meshes all pieces, with points as one that are too near to each other. A piece that is no piece any more with that keeps all its points.
fn snapped(
    garment: &Garment,
    net: &Intervals,
    settings: &MeshSettings,
    allowance: &Allowance,
) -> Result<(Vec<MeshedPiece>, Division), MeshError> {
    let mut as_drawn: BTreeSet<usize> = BTreeSet::new();
    loop {
        let mut division = Division::new(garment, net, settings, &as_drawn)?;
        let error = match mesh_pieces(garment, net, (settings, allowance), &mut division) {
            Ok(pieces) => return Ok((pieces, division)),
            Err(error) => error,
        };
        let failed = |&index: &usize| error.piece() == Some(garment.pieces[index].name.as_str());
        let failed: Vec<usize> = division.snapped_pieces().into_iter().filter(failed).collect();
        if failed.is_empty() {
            return Err(error);
        }
        as_drawn.extend(failed);
    }
}

/// Meshes all pieces with a division of their edges, which is made finer where triangles are bad.
fn mesh_pieces(
    garment: &Garment,
    net: &Intervals,
    (settings, allowance): (&MeshSettings, &Allowance),
    division: &mut Division,
) -> Result<Vec<MeshedPiece>, MeshError> {
    let mut meshed: Vec<Option<MeshedPiece>> = vec![None; garment.pieces.len()];
    for round in 0..MOST_ROUNDS {
        let todo: Vec<usize> = (0..meshed.len()).filter(|&piece| meshed[piece].is_none()).collect();
        let known = &*division;
        let new: Vec<Result<MeshedPiece, MeshError>> = todo
            .par_iter()
            .map(|&index| piece::mesh_piece(&garment.pieces[index], index, known, (settings, allowance)))
            .collect();
        // Of several errors always the first one is told.
        for (&index, piece) in todo.iter().zip(new) {
            meshed[index] = Some(piece?);
        }
        if round + 1 == MOST_ROUNDS {
            break;
        }
        let bad: Vec<(usize, Vec<DVec2>)> = meshed
            .iter()
            .enumerate()
            .filter_map(|(index, piece)| {
                Some((index, quality::bad_places(&garment.pieces[index], piece.as_ref()?)))
            })
            .filter(|(_, places)| !places.is_empty())
            .collect();
        let changed = division.refine(garment, net, &bad);
        if changed.is_empty() {
            break;
        }
        for piece in changed {
            meshed[piece] = None;
        }
    }
    Ok(meshed.into_iter().flatten().collect())
}
