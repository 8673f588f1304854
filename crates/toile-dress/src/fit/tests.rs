//! A garment that was really dressed: a tube of three sizes around a mannequin.

use super::*;
use crate::{Dressed, Dressing, Wearer};
use toile_body::measures::BodySize;
use toile_pattern::draft::{self, Draft};
use toile_pattern::measures::DraftMeasures;

fn tube(size: &str, body: &Wearer) -> Dressed {
    let tube =
        Draft::named("tube").unwrap().draft(&DraftMeasures::of_size(size).unwrap(), draft::Looseness::Slim);
    let poplin = toile_cloth::fabric::Fabric::named("cotton-poplin").unwrap();
    let dressing = Dressing::on(body).garment(tube).fabric(poplin).edge_length(0.05);
    // Long enough to fall off, if nothing holds it.
    let outfit = dressing.with(|settings| settings.drape.max_settle_time = 1.0).run(|_| ()).unwrap();
    outfit.garments.into_iter().next().unwrap()
}

#[test]
fn of_three_tubes_one_is_tight_one_fits_and_one_falls_off() {
    let wearer = BodySize::named("eu-46").unwrap();
    let body = Wearer::of_measures(wearer.figure, wearer.measures()).unwrap();
    let tubes = ["eu-36", "eu-44", "eu-48"].map(|size| tube(size, &body));
    let [small, middle, large] = [0, 1, 2].map(|i| Fit::of(&tubes[i], &body));

    for (dressed, fit) in tubes.iter().zip([&small, &middle, &large]) {
        for quantity in FitQuantity::ALL {
            assert_eq!(quantity.values(fit).len(), dressed.cloth.vertex_count());
            assert!(quantity.values(fit).iter().all(|value| value.is_finite()), "{}", quantity.name());
        }
        let closest = fit.distance.iter().fold(f32::INFINITY, |a, b| a.min(*b));
        assert!(closest > 0.0, "cloth stays outside of the body: {closest}");
        assert_eq!(fit.seams.len(), 1);
    }
    // A tube is as wide everywhere: 94 + 4 and 106 + 4 cm.
    for (fit, cut) in [(&small, 0.98), (&middle, 1.10)] {
        let around: Vec<&Ease> = fit.eases.iter().filter(|ease| ease.is_of_trunk()).collect();
        assert!(!around.is_empty(), "slid by {}", fit.summary.slid);
        for ease in around {
            assert!((ease.cut - cut).abs() < 0.03, "{ease:?}");
        }
    }
    assert!(small.verdict < Verdict::Fits, "{:?}", small.findings);
    assert!(small.findings[0].words.contains("tight across the"), "{:?}", small.findings);
    assert!(small.suggestion.as_ref().is_some_and(|better| better.steps > 0));
    assert!(middle.verdict >= Verdict::Fits && middle.verdict < Verdict::FallsOff, "{:?}", middle.findings);
    assert_eq!(large.verdict, Verdict::FallsOff, "{:?}", large.findings);
    assert!(large.suggestion.as_ref().is_some_and(|better| better.steps < 0));
    // How long they hung is not asked here: 1 s is not enough to come to rest.
    let [small, middle, large] = [small, middle, large].map(|fit| Fit { at_rest: true, ..fit });
    assert_eq!(recommended(&[&small, &middle, &large]), Some(1));
    assert_eq!(recommended(&[&large]), None, "what falls off is not taken");
    assert_eq!(recommended(&[&Fit { at_rest: false, ..middle.clone() }]), None, "nobody knows where it ends");
    assert_eq!(direction(&[large.verdict]), Some(SizeDirection::Smaller));
}

#[test]
fn nothing_is_recommended_of_nothing() {
    assert_eq!(recommended(&[]), None);
}
