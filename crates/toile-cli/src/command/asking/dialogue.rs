//! Questions in a terminal, one after another.

use super::listed::{chance, write_picture};
use crate::command::error::CommandError;
use std::fmt::Write as _;
use std::io::{BufRead, Write};
use std::path::Path;
use toile_pattern::asking::{Interview, Question};

/// Where questions are asked and answered.
pub(in crate::command) struct Dialogue<'a> {
    /// What somebody types.
    pub(in crate::command) input: &'a mut dyn BufRead,
    /// What he sees.
    pub(in crate::command) output: &'a mut dyn Write,
    /// Where the edges of the question are drawn.
    pub(in crate::command) picture: &'a Path,
}

const USAGE: &str = "Enter takes the answer with the star; a number or the first letters of another take that; b goes back, q stops and keeps what was \
     answered, ? says why.";

/// What somebody typed.
#[derive(Debug, PartialEq, Eq)]
enum Typed {
    Option(usize),
    Back,
    Quit,
    Why,
    Unclear,
}

/// Asks until nothing is open, or nobody wants to answer any more.
pub(in crate::command) fn ask(
    interview: &mut Interview,
    dialogue: &mut Dialogue<'_>,
) -> Result<(), CommandError> {
    let count = interview.questions().len();
    if count == 0 {
        return dialogue.say("There is nothing to ask.\n");
    }
    let things = if count == 1 { "One thing is".to_owned() } else { format!("{count} things are") };
    dialogue.say(&format!(
        "{things} not sure. {} shows the edges of each question: keep it open.\n{USAGE}\n",
        dialogue.picture.display()
    ))?;
    while let Some(question) = interview.question() {
        let left = interview.questions().len();
        // What is sure is drawn as sewn.
        let seen = interview.imported().clone().settled().garment;
        write_picture(dialogue.picture, &seen, std::slice::from_ref(&question))?;
        dialogue.say(&question_words(&question, left))?;
        loop {
            let Some(line) = dialogue.read()? else { return Ok(()) };
            match typed(&line, &question) {
                Typed::Option(option) => {
                    interview.answer(&question, option);
                    break;
                }
                Typed::Back if interview.back() => break,
                Typed::Back => dialogue.say("This is the first question.\n> ")?,
                Typed::Quit => return Ok(()),
                Typed::Why => dialogue.say(&format!("{}> ", reasons(&question)))?,
                Typed::Unclear => {
                    let most = question.options.len();
                    dialogue.say(&format!("Type a number from 1 to {most}, or one of b, q and ?.\n> "))?;
                }
            }
        }
    }
    dialogue.say(
        "That was all. A seam that nobody asked about is added with --answer \"front.neck = collar.1\".\n",
    )
}

impl Dialogue<'_> {
    fn say(&mut self, words: &str) -> Result<(), CommandError> {
        let told = self.output.write_all(words.as_bytes()).and_then(|()| self.output.flush());
        told.map_err(|error| CommandError::Internal(format!("cannot ask: {error}")))
    }

    /// A line; none at the end of the input.
    fn read(&mut self) -> Result<Option<String>, CommandError> {
        let mut line = String::new();
        let read = self.input.read_line(&mut line);
        let read =
            read.map_err(|error| CommandError::Input(format!("the answer cannot be read: {error}")))?;
        Ok((read > 0).then_some(line))
    }
}

fn question_words(question: &Question, left: usize) -> String {
    let mut text = format!("\n({left} open) {}\n", question.text);
    for (number, option) in question.options.iter().enumerate() {
        let mark = if number == question.default { '*' } else { ' ' };
        let _ = writeln!(text, " {mark}{}  {}", number + 1, chance(option));
    }
    text + "> "
}

/// What speaks for each option.
fn reasons(question: &Question) -> String {
    let mut text = String::new();
    for (number, option) in question.options.iter().enumerate() {
        let reasons = match option.reasons.join(", ") {
            reasons if reasons.is_empty() => "what the others leave over".to_owned(),
            reasons => reasons,
        };
        let _ = writeln!(text, "  {}  {}: {reasons}", number + 1, option.text);
    }
    text
}

fn typed(line: &str, question: &Question) -> Typed {
    let line = line.trim().to_lowercase();
    // Commands come before letters of edges: `b` goes back even where an edge is called B.
    match line.as_str() {
        "" => return Typed::Option(question.default),
        "b" | "back" => return Typed::Back,
        "q" | "quit" => return Typed::Quit,
        "?" => return Typed::Why,
        _ => {}
    }
    let texts: Vec<String> = question.options.iter().map(|option| option.text.to_lowercase()).collect();
    if let Ok(number) = line.parse::<usize>() {
        let is_there = (1..=texts.len()).contains(&number);
        return if is_there { Typed::Option(number - 1) } else { Typed::Unclear };
    }
    let is_letter = |text: &String| text.split(' ').next() == Some(&line);
    if let Some(option) = texts.iter().position(is_letter) {
        return Typed::Option(option);
    }
    let mut begun = (0..texts.len()).filter(|&option| texts[option].starts_with(&line));
    match (begun.next(), begun.next()) {
        (Some(option), None) => Typed::Option(option),
        _ => Typed::Unclear,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail so")]
    use super::*;
    use toile_pattern::imported::Imported;

    /// Two sheets whose sides are open, as a garment file has them.
    fn open_sheets() -> Imported {
        let sheet = |name: &str| {
            let edge = |name: &str, x: u32, y: u32| format!("{{ name = \"{name}\", to = [{x}, {y}] }}");
            let edges = [edge("hem", 40, 0), edge("right", 40, 60), edge("top", 0, 60), edge("left", 0, 0)]
                .join(", ");
            format!("[[piece]]\nname = \"{name}\"\noutline = [{edges}]\n")
        };
        let open = |a: &str, b: &str, score: f64| {
            format!("[[unsure]]\na = \"{a}\"\nb = \"{b}\"\nscore = {score}\nreasons = [\"equal\"]\n")
        };
        let text = [
            "format = \"toile-garment 1\"\nname = \"s\"\nunit = \"cm\"\n".to_owned(),
            sheet("front"),
            sheet("back"),
            open("front.right", "-back.left", 0.8),
            open("front.left", "-back.right", 0.6),
            open("front.top", "-back.top", 0.3),
            open("front.top", "-back.hem", 0.2),
        ];
        toile_pattern::file::read_imported("s.toml", &text.concat()).unwrap()
    }

    fn asked(lines: &str) -> (Interview, String) {
        let folder = tempfile::tempdir().unwrap();
        let picture = folder.path().join("s-questions.png");
        let mut interview = Interview::new(open_sheets());
        let mut seen = Vec::new();
        let mut dialogue = Dialogue { input: &mut lines.as_bytes(), output: &mut seen, picture: &picture };
        ask(&mut interview, &mut dialogue).unwrap();
        assert!(picture.is_file());
        (interview, String::from_utf8(seen).unwrap())
    }

    #[test]
    fn enter_takes_the_likeliest() {
        let (interview, seen) = asked("\n\n\n");
        assert!(seen.contains("That was all."), "{seen}");
        let garment = interview.into_imported().settled().garment;
        assert_eq!(garment.seams.len(), 2, "the tops are likelier sewn to nothing");
    }

    #[test]
    fn one_goes_back_asks_why_and_stops() {
        let (interview, seen) = asked("b\n?\nperhaps\nn\nb\n1\nq\n1\n");
        assert!(seen.contains("This is the first question.") && seen.contains(": equal"), "{seen}");
        assert!(seen.contains("Type a number from 1 to"), "{seen}");
        assert_eq!(interview.answered(), 1, "{seen}");
        assert!(!interview.imported().answers.is_empty());
        // The end of the input is a way to stop.
        assert_eq!(asked("").0.answered(), 0);
    }

    #[test]
    fn options_are_called_by_number_letter_or_word() {
        let questions = open_sheets().questions();
        let rivals = questions.iter().find(|question| question.options.len() == 3).unwrap();
        for (line, wanted) in [
            ("2\n", Typed::Option(1)),
            ("C\n", Typed::Option(1)),
            ("b", Typed::Back),
            ("NOTH", Typed::Option(2)),
            ("4", Typed::Unclear),
            ("0", Typed::Unclear),
            ("q", Typed::Quit),
            ("?", Typed::Why),
            (" \n", Typed::Option(rivals.default)),
        ] {
            assert_eq!(typed(line, rivals), wanted, "{line}");
        }
    }
}
