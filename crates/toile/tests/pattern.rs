//! `toile import` and `toile pattern` as a user runs them.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn toile(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_toile")).args(arguments).current_dir(folder).output().unwrap()
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = toile(folder, &[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn drafts_are_written_checked_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let draft =
        json(at, &["pattern", "draft", "trousers", "--body", "eu-m50", "--fit", "loose", "-o", "t.toml"]);
    assert_eq!(draft["pieces"].as_array().unwrap().len(), 3);
    let check = json(at, &["pattern", "check", "t.toml"]);
    assert_eq!(check["clean"], true, "{check}");
    for name in ["t.png", "t.svg"] {
        json(at, &["pattern", "show", "t.toml", "--whole", "-o", name]);
        assert!(fs::metadata(at.join(name)).unwrap().len() > 1000);
    }
    fs::write(at.join("me.json"), format!("{{\"measures\": {}}}", measures())).unwrap();
    json(at, &["pattern", "draft", "shirt", "--body", "me.json", "-o", "shirt.json"]);
    let again = json(at, &["import", "shirt.json", "-o", "shirt.toml"]);
    assert_eq!(again["format"], "garmentcode");
    assert!(again["seams"].as_u64() > Some(20), "split into pairs of edges: {again}");
    json(at, &["pattern", "draft", "shirt", "-o", "shirt.dxf"]);
    assert!(
        json(at, &["import", "shirt.dxf", "-o", "d.toml"])["suggested_seams"].as_array().unwrap().len() > 3
    );
}

fn measures() -> String {
    let body = toile_pattern::measures::Measures::of_size("eu-m54").unwrap();
    serde_json::to_string(&body).unwrap()
}

#[test]
fn mistakes_are_told_with_line_and_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    json(at, &["pattern", "draft", "straight-skirt", "-o", "s.toml"]);
    let text = fs::read_to_string(at.join("s.toml")).unwrap();
    fs::write(at.join("s.toml"), text.replace("name = \"hip\"\na =", "name = \"hip\"\nease = 0.3\na ="))
        .unwrap();
    let check = json(at, &["pattern", "check", "s.toml"]);
    assert_eq!((&check["clean"], &check["findings"][0]["rule"]), (&Value::Bool(false), &Value::from("ease")));
    assert!(check["findings"][0]["line"].as_u64() > Some(10));
    fs::write(at.join("s.toml"), text.replace("front.hip", "front.hipp")).unwrap();
    let output = toile(at, &["pattern", "check", "s.toml"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("s.toml, line ") && message.contains("perhaps `hip`"), "{message}");
    for arguments in [
        &["pattern", "draft", "toga", "-o", "x.toml"][..],
        &["pattern", "draft", "shirt", "--body", "giant", "-o", "x.toml"],
        &["pattern", "draft", "shirt", "-o", "x.doc"],
        &["pattern", "show", "nothing.dxf", "-o", "x.png"],
        &["import", "nothing.dxf", "-o", "x.toml"],
    ] {
        assert_eq!(toile(at, arguments).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn real_patterns_are_imported() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/patterns"));
    if !root.exists() {
        eprintln!("skipped: {} is not here", root.display());
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let pattern = root.join("garmentcode/tshirt_mean_all_specification.json");
    let report =
        json(folder.path(), &["import", &pattern.to_string_lossy(), "-o", "t.toml", "--picture", "t.png"]);
    assert_eq!((&report["pieces"], &report["seams"]), (&Value::from(8), &Value::from(16)));
    let pattern = root.join("dxf/TShirt_test_f25_1.dxf");
    let report = json(folder.path(), &["import", &pattern.to_string_lossy(), "-o", "d.toml"]);
    assert!(report["suggested_seams"].as_array().unwrap().len() >= 5, "{report}");
    assert_eq!(report["warnings"].as_array().unwrap().len(), 1);
}
