//! Meshes that are too coarse for a garment, found before anything is sewn.
//!
//! What goes around an arm, a leg or the neck is a tube, and it ends in a ring of edges. A ring of few edges is a prism with sharp corners: it cuts into
//! the limb that it is around, or it is pushed off it, and how the garment fits cannot be told.

use crate::remedy::Remedy;
use crate::sew::SewnGarment;
use toile_geom::topology::Topology;
use toile_pattern::mesh::MeshedGarment;

/// A ring of fewer edges goes around nothing that is round.
const LEAST_EDGES: usize = 7;
/// What is narrower than this goes around no part of a body, in metres: an opening of a pocket, a slit, a buttonhole.
const NARROWEST: f64 = 0.1;

/// A mesh that is too coarse for a garment.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "its edges are too long: the opening at {} is {:.0} cm around and has {edges} edges, fewer than the {LEAST_EDGES} that go around a limb; the \
     longest edges that this garment allows are {:.1} cm",
    .pieces.join(", "),
    100.0 * .girth,
    100.0 * .longest
)]
pub struct TooCoarse {
    /// The pieces around the opening.
    pub pieces: Vec<String>,
    /// How long its border is, in metres.
    pub girth: f64,
    /// How many edges it has.
    pub edges: usize,
    /// The longest edges that the garment allows, in metres.
    pub longest: f64,
}

impl TooCoarse {
    /// What can be done about it.
    pub fn remedies(&self) -> &'static [Remedy] {
        &[Remedy::ShorterEdges, Remedy::Force]
    }
}

/// The narrowest opening of a garment, if it has too few edges.
pub(crate) fn too_coarse(meshed: &MeshedGarment, sewn: &SewnGarment) -> Option<TooCoarse> {
    let mesh = sewn.cloth.mesh();
    let topology = Topology::new(&mesh);
    let rest = sewn.ramp.cut();
    // The length of an edge as cut, and the piece of its triangle.
    let measure = |a: u32, b: u32| {
        let edge = topology.edges.binary_search(&[a.min(b), a.max(b)]).ok()?;
        let triangle = *topology.edge_triangles.row(edge).first()? as usize;
        let corner = |v: u32| mesh.triangles[triangle].iter().position(|corner| *corner == v);
        let length = rest.corners[triangle][corner(a)?].distance(rest.corners[triangle][corner(b)?]);
        Some((length, sewn.piece_of[triangle] as usize))
    };
    let rings = topology.boundary_loops().into_iter().filter(|ring| ring.closed);
    let rings = rings.map(|ring| {
        let next = ring.vertices.iter().cycle().skip(1);
        let edges: Vec<(f64, usize)> =
            ring.vertices.iter().zip(next).filter_map(|(a, b)| measure(*a, *b)).collect();
        (edges.iter().map(|(length, _)| length).sum::<f64>(), edges)
    });
    let narrowest = rings.filter(|(girth, _)| *girth > NARROWEST).min_by(|a, b| a.0.total_cmp(&b.0));
    let (girth, edges) = narrowest.filter(|(_, edges)| edges.len() < LEAST_EDGES)?;
    let mut pieces: Vec<usize> = edges.iter().map(|(_, piece)| *piece).collect();
    pieces.sort_unstable();
    pieces.dedup();
    // A ring of several stretches gets an edge less where their lengths are rounded.
    let longest = (1e3 * girth / (LEAST_EDGES + 1) as f64).floor() * 1e-3;
    Some(TooCoarse {
        pieces: pieces.into_iter().map(|piece| meshed.garment.pieces[piece].name.clone()).collect(),
        girth,
        edges: edges.len(),
        longest,
    })
}
