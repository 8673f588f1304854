//! Bending: curvature and energy are those of the continuous sheet, on every mesh and in every direction.

use crate::sheets::{all_kinds, check_gradient, crumpled, dot, isotropic, orthotropic, probes, product};
use toile_cloth::bending::{Bending, Clamp};
use toile_cloth::rest::RestShape;
use toile_cloth::voigt::{dyad, rotation};
use toile_geom::glam::{DMat3, DQuat, DVec2, DVec3};

/// Rolls a flat sheet onto a cylinder, across the given direction.
fn rolled(places: &[DVec2], direction: DVec2, radius: f64) -> Vec<DVec3> {
    let roll = |p: &DVec2| {
        let (along, across) = (p.dot(direction) / radius, direction.perp_dot(*p));
        let flat = direction * (radius * along.sin()) + direction.perp() * across;
        flat.extend(radius * (1.0 - along.cos()))
    };
    places.iter().map(roll).collect()
}

#[test]
fn a_cylinder_has_its_curvature_and_energy_on_every_mesh_in_every_direction() {
    let radius = 12.0;
    for sheet in all_kinds(16) {
        let (mesh, rest) = (sheet.mesh(), sheet.rest());
        rest.validate().unwrap();
        for degrees in [0.0, 15.0, 30.0, 45.0, 60.0, 90.0, 135.0] {
            let direction = DVec2::from_angle(f64::to_radians(degrees));
            let bent = rolled(&sheet.places, direction, radius);
            let expected = dyad(direction) / radius;
            for stiffness in [isotropic(), orthotropic()] {
                let curvatures = Bending::new(&mesh, &rest, |_| stiffness, &[]).curvatures(&bent);
                let (mut energy, mut exact) = (0.0, 0.0);
                for t in (0..mesh.triangles.len()).filter(|&t| sheet.is_inside(t, 2.5)) {
                    energy += rest.area(t) * curvatures[t].dot(stiffness * curvatures[t]);
                    exact += rest.area(t) * expected.dot(stiffness * expected);
                }
                let ratio = energy / exact;
                assert!((ratio - 1.0).abs() < 0.01, "{} at {degrees}°: {ratio}", sheet.name);
            }
        }
    }
}

#[test]
fn shallow_bowls_saddles_and_twists_are_exact_too() {
    for sheet in all_kinds(12) {
        let bending = Bending::new(&sheet.mesh(), &sheet.rest(), |_| isotropic(), &[]);
        for k in [DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.0, -1.0, 0.0), DVec3::new(0.0, 0.0, 2.0)] {
            let k = k * 1e-4;
            let height = |p: &DVec2| 0.5 * (k.x * p.x * p.x + k.y * p.y * p.y + k.z * p.x * p.y);
            let bent: Vec<DVec3> = sheet.places.iter().map(|p| p.extend(height(p))).collect();
            for (t, found) in bending.curvatures(&bent).into_iter().enumerate() {
                if sheet.is_inside(t, 2.5) {
                    let error = (found - k).length() / k.length();
                    assert!(error < 1e-4, "{} {k}: {found}", sheet.name);
                }
            }
        }
    }
}

#[test]
fn constant_curvature_needs_no_force_inside() {
    // The bending patch test.
    for sheet in all_kinds(12) {
        let bending = Bending::new(&sheet.mesh(), &sheet.rest(), |_| orthotropic(), &[]);
        let height = |p: &DVec2| 1e-4 * (0.7 * p.x * p.x - 0.4 * p.y * p.y + 0.5 * p.x * p.y);
        let bent: Vec<DVec3> = sheet.places.iter().map(|p| p.extend(height(p))).collect();
        let mut gradient = vec![DVec3::ZERO; bent.len()];
        bending.add_gradient(&bent, &mut gradient);
        let at_border = gradient.iter().map(|g| g.length()).fold(0.0, f64::max);
        for (place, force) in sheet.places.iter().zip(&gradient) {
            let inside = place.cmpgt(DVec2::splat(4.0)).all() && place.cmplt(sheet.size - 4.0).all();
            assert!(!inside || force.length() < 1e-4 * at_border, "{} {place}: {force}", sheet.name);
        }
    }
}

#[test]
fn gradient_and_second_derivative_are_consistent() {
    for sheet in all_kinds(6) {
        let mesh = sheet.mesh();
        let bending = Bending::new(&mesh, &sheet.rest(), |_| orthotropic(), &[]);
        let bent = crumpled(&mesh);
        let mut gradient = vec![DVec3::ZERO; bent.len()];
        bending.add_gradient(&bent, &mut gradient);
        check_gradient(&bent, &gradient, |x| bending.energy(x));
        // Nothing pulls or turns the sheet as a whole.
        let total: DVec3 = gradient.iter().sum();
        let torque: DVec3 = bent.iter().zip(&gradient).map(|(x, g)| x.cross(*g)).sum();
        assert!(total.length() < 1e-9 && torque.length() < 1e-8, "{total} {torque}");

        let mut blocks = Vec::new();
        bending.hessian(&bent, |i, j, block| blocks.push((i, j, block)));
        let probes = probes(bent.len());
        for a in &probes {
            assert!(dot(a, &product(&blocks, a)) >= -1e-9, "positive semidefinite");
            for b in &probes {
                let (ab, ba) = (dot(a, &product(&blocks, b)), dot(b, &product(&blocks, a)));
                assert!((ab - ba).abs() < 1e-8 * ab.abs().max(1.0), "symmetric");
            }
        }
    }
}

#[test]
fn at_rest_the_second_derivative_is_exact() {
    let sheet = &all_kinds(5)[5];
    let mesh = sheet.mesh();
    let mut bending = Bending::new(&mesh, &sheet.rest(), |_| orthotropic(), &[]);
    let curved = crumpled(&mesh);
    bending.rest_at(&curved);
    assert!(bending.energy(&curved).abs() < 1e-20);
    let mut blocks = Vec::new();
    bending.hessian(&curved, |i, j, block| blocks.push((i, j, block)));
    for probe in probes(curved.len()) {
        let expected = product(&blocks, &probe);
        let gradient_at = |step: f64| {
            let moved: Vec<DVec3> = curved.iter().zip(&probe).map(|(x, d)| *x + *d * step).collect();
            let mut gradient = vec![DVec3::ZERO; moved.len()];
            bending.add_gradient(&moved, &mut gradient);
            gradient
        };
        let (plus, minus) = (gradient_at(1e-6), gradient_at(-1e-6));
        let scale = expected.iter().map(|g| g.length()).fold(0.0, f64::max);
        for v in 0..curved.len() {
            let difference = (plus[v] - minus[v]) / 2e-6;
            assert!((difference - expected[v]).length() < 1e-5 * scale, "{difference} {}", expected[v]);
        }
    }
}

#[test]
fn moving_and_turning_costs_nothing() {
    let sheet = &all_kinds(6)[2];
    let mesh = sheet.mesh();
    let bending = Bending::new(&mesh, &sheet.rest(), |_| orthotropic(), &[]);
    let bent = crumpled(&mesh);
    let turn = DQuat::from_scaled_axis(DVec3::new(0.4, -1.1, 0.8));
    let moved: Vec<DVec3> = bent.iter().map(|x| turn * *x + DVec3::new(3.0, -2.0, 5.0)).collect();
    assert!((bending.energy(&moved) / bending.energy(&bent) - 1.0).abs() < 1e-10);
}

#[test]
fn a_seam_between_pieces_with_frames_of_their_own_changes_nothing() {
    for sheet in all_kinds(10) {
        let mesh = sheet.mesh();
        let whole = Bending::new(&mesh, &sheet.rest(), |_| orthotropic(), &[]);
        // The right half is another piece, laid out turned and elsewhere; its fabric turns with it.
        let angle = 0.9;
        let turned = |p: DVec2| DVec2::from_angle(angle).rotate(p) + DVec2::new(30.0, -7.0);
        let is_right = |t: usize| {
            mesh.triangles[t].iter().map(|&v| sheet.places[v as usize].x).sum::<f64>() > 1.5 * sheet.size.x
        };
        let mut rest = sheet.rest();
        for (t, corners) in rest.corners.iter_mut().enumerate() {
            if is_right(t) {
                *corners = corners.map(turned);
            }
        }
        let back: DMat3 = rotation(-angle);
        let turned_stiffness = back.transpose() * orthotropic() * back;
        let sewn =
            Bending::new(&mesh, &rest, |t| if is_right(t) { turned_stiffness } else { orthotropic() }, &[]);
        let bent = crumpled(&mesh);
        let ratio = sewn.energy(&bent) / whole.energy(&bent);
        assert!((ratio - 1.0).abs() < 1e-9, "{}: {ratio}", sheet.name);
    }
}

#[test]
fn a_clamp_sees_the_curvature_up_to_the_edge() {
    for sheet in all_kinds(10) {
        let mesh = sheet.mesh();
        let radius = 40.0;
        // Rolled from the left border, where the cylinder touches the plane of the clamp.
        let bent = rolled(&sheet.places, DVec2::X, radius);
        let on_border = |v: u32| sheet.places[v as usize].x == 0.0;
        let clamps: Vec<Clamp> = mesh
            .triangles
            .iter()
            .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
            .filter(|edge| edge.iter().all(|&v| on_border(v)))
            .map(|edge| {
                let middle = sheet.places[edge[0] as usize].midpoint(sheet.places[edge[1] as usize]);
                Clamp { edge, beyond: (middle - DVec2::X).extend(0.0) }
            })
            .collect();
        assert!(clamps.len() > 5);
        let bending = Bending::new(&mesh, &sheet.rest(), |_| isotropic(), &clamps);
        let curvatures = bending.curvatures(&bent);
        for (t, triangle) in mesh.triangles.iter().enumerate() {
            let clamped = triangle.iter().filter(|&&v| on_border(v)).count() == 2;
            let middle = triangle.iter().map(|&v| sheet.places[v as usize].y).sum::<f64>() / 3.0;
            if clamped && middle > 3.0 && middle < sheet.size.y - 3.0 {
                let across = curvatures[t].x * radius;
                assert!((across - 1.0).abs() < 0.12, "{} triangle {t}: {across}", sheet.name);
            }
        }
    }
}

#[test]
fn a_free_edge_carries_no_moment() {
    // A lone triangle and a strip one triangle wide do not resist bending across their free edges.
    let rest = RestShape { corners: vec![[DVec2::ZERO, DVec2::X, DVec2::Y]] };
    let mesh =
        toile_geom::TriMesh { positions: vec![DVec3::ZERO, DVec3::X, DVec3::Y], triangles: vec![[0, 1, 2]] };
    let lone = Bending::new(&mesh, &rest, |_| orthotropic(), &[]);
    assert_eq!(lone.energy(&mesh.positions), 0.0);
    assert!(lone.hinge_stiffnesses().is_empty());
}
