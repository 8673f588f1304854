//! A sheet hung by its upper edge.

use crate::sheet::{DENSITY, STIFFNESS, at_height, cloth};
use toile_cloth::contact::Contacts;
use toile_cloth::solver::{LengthLimit, LengthLimitSettings, Solver, Xpbd, XpbdSettings};
use toile_cloth::world::World;
use toile_geom::glam::DVec3;

const CELLS: u32 = 10;

/// How much longer the sheet is than at rest, once it has settled under a gravity.
fn elongation(solver: &mut dyn Solver, gravity: f64) -> f64 {
    let mut cloth = cloth(CELLS);
    for v in at_height(CELLS, 1.0) {
        cloth.held[v] = true;
    }
    let world = World { gravity: DVec3::NEG_Y * gravity, ..World::default() };
    for _ in 0..240 {
        solver.step(&mut cloth, &world, &mut Contacts::default(), 1.0 / 60.0).unwrap();
        // Drawn off, to settle.
        for v in 0..cloth.vertex_count() {
            cloth.state.velocities[v] *= 0.8;
        }
    }
    let bottom = at_height(CELLS, 0.0);
    -bottom.iter().map(|&v| cloth.state.positions[v].y).sum::<f64>() / bottom.len() as f64
}

#[test]
fn xpbd_hangs_as_long_as_the_fabric_does() {
    // ΔL = ρ g L² / 2 E for small strains.
    let expected = DENSITY * 98.1 / (2.0 * STIFFNESS);
    let at = |substeps| elongation(&mut Xpbd::new(XpbdSettings { substeps, sweeps: 1 }), 98.1) / expected;
    let ratios = [5, 20, 100].map(at);
    println!("elongation over that of the sheet, 5, 20 and 100 substeps: {ratios:?}");
    assert!((ratios[2] - 1.0).abs() < 0.02, "{ratios:?}");
    assert!(ratios[0] > ratios[1] && ratios[1] > ratios[2] - 0.01, "few substeps sag: {ratios:?}");
}

#[test]
fn limited_lengths_hang_to_their_limit() {
    for (sweeps, tolerance) in [(20, 0.02), (1, 1.0)] {
        let settings = LengthLimitSettings { edges: [0.95, 1.05], sweeps, ..LengthLimitSettings::default() };
        let found = elongation(&mut LengthLimit::new(settings), 9.81);
        println!("{sweeps} sweeps: {found}");
        assert!(found > 0.04 && found < 0.05 + tolerance, "{sweeps} sweeps: {found}");
    }
}
