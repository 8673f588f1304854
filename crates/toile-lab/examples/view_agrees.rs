//! Whether the window and the command agree: garments dressed by both, how far apart the cloth ends, and what each says of the fit.
//!
//!     cargo run --release -p toile-lab --example view_agrees -- [-e EDGE] [-b BODY] [GARMENT...]
//!
//! The window goes on from where dressing ends. It is given some seconds in which nobody touches anything; then everything should be where it was.
#![allow(clippy::print_stdout, reason = "an example tells what it does")]

use toile::viewing::live::WardrobeOpener;
use toile_dress::{Dressing, Wearer};
use toile_geom::glam::DVec3;
use toile_view::live::{Opener, Opening};

type Outcome = Result<(), Box<dyn std::error::Error + Send + Sync>>;

/// What is dressed if nothing is named.
const GARMENTS: [&str; 10] = [
    "t-shirt",
    "tank-top",
    "pullover",
    "shirt",
    "dress",
    "straight-skirt",
    "circle-skirt",
    "pleated-skirt",
    "trousers",
    "shorts",
];

/// How long the window is left alone, in seconds of the cloth.
const ALONE: f64 = 3.0;

fn main() -> Outcome {
    let mut arguments = std::env::args().skip(1);
    let (mut edge, mut body, mut garments) = (0.03, "eu-38".to_owned(), Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-e" => edge = arguments.next().ok_or("-e needs a length")?.parse()?,
            "-b" => body = arguments.next().ok_or("-b needs a body")?,
            _ => garments.push(argument),
        }
    }
    if garments.is_empty() {
        garments = GARMENTS.map(str::to_owned).to_vec();
    }
    println!("garment           mean mm   most mm   command      window");
    for garment in garments {
        compare(&garment, &body, edge)?;
    }
    Ok(())
}

fn compare(garment: &str, body: &str, edge: f64) -> Outcome {
    let wearer = Wearer::open(body)?;
    let outfit = Dressing::on(&wearer).garment(garment).edge_length(edge).run(|_| ())?;
    let said = outfit.fit();
    let wardrobe =
        WardrobeOpener { edge: Some(edge), body: Some(body.to_owned()), ..WardrobeOpener::default() };
    let opening = Opening { names: vec![garment.to_owned()], add: false, as_body: false };
    let mut live = wardrobe.open(&opening, &|_| ()).map_err(|trouble| trouble.words)?;
    let begin = live.time();
    while live.time() < begin + ALONE {
        live.step()?;
    }
    let scene = live.scene();
    let places = &outfit.garments[0].cloth.state.positions;
    let apart: Vec<f64> = scene.objects[0]
        .positions
        .iter()
        .zip(places)
        .map(|(seen, place)| DVec3::from(seen.map(f64::from)).distance(*place))
        .collect();
    let mean = apart.iter().sum::<f64>() / apart.len() as f64;
    let most = apart.iter().copied().fold(0.0, f64::max);
    let window = live.fit().first().map(|fit| fit.verdict.clone()).unwrap_or_default();
    let command = said.fits[0].verdict.words();
    println!("{garment:<16} {:8.2}  {:8.2}   {command:<12} {window}", 1e3 * mean, 1e3 * most);
    Ok(())
}
