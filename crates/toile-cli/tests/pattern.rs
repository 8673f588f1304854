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
        json(at, &["pattern", "draft", "trousers", "--body", "eu-50-men", "--fit", "loose", "-o", "t.toml"]);
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
    let body = toile_pattern::measures::DraftMeasures::of_size("eu-54-men").unwrap();
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
fn only_errors_give_an_exit_code_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let bow_tie = "format = \"toile-garment 1\"\nname = \"tie\"\nunit = \"cm\"\n[[piece]]\nname = \"bow\"\n\
        outline = [{ to = [40, 40] }, { to = [40, 0] }, { to = [0, 30] }, { to = [0, 0] }]\n";
    fs::write(at.join("tie.toml"), bow_tie).unwrap();
    for (arguments, code) in [
        (&["pattern", "check", "tie.toml", "--json"][..], 1),
        (&["pattern", "check", "tie.toml", "--exit-zero", "--json"], 0),
    ] {
        let output = toile(at, arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {output:?}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(report["errors"].as_u64() > Some(0) && report["clean"] == false, "{report}");
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

/// A quarter of a skirt twice, front and back, as a drawing that says nothing of folds.
const QUARTERS: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="600mm" height="650mm" viewBox="0 0 600 650">
<path id="front-panel" d="M 10 620 L 250 620 L 250 220 L 210 10 L 10 20 Z"/>
<path id="back-panel" d="M 300 620 L 540 620 L 540 26 L 340 10 L 300 220 Z"/>
</svg>"#;

#[test]
fn halves_are_found_and_can_be_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("skirt.svg"), QUARTERS).unwrap();
    let found = json(at, &["import", "skirt.svg", "-o", "skirt.toml"]);
    let halves = found["halves"].as_array().unwrap();
    assert_eq!(halves.len(), 2, "{found}");
    assert!(halves.iter().all(|half| half["accepted"] == true && half["on_fold"].is_string()), "{found}");
    assert_eq!(found["suggested_seams"].as_array().unwrap().len(), 1, "the side only: {found}");
    assert!(fs::read_to_string(at.join("skirt.toml")).unwrap().contains("on_fold"));
    let drawn = json(at, &["import", "skirt.svg", "-o", "drawn.toml", "--as-drawn"]);
    assert!(drawn["halves"].as_array().unwrap().iter().all(|half| half["accepted"] == false), "{drawn}");
    assert!(!fs::read_to_string(at.join("drawn.toml")).unwrap().contains("on_fold"));
    let told = json(
        at,
        &["import", "skirt.svg", "-o", "told.toml", "--on-fold", "front-panel", "--pair", "back-panel"],
    );
    assert_eq!(told["halves"].as_array().unwrap().len(), 0);
    let text = fs::read_to_string(at.join("told.toml")).unwrap();
    assert!(text.contains("on_fold") && text.contains("pair = true"), "{text}");
    for (wish, words) in [("middle", "the pieces are"), ("front-panel:9", "its edges are")] {
        let output = toile(at, &["import", "skirt.svg", "-o", "no.toml", "--on-fold", wish]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(words), "{error}");
    }
}

/// The command says it in words and at once, instead of sewing for ever.
#[test]
fn half_a_skirt_is_not_dressed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("skirt.svg"), QUARTERS).unwrap();
    let half = json(at, &["import", "skirt.svg", "-o", "half.toml", "--as-drawn"]);
    assert!(half["suggested_seams"].as_array().unwrap().len() > 1, "the side, and middle to middle: {half}");
    let output = toile(at, &["dress", "-g", "half.toml", "-b", "eu-36", "--edge", "0.05", "-o", "out"]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && error.contains("--on-fold"), "{error}");
}
