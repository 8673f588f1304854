//! A garment as a folder: `garment.toml` with everything but the pieces, and a file for each of these in `pieces`.
//!
//! Large patterns are easier to edit and to compare this way. The files are read as if they were one, so `garment.toml` may hold pieces as
//! well, and its unit is that of all of them; a piece file holds `[[piece]]` sections only. Pieces come in the order of the file names.

use super::read::{GarmentPlaces, read_all};
use super::unsure::write_unsure;
use super::write::{write_head, write_piece, write_seam};
use crate::error::{PatternError, PatternPlace};
use crate::garment::Garment;
use crate::imported::Imported;
use std::fs;
use std::path::{Path, PathBuf};

/// The file with everything but the pieces.
const GARMENT: &str = "garment.toml";
/// The folder of pieces.
const PIECES: &str = "pieces";

/// Reads a garment from a folder.
///
/// # Errors
/// If a file cannot be read, or something in one of them is wrong: the message names the file, the place, and what to write instead.
pub fn read_folder(path: &Path) -> Result<(Garment, GarmentPlaces), PatternError> {
    read_all_in(path).map(|(imported, places)| (imported.garment, places))
}

/// Reads a garment from a folder, with all that is unsure or was answered.
///
/// # Errors
/// As for [`read_folder`].
pub fn read_imported_folder(path: &Path) -> Result<Imported, PatternError> {
    read_all_in(path).map(|(imported, _)| imported)
}

fn read_all_in(path: &Path) -> Result<(Imported, GarmentPlaces), PatternError> {
    let mut text = String::new();
    let mut files: Vec<(usize, PathBuf)> = Vec::new();
    for file in std::iter::once(path.join(GARMENT)).chain(piece_files(path)?) {
        let part = fs::read_to_string(&file).map_err(|error| {
            let remedy = "a garment's folder holds `garment.toml` and a folder `pieces`";
            PatternError::file(format!("cannot read: {error}"), remedy).in_file(&file)
        })?;
        if !files.is_empty() {
            check_piece_file(&part).map_err(|error| error.in_file(&file))?;
        }
        files.push((text.len(), file));
        text.push_str(&part);
        text.push('\n');
    }
    match read_all("", &text) {
        Ok((imported, places)) => Ok((imported, GarmentPlaces { files, ..places })),
        Err(error) => Err(in_its_file(error, &text, &files)),
    }
}

/// The files of pieces, by name.
fn piece_files(path: &Path) -> Result<Vec<PathBuf>, PatternError> {
    let folder = path.join(PIECES);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(&folder).map_err(|error| {
        PatternError::file(format!("cannot read: {error}"), "check its permissions").in_file(&folder)
    })?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| file.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    Ok(files)
}

/// What stands before the first section would be taken for a part of the file before.
fn check_piece_file(text: &str) -> Result<(), PatternError> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        if words.starts_with("[[piece]]") {
            return Ok(());
        }
        if !words.is_empty() && !words.starts_with('#') {
            let place = PatternPlace::in_text(text, start);
            let cause = "a piece file begins with something else";
            return Err(PatternError::new(place, cause, "let it begin with [[piece]]"));
        }
        start += line.len();
    }
    Ok(())
}

/// An error in the joined text, with the file and the line that it is in.
fn in_its_file(error: PatternError, text: &str, files: &[(usize, PathBuf)]) -> PatternError {
    let PatternPlace::Text { line, column, excerpt } = error.place else { return error };
    let line_of = |start: usize| text[..start].bytes().filter(|&byte| byte == b'\n').count();
    let Some((start, file)) = files.iter().rev().find(|(start, _)| line_of(*start) < line) else {
        return PatternError { place: PatternPlace::Text { line, column, excerpt }, ..error };
    };
    let place = PatternPlace::Text { line: line - line_of(*start), column, excerpt };
    PatternError { place, path: Some(file.clone()), ..error }
}

/// Writes a garment as a folder, which is made if it is not there; reading it gives the same garment again. Piece files of an older garment in the
/// folder are removed.
///
/// # Errors
/// If a file cannot be written.
pub fn write_folder(garment: &Garment, path: &Path) -> Result<(), PatternError> {
    write_parts(garment, "", path)
}

/// Writes a garment as a folder, with all that is unsure or was answered.
///
/// # Errors
/// As for [`write_folder`].
pub fn write_imported_folder(imported: &Imported, path: &Path) -> Result<(), PatternError> {
    let mut unsure = String::new();
    write_unsure(&mut unsure, imported);
    write_parts(&imported.garment, &unsure, path)
}

/// Writes a garment, and a text behind its seams.
fn write_parts(garment: &Garment, behind: &str, path: &Path) -> Result<(), PatternError> {
    let wrong = |file: &Path| {
        let file = file.to_path_buf();
        move |error: std::io::Error| {
            let remedy = "check the name and the permissions of the folder";
            PatternError::file(format!("cannot write: {error}"), remedy).in_file(&file)
        }
    };
    let pieces = path.join(PIECES);
    fs::create_dir_all(&pieces).map_err(wrong(&pieces))?;
    for old in piece_files(path)? {
        fs::remove_file(&old).map_err(wrong(&old))?;
    }
    let mut head = write_head(garment);
    for seam in &garment.seams {
        write_seam(&mut head, garment, seam);
    }
    head += behind;
    let file = path.join(GARMENT);
    fs::write(&file, head).map_err(wrong(&file))?;
    let digits = garment.pieces.len().to_string().len().max(2);
    for (number, piece) in garment.pieces.iter().enumerate() {
        let mut text = String::new();
        write_piece(&mut text, piece);
        let plain: String =
            piece.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(40).collect();
        let file = pieces.join(format!("{:0digits$}-{plain}.toml", number + 1));
        fs::write(&file, text.trim_start()).map_err(wrong(&file))?;
    }
    Ok(())
}
