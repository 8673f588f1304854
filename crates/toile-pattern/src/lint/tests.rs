use super::*;
use crate::curve::Curve;
use crate::draft::{DRAFTS, Draft, Looseness};
use crate::measures::DraftMeasures;
use crate::outline::Outline;
use crate::piece::{CutRule, Dart, Drill, GradedOutline, Piece};
use crate::seam::{EdgePart, Seam};

fn skirt() -> Garment {
    Draft::named("straight-skirt").unwrap().draft(&DraftMeasures::default(), Looseness::Regular)
}

fn rules(garment: &Garment) -> Vec<Rule> {
    check(garment).iter().map(|finding| finding.rule).collect()
}

fn square(name: &str, side: f64) -> Piece {
    Piece::new(name, Outline::polygon(&[(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)].map(DVec2::from)))
}

#[test]
fn drafts_are_clean_in_every_size_and_fit() {
    for draft in &DRAFTS {
        for size in DraftMeasures::size_names() {
            for fit in Looseness::ALL {
                let garment = draft.draft(&DraftMeasures::of_size(size).unwrap(), fit);
                let findings = check(&garment);
                assert!(findings.is_empty(), "{} {size} {}: {findings:#?}", draft.name, fit.name());
            }
        }
    }
}

#[test]
fn a_seam_of_the_wrong_length() {
    let mut garment = skirt();
    garment.seams[0].ease = 0.2;
    assert_eq!(rules(&garment), [Rule::Ease]);
    let finding = &check(&garment)[0];
    assert_eq!((finding.seam, finding.severity), (Some(0), Severity::Warning));
    assert!(finding.to_string().contains("write ease ="), "{finding}");
}

#[test]
fn a_forgotten_seam_and_a_doubled_one() {
    let mut garment = skirt();
    let side = garment.seams.remove(0);
    assert!(rules(&garment).contains(&Rule::Forgotten), "{:?}", check(&garment));
    garment.seams.insert(0, side.clone());
    garment.seams.push(side);
    assert!(rules(&garment).contains(&Rule::DuplicateSeam));
}

#[test]
fn a_seam_the_wrong_way_round() {
    let mut garment = skirt();
    let part = &mut garment.seams[0].sides[1][0];
    *part = part.reversed();
    assert!(rules(&garment).contains(&Rule::Twist));
}

#[test]
fn a_chain_in_the_wrong_order() {
    let mut garment = skirt();
    let waist = garment.seams.iter_mut().find(|seam| seam.name == "waist").unwrap();
    waist.sides[1].swap(0, 1);
    assert!(rules(&garment).contains(&Rule::SeamGap), "{:?}", check(&garment));
}

#[test]
fn outlines_that_cannot_be() {
    let of = |piece: Piece| Garment { pieces: vec![piece], ..Garment::new("x") };
    let mut open = square("a", 0.3);
    open.outline.edges[1].curve = Curve::line((0.3, 0.0).into(), (0.3, 0.29).into());
    assert_eq!(rules(&of(open)), [Rule::OutlineGap]);
    let clockwise = Piece::new("a", square("a", 0.3).outline.reversed());
    assert_eq!(rules(&of(clockwise)), [Rule::Orientation]);
    let loop_ = Piece::new(
        "a",
        Outline::polygon(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, -0.5), (0.0, 1.0)].map(DVec2::from)),
    );
    assert_eq!(rules(&of(loop_)), [Rule::SelfCrossing]);
    assert_eq!(rules(&of(square("a", 30.0))), [Rule::WrongUnit]);
    assert_eq!(rules(&of(square("a", 0.0003))), [Rule::WrongUnit]);
    assert_eq!(
        rules(&Garment { pieces: vec![square("a", 0.3), square("a", 0.2)], ..Garment::new("x") }),
        [Rule::Names]
    );
}

#[test]
fn darts_folds_sizes_and_points() {
    let of = |piece: Piece| Garment { pieces: vec![piece], ..Garment::new("x") };
    let dart =
        |tip: (f64, f64)| Dart::Edge { name: "d".into(), edge: 2, at: 0.5, width: 0.02, tip: tip.into() };
    let with = |tip| Piece { darts: vec![dart(tip)], ..square("a", 0.3) };
    assert!(rules(&of(with((0.15, 0.4)))).contains(&Rule::Dart));
    assert!(rules(&of(with((0.05, 0.25)))).contains(&Rule::Dart));
    assert_eq!(rules(&of(with((0.15, 0.2)))), []);
    let fold = Piece { cut: CutRule::OnFold(3), ..square("a", 0.3) };
    let seam = Seam::new("s", vec![EdgePart::along(0, 3)], vec![EdgePart::against(0, 1)]);
    assert!(rules(&Garment { seams: vec![seam], ..of(fold) }).contains(&Rule::Fold));
    let graded =
        Piece { sizes: vec![GradedOutline { size: "40".into(), curves: vec![] }], ..square("a", 0.3) };
    assert_eq!(rules(&of(graded)), [Rule::Sizes]);
    let drilled = Piece { drills: vec![Drill { name: None, at: DVec2::ONE }], ..square("a", 0.3) };
    assert_eq!(rules(&of(drilled)), [Rule::Outside]);
}

#[test]
fn seams_to_nowhere() {
    let piece = square("a", 0.3);
    let seam = |edge| Seam::new("s", vec![EdgePart::along(0, 0)], vec![EdgePart::against(0, edge)]);
    let garment =
        |edge| Garment { pieces: vec![piece.clone()], seams: vec![seam(edge)], ..Garment::new("x") };
    assert_eq!(rules(&garment(9)), [Rule::BrokenSeam]);
    assert_eq!(rules(&garment(0)), [Rule::BrokenSeam]);
    let mut empty = garment(1);
    empty.seams[0].sides[1].clear();
    assert_eq!(rules(&empty), [Rule::BrokenSeam]);
}

#[test]
fn findings_have_places_in_the_file() {
    let mut garment = skirt();
    garment.seams[1].ease = 0.3;
    let text = crate::file::write(&garment);
    let (read, places) = crate::file::read("skirt.toml", &text).unwrap();
    let findings = check(&read);
    let Some(PatternPlace::Text { line, .. }) = findings[0].place(&places) else { panic!("a place") };
    assert_eq!(text.lines().nth(line - 1), Some("[[seam]]"));
    assert!(text.lines().nth(line).unwrap().contains("hip"));
}

#[test]
fn an_edge_of_a_millimetre_is_told() {
    let corners = [(0.0, 0.0), (0.3, 0.0), (0.3, 0.299), (0.3, 0.3), (0.0, 0.3)].map(DVec2::from);
    let garment = Garment { pieces: vec![Piece::new("a", Outline::polygon(&corners))], ..Garment::new("x") };
    assert_eq!(rules(&garment), [Rule::TooShort]);
    let finding = &check(&garment)[0];
    assert_eq!((finding.piece, finding.edge, finding.severity), (Some(0), Some(2), Severity::Warning));
    assert!(finding.message.contains("is 1.00 mm long"), "{finding}");
}
