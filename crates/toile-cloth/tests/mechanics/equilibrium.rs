//! Where cloth comes to rest, and whether it stays there.

use crate::sheets::{clamped_strip, isotropic};
use toile_cloth::bending::Bending;
use toile_cloth::cloth::{Cloth, Grab};
use toile_cloth::membrane::Membrane;
use toile_cloth::rest::RestShape;
use toile_cloth::solver::{Equilibrium, EquilibriumError, Loads};
use toile_cloth::threads::{Anchor, Thread};
use toile_geom::glam::{DVec2, DVec3};
use toile_geom::sheets::{FlatSheet, SheetKind};

fn sheet(kind: SheetKind) -> FlatSheet {
    FlatSheet::new(kind, DVec2::new(1.0, 0.2), [20, 4])
}

fn free_cloth(sheet: &FlatSheet) -> Cloth {
    let (mesh, rest) = (sheet.mesh(), RestShape::from_flat(&sheet.places, &sheet.triangles));
    let membrane = Membrane::new(&mesh, &rest, |_| isotropic() * 1e4);
    let bending = Bending::new(&mesh, &rest, |_| isotropic(), &[]);
    let masses = rest.masses(&mesh, |_| 1.0);
    Cloth::from_parts(&mesh, rest, masses, membrane, bending)
}

#[test]
fn nothing_is_left_of_the_forces_and_the_hold_carries_the_weight() {
    for kind in SheetKind::BY_REGULARITY {
        let mut strip = clamped_strip(&sheet(kind), 1e5);
        let loads = Loads {
            gravity: DVec3::new(0.0, -3.0, -8.0),
            forces: vec![(20, DVec3::new(0.2, 0.0, 0.5)), (20, DVec3::X * 0.1)],
        };
        let report = Equilibrium::default().settle_in_parts(&mut strip, &loads, 2).unwrap();
        assert!(report.residual < 1e-6 && report.last_correction < 2e-9, "{report:?}");
        let gradient = loads.gradient(&strip, &strip.state.positions);
        let (mut hold, mut rest) = (DVec3::ZERO, 0.0_f64);
        for (g, &pinned) in gradient.iter().zip(&strip.pinned) {
            if pinned { hold += *g } else { rest = rest.max(g.length()) }
        }
        assert!(rest < 1e-6, "{kind:?}: {rest} N left");
        // A clamp holds an angle too, so that only a part of the balance is in the pinned vertices' forces; along the clamp there is
        // no moment.
        let pull: DVec3 = loads.forces.iter().map(|f| f.1).sum();
        let weight = loads.gravity * strip.mass() + pull;
        assert!((hold.y + weight.y).abs() < 1e-3 * weight.length(), "{kind:?}: {hold} for {weight}");
    }
}

#[test]
fn a_load_that_is_too_much_for_the_steps_is_an_error_and_changes_nothing() {
    let mut strip = clamped_strip(&sheet(SheetKind::Alternating), 1e5);
    let before = strip.state.clone();
    let mut hasty = Equilibrium::default();
    hasty.most_steps = 3;
    let error = hasty.settle(&mut strip, &Loads::gravity(DVec3::NEG_Z * 50.0)).unwrap_err();
    assert!(matches!(error, EquilibriumError::NotFound { steps: 3, .. }), "{error}");
    assert_eq!(strip.state, before);
    let nonsense = Loads { gravity: DVec3::ZERO, forces: vec![(30, DVec3::splat(f64::NAN))] };
    let error = Equilibrium::default().settle(&mut strip, &nonsense).unwrap_err();
    assert_eq!(error, EquilibriumError::NotFinite { vertex: 30 });
    let nowhere = Loads { gravity: DVec3::ZERO, forces: vec![(9999, DVec3::X)] };
    let error = Equilibrium::default().settle(&mut strip, &nowhere).unwrap_err();
    assert!(matches!(error, EquilibriumError::NoSuchVertex { vertex: 9999, .. }), "{error}");
}

#[test]
fn threads_and_grabs_are_part_of_the_balance() {
    // Hung at two corners by slack threads' other ends: the sheet falls until they are taut.
    let sheet = sheet(SheetKind::Irregular);
    let mut cloth = free_cloth(&sheet);
    let corners = sheet.vertices(|p| p.y == 0.2 && (p.x == 0.0 || p.x == 1.0));
    for &v in &corners {
        let target = cloth.state.positions[v as usize];
        cloth.grabs.push(Grab { anchor: Anchor::vertex(v), target, stiffness: 100.0 });
    }
    let middle = sheet.vertices(|p| p.y == 0.0)[10];
    let ends = [Anchor::vertex(corners[0]), Anchor::vertex(middle)];
    cloth.threads.push(Thread { ends, length: 0.3, stiffness: 50.0, is_spring: false });
    let loads = Loads::gravity(DVec3::NEG_Y * 9.81);
    let report = Equilibrium::default().settle(&mut cloth, &loads).unwrap();
    assert!(report.residual < 1e-6, "{report:?}");
    let carried: f64 = cloth
        .grabs
        .iter()
        .map(|grab| grab.stiffness * (grab.target - grab.anchor.position(&cloth.state.positions)).y)
        .sum();
    assert!((carried / (cloth.mass() * 9.81) - 1.0).abs() < 1e-6, "{carried}");
    assert!(cloth.threads[0].tension(&cloth.state.positions) > 0.0);
}

#[test]
fn a_standing_strip_is_stable_until_greenhills_height() {
    let strip = clamped_strip(&sheet(SheetKind::Jittered), 1e4);
    let mut equilibrium = Equilibrium::default();
    let mut lean = |gamma: f64| {
        let mut standing = strip.clone();
        equilibrium.settle(&mut standing, &Loads::gravity(DVec3::NEG_X * gamma)).unwrap();
        (equilibrium.unstable_directions(&standing), equilibrium.lowest_mode(&standing).square_frequency)
    };
    let (stable, soft) = (lean(7.6), lean(8.1));
    assert!(stable.0 == 0 && stable.1 > 0.0, "{stable:?}");
    assert!(soft.0 == 1 && soft.1 < 0.0, "{soft:?}");
}

#[test]
fn the_lowest_mode_of_a_strip_is_the_textbooks() {
    // ω² = (1.8751 / L)⁴ B / ρ
    let strip = clamped_strip(&sheet(SheetKind::Equilateral), 1e4);
    let mode = Equilibrium::default().lowest_mode(&strip);
    assert!((mode.square_frequency / 1.875_104_f64.powi(4) - 1.0).abs() < 0.01, "{}", mode.square_frequency);
    let mass: f64 = mode.shape.iter().zip(&strip.masses).map(|(d, m)| m * d.length_squared()).sum();
    assert!((mass - 1.0).abs() < 1e-9);
}

#[test]
fn the_same_bits_on_any_number_of_threads() {
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut strip = clamped_strip(&sheet(SheetKind::Irregular), 1e5);
            Equilibrium::default().settle(&mut strip, &Loads::gravity(DVec3::NEG_Z * 10.0)).unwrap();
            strip.state.positions.iter().flat_map(DVec3::to_array).map(f64::to_bits).collect::<Vec<_>>()
        })
    };
    assert_eq!(run(1), run(3));
}
