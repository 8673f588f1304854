//! From what is not sure to questions.

use super::cloth::{SideKey, UsedCloth};
use super::question::{Choice, Decision, MarkedEdges, Question};
use super::standing::Standing;
use super::words::{letter_of, piece_edges, side_words};
use crate::certainty::{SURE, is_asked};
use crate::halves::Half;
use crate::imported::{Imported, LeftOut};
use crate::piece::CutRule;
use crate::seam::{EdgePart, Seam};

/// Options of one question, besides that it is none of them.
const MOST_OPTIONS: usize = 6;
/// Halves and pieces to be left out come before seams, which depend on them.
const FIRST: f64 = 1e6;

/// The letters of what was asked about.
#[derive(Clone, Debug, Default)]
pub(super) struct Letters {
    known: Vec<(usize, SideKey)>,
}

impl Letters {
    /// A mark on edges, or on a whole piece if there are none, with its letter.
    fn mark(&mut self, imported: &Imported, piece: usize, parts: &[EdgePart]) -> MarkedEdges {
        let key = (piece, SideKey::of(&imported.garment, parts));
        let known = self.known.iter().position(|known| *known == key);
        let number = known.unwrap_or_else(|| {
            self.known.push(key);
            self.known.len() - 1
        });
        MarkedEdges { letter: letter_of(number), piece, parts: parts.to_vec() }
    }

    fn side(&mut self, imported: &Imported, side: &[EdgePart]) -> MarkedEdges {
        self.mark(imported, side.first().map_or(0, |part| part.piece), side)
    }
}

/// All open questions, the one first that tells most. Only as many as `most` are made, which is quicker where one is needed.
pub(super) fn questions(
    imported: &Imported,
    accept: f64,
    most: usize,
    letters: &mut Letters,
) -> Vec<Question> {
    let garment = &imported.garment;
    let standing = Standing::of(imported, accept);
    let seams: Vec<&Seam> = imported.suggestions.iter().map(|known| &known.seam).collect();
    let of_piece =
        |piece: usize| seams.iter().filter(|seam| seam.parts().any(|part| part.piece == piece)).count() + 1;
    let mut drafts: Vec<(f64, Draft<'_>)> = Vec::new();
    for half in imported.halves.iter().filter(|half| is_asked(half.score, accept)) {
        let gain = FIRST + entropy(&[half.score]) * of_piece(half.piece) as f64;
        drafts.push((gain, Draft::Half(half)));
    }
    for left in imported.left_out.iter().filter(|left| is_asked(left.score, SURE)) {
        let gain = FIRST + entropy(&[left.score]) * of_piece(left.piece) as f64;
        drafts.push((gain, Draft::Use(left)));
    }
    let mut used = UsedCloth::default();
    standing.open.iter().for_each(|&number| used.add(garment, seams[number], number));
    for group in groups(imported, &standing, &used) {
        let chances: Vec<f64> =
            group.members.iter().map(|&number| imported.suggestions[number].score).collect();
        let decided: f64 = group
            .members
            .iter()
            .zip(&chances)
            .map(|(&number, chance)| chance * used.rivals(garment, seams[number]).len() as f64)
            .sum();
        drafts.push((entropy(&chances) * (1.0 + decided), Draft::Seam(group)));
    }
    drafts.sort_by(|a, b| b.0.total_cmp(&a.0));
    drafts.truncate(most);
    drafts.into_iter().map(|(gain, draft)| draft.question(imported, gain, letters)).collect()
}

/// Rivals that use one side of the likeliest of them.
struct Group {
    /// The side that all of them use.
    anchor: Vec<EdgePart>,
    /// The suggestions, the likeliest first.
    members: Vec<usize>,
}

/// Each open suggestion in one group.
fn groups(imported: &Imported, standing: &Standing, used: &UsedCloth) -> Vec<Group> {
    let score = |number: usize| imported.suggestions[number].score;
    let mut open = standing.open.clone();
    open.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
    let mut grouped = vec![false; imported.suggestions.len()];
    let mut groups = Vec::new();
    for number in open {
        if grouped[number] {
            continue;
        }
        let seam = &imported.suggestions[number].seam;
        let users = seam.sides.each_ref().map(|side| {
            let mut users: Vec<usize> = used.users(&imported.garment, side, seam.both).into_iter().collect();
            users.retain(|&other| other != number && !grouped[other]);
            users.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
            users
        });
        let mass = |users: &[usize]| users.iter().map(|&other| score(other)).sum::<f64>();
        let side = usize::from(mass(&users[1]) > mass(&users[0]));
        let rivals = users[side].iter().copied().take(MOST_OPTIONS - 1);
        let members: Vec<usize> = std::iter::once(number).chain(rivals).collect();
        for &member in &members {
            grouped[member] = true;
        }
        groups.push(Group { anchor: seam.sides[side].clone(), members });
    }
    groups
}

/// A question before it is put into words.
enum Draft<'a> {
    Half(&'a Half),
    Use(&'a LeftOut),
    Seam(Group),
}

impl Draft<'_> {
    fn question(self, imported: &Imported, gain: f64, letters: &mut Letters) -> Question {
        let (text, marks, options) = match self {
            Self::Half(half) => about_half(imported, half, letters),
            Self::Use(left) => about_use(imported, left, letters),
            Self::Seam(group) => match group.members[..] {
                [member] => about_one(imported, member, letters),
                _ => about_rivals(imported, &group, letters),
            },
        };
        let chance = |option: &Choice| option.probability;
        let likeliest = (0..options.len()).fold(0, |best, number| {
            if chance(&options[number]) > chance(&options[best]) { number } else { best }
        });
        Question { text, marks, options, default: likeliest, gain }
    }
}

type Parts = (String, Vec<MarkedEdges>, Vec<Choice>);

fn yes_or_no(probability: f64, reasons: &[String], [yes, no]: [Decision; 2]) -> Vec<Choice> {
    let option = |text: &str, probability: f64, reasons: &[String], decision: Decision| Choice {
        text: text.to_owned(),
        probability,
        reasons: reasons.to_vec(),
        decision,
    };
    vec![option("yes", probability, reasons, yes), option("no", 1.0 - probability, &[], no)]
}

fn about_half(imported: &Imported, half: &Half, letters: &mut Letters) -> Parts {
    let piece = &imported.garment.pieces[half.piece];
    let (text, mark) = match half.cut {
        CutRule::OnFold(edge) => {
            let mark = letters.mark(imported, half.piece, &[EdgePart::along(half.piece, edge)]);
            let edge = piece_edges(piece, &[edge]);
            (format!("Is `{}` half of a piece, with {} ({edge}) on the fold?", piece.name, mark.letter), mark)
        }
        CutRule::Pair | CutRule::Once => {
            let mark = letters.mark(imported, half.piece, &[]);
            (format!("Is {} (`{}`) cut twice, once mirrored?", mark.letter, piece.name), mark)
        }
    };
    let decisions = [half.cut, piece.cut].map(|cut| Decision::Cut(half.piece, cut));
    (text, vec![mark], yes_or_no(half.score, &half.reasons, decisions))
}

fn about_use(imported: &Imported, left: &LeftOut, letters: &mut Letters) -> Parts {
    let mark = letters.mark(imported, left.piece, &[]);
    let name = imported.garment.pieces.get(left.piece).map_or("", |piece| &piece.name);
    let text = format!("Is {} (`{name}`) sewn into the garment?", mark.letter);
    let [no, yes] = [false, true].map(|is_used| Decision::Use(left.piece, is_used));
    let mut options = yes_or_no(1.0 - left.score, &[], [yes, no]);
    "no, leave it out".clone_into(&mut options[1].text);
    options[1].reasons.clone_from(&left.reasons);
    (text, vec![mark], options)
}

/// A seam without rivals.
fn about_one(imported: &Imported, member: usize, letters: &mut Letters) -> Parts {
    let known = &imported.suggestions[member];
    let [a, b] = &known.seam.sides;
    let (garment, one) = (&imported.garment, letters.side(imported, a));
    let other = letters.side(imported, b);
    let (text, marks) = if one.letter == other.letter {
        let words = side_words(garment, a);
        (format!("Is {} ({words}) sewn to its own mirror image?", one.letter), vec![one])
    } else {
        let text = format!(
            "Is {} ({}) sewn to {} ({})?",
            one.letter,
            side_words(garment, a),
            other.letter,
            side_words(garment, b)
        );
        (text, vec![one, other])
    };
    let decisions = [Decision::Sew(known.seam.clone()), Decision::Refuse(known.seam.clone())];
    (text, marks, yes_or_no(known.score, &known.reasons, decisions))
}

/// A side that several suggestions use.
fn about_rivals(imported: &Imported, group: &Group, letters: &mut Letters) -> Parts {
    let garment = &imported.garment;
    let anchor = letters.side(imported, &group.anchor);
    let key = SideKey::of(garment, &group.anchor);
    let text = format!("What is {} ({}) sewn to?", anchor.letter, side_words(garment, &group.anchor));
    let mut marks = vec![anchor.clone()];
    let mut options = Vec::new();
    let mut add = |mark: MarkedEdges| {
        if marks.iter().all(|known| known.letter != mark.letter) {
            marks.push(mark);
        }
    };
    for &member in &group.members {
        let known = &imported.suggestions[member];
        let is_anchor = known.seam.sides.each_ref().map(|side| SideKey::of(garment, side) == key);
        let words = |side: &[EdgePart], mark: &MarkedEdges| {
            format!("{} ({})", mark.letter, side_words(garment, side))
        };
        let text = if is_anchor == [true, true] {
            "its own mirror image".to_owned()
        } else if let Some(side) = is_anchor.iter().position(|is_anchor| *is_anchor) {
            let other = &known.seam.sides[1 - side];
            let mark = letters.side(imported, other);
            let text = words(other, &mark);
            add(mark);
            text
        } else {
            // It uses more or less of the edge.
            let [a, b] = &known.seam.sides;
            let [one, other] = [a, b].map(|side| letters.side(imported, side));
            let text = format!("{} to {}", words(a, &one), words(b, &other));
            add(one);
            add(other);
            text
        };
        let decision = Decision::Sew(known.seam.clone());
        options.push(Choice { text, probability: known.score, reasons: known.reasons.clone(), decision });
    }
    let told: f64 = options.iter().map(|option| option.probability).sum();
    options.push(Choice {
        text: "nothing".to_owned(),
        probability: (1.0 - told).max(0.0),
        reasons: Vec::new(),
        decision: Decision::StaysOpen(group.anchor.clone()),
    });
    (text, marks, options)
}

/// How open it is which of some possibilities, or none of them, is true, in bits.
fn entropy(chances: &[f64]) -> f64 {
    let all: f64 = chances.iter().sum();
    let rest = (1.0 - all).max(0.0);
    let whole = all + rest;
    let of = |chance: f64| {
        let share = chance / whole;
        if share > 0.0 { -share * share.log2() } else { 0.0 }
    };
    chances.iter().copied().map(of).sum::<f64>() + of(rest)
}
