//! Hand-made broken files: each is refused with its place and a remedy. The messages are kept in `broken/messages.txt`; run with
//! `TOILE_UPDATE=1` to write them anew, and read what has changed.

use std::fmt::Write;
use std::path::Path;
use toile_pattern::error::PatternPlace;
use toile_pattern::import::import;

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
