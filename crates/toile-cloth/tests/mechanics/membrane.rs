//! The membrane: strains, forces and moduli of a stretched sheet.

use crate::sheets::{all_kinds, check_gradient, crumpled, dot, orthotropic, probes, product};
use toile_cloth::membrane::Membrane;
use toile_geom::glam::{DMat3, DQuat, DVec2, DVec3};

fn stiffness() -> DMat3 {
    orthotropic() * 1000.0
}

#[test]
fn a_stretched_sheet_has_the_strain_of_its_stretch_and_none_when_turned() {
    let turn = DQuat::from_scaled_axis(DVec3::new(1.0, 0.3, -0.4));
    for sheet in all_kinds(6) {
        let membrane = Membrane::new(&sheet.mesh(), &sheet.rest(), |_| stiffness());
        let stretch = DVec2::new(1.02, 0.97);
        let stretched: Vec<DVec3> = sheet.places.iter().map(|p| turn * (*p * stretch).extend(0.0)).collect();
        let expected = DVec3::new(0.02, -0.03, 0.0);
        for strain in membrane.strains(&stretched) {
            assert!((strain - expected).length() < 1e-12, "{}: {strain}", sheet.name);
        }
        let area = sheet.size.x * sheet.size.y;
        let energy = 0.5 * area * expected.dot(stiffness() * expected);
        assert!((membrane.energy(&stretched) / energy - 1.0).abs() < 1e-9);
    }
}

#[test]
fn gradient_and_second_derivative_are_consistent() {
    for sheet in all_kinds(6) {
        let mesh = sheet.mesh();
        let membrane = Membrane::new(&sheet.mesh(), &sheet.rest(), |_| stiffness());
        let bent = crumpled(&mesh);
        let mut gradient = vec![DVec3::ZERO; bent.len()];
        membrane.add_gradient(&bent, &mut gradient);
        check_gradient(&bent, &gradient, |x| membrane.energy(x));
        let mut blocks = Vec::new();
        membrane.hessian(&bent, |i, j, block| blocks.push((i, j, block)));
        let probes = probes(bent.len());
        for a in &probes {
            assert!(dot(a, &product(&blocks, a)) >= 0.0);
            for b in &probes {
                let (ab, ba) = (dot(a, &product(&blocks, b)), dot(b, &product(&blocks, a)));
                assert!((ab - ba).abs() < 1e-9 * ab.abs().max(1.0));
            }
        }
    }
}

#[test]
fn under_tension_the_second_derivative_is_exact() {
    let sheet = &all_kinds(5)[4];
    let membrane = Membrane::new(&sheet.mesh(), &sheet.rest(), |_| stiffness());
    let wavy = |p: &DVec2| (*p * 1.2).extend(0.1 * (p.x + 0.5 * p.y).sin());
    let stretched: Vec<DVec3> = sheet.places.iter().map(wavy).collect();
    assert!(membrane.strains(&stretched).iter().all(|e| e.x > 0.1 && e.y > 0.1), "all in tension");
    let mut blocks = Vec::new();
    membrane.hessian(&stretched, |i, j, block| blocks.push((i, j, block)));
    for probe in probes(stretched.len()) {
        let gradient_at = |step: f64| {
            let moved: Vec<DVec3> = stretched.iter().zip(&probe).map(|(x, d)| *x + *d * step).collect();
            let mut gradient = vec![DVec3::ZERO; moved.len()];
            membrane.add_gradient(&moved, &mut gradient);
            gradient
        };
        let expected = product(&blocks, &probe);
        let scale = expected.iter().map(|g| g.length()).fold(0.0, f64::max);
        let (plus, minus) = (gradient_at(1e-6), gradient_at(-1e-6));
        for v in 0..stretched.len() {
            let difference = (plus[v] - minus[v]) / 2e-6;
            assert!((difference - expected[v]).length() < 1e-6 * scale, "{difference} {}", expected[v]);
        }
    }
}
