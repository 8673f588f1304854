//! How fast cloth follows a hand in the viewer: somebody pulls at a sleeve, without a window.
//!
//!     cargo run --release -p toile-lab --example pull -- [-e EDGE] [-m OUT.obj] [GARMENT...]
//!
//! The simulation has as many threads as it has beside a window. Told are milliseconds a step, where they went, how that compares to the clock on
//! the wall, and what intersects in the end. Where one thread does it all and the system tells how long that was on a processor, that is the
//! time that counts: other work on the machine does not spoil it.
#![allow(clippy::print_stdout, reason = "an example tells what it does")]

use rayon::ThreadPoolBuilder;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Instant;
use toile::viewing::live::{Files, WardrobeOpener, threads_beside_a_window};
use toile_geom::TriMesh;
use toile_geom::glam::DVec3;
use toile_geom::intersect::{mesh_intersections, self_intersections};
use toile_view::host::{Host, ModelKind};
use toile_view::live::{Gesture, Live, LiveReport, Opener, Opening, SurfacePlace};
use toile_view::scene::{Object, ObjectKind, ViewScene};

type Outcome = Result<(), Failure>;
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// How far the sleeve is pulled, in metres: to the side and up.
const WAY: [f32; 3] = [0.18, 0.12, 0.05];
/// How long the hand takes for that, and how long it holds then, in seconds of the cloth.
const TIMES: [f64; 2] = [0.5, 0.5];

fn main() -> Outcome {
    let pool = ThreadPoolBuilder::new().num_threads(threads_beside_a_window()).stack_size(8 << 20).build()?;
    pool.install(pull)
}

fn pull() -> Outcome {
    let (mut wardrobe, mut names, mut output) = (WardrobeOpener::default(), Vec::new(), None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-e" => wardrobe.edge = arguments.next().map(|edge| edge.parse()).transpose()?,
            "-m" => output = arguments.next().map(PathBuf::from),
            _ => names.push(argument),
        }
    }
    let begin = clock();
    let opening = Opening { names, add: false, as_body: false };
    let mut live = wardrobe.open(&opening, &|_| ()).map_err(|trouble| trouble.words)?;
    println!("{} after {:.1} s", live.offer().title, clock() - begin);
    tell_intersections("at first", &live.scene());

    let (from, to) = grip(live.as_ref())?;
    live.touch(Gesture::Grab(from));
    let mut sums = Sums::default();
    let begin = live.time();
    while live.time() < begin + TIMES.iter().sum::<f64>() {
        let share = (((live.time() - begin) / TIMES[0]) as f32).min(1.0);
        live.touch(Gesture::Pull(std::array::from_fn(|k| from.point[k] + share * (to[k] - from.point[k]))));
        sums.step(live.as_mut())?;
    }
    sums.tell("pulled");
    let [at, hand] = live.grabbed().ok_or("nothing is held")?;
    let far = DVec3::from(at.map(f64::from)).distance(DVec3::from(hand.map(f64::from)));
    println!("the cloth is {:.0} mm from the hand", 1e3 * far);
    tell_intersections("pulled", &live.scene());
    if let Some(path) = output {
        let files = Files { output: path.parent().map(PathBuf::from).unwrap_or_default() };
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        println!("{}", files.save_model(&name, ModelKind::Obj, &live.scene())?);
    }

    live.touch(Gesture::Release);
    let (mut sums, begin) = (Sums::default(), live.time());
    while !live.is_at_rest() && live.time() < begin + 4.0 {
        sums.step(live.as_mut())?;
    }
    sums.tell("let go");
    tell_intersections("at rest", &live.scene());
    Ok(())
}

/// Where a hand takes hold: near the end of the outer garment's left sleeve, or of whatever reaches farthest to the left; and where it goes.
fn grip(live: &dyn Live) -> Result<(SurfacePlace, [f32; 3]), Failure> {
    let scene = live.scene();
    let cloths = scene.objects.iter().enumerate().filter(|(_, object)| object.kind == ObjectKind::Cloth);
    let middle = |object: &Object, triangle: &[u32; 3]| -> [f32; 3] {
        let corners = triangle.map(|v| object.positions[v as usize]);
        std::array::from_fn(|k| corners.iter().map(|p| p[k]).sum::<f32>() / 3.0)
    };
    let all = cloths.flat_map(|(number, object)| {
        let triangles = object.mesh.triangles.iter().enumerate();
        triangles.map(move |(t, triangle)| (number, t as u32, middle(object, triangle)))
    });
    let (object, triangle, point) =
        all.max_by(|a, b| a.2[0].total_cmp(&b.2[0])).ok_or("there is no cloth")?;
    let place = SurfacePlace { object, triangle, weights: [1.0 / 3.0; 3], point };
    Ok((place, std::array::from_fn(|k| point[k] + WAY[k])))
}

/// A clock in seconds: of this thread on a processor if it is the only one and Linux tells, else on the wall.
fn clock() -> f64 {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let begin = *BEGIN;
    let is_alone = threads_beside_a_window() == 1;
    let told = is_alone.then(|| std::fs::read_to_string("/proc/thread-self/schedstat").ok()).flatten();
    let nanoseconds = told.and_then(|words| words.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| begin.elapsed().as_secs_f64(), |nanoseconds| 1e-9 * nanoseconds)
}

/// What some steps took.
#[derive(Default)]
struct Sums {
    steps: usize,
    seconds: f64,
    of_cloth: f64,
    longest: f64,
    stretch: f64,
    last: LiveReport,
    stages: Vec<(&'static str, f32)>,
}

impl Sums {
    fn step(&mut self, live: &mut dyn Live) -> Outcome {
        let (begin, time) = (clock(), live.time());
        self.last = live.step()?;
        let took = clock() - begin;
        self.steps += 1;
        self.seconds += took;
        self.longest = self.longest.max(took);
        self.of_cloth += live.time() - time;
        self.stages.resize(self.last.stages.len(), ("", 0.0));
        for (sum, (name, milliseconds)) in self.stages.iter_mut().zip(&self.last.stages) {
            *sum = (name, sum.1 + milliseconds);
        }
        let stretch = self.last.counts.iter().find(|count| count.0 == "largest stretch");
        self.stretch = self.stretch.max(stretch.map_or(0.0, |count| count.1));
        Ok(())
    }

    fn tell(&self, words: &str) {
        let steps = self.steps.max(1) as f64;
        println!(
            "{words}: {} steps, {:.0} ms each, at most {:.0} ms: {:.1} steps/s; {:.1} times slower than real time",
            self.steps,
            1e3 * self.seconds / steps,
            1e3 * self.longest,
            steps / self.seconds,
            self.seconds / self.of_cloth,
        );
        let stage = |(name, sum): &(&str, f32)| format!("{name} {:.1}", f64::from(*sum) / steps);
        println!("  {} ms", self.stages.iter().map(stage).collect::<Vec<_>>().join(", "));
        let count = |(name, number, unit): &(&str, f64, &str)| format!("{name} {number:.0} {unit}");
        println!("  largest stretch of all steps {:.0} %", self.stretch);
        println!("  {}", self.last.counts.iter().map(count).collect::<Vec<_>>().join(", "));
    }
}

fn tell_intersections(words: &str, scene: &ViewScene) {
    let mesh = |object: &Object| TriMesh {
        positions: object.positions.iter().map(|p| DVec3::from(p.map(f64::from))).collect(),
        triangles: object.mesh.triangles.clone(),
    };
    let (mut cloth, mut body) = (TriMesh::default(), TriMesh::default());
    for object in &scene.objects {
        if object.kind == ObjectKind::Cloth { &mut cloth } else { &mut body }.append(&mesh(object));
    }
    println!(
        "{words}: {} triangles of cloth, {} of the body; intersections: {} of cloth with cloth, {} with the body",
        cloth.triangles.len(),
        body.triangles.len(),
        self_intersections(&cloth).len(),
        mesh_intersections(&cloth, &body).len(),
    );
}
