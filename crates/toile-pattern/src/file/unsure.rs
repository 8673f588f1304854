//! What a garment file remembers of questions: `[[unsure]]` sections, each a statement with its probability and, once it is answered, its answer.
//!
//! A statement is that a seam is sewn (`a`, `b`), that a piece is drawn as a half (`piece` with `on_fold` or `pair`) or is
//! none (`as_drawn`), that a piece is not sewn in (`piece`
//! with `left_out`), or that an edge is sewn to nothing (`open`).

use super::document::UnsureSection;
use super::read::{Read, Reader};
use super::write::{number, numbers, quoted, side_text, write_seam};
use crate::garment::Garment;
use crate::halves::{Half, is_nearly_straight};
use crate::imported::{Imported, LeftOut};
use crate::piece::CutRule;
use crate::seam::{EdgePart, Seam, SeamSource};
use crate::suggest::SuggestedSeam;
use std::fmt::Write;
use std::ops::Range;
use toml::Spanned;

impl Reader<'_> {
    /// Those about pieces, before any seam is read: which edges have mirror images depends on how pieces are cut.
    pub(super) fn unsure_pieces(
        &self,
        imported: &mut Imported,
        sections: &[Spanned<UnsureSection>],
    ) -> Read<()> {
        for spanned in sections {
            let section = spanned.get_ref();
            let Some(name) = &section.piece else { continue };
            let Some(piece) = imported.garment.piece_named(name.get_ref()) else {
                let known: Vec<&str> = imported.garment.pieces.iter().map(|p| p.name.as_str()).collect();
                let cause = format!("there is no piece `{}`", name.get_ref());
                return self.wrong(
                    name.span().start,
                    cause,
                    format!("the pieces are {}", super::part::list(&known)),
                );
            };
            let (answer, score) = (self.answer(section)?, self.score(section)?);
            let reasons = section.reasons.clone();
            let cut = match (&section.on_fold, section.pair, section.as_drawn, section.left_out) {
                (None, false, false, true) => {
                    match answer {
                        None => imported.left_out.push(LeftOut { piece, score, reasons }),
                        Some(is_out) => imported.answers.uses.push((piece, !is_out)),
                    }
                    if answer == Some(true) {
                        imported.left_out.push(LeftOut {
                            piece,
                            score: 1.0,
                            reasons: section.reasons.clone(),
                        });
                    }
                    continue;
                }
                (Some(edge), false, false, false) => {
                    let drawn = &imported.garment.pieces[piece];
                    let number = self.edge(drawn, edge)?;
                    let line = drawn.outline.edges.get(number);
                    if !line.is_some_and(|edge| is_nearly_straight(&edge.curve)) {
                        let cause = format!("edge `{}` cannot lie on the fold", edge.get_ref());
                        return self.wrong(edge.span().start, cause, "name a straight edge of the outline");
                    }
                    CutRule::OnFold(number)
                }
                (None, true, false, false) => CutRule::Pair,
                (None, false, true, false) => CutRule::Once,
                _ => {
                    let cause = "the section does not say what is unsure of the piece";
                    let remedy = "write one of on_fold = \"EDGE\", pair, as_drawn and left_out = true";
                    return self.wrong(spanned.span().start, cause, remedy);
                }
            };
            let is_as_drawn = imported.garment.pieces[piece].cut == CutRule::Once;
            match answer {
                Some(true) => {
                    imported.set_cut(piece, cut);
                    imported.answers.cuts.push((piece, cut));
                }
                Some(false) => imported.answers.cuts.push((piece, CutRule::Once)),
                None if is_as_drawn && cut != CutRule::Once => {
                    imported.halves.push(Half { piece, cut, score, reasons, is_sleeve: false });
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Those about edges. What was answered with yes is a seam of the garment; the places of such seams.
    pub(super) fn unsure_seams(
        &self,
        imported: &mut Imported,
        sections: &[Spanned<UnsureSection>],
    ) -> Read<Vec<Range<usize>>> {
        let mut places = Vec::new();
        for spanned in sections {
            let section = spanned.get_ref();
            let garment = &imported.garment;
            match (&section.a, &section.b, &section.open, &section.piece) {
                (Some(a), Some(b), None, None) => {
                    let sides = [self.side(garment, a)?, self.side(garment, b)?];
                    let seam = unsure_seam(garment, section, sides);
                    let score = self.score(section)?;
                    match self.answer(section)? {
                        Some(true) => {
                            let seam = Seam { source: SeamSource::Answered, ..seam };
                            imported.garment.seams.push(seam.clone());
                            imported.answers.sewn.push(seam);
                            places.push(spanned.span());
                        }
                        Some(false) => imported.answers.refused.push(seam),
                        None => {
                            let reasons = section.reasons.clone();
                            imported.suggestions.push(SuggestedSeam { seam, score, reasons });
                        }
                    }
                }
                (None, None, Some(open), None) => {
                    let parts = self.side(garment, open)?;
                    // An edge that is not said to stay open is like any other.
                    if self.answer(section)? != Some(false) {
                        imported.answers.open.push(parts);
                    }
                }
                (None, None, None, Some(_)) => {}
                _ => {
                    let cause = "the section does not say what is unsure";
                    let remedy = "write the two sides of a seam as `a` and `b`, a `piece`, or an edge that stays `open`";
                    return self.wrong(spanned.span().start, cause, remedy);
                }
            }
        }
        Ok(places)
    }

    fn answer(&self, section: &UnsureSection) -> Read<Option<bool>> {
        let answer = section.answer.as_ref();
        answer.map(|word| self.choice(Some(word), &[("yes", true), ("no", false)], true)).transpose()
    }

    fn score(&self, section: &UnsureSection) -> Read<f64> {
        section.score.as_ref().map_or(Ok(0.5), |score| self.probability(score))
    }
}

/// The seam that a section is about.
fn unsure_seam(garment: &Garment, section: &UnsureSection, [a, b]: [Vec<EdgePart>; 2]) -> Seam {
    let names = |side: &[EdgePart]| side_text(garment, side);
    let name = section.name.clone().unwrap_or_else(|| format!("{} to {}", names(&a), names(&b)));
    Seam { both: section.both, ease: section.ease, marks: section.marks.clone(), ..Seam::new(name, a, b) }
}

/// Writes what is open, and what was answered and is not told by the garment itself.
pub(super) fn write_unsure(text: &mut String, imported: &Imported) {
    let garment = &imported.garment;
    let known = |piece: usize| garment.pieces.get(piece);
    let is_open = !imported.questions().is_empty();
    if is_open {
        text.push_str(
            "\n# Not sure, and not sewn. `toile import` of this file with --ask asks; or write answer = \"yes\" or answer = \"no\" below.\n",
        );
    }
    for half in imported.halves.iter().filter(|half| known(half.piece).is_some()) {
        let statement = cut_text(garment, half.piece, half.cut);
        section(text, &statement, Some((half.score, &half.reasons)), None);
    }
    for left in &imported.left_out {
        let Some(piece) = known(left.piece) else { continue };
        let answer = imported.answers.uses.contains(&(left.piece, false)).then_some(true);
        let statement = format!("piece = {}\nleft_out = true", quoted(&piece.name));
        section(text, &statement, Some((left.score, &left.reasons)), answer);
    }
    for suggestion in &imported.suggestions {
        let percent = (100.0 * suggestion.score).round();
        let _ = write!(text, "\n# {percent} %: {}", suggestion.reasons.join(", ").replace('\n', " "));
        let mut seam = String::new();
        write_seam(&mut seam, garment, &suggestion.seam);
        for line in seam.lines() {
            let _ = write!(text, "\n{}", if line.is_empty() { String::new() } else { format!("# {line}") });
        }
        text.push('\n');
        let statement = seam_text(garment, &suggestion.seam);
        section(text, &statement, Some((suggestion.score, &suggestion.reasons)), None);
    }
    write_answers(text, imported);
}

fn write_answers(text: &mut String, imported: &Imported) {
    let (garment, answers) = (&imported.garment, &imported.answers);
    for seam in &answers.refused {
        section(text, &seam_text(garment, seam), None, Some(false));
    }
    for parts in answers.open.iter().filter(|parts| !parts.is_empty()) {
        section(text, &format!("open = {}", quoted(&side_text(garment, parts))), None, Some(true));
    }
    for &(piece, cut) in &answers.cuts {
        // A cut that is another than drawn stands with its piece.
        if cut == CutRule::Once && garment.pieces.get(piece).is_some_and(|piece| piece.cut == cut) {
            section(text, &cut_text(garment, piece, cut), None, Some(true));
        }
    }
    for &(piece, _) in answers.uses.iter().filter(|(_, is_used)| *is_used) {
        let Some(piece) = garment.pieces.get(piece) else { continue };
        let statement = format!("piece = {}\nleft_out = true", quoted(&piece.name));
        section(text, &statement, None, Some(false));
    }
}

fn section(text: &mut String, statement: &str, speaks: Option<(f64, &[String])>, answer: Option<bool>) {
    let _ = write!(text, "\n[[unsure]]\n{statement}\n");
    if let Some((score, reasons)) = speaks {
        let _ = writeln!(text, "score = {}", number(score));
        let reasons: Vec<String> = reasons.iter().map(|reason| quoted(reason)).collect();
        if !reasons.is_empty() {
            let _ = writeln!(text, "reasons = [{}]", reasons.join(", "));
        }
    }
    if let Some(answer) = answer {
        let _ = writeln!(text, "answer = {}", quoted(if answer { "yes" } else { "no" }));
    }
}

fn cut_text(garment: &Garment, piece: usize, cut: CutRule) -> String {
    let Some(piece) = garment.pieces.get(piece) else { return String::new() };
    let name = quoted(&piece.name);
    match cut {
        CutRule::OnFold(edge) => format!("piece = {name}\non_fold = {}", quoted(&piece.edge_name(edge))),
        CutRule::Pair => format!("piece = {name}\npair = true"),
        CutRule::Once => format!("piece = {name}\nas_drawn = true"),
    }
}

fn seam_text(garment: &Garment, seam: &Seam) -> String {
    let [a, b] = seam.sides.each_ref().map(|side| quoted(&side_text(garment, side)));
    let mut text = format!("name = {}\na = {a}\nb = {b}", quoted(&seam.name));
    if seam.both {
        text += "\nboth = true";
    }
    if seam.ease != 0.0 {
        let _ = write!(text, "\nease = {}", number(seam.ease));
    }
    if !seam.marks.is_empty() {
        let marks = seam.marks.iter().map(|mark| numbers(mark)).collect::<Vec<_>>();
        let _ = write!(text, "\nmarks = [{}]", marks.join(", "));
    }
    text
}
