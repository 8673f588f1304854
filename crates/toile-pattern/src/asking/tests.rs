//! Questions, their answers, and what is remembered of them.

use super::*;
use crate::file;
use crate::garment::Garment;
use crate::halves::Half;
use crate::imported::{Imported, LeftOut};
use crate::outline::Outline;
use crate::piece::{CutRule, Piece};
use crate::seam::{EdgePart, Seam, SeamSource};
use crate::suggest::SuggestedSeam;
use glam::DVec2;

/// A sheet of a width and a height; its edges are bottom, right, top, left.
fn sheet(name: &str, width: f64, height: f64) -> Piece {
    let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(DVec2::from);
    let mut outline = Outline::polygon(&corners);
    for (edge, name) in outline.edges.iter_mut().zip(["bottom", "right", "top", "left"]) {
        edge.name = Some(name.to_owned());
    }
    Piece::new(name, outline)
}

fn seam(a: (usize, usize), b: (usize, usize)) -> Seam {
    Seam::new("s", vec![EdgePart::along(a.0, a.1)], vec![EdgePart::against(b.0, b.1)])
}

fn suggested(score: f64, a: (usize, usize), b: (usize, usize)) -> SuggestedSeam {
    SuggestedSeam { seam: seam(a, b), score, reasons: vec![format!("score {score}")] }
}

/// A front and a back whose right side is sure; the top of the front is sewn to a collar or a facing; the left side is unsure.
fn shirt() -> Imported {
    let pieces = vec![
        sheet("front", 0.5, 0.6),
        sheet("back", 0.5, 0.6),
        sheet("collar", 0.5, 0.05),
        sheet("facing", 0.5, 0.07),
    ];
    let suggestions = vec![
        suggested(0.95, (0, 1), (1, 3)),
        suggested(0.62, (0, 2), (2, 0)),
        suggested(0.4, (0, 3), (1, 1)),
        suggested(0.25, (0, 2), (3, 0)),
        suggested(0.2, (0, 1), (2, 3)),
        suggested(0.05, (2, 1), (2, 3)),
    ];
    let mut imported = Imported::of(Garment { pieces, ..Garment::new("shirt") });
    imported.suggestions = suggestions;
    imported
}

fn option(question: &Question, words: &str) -> usize {
    question.options.iter().position(|option| option.text.contains(words)).unwrap_or(usize::MAX)
}

#[test]
fn rivals_are_options_of_one_question_and_what_is_sure_is_not_asked() {
    let questions = shirt().questions();
    assert_eq!(questions.len(), 2, "{questions:#?}");
    let neck = &questions[0];
    assert_eq!(neck.text, "What is A (edge top of `front`, 50.0 cm) sewn to?");
    let options: Vec<&str> = neck.options.iter().map(|option| option.text.as_str()).collect();
    let words = ["B (edge bottom of `collar`, 50.0 cm)", "C (edge bottom of `facing`, 50.0 cm)", "nothing"];
    assert_eq!(options, words);
    assert!((neck.probability() - 0.62).abs() < 1e-12 && neck.default == 0);
    assert!((neck.options[2].probability - 0.13).abs() < 1e-12);
    let side = &questions[1];
    assert_eq!(side.text, "Is D (edge left of `front`, 60.0 cm) sewn to E (edge right of `back`, 60.0 cm)?");
    assert_eq!((side.default, side.options[1].text.as_str()), (1, "no"));
    assert!(neck.gain > side.gain, "it decides about more");
}

#[test]
fn an_answer_settles_a_seam_and_its_rivals() {
    let mut imported = shirt();
    let neck = imported.questions()[0].clone();
    assert!(!imported.answer(&neck, 7));
    assert!(imported.answer(&neck, option(&neck, "facing")));
    let settled = imported.clone().settled();
    let sewn = &settled.garment.seams;
    assert_eq!(sewn.len(), 2);
    assert!(sewn.iter().any(|known| {
        is_same_seam(&settled.garment, known, &seam((0, 2), (3, 0))) && known.source == SeamSource::Answered
    }));
    assert!(sewn.iter().any(|known| known.source == SeamSource::Inferred { probability: 0.95 }));
    assert_eq!(imported.questions().len(), 1, "the side is still open");
    // Somebody changes his mind.
    imported.decide(&Decision::Sew(seam((0, 2), (2, 0))));
    let sewn = imported.clone().settled().garment.seams;
    assert!(sewn.iter().all(|known| known.parts().all(|part| part.piece != 3)), "{sewn:?}");
    imported.decide(&Decision::StaysOpen(vec![EdgePart::along(0, 2)]));
    assert_eq!(imported.clone().settled().garment.seams.len(), 1);
}

#[test]
fn seams_that_are_accepted_below_certainty_exclude_their_rivals() {
    let mut imported = shirt();
    assert_eq!(imported.settle(0.2), 3, "rivals of what is sewn stay out");
    assert!(imported.suggestions.is_empty());
    let mut imported = shirt();
    assert_eq!(imported.settle(0.5), 2);
    assert_eq!(imported.suggestions.len(), 1, "{:?}", imported.suggestions);
}

#[test]
fn an_answer_that_names_both_halves_of_a_piece_is_one_seam() {
    let mut imported = shirt();
    imported.garment.pieces[0].cut = CutRule::Pair;
    imported.garment.pieces[2].cut = CutRule::OnFold(3);
    let sewn = |imported: &Imported| imported.answers.sewn.last().map(|seam| seam.both);
    let whole = imported.answer_in_words(&["-collar.bottom' + collar.bottom = front.top' + -front.top"]);
    assert_eq!((whole, sewn(&imported)), (Ok(()), Some(false)));
    let half = imported.answer_in_words(&["collar.bottom = -front.top"]);
    assert_eq!((half, sewn(&imported)), (Ok(()), Some(true)), "and its mirror image");
}

#[test]
fn parts_of_an_edge_are_rivals_only_where_they_overlap() {
    let garment = shirt().garment;
    let part = |from, to, with: usize| {
        let parts = vec![EdgePart { from, to, ..EdgePart::along(0, 0) }];
        Seam::new("part", parts, vec![EdgePart::against(with, 0)])
    };
    assert!(are_rivals(&garment, &part(0.0, 0.5, 1), &part(0.9, 0.4, 2)));
    assert!(!are_rivals(&garment, &part(0.0, 0.5, 1), &part(0.5, 1.0, 2)));
    // Both halves of a pair: only where the same half is meant.
    let mut pair = garment;
    pair.pieces[0].cut = CutRule::Pair;
    let image = Seam::new("image", vec![EdgePart::along(0, 0).mirror_image()], vec![EdgePart::against(2, 0)]);
    assert!(!are_rivals(&pair, &part(0.0, 0.5, 1), &image));
    assert!(are_rivals(&pair, &Seam { both: true, ..part(0.0, 0.5, 1) }, &image));
}

#[test]
fn halves_and_what_is_left_out_are_asked_first() {
    let mut imported = shirt();
    imported.halves = vec![Half {
        piece: 1,
        cut: CutRule::OnFold(3),
        score: 0.7,
        reasons: vec!["it looks so".into()],
        is_sleeve: false,
    }];
    imported.left_out = vec![LeftOut { piece: 3, score: 0.6, reasons: vec!["a facing".into()] }];
    let questions = imported.questions();
    assert_eq!(questions.len(), 4);
    let texts: Vec<&str> = questions.iter().map(|question| question.text.as_str()).collect();
    assert!(texts.contains(&"Is `back` half of a piece, with A (edge left) on the fold?"), "{texts:?}");
    assert!(texts[..2].iter().any(|text| text.contains("(`facing`) sewn into the garment?")), "{texts:?}");
    let used = questions.iter().find(|question| question.text.contains("facing")).unwrap();
    assert_eq!(used.options[used.default].text, "no, leave it out");
    assert!(imported.answer(used, used.default));
    assert!(imported.is_left_out(3));
    let neck = imported.questions().into_iter().find(|question| question.text.contains("top")).unwrap();
    assert_eq!(option(&neck, "facing"), usize::MAX, "nothing is sewn to what is left out");
    let fold = imported.questions()[0].clone();
    imported.answer(&fold, 0);
    assert_eq!(imported.garment.pieces[1].cut, CutRule::OnFold(3));
    assert!(imported.halves.is_empty() && imported.answers.cuts == [(1, CutRule::OnFold(3))]);
    let again = imported.suggestions.clone();
    imported.suggest();
    assert_eq!(imported.suggestions, again, "what is inferred anew agrees with the answers");
}

#[test]
fn an_interview_goes_back_and_keeps_its_letters() {
    let mut interview = Interview::new(shirt());
    let first = interview.question().unwrap();
    assert!(interview.answer(&first, 2) && interview.answered() == 1);
    let second = interview.question().unwrap();
    assert!(second.text.starts_with("Is D (edge left"), "letters are not given twice: {}", second.text);
    assert!(interview.back() && !interview.back());
    assert_eq!(interview.question().unwrap().marks[0], first.marks[0]);
    assert_eq!(interview.imported(), &shirt());
    let mut asked = 0;
    while let Some(question) = interview.question() {
        assert!(interview.answer(&question, question.default));
        asked += 1;
    }
    assert_eq!(asked, 2);
    assert_eq!(interview.into_imported().settled().garment.seams.len(), 2, "the side is likely none");
}

#[test]
fn answers_in_words_are_taken_in_any_order() {
    let mut imported = shirt();
    let words = ["front.top = facing.bottom", "front.left = nothing", "back.right != collar.left"];
    imported.answer_in_words(&words).unwrap();
    assert!(imported.questions().is_empty(), "{:?}", imported.questions());
    let garment = imported.clone().settled().garment;
    assert!(garment.seams.iter().any(|known| is_same_seam(&garment, known, &seam((0, 2), (3, 0)))));
    // What is not suggested is laid flat: along the one, against the other.
    imported.answer_in_words(&["collar.left = facing.left"]).unwrap();
    let sewn = imported.answers.sewn.last().unwrap();
    assert_eq!(sewn.sides, [vec![EdgePart::along(2, 3)], vec![EdgePart::against(3, 3)]]);
    imported.answer_in_words(&["collar.left = facing.left", "facing = pair", "back.left = fold"]).unwrap();
    assert_eq!(imported.garment.pieces[1].cut, CutRule::OnFold(3));
    assert_eq!(imported.garment.pieces[3].cut, CutRule::Pair);
    for (wrong, words) in [
        ("front.top", "it has no `=`"),
        ("frnt.top = nothing", "perhaps `front`"),
        ("front.top = collar.botom", "perhaps `bottom`"),
        ("front = doubled", "says nothing of a piece"),
        ("front.top + front.left = fold", "cannot lie on the fold"),
    ] {
        let error = imported.answer_in_words(&[wrong]).unwrap_err().to_string();
        assert!(error.contains(words) && error.contains(wrong), "{error}");
    }
}

#[test]
fn a_garment_file_remembers_what_is_open_and_what_was_answered() {
    let mut imported = shirt();
    imported.halves = vec![Half {
        piece: 1,
        cut: CutRule::OnFold(3),
        score: 0.7,
        reasons: vec!["say \"so\"".into()],
        is_sleeve: false,
    }];
    imported.left_out = vec![LeftOut { piece: 3, score: 0.95, reasons: Vec::new() }];
    imported.decide(&Decision::Refuse(seam((0, 3), (1, 1))));
    imported.decide(&Decision::StaysOpen(vec![EdgePart::along(2, 2)]));
    imported.decide(&Decision::Use(2, true));
    imported.decide(&Decision::Cut(0, CutRule::Once));
    imported.decide(&Decision::Sew(seam((1, 0), (1, 2))));
    imported.settle(SURE);
    let text = file::write_imported(&imported);
    let again = file::read_imported("shirt.toml", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again, imported, "{text}");
    assert_eq!(file::write_imported(&again), text);
    assert_eq!(again.questions(), imported.questions());
    assert!(text.contains("# 62 %: score 0.62") && text.contains("# a = \"front.top\""), "{text}");
    // A person takes the comment away, or answers.
    let uncommented = text
        .lines()
        .map(|line| {
            let is_seam = ["# [[seam]]", "# name =", "# a = ", "# b = "];
            if is_seam.iter().any(|start| line.starts_with(start)) { &line[2..] } else { line }
        })
        .collect::<Vec<_>>()
        .join("\n");
    let sewn = file::read_imported("shirt.toml", &uncommented).unwrap();
    assert_eq!(sewn.garment.seams.len(), imported.garment.seams.len() + 1);
    assert!(sewn.questions().iter().all(|question| !question.text.contains("collar")));
    let answered = text.replace("score = 0.62", "score = 0.62\nanswer = \"yes\"");
    let (garment, places) = file::read("shirt.toml", &answered).unwrap();
    assert_eq!(garment.seams.len(), imported.garment.seams.len() + 1);
    assert_eq!(places.seams.len(), garment.seams.len());
    assert_eq!(garment.seams.last().unwrap().source, SeamSource::Answered);
}

#[test]
fn every_option_can_be_given_in_words() {
    let mut imported = shirt();
    imported.halves =
        vec![Half { piece: 1, cut: CutRule::OnFold(3), score: 0.7, reasons: Vec::new(), is_sleeve: false }];
    imported.left_out = vec![LeftOut { piece: 3, score: 0.6, reasons: Vec::new() }];
    let mut tried = 0;
    for question in imported.questions() {
        for option in &question.options {
            let words = option.decision.in_words(&imported.garment);
            let (mut clicked, mut written) = (imported.clone(), imported.clone());
            clicked.decide(&option.decision);
            written.answer_in_words(&[&words]).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(clicked, written, "{words}");
            tried += 1;
        }
    }
    assert_eq!(tried, 9);
}

#[test]
fn the_likeliest_answers_are_no_answers() {
    let mut imported = shirt();
    imported.left_out = vec![LeftOut { piece: 3, score: 0.6, reasons: Vec::new() }];
    imported.decide(&Decision::Sew(seam((1, 0), (1, 2))));
    let answers = imported.answers.clone();
    assert_eq!(imported.settle_likeliest(SURE), 3);
    assert!(imported.questions().is_empty() && imported.answers == answers);
    let sources: Vec<SeamSource> = imported.garment.seams.iter().map(|seam| seam.source).collect();
    let inferred = |probability| SeamSource::Inferred { probability };
    assert_eq!(sources.len(), 3, "{sources:?}");
    for source in [SeamSource::Answered, inferred(0.95), inferred(0.62)] {
        assert!(sources.contains(&source), "{source:?}: {sources:?}");
    }
    let text = file::write_imported(&imported);
    assert!(file::read_imported("s.toml", &text).unwrap().questions().is_empty(), "{text}");
    let worn = imported.into_garment();
    let names: Vec<&str> = worn.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names, ["front", "back", "collar"], "the facing is left out");
    assert_eq!(worn.seams.len(), 3);
}

#[test]
fn seams_keep_their_pieces_when_others_are_left_out() {
    let mut garment = shirt().garment;
    garment.seams = vec![seam((0, 1), (1, 3)), seam((1, 2), (3, 0)), seam((3, 1), (3, 3))];
    garment.leave_out(|piece| piece == 0 || piece == 2);
    assert_eq!(garment.pieces.len(), 2);
    let pieces: Vec<Vec<usize>> =
        garment.seams.iter().map(|seam| seam.parts().map(|part| part.piece).collect()).collect();
    assert_eq!(pieces, [[0, 1], [1, 1]]);
}

#[test]
fn wrong_sections_are_told_with_their_place() {
    let text = file::write(&shirt().garment);
    for (section, words) in [
        ("answer = \"perhaps\"\na = \"front.top\"\nb = \"collar.top\"", "`perhaps` is not known"),
        ("score = 2.0\na = \"front.top\"\nb = \"collar.top\"", "no probability"),
        ("score = 0.5", "does not say what is unsure"),
        ("piece = \"front\"", "does not say what is unsure of the piece"),
        ("piece = \"frnt\"\npair = true", "no piece `frnt`"),
        ("a = \"front.top\"", "does not say what is unsure"),
        ("open = \"front.rim\"", "no edge `rim`"),
    ] {
        let error = file::read_imported("s.toml", &format!("{text}\n[[unsure]]\n{section}\n")).unwrap_err();
        assert!(error.to_string().contains(words), "{section}: {error}");
        assert!(matches!(error.place, crate::error::PatternPlace::Text { line, .. } if line > 5), "{error}");
    }
}

/// What is remembered of a piece was found out from a file that is not there any more: it is asked, and not guessed away.
#[test]
fn a_garment_file_with_nothing_but_open_questions_keeps_them() {
    let mut imported = shirt();
    imported.suggestions.clear();
    imported.left_out = vec![LeftOut { piece: 3, score: 0.7, reasons: Vec::new() }];
    let text = file::write_imported(&imported);
    let again = crate::import::import_bytes("shirt", text.as_bytes()).unwrap();
    assert_eq!(again.questions(), imported.questions());
    assert!(again.suggestions.is_empty(), "{:?}", again.suggestions);
}
