//! Tables of KES and FAST measurements, checked against published worked examples.

use toile_cloth::fabric::{
    ClothDirection, Evidence, FabricError, System, Table, fast_fabric, fast_shear_stiffness, formability,
    kes_fabric,
};

/// A laboratory report on a wool of 168 g/m² ("Fabric Assurance by Simple Testing", 2014, tables II to VII). It finds
/// B = 5.56 and 5.02 µN·m, F = 0.45 and 0.50 mm², G = 26.17 N/m. The thickness is ours.
const FAST: &str = "\
# wool, plain
direction, E5, E20, E100, EB5, C, W, T2, T100
warp, 0.67, 1.87, 4.60, , 15.00, 168, 0.6, 0.4
weft, 0.40, 1.87, 5.87, , 14.50
bias, , , , 4.7
";

/// Means over warp and weft of a denim (Kumari and Khurana 2016, table 5, sample B), with a weight that fits it.
const KES: &str = "\
direction,LT,WT,RT,EMT,G,2HG,2HG5,B,2HB,T,W (g/m2)
mean,0.655,9.400,52.39,5.735,1.538,3.575,5.938,0.144,0.142,1.188,373
";

fn near(left: f64, right: f64, tolerance: f64) {
    assert!((left - right).abs() <= tolerance, "{left} is not {right}");
}

#[test]
fn the_fast_report_is_reproduced() {
    let table = Table::from_csv(System::Fast, "fast.csv", FAST).unwrap();
    let fabric = fast_fabric(&table, "wool").unwrap();
    near(fabric.density, 0.168, 1e-12);
    near(fabric.bending.warp * 1e6, 5.56, 0.005);
    near(fabric.bending.weft * 1e6, 5.02, 0.005);
    near(fabric.membrane.shear, 26.17, 0.005);
    // FAST's F takes strain in percent and length in mm.
    near(1e8 * formability(fabric.bending.warp, fabric.membrane.warp), 0.45, 0.005);
    near(1e8 * formability(fabric.bending.weft, fabric.membrane.weft), 0.50, 0.005);
    near(fabric.bending_length(ClothDirection::Warp), 0.015, 1e-9);
    near(fabric.membrane.tension(ClothDirection::Weft, 0.0587).0, 98.0665, 1e-9);
    near(fabric.membrane.tension(ClothDirection::Bias, 0.047).0, 4.903_325, 1e-9);
    near(fabric.thickness_pressure, 196.133, 1e-9);
    assert_eq!(fabric.evidence_for("bending.warp"), Some(&Evidence::Measured("FAST".to_string())));
    assert_eq!(fabric.evidence_for("bending.hysteresis_warp"), None);
}

#[test]
fn fast_shear_is_a_quarter_of_the_bias_stiffness() {
    // 5 gf/cm over the strain is E45, and E45 = 4 G for yarns that do not stretch.
    near(fast_shear_stiffness(0.047), 4.903_325 / 0.047 / 4.0, 0.1);
}

#[test]
fn bending_may_be_given_instead_of_its_length() {
    let text = FAST.replace("C, W", "B, W").replace("15.00", "5.6").replace("14.50", "5.0");
    let fabric = fast_fabric(&Table::from_csv(System::Fast, "b.csv", &text).unwrap(), "wool").unwrap();
    near(fabric.bending.warp, 5.6e-6, 1e-15);
}

#[test]
fn kes_numbers_become_si() {
    let table = Table::from_csv(System::Kes, "kes.csv", KES).unwrap();
    let fabric = kes_fabric(&table, "denim-b").unwrap();
    near(fabric.density, 0.373, 1e-12);
    near(fabric.thickness, 1.188e-3, 1e-12);
    near(fabric.bending.warp, 0.144 * 9.806_65e-5, 1e-12);
    near(fabric.bending.hysteresis_weft, 0.142 * 9.806_65e-3, 1e-12);
    near(fabric.membrane.shear, 1.538 * 56.19, 0.01);
    near(fabric.membrane.shear_hysteresis, 3.575 * 0.980_665, 1e-9);
    near(fabric.membrane.shear_hysteresis_5, 5.938 * 0.980_665, 1e-9);
    near(fabric.membrane.tension(ClothDirection::Warp, 0.057_35).0, 490.3325, 1e-6);
    assert!(fabric.membrane.warp > 100.0 && fabric.membrane.warp < 490.3325 / 0.057_35);
    near(fabric.membrane.warp, fabric.membrane.tension(ClothDirection::Weft, 0.0).1, 1e-9);
}

#[test]
fn linearity_follows_from_the_work() {
    let without = KES.replace("LT,", "").replace("0.655,", "");
    let fabric = kes_fabric(&Table::from_csv(System::Kes, "kes.csv", &without).unwrap(), "denim-b").unwrap();
    let with = kes_fabric(&Table::from_csv(System::Kes, "kes.csv", KES).unwrap(), "denim-b").unwrap();
    // 9.4 = LT · ½ · 500 · 0.05735 gives 0.6556.
    near(fabric.membrane.warp / with.membrane.warp, 1.0, 0.01);
}

#[test]
fn a_misprint_in_the_work_is_found() {
    // As printed for sample A of the same table: WT = 0.825 beside LT = 0.712 and EMT = 5.515 %.
    let text = KES.replace("0.655,9.400", "0.712,0.825").replace("5.735", "5.515");
    let error = kes_fabric(&Table::from_csv(System::Kes, "kes.csv", &text).unwrap(), "denim-a").unwrap_err();
    assert!(error.to_string().contains("one of the three is wrong"), "{error}");
}

#[test]
fn a_toml_table_gives_the_same_fabric() {
    let text = "
        [warp]
        E5 = 0.67
        E20 = 1.87
        E100 = 4.60
        C = 15
        [weft]
        E5 = 0.40
        E20 = \"1.87 %\"
        E100 = 5.87
        C = \"1.45 cm\"
        [bias]
        EB5 = 4.7
        [fabric]
        W = 168
        T2 = 0.6
        T100 = 0.4
    ";
    let csv = fast_fabric(&Table::from_csv(System::Fast, "fast.csv", FAST).unwrap(), "wool").unwrap();
    let toml = fast_fabric(&Table::from_toml(System::Fast, "fast.toml", text).unwrap(), "wool").unwrap();
    assert_eq!(toml.bending.warp, csv.bending.warp);
    near(toml.bending.weft / csv.bending.weft, 1.0, 1e-12);
    assert_eq!(toml.membrane, csv.membrane);
}

#[test]
fn broken_tables_are_told_where_and_why() {
    for (system, text, line, part) in [
        (System::Kes, "", 1, "no numbers"),
        (System::Kes, "LT, WT\nwarp, 1", 1, "`direction`"),
        (System::Kes, "direction, LTT\nwarp, 1", 1, "perhaps `LT`"),
        (System::Kes, "direction, B (mm)\nwarp, 1", 1, "expected N*m"),
        (System::Kes, "direction, B (mm\nwarp, 1", 1, "not closed"),
        (System::Kes, "direction, B\n\nwrap, 1", 3, "perhaps `warp`"),
        (System::Kes, "direction, B\nwarp, much", 2, "warp B"),
        (System::Kes, "direction, B\nwarp, 1 g", 2, "expected N*m"),
        (System::Kes, "direction, B\nwarp, -1", 2, "negative"),
        (System::Kes, "direction, B\nwarp, 1, 2", 2, "more cells"),
        (System::Kes, "direction, B\nwarp, 1\nwarp, 2", 3, "twice"),
        (System::Kes, "direction, B\nwarp, inf", 2, "warp B"),
        (System::Fast, "direction, EMT\nwarp, 1", 1, "Fast has E5"),
    ] {
        let error = Table::from_csv(system, "table.csv", text).expect_err(text);
        assert_eq!(error.line(), Some(line), "{text:?}: {error}");
        assert!(error.to_string().contains(part), "{text:?}: {error}");
    }
    for (text, line, part) in [
        ("[warp]\nLT = true", 2, "boolean"),
        ("[warp", 1, ""),
        ("warp = 3", 1, "section"),
        ("\n[wrap]\nLT = 1", 2, "perhaps"),
    ] {
        let error = Table::from_toml(System::Kes, "table.toml", text).expect_err(text);
        assert_eq!(error.line(), Some(line), "{text:?}: {error}");
        assert!(error.to_string().contains(part), "{text:?}: {error}");
    }
}

#[test]
fn a_table_with_too_little_in_it_says_what_is_missing() {
    let table = Table::from_csv(System::Kes, "kes.csv", "direction, B\nmean, 0.1").unwrap();
    assert!(kes_fabric(&table, "x").unwrap_err().to_string().contains("`density`"));
    let falling = FAST.replace("0.67, 1.87, 4.60", "0.67, 1.87, 1.60");
    let table = Table::from_csv(System::Fast, "fast.csv", &falling).unwrap();
    assert!(fast_fabric(&table, "x").unwrap_err().to_string().contains("warp: point 3"));
    let impossible = KES.replace("373", "37300");
    let table = Table::from_csv(System::Kes, "kes.csv", &impossible).unwrap();
    assert!(matches!(kes_fabric(&table, "x"), Err(FabricError::Invalid(_))));
}
