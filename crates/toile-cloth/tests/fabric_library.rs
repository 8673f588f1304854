//! The fabrics that come with Toile: possible, plausible, and honest about where their numbers come from.

use std::collections::BTreeSet;

use toile_cloth::fabric::{ClothDirection, Evidence, Fabric, library, names};

/// Mean bending length of warp and weft, in centimetres.
fn bending_length(fabric: &Fabric) -> f64 {
    50.0 * (fabric.bending_length(ClothDirection::Warp) + fabric.bending_length(ClothDirection::Weft))
}

#[test]
fn names_are_unique_and_all_are_there() {
    let unique: BTreeSet<&str> = library().iter().map(|fabric| fabric.name.as_str()).collect();
    assert_eq!(unique.len(), library().len());
    assert!(names().eq(library().iter().map(|fabric| fabric.name.as_str())));
    assert!(library().len() >= 12);
    for name in names() {
        assert_eq!(Fabric::named(name).unwrap().name, name);
    }
}

/// Fabrics that lie outside of what nine of ten have, and in what; everything else must lie inside.
const UNUSUAL: &[(&str, &str)] = &[
    // Two ounces a square yard above the heaviest twentieth, as leather is.
    ("leather", "density"),
    // The lightest cloth of the library; its bending length is usual.
    ("silk-habotai", "bending.weft"),
];

#[test]
fn every_fabric_is_possible_and_nearly_every_one_usual() {
    for fabric in library() {
        let warnings = fabric.validate().unwrap_or_else(|error| panic!("{error}"));
        for warning in warnings {
            let expected = UNUSUAL.contains(&(fabric.name.as_str(), warning.field.as_str()));
            assert!(expected, "{}: {warning}", fabric.name);
        }
        for direction in [ClothDirection::Warp, ClothDirection::Weft, ClothDirection::Bias] {
            let stiffness = fabric.membrane.strip_stiffness(direction);
            assert!((3.0..5000.0).contains(&stiffness), "{}: {stiffness} N/m {direction:?}", fabric.name);
        }
        let volume_density = fabric.density / fabric.thickness;
        assert!((150.0..900.0).contains(&volume_density), "{}: {volume_density} kg/m³", fabric.name);
    }
}

#[test]
fn every_number_says_where_it_comes_from() {
    for fabric in library() {
        assert!(!fabric.sources.is_empty() && !fabric.description.is_empty(), "{}", fabric.name);
        let written: toml::Table = fabric.to_toml().parse().unwrap();
        let mut fields = Vec::new();
        for (key, value) in &written {
            match value {
                toml::Value::Table(section) if key != "evidence" => {
                    fields.extend(section.keys().map(|inner| format!("{key}.{inner}")));
                }
                _ if !["name", "description", "sources", "evidence"].contains(&key.as_str()) => {
                    fields.push(key.clone());
                }
                _ => {}
            }
        }
        assert!(fields.len() >= 28, "{fields:?}");
        for field in fields {
            assert!(fabric.evidence_for(&field).is_some(), "{}: nothing is said of {field}", fabric.name);
        }
    }
}

#[test]
fn most_fabrics_have_something_measured() {
    let measured =
        |fabric: &&Fabric| fabric.evidence.values().any(|evidence| matches!(evidence, Evidence::Measured(_)));
    assert!(library().iter().filter(measured).count() >= 10);
}

#[test]
fn stiffness_at_rest_agrees_with_the_kes_curve_it_was_taken_from() {
    let membrane = Fabric::named("denim").unwrap().membrane;
    let slope = membrane.warp_curve.unwrap().initial_stiffness();
    assert!((membrane.warp / slope - 1.0).abs() < 0.01, "{} but {slope}", membrane.warp);
}

/// Cusick's fit of 1965 for the drape coefficient in percent, from bending length in cm and shear angle in degrees.
fn cusick(length: f64, shear_angle: f64) -> f64 {
    35.6 * length - 3.61 * length * length - 2.59 * shear_angle + 0.0461 * shear_angle * shear_angle + 17.0
}

/// Drape coefficients in percent: measured on that very fabric, or the band of its kind.
const DRAPE: &[(&str, f64, f64)] = &[
    ("polyester-faille", 28.3, 28.3),
    ("cotton-poplin", 82.9, 82.9),
    ("work-twill", 79.8, 79.8),
    ("cotton-plain", 60.0, 76.0),
    ("cotton-lawn", 60.0, 76.0),
    ("silk-crepe", 20.0, 40.0),
    ("silk-habotai", 20.0, 40.0),
    ("wool-suiting", 40.0, 70.0),
    ("wool-tropical", 40.0, 70.0),
    ("denim", 70.0, 90.0),
    ("leather", 47.0, 70.0),
];

#[test]
fn bending_lengths_agree_with_drape_coefficients() {
    // The shear angle is not known of any of them, so the fit gives a span: from a cloth that does not shear to the one
    // that shears as it likes best. Ten percent on top is what the fit and the bands are good for.
    let (stiff, free) = (0.0, 2.59 / (2.0 * 0.0461));
    for &(name, low, high) in DRAPE {
        let length = bending_length(&Fabric::named(name).unwrap());
        let (least, most) = (cusick(length, free), cusick(length, stiff));
        assert!(
            least - 10.0 <= high && most + 10.0 >= low,
            "{name}: {least:.0} to {most:.0} %, expected {low} to {high}"
        );
    }
}

#[test]
fn limp_to_stiff_is_the_order_that_a_tailor_knows() {
    let order = ["jersey", "wool-suiting", "cotton-plain", "linen", "canvas", "organza"];
    let lengths: Vec<f64> = order.iter().map(|name| bending_length(&Fabric::named(name).unwrap())).collect();
    assert!(lengths.is_sorted(), "{lengths:?}");
    assert!(
        bending_length(&Fabric::named("polyester-faille").unwrap())
            < bending_length(&Fabric::named("cotton-poplin").unwrap())
    );
    assert!(
        Fabric::named("jersey").unwrap().membrane.weft
            < 0.1 * Fabric::named("cotton-poplin").unwrap().membrane.weft
    );
}
