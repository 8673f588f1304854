//! Sheets on slopes: one sticks while `tan θ ≤ μ`, else it slides with `a = g (sin θ - μ cos θ)`.

use super::sheets::{STEP, THICKNESS, fabric, placed, simulation};
use toile_cloth::simulation::Simulation;
use toile_cloth::world::World;
use toile_contact::friction::FrictionLaw;
use toile_contact::obstacle::Obstacle;
use toile_geom::glam::{DQuat, DVec2, DVec3};
use toile_geom::shapes;
use toile_geom::sheets::SheetKind;

const FRICTION: f64 = 0.4;

pub(crate) struct Slope {
    pub(crate) simulation: Simulation,
    downhill: DVec3,
    angle: f64,
}

impl Slope {
    /// A square of 0.3 m on a slope of a tangent.
    pub(crate) fn new(tangent: f64, friction: impl Into<FrictionLaw>, cells: u32, method: &str) -> Self {
        let angle = tangent.atan();
        let tilt = DQuat::from_rotation_z(-angle);
        let flat = SheetKind::default().lying(DVec2::splat(0.3), [cells; 2]);
        let cloth = placed(&flat, &fabric(), |p| tilt * (p + DVec3::new(-1.1, THICKNESS, 0.0)));
        let mut ground = shapes::regular_sheet(DVec2::new(3.0, 0.6), [20, 4]);
        ground.positions.iter_mut().for_each(|p| *p = tilt * *p);
        let obstacles = vec![Obstacle::mesh(&ground).with_friction(friction)];
        let world = World { obstacles, obstacle_thickness: THICKNESS, ..World::default() };
        Self { simulation: simulation(cloth, world, method), downhill: tilt * DVec3::X, angle }
    }

    /// How far and how fast it is downhill, in the mean.
    pub(crate) fn track(&self) -> DVec2 {
        let state = &self.simulation.cloth.state;
        let mean =
            |values: &[DVec3]| values.iter().map(|v| v.dot(self.downhill)).sum::<f64>() / values.len() as f64;
        DVec2::new(mean(&state.positions), mean(&state.velocities))
    }

    /// The way and the change of speed in some frames, after others.
    pub(crate) fn run(&mut self, before: usize, frames: usize) -> DVec2 {
        for _ in 0..before {
            self.simulation.step(STEP).unwrap();
        }
        let from = self.track();
        for _ in 0..frames {
            self.simulation.step(STEP).unwrap();
        }
        self.track() - from
    }
}

#[test]
fn a_sheet_slides_as_it_should() {
    for (method, cells) in [("newton", 8), ("newton", 12), ("newton-accurate", 4), ("xpbd", 6)] {
        let mut slope = Slope::new(1.25 * FRICTION, FRICTION, cells, method);
        let measured = slope.run(15, 45).y / (45.0 * STEP);
        let expected = 9.81 * (slope.angle.sin() - FRICTION * slope.angle.cos());
        eprintln!("{method} {cells}: {measured:.4} of {expected:.4} m/s²");
        assert!((measured / expected - 1.0).abs() < 0.03, "{method} {cells}: {measured} of {expected}");
    }
}

#[test]
fn a_sheet_holds_as_it_should() {
    for (method, cells) in [("newton", 8), ("newton", 12), ("newton-accurate", 4), ("xpbd", 6)] {
        for steepness in [0.9, 0.98] {
            let crept = Slope::new(steepness * FRICTION, FRICTION, cells, method).run(15, 30).x;
            eprintln!("{method} {cells} {steepness}: {:.5} mm", 1e3 * crept);
            assert!(crept.abs() < 5e-6, "{method} {cells} {steepness}: {crept} m");
        }
    }
}
