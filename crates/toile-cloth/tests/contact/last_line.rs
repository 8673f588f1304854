//! Whatever moves cloth, nothing does so after the guard: not solid shapes, and not the limit of stretch.

use super::intersections;
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::Fabric;
use toile_cloth::rest::RestShape;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{METHODS, MethodSettings, Solver};
use toile_cloth::strain_limit::StrainLimit;
use toile_cloth::world::ClothContact;
use toile_cloth::world::World;
use toile_contact::obstacle::{Obstacle, Plane, Sphere};
use toile_geom::glam::{DVec2, DVec3};
use toile_geom::{TriMesh, shapes};

const STEP: f64 = 1.0 / 60.0;

/// The names of all methods.
fn methods() -> impl Iterator<Item = &'static str> {
    METHODS.iter().map(|method| method.name)
}

/// Some sheets, each where a function puts it: its number and a place in the plane.
fn sheets(count: usize, cells: u32, place: impl Fn(usize, DVec2) -> DVec3) -> Cloth {
    let sheet = shapes::sheet(DVec2::splat(0.3), [cells; 2]);
    let flat: Vec<DVec2> = sheet.positions.iter().map(|p| DVec2::new(p.x, -p.z)).collect();
    let (mut mesh, mut rest) = (TriMesh::default(), RestShape::default());
    for layer in 0..count {
        let positions = flat.iter().map(|p| place(layer, *p)).collect();
        mesh.append(&TriMesh { positions, triangles: sheet.triangles.clone() });
        rest.corners.extend(RestShape::from_flat(&flat, &sheet.triangles).corners);
    }
    Cloth::of_fabric(&mesh, rest, &Fabric::named("jersey").unwrap()).unwrap()
}

fn simulation(cloth: Cloth, obstacles: Vec<Obstacle>, method: &str) -> Simulation {
    let world = World { obstacles, cloth_contact: Some(ClothContact::default()), ..World::default() };
    Simulation::new(cloth, world, <dyn Solver>::named(method, &MethodSettings::default()).unwrap())
}

/// How deep the deepest vertex is in something solid, in metres.
fn deepest(simulation: &Simulation) -> f64 {
    let world = &simulation.world;
    let depth = |p: &DVec3| {
        world
            .obstacles
            .iter()
            .filter_map(|solid| solid.nearest(*p, world.time))
            .map(|found| -found.distance)
            .fold(f64::MIN, f64::max)
    };
    simulation.cloth.state.positions.iter().map(depth).fold(f64::MIN, f64::max)
}

/// Runs some frames, none of which may have intersections or vertices inside of something solid.
fn run(mut simulation: Simulation, frames: usize, what: &str) {
    assert_eq!(intersections(&simulation), [0, 0], "{what}: it begins with intersections");
    for frame in 1..=frames {
        let report = simulation.step(STEP).unwrap();
        assert_eq!(report.contact.failures, 0, "{what}, frame {frame}");
        assert_eq!(intersections(&simulation), [0, 0], "{what}, frame {frame}");
        assert!(deepest(&simulation) < 1e-12, "{what}, frame {frame}: {} m deep", deepest(&simulation));
    }
}

#[test]
fn layers_thrown_on_a_plane_stay_out_of_it_and_of_each_other() {
    for method in methods() {
        let mut cloth = sheets(5, 5, |layer, p| {
            DVec3::new(p.x, 0.01 + 0.004 * layer as f64, p.y) + DVec3::X * 0.003 * layer as f64
        });
        cloth.state.velocities.fill(DVec3::new(0.5, -3.0, 0.2));
        run(simulation(cloth, vec![Obstacle::plane(Plane::floor(0.0))], method), 8, method);
    }
}

#[test]
fn layers_thrown_on_a_ball_and_into_a_corner_stay_out_of_them() {
    for method in methods() {
        let mut cloth = sheets(3, 6, |layer, p| DVec3::new(p.x, 0.004 * layer as f64, p.y));
        cloth.state.velocities.fill(DVec3::new(0.0, -4.0, 1.0));
        let slope = Plane { point: DVec3::Z * 0.16, normal: DVec3::new(0.0, 0.3, -1.0), ..Plane::floor(0.0) };
        let ball = Sphere::new(DVec3::Y * -0.1, 0.08);
        run(simulation(cloth, vec![Obstacle::ball(ball), Obstacle::plane(slope)], method), 8, method);
    }
}

#[test]
fn a_floor_that_rises_lifts_a_stack_without_passing_into_it() {
    for method in methods() {
        let cloth = sheets(3, 5, |layer, p| DVec3::new(p.x, 2e-3 + 3e-3 * layer as f64, p.y));
        let floor = Plane { velocity: DVec3::Y * 0.1, ..Plane::floor(0.0) };
        let mut simulation = simulation(cloth, vec![Obstacle::plane(floor)], method);
        for frame in 1..=8 {
            let report = simulation.step(STEP).unwrap();
            assert_eq!(intersections(&simulation), [0, 0], "{method}, frame {frame}");
            let found = deepest(&simulation);
            assert!(
                found < 1e-12 || report.contact.left_inside > 0,
                "{method}, frame {frame}: {found} m deep"
            );
        }
        // Few and long substeps, each with one pass over the pairs, do not lift all layers at once.
        let is_late = method == "length-limit";
        assert!(is_late || deepest(&simulation) < 1e-12, "{method}: {}", deepest(&simulation));
    }
}

#[test]
fn vertices_that_begin_in_a_ball_come_out_without_passing_through_the_next_layer() {
    for method in methods() {
        let cloth = sheets(2, 8, |layer, p| DVec3::new(p.x, 0.003 * layer as f64, p.y));
        let mut simulation =
            simulation(cloth, vec![Obstacle::ball(Sphere::new(DVec3::Y * -0.05, 0.062))], method);
        for frame in 1..=8 {
            simulation.step(STEP).unwrap();
            assert_eq!(intersections(&simulation), [0, 0], "{method}, frame {frame}");
        }
        assert!(deepest(&simulation) < 1e-12, "{method}: {} m deep", deepest(&simulation));
    }
}

#[test]
fn a_limit_of_stretch_moves_nothing_through_anything() {
    for method in methods() {
        let mut cloth = sheets(1, 12, |_, p| {
            DVec3::new(p.x, p.y + 0.17, 0.006 * (20.0 * p.x + 3.0 * p.y).sin() + 0.004 * (90.0 * p.y).cos())
        });
        cloth.state.velocities.fill(DVec3::NEG_Y * 2.0);
        let mut simulation = simulation(cloth, vec![Obstacle::plane(Plane::floor(0.0))], method);
        simulation.strain_limit = Some(StrainLimit { least: 0.98, most: 1.02, sweeps: 20 });
        run(simulation, 12, method);
    }
}
