//! Garments that cannot be worn end with words, not never.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

use toile_body::measures::BodySize;
use toile_cloth::run::{CancelToken, GaveUp};
use toile_cloth::stretch::{StretchSummary, rest_edges};
use toile_dress::fit::Verdict;
use toile_dress::{DressError, DressStage, Dressed, Dressing, Fit, Outfit, Progress, Remedy, Wearer};
use toile_geom::allowance::Spent;
use toile_pattern::Garment;
use toile_pattern::draft::{Pen, Sewing};
use toile_pattern::piece::Piece;

fn body() -> Wearer {
    let size = BodySize::named("eu-36").unwrap();
    Wearer::of_measures(size.figure, size.measures()).unwrap()
}

/// A skirt that is a tube of a girth, of a front and a back.
fn tube(girth: f64) -> Garment {
    let panel = |name: &str| {
        let width = 0.5 * girth;
        let pen = Pen::at(0.0, 0.0).line("hem", width, 0.0).line("right", width, 0.3);
        Piece::new(name, pen.line("top", 0.0, 0.3).close("left"))
    };
    let mut garment = Garment { pieces: vec![panel("front"), panel("back")], ..Garment::new("skirt") };
    garment.sew("left", "front.right", "-back.left");
    garment.sew("right", "front.left", "-back.right");
    garment
}

/// What comes of a garment, even if it is far too narrow.
fn dressed(garment: Garment, body: &Wearer) -> Dressed {
    let outfit = Dressing::on(body).garment(garment).edge_length(0.05).force(true).run(|_| ()).unwrap();
    outfit.garments.into_iter().next().unwrap()
}

#[test]
fn half_a_girth_is_refused_or_given_up() {
    let body = body();
    let refused = Dressing::on(&body).garment(tube(0.46)).edge_length(0.05).run(|_| ()).unwrap_err();
    assert!(refused.is_too_narrow() && refused.to_string().contains("about twice as much"), "{refused}");
    assert_eq!(refused.remedies(), [Remedy::Halves, Remedy::Force]);
    let dressed = dressed(tube(0.40), &body);
    let Some(why) = &dressed.gave_up else { panic!("it cannot be worn") };
    assert!(matches!(why, GaveUp::Strain { strain, .. } if *strain > 0.9), "{why:?}");
    assert!(!dressed.at_rest && dressed.intersections.count() == 0);
    assert_eq!((dressed.closed, dressed.open_seams().len()), (1.0, 0), "they are closed, by force");
    assert_eq!(Fit::of(&dressed, &body).verdict, Verdict::TooTight);
    assert!(dressed.steps < 60, "as soon as the seams are closed, not after {} steps", dressed.steps);
}

#[test]
fn what_is_not_around_the_body_falls() {
    let mut garment = tube(0.9);
    garment.seams.clear();
    let dressed = dressed(garment, &body());
    assert_eq!(dressed.gave_up, Some(GaveUp::Falls));
    assert_eq!(Fit::of(&dressed, &body()).verdict, Verdict::FallsOff);
    assert!(dressed.steps < 200, "{} steps", dressed.steps);
}

#[test]
fn time_is_limited_and_what_is_there_is_kept() {
    let dressing = Dressing::on(&body()).garments([tube(1.1), tube(1.2)]).edge_length(0.05);
    let outfit = dressing.time_limit(0.0).run(|_| ()).unwrap();
    assert_eq!(outfit.garments.len(), 1, "there was no time for the second");
    let why = outfit.gave_up.as_ref().unwrap();
    assert!(why.remedies().contains(&Remedy::MoreTime), "{why}");
    let words = why.to_string();
    assert!(words.contains("given up after ") && words.contains("allow more time"), "{words}");
    assert_eq!((outfit.garments[0].steps, outfit.at_rest), (0, false), "no step begins after the time");
    assert_eq!(outfit.intersections.count(), 0);
    let garment = &outfit.garments[0];
    assert!(garment.closed < 0.1, "{}", garment.closed);
    assert_eq!(garment.open_seams(), [0, 1], "their rows are drawn out");
    // It is measured as it was cut, and not as its rest shape was drawn out at that moment.
    let cut = garment.sewn.ramp.cut().area(0);
    assert!((garment.cloth.rest.area(0) - cut).abs() < 1e-9 * cut);
    let strain = StretchSummary::of(&rest_edges(&garment.cloth), &garment.cloth.state.positions);
    assert!(strain.max > 0.2, "{}", strain.max);
    let fit = Fit::of(garment, &body());
    assert_eq!((fit.verdict, fit.suggestion.is_some()), (Verdict::Unknown, false));
    assert!(fit.seams.iter().all(|seam| !seam.closed));
}

/// Dresses two tubes until something is seen to happen.
fn cancelled(when: impl Fn(&Progress<'_>) -> bool) -> Result<Outfit, DressError> {
    let cancel = CancelToken::default();
    let dressing = Dressing::on(&body()).garments([tube(0.86), tube(1.1)]).edge_length(0.05);
    dressing.cancelled_by(&cancel).run(|now| {
        if when(now) {
            cancel.cancel();
        }
    })
}

#[test]
fn a_wish_to_stop_is_heard_in_every_stage_and_what_is_worn_already_is_kept() {
    for stage in [DressStage::Meshing, DressStage::Placing, DressStage::Joining] {
        let first = cancelled(|now| now.before == 0 && now.stage == stage);
        let outfit = match (first, stage) {
            (Err(error), DressStage::Meshing | DressStage::Placing) => {
                assert_eq!(error.spent(), Some(Spent::Cancelled), "{error}");
                continue;
            }
            // What is joined already is kept as it is.
            (outfit, _) => outfit.unwrap(),
        };
        assert_eq!((outfit.garments.len(), outfit.garments[0].steps), (1, 0));
    }
    let second = cancelled(|now| now.before == 1 && now.stage == DressStage::Meshing).unwrap();
    let why = second.gave_up.as_ref().unwrap();
    assert_eq!(why.reason, GaveUp::Cancelled { sewn: 0.0 });
    assert!(second.garments.len() == 1 && second.garments[0].at_rest && second.intersections.count() == 0);
}

#[test]
fn memory_is_limited() {
    let dressing = Dressing::on(&body()).garment(tube(1.1)).edge_length(0.05).memory_limit(1e3);
    // Where the system does not tell how much memory is in use there is no limit.
    let Err(error) = dressing.run(|_| ()) else { return };
    assert!(error.remedies().contains(&Remedy::MoreMemory), "{error}");
    assert!(error.to_string().contains("GB of memory"), "{error}");
}

#[test]
fn edges_too_long_for_a_sleeve_are_refused_before_anything_is_sewn() {
    let body = body();
    let coarse = |garment: &str, edge: f64| Dressing::on(&body).garment(garment).edge_length(edge);
    let refused = coarse("pullover", 0.06).run(|_| ()).unwrap_err();
    assert_eq!(refused.remedies(), [Remedy::ShorterEdges, Remedy::Force]);
    let words = refused.to_string();
    assert!(words.contains("the longest edges that this garment allows are 2."), "{words}");
}

#[test]
fn a_skirt_with_an_edge_of_a_tenth_of_a_millimetre_is_dressed() {
    let panel = |name: &str, pen: Pen| Piece::new(name, pen.line("top", 0.0, 0.3).close("left"));
    let front = Pen::at(0.0, 0.0).line("hem", 0.46, 0.0).line("right", 0.46, 0.2999).line("rest", 0.46, 0.3);
    let back = Pen::at(0.0, 0.0).line("hem", 0.46, 0.0).line("right", 0.46, 0.3);
    let pieces = vec![panel("front", front), panel("back", back)];
    let mut garment = Garment { pieces, ..Garment::new("skirt") };
    garment.sew("left", "front.right + front.rest", "-back.left");
    garment.sew("right", "front.left", "-back.right");
    let plan = Dressing::on(&body()).garment(garment).edge_length(0.03).plan().unwrap();
    assert!(plan.notes().any(|note| note.contains("`rest` of `front` is 0.10 mm long")));
    let outfit = plan.run(|_| ()).unwrap();
    assert!(outfit.gave_up.is_none() && outfit.intersections.count() == 0, "{:?}", outfit.gave_up);
    assert!(outfit.garments[0].at_rest && outfit.garments[0].open_seams().is_empty());
}

/// With edges of this length the sleeves of this T-shirt begin tangled and would be sewn through the arms.
#[test]
fn what_passes_through_something_is_dressed_again_in_another_way() {
    let wearer = Wearer::open("eu-38").unwrap();
    let outfit = Dressing::on(&wearer).garment("t-shirt").edge_length(0.038).run(|_| ()).unwrap();
    assert!(outfit.garments[0].tries > 1, "this test needs a T-shirt that fails at first");
    assert!(outfit.intersections.count() == 0 && outfit.passes_through().is_none() && outfit.at_rest);
}
