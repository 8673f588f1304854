//! A pattern drawn in Rust: a skirt of two panels, sewn at the sides, hung at the waist. It is dressed and written as a picture and a GLB.
//!
//!     cargo run --release --example own_pattern -- [EDGE]

use toile::prelude::*;

/// A panel of some width at the waist and at the hem, drawn between two heights of the body it is for.
fn panel(name: &str, [waist, hem]: [f64; 2], [low, high]: [f64; 2], place: &str) -> Piece {
    let outline = Pen::at(-0.5 * hem, low)
        .line("bottom", 0.5 * hem, low)
        .hem(0.02)
        .line("right", 0.5 * waist, high)
        .line("top", -0.5 * waist, high)
        .close("left");
    let mut piece = Piece::new(name, outline);
    // Where it belongs, so that nothing has to be placed by hand.
    piece.placement.segment = Some("lower_body".into());
    piece.placement.landmark = Some(LandmarkNote { name: place.into(), at: DVec2::new(0.0, high) });
    piece
}

fn main() -> Result<()> {
    let edge = std::env::args().nth(1).map_or(Ok(0.02), |metres| metres.parse())?;
    let wearer = Wearer::open("eu-38")?;
    let body = wearer.measures();

    // All lengths are metres: a little room at the waist, much at the hem, down to the knee.
    let widths = [0.5 * body.waist_girth + 0.005, 0.5 * body.hip_girth + 0.25];
    let heights = [body.knee_height, body.waist_height];
    let mut skirt = Garment::new("skirt of two panels");
    skirt.pieces =
        vec![panel("front", widths, heights, "waist_front"), panel("back", widths, heights, "waist_back")];
    skirt.sew("right side", "front.left", "-back.right");
    skirt.sew("left side", "front.right", "-back.left");

    let outfit = Dressing::on(&wearer).garment(skirt).edge_length(edge).run(|_| ())?;
    println!("{}", outfit.fit());
    outfit.write("toile-out/own_pattern")?;
    Ok(())
}
