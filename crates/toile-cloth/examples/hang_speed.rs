//! How fast a sheet swings when it is hung by two corners: `cargo run --release --example hang_speed [CELLS] [THREADS]`.
//!
//! One metre of cloth, 0.2 kg/m², 1000 N/m, released from horizontal; two seconds in frames of 1/60 s.

use std::error::Error;
use std::time::Instant;
use toile_cloth::bending::Bending;
use toile_cloth::cloth::Cloth;
use toile_cloth::membrane::Membrane;
use toile_cloth::rest::RestShape;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{Budget, Newton, Scheme, Stage, StageTimes};
use toile_cloth::world::World;
use toile_geom::glam::{DMat3, DVec2, DVec3};
use toile_geom::shapes;

const FRAMES: usize = 120;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let cells: u32 = arguments.next().map_or(Ok(64), |text| text.parse())?;
    let threads: usize = arguments.next().map_or(Ok(1), |text| text.parse())?;
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    let mut moving = Simulation::new(
        hung_sheet(cells)?,
        World::default(),
        Box::new(Newton::new(Scheme::Bdf2, Budget::INTERACTIVE)),
    );
    let start = moving.world.energy(&moving.cloth);
    let mut times = Vec::new();
    let mut stages = StageTimes::default();
    for frame in 1..=FRAMES {
        let begin = Instant::now();
        let report = moving.step(1.0 / 60.0)?;
        stages.add(&report.times);
        times.push(1e3 * begin.elapsed().as_secs_f64());
        if frame == FRAMES / 2 {
            // The energy lost to the steps, over the energy of falling by half the sheet's length.
            let lost = (start - moving.world.energy(&moving.cloth)) / (0.2 * 9.81 * 0.5);
            println!("energy lost after 1 s: {:.2} % of m g L / 2", 100.0 * lost);
        }
    }
    for stage in Stage::ALL {
        println!("{:10} {:.2}", stage.name(), stages.milliseconds(stage) / FRAMES as f64);
    }
    times.sort_by(f64::total_cmp);
    let lowest = moving.cloth.state.positions.iter().map(|p| p.y).fold(0.0, f64::min);
    println!(
        "{cells} × {cells} cells, {threads} threads: tenth {:.1} median {:.1} ms a frame, 95 % below {:.1} ms, lowest point {lowest:.3} m",
        times[FRAMES / 10],
        times[FRAMES / 2],
        times[FRAMES * 95 / 100]
    );
    Ok(())
}

/// The sheet, horizontal, with a few vertices held at two neighbouring corners.
fn hung_sheet(cells: u32) -> Result<Cloth, Box<dyn Error>> {
    let mesh = shapes::sheet(DVec2::ONE, [cells, cells]);
    // Seen from above the sheet's `x` and `-z` are a right-handed pair.
    let places: Vec<DVec2> = mesh.positions.iter().map(|p| DVec2::new(p.x, -p.z)).collect();
    let rest = RestShape::from_flat(&places, &mesh.triangles);
    rest.validate()?;
    let membrane = Membrane::new(&mesh, &rest, |_| DMat3::from_diagonal(DVec3::new(1000.0, 1000.0, 300.0)));
    let bending = Bending::new(&mesh, &rest, |_| DMat3::from_diagonal(DVec3::new(1e-5, 1e-5, 5e-6)), &[]);
    let masses = rest.masses(&mesh, |_| 0.2);
    let mut cloth = Cloth::from_parts(&mesh, rest, masses, membrane, bending);
    let corner = |p: &DVec3| p.z < -0.5 + 0.04 && p.x.abs() > 0.5 - 0.04;
    cloth.held = mesh.positions.iter().map(corner).collect();
    Ok(cloth)
}
