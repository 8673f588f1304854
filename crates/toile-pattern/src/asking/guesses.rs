//! Going on with the likeliest answers, for those who are in a hurry.

use super::cloth::is_same_seam;
use super::interview::Interview;
use super::question::Decision;
use crate::imported::Imported;
use crate::seam::{Seam, SeamSource};

impl Imported {
    /// Takes the likeliest answer to whatever is less probable than `accept`, and sews what follows. Nobody has answered that: its seams count as
    /// [inferred](SeamSource::Inferred), and nothing of it is remembered as an answer. Returns how many questions there were.
    pub fn settle_likeliest(&mut self, accept: f64) -> usize {
        let answers = self.answers.clone();
        let mut guessed: Vec<(Seam, f64)> = Vec::new();
        let mut interview = Interview::below(std::mem::take(self), accept);
        while let Some(question) = interview.question() {
            let Some(likeliest) = question.options.get(question.default) else { break };
            if let Decision::Sew(seam) = &likeliest.decision {
                guessed.push((seam.clone(), likeliest.probability));
            }
            interview.decide(&likeliest.decision);
        }
        let count = interview.answered();
        *self = interview.into_imported();
        self.settle(accept);
        let Self { garment, .. } = self;
        let mut seams = std::mem::take(&mut garment.seams);
        for seam in &mut seams {
            let guess = guessed.iter().find(|(guess, _)| is_same_seam(garment, guess, seam));
            if let Some((_, probability)) = guess {
                seam.source = SeamSource::Inferred { probability: *probability };
            }
        }
        garment.seams = seams;
        self.answers = answers;
        count
    }
}
