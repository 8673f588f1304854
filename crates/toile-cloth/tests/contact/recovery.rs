//! Cloth that could not be kept apart is reported, and gets free as soon as there is room.

use super::{STEP, intersections};
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::Fabric;
use toile_cloth::rest::RestShape;
use toile_cloth::simulation::{Guide, Simulation};
use toile_cloth::solver::{MethodSettings, Solver};
use toile_cloth::world::ClothContact;
use toile_cloth::world::World;
use toile_contact::obstacle::Obstacle;
use toile_geom::glam::{DVec2, DVec3};
use toile_geom::{TriMesh, shapes};

/// Sheets that lie flat at some heights, as one cloth of linen.
fn flat(sheets: &[(DVec2, u32, f64)]) -> Cloth {
    let mut mesh = TriMesh::default();
    let mut rest = RestShape { corners: Vec::new() };
    for &(size, cells, height) in sheets {
        let mut sheet = shapes::sheet(size, [cells; 2]);
        let places: Vec<DVec2> = sheet.positions.iter().map(|p| DVec2::new(p.x, -p.z)).collect();
        rest.corners.extend(RestShape::from_flat(&places, &sheet.triangles).corners);
        sheet.positions.iter_mut().for_each(|p| p.y += height);
        mesh.append(&sheet);
    }
    Cloth::of_fabric(&mesh, rest, &Fabric::named("linen").unwrap()).unwrap()
}

fn simulation(cloth: Cloth, obstacles: Vec<Obstacle>, method: &str) -> Simulation {
    let world = World { obstacles, cloth_contact: Some(ClothContact::default()), ..World::default() };
    Simulation::new(cloth, world, <dyn Solver>::named(method, &MethodSettings::default()).unwrap())
}

fn ball(height: f64) -> TriMesh {
    let mut ball = shapes::icosphere(0.06, 2);
    ball.positions.iter_mut().for_each(|p| p.y += height);
    ball
}

/// There and back within a second.
fn there_and_back(way: DVec3) -> Vec<(f64, DVec3)> {
    vec![(0.0, DVec3::ZERO), (0.5, way), (1.0, DVec3::ZERO)]
}

/// Steps, each of which reported all that passes through something; returns in how many steps something did.
fn run(simulation: &mut Simulation, steps: usize) -> usize {
    let mut tangled = 0;
    for step in 0..steps {
        let report = simulation.step(STEP).unwrap();
        let found: usize = intersections(simulation).iter().sum();
        assert_eq!(report.recovery.tangled, found, "step {step}");
        tangled += usize::from(found > 0);
    }
    tangled
}

/// A sheet on a ball, on which another one comes down until they overlap, and leaves again.
fn pinch(method: &str, way: f64) {
    let path = there_and_back(DVec3::NEG_Y * way);
    let bodies = vec![Obstacle::mesh(&ball(-0.07)), Obstacle::mesh(&ball(0.08)).travelling(path)];
    let mut simulation = simulation(flat(&[(DVec2::splat(0.2), 10, 0.0)]), bodies, method);
    let tangled = run(&mut simulation, 90);
    assert!(tangled > 0, "the balls leave it no room");
    assert_eq!((intersections(&simulation), simulation.cloth.state.tangle), ([0, 0], None), "{method} {way}");
}

#[test]
fn pinched_cloth_gets_free_when_the_bodies_part() {
    pinch("newton", 0.05);
    pinch("newton", 0.031);
    pinch("xpbd", 0.05);
}

#[test]
fn cloth_that_pins_lead_through_cloth_gets_free_when_they_come_back() {
    let mut cloth = flat(&[(DVec2::splat(0.3), 12, 0.0), (DVec2::splat(0.1), 6, 0.03)]);
    let first = cloth.state.positions.clone();
    let is_border = |p: &DVec3| p.y == 0.0 && p.abs().max_element() > 0.149;
    cloth.pinned = first.iter().map(is_border).collect();
    let mut simulation = simulation(cloth, Vec::new(), "newton");
    let middle = first.iter().zip(0..).filter(|(p, _)| p.y > 0.0 && p.x.hypot(p.z) < 0.02);
    let lead = |(p, vertex): (&DVec3, u32)| Guide {
        vertex,
        path: there_and_back(DVec3::NEG_Y * 0.25).into_iter().map(|(time, by)| (time, *p + by)).collect(),
    };
    simulation.guides = middle.map(lead).collect();
    run(&mut simulation, 100);
    assert_eq!(intersections(&simulation), [0, 0]);
}

#[test]
fn a_start_that_passes_through_itself_and_a_body_is_freed() {
    let mut cloth = flat(&[(DVec2::splat(0.3), 12, 0.0), (DVec2::splat(0.28), 11, 0.001)]);
    let half = 13 * 13;
    cloth.state.positions[half..].iter_mut().for_each(|p| p.y += 0.15 * p.x);
    let mut simulation = simulation(cloth, vec![Obstacle::mesh(&ball(-0.05))], "newton");
    assert!(intersections(&simulation).iter().all(|count| *count > 0), "{:?}", intersections(&simulation));
    let report = simulation.untangle().unwrap();
    assert!(report.is_clean() && intersections(&simulation) == [0, 0]);
    assert_eq!(run(&mut simulation, 20), 0);
}

#[test]
fn flat_cloth_of_triangles_smaller_than_its_thickness_stays_as_it_is() {
    let mut cloth = flat(&[(DVec2::splat(0.1), 25, 0.0), (DVec2::splat(0.1), 25, 0.01)]);
    let first = cloth.state.positions.clone();
    cloth.pinned = first.iter().map(|p| p.y == 0.0).collect();
    let mut simulation = simulation(cloth, Vec::new(), "newton");
    let thickness = 0.01;
    simulation.world.cloth_contact = Some(ClothContact { thickness, ..ClothContact::default() });
    for _ in 0..60 {
        simulation.step(STEP).unwrap();
    }
    let upper = &simulation.cloth.state.positions[first.len() / 2..];
    let (low, high) = upper.iter().fold((1.0_f64, 0.0_f64), |(low, high), p| (low.min(p.y), high.max(p.y)));
    assert!(low > 0.7 * thickness && high < 1.3 * thickness, "layers keep their thickness: {low} to {high}");
    let widest = upper.iter().map(|p| p.x.abs().max(p.z.abs())).fold(0.0, f64::max);
    assert!((widest - 0.05).abs() < 1e-3, "and do not push themselves apart: {widest}");
}
