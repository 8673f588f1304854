//! Two sheets over a ball: in the wrong order at the start, and turned over on the way.

use super::{STEP, intersections};
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::Fabric;
use toile_cloth::layer_order::{LayerChange, LayerOrder, Outside};
use toile_cloth::rest::RestShape;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{MethodSettings, Solver};
use toile_cloth::world::ClothContact;
use toile_cloth::world::World;
use toile_contact::obstacle::Obstacle;
use toile_geom::glam::{DVec2, DVec3};
use toile_geom::{TriMesh, shapes};

const CELLS: u32 = 10;
const VERTICES: usize = ((CELLS + 1) * (CELLS + 1)) as usize;

/// Two sheets 6 mm one above the other, above a ball; piece 0 is below.
fn sheets(method: &str, numbers: [i32; 2]) -> Simulation {
    let sheet = shapes::sheet(DVec2::splat(0.24), [CELLS; 2]);
    let flat: Vec<DVec2> = sheet.positions.iter().map(|p| DVec2::new(p.x, -p.z)).collect();
    let (mut mesh, mut rest) = (TriMesh::default(), RestShape::default());
    for height in [0.0, 6e-3] {
        let positions = flat.iter().map(|p| DVec3::new(p.x, height, p.y)).collect();
        let triangles = sheet.triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
        mesh.append(&TriMesh { positions, triangles });
        rest.corners.extend(RestShape::from_flat(&flat, &sheet.triangles).corners.iter().map(
            |&[a, b, c]| {
                // Seen from the other side.
                [a, c, b].map(|p| DVec2::new(-p.x, p.y))
            },
        ));
    }
    let cloth = Cloth::of_fabric(&mesh, rest, &Fabric::named("cotton-poplin").unwrap()).unwrap();
    let mut ball = shapes::icosphere(0.08, 3);
    ball.positions.iter_mut().for_each(|p| p.y -= 0.083);
    let world = World {
        obstacles: vec![Obstacle::mesh(&ball).with_friction(0.3)],
        cloth_contact: Some(ClothContact::default()),
        ..World::default()
    };
    let mut simulation =
        Simulation::new(cloth, world, <dyn Solver>::named(method, &MethodSettings::default()).unwrap());
    let pieces = (0..2 * VERTICES).map(|v| u32::from(v >= VERTICES)).collect();
    simulation.layers = Some(LayerOrder::new(pieces, numbers.map(Some).to_vec(), Outside::Bodies));
    simulation
}

/// Whether the first sheet is the outer one above the ball's top.
fn first_is_outside(simulation: &Simulation) -> bool {
    let middle = VERTICES / 2;
    let positions = &simulation.cloth.state.positions;
    positions[middle].y > positions[middle + VERTICES].y
}

#[test]
fn a_wrong_order_at_the_start_is_put_right_and_stays_so() {
    let mut simulation = sheets("newton", [2, 1]);
    assert!(!first_is_outside(&simulation));
    let report = simulation.restore_layers().unwrap();
    assert!(report.is_right() && report.before.places.len() > VERTICES, "{report:?}");
    assert!(simulation.cloth.state.passing.is_empty());
    for frame in 1..=15 {
        let report = simulation.step(STEP).unwrap();
        assert_eq!((report.contact.failures, report.recovery.passing), (0, 0), "frame {frame}");
        assert_eq!(intersections(&simulation), [0, 0], "frame {frame}");
    }
    assert!(first_is_outside(&simulation));
    assert!(simulation.check_layers().unwrap().is_right());
}

/// Turns the order over after 0.1 s; tells for how many steps the sheets were passing each other, and the last state.
fn turned_over(method: &str) -> (usize, Simulation) {
    let mut simulation = sheets(method, [1, 2]);
    assert_eq!(simulation.restore_layers().unwrap().moved_vertices, 0, "it is right from the start");
    let change = |piece: u32, number: i32| LayerChange { at: 0.1, piece, number: Some(number) };
    if let Some(order) = &mut simulation.layers {
        order.changes = vec![change(0, 2), change(1, 1)];
    }
    let (mut passing, mut misplaced) = (0, 0);
    for frame in 1..=30 {
        let report = simulation.step(STEP).unwrap();
        passing += usize::from(report.recovery.passing > 0);
        misplaced += report.recovery.misplaced;
        assert!(misplaced == 0 || f64::from(frame) * STEP > 0.1, "{method}: too early");
        if report.recovery.passing == 0 {
            assert_eq!(report.contact.failures, 0, "{method}, frame {frame}");
            assert_eq!(intersections(&simulation), [0, 0], "{method}, frame {frame}");
        } else {
            assert_eq!(
                intersections(&simulation)[1],
                0,
                "{method}, frame {frame}: out of the ball all the time"
            );
        }
    }
    assert!(misplaced > VERTICES, "{method}: {misplaced}");
    (passing, simulation)
}

#[test]
fn an_order_that_is_changed_on_the_way_is_turned_over_and_ends_without_intersections() {
    for method in ["newton", "xpbd"] {
        let (passing, simulation) = turned_over(method);
        assert!(passing < 10, "{method}: {passing} steps");
        assert!(first_is_outside(&simulation), "{method}");
        assert!(simulation.check_layers().unwrap().is_right(), "{method}");
        assert!(simulation.cloth.state.passing.is_empty(), "{method}");
    }
}

#[test]
fn the_number_of_threads_changes_no_bit_of_a_passage() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| turned_over("newton").1.cloth.state)
    };
    assert_eq!(on(1), on(2));
}

#[test]
fn the_order_can_be_found_from_where_the_sheets_are() {
    let simulation = sheets("newton", [2, 1]);
    let pieces = simulation.layers.as_ref().unwrap().pieces.clone();
    let (cloth, world) = (&simulation.cloth, &simulation.world);
    let (order, found) = LayerOrder::find(cloth, world, pieces, Outside::Bodies).unwrap();
    assert_eq!(order.numbers, [Some(1), Some(2)]);
    assert!(found.ties.is_empty());
    let few = LayerOrder::find(cloth, world, vec![0; 3], Outside::Bodies).unwrap_err();
    assert_eq!(few.to_string(), "3 pieces of vertices, but 242 are needed");
}

/// What cannot be put right at once passes in steps: here both sheets have to, though they could be.
#[test]
fn passing_sheets_get_into_order_step_by_step_and_then_touch_again() {
    let mut simulation = sheets("xpbd", [2, 1]);
    simulation.cloth.state.passing = vec![[1, 0]];
    if let Some(order) = &mut simulation.layers {
        (order.speed, order.outside) = (0.3, Outside::Direction(DVec3::Y));
    }
    let mut steps = 0;
    while !simulation.cloth.state.passing.is_empty() {
        let report = simulation.step(STEP).unwrap();
        assert!(report.recovery.misplaced > 0 && report.contact.failures == 0);
        steps += 1;
        assert!(steps < 6);
    }
    assert!(steps > 1 && first_is_outside(&simulation), "{steps}");
    assert_eq!(intersections(&simulation), [0, 0]);
}
