//! Questions one after another, with a way back.

use super::compose::{Letters, questions};
use super::question::{Decision, Question};
use crate::certainty::SURE;
use crate::imported::Imported;

/// A pattern while it is asked about.
#[derive(Clone, Debug)]
pub struct Interview {
    imported: Imported,
    /// From which probability on nothing is asked.
    accept: f64,
    letters: Letters,
    /// The pattern before each answer.
    before: Vec<Imported>,
}

impl Interview {
    /// Asks about all that is not sure.
    pub fn new(imported: Imported) -> Self {
        Self::below(imported, SURE)
    }

    /// Asks about what is less probable than `accept`.
    pub fn below(imported: Imported, accept: f64) -> Self {
        Self { imported, accept, letters: Letters::default(), before: Vec::new() }
    }

    /// The question whose answer tells most; none if everything is settled.
    pub fn question(&mut self) -> Option<Question> {
        questions(&self.imported, self.accept, 1, &mut self.letters).pop()
    }

    /// All open questions, the most telling one first.
    pub fn questions(&mut self) -> Vec<Question> {
        questions(&self.imported, self.accept, usize::MAX, &mut self.letters)
    }

    /// Takes an option as the answer; `false` if there is no such option.
    pub fn answer(&mut self, question: &Question, option: usize) -> bool {
        let Some(option) = question.options.get(option) else { return false };
        self.decide(&option.decision.clone());
        true
    }

    /// Settles something, whether it was asked or not.
    pub fn decide(&mut self, decision: &Decision) {
        self.before.push(self.imported.clone());
        self.imported.decide(decision);
    }

    /// Takes the last answer back; `false` if there is none.
    pub fn back(&mut self) -> bool {
        let before = self.before.pop();
        let went = before.is_some();
        if let Some(before) = before {
            self.imported = before;
        }
        went
    }

    /// How many answers can be taken back.
    pub fn answered(&self) -> usize {
        self.before.len()
    }

    /// The pattern as it stands.
    pub fn imported(&self) -> &Imported {
        &self.imported
    }

    /// The pattern with what was answered.
    pub fn into_imported(self) -> Imported {
        self.imported
    }
}

impl Imported {
    /// All that is to be asked before the garment can be sewn, the most telling question first.
    pub fn questions(&self) -> Vec<Question> {
        questions(self, SURE, usize::MAX, &mut Letters::default())
    }
}
