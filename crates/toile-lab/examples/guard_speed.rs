//! The guard and two other last lines on the same motions: time, lost motion, and intersections by the exact test.
//!
//! ```text
//! cargo run --release -p toile-lab --example guard_speed -- [--cells N] [--steps N] [--threads N] [SCENE...]
//! ```
//!
//! There is no physics: each scene proposes a motion from where things are, and each method shortens it. `planes` is the
//! guard. `vertex` stops each vertex before the first impact of any of its pairs, again and again until there is none;
//! `global` scales the whole motion to end before the first impact. Times are medians over the steps.

use glam::{DQuat, DVec2, DVec3};
use std::time::Instant;
use toile_contact::broad::{BroadPhase, BroadQuery, Candidates};
use toile_contact::guard::{Guard, GuardInput, GuardSettings};
use toile_contact::narrow::StencilKind;
use toile_contact::narrow::ccd::{CcdSettings, impacts};
use toile_contact::{features::Features, filter::Filter};
use toile_geom::TriMesh;
use toile_geom::intersect::self_intersections;
use toile_geom::shapes::{self, Accordion};

type Failure = Box<dyn std::error::Error + Send + Sync>;

const FLOOR: f64 = 3e-4;

/// Meshes, and the motion they are to make in each step.
struct Scene {
    features: Features,
    filter: Filter,
    kinematic: Vec<bool>,
    start: Vec<DVec3>,
    propose: fn(&Scene, usize, &[DVec3]) -> Vec<DVec3>,
}

impl Scene {
    fn new(propose: fn(&Scene, usize, &[DVec3]) -> Vec<DVec3>) -> Self {
        let (features, filter) = (Features::default(), Filter::new());
        Self { features, filter, kinematic: Vec::new(), start: Vec::new(), propose }
    }

    fn with(mut self, mesh: &TriMesh, kinematic: bool) -> Self {
        self.features.add(&mesh.triangles, mesh.positions.len());
        self.start.extend_from_slice(&mesh.positions);
        self.kinematic.resize(self.start.len(), kinematic);
        self
    }

    fn intersections(&self, positions: &[DVec3]) -> usize {
        let mesh = TriMesh { positions: positions.to_vec(), triangles: self.features.triangles().to_vec() };
        self_intersections(&mesh).len()
    }
}

fn moved(positions: &[DVec3], by: impl Fn(usize, DVec3) -> DVec3) -> Vec<DVec3> {
    positions.iter().enumerate().map(|(v, p)| *p + by(v, *p)).collect()
}

fn scene(name: &str, cells: u32) -> Option<Scene> {
    let raised = |mut mesh: TriMesh, y: f64| {
        mesh.positions.iter_mut().for_each(|p| p.y += y);
        mesh
    };
    Some(match name {
        // Pressed together, sheared, and opened again.
        "accordion" => Scene::new(|_, step, at| {
            let part = if step % 40 < 30 { 0.93 } else { 1.06 };
            Accordion::default().pressed(at, part, 0.0005)
        })
        .with(&Accordion::default().mesh(cells), false),
        // Falls on a ball that is held.
        "drop" => Scene::new(|scene, _, at| {
            moved(at, |v, _| if scene.kinematic[v] { DVec3::ZERO } else { DVec3::NEG_Y * 0.004 })
        })
        .with(&shapes::icosphere(0.3, 4), true)
        .with(&raised(shapes::sheet(DVec2::ONE, [cells; 2]), 0.305), false),
        // Pulled into a heap, with waves.
        "crumple" => Scene::new(|_, step, at| {
            let s = step as f64;
            let wave = |p: DVec3| {
                DVec3::new((91.0 * p.y + s).sin(), (83.0 * p.z + 2.0 * s).sin(), (77.0 * p.x).sin())
            };
            moved(at, |_, p| p * -0.05 + wave(p) * 0.005)
        })
        .with(&shapes::sheet(DVec2::ONE, [cells; 2]), false),
        // A ball turns and moves through a sheet that does nothing by itself.
        "push" => Scene::new(|scene, step, at| {
            let turn = DQuat::from_axis_angle(DVec3::Y, 0.01);
            let center = DVec3::Y * (0.002 * step as f64);
            let kinematic = |p| turn * (p - center) + center + DVec3::Y * 0.002 - p;
            moved(at, |v, p| if scene.kinematic[v] { kinematic(p) } else { DVec3::ZERO })
        })
        .with(&shapes::icosphere(0.2, 4), true)
        .with(&raised(shapes::sheet(DVec2::ONE, [cells; 2]), 0.204), false),
        // Kinematic plates close on two sheets, to less than there is room for, and open again.
        "pinch" => Scene::new(|scene, step, at| {
            let speed = if step % 60 < 30 { 1.6e-4 } else { -1.6e-4 };
            let plate = scene.features.vertices_of(1).start as usize;
            let up = |v: usize| if v < plate { speed } else { -speed };
            moved(at, |v, _| if scene.kinematic[v] { DVec3::Y * up(v) } else { DVec3::ZERO })
        })
        .with(&shapes::sheet(DVec2::ONE, [cells / 2; 2]), true)
        .with(&raised(shapes::sheet(DVec2::ONE, [cells / 2; 2]), 0.01), true)
        .with(&raised(shapes::sheet(DVec2::splat(0.9), [cells; 2]), 0.0035), false)
        .with(&raised(shapes::sheet(DVec2::splat(0.87), [cells; 2]), 0.0068), false),
        _ => return None,
    })
}

/// What one method did in one step.
#[derive(Clone, Copy, Default)]
struct Done {
    milliseconds: f64,
    detection: f64,
    rounds: usize,
    failures: usize,
}

/// A last line.
trait LastLine {
    fn hold(&mut self, scene: &Scene, start: &[DVec3], ends: &mut [DVec3]) -> Result<Done, Failure>;
}

impl LastLine for Guard {
    fn hold(&mut self, scene: &Scene, start: &[DVec3], ends: &mut [DVec3]) -> Result<Done, Failure> {
        let Scene { features, filter, kinematic, .. } = scene;
        let report = Guard::hold(self, &GuardInput { features, filter, kinematic, start }, ends)?;
        Ok(Done {
            milliseconds: 1e3 * report.total.as_secs_f64(),
            detection: 1e3 * report.detection.as_secs_f64(),
            rounds: report.rounds,
            failures: report.failures,
        })
    }
}

/// Stops vertices before impacts: each by itself, or all alike.
struct Impacts {
    global: bool,
    method: Box<dyn BroadPhase>,
    found: Candidates,
    queries: [Vec<[u32; 4]>; 2],
    times: Vec<f64>,
}

const KINDS: [StencilKind; 2] = [StencilKind::VertexTriangle, StencilKind::EdgeEdge];

/// Rounds after which a method that still finds impacts takes all motion away from their vertices.
const ROUNDS: usize = 40;

impl LastLine for Impacts {
    fn hold(&mut self, scene: &Scene, start: &[DVec3], ends: &mut [DVec3]) -> Result<Done, Failure> {
        let begin = Instant::now();
        let query = BroadQuery::continuous(&scene.features, &scene.filter, start, ends, 0.0);
        self.method.find(&query, &mut self.found)?;
        let detection = 1e3 * begin.elapsed().as_secs_f64();
        let (triangles, edges) = (scene.features.triangles(), scene.features.edges());
        let with_triangle = |&[v, t]: &[u32; 2]| [[v].as_slice(), &triangles[t as usize]].concat();
        let with_edge = |&[e, f]: &[u32; 2]| [edges[e as usize], edges[f as usize]].concat();
        let four = |corners: Vec<u32>| [corners[0], corners[1], corners[2], corners[3]];
        self.queries = [
            self.found.vertex_triangle.iter().map(|pair| four(with_triangle(pair))).collect(),
            self.found.edge_edge.iter().map(|pair| four(with_edge(pair))).collect(),
        ];
        let goals = ends.to_vec();
        let mut parts = vec![1.0_f64; ends.len()];
        let mut rounds = 0;
        while self.shorten(scene, start, ends, &mut parts, rounds >= ROUNDS)? {
            rounds += 1;
            for (v, end) in ends.iter_mut().enumerate() {
                if !scene.kinematic[v] {
                    *end = start[v].lerp(goals[v], parts[v]);
                }
            }
            if rounds > ROUNDS + 1 {
                break;
            }
        }
        let milliseconds = 1e3 * begin.elapsed().as_secs_f64();
        Ok(Done { milliseconds, detection, rounds, failures: usize::from(rounds > ROUNDS + 1) })
    }
}

impl Impacts {
    fn new(global: bool) -> Result<Self, Failure> {
        let method = <dyn BroadPhase>::named("bvh")?;
        let (found, queries, times) = (Candidates::default(), [Vec::new(), Vec::new()], Vec::new());
        Ok(Self { global, method, found, queries, times })
    }

    /// Shortens motions to four fifths of what is free; returns whether there was an impact.
    fn shorten(
        &mut self,
        scene: &Scene,
        start: &[DVec3],
        ends: &[DVec3],
        parts: &mut [f64],
        stop: bool,
    ) -> Result<bool, Failure> {
        let mut first = 1.0_f64;
        let mut new = parts.to_vec();
        for (kind, queries) in KINDS.into_iter().zip(&self.queries) {
            impacts(kind, start, ends, queries, &CcdSettings::default(), &mut self.times)?;
            for (query, time) in queries.iter().zip(&self.times).filter(|(_, time)| time.is_finite()) {
                if query.iter().all(|&v| scene.kinematic[v as usize]) {
                    continue;
                }
                let left = if stop { 0.0 } else { 0.8 * time };
                first = first.min(left);
                for &v in query {
                    new[v as usize] = new[v as usize].min(left * parts[v as usize]);
                }
            }
        }
        if self.global {
            for part in parts {
                *part *= first;
            }
        } else {
            parts.copy_from_slice(&new);
        }
        Ok(first < 1.0)
    }
}

fn run(name: &str, scene: &Scene, method: &str, steps: usize) -> Result<(), Failure> {
    let mut line: Box<dyn LastLine> = match method {
        "planes" => Box::new(Guard::new(GuardSettings { floor: FLOOR, ..GuardSettings::default() })),
        _ => Box::new(Impacts::new(method == "global")?),
    };
    let mut at = scene.start.clone();
    let (mut times, mut detections) = (Vec::new(), Vec::new());
    let (mut lost, mut asked, mut truncated, mut bad, mut rounds, mut failures) = (0.0, 0.0, 0, 0, 0, 0);
    for step in 0..steps {
        let goals = (scene.propose)(scene, step, &at);
        let mut ends = goals.clone();
        let done = line.hold(scene, &at, &mut ends)?;
        times.push(done.milliseconds);
        detections.push(done.detection);
        rounds = rounds.max(done.rounds);
        failures += done.failures;
        for v in 0..ends.len() {
            asked += goals[v].distance(at[v]);
            lost += goals[v].distance(ends[v]);
            truncated += usize::from(goals[v] != ends[v]);
        }
        bad += usize::from(scene.intersections(&ends) > 0);
        at = ends;
    }
    let total: f64 = times.iter().sum();
    let share = 100.0 * detections.iter().sum::<f64>() / total;
    times.sort_unstable_by(f64::total_cmp);
    println!(
        "{name:<10} {method:<7} {:>7} {:>9.2} {:>9.2} {share:>7.1} {:>10.1} {:>7.2} {rounds:>6} {bad:>5} {failures:>8} {:>9.1e}",
        scene.features.triangles().len(),
        times[times.len() / 2],
        times[times.len() - 1],
        truncated as f64 / steps as f64,
        100.0 * lost / f64::max(asked, 1e-300),
        least_distance(scene, &at)?,
    );
    Ok(())
}

/// The distance of the closest pair, up to twice the floor.
fn least_distance(scene: &Scene, positions: &[DVec3]) -> Result<f64, Failure> {
    let mut line = Guard::new(GuardSettings { floor: FLOOR, ..GuardSettings::default() });
    let Scene { features, filter, kinematic, .. } = scene;
    let input = GuardInput { features, filter, kinematic, start: positions };
    let near = line.near(&input, positions, 2.0 * FLOOR)?;
    Ok(near.iter().map(|pair| pair.close.distance).fold(2.0 * FLOOR, f64::min))
}

fn main() -> Result<(), Failure> {
    let (mut cells, mut steps, mut threads, mut names) = (64, 60, 2, Vec::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--cells" => cells = value()?.parse()?,
            "--steps" => steps = value()?.parse::<usize>()?.max(1),
            "--threads" => threads = value()?.parse()?,
            _ => names.push(word),
        }
    }
    if names.is_empty() {
        names = ["accordion", "drop", "crumple", "push", "pinch"].map(String::from).to_vec();
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    pool.install(|| {
        println!(
            "{:<10} {:<7} {:>7} {:>9} {:>9} {:>7} {:>10} {:>7} {:>6} {:>5} {:>8} {:>9}",
            "scene",
            "method",
            "tris",
            "ms",
            "worst ms",
            "detect%",
            "truncated",
            "lost%",
            "rounds",
            "bad",
            "failures",
            "closest"
        );
        for name in &names {
            let scene = scene(name, cells).ok_or(format!("no scene is called {name}"))?;
            for method in ["planes", "vertex", "global"] {
                run(name, &scene, method, steps)?;
            }
        }
        Ok(())
    })
}
