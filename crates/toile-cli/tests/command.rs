//! The command as a user runs it: what it prints, what it writes, and how it fails.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

fn toile(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_toile")).args(arguments).current_dir(folder).output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let mut all = arguments.to_vec();
    all.push("--json");
    serde_json::from_str(&text(&toile(folder, &all))).unwrap()
}

/// The report of a check that ends with the exit code for faults.
fn faulty(folder: &Path, arguments: &[&str]) -> Value {
    let output = toile(folder, &[arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Data that is not part of the repository; `None`, with a message, where it is missing.
fn shared(path: &str) -> Option<String> {
    let file = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")).join(path);
    if !file.exists() {
        eprintln!("skipped: {} is not here", file.display());
        return None;
    }
    Some(file.to_string_lossy().into_owned())
}

#[test]
fn check_says_that_the_form_is_clean_and_the_tangled_skirt_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let form = json(folder.path(), &["check", "dress-form"]);
    assert_eq!(form["closed_manifold"], true);
    assert_eq!(form["self_intersections"], 0);
    assert_eq!(form["intersections_against"], Value::Null);
    let tangled = faulty(
        folder.path(),
        &["check", "tangled-skirt", "--against", "dress-form", "--picture", "problems.png"],
    );
    assert!(tangled["self_intersections"].as_u64() > Some(0));
    let against = tangled["intersections_against"].as_u64().unwrap();
    assert!(against > 0);
    assert_eq!(tangled["places"]["intersections_against"].as_array().unwrap().len() as u64, against);
    let picture = toile_io::file::read_png(&folder.path().join("problems.png")).unwrap();
    let red = picture.pixels.iter().filter(|[r, g, b, _]| *r > 180 && *g < 70 && *b < 70).count();
    assert!(red > 50, "{red} red pixels");
}

#[test]
fn check_knows_the_real_body_the_staged_dress_and_the_falling_cloth() {
    let folder = tempfile::tempdir().unwrap();
    if let Some(body) = shared("bodies/makehuman/mh_female.obj") {
        let report = json(folder.path(), &["check", &body, "--exit-zero"]);
        assert_eq!(report["closed_manifold"], true);
        assert_eq!(report["vertices"], 13380);
        assert_eq!(report["boundary_edges"], 0);
    }
    // IPC Toolkit's `has_intersections` says false for the dress and true for the cloth on the ball.
    if let Some(dress) = shared("scenes/codim_ipc/dress_knife_stage.obj") {
        let report = json(folder.path(), &["check", &dress, "--exit-zero"]);
        assert_eq!(report["self_intersections"], 0);
        assert_eq!(report["components"], 14);
    }
    if let Some(cloth) = shared("ccd/ipc-toolkit/cloth_ball92.ply") {
        let report = faulty(folder.path(), &["check", &cloth]);
        assert_eq!(report["triangles"], 92230);
        assert!(report["self_intersections"].as_u64() > Some(0));
    }
    // glTF splits vertices at UV seams; the body is closed all the same.
    if let Some(man) = shared("motion/CesiumMan.glb") {
        assert_eq!(json(folder.path(), &["check", &man, "--exit-zero"])["closed_manifold"], true);
        let split = json(folder.path(), &["check", &man, "--weld", "off", "--exit-zero"]);
        assert_eq!(split["closed_manifold"], false);
    }
}

#[test]
fn check_notices_files_without_faces_and_files_that_are_cut_short() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    text(&toile(path, &["convert", "skirt", "skirt.obj"]));
    let whole = fs::read_to_string(path.join("skirt.obj")).unwrap();
    let first_face = whole.find("\nf ").unwrap() + 1;
    for (name, length) in [("empty.obj", 0), ("points.obj", first_face)] {
        fs::write(path.join(name), &whole[..length]).unwrap();
        let report = faulty(path, &["check", name]);
        assert_eq!((&report["closed_manifold"], &report["clean"]), (&false.into(), &false.into()), "{name}");
        assert_eq!(report["faults"][0]["field"], "triangles");
        let output = toile(path, &["check", name]);
        let words = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(words.contains("no triangles") && words.contains(" 0.0000 m²"), "{words}");
        assert_eq!(words.contains("cut short"), length > 0, "{words}");
    }
    // Cut within the faces, and within a face.
    let faces = &whole[first_face..];
    let half = first_face + faces[..faces.len() / 2].rfind('\n').unwrap() + 1;
    let within = half + whole[half..].find(' ').unwrap() + 1;
    let within = within + whole[within..].find(' ').unwrap();
    for (name, length, incomplete) in [("half.obj", half, 0), ("within.obj", within, 1)] {
        fs::write(path.join(name), &whole[..length]).unwrap();
        let report = json(path, &["check", name]);
        assert_eq!(report["may_be_cut_short"], true, "{name}");
        assert_eq!(report["incomplete_faces"], incomplete, "{name}");
        assert!(text(&toile(path, &["check", name])).contains("cut short"), "{name}");
    }
    assert_eq!(json(path, &["check", "skirt.obj"])["may_be_cut_short"], false);
}

#[test]
fn the_exit_code_of_a_check_says_whether_there_are_faults() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for (arguments, code) in [
        (&["check", "skirt"][..], 0),
        (&["check", "tangled-skirt"], 1),
        (&["check", "tangled-skirt", "--exit-zero"], 0),
        (&["check", "skirt", "--against", "skirt"], 1),
        (&["check", "tangled-skirt", "--repair", "-o", "mended.obj"], 0),
        (&["check", "no-such-skirt"], 2),
    ] {
        let output = toile(path, arguments);
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {words}");
        assert_eq!(code == 1, words.contains("intersections"), "{arguments:?}: {words}");
    }
}

#[test]
fn check_repairs_a_sheet_with_a_corner_through_another() {
    let folder = tempfile::tempdir().unwrap();
    // Two squares one above the other; a vertex in the middle of the upper one is below the lower one.
    let mut obj = String::new();
    for (height, middle) in [(0.0, 0.0), (0.01, -0.005)] {
        for k in 0..25 {
            let (x, z) = (f64::from(k % 5) * 0.05, f64::from(k / 5) * 0.05);
            let y = if k == 12 { middle } else { height };
            writeln!(obj, "v {x} {y} {z}").unwrap();
        }
    }
    for sheet in 0..2 {
        for k in (0..20).filter(|k| k % 5 < 4) {
            let a = 25 * sheet + k + 1;
            writeln!(obj, "f {a} {} {}\nf {} {} {}", a + 5, a + 1, a + 1, a + 5, a + 6).unwrap();
        }
    }
    std::fs::write(folder.path().join("tangled.obj"), obj).unwrap();
    let report = json(folder.path(), &["check", "tangled.obj", "--repair", "-o", "clean.obj"]);
    assert_eq!(
        report["clean"], false,
        "the report is about the mesh as it was, the exit code about the new one"
    );
    assert!(report["intersections_before"].as_u64().unwrap() > 0, "{report}");
    assert_eq!(report["self_intersections"], report["intersections_before"]);
    assert_eq!((&report["repaired"], &report["intersections_after"]), (&true.into(), &0.into()));
    assert_eq!(report["unrepaired"], Value::Array(Vec::new()));
    let again = json(folder.path(), &["check", "clean.obj"]);
    assert_eq!(again["self_intersections"], 0);
    assert!(again.get("repaired").is_none());
}

#[test]
fn look_draws_a_glb_in_its_own_colours() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = toile_io::scene::Scene::default();
    for (name, color, aside) in [("red", [1.0, 0.0, 0.0], -0.6), ("blue", [0.0, 0.0, 1.0], 0.6)] {
        let mut ball = toile_geom::shapes::icosphere(0.5, 2);
        ball.positions.iter_mut().for_each(|place| place.x += aside);
        scene.materials.push(toile_io::scene::Material::of_color(name, color, 0.8));
        let mesh = toile_io::PolyMesh::from(ball).in_one_group("", name);
        scene.add(toile_io::scene::Scene::from_mesh(name, mesh));
    }
    toile_io::gltf::write_file(&folder.path().join("balls.glb"), &scene).unwrap();
    let look =
        ["look", "balls.glb", "-o", "a.png", "--views", "front", "--size", "120x80", "--quality", "draft"];
    let seen = |arguments: &[&str]| {
        text(&toile(folder.path(), arguments));
        let pixels = toile_io::file::read_png(&folder.path().join("a.png")).unwrap().pixels;
        let much = |own: usize, other: usize| {
            pixels.iter().filter(|pixel| pixel[own] > 90 && pixel[other] < pixel[own] / 2).count()
        };
        [much(0, 2), much(2, 0)]
    };
    let [red, blue] = seen(&look);
    assert!(red > 100 && blue > 100, "{red} {blue}");
    assert_eq!(
        seen(&[&look[..], &["--color", "#ece7dd"]].concat()),
        [0, 0],
        "a colour that is asked for holds"
    );
}

#[test]
fn look_draws_the_same_bytes_with_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |name: &str, threads: &str| {
        let arguments = [
            "look",
            "skirt",
            "dress-form",
            "-o",
            name,
            "--size",
            "120x160",
            "--quality",
            "draft",
            "--heat",
            "curvature",
            "--wire",
            "--borders",
            "--title",
            "Test",
            "--threads",
            threads,
        ];
        text(&toile(folder.path(), &arguments));
        fs::read(folder.path().join(name)).unwrap()
    };
    assert!(draw("one.png", "1") == draw("three.png", "3"));
}

#[test]
fn convert_goes_round_through_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let expected = json(path, &["check", "skirt"]);
    for (from, to) in [
        ("skirt", "a.obj"),
        ("a.obj", "b.ply"),
        ("b.ply", "c.glb"),
        ("c.glb", "d.gltf"),
        ("d.gltf", "e.stl"),
        ("e.stl", "f.obj"),
    ] {
        text(&toile(path, &["convert", from, to]));
        let report = json(path, &["check", to]);
        for field in ["vertices", "triangles", "boundary_edges", "self_intersections", "components"] {
            assert_eq!(report[field], expected[field], "{field} of {to}");
        }
    }
    let turned = json(path, &["convert", "skirt", "turned.obj", "--up", "z", "--scale", "100"]);
    assert_eq!(turned["vertices"], expected["vertices"]);
    let size = |report: &Value, axis: usize| report["size_m"][axis].as_f64().unwrap();
    let turned = json(path, &["check", "turned.obj"]);
    assert!((size(&turned, 2) - 100.0 * size(&expected, 1)).abs() < 1e-9);
}

#[test]
fn convert_never_triangulates_in_silence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("quad.obj"), "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n").unwrap();
    let refused = toile(path, &["convert", "quad.obj", "quad.glb"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("triangulate"), "{refused:?}");
    assert!(!path.join("quad.glb").exists());
    assert_eq!(json(path, &["convert", "quad.obj", "quad.glb", "--triangulate"])["faces"], 2);
    assert_eq!(json(path, &["convert", "quad.obj", "quad.ply"])["faces"], 1);
}

#[test]
fn motion_goes_into_a_glb_and_out_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/draped-ball.toml");
    json(path, &["simulate", scene, "-o", ".", "--frames", "12"]);
    let baked = json(path, &["convert", "cloth.glb", "cloth.pc2", "--fps", "30"]);
    let frames = baked["frames"].as_u64().unwrap();
    assert!(frames > 3, "{frames}");
    json(path, &["convert", "cloth.glb", "cloth.obj"]);
    let again = json(path, &["convert", "cloth.obj", "again.glb", "--motion", "cloth.pc2", "--fps", "30"]);
    assert_eq!(again["frames"].as_u64(), Some(frames));
    let stage = json(path, &["convert", "cloth.glb", "cloth.usda", "--fps", "30"]);
    assert_eq!(stage["frames"].as_u64(), Some(frames));
    let text = fs::read_to_string(path.join("cloth.usda")).unwrap();
    assert!(text.contains(&format!("endTimeCode = {}", frames - 1)) && text.contains("points.timeSamples"));
    let moved = json(path, &["convert", "cloth.obj", "moved.usdz", "--motion", "cloth.pc2"]);
    assert_eq!(moved["frames"].as_u64(), Some(frames));
    json(path, &["convert", "cloth.glb", "cloth.mdd"]);
    let [old, new] = ["cloth.pc2", "cloth.mdd"].map(|name| fs::metadata(path.join(name)).unwrap().len());
    assert_eq!(old - 32, new - 8 - 4 * frames, "the same places");
    let refused = toile(path, &["convert", "cloth.usda", "back.obj"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("USD is written, not read"), "{refused:?}");
    let other = toile(path, &["convert", "dress-form", "no.glb", "--motion", "cloth.pc2"]);
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn a_mannequin_is_dressed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let arguments =
        ["dress", "-g", "straight-skirt", "tank-top", "-b", "eu-38", "--edge", "0.04", "-o", "out"];
    let summary = json(path, &arguments);
    assert_eq!((&summary["seams_open"], &summary["self_intersections"]), (&0.into(), &0.into()));
    assert_eq!((&summary["body_intersections"], &summary["at_rest"]), (&0.into(), &true.into()));
    assert!(summary["max_strain"].as_f64().unwrap() < 0.25, "{summary}");
    assert_eq!(
        (summary["inside_out"].to_string(), summary["astray"].to_string()),
        ("[]".into(), "[]".into())
    );
    for file in ["look.png", "fit.png", "outfit.glb", "garment_2_tank-top.obj"] {
        assert!(path.join("out").join(file).exists(), "{file}");
    }
    let against =
        json(path, &["check", "out/garment_2_tank-top.obj", "--against", "out/garment_1_straight-skirt.obj"]);
    assert_eq!(against["intersections_against"], 0);
}

#[test]
fn a_dressed_body_moves_and_sizes_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    // A folder of the same name is not the motion.
    fs::create_dir(path.join("turn")).unwrap();
    let moving = ["dress", "-g", "straight-skirt", "-b", "eu-38", "--edge", "0.06", "--motion", "turn"];
    let pace = ["--seconds", "0.4", "--fps", "10", "--lead-in", "0", "-o", "out"];
    let summary = json(path, &[&moving[..], &pace[..]].concat());
    assert_eq!(summary["motion"]["frames"], 4);
    assert_eq!(summary["motion"]["frames_with_intersections"], 0, "{summary}");
    assert_eq!(summary["fit"][0]["garment"], summary["garments"][0]);
    for file in ["body.pc2", "motion.png", "fit.json"] {
        assert!(path.join("out").join(file).exists(), "{file}");
    }
    let scene = toile_io::gltf::read_file(path.join("out/motion.glb")).unwrap();
    assert_eq!(scene.meshes.len(), 2, "the body and the skirt");
    assert_eq!(scene.animations[0].channels.len(), 2);
    assert!((scene.animations[0].duration() - 0.4).abs() < 1e-6, "{}", scene.animations[0].duration());
    let last = scene.merged_at(&scene.animations[0], 0.4).unwrap();
    let cache = toile_io::file::read_point_cache(&path.join("out/body.pc2")).unwrap();
    let apart = cache.frame(4).iter().zip(&last.positions).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    assert!(apart < 1e-5, "{apart}");
    let sizes = [
        "dress",
        "-g",
        "straight-skirt",
        "-b",
        "eu-38",
        "--edge",
        "0.06",
        "--sizes",
        "eu-36,eu-40",
        "-o",
        "out",
    ];
    let compared = json(path, &sizes);
    assert_eq!(compared["sizes"].as_array().map(Vec::len), Some(2));
    assert_eq!(compared["sizes"][1]["size"], "eu-40");
    assert!(path.join("out/sizes.html").exists());
}

#[test]
fn what_was_given_up_is_not_said_to_fit_and_all_time_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Instant::now();
    let hasty = ["dress", "-g", "tube", "-b", "eu-38", "--edge", "0.06", "--time-limit", "0", "-o", "out"];
    let summary = json(folder.path(), &hasty);
    let wall = clock.elapsed().as_secs_f64();
    assert_eq!(summary["seams_open"], summary["seams_total"], "{summary}");
    assert_eq!(summary["seams_total"], 1);
    assert_eq!(summary["fit"][0]["verdict"], "nothing can be said");
    assert!(summary["gave_up"].as_str().unwrap().contains("closed by"), "{summary}");
    let stages: f64 = summary["stage_seconds"].as_object().unwrap().values().filter_map(Value::as_f64).sum();
    assert!((summary["seconds"].as_f64().unwrap() - stages).abs() < 1e-6);
    assert!(stages > 0.8 * wall && stages <= wall, "{stages} s of {wall} s");
}

#[test]
fn a_file_that_cannot_be_written_keeps_no_other_from_being_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for name in ["look.png", "body.obj"] {
        fs::create_dir_all(path.join("out").join(name)).unwrap();
    }
    let hasty = ["dress", "-g", "tube", "-b", "eu-38", "--edge", "0.06", "--time-limit", "0", "-o", "out"];
    let output = toile(path, &hasty);
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{words}");
    assert!(words.contains("2 of 8 files could not be written") && words.contains("look.png: "), "{words}");
    assert!(words.contains("body.obj: "), "{words}");
    let told = String::from_utf8_lossy(&output.stdout);
    for file in
        ["garment_1_tube.obj", "outfit.glb", "fit.json", "fit_1_tube.glb", "fit.png", "fit_1_tube.html"]
    {
        assert!(path.join("out").join(file).is_file(), "{file}");
        assert!(told.contains(file), "{told}");
    }
    assert!(!told.contains("look.png"), "{told}");
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_dressing_with_what_is_there_and_the_folder_is_its_own_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let dress = ["dress", "-g", "tube", "-b", "eu-38", "--edge", "0.02", "-o", "out"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_toile"));
    command.args(dress).current_dir(path).stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = command.spawn().unwrap();
    let begin = Instant::now();
    while fs::read_to_string(path.join("out/.toile-lock")).unwrap_or_default().is_empty() {
        assert!(begin.elapsed().as_secs() < 120, "it takes too long");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let error = toile_io::FolderLock::take(&path.join("out")).unwrap_err().to_string();
    assert!(error.contains("another process") && error.contains(&run.id().to_string()), "{error}");
    assert!(Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap().success());
    let output = run.wait_with_output().unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{words}");
    let told = String::from_utf8_lossy(&output.stdout);
    let is_there = |file: &str| path.join("out").join(file).is_file();
    if words.contains("Stopped by Ctrl-C before anything was sewn: nothing is written") {
        assert!(told.is_empty() && !is_there("garment_1_tube.obj"), "{told}");
    } else {
        assert!(words.contains("Stopped by Ctrl-C: what there was by then is written"), "{words}");
        assert!(told.contains("tube: stopped by hand with seams closed by"), "{told}");
        assert!(is_there("garment_1_tube.obj") && is_there("look.png"));
    }
    assert!(!path.join("out/.toile-lock").exists());
}

#[test]
fn sizes_that_are_too_small_or_too_large_are_rows_and_not_recommended() {
    let folder = tempfile::tempdir().unwrap();
    let skirt = ["dress", "-g", "straight-skirt", "-b", "eu-46", "--edge", "0.05", "-o", "out"];
    let compared = json(folder.path(), &[&skirt[..], &["--sizes", "child-104,eu-46"]].concat());
    let rows = compared["sizes"].as_array().unwrap();
    assert_eq!((&rows[0]["verdict"], &compared["recommended"]), (&"too small".into(), &"eu-46".into()));
    let fields =
        ["garments", "body", "seconds", "stage_seconds", "seams_total", "seams_open", "self_intersections"];
    let fields = fields.iter().chain(&["body_intersections", "max_strain", "at_rest", "gave_up", "files"]);
    for field in fields {
        assert!(rows.iter().all(|row| row.get(field).is_some()), "{field}: {compared}");
    }
    assert!(rows[0]["gave_up"].as_str().unwrap().contains("cm wide together"), "{compared}");
    let large = ["dress", "-g", "tube", "-b", "child", "--edge", "0.06", "--sizes", "eu-46", "-o", "out"];
    let compared = json(folder.path(), &large);
    assert_eq!(
        (&compared["recommended"], &compared["direction"]),
        (&Value::Null, &"smaller".into()),
        "{compared}"
    );
    let text = text(&toile(folder.path(), &large));
    assert!(text.contains("none of them fits: try a smaller one"), "{text}");
}

#[test]
fn a_wardrobe_has_a_case_for_everything_with_all_fields() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["bench", "wardrobe", "-g", "tube", "hat", "-b", "eu-38", "nobody", "--edge", "0.06", "--json"];
    let text = text(&toile(folder.path(), &arguments));
    // Once for the body, and once for the time that it took.
    assert_eq!(text.matches("\"body\":").count(), 2 * 4, "no field twice: {text}");
    let wardrobe: Value = serde_json::from_str(&text).unwrap();
    let cases = wardrobe["cases"].as_array().unwrap();
    let keys = |case: &Value| case.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert!(cases.iter().all(|case| keys(case) == keys(&cases[0])));
    let reason = |n: usize| cases[n]["reason"].as_str().unwrap_or_default();
    assert!(reason(1).contains("hat") && reason(2).contains("nobody") && reason(3).contains("nobody"));
    assert_eq!((&cases[3]["garment"], &cases[3]["body"]), (&"hat".into(), &"nobody".into()));
}

#[test]
fn an_outfit_says_what_is_worn_over_what_and_why() {
    let folder = tempfile::tempdir().unwrap();
    let outfit =
        ["outfit", "-g", "shirt", "trousers", "--order", "shirt in trousers", "--turtle", "outfit.ttl"];
    let found = json(folder.path(), &outfit);
    assert_eq!(found["garments"][0]["name"], "shirt");
    assert_eq!(found["garments"][0]["pieces_elsewhere"]["collar"].as_i64(), Some(2));
    assert_eq!(found["garments"][1]["class"], "trousers");
    assert_eq!(found["dressing"], serde_json::json!(["trousers", "shirt"]));
    assert!(fs::read_to_string(folder.path().join("outfit.ttl")).unwrap().contains("toile:isDressedAfter"));
    let usual = text(&toile(folder.path(), &outfit[..4]));
    assert!(usual.contains("a top hangs over skirts and trousers"), "{usual}");
    // What is tucked in is worn inside, but put on last: the words for one order are not used for the other.
    let tucked = text(&toile(folder.path(), &outfit));
    assert!(tucked.contains("Put on in the order: trousers, shirt"), "{tucked}");
    assert!(tucked.contains("trousers is worn over shirt") && !tucked.contains("put on after"), "{tucked}");
}

#[test]
fn what_cannot_be_dressed_is_said() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("empty.json"), r#"{"pattern":{"panels":{}}}"#).unwrap();
    let cases: [(&[&str], &str); 17] = [
        (&["dress", "-g", "empty.json"], "empty.json: the pattern has no pieces"),
        (&["dress", "-g", "shorts", "--edge", "5"], "from 0.002 to 0.2 metres"),
        (&["dress", "-g", "shorts", "--time-limit", "nan"], "from 0 to 1000000 seconds"),
        (&["dress", "-g", "shorts", "--motion", "walk", "--seconds", "601"], "from 0 to 600 seconds"),
        (&["dress", "-g", "shorts", "--motion", "walk", "--fps", "0"], "from 1 to 240 frames a second"),
        (&["dress", "-g", "shorts", "--motion", "walk", "--lead-in", "61"], "from 0 to 60 seconds"),
        (&["dress", "-g", "shorts", "--motion", "walk", "--room", "nan"], "from 0 to 0.5 metres"),
        (&["dress", "-g", "shorts", "--sizes", "eu-50-men", "--order", "shorts over hat"], "`hat`"),
        (&["body", "-m", "waist=5cm"], "waist_girth of 5.0 cm leads to"),
        (&["dress", "-g", "trouser"], "trousers"),
        (&["dress", "-g", "shorts", "--sizes", "xxl"], "eu-38"),
        (&["dress", "-g", "shorts", "tank-top", "--sizes", "eu-38"], "only one"),
        (&["dress", "-g", "shorts", "--motion", "swim"], "walk"),
        (&["dress", "-g", "shorts", "--order", "shorts over hat"], "`hat`"),
        (&["outfit", "-g", "shorts", "--order", "shorts hat"], "A over B"),
        (&["dress", "-g", "shorts", "-b", "nobody"], "eu-38"),
        (&["dress", "-g", "shorts", "-f", "air"], "denim"),
    ];
    for (arguments, expected) in cases {
        let output = toile(folder.path(), arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn bad_input_is_exit_code_2_and_says_where() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("broken.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n").unwrap();
    // Two people, one as tall as a mountain, and one who is smaller than a cell.
    text(&toile(path, &["body", "-o", "person.obj"]));
    for (name, scale) in [("giant.obj", "1e6"), ("tiny.obj", "1e-6")] {
        text(&toile(path, &["convert", "person.obj", name, "--scale", scale]));
    }
    let person = toile_io::read_mesh(&path.join("person.obj")).unwrap().triangulate().mesh;
    let mut two = person.clone();
    two.append(&person);
    two.positions[person.positions.len()..].iter_mut().for_each(|p| p.x += 0.9);
    toile_io::write_mesh(&path.join("two.obj"), &two.into()).unwrap();
    let cases: [(&[&str], &str); 16] = [
        (&["body", "giant.obj", "-o", "no.obj"], "giant.obj: a body of 1680.00 m: between 0.4 and 3 m"),
        (&["body", "tiny.obj", "-o", "no.obj"], "tiny.obj: a body of 1.7e-6 m: between 0.4 and 3 m"),
        (&["body", "two.obj", "-o", "no.obj"], "two.obj: 2 bodies stand beside each other"),
        (&["body", "person.obj", "-m", "waist=80cm"], "'[BODY]' cannot be used with '--measure"),
        (&["body", "person.obj", "--pose", "t"], "'[BODY]' cannot be used with '--pose"),
        (&["look", "skirt", "-o", "skirt.gif"], ".png or .jpg"),
        (
            &["check", "skirt", "--repair", "--thickness", "1e9", "-o", "no.obj"],
            "from 0.000001 to 0.1 metres",
        ),
        (&["check", "skirt", "--repair", "--thickness", "0.1", "-o", "no.obj"], "too much for edges of"),
        (&["import", "skirt.svg", "--accept", "7", "-o", "no.toml"], "a number from 0 to 1\n"),
        (&["body", "-m", "waist=1e300cm"], "1e298 m is no measure"),
        (&["check", "broken.obj"], "broken.obj, line 4: "),
        (&["check", "missing.obj"], "missing.obj: no such file"),
        (&["check", "dres-form"], "dress-form"),
        (&["look", "skirt", "--size", "0x9"], "between 16 and 8192"),
        (&["convert", "skirt", "skirt.xyz"], "skirt.xyz: the format is unknown"),
        (&["convert", "skirt", "skirt.pc2"], "animated glTF"),
    ];
    for (arguments, expected) in cases {
        let output = toile(path, arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty(), "{arguments:?} prints nothing to standard output");
    }
}

#[test]
fn an_option_that_would_do_nothing_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [["bench", "broad", "--grid", "8"], ["bench", "hang", "--queries", "here"]] {
        let output = toile(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("means nothing"), "{output:?}");
    }
}

#[test]
fn list_and_completions_name_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let listing = json(folder.path(), &["list"]);
    let names: Vec<&str> =
        listing["meshes"].as_array().unwrap().iter().map(|mesh| mesh["name"].as_str().unwrap()).collect();
    for name in names {
        assert_eq!(
            json(folder.path(), &["check", name, "--exit-zero"])["vertices"].as_u64().map(|v| v > 0),
            Some(true)
        );
    }
    let patterns = listing["reads_patterns"].as_array().unwrap();
    assert!(
        ["toile", "garmentcode", "freesewing", "dxf", "svg"]
            .iter()
            .all(|name| patterns.contains(&(*name).into()))
    );
    for shell in ["bash", "zsh", "fish"] {
        assert!(text(&toile(folder.path(), &["completions", shell])).contains("against"), "{shell}");
    }
}
