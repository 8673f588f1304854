//! Hand-made broken files: each is refused with its place and a remedy. The messages are kept in `broken/messages.txt`; run with
//! `TOILE_UPDATE=1` to write them anew, and read what has changed.

use std::fmt::Write;
use std::path::Path;
use toile_pattern::error::PatternPlace;
use toile_pattern::import::import;
use toile_pattern::imported::Imported;

#[test]
fn broken_files_are_refused_with_place_and_remedy() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/broken"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.file_name().is_some_and(|name| name != "messages.txt"));
    files.sort();
    assert!(files.len() >= 30, "{}", files.len());
    let mut messages = String::new();
    for path in &files {
        let Err(error) = import(path) else { panic!("{} was read", path.display()) };
        let name = path.file_name().unwrap();
        assert!(!error.remedy.is_empty() && !error.cause.is_empty(), "{error}");
        if path.extension().is_some_and(|extension| extension == "toml") {
            assert!(matches!(error.place, PatternPlace::Text { .. }), "{error}");
        }
        let error = toile_pattern::error::PatternError { path: Some(name.into()), ..error };
        let _ = writeln!(messages, "{error}\n");
    }
    let kept = folder.join("messages.txt");
    if std::env::var_os("TOILE_UPDATE").is_some() {
        std::fs::write(&kept, &messages).unwrap();
    }
    assert_eq!(messages, std::fs::read_to_string(&kept).unwrap_or_default());
}

/// Files with something broken in them: it is left out with a word that names it, and the rest is read. The words are kept in
/// `damaged/messages.txt`.
#[test]
fn damaged_files_lose_what_is_broken() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/damaged"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.file_name().is_some_and(|name| name != "messages.txt"));
    files.sort();
    let mut messages = String::new();
    for path in &files {
        let Imported { garment, warnings, .. } = import(path).unwrap_or_else(|error| panic!("{error}"));
        assert!(!warnings.is_empty() && !garment.pieces.is_empty(), "{}", path.display());
        let pieces: Vec<&str> = garment.pieces.iter().map(|piece| piece.name.as_str()).collect();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let _ = writeln!(
            messages,
            "{name}: {}; {} seams\n  {}\n",
            pieces.join(", "),
            garment.seams.len(),
            warnings.join("\n  ")
        );
    }
    let kept = folder.join("messages.txt");
    if std::env::var_os("TOILE_UPDATE").is_some() {
        std::fs::write(&kept, &messages).unwrap();
    }
    assert_eq!(messages, std::fs::read_to_string(&kept).unwrap_or_default());
}
