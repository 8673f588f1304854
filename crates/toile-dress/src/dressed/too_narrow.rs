//! Garments that are far too narrow for the body, found before anything is sewn.
//!
//! How wide the pieces around a part of the body are together is an upper bound of the girth that they can have. Where that is not much more than half of
//! the body's, no stretch helps, and most likely the pattern draws halves.

use crate::Wearer;
use crate::place::Placed;
use crate::remedy::Remedy;
use toile_body::segments::Segment;
use toile_pattern::mesh::MeshedGarment;

/// Less than this share of the body's girth no knitted cloth bears.
const LEAST: f64 = 0.6;

/// Pieces that do not go around the body by far.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "the pieces around the {place} ({}) are {:.0} cm wide together, but the body has {:.0} cm there{}",
    .pieces.join(", "),
    100.0 * .width,
    100.0 * .girth,
    if self.is_half() { ", about twice as much" } else { "" }
)]
pub struct TooNarrow {
    /// Where: hip, waist or bust.
    pub place: &'static str,
    /// The pieces.
    pub pieces: Vec<String>,
    /// How wide they are together, in metres.
    pub width: f64,
    /// The girth of the body, in metres.
    pub girth: f64,
}

impl TooNarrow {
    /// Whether the pieces go about half of the way: then they are probably drawn as halves.
    pub fn is_half(&self) -> bool {
        2.0 * self.width > 0.8 * self.girth
    }

    /// What can be done about it.
    pub fn remedies(&self) -> &'static [Remedy] {
        if self.is_half() { &[Remedy::Halves, Remedy::Force] } else { &[Remedy::OtherSize, Remedy::Force] }
    }
}

/// Whether what is sewn into a ring around hip, waist or bust is far too narrow for it.
pub(crate) fn too_narrow(meshed: &MeshedGarment, placed: &Placed, body: &Wearer) -> Option<TooNarrow> {
    let measures = body.measures();
    let places = [
        ("hip", measures.hip_girth, &[Segment::LowerBody][..]),
        ("waist", measures.waist_girth, &[Segment::LowerTorso]),
        ("bust", measures.bust_girth, &[Segment::Torso, Segment::UpperTorso]),
    ];
    places.into_iter().find_map(|(place, girth, segments)| {
        let members: Vec<usize> = (0..placed.pieces.len())
            .filter(|&i| segments.contains(&placed.pieces[i].segment) && placed.pieces[i].hull.is_some())
            .collect();
        let width: f64 = members.iter().map(|&i| width(meshed, placed, i)).sum();
        let narrow = width < LEAST * girth && is_ring(meshed, &members);
        narrow.then(|| TooNarrow {
            place,
            pieces: members.iter().map(|&i| meshed.garment.pieces[i].name.clone()).collect(),
            width,
            girth,
        })
    })
}

/// How wide a piece is across the direction that goes up the body.
fn width(meshed: &MeshedGarment, placed: &Placed, piece: usize) -> f64 {
    let side = placed.pieces[piece].up.perp();
    let along = || meshed.pieces[piece].places.iter().map(|place| place.dot(side));
    along().fold(f64::NEG_INFINITY, f64::max) - along().fold(f64::INFINITY, f64::min)
}

/// Whether seams among some pieces close a ring: there are at least as many of them as pieces.
fn is_ring(meshed: &MeshedGarment, members: &[usize]) -> bool {
    let inside = meshed.seams.iter().filter(|seam| {
        let first = seam.pairs.first();
        seam.closed && first.is_some_and(|pair| pair.iter().all(|v| members.contains(&(v.piece as usize))))
    });
    !members.is_empty() && inside.count() >= members.len()
}
