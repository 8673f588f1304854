//! Files of queries in a folder, as published sets lay them out.

use super::CcdError;
use crate::detection::queries::{self, CcdQuery};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toile_contact::narrow::StencilKind;

/// The queries of one kind in one set.
pub(super) struct QuerySet {
    pub(super) name: String,
    pub(super) kind: StencilKind,
    pub(super) queries: Vec<CcdQuery>,
}

/// Reads all CSV files below a folder. `vertex-face` or `edge-edge` in the path, or `vf` or `ee` at the end of the name, says what a
/// file is about; the folders before that name its set. Answers are in the files or, beside `queries/`, in `mma_bool/`.
pub(super) fn read_folder(folder: &Path) -> Result<Vec<QuerySet>, CcdError> {
    let mut sets: BTreeMap<(String, &'static str), QuerySet> = BTreeMap::new();
    for path in files_below(folder)? {
        let inside = path.strip_prefix(folder).unwrap_or(&path);
        let Some(kind) = kind_of(inside) else { continue };
        let name = set_name(inside, folder);
        let queries = read_file(&path)?;
        sets.entry((name.clone(), kind_word(kind)))
            .or_insert_with(|| QuerySet { name, kind, queries: Vec::new() })
            .queries
            .extend(queries);
    }
    if sets.is_empty() {
        return Err(CcdError::NoQueries { folder: folder.to_path_buf() });
    }
    Ok(sets.into_values().collect())
}

/// `vf` or `ee`.
pub(super) fn kind_word(kind: StencilKind) -> &'static str {
    match kind {
        StencilKind::VertexTriangle => "vf",
        StencilKind::EdgeEdge => "ee",
    }
}

/// CSV files below a folder, in the order of their names.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>, CcdError> {
    let failed = |source| CcdError::Read { path: folder.to_path_buf(), source };
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(failed)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(failed)?;
    entries.sort();
    let mut files = Vec::new();
    for path in entries {
        if path.is_dir() {
            files.extend(files_below(&path)?);
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv")) {
            files.push(path);
        }
    }
    Ok(files)
}

fn kind_of(path: &Path) -> Option<StencilKind> {
    let words = ["vertex-face", "edge-edge"].map(|word| path.iter().any(|part| part == word));
    let stem = path.file_stem()?.to_str()?;
    if words[0] || stem.ends_with("vf") {
        Some(StencilKind::VertexTriangle)
    } else if words[1] || stem.ends_with("ee") {
        Some(StencilKind::EdgeEdge)
    } else {
        None
    }
}

/// The folders before the one that says what the queries are about.
fn set_name(inside: &Path, folder: &Path) -> String {
    let known = ["vertex-face", "edge-edge", "queries"];
    let parts: Vec<_> =
        inside.parent().into_iter().flat_map(Path::iter).map(|part| part.to_string_lossy()).collect();
    let name = parts.into_iter().filter(|part| !known.contains(&part.as_ref())).collect::<Vec<_>>().join("/");
    if name.is_empty() {
        folder.file_name().map_or("queries".into(), |name| name.to_string_lossy().into_owned())
    } else {
        name
    }
}

fn read_file(path: &Path) -> Result<Vec<CcdQuery>, CcdError> {
    let text = |path: &Path| {
        std::fs::read_to_string(path).map_err(|source| CcdError::Read { path: path.to_path_buf(), source })
    };
    let broken = |path: &Path| {
        let path = path.to_path_buf();
        move |source| CcdError::Broken { path, source }
    };
    let mut read = queries::read(&text(path)?).map_err(broken(path))?;
    if let Some(answers) = answer_file(path).filter(|answers| answers.exists()) {
        let hits = queries::read_answers(&text(&answers)?).map_err(broken(&answers))?;
        for (query, hit) in read.iter_mut().zip(hits) {
            query.hit = Some(hit);
        }
    }
    Ok(read)
}

/// `set/mma_bool/12vf_mma_bool.json` for `set/queries/12vf.csv`.
fn answer_file(path: &Path) -> Option<PathBuf> {
    let stem = path.file_stem()?.to_str()?;
    Some(path.parent()?.parent()?.join("mma_bool").join(format!("{stem}_mma_bool.json")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_kinds_come_from_the_folders() {
        let folder = tempfile::tempdir().unwrap();
        let row = "1,2,0,1,0,1,1\n".repeat(8);
        for place in ["one/edge-edge/a.csv", "one/edge-edge/b.csv", "two/queries/3vf.csv", "notes.csv"] {
            let path = folder.path().join(place);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, &row).unwrap();
        }
        std::fs::create_dir_all(folder.path().join("two/mma_bool")).unwrap();
        std::fs::write(folder.path().join("two/mma_bool/3vf_mma_bool.json"), "[false]").unwrap();
        let sets = read_folder(folder.path()).unwrap();
        let found: Vec<_> =
            sets.iter().map(|set| (set.name.as_str(), kind_word(set.kind), set.queries.len())).collect();
        assert_eq!(found, [("one", "ee", 2), ("two", "vf", 1)]);
        assert_eq!(sets[0].queries[0].hit, Some(true));
        assert_eq!(sets[1].queries[0].hit, Some(false));
        assert!(matches!(read_folder(&folder.path().join("two/mma_bool")), Err(CcdError::NoQueries { .. })));
        std::fs::write(folder.path().join("one/edge-edge/b.csv"), "1,2,x,1,0,1\n").unwrap();
        let error = read_folder(folder.path()).err().unwrap().to_string();
        assert!(error.contains("b.csv") && error.contains("line 1, column 3"), "{error}");
    }
}
