//! Every method against every property of cloth: it makes a difference, or is left out without one, or is refused.

use glam::DVec3;
use toile_cloth::air::Air;
use toile_cloth::bending::Fold;
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::Fabric;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{ClothProperty, METHODS, MethodSettings, Solver, SolverError, property_table};
use toile_cloth::strain_limit::StrainLimit;
use toile_cloth::threads::{Anchor, Thread};
use toile_cloth::wind::Wind;
use toile_cloth::world::{ClothContact, World};
use toile_contact::obstacle::{Obstacle, Plane};
use toile_geom::glam::DVec2;
use toile_geom::shapes;

const CELLS: u32 = 5;
const STEPS: usize = 12;

/// A soft fabric without friction, viscosity and curves: each test adds what it is about.
fn fabric() -> Fabric {
    let mut fabric = Fabric::isotropic("test", 0.2, 5e-4, 60.0, 0.2, 2e-5);
    fabric.friction = toile_cloth::fabric::Friction {
        cloth_static: 0.0,
        cloth_kinetic: 0.0,
        skin_static: 0.0,
        skin_kinetic: 0.0,
    };
    fabric
}

/// A sheet that hangs by two corners, in empty space.
fn hanging(method: &str, fabric: &Fabric) -> Simulation {
    let sheet = shapes::sheet(DVec2::splat(0.3), [CELLS, CELLS]);
    let mut cloth = Cloth::of_sheet(&sheet, fabric).unwrap();
    cloth.pinned[0] = true;
    cloth.pinned[CELLS as usize] = true;
    let solver = <dyn Solver>::named(method, &MethodSettings::default()).unwrap();
    Simulation::new(cloth, World::default(), solver)
}

/// The same sheet on a slope of 30°, free, with or without another one below it that is pinned.
fn sliding(method: &str, fabric: &Fabric, on_cloth: bool) -> Simulation {
    let turn = glam::DQuat::from_rotation_z(-0.5);
    let mut mesh = shapes::sheet(DVec2::splat(0.3), [CELLS, CELLS]);
    let count = mesh.positions.len();
    if on_cloth {
        let mut lower = shapes::sheet(DVec2::splat(0.6), [CELLS, CELLS]);
        lower.positions.iter_mut().for_each(|p| p.y -= 2.2e-3);
        mesh.append(&lower);
    }
    let mut cloth = Cloth::of_sheet(&mesh, fabric).unwrap();
    cloth.pinned[count..].fill(true);
    for place in cloth.state.positions.iter_mut().chain(&mut cloth.reference) {
        *place = turn * *place;
    }
    let mut world = World::default();
    if on_cloth {
        world.cloth_contact = Some(ClothContact::default());
    } else {
        let normal = turn * DVec3::Y;
        world.obstacles =
            vec![Obstacle::plane(Plane { point: -1.2e-3 * normal, normal, ..Plane::floor(0.0) })];
    }
    let solver = <dyn Solver>::named(method, &MethodSettings::default()).unwrap();
    Simulation::new(cloth, world, solver)
}

/// The simulation without a property, or with it.
fn with(property: ClothProperty, has: bool, method: &str) -> Simulation {
    use ClothProperty as P;
    let mut cloth = fabric();
    let factor = if has { 1.0 } else { 0.0 };
    match property {
        P::Stretch if has => [&mut cloth.membrane.warp, &mut cloth.membrane.weft]
            .map(|stiffness| *stiffness *= 4.0)
            .iter()
            .for_each(drop),
        P::MeasuredStretch if has => cloth.membrane.compression = 0.2,
        P::StretchViscosity => cloth.damping.membrane = 0.05 * factor,
        P::Bending if has => [&mut cloth.bending.warp, &mut cloth.bending.weft]
            .map(|stiffness| *stiffness *= 20.0)
            .iter()
            .for_each(drop),
        P::BendingViscosity => cloth.damping.bending = 0.1 * factor,
        P::Creases => {
            (cloth.bending.hysteresis_warp, cloth.bending.hysteresis_weft) = (2e-3, 2e-3);
            cloth.bending.transition_curvature = 10.0;
        }
        P::ObstacleFriction if has => (cloth.friction.skin_static, cloth.friction.skin_kinetic) = (0.9, 0.9),
        P::ClothFriction if has => (cloth.friction.cloth_static, cloth.friction.cloth_kinetic) = (0.9, 0.9),
        _ => {}
    }
    let mut simulation = match property {
        P::ObstacleFriction => sliding(method, &cloth, false),
        P::ClothFriction => sliding(method, &cloth, true),
        _ => hanging(method, &cloth),
    };
    if has {
        add(property, &mut simulation);
    }
    simulation
}

/// Adds a property that is none of the fabric.
fn add(property: ClothProperty, simulation: &mut Simulation) {
    let row = CELLS + 1;
    let cloth = &mut simulation.cloth;
    match property {
        ClothProperty::Creases => cloth.remember_bending(),
        ClothProperty::Arcs => cloth.follow_arcs(true),
        ClothProperty::Folds => {
            let fold = |n: u32| Fold { edge: [2 * row + n, 2 * row + n + 1], angle: 1.5 };
            cloth.fold((0..CELLS).map(fold).collect());
        }
        ClothProperty::Threads => cloth.threads.push(Thread {
            ends: [0, row * row - 1].map(Anchor::vertex),
            length: 0.1,
            stiffness: 50.0,
            is_spring: false,
        }),
        ClothProperty::StrainLimit => {
            simulation.strain_limit = Some(StrainLimit { most: 1.002, ..StrainLimit::default() });
        }
        ClothProperty::Air => {
            simulation.world.air = Some(Air::default());
            simulation.world.wind = Wind { velocity: DVec3::new(3.0, 1.0, 0.0), ..Wind::default() };
        }
        _ => {}
    }
}

fn run(mut simulation: Simulation) -> Result<Vec<DVec3>, SolverError> {
    for _ in 0..STEPS {
        simulation.step(1.0 / 60.0)?;
    }
    Ok(simulation.cloth.state.positions)
}

#[test]
fn every_method_honours_a_property_or_leaves_it_out_or_refuses_it() {
    for method in METHODS {
        for property in ClothProperty::ALL {
            let told = format!("{} with {}", method.name, property.name());
            let with_it = with(property, true, method.name);
            let (honours, left_out) = (with_it.solver.honours(property), with_it.left_out());
            assert_eq!(left_out.contains(&property), !honours, "{told}: {left_out:?}");
            let without = run(with(property, false, method.name)).unwrap();
            match run(with_it) {
                Err(SolverError::Refused { property: named, .. }) => {
                    assert!(named == property && !honours && property.is_asked_for(), "{told}");
                }
                Err(error) => panic!("{told}: {error}"),
                Ok(places) => {
                    assert!(honours || !property.is_asked_for(), "{told} is neither known nor refused");
                    let farthest =
                        places.iter().zip(&without).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
                    assert!((farthest > 1e-6) == honours, "{told}: {farthest} m");
                }
            }
        }
    }
}

#[test]
fn the_guide_shows_the_table() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/simulate.md");
    let text = std::fs::read_to_string(guide).unwrap();
    assert!(text.contains(&property_table()), "docs/src/simulate.md should have:\n{}", property_table());
}
