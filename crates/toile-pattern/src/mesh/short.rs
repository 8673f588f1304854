//! What of a pattern is too short for its mesh, in words.

use super::boundary::{Division, for_each_interval};
use super::{MeshSettings, piece};
use crate::garment::Garment;
use crate::intervals::Intervals;
use std::collections::BTreeSet;
use std::fmt;

/// A stretch of an outline whose ends become one vertex of the mesh, because it is too short.
#[derive(Clone, Debug, PartialEq)]
pub struct ShortStretch {
    /// The piece.
    pub piece: usize,
    /// The edge in it.
    pub edge: usize,
    /// How long it is, in metres.
    pub length: f64,
    /// What piece and edge are called.
    names: [String; 2],
    /// Whether it is all of the edge; else seams or lines that end beside each other bound it.
    is_whole: bool,
}

impl fmt::Display for ShortStretch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([piece, edge], millimetres) = (&self.names, 1e3 * self.length);
        let length =
            if millimetres < 0.01 { "less than 0.01 mm".to_owned() } else { format!("{millimetres:.2} mm") };
        if self.is_whole {
            write!(f, "edge `{edge}` of `{piece}` is {length} long")
        } else {
            write!(f, "what is sewn to edge `{edge}` of `{piece}` divides off {length} of it")
        }
    }
}

/// The stretches of outlines of a garment whose pieces are [whole](Garment::whole) that are too short for a mesh: their ends become one vertex. None
/// if the garment cannot be meshed at all.
pub fn short_stretches(garment: &Garment, settings: &MeshSettings) -> Vec<ShortStretch> {
    let extra = piece::line_ends(garment, settings);
    let Ok(net) = Intervals::new(garment, &extra, 0.25 * settings.edge_length) else { return Vec::new() };
    let Ok(division) = Division::new(garment, &net, settings, &BTreeSet::new()) else { return Vec::new() };
    let mut short = Vec::new();
    for_each_interval(&net, |interval| {
        if division.inner_shares(interval.piece, interval.edge, interval.index).is_some() {
            return;
        }
        let piece = &garment.pieces[interval.piece];
        short.push(ShortStretch {
            piece: interval.piece,
            edge: interval.edge,
            length: net.length(interval),
            names: [piece.name.clone(), piece.edge_name(interval.edge)],
            is_whole: net.breaks[interval.piece][interval.edge].len() == 2,
        });
    });
    short
}
