//! How many continuous tests a second one thread does: `cargo run --release --example ccd_speed [data folder]`.
//!
//! The folder is that of the published sets; without it, only the made-up queries are timed.

// An example may fail loudly.
#![allow(clippy::unwrap_used)]

#[allow(dead_code, reason = "shared with the tests of continuous tests, which use the rest")]
#[path = "../tests/narrow/scalable.rs"]
mod scalable;

use glam::DVec3;
use scalable::Scene;
use std::time::Instant;
use toile_contact::narrow::ccd::{CcdSettings, StencilKind, impacts};
use toile_geom::random::Random;

const KINDS: [(StencilKind, &str); 2] = [(StencilKind::VertexTriangle, "vf"), (StencilKind::EdgeEdge, "ee")];

/// A vector with components from -1 to 1.
fn vector(random: &mut Random) -> DVec3 {
    DVec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0))
}

/// Folded cloth: wavy layers of triangles 2 mm apart with edges of about 5 mm, moving by up to 3 mm, and all pairs
/// of neighbouring layers whose boxes over the step overlap.
fn folded(kind: StencilKind) -> Scene {
    const SIDE: usize = 64;
    let mut random = Random::congruential(7);
    let mut scene = Scene {
        start: Vec::new(),
        end: Vec::new(),
        triangles: Vec::new(),
        queries: Vec::new(),
        hits: Vec::new(),
    };
    for layer in 0..6 {
        for k in 0..SIDE * SIDE {
            let (x, z) = ((k % SIDE) as f64 * 0.005, (k / SIDE) as f64 * 0.005);
            let y = f64::from(layer) * 0.002 + 0.004 * (40.0 * x).sin() * (35.0 * z).cos();
            let at = DVec3::new(x, y, z) + vector(&mut random) * 0.0008;
            let drift = DVec3::new(0.0005, if layer % 2 == 0 { 0.0008 } else { -0.0008 }, 0.0);
            scene.start.push(at);
            scene.end.push(at + drift + vector(&mut random) * 0.0012);
        }
    }
    let squares = (0..6 * SIDE * SIDE).filter(|k| k % SIDE < SIDE - 1 && (k / SIDE) % SIDE < SIDE - 1);
    let corners = |k: usize| [k, k + 1, k + SIDE, k + SIDE + 1].map(|i| i as u32);
    let (firsts, seconds): (Vec<Vec<u32>>, Vec<Vec<u32>>) = match kind {
        StencilKind::VertexTriangle => (
            (0..scene.start.len() as u32).map(|v| vec![v]).collect(),
            squares.map(corners).flat_map(|[a, b, c, d]| [vec![a, b, c], vec![b, d, c]]).collect(),
        ),
        StencilKind::EdgeEdge => {
            let edges: Vec<_> =
                squares.map(corners).flat_map(|[a, b, c, _]| [vec![a, b], vec![a, c], vec![b, c]]).collect();
            (edges.clone(), edges)
        }
    };
    scene.queries = overlapping(&scene, &firsts, &seconds);
    scene
}

/// All pairs without common corners whose boxes over the step overlap; the second one has the larger first corner.
fn overlapping(scene: &Scene, firsts: &[Vec<u32>], seconds: &[Vec<u32>]) -> Vec<[u32; 4]> {
    let bounds = |corners: &Vec<u32>| {
        let places = corners.iter().flat_map(|&v| [scene.start[v as usize], scene.end[v as usize]]);
        places.fold((DVec3::MAX, DVec3::MIN), |(low, high), p| (low.min(p), high.max(p)))
    };
    let boxed = |items: &[Vec<u32>]| -> Vec<(DVec3, DVec3, Vec<u32>)> {
        let mut boxes: Vec<_> = items.iter().map(|c| (bounds(c).0, bounds(c).1, c.clone())).collect();
        boxes.sort_by(|a, b| a.0.x.total_cmp(&b.0.x));
        boxes
    };
    let (firsts, seconds) = (boxed(firsts), boxed(seconds));
    let mut found = Vec::new();
    let mut begin = 0;
    for (low, high, corners) in &firsts {
        while begin < seconds.len() && seconds[begin].0.x < low.x - 0.02 {
            begin += 1;
        }
        for (other_low, other_high, others) in seconds[begin..].iter().take_while(|b| b.0.x <= high.x) {
            let apart = low.cmpgt(*other_high).any() || other_low.cmpgt(*high).any();
            let adjacent = corners.iter().any(|c| others.contains(c));
            if !apart && !adjacent && (corners.len() == 1 || corners[0] < others[0]) {
                let all: Vec<u32> = corners.iter().chain(others).copied().collect();
                found.extend(<[u32; 4]>::try_from(all));
            }
        }
    }
    found
}

/// Random simplices that pass near each other.
fn random(kind: StencilKind, reach: f64) -> Scene {
    let mut random = Random::congruential(3);
    let mut scene = Scene {
        start: Vec::new(),
        end: Vec::new(),
        triangles: Vec::new(),
        queries: Vec::new(),
        hits: Vec::new(),
    };
    for i in 0..100_000_u32 {
        let corners: [DVec3; 4] = std::array::from_fn(|_| vector(&mut random));
        let offset = vector(&mut random) * reach;
        let first = if kind == StencilKind::VertexTriangle { 1 } else { 2 };
        for (k, corner) in corners.into_iter().enumerate() {
            let place = if k < first { corner + offset } else { corner };
            scene.start.push(place);
            scene.end.push(place + vector(&mut random) * 0.5);
        }
        scene.queries.push([4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3]);
    }
    scene
}

/// The time this thread has been running, where the system tells: on a shared machine it is steadier than the clock.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds * 1e-9)
}

/// Times a scene and prints a line.
fn measure(name: &str, kind: StencilKind, scene: &Scene) {
    let queries: Vec<[u32; 4]> =
        scene.queries.iter().copied().cycle().take(scene.queries.len().max(20_000)).collect();
    let settings = CcdSettings::default();
    let mut times = Vec::new();
    impacts(kind, &scene.start, &scene.end, &queries, &settings, &mut times).unwrap();
    let runs = (2_000_000 / queries.len()).max(5);
    let (cpu, wall) = (cpu_seconds(), Instant::now());
    for _ in 0..runs {
        impacts(kind, &scene.start, &scene.end, &queries, &settings, &mut times).unwrap();
    }
    let wall = wall.elapsed().as_secs_f64() / runs as f64;
    let cpu = cpu_seconds().zip(cpu).map_or(wall, |(after, before)| (after - before) / runs as f64);
    let speed = |seconds: f64| queries.len() as f64 / seconds * 1e-6;
    let found = times.iter().filter(|t| t.is_finite()).count();
    let truth = scene.hits.iter().zip(&times);
    let missed = truth.clone().filter(|(hit, time)| **hit && !time.is_finite()).count();
    let false_hits = truth.filter(|(hit, time)| !**hit && time.is_finite()).count();
    println!(
        "{name:22} {:8} queries, {:5.1} % hits, {missed} missed, {false_hits} false; million a second: {:6.2} by the thread's time, {:6.2} by the clock",
        queries.len(),
        100.0 * found as f64 / queries.len() as f64,
        speed(cpu),
        speed(wall),
    );
}

fn main() {
    let data = std::env::args().nth(1).unwrap_or_else(|| "../shared/data/ccd".into());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        for (kind, suffix) in KINDS {
            for (name, scene) in [
                ("cloth-funnel", scalable::cloth_funnel(&data, kind)),
                ("cloth-ball", scalable::cloth_ball(&data, kind)),
                ("folded cloth", Some(folded(kind))),
                ("random, near", Some(random(kind, 0.2))),
                ("random, far", Some(random(kind, 1.5))),
            ] {
                match scene {
                    Some(scene) => measure(&format!("{name} {suffix}"), kind, &scene),
                    None => println!("{name} {suffix}: no data in {data}"),
                }
            }
        }
    });
}
