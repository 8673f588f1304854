//! How fast the broad phases are on a folded sheet, as things are and during a step.
//!
//! ```text
//! cargo run --release -p toile-contact --example broad_speed -- [--cells N] [--threads N] [--runs N] [--export DIR] [METHOD...]
//! ```
//!
//! `first` is the time of a query on features that the method has not seen before, the other times are those of later ones:
//! the least of the runs, in milliseconds, since other work on the machine can only add to them. `--export` writes the two states of the sheet as OBJ files, for other programs.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};
use toile_contact::broad::{BROAD_PHASES, BroadReport, Candidates, Query, broad_phase_by_name};
use toile_contact::{features::Features, filter::Filter};
use toile_geom::TriMesh;
use toile_geom::shapes::Accordion;

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug)]
struct Settings {
    cells: u32,
    threads: usize,
    runs: usize,
    export: Option<String>,
    methods: Vec<String>,
}

fn settings() -> Result<Settings, Failure> {
    let mut settings = Settings { cells: 224, threads: 1, runs: 15, export: None, methods: Vec::new() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
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

fn main() -> Result<(), Failure> {
    let settings = settings()?;
    let accordion = Accordion::default();
    let start = accordion.mesh(settings.cells);
    let pressed = accordion.pressed(&start.positions, 0.55, 0.004);
    let end = TriMesh { positions: pressed, triangles: start.triangles.clone() };
    if let Some(folder) = &settings.export {
        write_obj(&Path::new(folder).join("start.obj"), &start)?;
        write_obj(&Path::new(folder).join("end.obj"), &end)?;
    }
    let mut features = Features::default();
    features.add(&start.triangles, start.positions.len());
    let filter = Filter::new();
    let discrete = Query::discrete(&features, &filter, &start.positions, 0.002);
    let continuous = Query::continuous(&features, &filter, &start.positions, &end.positions, 0.0);
    // A parallel call from outside the pool would wake a sleeping thread each time.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.threads).build()?;
    pool.install(|| {
        println!(
            "{:<16} {:<10} {:>8} {:>7} {:>8} {:>8} {:>8} {:>8} {:>11} {:>11} {:>9}",
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
            "bytes/tri"
        );
        for name in &settings.methods {
            for (mode, query) in [("discrete", &discrete), ("continuous", &continuous)] {
                row(name, mode, query, &settings)?;
            }
        }
        Ok(())
    })
}

fn row(name: &str, mode: &str, query: &Query<'_>, settings: &Settings) -> Result<(), Failure> {
    let mut method = broad_phase_by_name(name).ok_or(format!("no method is called {name}"))?;
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
    println!(
        "{name:<16} {mode:<10} {triangles:>8} {:>7} {first:>8.2} {build:>8.2} {query_time:>8.2} {total:>8.2} {:>11} {tests:>11} {bytes:>9}",
        settings.threads,
        found.len(),
    );
    Ok(())
}

fn least(times: impl Iterator<Item = Duration>) -> f64 {
    1e3 * times.min().unwrap_or_default().as_secs_f64()
}

fn write_obj(path: &Path, mesh: &TriMesh) -> std::io::Result<()> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    for p in &mesh.positions {
        writeln!(file, "v {} {} {}", p.x, p.y, p.z)?;
    }
    for [a, b, c] in &mesh.triangles {
        writeln!(file, "f {} {} {}", a + 1, b + 1, c + 1)?;
    }
    file.flush()
}
