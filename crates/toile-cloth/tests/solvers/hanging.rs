//! A sheet hung by its upper edge.

use crate::sheet::{DENSITY, STIFFNESS, at_height, cloth, stiff_cloth};
use toile_cloth::contact::ContactPipeline;
use toile_cloth::solver::{LengthLimit, LengthLimitSettings, Solver, Xpbd, XpbdSettings};
use toile_cloth::world::World;
use toile_geom::glam::DVec3;

const CELLS: u32 = 10;

/// How much longer the sheet is than at rest, once it has settled under a gravity.
fn elongation(solver: &mut dyn Solver, gravity: f64) -> f64 {
    let mut cloth = cloth(CELLS);
    for v in at_height(CELLS, 1.0) {
        cloth.pinned[v] = true;
    }
    let world = World { gravity: DVec3::NEG_Y * gravity, ..World::default() };
    for _ in 0..240 {
        solver.step(&mut cloth, &world, &mut ContactPipeline::default(), 1.0 / 60.0).unwrap();
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

/// Corrections do not get through a mesh of light and stiff cells in a few sweeps, and a sheet that falls into its hold is torn long.
#[test]
fn light_and_stiff_cells_get_shorter_substeps() {
    let cells = 24;
    let fall = |settings: XpbdSettings| {
        let mut cloth = stiff_cloth(cells, 200.0 * STIFFNESS);
        for v in at_height(cells, 1.0) {
            cloth.pinned[v] = true;
        }
        let world = World { gravity: DVec3::NEG_Y * 9.81, ..World::default() };
        let mut solver = Xpbd::new(settings);
        let mut substeps = 0;
        for _ in 0..20 {
            substeps = solver
                .step(&mut cloth, &world, &mut ContactPipeline::default(), 1.0 / 60.0)
                .unwrap()
                .substeps;
        }
        let lowest = cloth.state.positions.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        (substeps, -lowest)
    };
    let (usual, long) = fall(XpbdSettings { substeps: 20, sweeps: 1 });
    let (substeps, short) = fall(XpbdSettings::default());
    println!("{usual} and {substeps} substeps: longer by {long} and {short}");
    assert!(usual == 20 && (60..=120).contains(&substeps));
    assert!(short < 0.3 * long && short < 2e-3, "{short} {long}");
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
