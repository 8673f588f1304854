//! How many steps garments take to come to rest, with and without the sign of trembling, and how far they still get after it.
//!
//! `cargo run --release --example rest -- [EDGE] [GARMENT BODY ...]`: one run a garment gives both, since the way is the same until the first of them.

use std::error::Error;
use std::time::Instant;
use toile::{Dressing, Wearer};
use toile_cloth::run::{Rest, RestSettings};
use toile_dress::DressStage;

const GARMENTS: [&str; 10] = [
    "t-shirt",
    "shirt",
    "pullover",
    "tank-top",
    "dress",
    "trousers",
    "shorts",
    "straight-skirt",
    "circle-skirt",
    "blazer",
];
const BODIES: [&str; 2] = ["eu-38", "eu-50-men"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let edge: f64 = words.next().map_or(Ok(0.02), |word| word.parse())?;
    println!(
        "| garment | body | still: steps, rest | trembling: steps, rest | after it: mean, most, mm | seconds saved |"
    );
    println!("|---|---|---|---|---|---|");
    let chosen: Vec<String> = words.collect();
    let bodies: Vec<Wearer> = BODIES.iter().map(|name| Wearer::open(name)).collect::<Result<_, _>>()?;
    for garment in GARMENTS {
        for (name, body) in BODIES.iter().zip(&bodies) {
            if chosen.is_empty() || chosen.iter().any(|word| word == garment) {
                println!(
                    "{}",
                    row(garment, name, body, edge)
                        .unwrap_or_else(|error| format!("| {garment} | {name} | {error} |"))
                );
            }
        }
    }
    Ok(())
}

fn row(garment: &str, name: &str, body: &Wearer, edge: f64) -> Result<String, Box<dyn Error>> {
    let mut rest = Rest::new(RestSettings::default());
    let (mut steps, mut reached) = (0, None);
    let dressing = Dressing::on(body).garment(garment).edge_length(edge);
    let outfit = dressing.with(|settings| settings.drape.rest.trembling = None).run(|now| {
        let Some(simulation) = now.simulation else { return };
        steps += 1;
        let cloth = &simulation.cloth;
        match now.stage {
            DressStage::Draping(speed) => rest.see(0.5 * speed * speed, &cloth.state.positions),
            _ => rest.wake(),
        }
        if rest.is_reached() && reached.is_none() {
            reached = Some((steps, Instant::now(), cloth.state.positions.clone()));
        }
    })?;
    let dressed = &outfit.garments[0];
    let at_rest = |is: bool| if is { "yes" } else { "no" };
    let old = format!("{}, {}", dressed.steps, at_rest(dressed.at_rest));
    let Some((steps, clock, then)) = reached else {
        return Ok(format!("| {garment} | {name} | {old} | {old} | | |"));
    };
    let ways: Vec<f64> =
        dressed.cloth.state.positions.iter().zip(&then).map(|(a, b)| 1e3 * a.distance(*b)).collect();
    let mean = ways.iter().sum::<f64>() / ways.len().max(1) as f64;
    let most = ways.iter().copied().fold(0.0, f64::max);
    let saved = clock.elapsed().as_secs_f64();
    Ok(format!("| {garment} | {name} | {old} | {steps}, yes | {mean:.2}, {most:.1} | {saved:.1} |"))
}
