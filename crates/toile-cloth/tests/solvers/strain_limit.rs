//! The bound on stretch.

use crate::sheet::{at_height, cloth, crumple};
use toile_cloth::cloth::Cloth;
use toile_cloth::state::Earlier;
use toile_cloth::strain_limit::{StrainLimit, limit_strain};
use toile_geom::glam::DVec3;

/// The smallest and the largest principal stretch of any triangle.
fn stretches(cloth: &Cloth) -> (f64, f64) {
    let of_strain = |e: &DVec3| {
        let (mean, half) = (0.5 * (e.x + e.y), 0.5 * (e.x - e.y));
        let radius = half.hypot(0.5 * e.z);
        ((1.0 + 2.0 * (mean - radius)).max(0.0).sqrt(), (1.0 + 2.0 * (mean + radius)).sqrt())
    };
    let found: Vec<(f64, f64)> =
        cloth.membrane.strains(&cloth.state.positions).iter().map(of_strain).collect();
    found.into_iter().fold((f64::INFINITY, 0.0), |a, b| (a.0.min(b.0), a.1.max(b.1)))
}

fn stretched(by: f64) -> Cloth {
    let mut cloth = cloth(8);
    for place in &mut cloth.state.positions {
        place.y *= by;
    }
    cloth
}

#[test]
fn a_free_sheet_comes_back_within_limits_and_keeps_its_momentum() {
    let mut cloth = stretched(1.4);
    crumple(&mut cloth, 0.01);
    cloth
        .state
        .velocities
        .iter_mut()
        .enumerate()
        .for_each(|(i, v)| *v = DVec3::new(1.0, i as f64 * 0.01, 0.0));
    let middle = |cloth: &Cloth| -> DVec3 {
        cloth.state.positions.iter().zip(&cloth.masses).map(|(x, m)| *x * *m).sum()
    };
    let (momentum, center, energy) = (cloth.momentum(), middle(&cloth), cloth.kinetic_energy());
    let limit = StrainLimit { least: 0.9, most: 1.1, sweeps: 300 };
    let limited = limit_strain(&mut cloth, &limit);
    assert!(limited > 100, "{limited}");
    let (least, most) = stretches(&cloth);
    assert!(least > 0.9 * 0.999 && most < 1.1 * 1.001, "{least} {most}");
    assert!((cloth.momentum() - momentum).length() < 1e-12 && (middle(&cloth) - center).length() < 1e-12);
    assert!(cloth.kinetic_energy() <= energy);
}

#[test]
fn what_is_within_limits_is_not_touched() {
    let mut cloth = stretched(1.05);
    cloth.state.velocities.fill(DVec3::new(0.0, 3.0, 1.0));
    cloth.state.earlier = Some(Earlier {
        positions: cloth.state.positions.clone(),
        velocities: cloth.state.velocities.clone(),
        time: 0.1,
    });
    let before = cloth.state.clone();
    assert_eq!(limit_strain(&mut cloth, &StrainLimit::default()), 0);
    assert_eq!(cloth.state, before);
}

#[test]
fn held_vertices_stay_and_a_pulled_sheet_stops_at_the_limit() {
    let mut cloth = stretched(1.3);
    let (top, bottom) = (at_height(8, 1.0), at_height(8, 0.0));
    for &v in &top {
        cloth.pinned[v] = true;
    }
    for v in 0..cloth.vertex_count() {
        cloth.state.velocities[v] =
            if cloth.pinned[v] { DVec3::ZERO } else { DVec3::NEG_Y * (1.3 - cloth.state.positions[v].y) };
    }
    let (before, energy) = (cloth.state.clone(), cloth.kinetic_energy());
    let limited = limit_strain(&mut cloth, &StrainLimit { least: 0.0, most: 1.1, sweeps: 400 });
    assert_eq!(limited, cloth.triangles.len());
    assert!(top.iter().all(|&v| cloth.state.positions[v] == before.positions[v]));
    assert!(stretches(&cloth).1 < 1.1 * 1.001, "{:?}", stretches(&cloth));
    for &v in &bottom {
        assert!((1.3 - cloth.state.positions[v].y - 1.1).abs() < 0.01, "{}", cloth.state.positions[v]);
        assert!(cloth.state.velocities[v].y > -0.02, "{}", cloth.state.velocities[v]);
    }
    assert!(cloth.kinetic_energy() < energy && cloth.state.earlier.is_none());
}

#[test]
fn a_collapsed_sheet_is_left_to_the_solver() {
    let mut cloth = stretched(0.0);
    let before = cloth.state.clone();
    limit_strain(&mut cloth, &StrainLimit { least: 0.5, most: 1.1, sweeps: 10 });
    assert_eq!(cloth.state.positions, before.positions);
    for place in &mut cloth.state.positions {
        place.x *= 1.5;
    }
    limit_strain(&mut cloth, &StrainLimit { least: 0.5, most: 1.1, sweeps: 300 });
    assert!(cloth.first_not_finite().is_none());
    assert!(stretches(&cloth).1 < 1.101, "{:?}", stretches(&cloth));
}

#[test]
fn the_same_bits_on_any_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut cloth = crate::sheet::cloth(40);
            cloth.state.positions.iter_mut().for_each(|place| place.y *= 1.3);
            crumple(&mut cloth, 0.001);
            let limited = limit_strain(&mut cloth, &StrainLimit::default());
            (limited, cloth.state.positions)
        })
    };
    let one = run(1);
    assert!(one == run(2) && one == run(3));
}
