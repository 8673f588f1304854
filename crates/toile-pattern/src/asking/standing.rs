//! How things stand: which suggestions are sewn, and which are still to be asked about.

use super::cloth::UsedCloth;
use crate::certainty::{SURE, UNSURE, is_asked};
use crate::garment::Garment;
use crate::imported::Imported;
use crate::seam::{Seam, SeamSource};
use std::collections::BTreeSet;

/// What is said of a piece that no seam joins to another one.
const LOOSE: &str = "is sewn to no other piece";

/// Suggestions by their numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Standing {
    /// Those that are sewn; no two of them are rivals.
    pub(super) sewn: Vec<usize>,
    /// Those that are not sure. They exclude none that is sewn, but may exclude each other.
    pub(super) open: Vec<usize>,
}

impl Standing {
    /// How things stand if suggestions are sewn from a probability on. Of rivals the one that is listed first is sewn.
    pub(super) fn of(imported: &Imported, accept: f64) -> Self {
        let garment = &imported.garment;
        let mut used = UsedCloth::of(garment, &garment.seams);
        let mut standing = Self::default();
        let is_out = |seam: &Seam| seam.parts().any(|part| imported.is_left_out(part.piece));
        for (number, suggestion) in imported.suggestions.iter().enumerate() {
            let seam = &suggestion.seam;
            if suggestion.score >= accept && !is_out(seam) && used.rivals(garment, seam).is_empty() {
                used.add(garment, seam, number);
                standing.sewn.push(number);
            }
        }
        for (number, suggestion) in imported.suggestions.iter().enumerate() {
            let seam = &suggestion.seam;
            if is_asked(suggestion.score, accept) && !is_out(seam) && used.rivals(garment, seam).is_empty() {
                standing.open.push(number);
            }
        }
        standing
    }
}

impl Imported {
    /// Whether a piece is surely not sewn into the garment.
    pub fn is_left_out(&self, piece: usize) -> bool {
        self.left_out.iter().any(|left| left.piece == piece && left.score >= SURE)
    }

    /// The same with all that is sure sewn: see [`Self::settle`].
    #[must_use]
    pub fn settled(mut self) -> Self {
        self.settle(SURE);
        self
    }

    /// The garment as it is sewn: without the pieces that are surely left out.
    pub fn into_garment(self) -> Garment {
        let out: Vec<bool> = (0..self.garment.pieces.len()).map(|piece| self.is_left_out(piece)).collect();
        let mut garment = self.garment;
        garment.leave_out(|piece| out[piece]);
        garment
    }

    /// Sews what is suggested from a probability on, [`SURE`] if nothing else is asked for. Suggestions that are still to be asked about stay.
    /// Returns how many seams were added.
    pub fn settle(&mut self, accept: f64) -> usize {
        let Standing { sewn, open } = Standing::of(self, accept);
        let source = |score: f64, seam: &Seam| match seam.source {
            SeamSource::Told => SeamSource::Inferred { probability: score },
            known => known,
        };
        let seams = sewn.iter().map(|&number| {
            let known = &self.suggestions[number];
            Seam { source: source(known.score, &known.seam), ..known.seam.clone() }
        });
        self.garment.seams.extend(seams);
        self.suggestions = open.into_iter().map(|number| self.suggestions[number].clone()).collect();
        self.halves.retain(|half| half.score >= UNSURE);
        self.left_out.retain(|left| left.score >= UNSURE);
        if self.is_read() {
            let words: Vec<String> =
                self.sewn_to_nothing().into_iter().map(|piece| self.words_of_loose(piece)).collect();
            self.warnings.retain(|warning| !warning.contains(LOOSE));
            self.warnings.extend(words);
        }
        sewn.len()
    }

    /// The pieces that belong to the garment but are sewn to no other piece, neither surely nor by a seam that is still asked about.
    pub fn sewn_to_nothing(&self) -> Vec<usize> {
        let seams = self.garment.seams.iter().chain(self.suggestions.iter().map(|known| &known.seam));
        let mut joined: BTreeSet<usize> = BTreeSet::new();
        for seam in seams {
            let pieces: BTreeSet<usize> = seam.parts().map(|part| part.piece).collect();
            if pieces.len() > 1 {
                joined.extend(pieces);
            }
        }
        let worn: Vec<usize> =
            (0..self.garment.pieces.len()).filter(|&piece| !self.is_left_out(piece)).collect();
        if worn.len() < 2 {
            return Vec::new();
        }
        worn.into_iter().filter(|piece| !joined.contains(piece)).collect()
    }

    fn words_of_loose(&self, piece: usize) -> String {
        let name = &self.garment.pieces[piece].name;
        let edge = self.garment.pieces[piece].edge_name(0);
        format!(
            "`{name}` {LOOSE}: say what it is sewn to, such as `{name}.{edge} = PIECE.EDGE`, or `{name} = left out` if it does not belong to the garment"
        )
    }
}
