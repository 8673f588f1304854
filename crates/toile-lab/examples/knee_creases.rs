//! What sitting leaves at the knee: trousers that remember how they were bent beside the same that do not, as in the sit-and-stand scene of Wong 2014.
//!
//!     cargo run --release -p toile-lab --example knee_creases -- [-e EDGE] [-f FABRIC]
//!
//! Printed is the mean curvature of the cloth within 10 cm of the knees, as it hangs before and after the body sat down and stood up again.
#![allow(clippy::print_stdout, reason = "an example tells what it does")]

use toile_body::motion::Playing;
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::Fabric;
use toile_dress::{Dressing, Outfit, Wearer};
use toile_geom::TriMesh;
use toile_geom::glam::DVec3;
use toile_geom::topology::Topology;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Cloth this near to a knee is looked at, in metres.
const NEAR: f64 = 0.1;
/// How long sitting down and standing up takes, and then standing still, in seconds.
const SECONDS: f64 = 5.0;

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let (mut edge, mut fabric) = (0.02, "linen".to_owned());
    while let Some(argument) = arguments.next() {
        let value = arguments.next().ok_or("an option needs a value")?;
        match argument.as_str() {
            "-e" => edge = value.parse()?,
            "-f" => fabric = value,
            other => return Err(format!("there is no option {other}").into()),
        }
    }
    println!("                      before 1/m   after 1/m   frames with intersections");
    for (words, remembers) in [("with creases", true), ("without", false)] {
        let [before, after, bad] = sat(&fabric, edge, remembers)?;
        println!("{words:<20}{before:>12.1}{after:>12.1}{bad:>10.0}");
    }
    Ok(())
}

/// The curvature at the knees before and after sitting, and how many frames passed through something.
fn sat(fabric: &str, edge: f64, remembers: bool) -> Outcome<[f64; 3]> {
    let wearer = Wearer::open("eu-38")?;
    let dressing = Dressing::on(&wearer).garment("trousers").edge_length(edge).fabric(Fabric::open(fabric)?);
    let outfit = dressing.with(|settings| settings.drape.creases = remembers).run(|_| ())?;
    let playing = Playing { seconds: SECONDS, lead_in: 1.0, ..Playing::default() };
    let moved = outfit.follow(&outfit.wearer.moving("sit", &playing)?, &playing, &mut |_, _| ())?;
    let frame = |n: usize| moved.frames.get(n).map(|frame| frame.garments[0].clone()).ok_or("no frames");
    let last = moved.frames.len().saturating_sub(1);
    let bad = moved.summary.frames_with_intersections as f64;
    Ok([at_the_knees(&outfit, frame(0)?), at_the_knees(&outfit, frame(last)?), bad])
}

/// The mean curvature of trousers near the knees: the angles at the edges over the width of what bends there.
fn at_the_knees(outfit: &Outfit, positions: Vec<DVec3>) -> f64 {
    let knees: Vec<DVec3> = ["left", "right"]
        .iter()
        .filter_map(|side| outfit.wearer.landmarks().position(&format!("{side}_knee_center")))
        .collect();
    let cloth: &Cloth = &outfit.garments[0].cloth;
    let mesh = TriMesh { positions, triangles: cloth.triangles.clone() };
    let (mut sum, mut weight) = (0.0, 0.0);
    let normals = mesh.triangle_normals();
    let topology = Topology::new(&mesh);
    for (edge, vertices) in topology.edges.iter().enumerate() {
        let &[one, other] = topology.edge_triangles.row(edge) else { continue };
        let [from, to] = vertices.map(|v| mesh.positions[v as usize]);
        let middle = from.midpoint(to);
        // Around the leg there are some centimetres from its middle to the cloth.
        if !knees.iter().any(|knee| (middle.y - knee.y).abs() < NEAR && middle.distance(*knee) < 2.0 * NEAR) {
            continue;
        }
        let angle = normals[one as usize].angle_between(normals[other as usize]);
        let areas: f64 = [one, other].iter().map(|t| cloth.rest.area(*t as usize)).sum();
        // A hinge stands for a third of both triangles: their height over three.
        let width = 2.0 * areas / from.distance(to) / 3.0;
        sum += angle / width * areas;
        weight += areas;
    }
    sum / weight.max(f64::MIN_POSITIVE)
}
