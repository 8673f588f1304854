//! How long it takes to find and to mend a wrong order of layers.
//!
//! ```text
//! cargo run --release -p toile-lab --example layers_speed -- [--cells N] [--repeats N]
//! ```
//!
//! `parallel`: a sheet 1 cm above another one that shall be above it. `crossed`: one waved and tilted through the other.
//! `tucked`: a shirt over a skirt on a body, to be tucked in. Times are medians.

use glam::{DVec2, DVec3};
use std::time::Instant;
use toile_contact::features::Features;
use toile_contact::filter::Filter;
use toile_contact::layers::{
    InferSettings, LayerInput, Layers, Outward, RestoreSettings, check, infer, restore,
};
use toile_contact::obstacle::{MovingPoint, Obstacle, ObstacleSurface, SurfacePoint};
use toile_geom::intersect::self_intersections;
use toile_geom::{TriMesh, shapes};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// An endless cylinder around the y axis, 12 cm in radius.
#[derive(Clone, Copy, Debug)]
struct Trunk;

impl ObstacleSurface for Trunk {
    fn nearest(&self, point: MovingPoint, _time: f64) -> SurfacePoint {
        let across = DVec3::new(point.now.x, 0.0, point.now.z);
        let normal = across.normalize_or(DVec3::X);
        SurfacePoint { distance: across.length() - 0.12, normal, velocity: DVec3::ZERO }
    }

    fn boxed_clone(&self) -> Box<dyn ObstacleSurface> {
        Box::new(*self)
    }
}

fn moved(mut mesh: TriMesh, change: impl Fn(DVec3) -> DVec3) -> TriMesh {
    mesh.positions.iter_mut().for_each(|p| *p = change(*p));
    mesh
}

/// The piece that is to be inside, and the one that is to be outside.
fn scene(name: &str, cells: u32) -> [TriMesh; 2] {
    let sheet = || toile_geom::sheets::delaunay_sheet(DVec2::ONE, [cells; 2]);
    let tube = |radius: f64, low: f64| {
        moved(shapes::tube(radius, 0.6, 3 * cells / 2, 2 * cells / 3), |p| p + DVec3::Y * low)
    };
    match name {
        "parallel" => [moved(sheet(), |p| p + DVec3::Y * 0.01), shapes::sheet(DVec2::ONE, [cells; 2])],
        "crossed" => {
            let wave = |p: DVec3| p + DVec3::Y * (0.02 * p.x + 0.005 * (20.0 * p.z).sin());
            [moved(sheet(), wave), shapes::sheet(DVec2::ONE, [cells; 2])]
        }
        _ => [tube(0.16, 0.2), tube(0.15, -0.1)],
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() -> Result<(), Failure> {
    let mut values = [64_usize, 5];
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    for pair in arguments.chunks(2) {
        let place = ["--cells", "--repeats"].iter().position(|name| *name == pair[0]);
        let (Some(place), Some(value)) = (place, pair.get(1)) else { return Err(pair[0].clone().into()) };
        values[place] = value.parse::<usize>()?.max(1);
    }
    let bodies: [Obstacle; 1] = [Obstacle::custom(Box::new(Trunk))];
    println!(
        "scene     triangles  infer ms  check ms  restore ms  shifts  repairs  wrong  cut  left  moved mm  stretch %"
    );
    for name in ["parallel", "crossed", "tucked"] {
        let meshes = scene(name, values[0] as u32);
        let (mut features, mut start) = (Features::default(), Vec::new());
        for mesh in &meshes {
            features.add(&mesh.triangles, mesh.positions.len());
            start.extend_from_slice(&mesh.positions);
        }
        let outward =
            if name == "tucked" { Outward::Obstacles(&bodies, 0.0) } else { Outward::Direction(DVec3::Y) };
        let layers = Layers::of_meshes(&features, &[Some(1), Some(2)])?;
        let input = LayerInput { features: &features, filter: &Filter::new(), layers: &layers, outward };
        let mut times = [const { Vec::new() }; 3];
        let mut line = String::new();
        for _ in 0..values[1] {
            let begin = Instant::now();
            infer(&input, &start, &InferSettings::default())?;
            times[0].push(begin.elapsed().as_secs_f64() * 1e3);
            let begin = Instant::now();
            check(&input, &start, 0.04)?;
            times[1].push(begin.elapsed().as_secs_f64() * 1e3);
            let mut positions = start.clone();
            let begin = Instant::now();
            let report = restore(&input, &mut positions, &RestoreSettings::default())?;
            times[2].push(begin.elapsed().as_secs_f64() * 1e3);
            let left =
                self_intersections(&TriMesh { positions, triangles: features.triangles().to_vec() }).len();
            line = format!(
                "{:>6} {:>8} {:>6} {:>4} {:>5} {:>9.1} {:>10.1}",
                report.shifts,
                report.repairs,
                report.before.places.len(),
                report.intersections_before,
                left + report.after.places.len(),
                1e3 * report.max_displacement,
                1e2 * report.max_stretch,
            );
        }
        let [infer_time, check_time, restore_time] = times.map(median);
        println!(
            "{name:<9} {:>9}  {infer_time:>8.1}  {check_time:>8.1}  {restore_time:>10.1}  {line}",
            features.triangles().len()
        );
    }
    Ok(())
}
