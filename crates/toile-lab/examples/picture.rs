//! A picture from Rust: a skirt on a dress form, with its hem drawn as a line.
//!
//! `cargo run --release --example picture` writes `picture.png`.

use std::error::Error;
use std::path::Path;
use toile::samples::{Skirt, dress_form, skirt};
use toile_geom::topology::Topology;
use toile_io::file::write_png;
use toile_look::{Color, Look, LookLine, LookObject, LookScene, LookSurface, Sheet, View};

fn main() -> Result<(), Box<dyn Error>> {
    let form = dress_form();
    let cloth = skirt(&Skirt { length: 0.45, folds: 8, ..Skirt::default() });

    let mut scene = LookScene::of(LookObject::body(&form));
    let blue = Color::hex(0x7A_92_B5);
    scene.objects.push(LookObject::cloth(&cloth).with_surface(LookSurface::Solid(blue)));
    for border in Topology::new(&cloth).boundary_loops() {
        let points = border.vertices.iter().map(|&v| cloth.positions[v as usize]).collect();
        scene.lines.push(LookLine { closed: true, ..LookLine::new(points, Color::hex(0xB0_30_30)) });
    }

    let look = Look { width: 500, height: 700, ..Look::default() };
    let page = Sheet::of_views(&look, &scene, &[View::Front, View::Left]).title("A short skirt").compose();
    write_png(Path::new("picture.png"), &page)?;
    println!("Wrote picture.png.");
    Ok(())
}
