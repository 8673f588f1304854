use super::*;
use crate::outline::Edge;

fn polygon(name: &str, corners: &[(f64, f64)]) -> Piece {
    Piece::new(name, Outline::polygon(&corners.iter().map(|&corner| DVec2::from(corner)).collect::<Vec<_>>()))
}

/// A quarter of a skirt, its middle to the left.
fn quarter(name: &str) -> Piece {
    polygon(name, &[(0.0, 0.0), (0.24, 0.0), (0.24, 0.4), (0.2, 0.61), (0.0, 0.6)])
}

fn garment(pieces: Vec<Piece>) -> Garment {
    Garment { pieces, ..Garment::new("skirt") }
}

#[test]
fn quarters_of_a_skirt_are_halves_of_front_and_back() {
    let mut back = quarter("Detail-2");
    back.outline.edges[3] = Edge::new(Curve::line(DVec2::new(0.2, 0.61), DVec2::new(0.0, 0.58)));
    back.outline.edges[4] = Edge::new(Curve::line(DVec2::new(0.0, 0.58), DVec2::ZERO));
    let halves = probable_halves(&garment(vec![quarter("Detail"), back]), &[], None);
    assert_eq!(halves.iter().map(|half| half.cut).collect::<Vec<_>>(), [CutRule::OnFold(4); 2]);
    assert!(halves.iter().all(|half| half.score > 0.8), "{halves:?}");
    assert!(halves[0].reasons.iter().any(|reason| reason.contains("48 cm wide together")), "{halves:?}");
    let small = probable_halves(&garment(vec![quarter("Detail")]), &[], Some(0.3));
    assert!(small[0].reasons.iter().all(|reason| !reason.contains("wide together")), "{small:?}");
}

#[test]
fn whole_pieces_and_twins_are_not_halves() {
    let whole = polygon("front", &[(0.0, 0.0), (0.48, 0.0), (0.44, 0.6), (0.04, 0.6)]);
    let rectangle = polygon("front", &[(0.0, 0.0), (0.48, 0.0), (0.48, 0.6), (0.0, 0.6)]);
    assert!(probable_halves(&garment(vec![whole, rectangle]), &[], None).is_empty());
    let right = polygon("right", &[(1.0, 0.0), (1.0, 0.6), (0.8, 0.61), (0.76, 0.4), (0.76, 0.0)]);
    assert!(probable_halves(&garment(vec![quarter("left"), right]), &[], None).is_empty());
    // Nearly a twin: its corners lie on the other's outline, but not the other way round.
    let lower = polygon("back", &[(1.0, 0.0), (1.0, 0.594), (0.8, 0.61), (0.76, 0.4), (0.76, 0.0)]);
    assert_eq!(probable_halves(&garment(vec![quarter("front"), lower]), &[], None).len(), 2);
    let folded = Piece { cut: CutRule::OnFold(4), ..quarter("front") };
    assert!(probable_halves(&garment(vec![folded]), &[], None).is_empty());
    let trousers = Garment { pieces: vec![quarter("front")], ..Garment::new("trousers") };
    assert!(probable_halves(&trousers, &[], None).is_empty());
}

#[test]
fn words_tell_which_edge() {
    let rectangle = || polygon("panel", &[(0.0, 0.0), (0.3, 0.0), (0.3, 0.6), (0.0, 0.6)]);
    let note = Note { piece: 0, at: DVec2::new(0.28, 0.3), words: "CUT 1 ON FOLD".into() };
    let halves = probable_halves(&garment(vec![rectangle()]), &[note], None);
    assert_eq!(halves[0].cut, CutRule::OnFold(1));
    assert!(
        halves[0].score > 0.8 && halves[0].reasons.iter().any(|reason| reason.contains("ON FOLD")),
        "{halves:?}"
    );
    assert!(probable_halves(&garment(vec![rectangle()]), &[], None).is_empty());
    assert!(has_word("Front CF", &MIDDLE_WORDS) && !has_word("scuff", &MIDDLE_WORDS));
}

#[test]
fn sleeves_beside_halves_are_pairs() {
    let mut sleeve = polygon("Detail-3", &[(0.1, 0.0), (0.3, 0.0), (0.4, 0.4), (0.0, 0.4)]);
    sleeve.outline.edges[2] = Edge::new(Curve::cubic(
        DVec2::new(0.4, 0.4),
        DVec2::new(0.25, 0.6),
        DVec2::new(0.15, 0.6),
        DVec2::new(0.0, 0.4),
    ));
    let halves = probable_halves(&garment(vec![quarter("front"), sleeve.clone()]), &[], None);
    assert_eq!(halves.iter().map(|half| half.cut).collect::<Vec<_>>(), [CutRule::OnFold(4), CutRule::Pair]);
    assert!(probable_halves(&garment(vec![sleeve]), &[], None).is_empty(), "alone it is what it is");
}
