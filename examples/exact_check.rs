//! Does a mesh pass through itself or through another? Decided in exact arithmetic, with every place.
//!
//!     cargo run --release --example exact_check -- [MESH] [OTHER_MESH]

use toile::prelude::*;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mesh = if let Some(path) = arguments.next() {
        open_mesh(path)?
    } else {
        // A ball with one vertex pulled through its far side.
        let mut ball = shapes::icosphere(0.5, 3);
        ball.positions[0] *= -1.2;
        ball
    };
    let other = arguments.next().map(open_mesh).transpose()?;
    let mut check = Check::of(&mesh);
    if let Some(other) = &other {
        check.compare(other);
    }
    println!("closed manifold: {}", check.surface.is_closed_manifold());
    println!("triangles without area: {}", check.degenerate_triangles.len());
    println!("pairs of triangles that cross: {}", check.self_intersections.len());
    for pair in check.self_intersections.iter().take(5) {
        println!("  triangles {pair:?} at {:.3}", check.place(*pair));
    }
    if let Some(against) = &check.against {
        println!("pairs that cross the other mesh: {}", against.len());
    }
    println!("clean: {}", check.is_clean());
    Ok(())
}
