//! Patterns of which it is not sure how they are sewn, refused before anything is.

use super::listed::{list, write_picture};
use crate::command::error::CommandError;
use std::path::Path;
use toile_dress::UnsurePattern;

/// So many questions are told; the others come when they are asked.
const MOST_TOLD: usize = 4;

/// Says what is not sure of a pattern, where the picture of it is, and which command asks. The picture goes to a folder for results.
pub(in crate::command) fn refused(unsure: &UnsurePattern, folder: &Path) -> CommandError {
    let UnsurePattern { path, imported, questions } = unsure;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let picture = folder.join(format!("{stem}-questions.png"));
    let drawn = std::fs::create_dir_all(folder)
        .map_err(|error| CommandError::Input(format!("{}: {error}", folder.display())))
        .and_then(|()| write_picture(&picture, &imported.garment, questions));
    let seen = match drawn {
        Ok(()) => format!("{} shows the edges.", picture.display()),
        Err(error) => format!("They cannot be drawn ({error})."),
    };
    let count = questions.len();
    let open = if count == 1 { "one question is".to_owned() } else { format!("{count} questions are") };
    let asks = asking_command(path);
    CommandError::Input(format!(
        "{}: {open} open, and nothing is sewn before it is sure how:\n{}{seen} Answer with\n  {asks}\n\
         or go on with the answers that have a star: --accept-guesses",
        path.display(),
        list(&imported.garment, questions, MOST_TOLD)
    ))
}

/// The commands that ask about a pattern and take the answers.
fn asking_command(path: &Path) -> String {
    let pattern = quoted(path);
    let is_garment = path.is_dir() || path.extension().is_some_and(|extension| extension == "toml");
    if is_garment {
        return format!("toile import {pattern} --ask");
    }
    let beside = path.with_extension("toml");
    let garment = quoted(&beside);
    if beside.is_file() {
        // Somebody has begun to answer.
        return format!(
            "toile import {garment} --ask\nand name {garment} instead, which remembers the answers,"
        );
    }
    format!(
        "toile import {pattern} --ask -o {garment}\nand name {garment} instead, which remembers the answers,"
    )
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || "/._-+~:\\".contains(c));
    if is_plain { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_can_be_pasted() {
        let words = asking_command(Path::new("my shirts/a 1.svg"));
        assert!(
            words.starts_with("toile import 'my shirts/a 1.svg' --ask -o 'my shirts/a 1.toml'\n"),
            "{words}"
        );
        assert_eq!(asking_command(Path::new("shirt.toml")), "toile import shirt.toml --ask");
    }
}
