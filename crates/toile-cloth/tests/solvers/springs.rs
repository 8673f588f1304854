//! The mass-spring model.

use crate::sheet::{at_height, explicit, flat, xpbd};
use toile_cloth::contact::ContactPipeline;
use toile_cloth::solver::ExplicitScheme;
use toile_cloth::world::World;
use toile_cloth::{fabric::Fabric, mass_spring};

#[test]
fn a_cloth_of_springs_hangs_and_swings_in_every_solver_that_knows_threads() {
    let fabric = Fabric::named("jersey").unwrap();
    for mut solver in [explicit(ExplicitScheme::Verlet), xpbd(40)] {
        let (mesh, rest) = flat(8);
        let mut cloth = mass_spring::cloth(&mesh, rest, &fabric).unwrap();
        assert!(cloth.elastic_energy(&cloth.state.positions) < 1e-25);
        for v in at_height(8, 1.0) {
            cloth.pinned[v] = true;
        }
        for _ in 0..60 {
            solver.step(&mut cloth, &World::default(), &mut ContactPipeline::default(), 1.0 / 60.0).unwrap();
            cloth.state.velocities.iter_mut().for_each(|v| *v *= 0.7);
        }
        let bottom = at_height(8, 0.0);
        let drop = -bottom.iter().map(|&v| cloth.state.positions[v].y).sum::<f64>() / bottom.len() as f64;
        let sheet = fabric.density * 9.81 / (2.0 * fabric.membrane.weft);
        println!("{}: {drop} for a sheet's {sheet}", solver.name());
        // Of the right size; not more, as the module says.
        assert!(drop > 0.3 * sheet && drop < 3.0 * sheet, "{drop} {sheet}");
    }
}
