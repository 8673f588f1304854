//! Numbers found from where pieces are.

use crate::outfit::{Outfit, moved, sheet, trunk, tube};
use glam::{DQuat, DVec2, DVec3};
use proptest::prelude::*;
use toile_contact::layers::{InferSettings, Inferred, Layers, Outward, infer};
use toile_geom::shapes;

fn inferred(outfit: &Outfit, outward: Outward<'_>) -> Inferred {
    let layers = outfit.layers();
    infer(&outfit.input(&layers, outward), &outfit.positions, &InferSettings::default()).unwrap()
}

#[test]
fn tubes_around_a_body_are_numbered_from_the_inside() {
    let radii = [0.152, 0.148, 0.16];
    let bodies = trunk(0.14);
    let mut outfit = Outfit::default();
    for radius in radii {
        outfit = outfit.with(&tube(radius, [0.0, 0.2], 40), None);
    }
    assert_eq!(inferred(&outfit, Outward::Obstacles(&bodies, 0.0)).numbers, [Some(2), Some(1), Some(3)]);
    assert_eq!(inferred(&outfit, Outward::Normals).numbers, [Some(2), Some(1), Some(3)]);
    let body = moved(shapes::icosphere(1.0, 4), |p| p * DVec3::new(0.14, 0.6, 0.14));
    let outfit = outfit.with(&body, None);
    let found = inferred(&outfit, Outward::Mesh(3));
    assert_eq!(found.numbers, [Some(2), Some(1), Some(3), Some(Layers::BODY)]);
    assert!(found.is_complete());
}

#[test]
fn crossed_pieces_are_a_tie_and_flaps_of_a_box_a_circle() {
    let up = Outward::Direction(DVec3::Y);
    let tilted = moved(sheet(0.0, 17), |p| p + DVec3::Y * (0.1 * p.x));
    let outfit =
        Outfit::default().with(&sheet(0.0, 20), None).with(&tilted, None).with(&sheet(0.03, 10), None);
    let found = inferred(&outfit, up);
    assert_eq!(found.ties.len(), 1);
    assert_eq!(found.ties[0].pieces, [0, 1]);
    assert_eq!(found.numbers[..2], [None, None]);
    assert!(found.numbers[2].is_some());

    let flap =
        moved(shapes::sheet(DVec2::new(0.4, 0.1), [40, 10]), |p| p + DVec3::new(0.0, 0.05 * p.x, 0.15));
    let mut flaps = Outfit::default();
    for quarter in 0..4_u32 {
        let turn = DQuat::from_rotation_y(f64::from(quarter) * std::f64::consts::FRAC_PI_2);
        flaps = flaps.with(&moved(flap.clone(), |p| turn * p), None);
    }
    let found = inferred(&flaps, up);
    assert_eq!((found.cycles, found.ties), (vec![vec![0, 1, 2, 3]], vec![]));
    assert_eq!(found.numbers, [None; 4]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn stacks_are_numbered_by_height(order in Just([0, 1, 2, 3, 4]).prop_shuffle(), cells in 5..15_u32) {
        let mut outfit = Outfit::default();
        for &place in &order {
            outfit = outfit.with(&sheet(0.005 * f64::from(place), cells), None);
        }
        let found = inferred(&outfit, Outward::Direction(DVec3::Y * 3.0));
        prop_assert_eq!(found.numbers, order.map(|place| Some(place + 1)));
    }
}
