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
    assert!(report["questions"].as_array().unwrap().is_empty(), "it tells its seams: {report}");
    let pattern = root.join("dxf/TShirt_test_f25_1.dxf");
    let report = json(folder.path(), &["import", &pattern.to_string_lossy(), "-o", "d.toml"]);
    assert!(report["suggested_seams"].as_array().unwrap().len() >= 5, "{report}");
    let warnings = report["warnings"].as_array().unwrap();
    let warns_of = |words: &str| warnings.iter().any(|warning| warning.as_str().unwrap().contains(words));
    assert!(warns_of("does not tell its unit") && warns_of("`Detail`: its sew line"), "{report}");
    assert_eq!(warnings.len(), 2);
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

/// A front and a back that are sewn at their sides, or perhaps not; all of it fits a body of size 38.
fn unsure_skirt(folder: &Path) {
    let panel = |name: &str| {
        let edges = "{ name = \"hem\", to = [52, 0] }, { name = \"right\", to = [52, 50] }, { name = \"top\", to = [0, 50] }, { name = \"left\", to = [0, 0] }";
        format!("[[piece]]\nname = \"{name}\"\noutline = [ {edges} ]\n")
    };
    let open = |a: &str, b: &str, score: f64| {
        format!("[[unsure]]\na = \"{a}\"\nb = \"{b}\"\nscore = {score}\nreasons = [\"equal lengths\"]\n")
    };
    let head = "format = \"toile-garment 1\"\nname = \"skirt\"\nunit = \"cm\"\n";
    let text = [
        head,
        &panel("front"),
        &panel("back"),
        &open("front.right", "-back.left", 0.95),
        &open("front.left", "-back.right", 0.7),
        &open("front.top", "-back.top", 0.2),
    ];
    fs::write(folder.join("skirt.toml"), text.concat()).unwrap();
}

#[test]
fn what_is_not_sure_is_refused_with_questions_until_it_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    unsure_skirt(at);
    for (arguments, picture) in [
        (&["dress", "-g", "skirt.toml", "-o", "out"][..], "out/skirt-questions.png"),
        (&["outfit", "-g", "skirt.toml"], "toile-out/skirt-questions.png"),
        (&["view", "skirt.toml", "--shot", "a.png"], "toile-out/skirt-questions.png"),
    ] {
        let output = toile(at, arguments);
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {words}");
        let expected = [
            "2 questions are open",
            "Is A (edge left of `front`, 50.0 cm) sewn to B",
            "* yes, 70 % (equal lengths)",
            "toile import skirt.toml --ask",
            "--accept-guesses",
            picture,
        ];
        assert!(expected.iter().all(|part| words.contains(part)), "{words}");
        assert!(toile_io::file::read_png(&at.join(picture)).unwrap().width > 1000);
    }
    let guessed = toile(at, &["outfit", "-g", "skirt.toml", "--accept-guesses"]);
    assert!(guessed.status.success(), "{guessed:?}");
    assert!(String::from_utf8_lossy(&guessed.stderr).contains("2 questions have their likeliest answer"));

    // Without a terminal they are listed, with words to answer in.
    let listed = json(at, &["import", "skirt.toml", "--ask"]);
    let questions = listed["questions"].as_array().unwrap();
    assert_eq!((questions.len(), &listed["questions_picture"]), (2, &Value::from("skirt-questions.png")));
    let likeliest = |question: &Value| {
        let default = question["default"].as_u64().unwrap() as usize;
        question["options"][default]["answer"].as_str().unwrap().to_owned()
    };
    let answers: Vec<String> = questions.iter().map(likeliest).collect();
    assert_eq!(answers, ["front.left = back.right", "front.top != back.top"]);
    assert_eq!(questions[0]["edges"][0]["edges"][0], "front.left");
    fs::write(at.join("answers.txt"), format!("# the tops\n{}\n", answers[1])).unwrap();
    let answered = json(at, &["import", "skirt.toml", "--answer", &answers[0], "--answers", "answers.txt"]);
    assert_eq!(answered["questions"].as_array().unwrap().len(), 0, "{answered}");
    assert!(!at.join("skirt-questions.png").exists(), "its picture shows what is answered");

    // They are remembered.
    let text = fs::read_to_string(at.join("skirt.toml")).unwrap();
    assert_eq!(json(at, &["import", "skirt.toml", "--ask"])["questions"].as_array().unwrap().len(), 0);
    assert_eq!(fs::read_to_string(at.join("skirt.toml")).unwrap(), text, "nothing was changed");
    let worn = toile(at, &["outfit", "-g", "skirt.toml"]);
    assert!(worn.status.success(), "{worn:?}");
    let wrong = toile(at, &["import", "skirt.toml", "--answer", "front.lft = nothing"]);
    let words = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(wrong.status.code() == Some(2) && words.contains("perhaps `left`"), "{words}");
}

#[test]
fn answers_are_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("skirt.svg"), QUARTERS).unwrap();
    let open = json(at, &["import", "skirt.svg", "--accept", "1"]);
    assert_eq!(open["output"], "skirt.toml");
    assert!(!open["questions"].as_array().unwrap().is_empty(), "{open}");
    let again = toile(at, &["import", "skirt.svg"]);
    let words = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(again.status.code() == Some(2) && words.contains("toile import skirt.toml --ask"), "{words}");
    // Formats of others have no place for questions.
    let exported = toile(at, &["import", "skirt.toml", "--accept", "1", "-o", "skirt.dxf"]);
    assert!(exported.status.success());
    assert!(String::from_utf8_lossy(&exported.stderr).contains("cannot keep questions"));
    let guessed = json(at, &["import", "skirt.svg", "-o", "all.toml", "--accept", "1", "--accept-guesses"]);
    assert_eq!(guessed["questions"].as_array().unwrap().len(), 0, "{guessed}");
    let text = fs::read_to_string(at.join("all.toml")).unwrap();
    assert!(text.contains("on_fold") && !text.contains("answer"), "nobody has answered: {text}");
}

/// The command says it in words and at once, instead of sewing for ever.
#[test]
fn half_a_skirt_is_not_dressed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("skirt.svg"), QUARTERS).unwrap();
    let half = json(at, &["import", "skirt.svg", "-o", "half.toml", "--as-drawn"]);
    assert!(half["suggested_seams"].as_array().unwrap().len() > 1, "the side, and middle to middle: {half}");
    let output = toile(
        at,
        &["dress", "-g", "half.toml", "-b", "eu-36", "--edge", "0.05", "-o", "out", "--accept-guesses"],
    );
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && error.contains("--on-fold"), "{error}");
}
