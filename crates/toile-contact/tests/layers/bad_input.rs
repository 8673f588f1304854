//! Input that makes no sense, and input that is only unusual.

use crate::outfit::{Outfit, moved, sheet};
use glam::DVec3;
use proptest::prelude::*;
use toile_contact::features::Features;
use toile_contact::filter::Filter;
use toile_contact::layers::{
    InferSettings, LayerError, LayerInput, Layers, Outward, Passage, RestoreSettings, check, correction,
    infer, restore,
};
use toile_contact::obstacle::{MovingPoint, Obstacle, ObstacleSurface, SurfacePoint};

const UP: Outward<'_> = Outward::Direction(DVec3::Y);

#[test]
fn lists_that_do_not_fit_are_refused() {
    let outfit = Outfit::default().with(&sheet(0.0, 2), 1).with(&sheet(0.1, 2), 2);
    let layers = outfit.layers();
    let input = outfit.input(&layers, UP);
    let short = &outfit.positions[1..];
    let length = LayerError::Length { what: "positions", expected: 18, found: 17 };
    assert_eq!(check(&input, short, 0.1).unwrap_err(), length);
    assert_eq!(infer(&input, short, &InferSettings::default()).unwrap_err(), length);
    assert_eq!(correction(&input, short, &RestoreSettings::default(), 1.0).unwrap_err(), length);
    assert_eq!(length.to_string(), "17 positions, but 18 are needed");
    assert!(matches!(Layers::of_meshes(&outfit.features, &[None]), Err(LayerError::Length { .. })));
    assert!(matches!(Layers::of_pieces(vec![0, 7], vec![None]), Err(LayerError::NoPiece { piece: 7, .. })));
    assert!(layers.clone().swap(0, 2).is_err());
    let few = Layers::of_pieces(vec![0; 5], vec![Some(1)]).unwrap();
    assert!(check(&outfit.input(&few, UP), &outfit.positions, 0.1).is_err());
    for value in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(check(&input, &outfit.positions, value).is_err());
    }
    let mut lost = outfit.positions.clone();
    lost[3].y = f64::NAN;
    let kept = lost.clone();
    assert!(restore(&input, &mut lost, &RestoreSettings::default()).is_err());
    assert_eq!(format!("{lost:?}"), format!("{kept:?}"));
    let no_body = outfit.input(&layers, Outward::Mesh(2));
    assert_eq!(check(&no_body, &outfit.positions, 0.1).unwrap_err(), LayerError::NoBody(2));
    let flags = Filter::new().with_fixed(vec![true]);
    let short_flags = LayerInput { filter: &flags, ..input };
    assert!(check(&short_flags, &outfit.positions, 0.1).is_err());
}

#[test]
fn nothing_at_all_is_in_order() {
    let (features, filter) = (Features::default(), Filter::new());
    let layers = Layers::of_meshes(&features, &[]).unwrap();
    for outward in [UP, Outward::Normals, Outward::Obstacles(&[], 0.0)] {
        let input = LayerInput { features: &features, filter: &filter, layers: &layers, outward };
        assert!(check(&input, &[], 0.1).unwrap().is_right());
        assert!(restore(&input, &mut [], &RestoreSettings::default()).unwrap().is_right());
        assert!(infer(&input, &[], &InferSettings::default()).unwrap().is_complete());
        assert!(Passage::begin(&input, &[], RestoreSettings::default()).unwrap().is_over());
    }
}

#[test]
fn sheets_at_the_same_place_are_parted() {
    let mut outfit = Outfit::default().with(&sheet(0.0, 10), 2).with(&sheet(0.0, 10), 1);
    let report = outfit.restored(UP);
    assert!(report.before.places.iter().all(|place| place.depth == 0.0) && report.intersections_before > 0);
    let mut thin = Outfit::default().with(&sheet(0.0, 10), 2).with(&sheet(0.003, 10), 1);
    let layers = thin.layers();
    let mut settings = RestoreSettings::default();
    settings.repair.thickness = 0.0;
    let mut positions = thin.positions.clone();
    let report = restore(&thin.input(&layers, UP), &mut positions, &settings).unwrap();
    thin.positions = positions;
    assert!(report.is_right() && thin.intersections() == 0);
}

#[test]
fn without_an_outside_there_is_no_order() {
    let outfit = Outfit::default().with(&sheet(0.0, 5), 2).with(&sheet(0.01, 5), 1);
    let layers = outfit.layers();
    for outward in [Outward::Direction(DVec3::ZERO), Outward::Obstacles(&[], 0.0)] {
        let report = check(&outfit.input(&layers, outward), &outfit.positions, 0.1).unwrap();
        assert!(report.is_right() && report.pairs.is_empty());
    }
}

/// A body that does not know where it is.
#[derive(Clone, Copy, Debug)]
struct Lost;

impl ObstacleSurface for Lost {
    fn nearest(&self, _point: MovingPoint, _time: f64) -> SurfacePoint {
        SurfacePoint { distance: f64::NAN, normal: DVec3::NAN, velocity: DVec3::ZERO }
    }

    fn boxed_clone(&self) -> Box<dyn ObstacleSurface> {
        Box::new(*self)
    }
}

#[test]
fn a_lost_body_has_no_order() {
    let bodies: [Obstacle; 1] = [Obstacle::custom(Box::new(Lost))];
    let outfit = Outfit::default().with(&sheet(0.0, 5), 2).with(&sheet(0.01, 5), 1);
    let layers = outfit.layers();
    let input = outfit.input(&layers, Outward::Obstacles(&bodies, 0.0));
    let mut positions = outfit.positions.clone();
    let report = restore(&input, &mut positions, &RestoreSettings::default()).unwrap();
    assert_eq!((report.before.pairs.len(), positions), (0, outfit.positions.clone()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any triangles anywhere, many of them degenerate, do not make anything panic; what is said in the end is true.
    #[test]
    fn nonsense_does_not_panic(
        places in prop::collection::vec([-3..4_i32, -3..4, -3..4], 24),
        triangles in prop::collection::vec([0..8_u32, 0..8, 0..8], 3..12),
        numbers in prop::collection::vec(prop::option::of(0..3_i32), 3),
        pieces in prop::collection::vec(0..3_u32, 24),
        fixed in prop::collection::vec(any::<bool>(), 24), way in 0..4_usize,
    ) {
        let mut features = Features::default();
        for _ in 0..3 {
            features.add(&triangles, 8);
        }
        let mut positions: Vec<DVec3> = places.iter().map(|p| DVec3::from(p.map(f64::from)) * 0.01).collect();
        let layers = Layers::of_pieces(pieces, numbers).unwrap();
        let filter = Filter::new().with_fixed(fixed.clone());
        let outward = [UP, Outward::Normals, Outward::Mesh(1), Outward::Obstacles(&[], 0.0)][way];
        let input = LayerInput { features: &features, filter: &filter, layers: &layers, outward };
        infer(&input, &positions, &InferSettings::default()).unwrap();
        let mut settings = RestoreSettings { max_rounds: 3, ..RestoreSettings::default() };
        settings.repair.max_iterations = 5;
        let start = positions.clone();
        let report = restore(&input, &mut positions, &settings).unwrap();
        prop_assert!(positions.iter().all(|p| p.is_finite()));
        prop_assert_eq!(&report.after, &check(&input, &positions, settings.reach).unwrap());
        prop_assert!((0..24).all(|v| !fixed[v] || positions[v] == start[v]));
        let mut passage = Passage::begin(&input, &positions, settings).unwrap();
        passage.step(&input, &mut positions, 1e-3).unwrap();
    }
}

#[test]
fn layers_with_their_normals_in_are_ordered_too() {
    let mut upper = moved(sheet(0.0, 17), |p| p + DVec3::Y * (0.1 * p.x - 0.003));
    upper.flip();
    let mut lower = sheet(0.0, 20);
    let mut outfit = Outfit::default().with(&lower, 2).with(&upper, 1);
    outfit.restored(UP);
    lower.flip();
    let mut outfit = Outfit::default().with(&lower, 2).with(&upper, 1);
    outfit.restored(UP);
}
