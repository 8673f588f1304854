//! Cloth on a ball that turns faster and faster: drag and friction at rest spin it up sooner (Wong 2014, 7.5).

use super::sheets::{THICKNESS, fabric, placed, simulation};
use toile_cloth::world::World;
use toile_contact::friction::FrictionLaw;
#[cfg(test)]
use toile_contact::friction::FrictionModel;
use toile_contact::obstacle::{Obstacle, Turning};
use toile_geom::glam::{DVec2, DVec3};
use toile_geom::shapes;

/// The radius of the ball, the side of the cloth, and the step.
const RADIUS: f64 = 0.3;
const SIDE: f64 = 0.3;
pub(crate) const STEP: f64 = 1.0 / 120.0;
/// When the ball begins to turn, after the cloth has come to rest on it, how fast its turning grows in rad/s², and when all ends.
const BEGIN: f64 = 0.5;
const ACCELERATION: f64 = 120.0;
const END: f64 = 1.3;

/// The law of the source, table 7.1, but for the drag, which is that of a square metre.
pub(crate) const LAW: FrictionLaw =
    FrictionLaw::coulomb(0.2).with_static(0.35).with_stribeck(0.4, 0.2).with_viscous(0.2, 1.0);

/// How fast the cloth turns at the end of each step, in rad/s, and how far its corners have come up, in metres.
pub(crate) fn turns(law: FrictionLaw) -> Vec<[f64; 2]> {
    let flat = shapes::sheet(DVec2::splat(SIDE), [6, 6]);
    let cloth = placed(&flat, &fabric(), |p| p + DVec3::Y * (RADIUS + THICKNESS));
    let mesh = shapes::icosphere(RADIUS, 3);
    let keys = (0..=60).map(|i| (END - BEGIN) * f64::from(i) / 60.0);
    let turning = Turning {
        axis: DVec3::Y,
        turn: keys.map(|time| (BEGIN + time, 0.5 * ACCELERATION * time * time)).collect(),
        ..Turning::default()
    };
    let obstacles = vec![Obstacle::mesh(&mesh).moving(turning).with_friction(law)];
    let world = World { obstacles, obstacle_thickness: THICKNESS, ..World::default() };
    let mut simulation = simulation(cloth, world, "newton");
    let steps = (END / STEP).round() as usize;
    (0..steps)
        .map(|_| {
            simulation.step(STEP).unwrap();
            let cloth = &simulation.cloth;
            let (mut momentum, mut inertia) = (0.0, 0.0);
            for ((p, v), mass) in cloth.state.positions.iter().zip(&cloth.state.velocities).zip(&cloth.masses)
            {
                momentum += mass * (p.z * v.x - p.x * v.z);
                inertia += mass * (p.x * p.x + p.z * p.z);
            }
            let corners = [0, 6, 42, 48].map(|v: usize| cloth.state.positions[v].y);
            [momentum / inertia, corners.iter().sum::<f64>() / 4.0]
        })
        .collect()
}

#[test]
fn a_turning_ball_takes_cloth_along_by_its_law() {
    let [plain, all] = [FrictionModel::Coulomb, FrictionModel::Viscous].map(|model| turns(model.of(&LAW)));
    let step_at = |time: f64| (time / STEP).round() as usize;
    for (from, to) in [(0.2, 0.4), (0.5, 0.8)] {
        let spun_up = |turns: &[[f64; 2]]| {
            let range = step_at(BEGIN + from)..step_at(BEGIN + to);
            let count = range.len() as f64;
            turns[range].iter().map(|[turn, _]| turn).sum::<f64>() / count
        };
        let [slow, quick] = [&plain, &all].map(|turns| spun_up(turns));
        eprintln!("{from} to {to} s: C {slow:.2} rad/s, CSSV {quick:.2} rad/s");
        assert!(quick > 1.08 * slow, "{quick} {slow}");
    }
}
