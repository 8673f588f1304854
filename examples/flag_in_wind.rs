//! A flag in gusts: measured polyester, drag and lift of the air, half a second of it as OBJ files.
//!
//!     cargo run --release --example flag_in_wind -- [CELLS]

use toile::prelude::*;

fn main() -> Result<()> {
    let cells = std::env::args().nth(1).map_or(Ok(24), |cells| cells.parse())?;
    let sheet = SheetKind::Alternating.lying(DVec2::new(1.5, 1.0), [3 * cells / 2, cells]);
    let mut flag = Cloth::of_sheet(&sheet, &Fabric::named("polyester-faille")?)?;
    // Upright, held along its left side.
    for place in &mut flag.state.positions {
        *place = DVec3::new(place.x, -place.z, 0.0);
    }
    flag.pinned = flag.state.positions.iter().map(|place| place.x < -0.75 + 1e-9).collect();
    let world = World {
        air: Some(Air::default()),
        wind: Wind { velocity: DVec3::new(7.0, 0.0, 0.7), gusts: 0.3, gust_length: 1.5 },
        // It keeps away from itself.
        cloth_contact: Some(ClothContact::default()),
        ..World::default()
    };
    let mut simulation = Simulation::new(flag, world, Box::new(Newton::default()));
    for frame in 0..30 {
        let report = simulation.step(1.0 / 60.0)?;
        save_mesh(format!("toile-out/flag_in_wind/{frame:03}.obj"), &simulation.cloth.mesh())?;
        println!(
            "frame {frame:2}: {} contacts, {} Newton steps",
            report.contact.contacts, report.solver.newton_steps
        );
    }
    Ok(())
}
