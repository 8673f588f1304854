//! What answers make of an imported pattern.

use super::cloth::{UsedCloth, are_rivals, is_same_seam};
use super::question::{Decision, Question};
use crate::imported::{Imported, LeftOut};
use crate::piece::CutRule;
use crate::seam::{EdgePart, Seam, SeamSource};
use crate::suggest::SuggestedSeam;

/// What speaks for a seam that somebody answered for.
const ANSWERED: &str = "answered";

impl Imported {
    /// Takes an option of a question as the answer; `false` if it has no such option.
    pub fn answer(&mut self, question: &Question, option: usize) -> bool {
        let Some(option) = question.options.get(option) else { return false };
        self.decide(&option.decision);
        true
    }

    /// Settles what was decided: what contradicts it goes, and what follows from it is inferred anew.
    pub fn decide(&mut self, decision: &Decision) {
        match decision {
            Decision::Sew(seam) => self.sew(seam),
            Decision::Refuse(seam) => self.refuse(seam),
            Decision::StaysOpen(parts) => self.leave_open(parts),
            Decision::Cut(piece, cut) => self.answer_cut(*piece, *cut),
            Decision::Use(piece, is_used) => self.answer_use(*piece, *is_used),
        }
    }

    /// Sews a seam that somebody asks for. Seams that use the same edges go, whether they were sewn or suggested.
    pub fn sew(&mut self, seam: &Seam) {
        let seam = Seam { source: SeamSource::Answered, ..seam.clone() };
        let garment = &self.garment;
        let is_rival = |other: &Seam| are_rivals(garment, other, &seam);
        let mut reasons = vec![ANSWERED.to_owned()];
        let known = self.suggestions.iter().find(|known| is_same_seam(garment, &known.seam, &seam));
        reasons.extend(known.iter().flat_map(|known| known.reasons.clone()));
        self.suggestions.retain(|known| !is_rival(&known.seam));
        self.answers.sewn.retain(|known| !is_rival(known));
        self.answers.refused.retain(|known| !is_same_seam(garment, known, &seam));
        let used = UsedCloth::of(garment, [&seam]);
        self.answers.open.retain(|parts| used.users(garment, parts, true).is_empty());
        let kept: Vec<bool> = garment.seams.iter().map(|known| !is_rival(known)).collect();
        let mut kept = kept.into_iter();
        self.garment.seams.retain(|_| kept.next().unwrap_or(true));
        self.answers.sewn.push(seam.clone());
        self.suggestions.insert(0, SuggestedSeam { seam, score: 1.0, reasons });
    }

    /// Takes back a seam, or says that a suggested one is none.
    pub fn refuse(&mut self, seam: &Seam) {
        let garment = &self.garment;
        let is_same = |other: &Seam| is_same_seam(garment, other, seam);
        self.suggestions.retain(|known| !is_same(&known.seam));
        self.answers.sewn.retain(|known| !is_same(known));
        if !self.answers.refused.iter().any(is_same) {
            self.answers.refused.push(seam.clone());
        }
        let kept: Vec<bool> = garment.seams.iter().map(|known| !is_same(known)).collect();
        let mut kept = kept.into_iter();
        self.garment.seams.retain(|_| kept.next().unwrap_or(true));
    }

    /// Says that edges are sewn to nothing.
    pub fn leave_open(&mut self, parts: &[EdgePart]) {
        let garment = &self.garment;
        let sewn = UsedCloth::of(garment, self.suggestions.iter().map(|known| &known.seam));
        let users = sewn.users(garment, parts, true);
        let mut number = 0;
        self.suggestions.retain(|_| {
            number += 1;
            !users.contains(&(number - 1))
        });
        let uses = |seam: &Seam| !UsedCloth::of(garment, [seam]).users(garment, parts, true).is_empty();
        self.answers.sewn.retain(|seam| !uses(seam));
        let kept: Vec<bool> = garment.seams.iter().map(|seam| !uses(seam)).collect();
        let mut kept = kept.into_iter();
        self.garment.seams.retain(|_| kept.next().unwrap_or(true));
        if !self.answers.open.iter().any(|known| known == parts) {
            self.answers.open.push(parts.to_vec());
        }
    }

    /// Says how a piece is cut. What was said of its seams was said of another piece, and is forgotten.
    fn answer_cut(&mut self, piece: usize, cut: CutRule) {
        if self.garment.pieces.get(piece).is_none_or(|piece| piece.cut != cut) {
            self.answers.forget_seams_of(piece);
        }
        self.answers.cuts.retain(|(known, _)| *known != piece);
        self.answers.cuts.push((piece, cut));
        let is_as_drawn = self.garment.pieces.get(piece).is_some_and(|piece| piece.cut == cut);
        if is_as_drawn {
            self.halves.retain(|half| half.piece != piece);
            return;
        }
        let half = self.halves.iter().position(|half| half.piece == piece && half.cut == cut);
        match half.map(|half| self.halves.remove(half)) {
            Some(half) => self.take_half(&half),
            None => self.cut(piece, cut),
        }
    }

    /// Says whether a piece is sewn into the garment.
    fn answer_use(&mut self, piece: usize, is_used: bool) {
        self.answers.uses.retain(|(known, _)| *known != piece);
        self.answers.uses.push((piece, is_used));
        let has_seams =
            self.suggestions.iter().any(|known| known.seam.parts().any(|part| part.piece == piece));
        if is_used && !has_seams && self.is_read() {
            self.suggest();
        } else {
            self.apply_answers();
        }
    }

    /// Lets what is suggested agree with what was answered: after seams were inferred anew.
    pub(crate) fn apply_answers(&mut self) {
        for (piece, is_used) in self.answers.uses.clone() {
            let known = self.left_out.iter().position(|left| left.piece == piece);
            let known = known.map(|known| self.left_out.remove(known));
            if !is_used {
                let mut reasons = vec![ANSWERED.to_owned()];
                reasons.extend(known.into_iter().flat_map(|left| left.reasons));
                self.left_out.push(LeftOut { piece, score: 1.0, reasons });
                self.suggestions.retain(|known| !known.seam.parts().any(|part| part.piece == piece));
            }
        }
        let answers = std::mem::take(&mut self.answers);
        for (piece, cut) in &answers.cuts {
            self.halves.retain(|half| half.piece != *piece);
            if self.garment.pieces.get(*piece).is_some_and(|piece| piece.cut != *cut) {
                self.set_cut(*piece, *cut);
            }
        }
        self.answers.cuts = answers.cuts;
        self.answers.uses = answers.uses;
        answers.refused.iter().for_each(|seam| self.refuse(seam));
        answers.open.iter().for_each(|parts| self.leave_open(parts));
        answers.sewn.iter().for_each(|seam| self.sew(seam));
    }
}
