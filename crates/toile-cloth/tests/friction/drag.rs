//! Cloth that hangs down to the floor is drawn over it by its upper edge: with friction at rest it sticks and slips in turns (Wong 2014, 7.5).

use super::sheets::{STEP, THICKNESS, fabric, placed, simulation};
use toile_cloth::simulation::Guide;
use toile_cloth::world::World;
use toile_contact::friction::FrictionLaw;
#[cfg(test)]
use toile_contact::friction::FrictionModel;
use toile_contact::obstacle::Obstacle;
use toile_geom::glam::{DVec2, DVec3};
use toile_geom::shapes;

/// How high the upper edge is, and how much lies on the floor, in metres; how fast it is drawn, in m/s, and for how long.
const HEIGHT: f64 = 0.2;
const LYING: f64 = 0.3;
const SPEED: f64 = 0.1;
const TIME: f64 = 3.0;

/// The law of the source, table 7.1.
pub(crate) const LAW: FrictionLaw = FrictionLaw::coulomb(0.1).with_static(0.4).with_stribeck(0.4, 0.2);

/// How fast the trailing end is in each frame, in m/s.
pub(crate) fn speeds(law: FrictionLaw, method: &str) -> Vec<f64> {
    let flat = shapes::regular_sheet(DVec2::new(HEIGHT + LYING, 0.06), [25, 3]);
    let cloth = placed(&flat, &fabric(), |p| {
        let down = 0.5 * (HEIGHT + LYING) - p.x;
        let lying = (down - HEIGHT).max(0.0);
        DVec3::new(-lying, (HEIGHT - down).max(0.0) + THICKNESS, p.z)
    });
    let end = |x: f64| {
        let at = |v: &u32| (flat.positions[*v as usize].x - x).abs() < 1e-9;
        (0..flat.positions.len() as u32).filter(at).collect::<Vec<u32>>()
    };
    let (led, trailing) = (end(0.5 * (HEIGHT + LYING)), end(-0.5 * (HEIGHT + LYING)));
    let guide = |&v: &u32| {
        let from = cloth.state.positions[v as usize];
        Guide { vertex: v, path: vec![(0.0, from), (TIME, from + DVec3::X * (SPEED * TIME))] }
    };
    let guides = led.iter().map(guide).collect();
    let floor = shapes::regular_sheet(DVec2::new(2.0, 0.3), [20, 3]);
    let world = World {
        obstacles: vec![Obstacle::mesh(&floor).with_friction(law)],
        obstacle_thickness: THICKNESS,
        ..World::default()
    };
    let mut simulation = simulation(cloth, world, method);
    simulation.guides = guides;
    for &v in &led {
        simulation.cloth.pinned[v as usize] = true;
    }
    let frames = (TIME / STEP).round() as usize;
    (0..frames)
        .map(|_| {
            simulation.step(STEP).unwrap();
            let velocities = &simulation.cloth.state.velocities;
            trailing.iter().map(|&v| velocities[v as usize].x).sum::<f64>() / trailing.len() as f64
        })
        .collect()
}

#[cfg(test)]
/// The share of the frames in which the end rests, after it has moved for the first time.
fn resting(speeds: &[f64]) -> f64 {
    let moved = speeds.iter().position(|speed| *speed > 0.5 * SPEED).unwrap_or(0);
    let rests = speeds[moved..].iter().filter(|speed| speed.abs() < 0.05 * SPEED).count();
    rests as f64 / (speeds.len() - moved) as f64
}

#[test]
fn cloth_on_the_floor_sticks_and_slips_in_turns_by_friction_at_rest() {
    for method in ["newton", "xpbd"] {
        let [plain, stribeck] = [FrictionModel::Coulomb, FrictionModel::Stribeck]
            .map(|model| resting(&speeds(model.of(&LAW), method)));
        eprintln!(
            "{method}: rests {:.0} % of the time with C, {:.0} % with CSS",
            100.0 * plain,
            100.0 * stribeck
        );
        // Single frames in which the end is about to turn count as rest, too.
        assert!(plain < 0.05 && stribeck > 0.15, "{method}: {plain} {stribeck}");
    }
}
