//! What comes out of a pattern file, whatever its format.

use crate::answers::Answers;
use crate::curve::Curve;
use crate::evidence::PatternEvidence;
use crate::garment::Garment;
use crate::halves::{Half, is_nearly_straight, probable_halves};
use crate::note::Note;
use crate::piece::CutRule;
use crate::reading::{Exclusion, layered_pieces, read_pattern};
use crate::seam::SeamSource;
use crate::suggest::SuggestedSeam;

/// A pattern read from a file of any format.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imported {
    /// The pattern.
    pub garment: Garment,
    /// What was odd, and what was made of it.
    pub warnings: Vec<String>,
    /// Seams that the file does not tell but the pieces suggest, the likeliest first.
    pub suggestions: Vec<SuggestedSeam>,
    /// What the file tells of its pieces beyond their outlines.
    pub evidence: PatternEvidence,
    /// Words on the drawing that belong to pieces.
    pub notes: Vec<Note>,
    /// Pieces that are probably halves though the file does not say so. Nothing is made of them until [`Imported::make_whole`].
    pub halves: Vec<Half>,
    /// Pieces that are probably not sewn into the garment, though they are drawn with it.
    pub left_out: Vec<LeftOut>,
    /// What was answered about all this.
    pub answers: Answers,
}

/// A piece that is probably not sewn into the garment: a guide, a template, an interfacing.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    /// The piece.
    pub piece: usize,
    /// How likely that is, from 0 to 1.
    pub score: f64,
    /// What speaks for it.
    pub reasons: Vec<String>,
}

impl Imported {
    /// A pattern without anything odd.
    pub fn of(garment: Garment) -> Self {
        Self { garment, ..Self::default() }
    }

    /// Takes pieces for halves from a score on, [`SURE`](crate::asking::SURE) if nothing else is asked for, and suggests seams again. Returns those.
    pub fn make_whole(&mut self, accept: f64) -> Vec<Half> {
        let (taken, left) =
            std::mem::take(&mut self.halves).into_iter().partition(|half| half.score >= accept);
        self.halves = left;
        for half in &taken {
            self.set_half(half);
        }
        if !taken.is_empty() {
            self.suggest();
        }
        taken
    }

    /// Takes a piece for a half, and suggests seams again.
    pub(crate) fn take_half(&mut self, half: &Half) {
        self.set_half(half);
        self.suggest();
    }

    fn set_half(&mut self, half: &Half) {
        self.set_cut(half.piece, half.cut);
        // Files that do not tell halves often name no pieces either.
        let placement = self.garment.pieces.get_mut(half.piece).map(|piece| &mut piece.placement);
        if let Some(placement) = placement.filter(|at| half.is_sleeve && at.segment.is_none()) {
            placement.segment = Some("left_arm".to_owned());
        }
    }

    /// Says how a piece is cut, and suggests seams again.
    pub fn cut(&mut self, piece: usize, cut: CutRule) {
        self.set_cut(piece, cut);
        self.suggest();
    }

    /// Takes pieces of two layers for one: what is cut twice is not always a left and a right one.
    pub(crate) fn merge_layers(&mut self) {
        for piece in layered_pieces(&self.garment, &self.evidence, &self.notes) {
            self.garment.pieces[piece].cut = CutRule::Once;
        }
    }

    /// Reads what a file does not tell: which pieces are sewn into the garment, and their seams, in agreement with what was answered. Says so where there
    /// is too much to read.
    pub(crate) fn suggest(&mut self) -> Option<String> {
        if !self.tells_no_seams() {
            return None;
        }
        self.garment.seams.clear();
        let reading = read_pattern(&self.garment, &self.evidence, &self.notes, &self.answers.uses);
        let left_out = reading.pieces.iter().enumerate().filter_map(|(piece, read)| {
            let Exclusion { words, probability } = read.left_out.clone()?;
            Some(LeftOut { piece, score: probability, reasons: vec![words] })
        });
        self.left_out = left_out.collect();
        self.suggestions = reading.seams;
        self.apply_answers();
        reading.too_many
    }

    /// Whether its seams are inferred from what its file tells of the pieces.
    pub(crate) fn is_read(&self) -> bool {
        self.tells_no_seams() && !self.evidence.pieces.is_empty()
    }

    /// Whether no seam of the garment is told by its file.
    fn tells_no_seams(&self) -> bool {
        self.garment.seams.iter().all(|seam| seam.source != SeamSource::Told)
    }

    pub(crate) fn set_cut(&mut self, piece: usize, cut: CutRule) {
        if let Some(piece) = self.garment.pieces.get_mut(piece) {
            piece.cut = cut;
            // Other programs write straight lines as curves, too.
            if let CutRule::OnFold(edge) = cut
                && let Some(edge) = piece.outline.edges.get_mut(edge)
                && is_nearly_straight(&edge.curve)
            {
                edge.curve = Curve::line(edge.curve.from(), edge.curve.to());
            }
        }
        self.halves.retain(|half| half.piece != piece);
    }

    /// Looks for halves among the pieces of a file that tells no seams; `girth` is that of the body, if it is known. A file that says of one piece that it
    /// lies on the fold says so of all.
    pub fn find_halves(&mut self, girth: Option<f64>) {
        let told = self.garment.pieces.iter().any(|piece| matches!(piece.cut, CutRule::OnFold(_)));
        if self.garment.seams.is_empty() && !told {
            self.halves = probable_halves(&self.garment, &self.notes, girth);
            self.halves.retain(|half| self.answers.cuts.iter().all(|(piece, _)| *piece != half.piece));
        }
    }
}
