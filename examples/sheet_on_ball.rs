//! Cloth and nothing else: a square of cotton falls on a ball and comes to rest there.
//!
//!     cargo run --release --example sheet_on_ball -- [CELLS]

use toile::prelude::*;

fn main() -> Result<()> {
    let cells = std::env::args().nth(1).map_or(Ok(32), |cells| cells.parse())?;
    let sheet = SheetKind::Delaunay.lying(DVec2::new(0.6, 0.6), [cells, cells]);
    let cloth = Cloth::of_sheet(&sheet, &Fabric::named("cotton-poplin")?)?;
    let mut ball = shapes::icosphere(0.12, 3);
    ball.positions.iter_mut().for_each(|place| place.y -= 0.14);
    let world = World {
        obstacles: vec![Obstacle::mesh(&ball).with_friction(0.4)],
        cloth_contact: Some(ClothContact::default()),
        ..World::default()
    };
    let mut run = Run::new(Simulation::new(cloth, world, Box::new(Newton::default())), 1.0 / 60.0);
    run.velocity_kept = 0.95;
    let end = run.until_rest(&mut (), Deadline::after(120.0), |(), simulation, _| {
        // A guarantee, not a hope: what begins apart stays apart, at every step.
        assert!(intersect::self_intersections(&simulation.cloth.mesh()).is_empty());
    });
    let draped = run.simulation.cloth.mesh();
    assert!(intersect::mesh_intersections(&draped, &ball).is_empty());
    println!("at rest: {} after {} steps", end.at_rest, end.steps);
    save_mesh("toile-out/sheet_on_ball/sheet.obj", &draped)?;
    save_mesh("toile-out/sheet_on_ball/ball.obj", &ball)?;
    Ok(())
}
