//! A solver of your own: small steps straight from the forces, and a guard that lets nothing pass through anything. A sheet falls on a ball.
//!
//!     cargo run --release --example own_solver -- [CELLS]

use toile::prelude::*;

/// Symplectic Euler: forces change velocities, velocities change positions. The guard shortens ways that would lead through something.
#[derive(Debug)]
struct SymplecticEuler {
    substeps: usize,
    guard: Guard,
}

/// Forces from outside and from the cloth itself change its velocity, of which it loses a part.
fn accelerate(cloth: &mut Cloth, world: &World, time: f64) {
    let outer = world.forces(cloth).force;
    let mut gradient = vec![DVec3::ZERO; outer.len()];
    cloth.add_elastic_gradient(&cloth.state.positions, &mut gradient);
    for v in (0..outer.len()).filter(|&v| !cloth.pinned[v]) {
        cloth.state.velocities[v] += (outer[v] - gradient[v]) / cloth.masses[v] * time;
        cloth.state.velocities[v] *= 1.0 - 3.0 * time;
    }
}

impl Solver for SymplecticEuler {
    fn name(&self) -> &'static str {
        "symplectic-euler"
    }

    fn step(
        &mut self,
        cloth: &mut Cloth,
        world: &World,
        _: &mut ContactPipeline,
        time: f64,
    ) -> Result<StepReport, SolverError> {
        // The cloth comes first, then the meshes of the obstacles, which lie still here.
        let mut features = Features::default();
        features.add(&cloth.triangles, cloth.vertex_count());
        let mut start = cloth.state.positions.clone();
        let mut kinematic = cloth.pinned.clone();
        for mesh in world.solid_meshes(world.time) {
            features.add(&mesh.triangles, mesh.positions.len());
            start.extend(mesh.positions);
        }
        kinematic.resize(start.len(), true);
        let (filter, part) = (Filter::new(), time / self.substeps as f64);
        for _ in 0..self.substeps {
            accelerate(cloth, world, part);
            let mut ends = start.clone();
            ends.iter_mut().zip(&cloth.state.velocities).for_each(|(end, velocity)| *end += *velocity * part);
            let input =
                GuardInput { features: &features, filter: &filter, kinematic: &kinematic, start: &start };
            self.guard.hold(&input, &mut ends)?;
            for (v, velocity) in cloth.state.velocities.iter_mut().enumerate() {
                *velocity = (ends[v] - start[v]) / part;
                cloth.state.positions[v] = ends[v];
            }
            start = ends;
        }
        Ok(StepReport { substeps: self.substeps, ..StepReport::default() })
    }
}

fn main() -> Result<()> {
    let cells: u32 = std::env::args().nth(1).map_or(Ok(20), |cells| cells.parse())?;
    let sheet = SheetKind::Alternating.lying(DVec2::new(0.5, 0.5), [cells, cells]);
    let cloth = Cloth::of_sheet(&sheet, &Fabric::named("jersey")?)?;
    let mut ball = shapes::icosphere(0.12, 3);
    ball.positions.iter_mut().for_each(|place| place.y -= 0.14);
    let world = World { obstacles: vec![Obstacle::mesh(&ball)], ..World::default() };
    // A mesh that is twice as fine needs twice as many steps.
    let solver = SymplecticEuler { substeps: 2 * cells as usize, guard: Guard::default() };
    let mut simulation = Simulation::new(cloth, world, Box::new(solver));
    for _ in 0..60 {
        simulation.step(1.0 / 60.0)?;
    }
    let draped = simulation.cloth.mesh();
    assert!(intersect::self_intersections(&draped).is_empty());
    assert!(intersect::mesh_intersections(&draped, &ball).is_empty());
    println!("it hangs down to {:.3} m and passes through nothing", draped.bounds().min.y);
    save_mesh("toile-out/own_solver/sheet.obj", &draped)?;
    Ok(())
}
