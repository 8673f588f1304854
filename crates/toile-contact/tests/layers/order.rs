//! Wrong places found, and none where there are none.

use crate::outfit::{Outfit, fold, moved, sheet};
use glam::{DVec2, DVec3};
use toile_contact::layers::{Outward, check};
use toile_contact::narrow::StencilKind;
use toile_geom::shapes;

const UP: Outward<'_> = Outward::Direction(DVec3::Y);

#[test]
fn a_poke_is_found_with_its_depth() {
    let mut upper = sheet(0.005, 20);
    let poked = (0..441).find(|&v| upper.positions[v].with_y(0.0).length() < 1e-9).unwrap();
    upper.positions[poked].y = -0.02;
    upper.positions[poked].x = 0.003;
    let outfit = Outfit::default().with(&sheet(0.0, 20), 1).with(&upper, 2);
    let layers = outfit.layers();
    let report = check(&outfit.input(&layers, UP), &outfit.positions, 0.04).unwrap();
    let vertices = report.places.iter().filter(|place| place.kind == StencilKind::VertexTriangle);
    let deepest = vertices.max_by(|a, b| a.depth.total_cmp(&b.depth)).unwrap();
    assert_eq!(deepest.corners[0], 441 + poked as u32);
    assert!((deepest.depth - 0.02).abs() < 1e-12);
    assert_eq!((deepest.pieces, deepest.layers), ([0, 1], [1, 2]));
    let [pair] = report.pairs[..] else { panic!("{report:?}") };
    assert_eq!((pair.wrong, pair.deepest), (report.places.len(), deepest.depth));
    assert!(pair.wrong < 60 && pair.right > 1000, "{pair:?}");
    // Nothing is seen beyond the reach, and without numbers nothing is wrong.
    assert_eq!(check(&outfit.input(&layers, UP), &outfit.positions, 1e-4).unwrap().pairs, []);
    let none = Outfit { numbers: vec![None, Some(2)], ..outfit.clone() }.layers();
    assert!(check(&outfit.input(&none, UP), &outfit.positions, 0.04).unwrap().is_right());
}

#[test]
fn edges_that_cross_with_no_vertex_above_the_other_are_found() {
    let bar = moved(shapes::sheet(DVec2::new(0.4, 0.02), [1, 1]), |p| p + DVec3::Y * 0.01);
    let other = shapes::sheet(DVec2::new(0.02, 0.4), [1, 1]);
    for (numbers, wrong) in [([2, 1], 0), ([1, 2], 9)] {
        let outfit = Outfit::default().with(&bar, numbers[0]).with(&other, numbers[1]);
        let layers = outfit.layers();
        let report = check(&outfit.input(&layers, UP), &outfit.positions, 0.04).unwrap();
        assert_eq!(report.places.len(), wrong, "{report:?}");
    }
}

#[test]
fn nested_folds_that_hang_over_are_in_order() {
    let outfit = Outfit::default().with(&fold(0.0), 1).with(&fold(0.003), 2);
    assert_eq!(outfit.intersections(), 0);
    let layers = outfit.layers();
    let report = check(&outfit.input(&layers, UP), &outfit.positions, 0.04).unwrap();
    assert!(report.is_right(), "{:?}", &report.places[..5]);
    assert!(report.undecided > 0);
}

#[test]
fn sheets_beside_each_other_have_no_order() {
    let beside = moved(sheet(0.0, 10), |p| p + DVec3::X * 0.4004);
    let outfit = Outfit::default().with(&sheet(0.0, 10), 1).with(&beside, 2);
    let layers = outfit.layers();
    assert_eq!(check(&outfit.input(&layers, UP), &outfit.positions, 0.04).unwrap().pairs, []);
}
