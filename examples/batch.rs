//! Many drapes without a screen: garments on bodies in fabrics, one line of CSV each. What cannot be worn is a line, too.
//!
//!     cargo run --release --example batch -- [EDGE]

use toile::prelude::*;

fn main() -> Result<()> {
    let edge = std::env::args().nth(1).map_or(Ok(0.02), |metres| metres.parse())?;
    println!("body,garment,fabric,at_rest,intersections,max_stretch,seconds,verdict");
    for body in ["eu-36", "eu-44"] {
        // Measured once, dressed many times.
        let wearer = Wearer::open(body)?;
        for garment in ["tank-top", "straight-skirt"] {
            for fabric in ["silk-habotai", "denim"] {
                let dressing =
                    Dressing::on(&wearer).garment(garment).fabric(Fabric::named(fabric)?).edge_length(edge);
                match dressing.run(|_| ()) {
                    Ok(outfit) => {
                        let summary = outfit.summary();
                        let intersections = outfit.intersections.count();
                        println!(
                            "{body},{garment},{fabric},{},{intersections},{:.3},{:.1},{}",
                            outfit.at_rest,
                            summary.stretch.max,
                            outfit.seconds.total(),
                            summary
                                .fit
                                .iter()
                                .map(|fit| fit.verdict.as_str())
                                .collect::<Vec<_>>()
                                .join(" and "),
                        );
                    }
                    Err(error) => println!("{body},{garment},{fabric},false,,,,\"{error}\""),
                }
            }
        }
    }
    Ok(())
}
