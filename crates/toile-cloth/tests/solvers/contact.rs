//! Colliders: nothing goes in, and friction holds what it should.

use crate::sheet::{all, cloth};
use toile_cloth::cloth::Cloth;
use toile_cloth::contact::ContactPipeline;
use toile_cloth::solver::Solver;
use toile_cloth::world::World;
use toile_contact::obstacle::{Obstacle, Plane, Sphere};
use toile_geom::glam::DVec3;

/// A sheet of 1 m, lying at a height over the origin.
fn lying(cells: u32, height: f64) -> Cloth {
    let mut cloth = cloth(cells);
    for place in &mut cloth.state.positions {
        *place = DVec3::new(place.x - 0.5, height, 0.5 - place.y);
    }
    cloth
}

/// How deep the deepest vertex is in the thickness around something.
fn deepest(cloth: &Cloth, world: &World) -> f64 {
    let depth = |place: &DVec3| {
        let distances =
            world.obstacles.iter().filter_map(|o| o.nearest(*place, world.time)).map(|found| found.distance);
        world.obstacle_thickness - distances.fold(f64::INFINITY, f64::min)
    };
    cloth.state.positions.iter().map(depth).fold(f64::NEG_INFINITY, f64::max)
}

fn run(solver: &mut dyn Solver, cloth: &mut Cloth, world: &mut World, steps: usize) {
    for _ in 0..steps {
        solver.step(cloth, world, &mut ContactPipeline::default(), 1.0 / 60.0).unwrap();
        world.time += 1.0 / 60.0;
        let depth = deepest(cloth, world);
        assert!(depth < 1e-9, "{} at {} s: {depth:e} m deep", solver.name(), world.time);
    }
}

#[test]
fn a_sheet_falls_on_a_ball_on_a_floor_and_never_into_them() {
    for mut solver in all() {
        let mut cloth = lying(6, 0.42);
        let ball = Sphere::new(DVec3::new(0.05, 0.2, 0.0), 0.2);
        let obstacles = vec![Obstacle::plane(Plane::floor(0.0)), Obstacle::ball(ball)];
        let mut world = World { obstacles, ..World::default() };
        run(solver.as_mut(), &mut cloth, &mut world, 30);
        let lowest = cloth.state.positions.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        let highest = cloth.state.positions.iter().map(|p| p.y).fold(0.0, f64::max);
        println!("{}: lowest {lowest:.3}, highest {highest:.3}", solver.name());
        assert!(highest > 0.35, "{}: it lies on the ball: {highest}", solver.name());
    }
}

#[test]
fn a_sheet_sticks_to_a_gentle_slope_and_slides_down_a_steep_one() {
    for mut solver in all() {
        for (degrees, slides) in [(20.0_f64, false), (30.0, true)] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let mut cloth = lying(4, 0.0);
            let (along, normal) = (DVec3::new(cos, -sin, 0.0), DVec3::new(sin, cos, 0.0));
            for place in &mut cloth.state.positions {
                *place = along * place.x + DVec3::Z * place.z + normal * 1e-3;
            }
            let plane = Obstacle::plane(Plane { normal, ..Plane::floor(0.0) }).with_friction(0.47);
            let mut world = World { obstacles: vec![plane], ..World::default() };
            let before = cloth.state.positions.clone();
            run(solver.as_mut(), &mut cloth, &mut world, 15);
            let moved: DVec3 = cloth.state.positions.iter().zip(&before).map(|(a, b)| *a - *b).sum();
            let moved = moved.dot(along) / before.len() as f64;
            // a = g (sin − μ cos)
            let expected = if slides { 0.5 * 9.81 * (sin - 0.47 * cos) * 0.0625 } else { 0.0 };
            println!("{} at {degrees}°: {moved} for {expected}", solver.name());
            assert!((moved - expected).abs() < 0.1 * expected + 1e-6, "{}: {moved}", solver.name());
        }
    }
}

#[test]
fn cloth_that_begins_inside_is_let_out_without_a_kick() {
    for mut solver in all() {
        let mut cloth = lying(4, -0.05);
        let mut world = World { obstacles: vec![Obstacle::plane(Plane::floor(0.0))], ..World::default() };
        let report = solver.step(&mut cloth, &world, &mut ContactPipeline::default(), 1.0 / 60.0).unwrap();
        assert_eq!(report.contact.pushed_out, 25, "{}", solver.name());
        world.time += 1.0 / 60.0;
        run(solver.as_mut(), &mut cloth, &mut world, 3);
        let fastest = cloth.state.velocities.iter().map(|v| v.length()).fold(0.0, f64::max);
        assert!(fastest < 0.02, "{}: {fastest}", solver.name());
    }
}

#[test]
fn a_moving_belt_carries_cloth_along() {
    for mut solver in all() {
        let mut cloth = lying(4, 1e-3);
        let belt = Plane { velocity: DVec3::X * 0.3, ..Plane::floor(0.0) };
        let mut world = World { obstacles: vec![Obstacle::plane(belt)], ..World::default() };
        run(solver.as_mut(), &mut cloth, &mut world, 20);
        let mean = cloth.momentum() / cloth.mass();
        assert!((mean - DVec3::X * 0.3).length() < 0.01, "{}: {mean}", solver.name());
    }
}
