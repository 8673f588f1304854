//! Questions about a pattern, and what somebody points at in it.

use super::super::Desk;
use crate::asking::{PatternAnswer, PatternQuestion, PatternQuestions, ProposedSeam, SeamStanding};
use crate::live::LiveState;
use egui::{Button, RichText, Ui};

/// Shows what is open, what is known of the edges that were clicked, and what becomes of it.
pub(super) fn show(desk: &mut Desk, ui: &mut Ui, state: &LiveState) {
    let Some(asked) = &state.offer.asked else { return };
    ui.label(RichText::new(&state.offer.title).strong());
    let words = match asked.questions.len() {
        0 => "Nothing is open.".to_owned(),
        1 => "One thing is not sure. The pattern shows its edges.".to_owned(),
        count => {
            format!("{count} things are not sure. The pattern shows the edges of the one that is open here.")
        }
    };
    ui.label(words);
    end(desk, ui, asked);
    ui.separator();
    picked(desk, ui, state, asked);
    ui.separator();
    let open = desk.question.as_ref();
    let open = asked.questions.iter().position(|question| Some(&question.text) == open).unwrap_or(0);
    for (number, question) in asked.questions.iter().enumerate() {
        one(desk, ui, asked, question, number == open);
    }
}

/// What becomes of the answers.
fn end(desk: &mut Desk, ui: &mut Ui, asked: &PatternQuestions) {
    ui.horizontal_wrapped(|ui| {
        let (words, help) = if asked.questions.is_empty() {
            ("Dress", "Saves the answers, and dresses the body")
        } else {
            (
                "Dress with the likeliest",
                "Saves the answers so far; what is open is sewn in the likeliest way",
            )
        };
        if ui.button(words).on_hover_text(help).clicked() {
            desk.dress_answered(asked.answered);
        }
        let save = ui.add_enabled(!asked.is_saved, Button::new("Save answers"));
        if save.on_hover_text(format!("Writes them into {}", asked.file)).clicked() {
            desk.handle.send(PatternAnswer::Save);
        }
    });
    let words = if asked.is_saved { "saved in" } else { "to be saved in" };
    ui.weak(format!("{} answers, {words} {}", asked.answered, asked.file));
}

/// A question; only the open one shows its options.
fn one(desk: &mut Desk, ui: &mut Ui, asked: &PatternQuestions, question: &PatternQuestion, is_open: bool) {
    if ui.selectable_label(is_open, &question.text).on_hover_text("Shows its edges").clicked() {
        desk.question = Some(question.text.clone());
    }
    if !is_open {
        return;
    }
    ui.indent(&question.text, |ui| {
        for (number, option) in question.options.iter().enumerate() {
            let text = format!("{}, {:.0} %", option.text, 100.0 * option.probability);
            let text =
                if number == question.default { RichText::new(text).strong() } else { RichText::new(text) };
            let help = match option.reasons.join("\n") {
                reasons if reasons.is_empty() => "What the others leave over".to_owned(),
                reasons => reasons,
            };
            if ui.button(text).on_hover_text(help).clicked() {
                let question = question.text.clone();
                desk.answer("Answer", asked.answered, PatternAnswer::Choose { question, option: number });
            }
        }
    });
}

/// What is known of the edges that were clicked, and what can be said of them.
fn picked(desk: &mut Desk, ui: &mut Ui, state: &LiveState, asked: &PatternQuestions) {
    let pattern = &state.offer.pattern;
    let name = |(piece, edge): (usize, usize)| {
        let piece = pattern.pieces.get(piece)?;
        Some(format!("{}, edge {}", piece.name, piece.edges.get(edge)?.name))
    };
    let edges = desk.picked.clone();
    let names: Vec<String> = edges.iter().filter_map(|edge| name(*edge)).collect();
    match (&edges[..], &names[..]) {
        ([first, second], [one, other]) => {
            ui.label(format!("{one}, and {other}:"));
            let sew =
                ui.button("Sew them together").on_hover_text("What was sewn to them before is not any more");
            if sew.clicked() {
                desk.picked.clear();
                desk.answer("Seam", asked.answered, PatternAnswer::Sew([*first, *second]));
            }
        }
        ([edge], [one]) => {
            ui.label(format!("{one}: click another edge to sew them together."));
            if ui.button("It stays open").on_hover_text("It is sewn to nothing").clicked() {
                desk.picked.clear();
                desk.answer("Open edge", asked.answered, PatternAnswer::LeaveOpen(*edge));
            }
        }
        _ => {
            ui.label("Click two edges to sew them together, or one to see what it is sewn to.");
        }
    }
    let seams: Vec<usize> = match edges.last() {
        Some(edge) => asked.seams_at(*edge).collect(),
        None => Vec::new(),
    };
    for seam in seams.into_iter().filter_map(|number| asked.proposals.get(number)) {
        judged(desk, ui, asked, seam);
    }
}

/// A seam at an edge, to be taken or refused.
fn judged(desk: &mut Desk, ui: &mut Ui, asked: &PatternQuestions, seam: &ProposedSeam) {
    let known = match seam.standing {
        SeamStanding::Told => "the file tells it".to_owned(),
        SeamStanding::Answered => "you said so".to_owned(),
        SeamStanding::Sure(probability) => format!("sure, {:.0} %", 100.0 * probability),
        SeamStanding::Open(probability) => format!("not sure, {:.0} %", 100.0 * probability),
    };
    ui.label(format!("{} ({known})", seam.name));
    ui.horizontal(|ui| {
        let judges = |is_sewn| PatternAnswer::Judge { seam: seam.name.clone(), is_sewn };
        let is_open = matches!(seam.standing, SeamStanding::Open(_) | SeamStanding::Sure(_));
        if is_open && ui.small_button("Right").on_hover_text("It is sewn").clicked() {
            desk.answer("Seam", asked.answered, judges(true));
        }
        if ui.small_button("Wrong").on_hover_text("It is not sewn").clicked() {
            desk.answer("No seam", asked.answered, judges(false));
        }
    });
}
