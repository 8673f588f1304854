//! How fast the broad phases are, as things are and during a step: on a folded sheet, or on a wavy dress around a body.
//!
//! ```text
//! cargo run --release -p toile-lab --example broad_speed -- [--scene fold|dress] [--cells N] [--threads N] [--runs N] [--export DIR] [METHOD...]
//! ```
//!
//! `first` is the time of a query on features that the method has not seen before, the other times are those of later ones:
//! the least of the runs, in milliseconds, since other work on the machine can only add to them. `exact` is the time for the
//! distances of all candidates, and `ratio` the part of all pairs within the distance that is among them, both as things are.
//! `--export` writes the two states as OBJ files, for other programs.

use glam::DVec3;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};
use toile_contact::broad::stochastic::{is_near_edge_edge, is_near_vertex_triangle};
use toile_contact::broad::{BROAD_PHASES, BroadPhase, BroadQuery, BroadReport, Candidates};
use toile_contact::{features::Features, filter::Filter};
use toile_geom::shapes::{Accordion, icosphere};

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug)]
struct Settings {
    scene: String,
    cells: u32,
    threads: usize,
    runs: usize,
    export: Option<String>,
    methods: Vec<String>,
}

fn settings() -> Result<Settings, Failure> {
    let mut settings = Settings {
        scene: "fold".into(),
        cells: 224,
        threads: 1,
        runs: 15,
        export: None,
        methods: Vec::new(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--scene" => settings.scene = value()?,
            "--cells" => settings.cells = value()?.parse()?,
            "--threads" => settings.threads = value()?.parse()?,
            "--runs" => settings.runs = value()?.parse()?,
            "--export" => settings.export = Some(value()?),
            _ => settings.methods.push(word),
        }
    }
    if settings.methods.is_empty() {
        settings.methods =
            BROAD_PHASES.iter().filter(|name| **name != "brute").map(ToString::to_string).collect();
    }
    Ok(settings)
}

/// What is asked about.
#[derive(Debug, Default)]
struct Scene {
    features: Features,
    filter: Filter,
    start: Vec<DVec3>,
    end: Vec<DVec3>,
    distance: f64,
}

/// A sheet in sixteen layers that is pressed together.
fn fold(cells: u32) -> Scene {
    let accordion = Accordion::default();
    let mesh = accordion.mesh(cells);
    let end = accordion.pressed(&mesh.positions, 0.55, 0.004);
    let mut scene = Scene { start: mesh.positions, end, distance: 0.002, ..Scene::default() };
    scene.features.add(&mesh.triangles, scene.start.len());
    scene
}

/// A dress in waves around a body that is held: it touches the body where it is narrowest, and moves a little.
fn dress() -> Scene {
    let body = icosphere(0.3, 6);
    let cloth = icosphere(1.0, 5);
    let around =
        |p: &DVec3| *p * (0.306 + 0.004 * (25.0 * p.x).sin() * (23.0 * p.y).sin() * (21.0 * p.z).cos());
    let mut scene = Scene { start: body.positions, distance: 0.004, ..Scene::default() };
    scene.features.add(&body.triangles, scene.start.len());
    scene.features.add(&cloth.triangles, cloth.positions.len());
    let held = scene.start.len();
    scene.start.extend(cloth.positions.iter().map(around));
    scene.filter = Filter::new().with_fixed((0..scene.start.len()).map(|v| v < held).collect());
    scene.end = scene.start.iter().enumerate().map(|(v, p)| if v < held { *p } else { *p + 0.001 }).collect();
    scene
}

fn main() -> Result<(), Failure> {
    let settings = settings()?;
    let scene = match settings.scene.as_str() {
        "fold" => fold(settings.cells),
        "dress" => dress(),
        other => return Err(format!("no scene is called {other}").into()),
    };
    if let Some(folder) = &settings.export {
        write_obj(&Path::new(folder).join("start.obj"), &scene.start, scene.features.triangles())?;
        write_obj(&Path::new(folder).join("end.obj"), &scene.end, scene.features.triangles())?;
    }
    let Scene { features, filter, start, end, distance } = &scene;
    let discrete = BroadQuery::discrete(features, filter, start, *distance);
    let continuous = BroadQuery::continuous(features, filter, start, end, 0.0);
    // A parallel call from outside the pool would wake a sleeping thread each time.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.threads).build()?;
    pool.install(|| {
        println!(
            "{:<16} {:<10} {:>8} {:>7} {:>8} {:>8} {:>8} {:>8} {:>11} {:>11} {:>9} {:>8} {:>6}",
            "method",
            "mode",
            "tris",
            "threads",
            "first",
            "build",
            "query",
            "total",
            "candidates",
            "tests",
            "bytes/tri",
            "exact",
            "ratio"
        );
        for name in &settings.methods {
            for (mode, query) in [("discrete", &discrete), ("continuous", &continuous)] {
                row(name, mode, query, &settings)?;
            }
        }
        Ok(())
    })
}

fn row(name: &str, mode: &str, query: &BroadQuery<'_>, settings: &Settings) -> Result<(), Failure> {
    let mut method = <dyn BroadPhase>::named(name)?;
    let mut found = Candidates::default();
    method.find(query, &mut found)?;
    let mut timed = |fresh: bool| -> Result<[f64; 3], Failure> {
        let mut times = Vec::new();
        let mut reports = Vec::new();
        for _ in 0..settings.runs.max(1) {
            if fresh {
                method.reset();
            }
            let begin = Instant::now();
            reports.push(method.find(query, &mut found)?);
            times.push(begin.elapsed());
        }
        let part = |part: fn(&BroadReport) -> Duration| least(reports.iter().map(part));
        Ok([part(|r| r.build), part(|r| r.query), least(times.into_iter())])
    };
    let [_, _, first] = timed(true)?;
    let [build, query_time, total] = timed(false)?;
    let tests = method.find(query, &mut found)?.tests;
    let triangles = query.features.triangles().len();
    let bytes = (method.memory() + found.memory()) / triangles.max(1);
    let begin = Instant::now();
    let near = count_near(query, &found);
    let exact = 1e3 * begin.elapsed().as_secs_f64();
    let ratio = near as f64 / near_pairs(query)?.max(1) as f64;
    println!(
        "{name:<16} {mode:<10} {triangles:>8} {:>7} {first:>8.2} {build:>8.2} {query_time:>8.2} {total:>8.2} {:>11} {tests:>11} {bytes:>9} {exact:>8.2} {ratio:>6.3}",
        settings.threads,
        found.len(),
    );
    Ok(())
}

/// How many pairs are within the distance.
fn near_pairs(query: &BroadQuery<'_>) -> Result<usize, Failure> {
    let mut found = Candidates::default();
    <dyn BroadPhase>::named("bvh")?.find(query, &mut found)?;
    Ok(count_near(query, &found))
}

fn count_near(query: &BroadQuery<'_>, found: &Candidates) -> usize {
    let touching = found.vertex_triangle.iter().filter(|pair| is_near_vertex_triangle(query, **pair));
    let crossing = found.edge_edge.iter().filter(|pair| is_near_edge_edge(query, **pair));
    touching.count() + crossing.count()
}

fn least(times: impl Iterator<Item = Duration>) -> f64 {
    1e3 * times.min().unwrap_or_default().as_secs_f64()
}

fn write_obj(path: &Path, positions: &[DVec3], triangles: &[[u32; 3]]) -> std::io::Result<()> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    for p in positions {
        writeln!(file, "v {} {} {}", p.x, p.y, p.z)?;
    }
    for [a, b, c] in triangles {
        writeln!(file, "f {} {} {}", a + 1, b + 1, c + 1)?;
    }
    file.flush()
}
