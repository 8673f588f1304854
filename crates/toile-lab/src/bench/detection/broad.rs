//! Broad phases side by side on one scene.

use crate::bench::recorder::quantile;
use crate::detection::scenes::DetectionScene;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use toile_contact::broad::{BROAD_PHASES, BroadPhase, BroadQuery, Candidates, QueryError};
use toile_contact::features::Features;
use toile_contact::filter::Filter;
use toile_geom::TriMesh;
use toile_geom::names::UnknownName;
use toile_io::{ReadError, WriteError, read_mesh, write_mesh};

/// Beyond this many triangles `all` leaves out comparing everything with everything.
const MOST_FOR_BRUTE: usize = 25_000;
/// How near things are to be found in meshes from files, in metres.
const MESH_DISTANCE: f64 = 0.002;

/// What is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BroadSetup {
    /// The scene by name; of no meaning if there are meshes.
    pub scene: String,
    /// Meshes of the same triangles at the beginning and the end of a step, instead of a scene.
    pub meshes: Option<[PathBuf; 2]>,
    /// A method by name, or `all`.
    pub method: String,
    /// About how many triangles.
    pub tris: u32,
    /// How often each query is asked; the median counts. 0 takes as many as are worth it.
    pub repeats: usize,
}

/// How one method did in one mode.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BroadRow {
    /// The method.
    pub method: String,
    /// `discrete` or `continuous`.
    pub mode: &'static str,
    /// Triangles of the scene.
    pub tris: usize,
    /// Threads.
    pub threads: usize,
    /// Milliseconds to build everything from nothing.
    pub build_ms: f64,
    /// Milliseconds to bring what was built before up to date.
    pub refit_ms: f64,
    /// Milliseconds to find the pairs.
    pub query_ms: f64,
    /// Building from nothing and finding.
    pub total_ms: f64,
    /// Pairs found.
    pub candidates: usize,
    /// Volumes compared with each other.
    pub tests: u64,
    /// Memory for what is built and for the pairs, per triangle.
    pub bytes_per_triangle: f64,
}

/// All rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BroadTable {
    /// The scene.
    pub scene: String,
    /// A row for each method and mode.
    pub rows: Vec<BroadRow>,
}

/// Why nothing could be compared.
#[derive(Debug, thiserror::Error)]
pub enum BroadError {
    /// There is no such scene or method.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// The scene is broken.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A file could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Two meshes are not the same one at two times.
    #[error("the meshes before and after the step must have the same triangles; {} and {} have not", .0[0].display(), .0[1].display())]
    Different([PathBuf; 2]),
}

/// The scene of a setup.
fn scene_of(setup: &BroadSetup) -> Result<DetectionScene, BroadError> {
    let Some(paths) = &setup.meshes else { return Ok(DetectionScene::named(&setup.scene, setup.tris)?) };
    let [start, end] = [&paths[0], &paths[1]].map(|path| read_mesh(path).map(|mesh| mesh.triangulate().mesh));
    let (start, end) = (start?, end?);
    if start.triangles != end.triangles || start.positions.len() != end.positions.len() {
        return Err(BroadError::Different(paths.clone()));
    }
    let mut features = Features::default();
    features.add(&start.triangles, start.positions.len());
    Ok(DetectionScene {
        features,
        filter: Filter::new(),
        start: start.positions,
        end: end.positions,
        distance: MESH_DISTANCE,
    })
}

/// Runs the methods; `done` gets the name of each before it starts.
///
/// # Errors
/// If there is no such scene or method.
pub fn compare_broad_phases(setup: &BroadSetup, done: impl Fn(&str)) -> Result<BroadTable, BroadError> {
    let scene = scene_of(setup)?;
    let names: Vec<&str> = if setup.method == "all" {
        let slow = scene.features.triangles().len() > MOST_FOR_BRUTE;
        BROAD_PHASES.iter().copied().filter(|name| !(slow && *name == "brute")).collect()
    } else {
        vec![setup.method.as_str()]
    };
    let mut rows = Vec::new();
    for name in names {
        done(name);
        for (mode, query) in [("discrete", scene.discrete()), ("continuous", scene.continuous())] {
            let method = <dyn BroadPhase>::named(name)?;
            rows.push(measure(method, mode, &query, setup.repeats)?);
        }
    }
    let scene = match &setup.meshes {
        Some([start, _]) => start.display().to_string(),
        None => setup.scene.clone(),
    };
    Ok(BroadTable { scene, rows })
}

fn measure(
    mut method: Box<dyn BroadPhase>,
    mode: &'static str,
    query: &BroadQuery<'_>,
    repeats: usize,
) -> Result<BroadRow, BroadError> {
    let mut found = Candidates::default();
    let begin = Instant::now();
    let mut report = method.find(query, &mut found)?;
    let first = begin.elapsed();
    let repeats = match repeats {
        // About two seconds, and no more than is needed for a median.
        0 => (2.0 / first.as_secs_f64().max(1e-6)).clamp(1.0, 15.0) as usize,
        repeats => repeats,
    };
    let (mut builds, mut refits, mut queries) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..repeats {
        method.reset();
        builds.push(milliseconds(method.find(query, &mut found)?.build));
        report = method.find(query, &mut found)?;
        refits.push(milliseconds(report.build));
        queries.push(milliseconds(report.query));
    }
    let tris = query.features.triangles().len();
    let (build_ms, query_ms) = (quantile(&builds, 0.5), quantile(&queries, 0.5));
    Ok(BroadRow {
        method: method.name().to_owned(),
        mode,
        tris,
        threads: rayon::current_num_threads(),
        build_ms,
        refit_ms: quantile(&refits, 0.5),
        query_ms,
        total_ms: build_ms + query_ms,
        candidates: found.len(),
        tests: report.tests,
        bytes_per_triangle: (method.memory() + found.memory()) as f64 / tris.max(1) as f64,
    })
}

fn milliseconds(time: Duration) -> f64 {
    1e3 * time.as_secs_f64()
}

/// Writes the meshes of a scene, at the beginning and the end of the step, so that another program can be asked the same: to
/// `path`, and with `-end` added to its name.
///
/// # Errors
/// If there is no such scene, or a file cannot be written.
pub fn export_scene(name: &str, tris: u32, path: &Path) -> Result<[PathBuf; 2], BroadError> {
    let scene = DetectionScene::named(name, tris)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let end = path.with_file_name(format!("{stem}-end.{extension}"));
    for (path, positions) in [(path, &scene.start), (end.as_path(), &scene.end)] {
        let mesh = TriMesh { positions: positions.clone(), triangles: scene.features.triangles().to_vec() };
        write_mesh(path, &mesh.into())?;
    }
    Ok([path.to_path_buf(), end])
}

impl BroadTable {
    /// The same for people.
    pub fn table(&self) -> String {
        let tris = self.rows.first().map_or(0, |row| row.tris);
        let threads = self.rows.first().map_or(0, |row| row.threads);
        let mut text = format!("{}, {tris} triangles, {threads} threads\n", self.scene);
        let _ = writeln!(
            text,
            "  {:<16}{:<12}{:>10}{:>10}{:>10}{:>10}{:>12}{:>14}{:>8}",
            "method", "mode", "build ms", "refit ms", "find ms", "total ms", "candidates", "tests", "B/tri"
        );
        for row in &self.rows {
            let _ = writeln!(
                text,
                "  {:<16}{:<12}{:>10.2}{:>10.2}{:>10.2}{:>10.2}{:>12}{:>14}{:>8.0}",
                row.method,
                row.mode,
                row.build_ms,
                row.refit_ms,
                row.query_ms,
                row.total_ms,
                row.candidates,
                row.tests,
                row.bytes_per_triangle
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_methods_agree_and_unknown_names_are_explained() {
        let mut setup = BroadSetup {
            scene: "reef-knot".into(),
            meshes: None,
            method: "all".into(),
            tris: 1500,
            repeats: 1,
        };
        let table = compare_broad_phases(&setup, |_| {}).unwrap();
        assert_eq!(table.rows.len(), 2 * BROAD_PHASES.len());
        for mode in ["discrete", "continuous"] {
            let of_mode = || table.rows.iter().filter(|row| row.mode == mode);
            let all = of_mode().find(|row| row.method == "brute").unwrap().candidates;
            for row in of_mode() {
                let partial = row.method.contains("dop")
                    || row.method.contains("flat")
                    || row.method.starts_with("stochastic");
                assert!(if partial { row.candidates <= all } else { row.candidates == all }, "{row:?}");
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let start = folder.path().join("knot.obj");
        let meshes = export_scene("reef-knot", 1500, &start).unwrap();
        let from_files = BroadSetup { meshes: Some(meshes), method: "bvh".into(), ..setup.clone() };
        assert!(compare_broad_phases(&from_files, |_| {}).unwrap().rows[0].candidates > 0);
        let [other, _] = export_scene("bowline", 1500, &folder.path().join("other.obj")).unwrap();
        let mixed = BroadSetup { meshes: Some([start, other]), ..from_files };
        assert!(matches!(compare_broad_phases(&mixed, |_| {}), Err(BroadError::Different(_))));
        setup.method = "bhv".into();
        let error = compare_broad_phases(&setup, |_| {}).unwrap_err();
        assert!(error.to_string().contains("perhaps `bvh`"), "{error}");
        setup.scene = "knot".into();
        assert!(compare_broad_phases(&setup, |_| {}).unwrap_err().to_string().contains("perhaps `knots`"));
    }
}
