//! The published sets of queries with exact answers.

use super::exact::{Contact, first_contact};
use super::scalable;
use std::path::PathBuf;
use toile_contact::narrow::ccd::{CcdSettings, StencilKind, edge_edge, impacts, vertex_triangle};
use toile_lab::detection::cubic;
use toile_lab::detection::queries::{self, CcdQuery};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/ccd");

/// A named set of queries of one kind, each with its answer.
struct Set {
    name: String,
    kind: StencilKind,
    queries: Vec<CcdQuery>,
}

fn sample_sets() -> Vec<Set> {
    let folders = std::fs::read_dir(format!("{DATA}/sample-queries")).into_iter().flatten().flatten();
    let mut sets = Vec::new();
    for scene in folders.map(|entry| entry.path()).filter(|path| path.is_dir()) {
        for (folder, kind) in
            [("vertex-face", StencilKind::VertexTriangle), ("edge-edge", StencilKind::EdgeEdge)]
        {
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
    [("227vf", StencilKind::VertexTriangle), ("227ee", StencilKind::EdgeEdge)]
        .map(|(name, kind)| {
            let text = std::fs::read_to_string(root.join(format!("queries/{name}.csv"))).unwrap();
            let answers =
                std::fs::read_to_string(root.join(format!("mma_bool/{name}_mma_bool.json"))).unwrap();
            let answers = queries::read_answers(&answers).unwrap();
            let mut queries = queries::read(&text).unwrap();
            assert_eq!(queries.len(), answers.len());
            for (query, hit) in queries.iter_mut().zip(answers) {
                query.hit = Some(hit);
            }
            Set { name: format!("cloth-funnel {name}"), kind, queries }
        })
        .into()
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
    impacts(set.kind, &start, &end, &stencils, &CcdSettings::default(), &mut times).unwrap();
    times
}

fn one_by_one(set: &Set) -> Vec<f64> {
    let test = match set.kind {
        StencilKind::VertexTriangle => vertex_triangle,
        StencilKind::EdgeEdge => edge_edge,
    };
    set.queries
        .iter()
        .map(|q| test(q.start, q.end, &CcdSettings::default()).map_or(f64::INFINITY, |i| i.time))
        .collect()
}

/// What a set of times is worth.
#[derive(Default)]
struct Score {
    hits: usize,
    misses: usize,
    false_hits: usize,
    /// Reported earlier than the tolerance allows.
    early: usize,
    earliest: f64,
}

impl Score {
    fn add(&mut self, set: &Set, truth: &[Option<Contact>], times: &[f64]) {
        for (i, (truth, &time)) in truth.iter().zip(times).enumerate() {
            if let Some(contact) = truth {
                assert!(time <= contact.latest, "{} query {i}: {time} after {contact:?}", set.name);
                self.hits += 1;
                self.early += usize::from(time < contact.earliest - CcdSettings::default().tolerance);
                self.earliest = self.earliest.max(contact.earliest - time);
            } else {
                self.misses += 1;
                self.false_hits += usize::from(time.is_finite());
            }
        }
    }

    fn print(&self, name: &str) {
        let Self { hits, misses, false_hits, early, earliest } = self;
        println!(
            "{name}: {hits} hits, {misses} misses of which {false_hits} false, {early} early, by {earliest:.1e}"
        );
    }
}

/// Every hit is found, not late, and at most the tolerance early; what is reported without a hit passes at rounding errors.
#[test]
fn no_contact_is_missed_and_none_is_late() {
    let mut totals = [Score::default(), Score::default()];
    for set in all_sets() {
        let truth: Vec<Option<Contact>> =
            set.queries.iter().map(|query| first_contact(set.kind, query.start, query.end)).collect();
        for (i, (query, truth)) in set.queries.iter().zip(&truth).enumerate() {
            assert_eq!(query.hit, Some(truth.is_some()), "{} query {i}", set.name);
        }
        for (total, times) in totals.iter_mut().zip([in_batch(&set), one_by_one(&set)]) {
            let mut score = Score::default();
            score.add(&set, &truth, &times);
            score.print(&set.name);
            total.add(&set, &truth, &times);
        }
    }
    for total in totals {
        total.print("all");
        assert!(total.false_hits * 50 <= total.misses, "{} false hits", total.false_hits);
        assert_eq!(total.early, 0, "by up to {}", total.earliest);
    }
}

/// The cubic of the literature on the same queries, to see what the certificates are worth.
#[test]
fn the_cubic_of_the_literature_misses_or_reports_too_much() {
    for tolerance in [0.0, 1e-12, 1e-6] {
        let (mut missed, mut false_hits) = (0, 0);
        for set in all_sets() {
            for query in &set.queries {
                let found = cubic::first_impact(set.kind, query.start, query.end, tolerance).is_some();
                missed += usize::from(query.hit == Some(true) && !found);
                false_hits += usize::from(query.hit == Some(false) && found);
            }
        }
        println!("cubic with tolerance {tolerance}: {missed} missed, {false_hits} false");
    }
}

#[test]
fn a_whole_step_of_cloth_on_a_ball() {
    for kind in [StencilKind::VertexTriangle, StencilKind::EdgeEdge] {
        for scene in [scalable::cloth_ball(DATA, kind), scalable::cloth_funnel(DATA, kind)] {
            let Some(scene) = scene else {
                eprintln!("skipped: no meshes in {DATA}");
                return;
            };
            let mut times = Vec::new();
            impacts(kind, &scene.start, &scene.end, &scene.queries, &CcdSettings::default(), &mut times)
                .unwrap();
            assert_eq!(times.len(), scene.hits.len());
            let missed =
                scene.hits.iter().zip(&times).filter(|(hit, time)| **hit && !time.is_finite()).count();
            let false_hits =
                scene.hits.iter().zip(&times).filter(|(hit, time)| !**hit && time.is_finite()).count();
            assert_eq!((missed, false_hits), (0, 0));
            for (query, &time) in scene.queries.iter().zip(&times).step_by(1 + times.len() / 500) {
                let [start, end] = [&scene.start, &scene.end].map(|p| query.map(|i| p[i as usize]));
                if let Some(contact) = first_contact(kind, start, end) {
                    assert!(time <= contact.latest && time >= contact.earliest - 1e-4, "{time} {contact:?}");
                }
            }
        }
    }
}
