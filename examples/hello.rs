//! Dresses the built-in body of size 38 in trousers and a T-shirt, says how they fit, and writes pictures, a GLB and a report.
//!
//!     cargo run --release --example hello -- [EDGE]

use toile::prelude::*;

fn main() -> Result<()> {
    // How long the edges of the cloth's mesh are, in metres.
    let edge = std::env::args().nth(1).map_or(Ok(0.02), |metres| metres.parse())?;

    let wearer = Wearer::open("eu-38")?;
    let outfit = Dressing::on(&wearer)
        .garments(["trousers", "t-shirt"])
        .edge_length(edge)
        .run(|now| eprint!("\r{:3.0} % {now:60}", 100.0 * now.fraction()))?;
    eprintln!();

    // Decided in exact arithmetic, not by a tolerance.
    assert_eq!(outfit.intersections.count(), 0, "nothing passes through anything");
    println!("{}", outfit.fit());
    for file in outfit.write("toile-out/hello")? {
        println!("wrote {}", file.display());
    }
    Ok(())
}
