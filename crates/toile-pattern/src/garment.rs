//! Garments: pieces and the seams that hold them together.

use crate::piece::Piece;
use crate::seam::{EdgePart, Seam};

/// A sewing pattern.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Garment {
    /// Its name.
    pub name: String,
    /// What it is, in a sentence.
    pub description: String,
    /// The name of its fabric.
    pub fabric: Option<String>,
    /// Its pieces.
    pub pieces: Vec<Piece>,
    /// Its seams.
    pub seams: Vec<Seam>,
    /// The sizes it comes in, by growing value; empty if it has only one.
    pub sizes: Vec<GarmentSize>,
    /// The name of the size that the pieces are drawn in.
    pub base_size: Option<String>,
}

/// A size of a garment.
#[derive(Clone, Debug, PartialEq)]
pub struct GarmentSize {
    /// Its name.
    pub name: String,
    /// Where it stands among the others; sizes between two others are found by this.
    pub value: f64,
}

impl Garment {
    /// An empty garment.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// The number of the piece of a name.
    pub fn piece_named(&self, name: &str) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.name == name)
    }

    /// Leaves pieces out, by their numbers, and seams that need them. The others keep their order.
    pub fn leave_out(&mut self, is_out: impl Fn(usize) -> bool) {
        let count = self.pieces.len();
        let kept: Vec<usize> = (0..count).filter(|&piece| !is_out(piece)).collect();
        let place = |piece: usize| kept.binary_search(&piece).ok();
        self.seams.retain(|seam| seam.parts().all(|part| place(part.piece).is_some()));
        for part in self.seams.iter_mut().flat_map(|seam| seam.sides.iter_mut().flatten()) {
            part.piece = place(part.piece).unwrap_or(part.piece);
        }
        let mut number = 0;
        self.pieces.retain(|_| {
            number += 1;
            place(number - 1).is_some()
        });
    }

    /// The length of a part of an edge; zero if there is no such edge.
    pub fn part_length(&self, part: &EdgePart) -> f64 {
        let edge = self.pieces.get(part.piece).and_then(|piece| piece.edge(part.edge));
        edge.map_or(0.0, |edge| edge.curve.length() * part.share())
    }

    /// The lengths of both sides of a seam.
    pub fn seam_lengths(&self, seam: &Seam) -> [f64; 2] {
        [0, 1].map(|side| seam.sides[side].iter().map(|part| self.part_length(part)).sum())
    }

    /// What a part of an edge is called, in the words of a garment file: `front.side`, `-back.side'`, `yoke.3[0.2..0.5]`.
    pub fn part_name(&self, part: &EdgePart) -> String {
        let Some(piece) = self.pieces.get(part.piece) else { return format!("piece {}", part.piece) };
        let prime = if part.mirrored { "'" } else { "" };
        let edge = format!("{}.{}{prime}", piece.name, piece.edge_name(part.edge));
        match (part.from, part.to) {
            (0.0, 1.0) => edge,
            (1.0, 0.0) => format!("-{edge}"),
            (from, to) => format!("{edge}[{from}..{to}]"),
        }
    }
}
