//! The physics of the cloth against references, on coarse meshes.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use toile_lab::validate::{CASES, Effort, cantilever, family};

fn toile(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_toile")).args(arguments).output().unwrap()
}

#[test]
fn cloth_does_what_mechanics_says() {
    // The drape test has one of its own.
    for family in CASES.iter().filter(|family| family.name != "drape") {
        let cases = (family.run)(Effort::Quick).unwrap();
        assert!(cases.len() >= 6, "{} is done on every mesh", family.name);
        for case in cases {
            assert_eq!(case.case, family.name);
            assert!(case.pass && case.relative_error.abs() <= case.tolerance, "{case:?}");
        }
    }
}

#[test]
fn the_command_lists_its_measurements_in_the_same_way_on_any_number_of_threads() {
    let run = |threads| toile(&["validate", "self-buckling", "--quick", "--json", "--threads", threads]);
    let (one, three) = (run("1"), run("3"));
    assert!(one.status.success(), "{}", String::from_utf8_lossy(&one.stderr));
    assert_eq!(one.stdout, three.stdout);
    let document: Value = serde_json::from_slice(&one.stdout).unwrap();
    let cases = document["cases"].as_array().unwrap();
    assert_eq!(document["failed"], 0);
    assert_eq!(document["passed"], cases.len());
    for field in ["case", "expected", "measured", "relative_error", "tolerance", "pass", "mesh", "resolution"]
    {
        assert!(!cases[0][field].is_null(), "{field}");
    }
    let text = String::from_utf8(toile(&["validate", "seam", "--quick"]).stdout).unwrap();
    assert!(text.contains("✓ seam") && text.contains("irregular 8 × 8"), "{text}");
}

#[test]
fn hysteresis_is_drawn_where_the_user_wants_it() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("loops.png");
    let plot = plot.to_str().unwrap();
    let output = toile(&["validate", "hysteresis", "--quick", "--plot", plot]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stderr).contains(&format!("Wrote {plot}.")));
    assert!(String::from_utf8_lossy(&output.stdout).contains("✓ hysteresis"));
    assert_eq!(toile_io::file::read_png(Path::new(plot)).unwrap().width, 1400);
    assert_eq!(toile(&["validate", "seam", "--plot", plot]).status.code(), Some(2));
}

#[test]
fn drape_tells_its_bands_folds_and_scatter() {
    // Two fabrics and a larger instrument; drawing takes four more specimens and is left to the guide.
    let cases = (family("drape").unwrap().run)(Effort::Quick).unwrap();
    let find = |variant: &str| cases.iter().find(|case| case.variant == variant).unwrap();
    let (cotton, silk) = (find("cotton-plain, DC 60 to 76 %"), find("silk-crepe, DC 20 to 40 %"));
    assert!((cotton.expected, cotton.tolerance) == (68.0, 8.0 / 68.0) && cotton.also["specimens"] == 1.0);
    assert!(cotton.measured > silk.measured + 20.0, "stiff cloth covers more: {cotton:?} {silk:?}");
    let depth = |variant| find(variant).also["fold_depth_mm"];
    assert!(depth("silk-crepe, 5 to 8 folds") > depth("cotton-plain, 5 to 8 folds") + 5.0);
    assert!(cases.iter().all(|case| case.case == "drape" && case.pass), "{cases:?}");
    let large = find("cotton-plain, DC at size 1.5");
    assert!(large.expected == cotton.measured && (large.measured - large.expected).abs() < 0.5, "{large:?}");
}

#[test]
fn a_mistyped_case_gets_a_suggestion() {
    let output = toile(&["validate", "cantilevr"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("'cantilever'"));
}

#[test]
fn the_theory_agrees_with_published_tables() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/validation");
    for (file, weight) in [("heavy_elastica_cantilever.csv", 1.0), ("endload_elastica_cantilever.csv", 0.0)] {
        let Ok(text) = std::fs::read_to_string(format!("{path}/{file}")) else {
            eprintln!("skipped: {path}/{file} is not here");
            continue;
        };
        for line in text.lines().skip(1) {
            let row: Vec<f64> = line.split(',').map(|number| number.parse().unwrap()).collect();
            let tip = cantilever(weight * row[0], (1.0 - weight) * row[0]).tip();
            let reach = if weight == 1.0 { row[1] } else { 1.0 - row[1] };
            assert!((tip.x - reach).abs() < 1e-6 && (tip.y - row[2]).abs() < 1e-6, "{file} {line}: {tip}");
        }
    }
}
