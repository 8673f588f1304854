//! Bodies met through their distance fields, by every solver.

use crate::sheet::{DENSITY, STIFFNESS, all};
use std::f64::consts::TAU;
use toile_cloth::bending::Bending;
use toile_cloth::cloth::Cloth;
use toile_cloth::membrane::Membrane;
use toile_cloth::rest::RestShape;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{Budget, Newton, Scheme, Solver};
use toile_cloth::stretch::rest_edges;
use toile_cloth::world::ClothContact;
use toile_cloth::world::World;
use toile_contact::friction::{FrictionLaw, MaterialId};
use toile_contact::obstacle::field::FieldSettings;
use toile_contact::obstacle::{FieldMeshSettings, Obstacle, Plane, Turning};
use toile_geom::distance::depths_in_mesh;
use toile_geom::glam::{DMat3, DQuat, DVec2, DVec3};
use toile_geom::intersect::{mesh_intersections, self_intersections};
use toile_geom::{TriMesh, shapes};

const STEP: f64 = 1.0 / 60.0;
/// How deep vertices may be at most, in metres.
const DEEPEST: f64 = 5e-4;

fn newton() -> Box<dyn Solver> {
    Box::new(Newton::new(Scheme::Bdf2, Budget::INTERACTIVE))
}

/// All solvers, and the one that most scenes use.
fn solvers() -> Vec<Box<dyn Solver>> {
    let mut solvers = all();
    solvers.push(newton());
    solvers
}

fn settings() -> FieldMeshSettings {
    FieldMeshSettings {
        field: FieldSettings { cell: 0.01, band: 0.04, depth: 0.3 },
        skin: 1e-3,
        key_seconds: 0.0,
    }
}

/// A sheet of a size that lies at a height over the origin.
fn lying(side: f64, cells: u32, height: f64) -> Cloth {
    let mesh = shapes::sheet(DVec2::splat(side), [cells; 2]);
    let rest = RestShape::of_lying(&mesh);
    let law = DMat3::from_diagonal(DVec3::new(STIFFNESS, STIFFNESS, 0.3 * STIFFNESS));
    let membrane = Membrane::new(&mesh, &rest, |_| law);
    let bending = Bending::new(&mesh, &rest, |_| law * 1e-8, &[]);
    let masses = rest.masses(&mesh, |_| DENSITY);
    let mut cloth = Cloth::from_parts(&mesh, rest, masses, membrane, bending);
    cloth.state.positions.iter_mut().for_each(|p| p.y = height);
    cloth
}

fn simulation(cloth: Cloth, body: Obstacle, solver: Box<dyn Solver>) -> Simulation {
    let mut world = World { obstacles: vec![body], obstacle_thickness: 2e-3, ..World::default() };
    world.meet_by_fields(&settings()).unwrap();
    Simulation::new(cloth, world, solver)
}

/// How deep the deepest vertex is in the mesh of the body.
fn deepest(simulation: &Simulation) -> f64 {
    let world = &simulation.world;
    let depths = world
        .solid_meshes(world.time)
        .flat_map(|mesh| depths_in_mesh(&simulation.cloth.state.positions, &mesh));
    depths.fold(0.0, f64::max)
}

fn run(simulation: &mut Simulation, steps: usize) {
    for _ in 0..steps {
        simulation.step(STEP).unwrap();
        let depth = deepest(simulation);
        let name = simulation.solver.name();
        assert!(depth < DEEPEST, "{name} at {} s: {depth:e} m deep", simulation.world.time);
    }
}

fn ball() -> TriMesh {
    shapes::icosphere(0.2, 4)
}

fn highest(simulation: &Simulation) -> f64 {
    simulation.cloth.state.positions.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn a_sheet_falls_on_a_ball_and_never_into_it() {
    for solver in solvers() {
        let mut simulation = simulation(lying(0.6, 10, 0.21), Obstacle::mesh(&ball()), solver);
        run(&mut simulation, 25);
        let top = highest(&simulation);
        assert!((0.2..0.212).contains(&top), "{}: {top}", simulation.solver.name());
    }
}

/// Between two vertices on a ball an edge would cut into it; its middle is kept out, so that it does not.
#[test]
fn edges_do_not_cut_into_the_ball_between_vertices() {
    for method in [newton(), all().remove(5)] {
        let mut simulation = simulation(lying(0.5, 8, 0.21), Obstacle::mesh(&ball()), method);
        run(&mut simulation, 30);
        let mesh = simulation.cloth.mesh();
        let middles: Vec<DVec3> = rest_edges(&simulation.cloth)
            .iter()
            .map(|edge| mesh.positions[edge.ends[0] as usize].midpoint(mesh.positions[edge.ends[1] as usize]))
            .collect();
        let depth = depths_in_mesh(&middles, &ball()).into_iter().fold(0.0, f64::max);
        // Edges of 6 cm would dip 2.4 mm into a ball of 20 cm.
        assert!(depth < DEEPEST, "{}: {depth}", simulation.solver.name());
    }
}

/// A small sheet on a board with a slope of 25° that is met through its field, and the direction downhill.
fn on_a_slope(law: FrictionLaw, speed: f64, solver: Box<dyn Solver>) -> (Simulation, DVec3) {
    let tilt = DQuat::from_rotation_z(-25.0_f64.to_radians());
    let mut cloth = lying(0.2, 4, 3.2e-3);
    cloth.state.positions.iter_mut().for_each(|p| *p = tilt * *p);
    cloth.state.velocities.fill(tilt * DVec3::X * speed);
    let mut board = shapes::cuboid(DVec3::new(2.0, 0.1, 0.6));
    let bounds = board.bounds();
    board.positions.iter_mut().for_each(|p| *p = tilt * (*p - bounds.center() - DVec3::Y * 0.05));
    (simulation(cloth, Obstacle::mesh(&board).with_friction(law), solver), tilt * DVec3::X)
}

/// How fast it is in a direction.
fn speed(simulation: &Simulation, along: DVec3) -> f64 {
    simulation.cloth.momentum().dot(along) / simulation.cloth.mass()
}

/// How fast a small sheet is on a slope of 25° after 0.4 s, on a board that is met through its field or on a plane.
fn slid(law: FrictionLaw, begin: f64, through_field: bool, solver: Box<dyn Solver>) -> f64 {
    let (mut simulation, downhill) = on_a_slope(law, begin, solver);
    if !through_field {
        let normal = DVec3::Z.cross(downhill);
        let plane = Plane { point: normal * settings().skin, normal, ..Plane::floor(0.0) };
        simulation.world.obstacles = vec![Obstacle::plane(plane).with_friction(law)];
    }
    run(&mut simulation, 24);
    speed(&simulation, downhill)
}

#[test]
fn fabrics_have_their_own_friction_on_the_body_behind_a_field() {
    for method in [newton, || all().remove(5)] {
        let slid = |fabric: u16| {
            let (mut simulation, downhill) = on_a_slope(FrictionLaw::coulomb(0.1), 0.0, method());
            let pair = (MaterialId::Cloth(fabric), MaterialId::Obstacle(0));
            simulation.world.pair_friction.set(pair.0, pair.1, 0.6.into());
            run(&mut simulation, 15);
            speed(&simulation, downhill)
        };
        let [own, of_another] = [slid(0), slid(1)];
        assert!(own.abs() < 0.01 && of_another > 0.5, "{}: {own} {of_another}", method().name());
        // What is changed after the field was made holds, too.
        let (mut simulation, downhill) = on_a_slope(FrictionLaw::coulomb(0.1), 0.0, method());
        simulation.world.obstacles[0].friction = Some(0.6.into());
        run(&mut simulation, 15);
        assert!(speed(&simulation, downhill).abs() < 0.01, "{}", method().name());
    }
}

/// A contact that pinned in the last step holds by friction at rest, one that slid by that of sliding: tan 25° is 0.466, between both.
#[test]
fn what_lies_is_held_and_what_slides_goes_on() {
    let law = FrictionLaw::coulomb(0.4).with_static(0.6);
    for method in [newton, || all().remove(5)] {
        let name = method().name();
        let pinned = slid(law, 0.0, true, method());
        assert!(pinned.abs() < 0.01, "{name}: {pinned} m/s");
        let [field, plane] = [true, false].map(|through_field| slid(law, 0.4, through_field, method()));
        assert!(
            field > 0.39 && (field - plane).abs() < 0.01,
            "{name}: {field} on a field, {plane} on a plane"
        );
    }
}

#[test]
fn a_turntable_carries_cloth_along() {
    for solver in [newton(), all().remove(5)] {
        let mut table = shapes::cuboid(DVec3::new(0.5, 0.1, 0.5));
        let bounds = table.bounds();
        table.positions.iter_mut().for_each(|p| *p -= bounds.center() + DVec3::Y * 0.05);
        let body = Obstacle::mesh(&table).with_friction(0.5).turning(DVec3::ZERO, DVec3::Y, 2.0);
        let mut simulation = simulation(lying(0.2, 4, 3e-3), body, solver);
        run(&mut simulation, 40);
        let state = &simulation.cloth.state;
        let turn: DVec3 = state.positions.iter().zip(&state.velocities).map(|(p, v)| p.cross(*v)).sum();
        let inertia: f64 = state.positions.iter().map(|p| p.x * p.x + p.z * p.z).sum();
        let rate = turn.y / inertia;
        assert!((rate - 2.0).abs() < 0.1, "{}: {rate} rad/s", simulation.solver.name());
    }
}

/// A ball that comes up between keys takes the sheet along.
#[test]
fn an_animated_body_lifts_cloth() {
    for solver in [newton(), all().remove(5)] {
        let ball = ball();
        let up = |by: f64| ball.positions.iter().map(|p| *p + DVec3::Y * by).collect::<Vec<_>>();
        let keys = vec![(0.1, up(0.0)), (0.3, up(0.1)), (0.5, up(0.25))];
        let body = Obstacle::animated(ball.triangles.clone(), keys);
        let mut simulation = simulation(lying(0.5, 10, 0.205), body, solver);
        run(&mut simulation, 36);
        let top = highest(&simulation);
        assert!((0.449..0.5).contains(&top), "{}: {top}", simulation.solver.name());
    }
}

/// What begins inside is let out in some steps, and not thrown out.
#[test]
fn cloth_that_begins_inside_comes_out_slowly() {
    for solver in solvers() {
        let mut simulation = simulation(lying(0.3, 6, 0.16), Obstacle::mesh(&ball()), solver);
        assert!(deepest(&simulation) > 0.03);
        simulation.step(STEP).unwrap();
        let name = simulation.solver.name();
        assert!(deepest(&simulation) > 0.02, "{name}: not at once");
        let mut fastest = 0.0_f64;
        for _ in 0..30 {
            simulation.step(STEP).unwrap();
            fastest = simulation.cloth.state.velocities.iter().map(|v| v.length()).fold(fastest, f64::max);
        }
        assert!(deepest(&simulation) < DEEPEST, "{name}: {}", deepest(&simulation));
        assert!(fastest < 2.5, "{name}: {fastest} m/s");
    }
}

/// A run through a field, ended with the mesh itself: nothing passes through anything.
#[test]
fn a_field_gives_way_to_its_mesh() {
    let turning = Turning { axis: DVec3::Y, turn: vec![(0.4, 0.0), (1.4, TAU / 4.0)], ..Turning::default() };
    let body = Obstacle::mesh(&ball()).moving(turning);
    let mut simulation = simulation(lying(0.6, 20, 0.21), body, newton());
    simulation.world.cloth_contact = Some(ClothContact::default());
    run(&mut simulation, 40);
    simulation.world.meet_exactly();
    assert!(simulation.world.obstacles[0].exact_mesh().is_some());
    for _ in 0..15 {
        let report = simulation.step(STEP).unwrap();
        let (mesh, time) = (simulation.cloth.mesh(), simulation.world.time);
        let solid = simulation.world.obstacles[0].mesh_at(time).unwrap();
        assert_eq!(mesh_intersections(&mesh, &solid), [[0_u32; 2]; 0], "{time} s");
        assert_eq!(self_intersections(&mesh), [[0_u32; 2]; 0], "{time} s");
        assert_eq!(report.contact.failures, 0);
    }
}
