//! `toile simulate` and `toile bench` as a user runs them: what they write, how they go on, and how they fail.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use toile::scene::SceneFile;
use toile_io::FolderLock;

fn toile(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_toile")).args(arguments).current_dir(folder).output().unwrap()
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let mut all = arguments.to_vec();
    all.push("--json");
    let output = toile(folder, &all);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A small sheet that swings over a ball, with everything written.
const SWING: &str = r#"
[output]
frames = 20
fps = 60
files = ["png", "glb", "pc2", "obj", "report"]
checkpoint = 7

[world]
gravity = "9.81 m/s2"
wind = { velocity = ["1 m/s", 0, 0], gusts = "20 %" }

[[cloth]]
sheet = { width = "30 cm", height = 0.3, cells = 6 }
fabric = "cotton-poplin"
rotation = ["-90 deg", 0, 0]

[[pin]]
corners = ["top-left"]
path = [{ time = "0.2 s", move = ["2 cm", 0, 0] }]

[[pin]]
corners = ["top-right"]

[[collider]]
shape = "sphere"
center = [0, "-50 cm", 0]
radius = "20 cm"
"#;

#[test]
fn a_scene_is_run_and_all_its_files_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("swing.toml"), SWING).unwrap();
    let summary = json(path, &["simulate", "swing.toml", "-o", "out", "--frames", "6"]);
    assert_eq!((summary["frames"].as_u64(), summary["tris"].as_u64()), (Some(6), Some(72)));
    assert_eq!(summary["files"].as_array().unwrap().len(), 8);
    assert!(summary["max_stretch"].as_f64().unwrap() < 0.5);

    let out = path.join("out");
    let picture = toile_io::file::read_png(&out.join("look.png")).unwrap();
    assert!(picture.width > 600 && picture.height > 300);
    let cache = toile_io::file::read_point_cache(&out.join("cloth.pc2")).unwrap();
    assert_eq!((cache.frame_count(), cache.point_count), (7, 49));
    let animation = toile_io::gltf::read_file(out.join("cloth.glb")).unwrap();
    assert_eq!(animation.meshes.len(), 2, "the cloth and the ball");
    assert!((animation.animations[0].duration() - 0.1).abs() < 1e-6);
    for frame in 0..=6 {
        let mesh = toile_io::read_mesh(&out.join(format!("frames/{frame:04}.obj"))).unwrap();
        assert_eq!(mesh.positions.len(), 49);
        for (exact, single) in mesh.positions.iter().zip(cache.frame(frame)) {
            assert!(exact.distance(*single) < 1e-6);
        }
    }
    let report = fs::read_to_string(out.join("report.jsonl")).unwrap();
    let lines: Vec<Value> = report.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 6);
    for (k, line) in lines.iter().enumerate() {
        assert_eq!(line["frame"].as_u64(), Some(k as u64 + 1));
        for field in [
            "held",
            "lost_motion",
            "failures",
            "failure_places",
            "time",
            "ms",
            "stages",
            "linear_iterations",
            "contacts",
            "max_stretch",
            "retries",
        ] {
            assert!(!line[field].is_null(), "{field}");
        }
    }
}

#[test]
fn a_run_goes_on_from_its_checkpoint_with_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("swing.toml"), SWING.replace("\"png\", ", "")).unwrap();
    json(path, &["simulate", "swing.toml", "-o", "whole"]);
    json(path, &["simulate", "swing.toml", "-o", "parts", "--frames", "10"]);
    let summary = json(path, &["simulate", "swing.toml", "-o", "parts", "--resume"]);
    assert_eq!(summary["resumed_from"].as_u64(), Some(10));
    for file in ["checkpoint.toile", "cloth.pc2", "cloth.glb", "frames/0020.obj", "frames/0003.obj"] {
        let [whole, parts] = ["whole", "parts"].map(|run| fs::read(path.join(run).join(file)).unwrap());
        assert!(whole == parts, "{file} differs");
    }
    let lines = fs::read_to_string(path.join("parts/report.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 20);
}

#[test]
fn a_run_that_was_resumed_tells_of_all_its_frames() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    // It falls on the ball at once, and hangs quietly later.
    let scene =
        SWING.replace("[\"png\", \"glb\", \"pc2\", \"obj\", \"report\"]", "[]").replace("-50 cm", "-21 cm");
    fs::write(path.join("swing.toml"), scene).unwrap();
    let whole = json(path, &["simulate", "swing.toml", "-o", "whole", "--frames", "30", "--check"]);
    for part in [["--frames", "20"], ["--frames", "29"], ["--frames", "30"]] {
        let begin = ["simulate", "swing.toml", "-o", "parts", "--check", "--frames"];
        if part[1] == "20" {
            json(path, &[&begin[..], &["20"]].concat());
        } else {
            json(path, &[&begin[..], &[part[1], "--resume"]].concat());
        }
    }
    let parts =
        json(path, &["simulate", "swing.toml", "-o", "parts", "--check", "--frames", "30", "--resume"]);
    for field in [
        "max_stretch",
        "p99_stretch",
        "final_max_stretch",
        "contacts",
        "held",
        "failures",
        "newton_steps",
        "linear_iterations",
        "worst",
        "first_failure",
        "frames_tangled",
    ] {
        assert!(!whole[field].is_null() || field == "first_failure", "{field}");
        assert_eq!(parts[field], whole[field], "{field}");
    }
}

/// A run that goes on while the test does something else; it is killed if the test fails.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    /// Starts a run, and waits until its report tells of some frames.
    fn start(folder: &Path, arguments: &[&str], report: &str, frames: usize) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toile"));
        command.args(arguments).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut run = Self(command.spawn().unwrap());
        let begin = Instant::now();
        while report_lines(&folder.join(report)) < frames {
            assert!(begin.elapsed() < Duration::from_mins(1), "it takes too long");
            assert_eq!(run.0.try_wait().unwrap(), None, "it is over too soon");
            std::thread::sleep(Duration::from_millis(1));
        }
        run
    }
}

fn report_lines(path: &Path) -> usize {
    fs::read_to_string(path).unwrap_or_default().lines().count()
}

#[test]
fn a_run_that_was_killed_goes_on_with_the_same_bits_and_its_checkpoint_does_not_grow() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let scene =
        SWING.replace("[\"png\", \"glb\", \"pc2\", \"obj\", \"report\"]", "[\"glb\", \"pc2\", \"report\"]");
    fs::write(path.join("swing.toml"), scene).unwrap();
    let run = |output: &'static str| ["simulate", "swing.toml", "-o", output, "--frames", "150"];
    json(path, &run("whole"));
    let size = |file: &str| fs::metadata(path.join(file)).unwrap().len();
    assert!(size("whole/checkpoint.pc2") > 150 * 49 * 12, "the frames are in a file of their own");
    assert!(size("whole/checkpoint.toile") < 40_000, "{} bytes", size("whole/checkpoint.toile"));

    // Three times, wherever it is then.
    drop(Running::start(path, &run("parts"), "parts/report.jsonl", 9));
    for frames in [20, 40] {
        let resume = [&run("parts")[..], &["--resume"]].concat();
        drop(Running::start(path, &resume, "parts/report.jsonl", frames));
    }
    let summary = json(path, &[&run("parts")[..], &["--resume"]].concat());
    assert!(summary["resumed_from"].as_u64().unwrap() >= 35, "{summary}");
    for file in ["checkpoint.toile", "checkpoint.pc2", "cloth.pc2", "cloth.glb"] {
        let [whole, parts] = ["whole", "parts"].map(|run| fs::read(path.join(run).join(file)).unwrap());
        assert!(whole == parts, "{file} differs");
    }
    assert_eq!(report_lines(&path.join("parts/report.jsonl")), 150);
    let names = |run: &str| {
        let mut names: Vec<_> =
            fs::read_dir(path.join(run)).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names("parts"), names("whole"), "nothing stays behind");
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_what_is_done_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let scene = SWING.replace("[\"png\", \"glb\", \"pc2\", \"obj\", \"report\"]", "[\"pc2\", \"report\"]");
    fs::write(path.join("swing.toml"), scene.replace("checkpoint = 7", "checkpoint = 0")).unwrap();
    let endless = ["simulate", "swing.toml", "-o", "parts", "--frames", "1000000"];
    let mut run = Running::start(path, &endless, "parts/report.jsonl", 4);
    let number = run.0.id().to_string();
    assert!(Command::new("kill").args(["-INT", &number]).status().unwrap().success());
    let code = run.0.wait().unwrap().code();
    let mut words = String::new();
    std::io::Read::read_to_string(run.0.stderr.as_mut().unwrap(), &mut words).unwrap();
    assert_eq!(code, Some(130), "{words}");
    let done = report_lines(&path.join("parts/report.jsonl"));
    assert!(words.contains(&format!("Stopped after frame {done} of 1000000")), "{words}");
    assert!(words.contains("toile simulate swing.toml -o parts --frames 1000000 --resume"), "{words}");
    let frames = (done + 2).to_string();
    let summary = json(path, &["simulate", "swing.toml", "-o", "parts", "--frames", &frames, "--resume"]);
    assert_eq!(summary["resumed_from"].as_u64(), Some(done as u64));
    json(path, &["simulate", "swing.toml", "-o", "whole", "--frames", &frames]);
    let [whole, parts] = ["whole", "parts"].map(|run| fs::read(path.join(run).join("cloth.pc2")).unwrap());
    assert!(whole == parts);
}

#[test]
fn a_folder_that_another_run_writes_to_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("swing.toml"), SWING).unwrap();
    let lock = FolderLock::take(&path.join("out")).unwrap();
    let output = toile(path, &["simulate", "swing.toml", "-o", "out", "--frames", "1"]);
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words}");
    let expected = format!("out: another process ({}) is writing into this folder", std::process::id());
    assert!(words.contains(&expected) && words.contains("take another folder"), "{words}");
    assert_eq!(fs::read_dir(path.join("out")).unwrap().count(), 1, "only the lock is there");
    drop(lock);
    json(path, &["simulate", "swing.toml", "-o", "out", "--frames", "1"]);
    assert!(!path.join("out/.toile-lock").exists());
}

#[test]
fn a_run_goes_on_only_if_what_it_wrote_before_is_still_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("swing.toml"), SWING.replace("\"png\", ", "")).unwrap();
    json(path, &["simulate", "swing.toml", "-o", "out", "--frames", "6"]);
    let refused = |file: &str, change: &dyn Fn(&Path), expected: &[&str]| {
        let file = path.join("out").join(file);
        let before = fs::read(&file).unwrap();
        change(&file);
        let output = toile(path, &["simulate", "swing.toml", "-o", "out", "--resume"]);
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words}");
        let expected = [expected, &["begin anew"]].concat();
        assert!(expected.iter().all(|part| words.contains(part)), "{words}");
        fs::write(&file, before).unwrap();
    };
    let remove = |file: &Path| fs::remove_file(file).unwrap();
    let cut = |file: &Path| {
        let bytes = fs::read(file).unwrap();
        fs::write(file, &bytes[..bytes.len() / 2]).unwrap();
    };
    let flip = |file: &Path| {
        let mut bytes = fs::read(file).unwrap();
        bytes[200] ^= 1;
        fs::write(file, bytes).unwrap();
    };
    refused("frames/0003.obj", &remove, &["0003.obj: it is missing", "obj"]);
    refused("report.jsonl", &remove, &["tells of 0 of the 6 frames"]);
    refused("report.jsonl", &cut, &["report.jsonl: it tells of", "of the 6 frames"]);
    refused("checkpoint.pc2", &remove, &["checkpoint.pc2: cannot read"]);
    refused("checkpoint.pc2", &cut, &["checkpoint.pc2", "ends before its last frame"]);
    refused("checkpoint.pc2", &flip, &["its frames are not those of the checkpoint"]);
    let summary = json(path, &["simulate", "swing.toml", "-o", "out", "--frames", "8", "--resume"]);
    assert_eq!((summary["resumed_from"].as_u64(), summary["frames"].as_u64()), (Some(6), Some(8)));
}

/// A sheet that falls folded over a turning and travelling ball of triangles, and onto itself.
const TURNED: &str = r#"
[output]
frames = 24
files = ["pc2", "report"]
check = true

[[cloth]]
sheet = { width = "30 cm", height = "30 cm", cells = 12 }
fabric = "cotton-poplin"
rotation = ["-90 deg", 0, 0]

[[pin]]
corners = "top-left"
path = [{ time = "0.4 s", move = ["15 cm", "3 cm", "15 cm"] }]

[[collider]]
mesh = "ball.obj"
position = [0, "-7 cm", 0]
spin = [0, "360 deg/s", "200 deg/s"]
path = [{ time = "0.2 s", move = [0, "5 cm", 0] }, { time = "0.4 s", move = ["4 cm", 0, 0] }]
"#;

#[test]
fn contacts_go_on_from_a_checkpoint_with_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    toile_io::write_mesh(&path.join("ball.obj"), &toile_geom::shapes::icosphere(0.06, 2).into()).unwrap();
    for method in ["newton", "xpbd"] {
        fs::write(path.join("turned.toml"), format!("{TURNED}\n[solver]\nmethod = \"{method}\"\n")).unwrap();
        let summary = json(path, &["simulate", "turned.toml", "-o", "whole"]);
        let touched = ["contacts", "held"].map(|count| summary[count].as_u64().unwrap());
        assert!(touched.iter().sum::<u64>() > 0, "{summary}");
        assert_eq!(summary["worst"]["self_intersections"].as_u64(), Some(0), "{summary}");
        assert_eq!(summary["worst"]["body_intersections"].as_u64(), Some(0), "{summary}");
        for frames in ["9", "17"] {
            json(path, &["simulate", "turned.toml", "-o", "parts", "--frames", frames]);
            json(path, &["simulate", "turned.toml", "-o", "parts", "--resume"]);
            for file in ["checkpoint.toile", "cloth.pc2"] {
                let [whole, parts] =
                    ["whole", "parts"].map(|run| fs::read(path.join(run).join(file)).unwrap());
                assert!(whole == parts, "{method}, stopped after {frames}: {file} differs");
            }
        }
    }
}

#[test]
fn what_cannot_be_kept_apart_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    // The ball is in the cloth from the start.
    let ball = "[[collider]]\nshape = \"sphere\"\ncenter = [0, 0, 0]\nradius = \"5 cm\"\nsubdivisions = 2\n";
    let sheet = "[[cloth]]\nsheet = { width = 0.3, height = 0.3, cells = 8 }\nfabric = \"linen\"\n";
    let scene =
        format!("[output]\nframes = 2\nfiles = [\"report\"]\n[contact]\nrepair = false\n{sheet}{ball}");
    fs::write(path.join("stuck.toml"), &scene).unwrap();
    fs::write(path.join("freed.toml"), scene.replace("false", "true")).unwrap();
    let freed = json(path, &["simulate", "freed.toml", "--check"]);
    assert!(freed["start"]["intersections"].as_u64().unwrap() > 0 && freed["start"]["left"] == 0, "{freed}");
    assert!(freed["failures"] == 0 && freed["worst"]["body_intersections"] == 0, "{freed}");
    let summary = json(path, &["simulate", "stuck.toml", "--check"]);
    assert!(summary["failures"].as_u64().unwrap() > 0, "{summary}");
    assert_eq!(summary["first_failure"]["frame"].as_u64(), Some(1));
    let place = &summary["first_failure"]["places"][0];
    let size = (0..3).map(|k| place[k].as_f64().unwrap().powi(2)).sum::<f64>().sqrt();
    assert!(size < 0.1, "on the ball: {place}");
    assert!(summary["worst"]["body_intersections"].as_u64().unwrap() > 0, "{summary}");
    let words = toile(path, &["simulate", "stuck.toml"]);
    let words = String::from_utf8_lossy(&words.stdout);
    assert!(
        words.contains("Warning: ") && words.contains("could not be kept apart, first in frame 1, near ("),
        "{words}"
    );
    let line = fs::read_to_string(path.join("toile-out/report.jsonl")).unwrap();
    let line: Value = serde_json::from_str(line.lines().next().unwrap()).unwrap();
    assert!(line["failures"].as_u64().unwrap() > 0 && line["self_intersections"].is_null(), "{line}");
}

#[test]
fn checkpoints_that_are_no_good_are_refused_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let scene = SWING.replace("\"png\", ", "");
    fs::write(path.join("swing.toml"), &scene).unwrap();
    let resume = |scene: &str| {
        let output = toile(path, &["simulate", scene, "-o", "out", "--resume"]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(resume("swing.toml").contains("nothing to go on from"));
    json(path, &["simulate", "swing.toml", "-o", "out", "--frames", "2"]);
    fs::write(path.join("other.toml"), scene.replace("9.81", "1.62")).unwrap();
    assert!(resume("other.toml").contains("of another scene"));
    let file = path.join("out/checkpoint.toile");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, &bytes).unwrap();
    let error = resume("swing.toml");
    assert!(
        error.contains("checkpoint.toile: the checkpoint is damaged") && error.contains("begin anew"),
        "{error}"
    );
    fs::write(&file, "o mesh").unwrap();
    assert!(resume("swing.toml").contains("no checkpoint of Toile"));
}

#[test]
fn broken_scenes_are_told_with_line_and_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let cases = [
        ("9.81 m/s2", "9.81 m/s", "swing.toml:9: gravity: `9.81 m/s` measures m s-1; expected m/s2"),
        ("[world]", "[wolrd]", "swing.toml:8: there is no `wolrd`, perhaps `world`"),
        ("cells = 6", "cell = 6", "swing.toml:13: there is no `cell` in `sheet`, perhaps `cells`"),
        (
            "cotton-poplin",
            "coton-poplin",
            "swing.toml:14: fabric: there is no fabric `coton-poplin`, perhaps `cotton-poplin`",
        ),
        ("\"-90 deg\"", "-90", "swing.toml:15: rotation: -90 rad is more than a turn; write \"-90 deg\""),
        ("\"top-left\"", "\"topleft\"", "swing.toml:18: corners: there is no `topleft`, perhaps `top-left`"),
        ("move = [\"2 cm\", 0, 0]", "move = [1, 2]", "expected a list of three numbers [x, y, z], found 2"),
        ("radius = \"20 cm\"", "radius = -1", "swing.toml:27: radius: -1.0 m; it must be larger than zero"),
        ("\"sphere\"", "\"spere\"", "swing.toml:25: shape: there is no `spere`, perhaps `sphere`"),
        ("frames = 20", "frames = 20\nseconds = 1", "swing.toml:4: give either `frames` or `seconds`"),
        ("[\"png\", ", "[\"jpg\", ", "swing.toml:5: files: there is no `jpg`"),
        ("fabric = ", "# fabric = ", "`fabric` is missing"),
        ("[[pin]]", "[pin]", "swing.toml:"),
        ("fps = 60", "fps = = 60", "swing.toml:4: "),
    ];
    for (from, to, expected) in cases {
        fs::write(path.join("swing.toml"), SWING.replacen(from, to, 1)).unwrap();
        let output = toile(path, &["simulate", "swing.toml"]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{to}: {error}");
        assert!(error.contains(expected), "{to}: {error}");
        assert!(output.stdout.is_empty() && !path.join("toile-out").exists(), "{to}");
    }
    let missing = toile(path, &["simulate", "nothing.toml"]);
    assert!(String::from_utf8_lossy(&missing.stderr).contains("nothing.toml:1: cannot read"));
}

#[test]
fn methods_are_picked_by_name_and_unknown_ones_are_told() {
    let with = |solver: &str| SceneFile::parse("test.toml", &format!("{SWING}\n[solver]\n{solver}\n"));
    let scene = with("method = \"newton-backward-euler\"\nsteps = 2\nbudget = \"accurate\"").unwrap();
    assert_eq!((scene.solver.method.as_str(), scene.solver.steps), ("newton-backward-euler", 2));
    assert!((scene.step_time() - 1.0 / 120.0).abs() < 1e-15);
    let error = with("method = \"newten\"").unwrap_err().to_string();
    assert!(error.contains("test.toml:30: method: there is no method `newten`, perhaps `newton`"), "{error}");
    assert!(with("budget = \"lavish\"").unwrap_err().to_string().contains("there are interactive, accurate"));
}

#[test]
fn every_example_scene_can_be_run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let scene = SceneFile::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let simulation = scene.simulation().unwrap();
        assert!(simulation.cloth.triangles.len() < 10_000, "{} is small", path.display());
        count += 1;
    }
    assert!(count >= 6, "{count}");
}

#[test]
fn bench_has_all_fields_of_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let hang =
        ["bench", "hang", "--grid", "6", "--frames", "61", "--mesh", "delaunay", "--export", "final.obj"];
    let report = json(path, &hang);
    let contract = [
        "scene",
        "method",
        "tris",
        "verts",
        "frames",
        "threads",
        "ms_median",
        "ms_p95",
        "cpu_ms_median",
        "peak_rss_mib",
        "max_stretch",
        "p99_stretch",
        "self_intersections",
        "collider_penetration_mm",
        "stages",
        "energy_lost_percent",
    ];
    for field in contract {
        assert!(report.get(field).is_some(), "{field} is missing: {report}");
    }
    for stage in ["contacts", "forces", "assembly", "hierarchy", "solve"] {
        assert!(report["stages"][stage].is_number(), "{stage}");
    }
    assert_eq!((report["tris"].as_u64(), report["frames"].as_u64()), (Some(72), Some(61)));
    assert_eq!(toile_io::read_mesh(&path.join("final.obj")).unwrap().positions.len(), 49);
    // It is about 7 % on so coarse a mesh.
    assert!(report["energy_lost_percent"].as_f64().unwrap().abs() < 15.0, "{report}");

    let exact = json(path, &["bench", "hang", "--grid", "4", "--frames", "4", "--reference"]);
    assert!(exact["interior_stretch_error"].as_f64().unwrap() < 5.0, "{exact}");
    let wrong = toile(path, &["bench", "hnag"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("perhaps `hang`"));
    let table = toile(path, &["bench", "hang", "--grid", "4", "--frames", "2"]);
    assert!(String::from_utf8_lossy(&table.stdout).contains("time a frame"));
}
