//! What names on the command line or dropped files are: garments, a scene, or meshes.

use std::path::{Path, PathBuf};
use toile_io::Format;
use toile_pattern::draft::Draft;

/// What is to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Garments to be dressed: pattern files or names of drafts.
    Garments(Vec<String>),
    /// A scene file.
    Scene(PathBuf),
    /// Meshes: files, or names of built-in ones.
    Meshes(Vec<String>),
}

/// What is worn if nothing is named.
pub const DEFAULT_OUTFIT: [&str; 2] = ["trousers", "t-shirt"];

impl Subject {
    /// What names stand for; the default outfit if there are none. Names of different kinds do not go together, and the first
    /// decides: the others then turn out not to be of its kind when they are read.
    pub fn named(names: &[String]) -> Self {
        let Some(first) = names.first() else {
            return Self::Garments(DEFAULT_OUTFIT.map(str::to_owned).to_vec());
        };
        let path = Path::new(first);
        if names.len() == 1 && is_scene(path) {
            return Self::Scene(path.to_owned());
        }
        let is_mesh = if path.is_file() {
            Format::from_path(path).is_some()
        } else {
            Draft::named(first).is_err() && crate::samples::SampleMesh::named(first).is_ok()
        };
        if is_mesh { Self::Meshes(names.to_vec()) } else { Self::Garments(names.to_vec()) }
    }
}

/// Whether a file is a scene: it has cloths, which a garment has not.
fn is_scene(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
        && std::fs::read_to_string(path)
            .is_ok_and(|text| text.lines().any(|line| line.trim().starts_with("[[cloth]]")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_files_are_told_apart() {
        let named = |names: &[&str]| Subject::named(&names.iter().map(|&n| n.to_owned()).collect::<Vec<_>>());
        assert!(matches!(named(&[]), Subject::Garments(names) if names == DEFAULT_OUTFIT));
        assert!(matches!(named(&["t-shirt"]), Subject::Garments(_)));
        assert!(matches!(named(&["dress-form"]), Subject::Meshes(_)), "a built-in mesh");
        assert!(
            matches!(named(&["no-such-thing"]), Subject::Garments(_)),
            "which gives the error with all names"
        );
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path.to_string_lossy().into_owned()
        };
        let scene = write("scene.toml", "[[cloth]] # the sheet\nsheet = {}\n");
        assert!(matches!(named(&[&scene]), Subject::Scene(_)));
        assert!(matches!(named(&[&write("garment.toml", "[[piece]]\n")]), Subject::Garments(_)));
        assert!(matches!(named(&[&write("body.obj", "")]), Subject::Meshes(_)));
    }
}
