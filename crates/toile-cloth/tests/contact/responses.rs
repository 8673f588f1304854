//! Every response behind every kind of method: nothing passes through anything, and cloth comes to lie.

use super::{STEP, intersections};
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::Fabric;
use toile_cloth::rest::RestShape;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{MethodSettings, Solver};
use toile_cloth::world::World;
use toile_cloth::world::{ClothContact, ResponseKind};
use toile_contact::obstacle::Obstacle;
use toile_geom::glam::{DVec2, DVec3};
use toile_geom::{TriMesh, shapes};

/// A sheet falls folded on a ball on the floor.
fn folded(method: &str, response: ResponseKind) -> Simulation {
    let sheet = shapes::sheet(DVec2::splat(0.3), [10, 10]);
    let flat: Vec<DVec2> = sheet.positions.iter().map(|p| DVec2::new(p.x, -p.z)).collect();
    let fold = |p: &DVec2| {
        let angle = (p.x / 0.02).clamp(-1.5, 1.5);
        DVec3::new(
            -0.02 * angle.sin().abs() - (p.x.abs() - 0.03).max(0.0),
            0.02 * angle.signum() * (1.0 - angle.cos()),
            p.y,
        )
    };
    let positions: Vec<DVec3> = flat.iter().map(fold).collect();
    let rest = RestShape::from_flat(&flat, &sheet.triangles);
    let mesh = TriMesh { positions, triangles: sheet.triangles };
    let cloth = Cloth::of_fabric(&mesh, rest, &Fabric::named("cotton-poplin").unwrap()).unwrap();
    let mut ball = shapes::icosphere(0.05, 2);
    ball.positions.iter_mut().for_each(|p| *p += DVec3::new(-0.05, -0.08, 0.0));
    let world = World {
        obstacles: vec![Obstacle::mesh(&ball).with_friction(0.3)],
        cloth_contact: Some(ClothContact::default()),
        response,
        ..World::default()
    };
    Simulation::new(cloth, world, <dyn Solver>::named(method, &MethodSettings::default()).unwrap())
}

#[test]
fn every_response_keeps_cloth_apart_behind_every_kind_of_method() {
    for method in ["newton", "xpbd", "length-limit", "verlet"] {
        for (name, response) in ResponseKind::ALL.map(|kind| (kind.name(), kind)) {
            let mut simulation = folded(method, response);
            assert_eq!(intersections(&simulation), [0, 0], "it begins with intersections");
            let mut touched = 0;
            for frame in 1..=10 {
                let report = simulation.step(STEP).unwrap();
                assert_eq!(report.contact.failures, 0, "{method}, {name}, frame {frame}");
                assert_eq!(intersections(&simulation), [0, 0], "{method}, {name}, frame {frame}");
                touched += report.contact.contacts;
            }
            assert!(touched > 0, "{method}, {name}: it touches something");
        }
    }
}

#[test]
fn the_number_of_threads_changes_no_bit_of_a_response() {
    for response in
        [ResponseKind::Constraint, ResponseKind::Impulse, ResponseKind::Filter, ResponseKind::Shift]
    {
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut simulation = folded("xpbd", response);
                for _ in 0..6 {
                    simulation.step(STEP).unwrap();
                }
                simulation.cloth.state
            })
        };
        assert_eq!(on(1), on(2), "{}", response.name());
    }
}
