//! Classes of garments, orders and wishes, and the export.

// Helpers of tests fail like tests do.
#![allow(clippy::unwrap_used)]

use toile_dress::ontology::{
    BodyPart, Fact, GarmentClass, NAMESPACE, Ontology, OntologyError, PieceId, Wish, turtle,
};
use toile_pattern::Garment;
use toile_pattern::draft::{DRAFTS, Draft, Looseness};
use toile_pattern::import::import;
use toile_pattern::measures::DraftMeasures;

fn measures() -> DraftMeasures {
    DraftMeasures::of_size("eu-38").unwrap()
}

fn drafted(names: &[&str]) -> Vec<Garment> {
    names.iter().map(|name| Draft::named(name).unwrap().draft(&measures(), Looseness::Regular)).collect()
}

fn wishes(words: &[&str]) -> Vec<Wish> {
    words.iter().map(|words| words.parse().unwrap()).collect()
}

fn class(garment: &Garment, measures: &DraftMeasures) -> GarmentClass {
    Ontology::of(std::slice::from_ref(garment), measures).class(0)
}

#[test]
fn all_drafts_are_classified_rightly_for_small_and_tall_in_all_fits() {
    use GarmentClass::{
        Dress, Jacket, Poncho, Pullover, Sheet, Shirt, Shorts, Skirt, TShirt, TankTop, Trousers, TubeTop,
    };
    let expected = [
        ("t-shirt", TShirt),
        ("tank-top", TankTop),
        ("pullover", Pullover),
        ("shirt", Shirt),
        ("blazer", Jacket),
        ("dress", Dress),
        ("straight-skirt", Skirt),
        ("circle-skirt", Skirt),
        ("godet-skirt", Skirt),
        ("pleated-skirt", Skirt),
        ("trousers", Trousers),
        ("shorts", Shorts),
        ("poncho", Poncho),
        ("tube", TubeTop),
        ("flag", Sheet),
    ];
    assert_eq!(expected.len(), DRAFTS.len());
    for size in ["eu-36", "eu-38", "eu-48", "eu-50-men"] {
        let measures = DraftMeasures::of_size(size).unwrap();
        for (name, wanted) in expected {
            for fit in Looseness::ALL {
                let mut garment = Draft::named(name).unwrap().draft(&measures, fit);
                // The name of the garment must not be what tells.
                garment.name = "x".into();
                let found = Ontology::of(std::slice::from_ref(&garment), &measures);
                assert_eq!(found.class(0), wanted, "{name}, {size}, {fit:?}: {}", found.class_reason(0));
                assert_eq!(found.oddities(), Vec::<String>::new(), "{name}");
            }
        }
    }
}

#[test]
fn patterns_of_other_programs_are_classified() {
    use GarmentClass::{Dress, Pullover, Skirt, TShirt, Trousers};
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/patterns");
    if !std::path::Path::new(folder).is_dir() {
        eprintln!("skipped: {folder} is not there");
        return;
    }
    for (file, wanted) in [
        ("garmentcode/circle_skirt_mean_all_specification.json", Skirt),
        ("garmentcode/pencil_skirt_mean_all_specification.json", Skirt),
        ("garmentcode/skirt2_ruffle_mean_all_specification.json", Skirt),
        ("garmentcode/fitted_longsleeve_mean_all_specification.json", TShirt),
        ("garmentcode/tshirt_mean_all_specification.json", TShirt),
        ("garmentcode/shirt_mean_specification.json", TShirt),
        ("garmentcode/hoody_mean_all_specification.json", Pullover),
        ("garmentcode/pants_mean_all_specification.json", Trousers),
        ("neuraltailor/dress_sleeveless.json", Dress),
        ("neuraltailor/skirt_4_panels.json", Skirt),
        ("neuraltailor/tee.json", TShirt),
        ("neuraltailor/wb_pants_straight.json", Trousers),
    ] {
        let path = format!("{folder}/{file}");
        let mut garment = import(path.as_ref()).unwrap().garment;
        if garment.name.is_empty() {
            garment.name = file.into();
        }
        assert_eq!(class(&garment, &measures()), wanted, "{file}");
    }
}

#[test]
fn every_fact_has_a_reason_and_pieces_lie_where_they_should() {
    let outfit = Ontology::of(&drafted(&["shirt", "trousers"]), &measures());
    assert!(outfit.facts().iter().all(|known| !known.reason.is_empty()));
    let part = |garment: usize, name: &str| {
        let piece = (0..outfit.piece_count(garment)).map(|piece| PieceId { garment, piece });
        outfit.part(piece.into_iter().find(|id| outfit.piece_name(*id) == name).unwrap())
    };
    assert_eq!(part(0, "collar"), Some(BodyPart::Neck));
    assert_eq!(part(0, "sleeve"), Some(BodyPart::LeftArm));
    assert_eq!(part(0, "sleeve'"), Some(BodyPart::RightArm));
    assert_eq!(part(1, "front"), Some(BodyPart::LeftLeg));
    assert_eq!(part(1, "front'"), Some(BodyPart::RightLeg));
    assert_eq!(part(1, "band"), Some(BodyPart::BothLegs));
    let id = |piece: usize| PieceId { garment: 0, piece };
    assert!(outfit.is_sewn_with(id(0), id(5)), "the front and the collar, over the stand");
    assert!(!outfit.is_sewn_with(id(0), PieceId { garment: 1, piece: 0 }));
}

#[test]
fn the_usual_order_does_not_depend_on_how_garments_are_named() {
    let all = ["blazer", "shirt", "trousers", "t-shirt", "pullover", "poncho"];
    let usual = ["trousers", "t-shirt", "shirt", "pullover", "blazer", "poncho"];
    for turn in 0..all.len() {
        let names: Vec<&str> = all.iter().cycle().skip(turn).take(all.len()).copied().collect();
        let outfit = Ontology::of(&drafted(&names), &measures());
        let order = outfit.order(&[]).unwrap();
        let found: Vec<&str> = order.sequence.iter().map(|&garment| names[garment]).collect();
        assert_eq!(found, usual);
        assert!(order.facts.iter().all(|known| !known.reason.is_empty()));
    }
}

#[test]
fn a_shirt_is_worn_over_or_in_trousers() {
    let outfit = Ontology::of(&drafted(&["t-shirt", "trousers"]), &measures());
    let usual = outfit.order(&[]).unwrap();
    assert_eq!((usual.sequence.as_slice(), usual.layers[0][0], usual.layers[1][0]), (&[1, 0][..], 2, 1));
    for words in ["t-shirt in trousers", "trousers over top", "The T-shirt tucked into the trousers"] {
        let order = outfit.order(&wishes(&[words])).unwrap();
        assert_eq!(order.sequence, [0, 1], "{words}");
        assert_eq!(order.dressing, [1, 0], "it is tucked in when both are on");
        assert_eq!((order.layers[0][0], order.layers[1][0]), (1, 2), "{words}");
        assert!(order.facts[0].reason.contains("wished"));
    }
}

#[test]
fn a_collar_lies_outside_of_the_pullover_over_its_shirt() {
    let garments = drafted(&["pullover", "trousers", "shirt"]);
    let outfit = Ontology::of(&garments, &measures());
    let collar = garments[2].whole().piece_named("collar").unwrap();
    let under = outfit.order(&wishes(&["shirt in trousers"])).unwrap();
    assert_eq!(under.sequence, [2, 1, 0]);
    assert!(under.layers[2][collar] < under.layers[0][0], "under the pullover");
    for words in ["collar out", "shirt's collar over pullover", "shirt.collar over pullover"] {
        let out = outfit.order(&wishes(&["shirt in trousers", words])).unwrap();
        assert_eq!(out.sequence, under.sequence, "{words}");
        let [shirt, trousers, pullover, collar] =
            [out.layers[2][0], out.layers[1][0], out.layers[0][0], out.layers[2][collar]];
        assert!(shirt < trousers && trousers < pullover && pullover < collar, "{words}: {:?}", out.layers);
        assert!(out.layers[0].iter().all(|layer| *layer == pullover), "{words}");
    }
}

#[test]
fn what_is_usual_gives_way_to_what_follows_from_wishes() {
    let outfit = Ontology::of(&drafted(&["blazer", "shirt", "trousers"]), &measures());
    let order = outfit.order(&wishes(&["blazer in trousers"])).unwrap();
    assert_eq!(order.sequence, [1, 0, 2], "then the shirt is in the trousers too");
    assert_eq!(order.set_aside.len(), 1);
    assert_eq!(order.set_aside[0].fact, Fact::DressedAfter { outer: 1, inner: 2 });
    assert!(order.set_aside[0].reason.contains("blazer in") || order.set_aside[0].reason.contains("wished"));
}

#[test]
fn circles_are_named_by_their_facts() {
    let outfit = Ontology::of(&drafted(&["pullover", "shirt", "trousers"]), &measures());
    let circle = wishes(&["shirt over pullover", "pullover over trousers", "trousers over shirt"]);
    let Err(OntologyError::Cycle { facts }) = outfit.order(&circle) else { panic!("a circle") };
    assert_eq!(facts.len(), 3);
    assert!(facts.iter().all(|fact| fact.contains("wished")), "{facts:?}");
    let itself = outfit.order(&wishes(&["shirt over shirt"])).unwrap_err();
    assert!(matches!(itself, OntologyError::Cycle { .. }));
}

#[test]
fn wrong_wishes_say_what_there_is() {
    let outfit = Ontology::of(&drafted(&["shirt", "trousers"]), &measures());
    let error = outfit.order(&wishes(&["hat over shirt"])).unwrap_err().to_string();
    assert!(error.contains("`hat`") && error.contains("trousers") && error.contains("collar"), "{error}");
    assert!("shirt trousers".parse::<Wish>().unwrap_err().to_string().contains("A over B"));
    assert!(matches!(outfit.order(&wishes(&["shirt out"])), Err(OntologyError::NoPiece { .. })));
    assert!(matches!(outfit.order(&wishes(&["collar back to front"])), Err(OntologyError::NoGarment { .. })));
    assert_eq!(outfit.order(&wishes(&["shirt back to front"])).unwrap().back_to_front, [true, false]);
}

#[test]
fn two_of_a_kind_are_worn_as_they_are_named() {
    let outfit = Ontology::of(&drafted(&["t-shirt", "t-shirt"]), &measures());
    assert_eq!(outfit.label(1), "t-shirt 2");
    assert_eq!(outfit.order(&[]).unwrap().sequence, [0, 1]);
    assert_eq!(outfit.order(&wishes(&["t-shirt 2 under t-shirt"])).unwrap().sequence, [1, 0]);
    // What does not touch has no order.
    let apart = Ontology::of(&drafted(&["flag", "trousers"]), &measures());
    assert!(apart.order(&[]).unwrap().facts.is_empty());
}

#[test]
fn a_t_shirt_is_the_shirt_where_there_is_no_other() {
    let tucked = |names: &[&str]| {
        let outfit = Ontology::of(&drafted(names), &measures());
        outfit.order(&wishes(&["shirt in trousers"])).map(|order| order.sequence)
    };
    assert_eq!(tucked(&["t-shirt", "trousers"]).unwrap(), [0, 1]);
    let error = tucked(&["pullover", "trousers"]).unwrap_err().to_string();
    assert!(error.contains("a kind of pullover"), "{error}");
}

#[test]
fn what_lies_on_an_arm_is_a_sleeve_whatever_it_is_called() {
    let mut garments = drafted(&["t-shirt"]);
    garments[0].name = "garment".into();
    for (number, piece) in garments[0].pieces.iter_mut().enumerate() {
        piece.name = format!("piece {number}");
    }
    assert_eq!(Ontology::of(&garments, &measures()).class(0), GarmentClass::TShirt);
}

mod turtle_reader;

#[test]
fn the_export_is_turtle_and_says_what_is_known() {
    let mut garments = drafted(&["pullover", "trousers", "shirt"]);
    garments[2].name = "the \"best\" shirt\\".into();
    let outfit = Ontology::of(&garments, &measures());
    let order = outfit.order(&wishes(&["collar out"])).unwrap();
    let statements = turtle_reader::read(&turtle(&outfit, Some(&order))).unwrap();
    let term = |name: &str| format!("{NAMESPACE}{name}");
    let said = |s: &str, p: &str, o: &str| {
        statements.iter().any(|found| found[0] == s && found[1] == p && found[2] == o)
    };
    let rdf_type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
    assert!(said("urn:toile:outfit#g1", rdf_type, &term("Trousers")));
    assert!(said(&term("Shorts"), "http://www.w3.org/2000/01/rdf-schema#subClassOf", &term("Trousers")));
    assert!(said("urn:toile:outfit#g0", &term("isDressedAfter"), "urn:toile:outfit#g2"));
    assert!(said("urn:toile:outfit#g2-p5", &term("isDressedAfterP"), "urn:toile:outfit#g0-p0"), "the collar");
    assert!(said("urn:toile:outfit#g2-p5", &term("isLyingOn"), &term("neck")));
    assert!(said(
        "urn:toile:outfit#g2",
        "http://www.w3.org/2000/01/rdf-schema#label",
        "the \"best\" shirt\\"
    ));
    assert!(statements.len() > 300);
}
