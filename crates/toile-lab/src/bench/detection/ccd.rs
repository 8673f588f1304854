//! How many continuous tests a second, and whether their answers are right.

use super::query_files::{QuerySet, kind_word, read_folder};
use crate::detection::cubic;
use crate::detection::queries::{CcdQuery, CcdQueryError};
use crate::detection::scenes::DetectionScene;
use glam::DVec3;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use toile_contact::broad::{BroadPhase, Candidates, QueryError};
use toile_contact::narrow::StencilKind;
use toile_contact::narrow::ccd::{CcdSettings, impacts};

/// Scenes whose candidates are tested if no files are given.
const SCENES: [&str; 3] = ["folded", "funnel", "knots"];

/// How the tests did on one set of queries.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CcdRow {
    /// The set.
    pub set: String,
    /// `vf` for a vertex and a triangle, `ee` for two edges.
    pub kind: &'static str,
    /// How many.
    pub queries: usize,
    /// Of these, how many touch: known for files with answers.
    pub hits: Option<usize>,
    /// How many are reported as touching.
    pub reported: usize,
    /// How many touch and are not reported. Without answers: how many the cubic test of the literature finds in addition.
    pub false_negatives: usize,
    /// How many do not touch and are reported, where that is known.
    pub false_positives: Option<usize>,
    /// Million queries a second.
    pub mqps: f64,
}

/// All rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CcdTable {
    /// Threads.
    pub threads: usize,
    /// A row for each set and kind.
    pub rows: Vec<CcdRow>,
}

/// Why nothing could be tested.
#[derive(Debug, thiserror::Error)]
pub enum CcdError {
    /// A file or folder cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file is not what it should be.
    #[error("{}: {source}", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: CcdQueryError,
    },
    /// There are no files of queries.
    #[error(
        "no queries below {}: CSV files are expected whose path has `vertex-face` or `edge-edge` in it, or whose name ends in `vf` or `ee`",
        folder.display()
    )]
    NoQueries {
        /// The folder.
        folder: PathBuf,
    },
    /// A made-up scene is broken.
    #[error(transparent)]
    Query(#[from] QueryError),
}

/// Queries on shared corners.
struct Stencils {
    start: Vec<DVec3>,
    end: Vec<DVec3>,
    corners: Vec<[u32; 4]>,
}

/// Tests the queries in a folder, or those of made-up scenes of about a number of triangles; `done` gets the name of each set before
/// it starts.
///
/// # Errors
/// If the folder has no queries or broken ones.
pub fn test_ccd(folder: Option<&Path>, tris: u32, done: impl Fn(&str)) -> Result<CcdTable, CcdError> {
    let mut rows = Vec::new();
    if let Some(folder) = folder {
        for set in read_folder(folder)? {
            done(&set.name);
            rows.push(row_of_set(&set));
        }
    } else {
        for name in SCENES {
            done(name);
            if let Ok(scene) = DetectionScene::named(name, tris) {
                rows.extend(rows_of_scene(name, &scene)?);
            }
        }
    }
    Ok(CcdTable { threads: rayon::current_num_threads(), rows })
}

fn row_of_set(set: &QuerySet) -> CcdRow {
    let stencils = Stencils::of_queries(&set.queries);
    // What was rounded when the file was read may not hide a contact.
    let rounding = set.queries.iter().map(|query| query.rounding).fold(0.0, f64::max);
    let settings = CcdSettings { min_separation: 2.0 * 3.0_f64.sqrt() * rounding, ..CcdSettings::default() };
    let (times, mqps) = stencils.run(set.kind, &settings);
    let count = |hit: bool, reported: bool| {
        let pairs = set.queries.iter().zip(&times);
        pairs.filter(|(query, time)| query.hit == Some(hit) && time.is_finite() == reported).count()
    };
    let known = set.queries.iter().all(|query| query.hit.is_some());
    CcdRow {
        set: set.name.clone(),
        kind: kind_word(set.kind),
        queries: set.queries.len(),
        hits: known.then(|| count(true, true) + count(true, false)),
        reported: times.iter().filter(|time| time.is_finite()).count(),
        false_negatives: count(true, false),
        false_positives: known.then(|| count(false, true)),
        mqps,
    }
}

fn rows_of_scene(name: &str, scene: &DetectionScene) -> Result<Vec<CcdRow>, CcdError> {
    let mut found = Candidates::default();
    if let Ok(mut method) = <dyn BroadPhase>::named("bvh") {
        method.find(&scene.continuous(), &mut found)?;
    }
    let (triangles, edges) = (scene.features.triangles(), scene.features.edges());
    let with_triangle = |&[v, t]: &[u32; 2]| {
        let [a, b, c] = triangles[t as usize];
        [v, a, b, c]
    };
    let two_edges = |&[e, f]: &[u32; 2]| {
        let ([a, b], [c, d]) = (edges[e as usize], edges[f as usize]);
        [a, b, c, d]
    };
    let sets = [
        (StencilKind::VertexTriangle, found.vertex_triangle.iter().map(with_triangle).collect::<Vec<_>>()),
        (StencilKind::EdgeEdge, found.edge_edge.iter().map(two_edges).collect()),
    ];
    let row = |(kind, corners): (StencilKind, Vec<[u32; 4]>)| {
        let stencils = Stencils { start: scene.start.clone(), end: scene.end.clone(), corners };
        let (times, mqps) = stencils.run(kind, &CcdSettings::default());
        CcdRow {
            set: name.to_owned(),
            kind: kind_word(kind),
            queries: times.len(),
            hits: None,
            reported: times.iter().filter(|time| time.is_finite()).count(),
            false_negatives: stencils.missed(kind, &times),
            false_positives: None,
            mqps,
        }
    };
    Ok(sets.into_iter().map(row).collect())
}

impl Stencils {
    fn of_queries(queries: &[CcdQuery]) -> Self {
        let numbers = 0..queries.len() as u32;
        Self {
            start: queries.iter().flat_map(|query| query.start).collect(),
            end: queries.iter().flat_map(|query| query.end).collect(),
            corners: numbers.map(|i| [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3]).collect(),
        }
    }

    /// The answers, and how many millions of them come in a second. Few queries are asked again and again.
    fn run(&self, kind: StencilKind, settings: &CcdSettings) -> (Vec<f64>, f64) {
        const ENOUGH: Duration = Duration::from_millis(300);
        let mut times = Vec::new();
        let mut ask = || {
            // All corners exist: they were numbered here.
            let _ = impacts(kind, &self.start, &self.end, &self.corners, settings, &mut times);
        };
        ask();
        let begin = Instant::now();
        let mut rounds = 0;
        while begin.elapsed() < ENOUGH {
            ask();
            rounds += 1;
        }
        let asked = (rounds * self.corners.len()) as f64;
        (times, 1e-6 * asked / begin.elapsed().as_secs_f64())
    }

    /// How many contacts the cubic test finds that were not reported.
    fn missed(&self, kind: StencilKind, times: &[f64]) -> usize {
        let at = |places: &[DVec3], corners: &[u32; 4]| corners.map(|v| places[v as usize]);
        let found = |corners: &[u32; 4]| {
            cubic::first_impact(kind, at(&self.start, corners), at(&self.end, corners), 0.0).is_some()
        };
        let open = self.corners.iter().zip(times).filter(|(_, time)| !time.is_finite());
        open.filter(|(corners, _)| found(corners)).count()
    }
}

impl CcdTable {
    /// The same for people.
    pub fn table(&self) -> String {
        let mut text = format!("continuous tests on {} threads\n", self.threads);
        let wide = self.rows.iter().map(|row| row.set.len() + 2).max().unwrap_or(0).max(12);
        let _ = writeln!(
            text,
            "  {:<wide$}{:<5}{:>10}{:>10}{:>10}{:>8}{:>8}{:>12}",
            "set", "kind", "queries", "hits", "reported", "missed", "false", "million/s"
        );
        let known = |count: Option<usize>| count.map_or("?".to_owned(), |count| count.to_string());
        for row in &self.rows {
            let _ = writeln!(
                text,
                "  {:<wide$}{:<5}{:>10}{:>10}{:>10}{:>8}{:>8}{:>12.2}",
                row.set,
                row.kind,
                row.queries,
                known(row.hits),
                row.reported,
                row.false_negatives,
                known(row.false_positives),
                row.mqps
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_up_scenes_are_tested_and_nothing_is_missed() {
        let table = test_ccd(None, 3000, |_| {}).unwrap();
        assert_eq!(table.rows.len(), 2 * SCENES.len());
        assert!(table.rows.iter().all(|row| row.queries > 0 && row.false_negatives == 0), "{table:?}");
        assert!(table.table().contains("folded"));
    }
}
