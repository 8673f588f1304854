//! Garments that cannot be worn end with words, not never.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

use toile_body::measures::BodySize;
use toile_cloth::stretch::{StretchSummary, rest_edges};
use toile_dress::drape::{GaveUp, Patience};
use toile_dress::fit::Verdict;
use toile_dress::{DressError, DressSettings, Fit, Wearer, dress, dress_outfit};
use toile_pattern::Garment;
use toile_pattern::draft::{Pen, Sewing};
use toile_pattern::mesh::MeshSettings;
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

fn settings() -> DressSettings {
    DressSettings { mesh: MeshSettings::with_edge_length(0.05), anyway: true, ..DressSettings::default() }
}

#[test]
fn half_a_girth_is_refused_or_given_up() {
    let body = body();
    let refused = dress(&tube(0.46), &body, &DressSettings { anyway: false, ..settings() }, &mut |_| ());
    let Err(DressError::TooNarrow(narrow)) = refused else { panic!("{refused:?}") };
    assert!(
        narrow.to_string().contains("about half") && narrow.to_string().contains("--on-fold"),
        "{narrow}"
    );
    let dressed = dress(&tube(0.40), &body, &settings(), &mut |_| ()).unwrap();
    let Some(why) = &dressed.gave_up else { panic!("it cannot be worn") };
    assert!(matches!(why, GaveUp::Strain { strain, .. } if *strain > 0.9), "{why:?}");
    assert!(!dressed.at_rest && dressed.self_intersections + dressed.body_intersections == 0);
    assert_eq!((dressed.closed, dressed.open_seams().len()), (1.0, 0), "they are closed, by force");
    assert_eq!(Fit::of(&dressed, &body).verdict, Verdict::TooTight);
    assert!(dressed.steps < 60, "as soon as the seams are closed, not after {} steps", dressed.steps);
}

#[test]
fn what_is_not_around_the_body_falls() {
    let mut garment = tube(0.9);
    garment.seams.clear();
    let dressed = dress(&garment, &body(), &settings(), &mut |_| ()).unwrap();
    assert_eq!(dressed.gave_up, Some(GaveUp::Falls));
    assert_eq!(Fit::of(&dressed, &body()).verdict, Verdict::FallsOff);
    assert!(dressed.steps < 200, "{} steps", dressed.steps);
}

#[test]
fn time_is_limited_and_what_is_there_is_kept() {
    let mut settings = settings();
    settings.drape.patience = Patience { seconds: 0.0, ..Patience::default() };
    let outfit = dress_outfit(&[tube(1.1), tube(1.2)], &body(), &settings, &mut |_, _| ()).unwrap();
    assert_eq!(outfit.garments.len(), 1, "there was no time for the second");
    let words = outfit.gave_up.unwrap();
    assert!(words.contains("given up after 0 s") && words.contains("--time-limit"), "{words}");
    assert_eq!((outfit.garments[0].steps, outfit.at_rest), (1, false));
    assert_eq!(outfit.self_intersections + outfit.body_intersections, 0);
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
