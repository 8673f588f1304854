//! Every example runs: with coarse edges, in an empty folder.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What each example is given, so that it takes seconds.
const ARGUMENTS: [(&str, &[&str]); 15] = [
    ("batch", &["0.05"]),
    ("exact_check", &[]),
    ("fabric_live", &["6"]),
    ("flag_in_wind", &["6"]),
    ("hello", &["0.038"]),
    ("outfit_order", &["0.038"]),
    ("own_body", &["0.06"]),
    ("own_obstacle", &["8"]),
    ("own_pattern", &["0.05"]),
    ("own_renderer", &["0.06"]),
    ("own_solver", &["8"]),
    ("repair", &[]),
    ("sheet_on_ball", &["8"]),
    ("sizes", &["0.06"]),
    ("walk", &["0.06", "0.2"]),
];

/// Where the compiled examples are: beside the folder of this test.
fn compiled(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap_or_default();
    test.ancestors().nth(2).map(|folder| folder.join("examples").join(name)).unwrap_or_default()
}

#[test]
fn every_example_runs() {
    for (name, arguments) in ARGUMENTS {
        let folder = tempfile::tempdir().unwrap();
        let output = Command::new(compiled(name)).args(arguments).current_dir(folder.path()).output();
        let output = output.unwrap_or_else(|error| panic!("{name}: {error}"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name} {arguments:?}: {said}");
        assert!(!output.stdout.is_empty(), "{name} says nothing");
    }
}

#[test]
fn every_example_is_run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .flatten()
        .filter_map(|entry| entry.path().file_stem().map(|stem| stem.to_string_lossy().into_owned()))
        .collect();
    files.sort();
    assert_eq!(files, ARGUMENTS.map(|(name, _)| name));
}
