//! Bodies and patterns that are no part of Toile, for `toile bench wardrobe`: a folder as `../shared/data` is for developers.

use super::error::CommandError;
use std::path::{Path, PathBuf};
use toile_pattern::import::import;

/// Where they are if nothing else is said.
const USUAL: &str = "../shared/data";
/// Bodies for built-in garments.
const BODIES: [&str; 2] = ["bodies/makehuman/mh_female.obj", "bodies/makehuman/mh_male.obj"];
/// The body that the patterns are tried on.
const PATTERN_BODY: &str = "bodies/garmentcode/mean_all.obj";
const PATTERNS: &str = "patterns";
/// The description of a format with an example that nobody wears.
const NO_PATTERN: &str = "template_spec_with_comments.json";

/// What a folder of data has for a wardrobe.
pub(crate) struct Data {
    /// Bodies for built-in garments.
    pub(crate) bodies: Vec<String>,
    /// Patterns that carry seams.
    pub(crate) patterns: Vec<PathBuf>,
    /// The body for patterns.
    pub(crate) pattern_body: Option<String>,
}

impl Data {
    /// The data of a folder; those of the usual one, if there is one, if none is named.
    pub(crate) fn find(folder: Option<&Path>) -> Result<Option<Self>, CommandError> {
        match folder {
            Some(folder) if !folder.is_dir() => {
                Err(CommandError::Input(format!("{}: there is no such folder", folder.display())))
            }
            Some(folder) => Ok(Some(Self::of(folder))),
            None => Ok(Some(Path::new(USUAL)).filter(|folder| folder.is_dir()).map(Self::of)),
        }
    }

    fn of(folder: &Path) -> Self {
        let there = |path: &str| Some(folder.join(path)).filter(|path| path.is_file());
        let name = |path: PathBuf| path.display().to_string();
        let mut patterns = Vec::new();
        add_files(&folder.join(PATTERNS), &mut patterns);
        patterns.retain(|path| !path.ends_with(NO_PATTERN));
        patterns.retain(|path| import(path).is_ok_and(|imported| !imported.garment.seams.is_empty()));
        patterns.sort();
        Self {
            bodies: BODIES.into_iter().filter_map(there).map(name).collect(),
            patterns,
            pattern_body: there(PATTERN_BODY).map(name),
        }
    }
}

/// Adds all files of a folder and of those in it.
fn add_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() { add_files(&path, files) } else { files.push(path) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::wardrobe::Cases;

    fn nothing_named() -> Cases {
        let (garments, bodies, patterns, pattern_bodies) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Cases { garments, bodies, patterns, pattern_bodies, edge: 0.02, accept_guesses: false }
    }

    #[test]
    fn a_folder_that_is_not_there_is_said_only_if_it_was_named() {
        assert!(Data::find(Some(Path::new("no/such/folder"))).is_err());
        assert_eq!(nothing_named().completed(None).count(), 13 * 6, "built-in garments on built-in bodies");
    }

    #[test]
    fn the_whole_matrix_is_found_where_the_data_are() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
        if !folder.is_dir() {
            eprintln!("skipped: {} is not here", folder.display());
            return;
        }
        let data = Data::find(Some(folder)).ok().flatten().unwrap();
        assert_eq!((data.bodies.len(), data.pattern_body.is_some()), (2, true));
        let names = data.patterns.iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
        assert_eq!(names.len(), 12, "{names:?}");
        assert_eq!(nothing_named().completed(Some(&data)).count(), 13 * 8 + 12 * 2);
        let named = Cases { garments: vec!["shirt".into()], ..nothing_named() };
        assert_eq!(named.completed(Some(&data)).count(), 6, "one garment on six mannequins");
    }
}
