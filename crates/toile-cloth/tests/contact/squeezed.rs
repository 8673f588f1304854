//! Layers that begin far closer than their thickness.

use super::{STEP, intersections};
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::Fabric;
use toile_cloth::rest::RestShape;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{MethodSettings, Solver};
use toile_cloth::world::ClothContact;
use toile_cloth::world::World;
use toile_geom::glam::{DVec2, DVec3};
use toile_geom::{TriMesh, shapes};

const LAYERS: usize = 5;
const CELLS: u32 = 4;
const VERTICES: usize = ((CELLS + 1) * (CELLS + 1)) as usize;

/// Sheets one above the other, a part of their thickness apart, where nothing else acts.
fn stack(part: f64) -> Simulation {
    let sheet = shapes::sheet(DVec2::splat(0.1), [CELLS; 2]);
    let flat: Vec<DVec2> = sheet.positions.iter().map(|p| DVec2::new(p.x, -p.z)).collect();
    let contact = ClothContact::default();
    let (mut mesh, mut rest) = (TriMesh::default(), RestShape::default());
    for layer in 0..LAYERS {
        let lifted = DVec3::Y * (layer as f64 * part * contact.thickness);
        let positions = sheet.positions.iter().map(|p| *p + lifted).collect();
        mesh.append(&TriMesh { positions, triangles: sheet.triangles.clone() });
        rest.corners.extend(RestShape::from_flat(&flat, &sheet.triangles).corners);
    }
    let cloth = Cloth::of_fabric(&mesh, rest, &Fabric::named("cotton-poplin").unwrap()).unwrap();
    let world = World { gravity: DVec3::ZERO, air: None, cloth_contact: Some(contact), ..World::default() };
    Simulation::new(cloth, world, <dyn Solver>::named("xpbd", &MethodSettings::default()).unwrap())
}

#[test]
fn squeezed_layers_part_without_being_thrown_off() {
    let mut simulation = stack(0.1);
    for frame in 1..=10 {
        simulation.step(STEP).unwrap();
        let speed = (2.0 * simulation.cloth.kinetic_energy() / simulation.cloth.mass()).sqrt();
        // Pairs part at 0.2 m/s. What is left comes from layers that are not parted evenly, and so are bent a little.
        assert!(speed < 0.05, "frame {frame}: {speed} m/s");
    }
    assert_eq!(intersections(&simulation), [0, 0]);
    let middle = |layer: usize| simulation.cloth.state.positions[layer * VERTICES + VERTICES / 2].y;
    let thickness = ClothContact::default().thickness;
    for layer in 1..LAYERS {
        let gap = middle(layer) - middle(layer - 1);
        assert!(gap > 0.9 * thickness, "layer {layer}: {gap}");
    }
}

#[test]
fn the_number_of_threads_changes_no_bit_of_it() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut simulation = stack(0.1);
            for _ in 0..5 {
                simulation.step(STEP).unwrap();
            }
            simulation.cloth.state
        })
    };
    assert_eq!(on(1), on(2));
}
