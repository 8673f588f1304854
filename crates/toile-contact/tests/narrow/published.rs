//! The published sets of queries with exact answers.

use super::exact::first_contact;
use std::path::{Path, PathBuf};
use toile_contact::narrow::ccd::{Kind, Settings, edge_edge, impacts, vertex_triangle};
use toile_contact::narrow::queries::{self, Query};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/ccd");

/// A named set of queries of one kind, each with its answer.
struct Set {
    name: String,
    kind: Kind,
    queries: Vec<Query>,
}

fn sample_sets() -> Vec<Set> {
    let folders = std::fs::read_dir(format!("{DATA}/sample-queries")).into_iter().flatten().flatten();
    let mut sets = Vec::new();
    for scene in folders.map(|entry| entry.path()).filter(|path| path.is_dir()) {
        for (folder, kind) in [("vertex-face", Kind::VertexTriangle), ("edge-edge", Kind::EdgeEdge)] {
            for file in std::fs::read_dir(scene.join(folder)).unwrap().flatten() {
                let queries = queries::read(&std::fs::read_to_string(file.path()).unwrap()).unwrap();
                sets.push(Set {
                    name: file.path().display().to_string().split_off(DATA.len()),
                    kind,
                    queries,
                });
            }
        }
    }
    sets.sort_by(|a, b| a.name.cmp(&b.name));
    sets
}

fn scalable_sets() -> Vec<Set> {
    let root = PathBuf::from(format!("{DATA}/scalable/cloth-funnel"));
    if !root.is_dir() {
        return Vec::new();
    }
    [("227vf", Kind::VertexTriangle), ("227ee", Kind::EdgeEdge)]
        .map(|(name, kind)| {
            let text = std::fs::read_to_string(root.join(format!("queries/{name}.csv"))).unwrap();
            let answers = read_answers(&root.join(format!("mma_bool/{name}_mma_bool.json")));
            let mut queries = queries::read(&text).unwrap();
            assert_eq!(queries.len(), answers.len());
            for (query, hit) in queries.iter_mut().zip(answers) {
                query.hit = Some(hit);
            }
            Set { name: format!("cloth-funnel {name}"), kind, queries }
        })
        .into()
}

fn read_answers(path: &Path) -> Vec<bool> {
    let text = std::fs::read_to_string(path).unwrap();
    let inner = text.trim().trim_start_matches('[').trim_end_matches(']');
    inner.split(',').map(|word| word.trim().parse().unwrap()).collect()
}

fn all_sets() -> Vec<Set> {
    let sets: Vec<Set> = sample_sets().into_iter().chain(scalable_sets()).collect();
    if sets.is_empty() {
        eprintln!("skipped: no queries in {DATA}");
    }
    sets
}

/// The times found by the batch, infinite for none.
fn in_batch(set: &Set) -> Vec<f64> {
    let start: Vec<_> = set.queries.iter().flat_map(|q| q.start).collect();
    let end: Vec<_> = set.queries.iter().flat_map(|q| q.end).collect();
    let stencils: Vec<[u32; 4]> =
        (0..set.queries.len() as u32).map(|i| [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3]).collect();
    let mut times = Vec::new();
    impacts(set.kind, &start, &end, &stencils, &Settings::default(), &mut times).unwrap();
    times
}

fn one_by_one(set: &Set) -> Vec<f64> {
    let test = match set.kind {
        Kind::VertexTriangle => vertex_triangle,
        Kind::EdgeEdge => edge_edge,
    };
    set.queries
        .iter()
        .map(|q| test(q.start, q.end, &Settings::default()).map_or(f64::INFINITY, |i| i.time))
        .collect()
}

#[test]
fn no_contact_is_missed_and_none_is_late() {
    let (mut misses, mut false_hits) = (0, 0);
    for set in all_sets() {
        let (batch, single) = (in_batch(&set), one_by_one(&set));
        let mut early: f64 = 0.0;
        let mut false_here = [0, 0];
        for (i, query) in set.queries.iter().enumerate() {
            let truth = first_contact(set.kind, query.start, query.end);
            assert_eq!(Some(truth.is_some()), query.hit, "{} query {i}", set.name);
            for (which, time) in [batch[i], single[i]].into_iter().enumerate() {
                if let Some(contact) = truth {
                    assert!(time <= contact.latest, "{} query {i}: {time} after {contact:?}", set.name);
                    early = early.max(contact.earliest - time);
                } else {
                    misses += usize::from(which == 0);
                    false_hits += usize::from(time.is_finite() && which == 0);
                    false_here[which] += usize::from(time.is_finite());
                }
            }
        }
        println!("{}: {} queries, {false_here:?} false, earliest {early:.2e}", set.name, set.queries.len());
    }
    println!("{false_hits} false hits of {misses}");
}
