//! A strip clamped at one end bends under its own weight: the heavy elastica.
//!
//! The ratio of the tip's drop to its reach depends on `Γ = ρ g L³ / B` alone. The expected values are those of the differential
//! equation `θ'' = -Γ (1 - s) cos θ`, `θ(0) = 0`, `θ'(1) = 0`.

use crate::sheets::clamped_strip;
use toile_cloth::solver::{Equilibrium, Loads};
use toile_geom::glam::{DVec2, DVec3};
use toile_geom::sheets::{FlatSheet, SheetKind};

/// Drop over reach of the tip, for each Γ.
const EXPECTED: [(f64, f64); 7] = [
    (0.1, 0.01250),
    (1.0, 0.12456),
    (5.0, 0.58572),
    (10.0, 1.06680),
    (50.0, 3.70556),
    (100.0, 5.88810),
    (200.0, 8.90677),
];

/// Settles strips under growing loads and compares them with the elastica, within two percent.
fn compare(kinds: &[SheetKind], cells: [u32; 2], loads: &[f64]) {
    for &kind in kinds {
        let width = f64::from(cells[1]) / f64::from(cells[0]);
        let sheet = FlatSheet::new(kind, DVec2::new(1.0, width), cells);
        let mut strip = clamped_strip(&sheet, 1e5);
        let mut equilibrium = Equilibrium::default();
        for (gamma, expected) in EXPECTED.into_iter().filter(|case| loads.contains(&case.0)) {
            let settled = equilibrium.settle(&mut strip, &Loads::gravity(DVec3::NEG_Z * gamma));
            assert!(settled.is_ok(), "{settled:?}");
            let ends = sheet.vertices(|p| p.x == 1.0);
            let tip: DVec3 = ends.iter().map(|&v| strip.state.positions[v as usize]).sum();
            let error = -tip.z / tip.x / expected - 1.0;
            eprintln!("{:14} {cells:?} cells, Γ {gamma:5}: {:+.2} %", kind.name(), 100.0 * error);
            assert!(error.abs() < 0.02, "{} at Γ = {gamma}: {error}", kind.name());
        }
    }
}

#[test]
fn a_heavy_strip_hangs_as_the_elastica_does_on_every_mesh() {
    compare(&SheetKind::BY_REGULARITY, [20, 4], &[0.1, 1.0, 5.0, 10.0, 50.0]);
}

#[test]
fn a_very_heavy_strip_bends_sharply_at_the_clamp() {
    // The sharper the bend, the finer the mesh must be.
    compare(&[SheetKind::JitteredGrid, SheetKind::Irregular], [40, 4], &[10.0, 100.0, 200.0]);
}
