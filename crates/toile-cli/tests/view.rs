//! Pictures of the viewer, with a graphics driver or without.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use toile_io::png::Image;

fn toile(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_toile")).args(arguments).current_dir(folder).output().unwrap()
}

/// Takes a picture; returns it and what drew it.
fn shot(folder: &Path, arguments: &[&str]) -> (Image, String) {
    let mut all = vec!["view", "--shot", "shot.png", "--size", "160x120", "--json"];
    all.extend(arguments);
    let output = toile(folder, &all);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let written: Value = serde_json::from_slice(&output.stdout).unwrap();
    let picture = toile_io::file::read_png(&folder.join("shot.png")).unwrap();
    assert_eq!((picture.width, picture.height), (160, 120));
    (picture, written["drawn_by"].as_str().unwrap().to_owned())
}

/// How many pixels clearly differ from the corner of the picture above them, which shows the background.
fn drawn(picture: &Image) -> usize {
    let background = picture.pixels[0];
    let differs = |pixel: &&[u8; 4]| (0..3).any(|k| pixel[k].abs_diff(background[k]) > 40);
    picture.pixels.iter().filter(differs).count()
}

#[test]
fn meshes_are_drawn_by_whatever_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let (picture, by) = shot(folder.path(), &["dress-form"]);
    assert!(!by.is_empty());
    assert!(drawn(&picture) > 300, "{}", drawn(&picture));
    let (near, _) = shot(folder.path(), &["dress-form", "--zoom", "3"]);
    assert!(drawn(&near) > 2 * drawn(&picture), "{} {}", drawn(&near), drawn(&picture));
}

#[test]
fn without_a_driver_the_picture_is_drawn_in_a_simpler_way_and_this_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_toile"))
        .args(["view", "dress-form", "--shot", "plain.png", "--size", "160x120"])
        // No driver is found in a file that does not exist.
        .env("VK_DRIVER_FILES", "/no/such/driver.json")
        .env("VK_ICD_FILENAMES", "/no/such/driver.json")
        .current_dir(folder.path())
        .output()
        .unwrap();
    if cfg!(target_os = "linux") {
        assert!(output.status.success());
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(words.contains("in a simpler way"), "{words}");
        assert!(drawn(&toile_io::file::read_png(&folder.path().join("plain.png")).unwrap()) > 300);
    }
}

#[test]
fn a_scene_runs_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let scene = "[output]\nseconds = 0.1\n\n[[cloth]]\nsheet = { width = \"1 m\", height = \"1 m\", cells = 8 }\nfabric = \"denim\"\n\n\
                 [[pin]]\ncorners = [\"top-left\"]\n";
    fs::write(folder.path().join("scene.toml"), scene).unwrap();
    let (picture, by) = shot(folder.path(), &["scene.toml"]);
    assert!(drawn(&picture) > 300, "{}", drawn(&picture));
    let (red, _) = shot(folder.path(), &["scene.toml", "--color", "d01010"]);
    assert_ne!(picture.pixels, red.pixels);
    let (checked, _) = shot(folder.path(), &["scene.toml", "--print", "checks", "--repeat", "100"]);
    assert!(by == "toile look" || checked.pixels != picture.pixels, "nothing is printed");
}

#[test]
fn wrong_wishes_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let complaint = |arguments: &[&str]| {
        let output = toile(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let fit = complaint(&["view", "dress-form", "--shot", "a.png", "--mode", "tension"]);
    assert!(fit.contains("garments only"), "{fit}");
    assert!(complaint(&["view", "no-such-garment", "--shot", "a.png"]).contains("no such file"));
    assert!(complaint(&["view", "--shot", "a.png", "--look-at", "1,2"]).contains("three numbers"));
    let printed = complaint(&["view", "dress-form", "--shot", "a.png", "--print", "dots"]);
    assert!(printed.contains("only garments and scenes"), "{printed}");
    assert!(complaint(&["view", "--shot", "a.png", "--print", "paisley"]).contains("checks"));
    assert!(complaint(&["view", "--shot", "a.png", "--color", "red"]).contains("six digits"));
    fs::write(folder.path().join("sky.hdr"), "PNG").unwrap();
    let sky = complaint(&["view", "dress-form", "--shot", "a.png", "--sky", "sky.hdr"]);
    assert!(sky.contains("not a Radiance picture"), "{sky}");
}

/// A skirt of two panels that are together half as wide as the hips.
fn narrow_skirt(folder: &Path) {
    let panel = |name: &str| {
        let corners = "{ to = [23, 0] }, { to = [23, 30] }, { to = [0, 30] }, { to = [0, 0] }";
        format!("[[piece]]\nname = \"{name}\"\noutline = [ {corners} ]\n")
    };
    let seams = "[[seam]]\na = \"front.1\"\nb = \"-back.3\"\n[[seam]]\na = \"front.3\"\nb = \"-back.1\"\n";
    let head = "format = \"toile-garment 1\"\nname = \"skirt\"\nunit = \"cm\"\n";
    let text = format!("{head}{}{}{seams}", panel("front"), panel("back"));
    fs::write(folder.join("narrow.toml"), text).unwrap();
}

#[test]
fn what_is_far_too_narrow_is_dressed_by_force() {
    let folder = tempfile::tempdir().unwrap();
    narrow_skirt(folder.path());
    let arguments = ["view", "narrow.toml", "--edge", "0.05", "--shot", "shot.png", "--size", "160x120"];
    let refused = toile(folder.path(), &arguments);
    let words = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(2) && words.contains("--force"), "{words}");
    for force in ["--force", "--anyway"] {
        let forced = toile(folder.path(), &[&arguments[..], &[force]].concat());
        let words = String::from_utf8_lossy(&forced.stderr);
        assert!(forced.status.success() && words.contains("given up"), "{words}");
    }
}
