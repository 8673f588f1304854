//! Dresses a body made to measure, or a scan: any upright mesh of a person, in any unit.
//!
//!     cargo run --release --example own_body -- [EDGE] [SCAN.obj]

use toile::prelude::*;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let edge = arguments.next().map_or(Ok(0.02), |metres| metres.parse())?;
    let wearer = if let Some(scan) = arguments.next() {
        // Turned upright, scaled to metres, closed; landmarks and segments are found on the surface.
        Wearer::open(&scan)?
    } else {
        // What is not given follows from what is.
        let mut measures = Measures::typical(Figure::Woman);
        measures.set(Measure::Height, 1.72);
        measures.set(Measure::BustGirth, 0.96);
        measures.set(Measure::WaistGirth, 0.80);
        measures.set(Measure::HipGirth, 1.02);
        Wearer::of_measures(Figure::Woman, measures)?
    };
    let found = wearer.measures();
    for (name, metres) in [("bust", found.bust_girth), ("waist", found.waist_girth), ("hip", found.hip_girth)]
    {
        println!("{name:6} {:5.1} cm", 100.0 * metres);
    }
    // Built-in garments are drafted for these measures.
    let outfit = Dressing::on(&wearer).garment("dress").edge_length(edge).run(|_| ())?;
    println!("{}", outfit.fit());
    outfit.write("toile-out/own_body")?;
    Ok(())
}
