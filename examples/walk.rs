//! A dressed body walks: every frame is checked for cloth that passes through cloth or skin.
//!
//!     cargo run --release --example walk -- [EDGE] [SECONDS] [MOTION.bvh]

use toile::prelude::*;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let edge = arguments.next().map_or(Ok(0.02), |metres| metres.parse())?;
    let seconds: f64 = arguments.next().map_or(Ok(2.0), |seconds| seconds.parse())?;
    // The built-in walk, or a recording.
    let motion = arguments.next().unwrap_or_else(|| "walk".into());

    let wearer = Wearer::open("eu-38")?;
    let outfit = Dressing::on(&wearer).garment("dress").edge_length(edge).run(|_| ())?;
    // In the first half second the body goes from the pose in which it was dressed to the first frame.
    let playing = Playing { seconds, lead_in: 0.5, ..Playing::default() };
    let walk = outfit.follow(&wearer.moving(&motion, &playing)?, &playing, &mut |frames, frame| {
        let intersections = frame.intersections.count();
        println!("{:.2} s of {frames} frames: {intersections} intersections", frame.time);
    })?;
    println!("frames with intersections: {}", walk.summary.frames_with_intersections);
    walk.write("toile-out/walk")?;
    Ok(())
}
