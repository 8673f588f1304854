//! Bending with history: the tensor on a mesh against the scalar model, and cloth that creases.

// Helpers of tests fail like tests.
#![allow(clippy::unwrap_used)]

use crate::sheets::{all_kinds, check_gradient, crumpled};
use toile_cloth::bending::{Bending, BendingHistory, BendingScratch, HysteresisState};
use toile_cloth::cloth::Cloth;
use toile_cloth::contact::ContactPipeline;
use toile_cloth::fabric::FabricCut;
use toile_cloth::fabric::{ClothDirection, Fabric};
use toile_cloth::rest::RestShape;
use toile_cloth::solver::{Budget, Newton, Scheme, Solver};
use toile_cloth::voigt::{dyad, rotation};
use toile_cloth::world::World;
use toile_geom::TriMesh;
use toile_geom::glam::{DMat3, DVec2, DVec3};
use toile_geom::outer;

/// Warp four times as stiff as weft, with contraction, twist, creases and fatigue; made for sheets with cells of one metre.
fn creasing() -> Fabric {
    let mut fabric = Fabric::isotropic("creasing", 0.2, 1e-3, 1000.0, 0.0, 1.0);
    let bending = &mut fabric.bending;
    (bending.warp, bending.weft, bending.coupling, bending.twist) = (4.0, 1.0, 0.3, 0.8);
    (bending.hysteresis_warp, bending.hysteresis_weft) = (0.5, 0.2);
    bending.transition_curvature = 0.05;
    (bending.residual_rate, bending.fatigue_rate) = (0.3, 0.1);
    fabric
}

/// The same along warp and weft.
fn even() -> Fabric {
    let mut fabric = creasing();
    let bending = &mut fabric.bending;
    (bending.warp, bending.weft, bending.coupling, bending.twist) = (1.0, 1.0, 0.0, 0.5);
    (bending.hysteresis_warp, bending.hysteresis_weft) = (0.5, 0.5);
    fabric
}

fn cloth_of(mesh: &TriMesh, rest: RestShape, fabric: Fabric, grain: f64) -> Cloth {
    let mut cloth = Cloth::of_cuts(mesh, rest, vec![FabricCut::new(fabric, grain)], |_| 0).unwrap();
    cloth.remember_bending();
    cloth
}

/// The history of a lone triangle inside of a cloth, whose curvature is given.
fn inside(fabric: &Fabric, grain: f64) -> (BendingHistory, usize) {
    let sheet = &all_kinds(6)[0];
    let cloth = cloth_of(&sheet.mesh(), sheet.rest(), fabric.clone(), grain);
    let triangle = (0..sheet.triangles.len()).find(|&t| sheet.is_inside(t, 1.5)).unwrap();
    (cloth.state.history.unwrap(), triangle)
}

fn all_at(history: &mut BendingHistory, count: usize, bent: DVec3) {
    history.commit(&vec![bent; count]);
}

#[test]
fn bent_along_the_yarns_it_is_the_scalar_model() {
    let path: Vec<f64> = (0..600).map(|i| 0.3 * (0.05 * f64::from(i)).sin() * f64::from(i) / 600.0).collect();
    for grain in [0.0, 0.7] {
        for (direction, angle) in
            [(ClothDirection::Warp, 0.0), (ClothDirection::Weft, std::f64::consts::FRAC_PI_2)]
        {
            let fabric = creasing();
            let (mut history, t) = inside(&fabric, grain);
            let across = dyad(DVec2::from_angle(grain + angle));
            let law = fabric.bending.hysteresis(direction);
            let mut scalar = HysteresisState::new(&law);
            for &curvature in &path {
                all_at(&mut history, 72, across * curvature);
                let extra = history.law(t, across * curvature).0.dot(across);
                let expected = scalar.bend(&law, curvature) - law.lasting * curvature;
                assert!((extra - expected).abs() < 1e-12, "{direction:?} at {curvature}: {extra} {expected}");
                assert!((history.crease(t) - across * scalar.residual()).length() < 1e-12);
            }
            assert!(scalar.residual().abs() > 1e-3, "it creased");
            assert!(scalar.friction_moment(&law) < 0.9 * law.friction_moment(), "it wore");
        }
    }
}

#[test]
fn at_the_beginning_an_even_fabric_feels_the_same_in_all_directions() {
    let (history, t) = inside(&even(), 0.3);
    let (_, along_warp) = history.law(t, DVec3::ZERO);
    let isotropic = DMat3::from_diagonal(DVec3::new(1.0, 1.0, 0.5)) * (2.0 * 0.25 / 0.05);
    assert!((along_warp - isotropic).to_cols_array().iter().all(|x| x.abs() < 1e-9), "{along_warp}");
    // When the yarns have slipped it is the sum of what each of them does.
    for degrees in [0.0_f64, 20.0, 45.0, 70.0, 90.0] {
        let n = dyad(DVec2::from_angle(degrees.to_radians() + 0.3));
        let friction = history.law(t, n * 10.0).0.dot(n);
        let expected = 0.25 * (1.0 + 0.5 * (2.0 * degrees.to_radians()).sin().abs());
        assert!((friction - expected).abs() < 1e-9, "{degrees}: {friction}");
    }
}

#[test]
fn gradient_and_energy_belong_together_after_any_history() {
    for sheet in all_kinds(6) {
        let mesh = sheet.mesh();
        let mut cloth = cloth_of(&mesh, sheet.rest(), creasing(), 0.4);
        let wild = crumpled(&mesh);
        for share in [0.3, 0.1, 0.25, -0.2] {
            cloth.state.positions = blend(&mesh.positions, &wild, share);
            cloth.commit_bending();
        }
        let history = cloth.state.history.as_ref().unwrap();
        for share in [0.5, 0.12, -0.1] {
            let tried = blend(&mesh.positions, &wild, share);
            let mut gradient = vec![DVec3::ZERO; tried.len()];
            cloth.bending.add_gradient_with(&tried, history, &mut BendingScratch::default(), &mut gradient);
            check_gradient(&tried, &gradient, |x| cloth.bending.energy_with(x, history));
        }
    }
}

fn blend(from: &[DVec3], to: &[DVec3], share: f64) -> Vec<DVec3> {
    from.iter().zip(to).map(|(a, b)| a.lerp(*b, share)).collect()
}

#[test]
fn the_tangent_bounds_the_derivative_of_the_moment_and_is_never_negative() {
    let sheet = &all_kinds(5)[2];
    let mesh = sheet.mesh();
    let mut cloth = cloth_of(&mesh, sheet.rest(), creasing(), 0.4);
    cloth.state.positions = blend(&mesh.positions, &crumpled(&mesh), 0.2);
    cloth.commit_bending();
    let history = cloth.state.history.as_ref().unwrap();
    let bent = cloth.bending.bent(&blend(&mesh.positions, &crumpled(&mesh), 0.05));
    let mut exact = 0;
    for (t, &bent) in bent.iter().enumerate() {
        let (_, tangent) = history.law(t, bent);
        let change = |axis: DVec3| {
            let step = axis * 1e-7;
            (history.law(t, bent + step).0 - history.law(t, bent - step).0) / 2e-7
        };
        let derivative = DMat3::from_cols(change(DVec3::X), change(DVec3::Y), change(DVec3::Z));
        let excess = tangent - derivative;
        exact += usize::from(excess.to_cols_array().iter().all(|x| x.abs() < 1e-4));
        for probe in [DVec3::X, DVec3::Y, DVec3::Z, DVec3::ONE, DVec3::new(1.0, -1.0, 0.5), bent] {
            assert!(probe.dot(tangent * probe) > -1e-9, "triangle {t}");
            assert!(probe.dot(excess * probe) > -1e-4, "triangle {t}: {excess}");
        }
    }
    assert!(
        exact > bent.len() / 2,
        "only near a turn it is more than the derivative: {exact} of {}",
        bent.len()
    );
}

#[test]
fn no_moment_goes_across_a_free_edge() {
    let sheet = &all_kinds(6)[5];
    let mesh = sheet.mesh();
    let fabric = creasing();
    let mut cloth = cloth_of(&mesh, sheet.rest(), fabric.clone(), 0.4);
    let turn = rotation(-0.4);
    let stiffness = turn.transpose() * fabric.bending_matrix() * turn;
    for share in [0.3, 0.1, 0.25, 0.05] {
        cloth.state.positions = blend(&mesh.positions, &crumpled(&mesh), share);
        let history = cloth.state.history.as_ref().unwrap();
        let bent = cloth.bending.bent(&cloth.state.positions);
        let mut borders = 0;
        for (t, &corners) in mesh.triangles.iter().enumerate() {
            let normals: Vec<DVec2> = (0..3)
                .map(|s| [corners[s], corners[(s + 1) % 3]].map(|v| sheet.places[v as usize]))
                .filter(|&[a, b]| {
                    let on = |low: f64, high: f64, size: f64| {
                        (low < 1e-9 && high < 1e-9) || (low > size - 1e-9 && high > size - 1e-9)
                    };
                    on(a.x, b.x, sheet.size.x) || on(a.y, b.y, sheet.size.y)
                })
                .map(|[a, b]| -(b - a).normalize().perp())
                .collect();
            // What the elastic element carries without history, in closed form for one free edge.
            if let &[normal] = normals.as_slice() {
                let v = dyad(normal);
                let carried = stiffness * v;
                let reduced = stiffness - outer(carried, carried) * (1.0 / v.dot(carried));
                let moment = reduced * bent[t] + history.law(t, bent[t]).0;
                assert!(v.dot(moment).abs() < 1e-9, "triangle {t}: {moment}");
                borders += 1;
            }
        }
        assert!(borders > 10);
        cloth.commit_bending();
    }
}

#[test]
fn numbers_bring_it_back_and_foreign_ones_are_refused() {
    let sheet = &all_kinds(5)[4];
    let mesh = sheet.mesh();
    let mut cloth = cloth_of(&mesh, sheet.rest(), creasing(), 0.0);
    let virgin = cloth.state.history.clone().unwrap();
    for share in [0.3, -0.1, 0.2] {
        cloth.state.positions = blend(&mesh.positions, &crumpled(&mesh), share);
        cloth.commit_bending();
    }
    let history = cloth.state.history.unwrap();
    assert_ne!(history, virgin);
    let mut copy = virgin.clone();
    let mut numbers = history.to_numbers();
    copy.set_numbers(&numbers).unwrap();
    assert_eq!(copy, history);
    assert!(copy.set_numbers(&numbers[1..]).is_err());
    numbers[7] = f64::NAN;
    assert!(copy.set_numbers(&numbers).is_err());
    assert_eq!(copy, history);
}

#[test]
fn without_a_loop_nothing_is_remembered() {
    let sheet = &all_kinds(3)[0];
    let cloth =
        cloth_of(&sheet.mesh(), sheet.rest(), Fabric::isotropic("plain", 0.2, 1e-3, 1e3, 0.0, 1.0), 0.0);
    assert!(cloth.state.history.is_none());
    let none = BendingHistory::new(&[], &[], &[], &RestShape::default(), &Bending::default());
    assert!(none.is_empty());
    assert_eq!(none.law(7, DVec3::X), (DVec3::ZERO, DMat3::ZERO));
}

#[test]
fn the_grain_turns_the_warp_counter_clockwise() {
    // Regression: it turned the other way round.
    let sheet = &all_kinds(12)[0];
    let cloth = cloth_of(&sheet.mesh(), sheet.rest(), creasing(), 0.5);
    let energy = |angle: f64| {
        let along = DVec2::from_angle(angle);
        let height = |p: &DVec2| 0.5e-6 * p.dot(along).powi(2);
        let bent: Vec<DVec3> = sheet.places.iter().map(|p| p.extend(height(p))).collect();
        cloth.bending.energy(&bent)
    };
    let ratio = energy(0.5) / energy(0.5 + std::f64::consts::FRAC_PI_2);
    assert!((ratio - 4.0).abs() < 0.3, "warp is four times as stiff: {ratio}");
}

/// A narrow strip along warp, 10 cm by 2 cm.
fn strip(fabric: &Fabric, jitter: f64) -> Cloth {
    let (n, m, cell) = (20_u32, 4_u32, 0.005);
    let shake = |i: u32, j: u32| {
        let inner = i > 0 && i < n && j > 0 && j < m;
        let x = f64::from(7 * i + 13 * j);
        if inner { DVec2::new((1.7 * x).sin(), (2.3 * x).cos()) * jitter } else { DVec2::ZERO }
    };
    let places: Vec<DVec2> = (0..=m)
        .flat_map(|j| (0..=n).map(move |i| (DVec2::new(f64::from(i), f64::from(j)) + shake(i, j)) * cell))
        .collect();
    let mut triangles = Vec::new();
    for j in 0..m {
        for i in 0..n {
            let [a, b] = [j * (n + 1) + i, j * (n + 1) + i + 1];
            let [d, c] = [a + n + 1, b + n + 1];
            triangles.extend(if (i + j) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] });
        }
    }
    let mesh = TriMesh { positions: places.iter().map(|p| p.extend(0.0)).collect(), triangles };
    let rest = RestShape::from_flat(&places, &mesh.triangles);
    cloth_of(&mesh, rest, fabric.clone(), 0.0)
}

/// Cotton that keeps folds, and the same without a loop.
fn folding() -> [Fabric; 2] {
    let mut keeps = Fabric::isotropic("keeps folds", 0.15, 5e-4, 500.0, 0.2, 1.2e-5);
    let springs = keeps.clone();
    keeps.bending.hysteresis_warp = 1.2e-3;
    keeps.bending.hysteresis_weft = 1.2e-3;
    keeps.bending.transition_curvature = 50.0;
    (keeps.bending.residual_rate, keeps.bending.fatigue_rate) = (0.3, 0.05);
    [keeps, springs]
}

/// The strip folded in its middle around a radius, ends straight.
fn folded(places: &[DVec3], length: f64, radius: f64, angle: f64) -> Vec<DVec3> {
    let half = 0.5 * radius * angle;
    places
        .iter()
        .map(|p| {
            let s = p.x - 0.5 * length;
            let arc = s.clamp(-half, half) / radius;
            let rest = s - s.clamp(-half, half);
            let (sin, cos) = arc.sin_cos();
            DVec3::new(radius * sin + rest * cos, p.y, radius * (1.0 - cos) + rest * sin)
        })
        .collect()
}

/// The angle between the two ends of a strip.
fn fold_angle(cloth: &Cloth) -> f64 {
    let x = &cloth.state.positions;
    let (left, right) = (x[4] - x[0], x[20] - x[16]);
    left.angle_between(right)
}

fn settle(cloth: &mut Cloth, steps: usize, time: f64, mut each: impl FnMut(&Cloth)) {
    let world = World { gravity: DVec3::ZERO, ..World::default() };
    let mut solver = Newton::new(Scheme::BackwardEuler, Budget::ACCURATE);
    for _ in 0..steps {
        solver.step(cloth, &world, &mut ContactPipeline::default(), time).unwrap();
        cloth.commit_bending();
        each(cloth);
    }
}

#[test]
fn a_fold_stays_in_cloth_that_creases_and_not_in_cloth_that_does_not() {
    let [kept, sprung] = folding().map(|fabric| {
        let mut cloth = strip(&fabric, 0.15);
        let flat = cloth.state.positions.clone();
        for step in 1..=20 {
            cloth.state.positions = folded(&flat, 0.1, 0.008, 0.15 * f64::from(step));
            cloth.commit_bending();
        }
        settle(&mut cloth, 30, 0.1, |_| {});
        (fold_angle(&cloth), cloth)
    });
    assert!(kept.0 > 0.3, "a fold of {} rad stays", kept.0);
    assert!(sprung.0 < 0.05, "it springs back to {} rad", sprung.0);
    let creased = kept.1.state.history.unwrap();
    assert!((0..160).any(|t| creased.crease(t).x > 1.0), "and a crease has begun");
}

#[test]
fn energy_never_grows_with_history() {
    let [keeps, _] = folding();
    let mut cloth = strip(&keeps, 0.15);
    let flat = cloth.state.positions.clone();
    cloth.state.positions = folded(&flat, 0.1, 0.01, 2.5);
    cloth.commit_bending();
    let energy = |cloth: &Cloth| cloth.kinetic_energy() + cloth.elastic_energy(&cloth.state.positions);
    let first = energy(&cloth);
    let mut last = first;
    let mut highest_rise = 0.0_f64;
    settle(&mut cloth, 30, 0.01, |cloth| {
        let now = energy(cloth);
        highest_rise = highest_rise.max(now - last);
        last = now;
    });
    assert!(highest_rise < 1e-9 * first, "{highest_rise} of {first}");
    assert!(last < 0.9 * first, "{last} of {first}");
}
