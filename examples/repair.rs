//! Two sheets that pass through each other are taken apart, moved as little as possible.
//!
//!     cargo run --release --example repair

use toile::prelude::*;

fn main() -> Result<()> {
    let sheet = shapes::sheet(DVec2::ONE, [20, 20]);
    let mut both = sheet.clone();
    let mut other = sheet;
    // The second lies 1 cm above the first on one side, and 3 cm below it on the other.
    other.positions.iter_mut().for_each(|place| place.y += 0.04 * place.x - 0.01);
    both.append(&other);
    println!("before: {} crossing pairs", Check::of(&both).self_intersections.len());

    let (repaired, report) = repaired(&both, None, &RepairSettings::default())?;
    println!("after: {} crossing pairs", Check::of(&repaired).self_intersections.len());
    println!("{} vertices moved, {:.1} mm at most", report.moved_vertices, 1e3 * report.max_displacement);
    save_mesh("toile-out/repair/sheets.obj", &repaired)?;
    Ok(())
}
