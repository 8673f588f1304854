//! A strip over a post: it slips when the pulls at its ends are as `e^(μ φ)` and more (Euler's belt).

use super::sheets::{STEP, THICKNESS, fabric, placed, simulation};
use std::f64::consts::{FRAC_PI_2, PI};
use toile_cloth::cloth::Grab;
use toile_cloth::threads::Anchor;
use toile_cloth::world::World;
use toile_contact::obstacle::Obstacle;
use toile_geom::glam::{DQuat, DVec2, DVec3};
use toile_geom::shapes;

const RADIUS: f64 = 0.06;
const FRICTION: f64 = 0.3;
/// The weaker pull in newtons, and how far away it pulls from: so far that it hardly changes.
const PULL: f64 = 0.05;
const FAR: f64 = 100.0;
const LENGTH: f64 = 0.4;

/// Half a turn about the top of the post, then straight down on both sides.
fn over_the_post(p: DVec3) -> DVec3 {
    let radius = RADIUS + THICKNESS;
    let turn = (p.x / radius).clamp(-FRAC_PI_2, FRAC_PI_2);
    let hangs = p.x.abs() - radius * turn.abs();
    DVec3::new(radius * turn.sin(), radius * turn.cos() - hangs, p.z)
}

/// How far the strip slips over the post in the last third of a second, if one end is pulled a number of times as hard as the other.
fn slip(method: &str, cells: u32, ratio: f64) -> f64 {
    let flat = shapes::regular_sheet(DVec2::new(LENGTH, 0.04), [10 * cells, cells]);
    let mut cloth = placed(&flat, &fabric(), over_the_post);
    let at = |x: f64| {
        let end = |v: &u32| (flat.positions[*v as usize].x - x).abs() < 1e-9;
        (0..flat.positions.len() as u32).filter(end).collect::<Vec<u32>>()
    };
    let (weak, strong, top) = (at(-0.5 * LENGTH), at(0.5 * LENGTH), at(0.0));
    for (end, pull) in [(weak, PULL), (strong, ratio * PULL)] {
        let count = end.len() as f64;
        cloth.grabs.extend(end.iter().map(|&v| Grab {
            anchor: Anchor::vertex(v),
            target: cloth.state.positions[v as usize] + DVec3::NEG_Y * FAR,
            stiffness: pull / (FAR * count),
        }));
    }
    let mut post = shapes::tube(RADIUS, 0.2, 96, 6);
    post.positions.iter_mut().for_each(|p| *p = DQuat::from_rotation_x(FRAC_PI_2) * (*p - DVec3::Y * 0.1));
    let world = World {
        gravity: DVec3::ZERO,
        obstacles: vec![Obstacle::mesh(&post).with_friction(FRICTION)],
        obstacle_thickness: THICKNESS,
        ..World::default()
    };
    let mut simulation = simulation(cloth, world, method);
    let mut run = |frames: usize| {
        for _ in 0..frames {
            simulation.step(STEP).unwrap();
        }
        top.iter().map(|&v| simulation.cloth.state.positions[v as usize].x).sum::<f64>() / top.len() as f64
    };
    let from = run(25);
    run(20) - from
}

#[test]
fn a_strip_over_a_post_slips_when_euler_says() {
    let limit = (FRICTION * PI).exp();
    for (method, cells) in [("newton", 4), ("xpbd", 3)] {
        let [holds, slips] = [0.95, 1.05].map(|part| slip(method, cells, part * limit));
        eprintln!("{method} {cells}: {:.3} and {:.3} mm", 1e3 * holds, 1e3 * slips);
        assert!(holds.abs() < 5e-4 && slips > 2e-3, "{method} {cells}: {holds} and {slips} m");
    }
}
