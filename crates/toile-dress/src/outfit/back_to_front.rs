//! A garment worn back to front.

use glam::{DQuat, DVec3};
use std::f64::consts::PI;
use toile_pattern::Garment;
use toile_pattern::placement::PiecePose;

/// A garment turned about the body by half a turn, as cut: what is noted for the front goes to the back, and left to right. Nothing else of it changes.
///
/// That is the third demonstration of modelling by facts of Fuhrmann (2006, §3.5.6): only the landmarks of the pieces change.
#[must_use]
pub fn back_to_front(garment: &Garment) -> Garment {
    turned_about(garment.whole())
}

/// The same of a garment as cut.
pub(super) fn turned_about(mut garment: Garment) -> Garment {
    for piece in &mut garment.pieces {
        let placement = &mut piece.placement;
        placement.segment = placement.segment.as_deref().map(other_side);
        if let Some(note) = &mut placement.landmark {
            note.name = other_side(&note.name);
        }
        placement.pose = placement.pose.map(|pose| half_turn(&pose));
        placement.back_to_front = !placement.back_to_front;
    }
    garment
}

/// A pose turned about the upright axis.
fn half_turn(pose: &PiecePose) -> PiecePose {
    PiecePose {
        rotation: DQuat::from_rotation_y(PI) * pose.rotation,
        translation: pose.translation * DVec3::new(-1.0, 1.0, -1.0),
    }
}

/// The name of what is opposite: `neck_front` becomes `neck_back`, `left_arm` becomes `right_arm`.
fn other_side(name: &str) -> String {
    let words = name.split('_').map(|word| match word {
        "left" => "right",
        "right" => "left",
        "front" => "back",
        "back" => "front",
        other => other,
    });
    words.collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_pattern::draft::{Draft, Looseness};
    use toile_pattern::measures::DraftMeasures;

    #[test]
    fn twice_turned_is_as_before() {
        let measures = DraftMeasures::of_size("eu-38").unwrap();
        let dress = Draft::named("dress").unwrap().draft(&measures, Looseness::Regular);
        let turned = back_to_front(&dress);
        let landmark = |garment: &Garment| garment.pieces[0].placement.landmark.clone().unwrap().name;
        assert_eq!(
            (landmark(&dress.whole()).as_str(), landmark(&turned).as_str()),
            ("neck_front", "neck_back")
        );
        assert!(turned.pieces[0].placement.pose.unwrap().translation.z < 0.0, "the front floats behind");
        let again = back_to_front(&turned);
        for (one, other) in again.pieces.iter().zip(&dress.whole().pieces) {
            assert_eq!(one.placement.landmark, other.placement.landmark);
            let [a, b] = [one, other].map(|piece| piece.placement.pose.unwrap());
            assert!(a.translation.distance(b.translation) < 1e-12);
            assert!(a.rotation.dot(b.rotation).abs() > 1.0 - 1e-12);
        }
    }
}
