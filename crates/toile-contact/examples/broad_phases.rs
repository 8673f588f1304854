//! Compares all broad phases on all scenes: how many boxes they compare, what they find and how long it takes.
//!
//! `cargo run --release -p toile-contact --example broad_phases -- [SCENE|all] [TRIANGLES] [THREADS] [METHOD...]`

use std::time::Duration;
use toile_contact::broad::{BROAD_PHASES, BroadReport, Candidates, Query, broad_phase_by_name};
use toile_contact::scenes::{SCENES, scene_by_name};

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let wanted = arguments.first().map_or("all", String::as_str);
    let triangles = arguments.get(1).and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let threads = arguments.get(2).and_then(|n| n.parse().ok()).unwrap_or(0);
    let methods: Vec<_> = BROAD_PHASES
        .iter()
        .filter(|method| match arguments.get(3..) {
            Some(chosen) if !chosen.is_empty() => chosen.iter().any(|name| name == *method),
            _ => **method != "brute",
        })
        .collect();
    // Inside the pool, so that no thread has to be woken for each loop.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let Ok(pool) = pool else { return eprintln!("no threads") };
    println!(
        "{:<13} {:<11} {:<11} {:>9} {:>12} {:>11} {:>9} {:>9} {:>8}",
        "scene", "mode", "method", "triangles", "tests", "candidates", "build ms", "query ms", "MiB"
    );
    for name in SCENES.iter().filter(|name| wanted == "all" || wanted == **name) {
        let Some(scene) = scene_by_name(name, triangles) else { continue };
        for (mode, query) in [("discrete", scene.discrete()), ("continuous", scene.continuous())] {
            for method in &methods {
                pool.install(|| measure(name, mode, method, &query));
            }
        }
    }
}

/// Prints the fastest of several queries, which says most on a machine that has other things to do.
fn measure(scene: &str, mode: &str, name: &str, query: &Query<'_>) {
    let Some(mut method) = broad_phase_by_name(name) else { return };
    let mut found = Candidates::default();
    let mut reports: Vec<BroadReport> =
        (0..8).filter_map(|_| method.find(query, &mut found).ok()).skip(1).collect();
    reports.sort_by_key(|report| report.build + report.query);
    let Some(fastest) = reports.first() else { return };
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{scene:<13} {mode:<11} {name:<11} {:>9} {:>12} {:>11} {:>9.2} {:>9.2} {:>8.1}",
        query.features.triangles().len(),
        fastest.tests,
        found.len(),
        ms(fastest.build),
        ms(fastest.query),
        method.memory() as f64 / f64::from(1 << 20),
    );
}
