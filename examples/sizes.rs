//! Which size fits? One body tries a straight skirt in four sizes.
//!
//!     cargo run --release --example sizes -- [EDGE]

use toile::prelude::*;

fn main() -> Result<()> {
    let edge = std::env::args().nth(1).map_or(Ok(0.02), |metres| metres.parse())?;
    let wearer = Wearer::open("eu-38")?;
    let skirt = Dressing::on(&wearer).garment("straight-skirt").edge_length(edge);
    for size in ["eu-34", "eu-36", "eu-38", "eu-42"] {
        let outfit = skirt.clone().in_size(size)?.run(|_| ())?;
        // Ease, tension, pressure on the skin and open seams, put into words.
        println!("{size}: {}", outfit.fit());
        outfit.write(format!("toile-out/sizes/{size}"))?;
    }
    Ok(())
}
