//! A wrong order put right, with no intersections left by the exact test.

use crate::outfit::{Outfit, fold, moved, radius, sheet, trunk, tube};
use glam::{DVec2, DVec3};
use proptest::prelude::*;
use toile_contact::filter::Filter;
use toile_contact::layers::{Layers, Outward, Passage, RestoreSettings, check, correction, restore};
use toile_geom::shapes;
use toile_geom::sheets::{SheetKind, delaunay_sheet};

const UP: Outward<'_> = Outward::Direction(DVec3::Y);

#[test]
fn parallel_sheets_change_places() {
    let other = moved(delaunay_sheet(DVec2::splat(0.4), [17, 19]), |p| p + DVec3::Y * 0.02);
    let mut outfit = Outfit::default().with(&sheet(0.0, 20), 2).with(&other, 1);
    let report = outfit.restored(UP);
    assert_eq!((report.shifts, report.repairs, report.intersections_before), (1, 0, 0));
    assert!(report.before.pairs[0].right == 0 && report.before.pairs[0].wrong > 400);
    // The outer one stays, the inner one goes past it and a thickness farther.
    assert!(outfit.piece(0).iter().all(|p| p.y == 0.0));
    assert!(outfit.piece(1).iter().all(|p| p.y < -0.99e-3 && p.y > -1.2e-3));
}

#[test]
fn what_is_in_order_stays_where_it_is() {
    let mut outfit = Outfit::default().with(&sheet(0.0, 20), 1).with(&sheet(2e-4, 17), 2);
    let before = outfit.positions.clone();
    let report = outfit.restored(UP);
    assert_eq!((report.shifts, report.repairs, report.moved_vertices), (0, 0, 0));
    assert_eq!(outfit.positions, before);
}

#[test]
fn a_shirt_is_tucked_into_a_skirt() {
    let bodies = trunk(0.13);
    let (shirt, skirt) = (tube(0.16, [0.2, 0.7], 61), tube(0.15, [-0.3, 0.32], 64));
    let mut outfit = Outfit::default().with(&shirt, 1).with(&skirt, 2);
    let report = outfit.restored(Outward::Obstacles(&bodies, 0.0));
    assert!(report.max_stretch < 0.13, "{report:?}");
    assert!(outfit.piece(1).iter().all(|p| (radius(*p) - 0.15).abs() < 1e-12), "the skirt stays");
    for p in outfit.piece(0) {
        assert!(radius(*p) < 0.15 || p.y > 0.32, "{p}");
        assert!(radius(*p) > 0.16 - 1e-9 || p.y < 0.4, "what is far above stays: {p}");
    }
}

#[test]
fn nested_tubes_change_places_whatever_tells_the_outside() {
    let (outer, inner) = (tube(0.16, [0.0, 0.4], 60), tube(0.15, [0.05, 0.5], 53));
    let bodies = trunk(0.12);
    let ellipsoid = moved(shapes::icosphere(1.0, 4), |p| p * DVec3::new(0.12, 0.6, 0.12));
    for way in 0..3 {
        let mut outfit = Outfit::default().with(&outer, 1).with(&inner, 2);
        let outward = [Outward::Obstacles(&bodies, 0.0), Outward::Normals, Outward::Mesh(2)][way];
        if way == 2 {
            outfit = outfit.with(&ellipsoid, Layers::BODY);
        }
        let report = outfit.restored(outward);
        assert!(report.before.pairs.iter().any(|pair| pair.right == 0 && pair.wrong > 1000));
        let covered = outfit.piece(0).iter().filter(|p| p.y > 0.06);
        assert!(covered.clone().count() > 500);
        assert!(covered.into_iter().all(|p| radius(*p) < 0.15), "way {way}");
        if way == 2 {
            assert_eq!(outfit.piece(2), ellipsoid.positions, "the body is not moved");
        }
    }
}

#[test]
fn where_the_body_is_in_the_way_the_outer_layer_gives_way() {
    let bodies = trunk(0.1495);
    let mut outfit =
        Outfit::default().with(&tube(0.16, [0.0, 0.3], 60), 1).with(&tube(0.151, [0.0, 0.3], 53), 2);
    outfit.restored(Outward::Obstacles(&bodies, 0.0));
    assert!(outfit.piece(0).iter().all(|p| radius(*p) > 0.1495 + 0.99e-3));
    assert!(outfit.piece(1).iter().any(|p| radius(*p) > 0.1515));
}

#[test]
fn folds_that_hang_over_change_places_along_their_normals() {
    let mut outfit = Outfit::default().with(&fold(0.0), 2).with(&fold(0.003), 1);
    let report = outfit.restored(Outward::Normals);
    assert_eq!(report.before.pairs[0].right, 0);
    assert!(report.max_displacement < 5e-3 && report.max_stretch < 0.12, "{report:?}");
}

#[test]
fn crossed_layers_are_parted_in_order() {
    for outer_first in [false, true] {
        let tilted =
            moved(sheet(0.0, 17), |p| p + DVec3::Y * (0.1 * p.x - 0.003 + 0.004 * (40.0 * p.z).sin()));
        let numbers = if outer_first { [2, 1] } else { [1, 2] };
        let mut outfit = Outfit::default().with(&sheet(0.0, 20), numbers[0]).with(&tilted, numbers[1]);
        let report = outfit.restored(UP);
        assert!(report.intersections_before > 0);
        assert!(report.before.pairs[0].right > 0 && report.before.pairs[0].wrong > 0);
        assert!(report.max_displacement < 0.03, "{report:?}");
    }
}

#[test]
fn crossed_tubes_are_parted_in_order_around_a_body() {
    let bodies = trunk(0.12);
    let wave = |p: DVec3| {
        let bulge = 1.0 + 0.06 * (3.0 * p.x.atan2(p.z)).sin();
        DVec3::new(p.x * bulge, p.y, p.z * bulge)
    };
    let wavy = moved(tube(0.15, [0.1, 0.5], 70), wave);
    let mut outfit = Outfit::default().with(&tube(0.15, [0.0, 0.4], 60), 2).with(&wavy, 1);
    let report = outfit.restored(Outward::Obstacles(&bodies, 0.0));
    assert!(report.intersections_before > 50 && report.before.places.len() > 100);
    assert!(report.max_displacement < 0.02, "{report:?}");
}

#[test]
fn pieces_on_different_sides_of_a_thin_body_have_no_order() {
    // An arm of 2 cm: through it the sleeve's far side is within reach.
    let bodies = trunk(0.01);
    let outfit =
        Outfit::default().with(&tube(0.012, [0.0, 0.2], 24), 1).with(&tube(0.015, [0.0, 0.2], 24), 2);
    let layers = outfit.layers();
    let outward = Outward::Obstacles(&bodies, 0.0);
    assert!(check(&outfit.input(&layers, outward), &outfit.positions, 0.04).unwrap().is_right());
}

#[test]
fn pins_stay_and_what_they_prevent_is_reported() {
    let mut outfit = Outfit::default().with(&sheet(0.0, 10), 2).with(&sheet(0.01, 10), 1);
    outfit.filter = Filter::new().with_fixed(vec![true; 242]);
    let (layers, mut positions) = (outfit.layers(), outfit.positions.clone());
    let report = restore(&outfit.input(&layers, UP), &mut positions, &RestoreSettings::default()).unwrap();
    assert!(!report.is_right() || report.after.pairs.is_empty());
    assert_eq!(positions, outfit.positions);
    // With the inner one held, the outer one goes.
    outfit.filter = Filter::new().with_fixed((0..242).map(|v| v >= 121).collect());
    outfit.restored(UP);
    assert!(outfit.piece(0).iter().all(|p| p.y > 0.0109));
}

#[test]
fn a_collar_is_worn_outside_of_what_its_shirt_is_under() {
    // One sheet in two pieces: the shirt is below the pullover, and so is the collar that should be above.
    let shirt = sheet(0.0, 20);
    let pullover = moved(shapes::sheet(DVec2::splat(0.2), [11, 11]), |p| p + DVec3::new(-0.101, 0.004, 0.0));
    let under_collar = moved(shapes::sheet(DVec2::splat(0.1), [7, 7]), |p| p + DVec3::new(0.12, 0.004, 0.0));
    let mut outfit = Outfit::default().with(&shirt, 1).with(&pullover, 2).with(&under_collar, 2);
    let pieces: Vec<u32> = (0..outfit.positions.len() as u32)
        .map(|v| match outfit.features.mesh_of(v) {
            0 => {
                if outfit.positions[v as usize].x > 0.03 {
                    3
                } else {
                    0
                }
            }
            mesh => mesh.into(),
        })
        .collect();
    let layers = Layers::of_pieces(pieces, vec![Some(1), Some(2), Some(2), Some(3)]).unwrap();
    let mut positions = outfit.positions.clone();
    let report = restore(&outfit.input(&layers, UP), &mut positions, &RestoreSettings::default()).unwrap();
    assert!(report.before.pairs.iter().all(|pair| (pair.wrong > 0) == (pair.pieces == [2, 3])));
    assert!(report.is_right(), "{report:#?}");
    outfit.positions = positions;
    assert_eq!(outfit.intersections(), 0);
}

#[test]
fn sewn_vertices_stay_together() {
    let half = |x: f64| moved(shapes::sheet(DVec2::new(0.2, 0.4), [10, 20]), |p| p + DVec3::X * x);
    let mut outfit = Outfit::default().with(&half(-0.1), 1).with(&half(0.1), 1).with(&sheet(-0.01, 19), 2);
    let at = |v: usize| outfit.positions[v];
    let welds: Vec<u32> =
        (0..outfit.positions.len()).map(|v| (0..=v).find(|&w| at(w) == at(v)).unwrap() as u32).collect();
    assert_eq!(welds.iter().zip(0_u32..).filter(|(weld, v)| **weld != *v).count(), 21);
    outfit.filter = Filter::new().with_welds(welds.clone());
    let layers = outfit.layers();
    let mut positions = outfit.positions.clone();
    let report = restore(&outfit.input(&layers, UP), &mut positions, &RestoreSettings::default()).unwrap();
    assert!(report.is_right());
    assert!(welds.iter().enumerate().all(|(v, weld)| positions[v] == positions[*weld as usize]));
}

#[test]
fn a_correction_is_no_longer_than_asked_and_leads_there() {
    let outfit = Outfit::default().with(&sheet(0.0, 10), 2).with(&sheet(0.01, 13), 1);
    let layers = outfit.layers();
    let input = outfit.input(&layers, UP);
    let mut positions = outfit.positions.clone();
    let mut steps = 0;
    loop {
        let found = correction(&input, &positions, &RestoreSettings::default(), 1e-3).unwrap();
        if found.order.is_right() {
            break;
        }
        assert!(found.displacements.iter().all(|d| d.length() < 1e-3 + 1e-12));
        positions.iter_mut().zip(found.displacements).for_each(|(p, d)| *p += d);
        steps += 1;
    }
    assert!((10..13).contains(&steps), "{steps}");
}

#[test]
fn an_order_changes_during_a_run_and_back() {
    let bodies = trunk(0.13);
    let (shirt, skirt) = (tube(0.151, [0.2, 0.6], 49), tube(0.155, [-0.1, 0.32], 52));
    let mut outfit = Outfit::default().with(&shirt, 1).with(&skirt, 2);
    let mut layers = outfit.layers();
    let outward = Outward::Obstacles(&bodies, 0.0);
    for _ in 0..2 {
        layers.swap(0, 1).unwrap();
        let mut positions = outfit.positions.clone();
        let input = outfit.input(&layers, outward);
        let mut passage = Passage::begin(&input, &positions, RestoreSettings::default()).unwrap();
        let mut steps = 0;
        while !passage.is_over() {
            assert_ne!(passage.filter(&input), *input.filter);
            let step = passage.step(&input, &mut positions, 1e-3).unwrap();
            assert!(step.wrong == 0 || step.displacements.iter().all(|d| d.length() < 1.001e-3));
            steps += 1;
            assert!(steps < 40, "{step:?}");
        }
        assert_eq!(passage.filter(&input), *input.filter);
        assert!(check(&input, &positions, 0.04).unwrap().is_right());
        outfit.positions = positions;
        assert_eq!(outfit.intersections(), 0);
        assert!(
            Passage::begin(&outfit.input(&layers, outward), &outfit.positions, RestoreSettings::default())
                .unwrap()
                .is_over()
        );
    }
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let run = |threads: usize| {
        let tilted = moved(sheet(0.0, 33), |p| p + DVec3::Y * (0.1 * p.x + 0.01 * (30.0 * p.z).sin()));
        let mut outfit =
            Outfit::default().with(&sheet(0.0, 30), 2).with(&tilted, 1).with(&sheet(-0.01, 31), 3);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let report = pool.install(|| outfit.restored(UP));
        (outfit.positions, report)
    };
    let one = run(1);
    assert!(one.1.moved_vertices > 0);
    assert_eq!(one, run(3));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Any number of waved sheets, on any kinds of meshes, in any order, come to lie in the order that is asked for.
    #[test]
    fn stacks_of_waved_sheets_come_into_order(
        heights in prop::collection::vec(-0.01..0.01_f64, 2..5),
        waves in prop::collection::vec((0.0..0.004_f64, 5.0..25.0_f64, 0.0..6.0_f64), 4),
        numbers in Just([1, 2, 3, 4]).prop_shuffle(),
        offsets in prop::collection::vec((-0.15..0.15_f64, -0.15..0.15_f64), 4),
        kinds in prop::collection::vec(0..3_usize, 4),
    ) {
        let mut outfit = Outfit::default();
        for (i, height) in heights.iter().enumerate() {
            let (size, frequency, phase) = waves[i];
            let kind = [SheetKind::OneDiagonal, SheetKind::Alternating, SheetKind::Delaunay][kinds[i]];
            let mesh = moved(kind.lying(DVec2::splat(0.4), [13 + i as u32; 2]), |p| {
                let y = height + size * (frequency * (p.x + 0.7 * p.z) + phase).sin();
                DVec3::new(p.x + offsets[i].0, y, p.z + offsets[i].1)
            });
            outfit = outfit.with(&mesh, numbers[i]);
        }
        outfit.restored(UP);
    }

    /// Two tubes around a body, crossed, tilted or exchanged, come into order and stay out of the body.
    #[test]
    fn tubes_around_a_body_come_into_order(
        radii in [0.14..0.16_f64, 0.14..0.16], low in -0.2..0.2_f64, around in [30..50_u32, 30..50_u32],
        bulge in 0.0..0.05_f64, tilt in -0.05..0.05_f64, first_outside in any::<bool>(),
    ) {
        let bodies = trunk(0.12);
        let shape = |p: DVec3| {
            let factor = 1.0 + bulge * (3.0 * p.x.atan2(p.z)).sin() * (9.0 * p.y).cos();
            DVec3::new(p.x * factor + tilt * p.y, p.y, p.z * factor)
        };
        let one = moved(tube(radii[0], [low, low + 0.3], around[0]), shape);
        let two = tube(radii[1], [0.0, 0.3], around[1]);
        let numbers = if first_outside { [2, 1] } else { [1, 2] };
        let mut outfit = Outfit::default().with(&one, numbers[0]).with(&two, numbers[1]);
        outfit.restored(Outward::Obstacles(&bodies, 0.0));
    }
}
