//! Single cases whose right answer is known.

use crate::tangle::Tangle;
use glam::{DQuat, DVec2, DVec3};
use toile_contact::features::Features;
use toile_contact::filter::Filter;
use toile_contact::repair::{RepairError, RepairSettings, repair};
use toile_geom::allowance::{CancelToken, Deadline};
use toile_geom::distance::point_triangle;
use toile_geom::{TriMesh, shapes};

/// A flat sheet, 40 cm wide, with its normals up.
fn sheet() -> TriMesh {
    shapes::sheet(DVec2::splat(0.4), [20, 20])
}

fn moved(mut mesh: TriMesh, change: impl Fn(DVec3) -> DVec3) -> TriMesh {
    mesh.positions.iter_mut().for_each(|p| *p = change(*p));
    mesh
}

/// The vertex nearest to a point.
fn nearest(mesh: &TriMesh, point: DVec3) -> usize {
    let distance = |&i: &usize| mesh.positions[i].distance(point);
    (0..mesh.positions.len()).min_by(|i, j| distance(i).total_cmp(&distance(j))).unwrap()
}

#[test]
fn a_vertex_poked_through_goes_back() {
    let mut upper = moved(sheet(), |p| p + DVec3::Y * 0.005);
    let poked = nearest(&upper, DVec3::ZERO);
    upper.positions[poked].y = -0.02;
    let mut tangle = Tangle::default().with(sheet()).with(upper);
    let report = tangle.repair_all(0.1);
    assert_eq!((report.closed_contours, report.open_contours), (1, 0));
    assert!(tangle.meshes[1].positions[poked].y > tangle.meshes[0].positions[poked].y);
    assert_eq!(report.too_close, 0);
    assert!(report.moved_vertices < 100, "{report:?}");
}

#[test]
fn two_crossed_sheets_come_apart() {
    let tilted = moved(sheet(), |p| p + DVec3::Y * (0.1 * p.x + 0.004));
    let mut tangle = Tangle::default().with(sheet()).with(tilted);
    let report = tangle.repair_all(0.1);
    assert_eq!((report.closed_contours, report.open_contours), (0, 1));
    assert!(report.max_displacement < 0.025, "{report:?}");
}

#[test]
fn crossed_layers_are_put_in_order() {
    for outer_first in [false, true] {
        let tilted = moved(sheet(), |p| p + DVec3::Y * (0.1 * p.x - 0.008));
        let (flat_layer, tilted_layer) = if outer_first { (2, 1) } else { (1, 2) };
        let mut tangle = Tangle::default().with_layer(sheet(), flat_layer).with_layer(tilted, tilted_layer);
        tangle.repair_all(0.15);
        let above =
            tangle.meshes[1].positions.iter().zip(&tangle.meshes[0].positions).map(|(t, f)| t.y - f.y);
        assert!(above.clone().all(|gap| (gap > 0.0) != outer_first), "{:?}", above.collect::<Vec<_>>());
    }
}

#[test]
fn layers_around_a_body_are_ordered_by_it_whatever_their_normals() {
    let body = shapes::icosphere(0.1, 3);
    let mut inner = moved(shapes::icosphere(1.0, 4), |p| p * 0.12);
    let bump = |p: DVec3| p * (0.125 - 0.02 * (-((p - DVec3::Y).length_squared() / 0.05)).exp());
    let outer = moved(shapes::icosphere(1.0, 4), bump);
    inner.flip();
    let mut tangle = Tangle::default().with_body(body).with_layer(inner, 1).with_layer(outer, 2);
    tangle.repair_all(0.15);
    let [inner, outer] = [1, 2].map(|i: usize| &tangle.meshes[i].positions);
    assert!(inner.iter().zip(outer).all(|(i, o)| i.length() < o.length()));
}

#[test]
fn a_sheet_through_a_body_ends_outside() {
    for depth in [0.01, 0.03, 0.09] {
        let body = moved(shapes::icosphere(0.1, 3), |p| p + DVec3::new(0.013, depth - 0.1, 0.007));
        let mut tangle = Tangle::default().with(sheet()).with_body(body.clone());
        let report = tangle.repair_all(if depth > 0.05 { 0.6 } else { 0.2 });
        assert_eq!((report.closed_contours, report.open_contours), (1, 0));
        let center = DVec3::new(0.013, depth - 0.1, 0.007);
        assert!(tangle.meshes[0].positions.iter().all(|p| p.distance(center) > 0.099));
        // It went over the smaller cap, not under the body.
        let above = tangle.meshes[0].positions[nearest(&sheet(), DVec3::new(0.013, 0.0, 0.007))];
        assert!(above.y > 0.0, "{above}");
    }
}

#[test]
fn a_border_hooked_through_a_sheet_is_pulled_out() {
    // A narrow hanging sheet whose lower hem reaches 2.3 cm through the flat one.
    let hanging =
        moved(shapes::sheet(DVec2::new(0.2, 0.3), [10, 15]), |p| DVec3::new(p.x, p.z + 0.127, 0.003));
    let mut tangle = Tangle::default().with(sheet()).with(hanging);
    let report = tangle.repair_all(0.15);
    assert_eq!((report.closed_contours, report.open_contours), (0, 1));
    assert!(report.max_displacement < 0.04, "{report:?}");
}

#[test]
fn corners_hooked_into_each_other_come_apart() {
    let turn = DQuat::from_rotation_z(0.25) * DQuat::from_rotation_y(0.6);
    let other = moved(sheet(), |p| turn * p + DVec3::new(0.24, 0.012, 0.03));
    let mut tangle = Tangle::default().with(sheet()).with(other);
    let report = tangle.repair_all(0.15);
    assert!(report.open_contours > 0);
}

#[test]
fn a_sheet_folded_through_itself_unfolds() {
    // Rolled up by more than a turn, the end dipping through the layer below.
    let rolled = moved(shapes::sheet(DVec2::new(0.7, 0.2), [70, 20]), |p| {
        let angle = (p.x + 0.35) / 0.08;
        let radius = 0.08 + 0.0015 * angle - 0.012 * ((angle - 6.6) / 1.2).clamp(0.0, 1.0);
        DVec3::new(radius * angle.cos(), radius * angle.sin(), p.z)
    });
    let mut tangle = Tangle::default().with(rolled);
    let report = tangle.repair_all(0.15);
    assert!(report.intersections_before > 20);
}

#[test]
fn a_bulge_pushed_sideways_over_itself_is_smoothed() {
    // The contour runs into vertices that both of its sides share.
    let bulge = |p: DVec3| (-p.length_squared() / 0.003).exp();
    let pushed = moved(shapes::sheet(DVec2::splat(0.4), [60, 60]), |p| {
        p + bulge(p) * DVec3::new(0.12, 0.03, 0.0) - bulge(p - DVec3::X * 0.05) * DVec3::Y * 0.04
    });
    let mut tangle = Tangle::default().with(pushed);
    let report = tangle.repair_all(0.5);
    assert!(report.intersections_before > 20, "{report:?}");
}

#[test]
fn what_does_not_intersect_is_not_touched() {
    let close = moved(sheet(), |p| p + DVec3::Y * 1e-5);
    let mut tangle = Tangle::default().with(sheet()).with(close).with_body(shapes::icosphere(0.05, 2));
    tangle.meshes[2].positions.iter_mut().for_each(|p| p.y += 0.0501);
    let before: Vec<TriMesh> = tangle.meshes.clone();
    let report = tangle.repair();
    assert_eq!(report.moved_vertices, 0);
    assert_eq!(tangle.meshes, before);
}

#[test]
fn far_from_the_trouble_nothing_moves() {
    let mut upper = moved(sheet(), |p| p + DVec3::Y * 0.0005);
    let poked = nearest(&upper, DVec3::ZERO);
    upper.positions[poked].y = -0.004;
    let mut tangle = Tangle::default().with(sheet()).with(upper.clone());
    tangle.repair_all(0.1);
    for (after, before) in tangle.meshes[1].positions.iter().zip(&upper.positions) {
        assert!(after == before || before.length() < 0.15, "{before} went to {after}");
    }
}

#[test]
fn what_cannot_be_repaired_is_listed_with_its_place() {
    // A sheet through a body's middle, held everywhere but at one vertex, cannot leave it.
    let body = shapes::icosphere(0.1, 2);
    let mut features = Features::default();
    let mesh = sheet();
    features.add(&mesh.triangles, mesh.positions.len());
    features.add(&body.triangles, body.positions.len());
    let mut positions = [mesh.positions.clone(), body.positions].concat();
    let free = nearest(&mesh, DVec3::X * 0.1);
    let fixed = (0..positions.len()).map(|v| v != free).collect();
    let filter = Filter::new().with_fixed(fixed);
    let report = repair(&features, &filter, &mut positions, &RepairSettings::default()).unwrap();
    assert!(!report.is_clean());
    assert_eq!(report.intersections_after, report.unrepaired.len());
    for place in &report.unrepaired {
        let [a, b] = place.triangles.map(|t| features.triangles()[t as usize].map(|v| positions[v as usize]));
        let distance = |corners| point_triangle(place.position, corners).distance_squared.sqrt();
        assert!(distance(a) < 0.05 && distance(b) < 0.05);
    }
}

#[test]
fn sewn_vertices_stay_together() {
    // Two halves joined along x = 0 by pairs of vertices at the same place.
    let half = shapes::sheet(DVec2::new(0.2, 0.4), [10, 20]);
    let left = moved(half.clone(), |p| p - DVec3::X * 0.1);
    let right = moved(half, |p| p + DVec3::X * 0.1);
    let ball = moved(shapes::icosphere(0.1, 3), |p| p + DVec3::new(0.003, -0.08, 0.002));
    let mut features = Features::default();
    for mesh in [&left, &right, &ball] {
        features.add(&mesh.triangles, mesh.positions.len());
    }
    let mut positions = [left.positions.clone(), right.positions, ball.positions].concat();
    let split = 2 * left.positions.len();
    let mut welds: Vec<u32> = (0..positions.len() as u32).collect();
    let mut seam = Vec::new();
    for v in 0..left.positions.len() {
        for w in left.positions.len()..split {
            if positions[v].distance(positions[w]) < 1e-9 {
                positions[w] = positions[v];
                welds[w] = v as u32;
                seam.push([v, w]);
            }
        }
    }
    assert_eq!(seam.len(), 21);
    let fixed = (0..positions.len()).map(|v| v >= split).collect();
    let filter = Filter::new().with_welds(welds).with_fixed(fixed);
    let before = positions.clone();
    let report = repair(&features, &filter, &mut positions, &RepairSettings::default()).unwrap();
    assert!(report.is_clean() && report.intersections_before > 0, "{report:?}");
    assert!(seam.iter().any(|&[v, _]| positions[v] != before[v]));
    assert!(seam.iter().all(|&[v, w]| positions[v] == positions[w]));
}

#[test]
fn the_result_is_the_same_for_any_number_of_threads() {
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let body = moved(shapes::icosphere(0.1, 3), |p| p - DVec3::Y * 0.07);
            let tilted = moved(sheet(), |p| p + DVec3::Y * (0.1 * p.x + 0.004));
            let mut tangle = Tangle::default().with(sheet()).with(tilted).with_body(body);
            let report = tangle.repair();
            (report, tangle.meshes)
        })
    };
    let one = run(1);
    assert!(one == run(2) && one == run(5));
}

#[test]
fn it_ends_when_the_time_is_over() {
    let flat = sheet();
    let mut features = Features::default();
    features.add(&flat.triangles, flat.positions.len());
    features.add(&flat.triangles, flat.positions.len());
    let upright = flat.positions.iter().map(|p| DVec3::new(p.x + 3e-3, p.z + 0.1, p.y + 4e-3));
    let start: Vec<DVec3> = flat.positions.iter().copied().chain(upright).collect();
    let run = |deadline: Deadline| {
        let mut positions = start.clone();
        let settings = RepairSettings { deadline, ..RepairSettings::default() };
        (repair(&features, &Filter::new(), &mut positions, &settings).unwrap(), positions)
    };
    let (late, positions) = run(Deadline::after(0.0));
    assert!(late.is_late && late.iterations == 0 && positions == start, "{late:?}");
    assert!(late.intersections_after > 0 && late.intersections_after == late.unrepaired.len());
    let wish = CancelToken::default();
    let (early, never) = (run(Deadline::after(3600.0).or_cancelled(&wish)), run(Deadline::NEVER));
    assert!(early == never && !never.0.is_late && never.0.iterations > 0);
    wish.cancel();
    assert!(run(Deadline::NEVER.or_cancelled(&wish)) == (late, positions), "a wish ends it, too");
}

#[test]
fn nonsense_is_refused_and_nothing_moves() {
    let mesh = sheet();
    let mut features = Features::default();
    features.add(&mesh.triangles, mesh.positions.len());
    let mut positions = mesh.positions.clone();
    let plain = RepairSettings::default();
    let short = repair(&features, &Filter::new(), &mut positions[1..], &plain);
    assert!(matches!(short, Err(RepairError::Length { what: "positions", .. })));
    let thick = RepairSettings { thickness: f64::NAN, ..plain.clone() };
    assert!(matches!(
        repair(&features, &Filter::new(), &mut positions, &thick),
        Err(RepairError::Value { .. })
    ));
    let layers = RepairSettings { layers: vec![None; 2], ..plain.clone() };
    assert!(repair(&features, &Filter::new(), &mut positions, &layers).is_err());
    let few = Filter::new().with_fixed(vec![true; 3]);
    assert!(repair(&features, &few, &mut positions, &plain).is_err());
    positions[7].z = f64::NAN;
    let nowhere = repair(&features, &Filter::new(), &mut positions, &plain);
    assert_eq!(nowhere, Err(RepairError::NotFinite { vertex: 7 }));
    assert_eq!(
        repair(&Features::default(), &Filter::new(), &mut [], &plain).unwrap().intersections_before,
        0
    );
}
