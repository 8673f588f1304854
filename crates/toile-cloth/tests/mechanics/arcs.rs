//! The arcs over triangles: strain of a curved sheet, and no locking.

use crate::sheets::{all_kinds, check_gradient, clamped_strip, crumpled, orthotropic};
use toile_cloth::bending::Bending;
use toile_cloth::cloth::Cloth;
use toile_cloth::membrane::{Law, Membrane};
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{Budget, Equilibrium, Loads, Newton, Scheme};
use toile_cloth::world::World;
use toile_geom::glam::{DVec2, DVec3};
use toile_geom::sheets::{FlatSheet, SheetKind};

#[test]
fn the_gradient_is_that_of_the_energy_on_every_mesh() {
    for (k, sheet) in all_kinds(6).into_iter().enumerate() {
        let (mesh, rest) = (sheet.mesh(), sheet.rest());
        // Warp in any direction, and a rest shape that is curved on every other mesh.
        let law = Law { grain: 0.4, ..Law::linear(orthotropic() * 100.0) };
        let membrane = Membrane::with_laws(&mesh, &rest, vec![law], |_| 0);
        let mut bending = Bending::new(&mesh, &rest, |_| orthotropic(), &[]);
        if k % 2 == 1 {
            let curved: Vec<DVec3> = sheet.places.iter().map(|p| p.extend(0.05 * p.x * p.x)).collect();
            bending.rest_at(&curved);
        }
        let masses = rest.masses(&mesh, |_| 1.0);
        let mut cloth = Cloth::from_parts(&mesh, rest, masses, membrane, bending);
        let crumpled = crumpled(&mesh);
        let of_chords = cloth.stretch_energy(&crumpled);
        cloth.follow_arcs(true);
        assert!(
            (cloth.stretch_energy(&crumpled) / of_chords - 1.0).abs() > 1e-3,
            "{}: no difference",
            sheet.name
        );
        let mut gradient = vec![DVec3::ZERO; crumpled.len()];
        cloth.add_stretch_gradient(&crumpled, &mut gradient);
        check_gradient(&crumpled, &gradient, |x| cloth.stretch_energy(x));
    }
}

#[test]
fn a_rolled_sheet_is_not_strained_on_any_mesh_in_any_direction() {
    const RADIUS: f64 = 6.0;
    for sheet in all_kinds(10) {
        let (mesh, rest) = (sheet.mesh(), sheet.rest());
        let membrane = Membrane::new(&mesh, &rest, |_| orthotropic());
        let bending = Bending::new(&mesh, &rest, |_| orthotropic(), &[]);
        let masses = rest.masses(&mesh, |_| 1.0);
        let mut cloth = Cloth::from_parts(&mesh, rest, masses, membrane, bending);
        cloth.follow_arcs(true);
        let Some(arcs) = &cloth.arcs else { panic!("it follows them") };
        for direction in [0.0, 0.5, 0.8, 1.2_f64] {
            let along = DVec2::from_angle(direction);
            let rolled = |p: &DVec2| {
                let angle = p.dot(along) / RADIUS;
                let flat = along * (RADIUS * angle.sin()) + along.perp() * p.dot(along.perp());
                flat.extend(RADIUS * (1.0 - angle.cos()))
            };
            let rolled: Vec<DVec3> = sheet.places.iter().map(rolled).collect();
            let chords = cloth.membrane.strains(&rolled);
            let missing = arcs.strains(&cloth.bending.curvatures(&rolled));
            let inside = |t: &usize| sheet.is_inside(*t, 1.5);
            let largest = |strain: &dyn Fn(usize) -> DVec3| {
                (0..chords.len()).filter(inside).map(|t| strain(t).abs().max_element()).fold(0.0, f64::max)
            };
            let [without, with] = [largest(&|t| chords[t]), largest(&|t| chords[t] + missing[t])];
            assert!(with < 0.1 * without, "{} at {direction}: {with} of {without}", sheet.name);
        }
    }
}

fn tip_error(sheet: &FlatSheet, cloth: &Cloth, expected: f64) -> f64 {
    let ends = sheet.vertices(|p| p.x == sheet.size.x);
    let tip: DVec3 = ends.iter().map(|&v| cloth.state.positions[v as usize]).sum();
    -tip.z / tip.x / expected - 1.0
}

/// Ten times as stiff as shirt cloth of that length and coarsely meshed: flat triangles are stiff in bending, arcs are not.
#[test]
fn the_membrane_does_not_resist_bending_on_irregular_meshes() {
    for kind in [SheetKind::Jittered, SheetKind::Irregular] {
        let sheet = FlatSheet::new(kind, DVec2::new(1.0, 0.2), [20, 4]);
        for (gamma, expected, tolerance) in [(10.0, 1.06680, 0.005), (50.0, 3.70556, 0.012)] {
            let [without, with] = [false, true].map(|follow| {
                let mut strip = clamped_strip(&sheet, 1e6);
                strip.follow_arcs(follow);
                Equilibrium::default().settle(&mut strip, &Loads::gravity(DVec3::NEG_Z * gamma)).unwrap();
                tip_error(&sheet, &strip, expected)
            });
            eprintln!(
                "{:10} Γ {gamma}: {:+.2} % without, {:+.2} % with",
                kind.name(),
                100.0 * without,
                100.0 * with
            );
            assert!(with.abs() < tolerance, "{with}");
            assert!(without < -1.5 * tolerance, "{without}: nothing to correct");
        }
    }
}

/// In motion the arcs are those of the last step, without the moments that follow from them: at rest it must come to the same.
#[test]
fn cloth_that_moves_comes_to_rest_where_the_balance_is() {
    let sheet = FlatSheet::new(SheetKind::Irregular, DVec2::new(1.0, 0.2), [20, 4]);
    let (gravity, expected) = (DVec3::NEG_Z * 10.0, 1.06680);
    let mut strip = clamped_strip(&sheet, 1e6);
    strip.follow_arcs(true);
    // From where flat triangles would rest.
    let mut flat = clamped_strip(&sheet, 1e6);
    Equilibrium::default().settle(&mut flat, &Loads::gravity(gravity)).unwrap();
    strip.state.positions = flat.state.positions;
    let solver = Box::new(Newton::new(Scheme::BackwardEuler, Budget::ACCURATE));
    let mut moving = Simulation::new(strip, World { gravity, ..World::default() }, solver);
    for _ in 0..80 {
        moving.step(0.1).unwrap();
    }
    let error = tip_error(&sheet, &moving.cloth, expected);
    eprintln!("{:+.2} %", 100.0 * error);
    assert!(error.abs() < 0.005, "{error}");
}
