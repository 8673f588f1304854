//! A curtain changes its fabric while it hangs: silk, then denim, then silk again.
//!
//!     cargo run --release --example fabric_live -- [CELLS]

use toile::prelude::*;

fn main() -> Result<()> {
    let cells = std::env::args().nth(1).map_or(Ok(24), |cells| cells.parse())?;
    let sheet = SheetKind::Delaunay.lying(DVec2::new(1.0, 1.0), [cells, cells]);
    let mut curtain = Cloth::of_sheet(&sheet, &Fabric::named("silk-habotai")?)?;
    // It hangs by three points of its upper edge.
    for hook in [-0.4, 0.0, 0.4] {
        let from = |v: &usize| curtain.state.positions[*v].distance(DVec3::new(hook, 0.0, -0.5));
        if let Some(v) = (0..curtain.vertex_count()).min_by(|a, b| from(a).total_cmp(&from(b))) {
            curtain.pinned[v] = true;
        }
    }
    let simulation = Simulation::new(curtain, World::default(), Box::new(Newton::default()));
    let mut run = Run::new(simulation, 1.0 / 60.0);
    run.velocity_kept = 0.9;
    for name in ["silk-habotai", "denim", "silk-habotai"] {
        // Places, holds and folds stay; what each triangle is made of changes at once.
        let fabric = Fabric::named(name)?;
        run.simulation.cloth.set_fabrics(|_| Some(fabric.clone()), MassRule::OfRest);
        let end = run.until_rest(&mut (), Deadline::after(60.0), |(), _, _| ());
        let lowest = run.simulation.cloth.state.positions.iter().map(|p| p.y).fold(0.0, f64::min);
        println!(
            "{name:14} {:.0} g, at rest after {} steps, hangs {lowest:.3} m down",
            1e3 * run.simulation.cloth.mass(),
            end.steps
        );
        save_mesh(format!("toile-out/fabric_live/{name}.obj"), &run.simulation.cloth.mesh())?;
    }
    Ok(())
}
