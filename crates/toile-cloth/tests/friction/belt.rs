//! A strip over a post: the tensions at its ends are as `e^(μ φ)` (Euler's belt).

use super::sheets::{STEP, THICKNESS, fabric, placed, simulation};
use std::f64::consts::{FRAC_PI_2, PI};
use toile_cloth::cloth::Grab;
use toile_cloth::contact::Body;
use toile_cloth::simulation::Guide;
use toile_cloth::threads::Anchor;
use toile_cloth::world::World;
use toile_geom::glam::{DQuat, DVec2, DVec3};
use toile_geom::shapes;
use toile_geom::shapes::SheetKind;

const RADIUS: f64 = 0.06;
const FRICTION: f64 = 0.3;
const SPEED: f64 = 0.03;
const TIME: f64 = 2.5;

/// Half a turn about the top of the post, then straight down on both sides; longer on the side that is pulled over.
fn over_the_post(p: DVec3) -> DVec3 {
    let radius = RADIUS + THICKNESS;
    let along = p.x - 0.5 * SPEED * TIME;
    let turn = (along / radius).clamp(-FRAC_PI_2, FRAC_PI_2);
    let hangs = along.abs() - radius * turn.abs();
    DVec3::new(radius * turn.sin(), radius * turn.cos() - hangs, p.z)
}

/// The tension at the led end over the constant pull of 1 N at the other, the mean of the last second.
fn ratio(method: &str, cells: u32) -> f64 {
    let flat = SheetKind::default().sheet(DVec2::new(0.5, 0.04), [25 * cells / 2, cells]);
    let mut cloth = placed(&flat, &fabric(), over_the_post);
    let at = |x: f64| {
        let end = |v: &u32| (flat.positions[*v as usize].x - x).abs() < 1e-9;
        (0..flat.positions.len() as u32).filter(end).collect::<Vec<u32>>()
    };
    let (free, led) = (at(-0.25), at(0.25));
    let pull = |&v: &u32| Grab {
        anchor: Anchor::vertex(v),
        target: cloth.state.positions[v as usize] + DVec3::NEG_Y * 100.0,
        stiffness: 0.01 / free.len() as f64,
    };
    cloth.grabs = free.iter().map(pull).collect();
    let guide = |&v: &u32| {
        let from = cloth.state.positions[v as usize];
        Guide { vertex: v, path: vec![(0.0, from), (TIME, from + DVec3::NEG_Y * (SPEED * TIME))] }
    };
    let guides: Vec<Guide> = led.iter().map(guide).collect();
    let mut post = shapes::tube(RADIUS, 0.2, 96, 6);
    post.positions.iter_mut().for_each(|p| *p = DQuat::from_rotation_x(FRAC_PI_2) * (*p - DVec3::Y * 0.1));
    let world = World {
        gravity: DVec3::ZERO,
        bodies: vec![Body::still(&post, FRICTION)],
        thickness: THICKNESS,
        ..World::default()
    };
    for &v in &led {
        cloth.held[v as usize] = true;
    }
    let mut simulation = simulation(cloth, world, method);
    simulation.guides = guides;
    let frames = (TIME / STEP).round() as usize;
    let (mut sum, mut count) = (0.0, 0.0);
    for frame in 0..frames {
        simulation.step(STEP).unwrap();
        if frame + 60 >= frames {
            let cloth = &simulation.cloth;
            let mut gradient = vec![DVec3::ZERO; cloth.vertex_count()];
            cloth.add_elastic_gradient(&cloth.state.positions, &mut gradient);
            sum -= led.iter().map(|&v| gradient[v as usize].y).sum::<f64>();
            count += 1.0;
        }
    }
    sum / count
}

#[test]
fn tensions_over_a_post_are_as_euler_says() {
    let expected = (FRICTION * PI).exp();
    for (method, cells) in [("newton", 4), ("xpbd", 2)] {
        let measured = ratio(method, cells);
        eprintln!("{method} {cells}: {measured:.4} of {expected:.4}");
        assert!((measured / expected - 1.0).abs() < 0.05, "{method} {cells}: {measured} of {expected}");
    }
}
