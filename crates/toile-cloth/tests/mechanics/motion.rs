//! Cloth in motion: what Newton's laws demand, and what a hanging sheet does.

use crate::sheets::{Sheet, all_kinds, crumpled};
use toile_cloth::bending::Bending;
use toile_cloth::cloth::Cloth;
use toile_cloth::membrane::Membrane;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{Budget, Newton, Scheme};
use toile_cloth::world::World;
use toile_geom::glam::{DMat3, DVec2, DVec3};

const DENSITY: f64 = 0.2;

/// A square sheet of 1 m of an ordinary fabric.
fn cloth(sheet: &Sheet, scheme: Scheme, budget: Budget) -> (Simulation, Sheet) {
    let scale = 1.0 / sheet.size.x;
    let places: Vec<DVec2> = sheet.places.iter().map(|p| *p * scale).collect();
    let sheet =
        Sheet { places, size: sheet.size * scale, name: sheet.name, triangles: sheet.triangles.clone() };
    let (mesh, rest) = (sheet.mesh(), sheet.rest());
    let membrane = Membrane::new(&mesh, &rest, |_| DMat3::from_diagonal(DVec3::new(1000.0, 1000.0, 300.0)));
    let bending = Bending::new(&mesh, &rest, |_| DMat3::from_diagonal(DVec3::new(1e-5, 1e-5, 5e-6)), &[]);
    let masses = rest.masses(&mesh, |_| DENSITY);
    let cloth = Cloth::from_parts(&mesh, rest, masses, membrane, bending);
    (Simulation::new(cloth, World::default(), Box::new(Newton::new(scheme, budget))), sheet)
}

#[test]
fn free_fall_is_exact() {
    for scheme in [Scheme::BackwardEuler, Scheme::Bdf2] {
        let (mut moving, _) = cloth(&all_kinds(8)[2], scheme, Budget::INTERACTIVE);
        let start = moving.cloth.state.positions.clone();
        for _ in 0..30 {
            moving.step(1.0 / 60.0).unwrap();
        }
        for (v, (velocity, (now, before))) in moving
            .cloth
            .state
            .velocities
            .iter()
            .zip(moving.cloth.state.positions.iter().zip(&start))
            .enumerate()
        {
            assert!((*velocity - DVec3::NEG_Y * (9.81 * 0.5)).length() < 1e-6, "vertex {v}: {velocity}");
            let moved = *now - *before;
            assert!(moved.x.abs() < 1e-6 && moved.z.abs() < 1e-6, "it keeps its shape: {moved}");
        }
    }
}

#[test]
fn a_crumpled_sheet_unfolds_without_gaining_energy_or_momentum() {
    let (mut moving, _) = cloth(&all_kinds(8)[5], Scheme::BackwardEuler, Budget::ACCURATE);
    moving.world.gravity = DVec3::ZERO;
    let flat: Vec<DVec3> = moving.cloth.state.positions.clone();
    let mesh =
        toile_geom::TriMesh { positions: flat.iter().map(|p| *p * 8.0).collect(), triangles: Vec::new() };
    moving.cloth.state.positions = crumpled(&mesh).iter().map(|p| *p / 8.0).collect();
    let mut energy = moving.world.energy(&moving.cloth);
    assert!(energy > 0.1);
    for step in 0..60 {
        let report = moving.step(1.0 / 240.0).unwrap();
        assert!(report.solver.last_correction < 1e-6, "step {step} converges: {report:?}");
        let now = moving.world.energy(&moving.cloth);
        assert!(now <= energy * (1.0 + 1e-9), "step {step}: {energy} to {now}");
        energy = now;
        assert!(moving.cloth.momentum().length() < 1e-6, "step {step}: {}", moving.cloth.momentum());
    }
}

#[test]
fn a_hanging_sheet_is_longer_by_its_weight() {
    for sheet in [&all_kinds(10)[1], &all_kinds(10)[5]] {
        let (mut moving, sheet) = cloth(sheet, Scheme::BackwardEuler, Budget::ACCURATE);
        // Hung by its upper edge, pulled down by ten times its weight for a stretch that is easily seen.
        let top = sheet.size.y - 1e-9;
        let is_top = |v: usize| sheet.places[v].y > top;
        moving.cloth.pinned = (0..sheet.places.len()).map(is_top).collect();
        moving.world.gravity = DVec3::NEG_Y * 98.1;
        for _ in 0..150 {
            moving.step(1.0 / 30.0).unwrap();
        }
        let bottom: Vec<f64> = (0..sheet.places.len())
            .filter(|&v| sheet.places[v].y < 1e-9)
            .map(|v| moving.cloth.state.positions[v].y)
            .collect();
        let drop = -bottom.iter().sum::<f64>() / bottom.len() as f64;
        // ΔL = ρ g L² / 2 E for small strains; Green's strain and true stress differ by about the strain itself.
        let expected = DENSITY * 98.1 * sheet.size.y.powi(2) / (2.0 * 1000.0);
        assert!((drop / expected - 1.0).abs() < 0.02, "{}: {drop} for {expected}", sheet.name);
    }
}

#[test]
fn the_same_bits_on_any_number_of_threads() {
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let (mut moving, sheet) = cloth(&all_kinds(16)[3], Scheme::Bdf2, Budget::INTERACTIVE);
            moving.cloth.pinned[0] = true;
            moving.cloth.pinned[sheet.size.x as usize] = true;
            for _ in 0..20 {
                moving.step(1.0 / 60.0).unwrap();
            }
            moving
                .cloth
                .state
                .positions
                .iter()
                .flat_map(DVec3::to_array)
                .map(f64::to_bits)
                .collect::<Vec<_>>()
        })
    };
    let one = run(1);
    assert!(one == run(2) && one == run(3));
}
