//! What lies over what: the same shirt over the trousers and tucked into them, and why.
//!
//!     cargo run --release --example outfit_order -- [EDGE]

use toile::prelude::*;

fn main() -> Result<()> {
    let edge = std::env::args().nth(1).map_or(Ok(0.02), |metres| metres.parse())?;
    let wearer = Wearer::open("eu-38")?;
    let dressing = Dressing::on(&wearer).garments(["trousers", "t-shirt"]).edge_length(edge);

    // Without a wish the rules of dressing decide; they say why.
    println!("{}", dressing.clone().plan()?.facts());

    for (wish, folder) in [("t-shirt over trousers", "over"), ("t-shirt in trousers", "tucked")] {
        let outfit = dressing.clone().wish(wish).run(|_| ())?;
        let names: Vec<&str> = outfit.names().collect();
        println!("{wish}: {} from inside to outside", names.join(", "));
        assert_eq!(outfit.misplaced, 0, "every piece lies in its layer");
        outfit.write(format!("toile-out/outfit_order/{folder}"))?;
    }
    Ok(())
}
