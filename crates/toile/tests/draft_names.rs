//! Drafts and bodies call segments and landmarks by the same names.

use std::collections::BTreeSet;
use toile_body::landmarks::find;
use toile_body::mannequin::Mannequin;
use toile_body::measures::{Figure, Measures};
use toile_body::segments::Segment;
use toile_pattern::draft::{DRAFTS, Looseness};
use toile_pattern::placement::SEGMENTS;

#[test]
fn segments_are_those_of_bodies() {
    let of_bodies: BTreeSet<&str> = Segment::ALL.iter().map(|segment| segment.name()).collect();
    assert_eq!(of_bodies, SEGMENTS.into_iter().collect());
}

#[test]
fn landmarks_of_drafts_are_on_bodies_at_their_heights() {
    let body = Mannequin::new(Figure::Woman, Measures::typical(Figure::Woman)).build().unwrap();
    let landmarks = find(&body.mesh).unwrap();
    let measures = toile_pattern::measures::DraftMeasures::default();
    let scale = 1.68 / Measures::typical(Figure::Woman).height;
    for draft in &DRAFTS {
        for piece in draft.draft(&measures, Looseness::Regular).whole().pieces {
            let Some(note) = piece.placement.landmark else { continue };
            let place = landmarks.position(&note.name);
            let height =
                place.unwrap_or_else(|| panic!("{}: no landmark {}", draft.name, note.name)).y * scale;
            eprintln!("{} {} {}: {:.3} {:.3}", draft.name, piece.name, note.name, note.at.y, height);
            // Of pieces that are drawn at the height that they have on the body; sleeves, bands and ponchos are not.
            let upright = matches!(piece.name.trim_end_matches('\''), "front" | "back" | "sheet");
            assert!(
                !upright || (note.at.y - height).abs() < 0.05,
                "{} {} {}: {} {height}",
                draft.name,
                piece.name,
                note.name,
                note.at.y
            );
        }
    }
}
