//! Fabric files: round trips, and the errors for broken ones.

use proptest::prelude::*;
use toile_cloth::fabric::{
    Evidence, Fabric, KesCurve, PointCurve, StretchCurve, System, Table, kes_fabric, library,
};

const GOOD: &str = r#"name = "shirt"
description = "A shirt."
sources = ["our own laboratory"]
density = "121 g/m2"
thickness = "0.3 mm"

[membrane]
warp = "1200 N/m"
weft = "800 N/m"
shear = "0.6 gf/cm/deg"
warp_curve = { LT = 0.7, EMT = "5 %" }
weft_curve = { points = [["1 %", "10 N/m"], ["2 %", "30 N/m"]] }

[bending]
warp = "0.08 gf cm2/cm"
weft = "4.5 µN·m"

[friction]
cloth_static = 0.5
skin_static = "30 %"

[evidence]
density = "measured: with a balance"
bending.warp = "estimated: by feel"
"#;

#[test]
fn a_good_file_is_read_with_its_units() {
    let fabric = Fabric::from_toml("good.toml", GOOD).unwrap();
    let near = |left: f64, right: f64| assert!((left / right - 1.0).abs() < 1e-12, "{left} {right}");
    near(fabric.density, 0.121);
    near(fabric.thickness, 3e-4);
    near(fabric.membrane.shear, 0.6 * 0.980_665 * 180.0 / std::f64::consts::PI);
    near(fabric.bending.warp, 0.08 * 9.806_65e-5);
    near(fabric.bending.weft, 4.5e-6);
    near(fabric.friction.skin_static, 0.3);
    // Assumed, for it is not given.
    near(fabric.friction.cloth_kinetic, 0.4);
    near(fabric.bending.twist, 0.5 * (fabric.bending.warp * fabric.bending.weft).sqrt());
    let kes = KesCurve::new(0.7, 0.05, KesCurve::STANDARD_LOAD).unwrap();
    assert_eq!(fabric.membrane.warp_curve, Some(StretchCurve::Kes(kes)));
    assert_eq!(fabric.evidence_for("bending.warp"), Some(&Evidence::Estimated("by feel".to_string())));
    assert_eq!(fabric.evidence_for("bending.weft"), None);
}

#[test]
fn what_is_written_is_read_back() {
    for fabric in library().iter().cloned().chain([Fabric::from_toml("good.toml", GOOD).unwrap()]) {
        let text = fabric.to_toml();
        let again = Fabric::from_toml("again.toml", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again, fabric);
        assert_eq!(again.to_toml(), text);
    }
}

proptest! {
    #[test]
    fn any_fabric_survives_writing_and_reading(
        numbers in prop::collection::vec(0.001f64..1.0, 12),
        description in "\\PC{0,30}",
        source in "[a-z\"'\\\\\n\t]{0,20}",
        note in "[ -~]{0,20}",
    ) {
        let mut fabric = Fabric::isotropic("any", numbers[0], numbers[1] * 0.05, numbers[2] * 1e4, 0.1, numbers[3] * 1e-4);
        fabric.description = description;
        fabric.sources.push(source);
        fabric.evidence.insert("bending.warp".to_string(), Evidence::Measured(note));
        fabric.damping.membrane = numbers[4];
        fabric.friction.cloth_static = numbers[5];
        fabric.friction.cloth_kinetic = 0.5 * numbers[5];
        fabric.air.permeability = numbers[6];
        fabric.bending.hysteresis_weft = numbers[7];
        let curve = KesCurve::new(0.2 + numbers[8], numbers[9], 100.0 * numbers[10]).unwrap();
        fabric.membrane.bias_curve = Some(StretchCurve::Kes(curve));
        let points = [(numbers[9], numbers[10]), (numbers[9] * 2.0, numbers[10] + numbers[11])];
        fabric.membrane.warp_curve = Some(StretchCurve::Points(PointCurve::new(&points).unwrap()));
        let again = Fabric::from_toml("any.toml", &fabric.to_toml());
        prop_assert_eq!(again, Ok(fabric));
    }

    #[test]
    fn a_damaged_file_is_answered(cut in 0usize..600, junk in "\\PC{0,5}") {
        let start: String = GOOD.chars().take(cut).collect();
        let rest: String = GOOD.chars().skip(cut + 1).collect();
        let _ = Fabric::from_toml("damaged.toml", &format!("{start}{junk}{rest}"));
    }
}

/// What to replace in the good file, the line that is to be blamed, parts of the message.
const BROKEN: &[(&str, &str, usize, &[&str])] = &[
    ("density = \"121 g/m2\"", "density = 0.121", 4, &["0.121 has no unit", "kg/m2"]),
    ("density = \"121 g/m2\"", "density = \"121\"", 4, &["no unit", "kg/m2"]),
    ("density = \"121 g/m2\"", "density = \"121 g\"", 4, &["measures kg", "expected kg/m2"]),
    ("density = \"121 g/m2\"", "density = \"0,121 kg/m2\"", 4, &["with a point"]),
    (
        "density = \"121 g/m2\"",
        "density = \"121 kg/m2\"",
        4,
        &["density is 121.0 kg/m2", "permitted are 0.001 to 10.0 kg/m2"],
    ),
    ("density = \"121 g/m2\"", "densty = \"121 g/m2\"", 4, &["no `densty`", "perhaps `density`"]),
    ("density = \"121 g/m2\"", "# none", 1, &["`density` is missing", "kg/m2"]),
    ("density = \"121 g/m2\"", "density = true", 4, &["found boolean"]),
    ("thickness = \"0.3 mm\"", "thickness = \"0.3 nm\"", 5, &["unit `nm` is not known", "perhaps"]),
    ("thickness = \"0.3 mm\"", "thickness = \"thin\"", 5, &["does not begin with a number"]),
    ("thickness = \"0.3 mm\"", "thickness = \"-0.3 mm\"", 5, &["thickness is -0.0003 m", "permitted"]),
    ("shear = \"0.6 gf/cm/deg\"", "shear = \"34 N/m\"", 10, &["membrane.shear", "N/m/rad"]),
    (
        "shear = \"0.6 gf/cm/deg\"",
        "sheer = \"0.6 gf/cm/deg\"",
        10,
        &["no `sheer` in section `membrane`", "perhaps `membrane.shear`"],
    ),
    (
        "shear = \"0.6 gf/cm/deg\"",
        "shear = \"0.6 gf/cm/deg\"\npoisson = 1.3",
        11,
        &["membrane.poisson is 1.3", "sqrt(warp / weft)"],
    ),
    ("LT = 0.7", "LT = 2.7", 11, &["membrane.warp_curve", "linearity"]),
    ("LT = 0.7, ", "", 11, &["either `points` or both"]),
    ("LT = 0.7", "LTT = 0.7", 11, &["no `LTT`", "perhaps `LT`"]),
    ("\"2 %\"", "\"0.5 %\"", 12, &["membrane.weft_curve", "point 2"]),
    ("\"30 N/m\"", "30", 12, &["30 has no unit", "N/m"]),
    ("[[\"1 %\", \"10 N/m\"], ", "[[\"1 %\"], ", 12, &["list of pairs"]),
    ("weft = \"4.5 µN·m\"", "weft = \"4.5 µN/m\"", 16, &["bending.weft", "expected N*m"]),
    ("[bending]\nwarp", "[bending]\nwrap", 15, &["perhaps `bending.warp`"]),
    ("[bending]", "[bendings]", 14, &["perhaps `bending`"]),
    (
        "cloth_static = 0.5",
        "cloth_static = 0.5\ncloth_kinetic = 0.6",
        20,
        &["friction.cloth_kinetic is 0.6", "static coefficient 0.5"],
    ),
    ("name = \"shirt\"", "name = \"my shirt\"", 1, &["without spaces"]),
    ("name = \"shirt\"", "name = 3", 1, &["`name` must be a text"]),
    ("name = \"shirt\"", "# no name", 1, &["`name` is missing"]),
    ("[\"our own laboratory\"]", "\"ours\"", 3, &["`sources` must be a list"]),
    ("measured: with", "weighed: with", 23, &["neither with `measured:`"]),
    ("bending.warp = \"est", "bending.wrap = \"est", 24, &["no such field", "perhaps `bending.warp`"]),
    ("[friction]", "[friction", 18, &[]),
    ("name = \"shirt\"", "name = \"shirt\"\nair = 3", 2, &["`air` must be a section"]),
];

#[test]
fn broken_files_are_told_where_and_why() {
    for (old, new, line, parts) in BROKEN {
        assert!(GOOD.contains(old), "{old}");
        let text = GOOD.replacen(old, new, 1);
        let error = Fabric::from_toml("broken.toml", &text).expect_err(new);
        let message = error.to_string();
        assert_eq!(error.line(), Some(*line), "{new}: {message}");
        assert!(message.starts_with(&format!("broken.toml:{line}: ")), "{message}");
        for part in *parts {
            assert!(message.contains(part), "{new}: `{message}` lacks `{part}`");
        }
    }
}

#[test]
fn of_several_mistakes_the_first_is_told() {
    let text = GOOD.replacen("0.3 mm", "0.3 s", 1).replacen("[membrane]\nwarp", "[membrane]\nwarb", 1);
    assert_eq!(Fabric::from_toml("two.toml", &text).unwrap_err().line(), Some(5));
}

#[test]
fn an_unknown_name_is_answered_with_the_known_ones() {
    let error = Fabric::named("demin").unwrap_err();
    assert!(
        error.to_string().contains("perhaps `denim`") && error.to_string().contains("wool-suiting"),
        "{error}"
    );
}

#[test]
fn numbers_that_are_not_numbers_are_refused() {
    let mut fabric = Fabric::named("linen").unwrap();
    fabric.membrane.weft = f64::NAN;
    fabric.bending.warp = f64::INFINITY;
    let issues = fabric.validate().unwrap_err().issues;
    let fields: Vec<&str> = issues.iter().map(|issue| issue.field.as_str()).collect();
    assert_eq!(fields, ["membrane.weft", "bending.warp"]);
}

#[test]
fn unusual_fabrics_are_warned_about() {
    let mut fabric = Fabric::named("linen").unwrap();
    assert_eq!(fabric.validate().unwrap(), []);
    // A slip by the factor from gf cm²/cm to N m, backwards.
    fabric.bending.warp *= 1e4;
    let warnings = fabric.validate().unwrap();
    assert!(
        warnings.iter().any(|issue| issue.field == "bending.warp" && issue.permitted.contains("nine of ten"))
    );
    assert!(warnings.iter().any(|issue| issue.field.contains("bending length")));
}

/// The text between the first fence of a language and its end.
fn example<'a>(page: &'a str, language: &str) -> Option<&'a str> {
    let (_, rest) = page.split_once(&format!("```{language}\n"))?;
    rest.split_once("```").map(|(text, _)| text)
}

#[test]
fn the_examples_of_the_manual_are_right() {
    let Ok(page) = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/fabrics.md"))
    else {
        eprintln!("skipped: the manual is not here");
        return;
    };
    let fabric = Fabric::from_toml("fabrics.md", example(&page, "toml").unwrap()).unwrap();
    assert_eq!(fabric.validate().unwrap(), []);
    let table = Table::from_csv(System::Kes, "fabrics.md", example(&page, "csv").unwrap()).unwrap();
    kes_fabric(&table, "example").unwrap();
    for fabric in library() {
        let (membrane, bending) = (&fabric.membrane, &fabric.bending);
        let row = format!(
            "| `{}` | {:.0} | {:.0} / {:.0} | {:.0} | {:.1} / {:.1} |",
            fabric.name,
            fabric.density * 1e3,
            membrane.warp,
            membrane.weft,
            membrane.shear,
            bending.warp * 1e6,
            bending.weft * 1e6
        );
        assert!(page.contains(&row), "the manual lacks {row}");
    }
}

#[test]
fn damaged_files_are_no_trouble() {
    assert!(Fabric::from_toml("sound", GOOD).is_ok());
    let mut random = toile_geom::random::Random::xorshift(0x5EED_CAFE);
    let mut read = 0;
    for _ in 0..3000 {
        let damaged = String::from_utf8_lossy(&random.damaged(GOOD.as_bytes())).into_owned();
        if let Ok(fabric) = Fabric::from_toml("damaged", &damaged) {
            read += 1;
            let again = Fabric::from_toml("again", &fabric.to_toml());
            assert!(again.as_ref() == Ok(&fabric), "{damaged}\n{again:?}");
        }
    }
    assert!(read > 0, "some damage is harmless");
}
