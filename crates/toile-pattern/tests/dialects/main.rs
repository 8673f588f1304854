//! One pattern written as seven programs write it, and read back: the same outlines, notches, counts, folds, whatever the dialect.

#![expect(clippy::panic, clippy::unwrap_used, reason = "a test says what it expects by failing")]

mod dxf;
mod truth;

use dxf::Dxf;
use glam::DVec2;
use toile_pattern::evidence::PieceMaterial;
use toile_pattern::glam;
use toile_pattern::import::import_bytes;
use toile_pattern::imported::Imported;
use toile_pattern::piece::{CutRule, NotchKind, Piece};
use truth::{FRONT, POCKET, SLEEVE, apart, front, inset, pocket, sleeve};

/// How far outlines may be from the truth: a tenth of a millimetre.
const NEAR: f64 = 1e-4;

/// Reads a file; with `TOILE_SEEDS=folder` it is kept there, as a seed for fuzzing.
fn read(file: &Dxf) -> Imported {
    if let (Some(folder), Some(name)) = (std::env::var_os("TOILE_SEEDS"), std::thread::current().name()) {
        std::fs::write(std::path::Path::new(&folder).join(name).with_extension("dxf"), file.file()).unwrap();
    }
    import_bytes("test", file.file().as_bytes()).unwrap_or_else(|error| panic!("{error}\n{}", file.file()))
}

fn piece<'a>(imported: &'a Imported, name: &str) -> (&'a Piece, &'a toile_pattern::evidence::PieceEvidence) {
    let number = imported.garment.piece_named(name);
    let number = number.unwrap_or_else(|| panic!("no `{name}`: {:#?}", imported.warnings));
    (&imported.garment.pieces[number], imported.evidence.of(number).unwrap())
}

/// The three pieces are as they were drawn.
fn check(imported: &Imported, notches: [&[NotchKind]; 2]) {
    assert_eq!(imported.garment.pieces.len(), 3, "{:?}", imported.warnings);
    let (shirt, _) = piece(imported, FRONT);
    assert!(apart(&shirt.outline, &front()) < NEAR, "front: {}", apart(&shirt.outline, &front()));
    let CutRule::OnFold(fold) = shirt.cut else { panic!("{:?}", shirt.cut) };
    assert!(
        (shirt.edge(fold).unwrap().curve.length() - 0.6).abs() < NEAR,
        "the fold is the middle of the front"
    );
    assert!((shirt.grain.abs() - std::f64::consts::FRAC_PI_2).abs() < 1e-9);
    let kinds = |piece: &Piece| piece.notches.iter().map(|notch| notch.kind).collect::<Vec<_>>();
    assert_eq!(kinds(shirt), notches[0]);
    assert_eq!((shirt.drills.len(), shirt.lines.len()), (1, 1));
    let (arm, told) = piece(imported, SLEEVE);
    assert!(apart(&arm.outline, &sleeve()) < NEAR, "sleeve: {}", apart(&arm.outline, &sleeve()));
    assert_eq!(arm.cut, CutRule::Pair);
    assert_eq!(told.count, Some(2));
    assert_eq!(kinds(arm), notches[1]);
    let (bag, told) = piece(imported, POCKET);
    assert!(apart(&bag.outline, &pocket()) < NEAR, "pocket: {}", apart(&bag.outline, &pocket()));
    assert_eq!((told.material, told.count), (PieceMaterial::Lining, Some(4)));
}

const SLITS: [&[NotchKind]; 2] = [&[NotchKind::Slit], &[NotchKind::Slit; 2]];

/// The first notch is on the side of the front, the others are on the sleeve.
fn notch_places() -> [DVec2; 3] {
    [DVec2::new(0.24, 0.2), DVec2::new(0.0, 0.3), DVec2::new(0.3, 0.25)]
}

/// Gerber: no version, inches, boundaries in open parts in any direction, a size in the name of the block, quantities as plain numbers.
#[test]
fn gerber() {
    let mut file = Dxf::new(39.370_078_740_157_48);
    let [one, two, three] = notch_places();
    file.block(&format!("{FRONT}_12"));
    file.parts("1", &front());
    file.line("6", DVec2::ZERO, DVec2::new(0.0, 0.6));
    file.line("7", DVec2::new(0.1, 0.1), DVec2::new(0.1, 0.5));
    file.point("4", one).pairs("39\n0.25\n50\n180.0\n");
    file.line("8", DVec2::new(0.05, 0.1), DVec2::new(0.15, 0.1));
    file.point("13", DVec2::new(0.1, 0.3));
    file.texts(&[&format!("Piece Name: {FRONT}"), "Size: 12", "Quantity: 1", "# 4"]);
    file.end();
    file.block(&format!("{SLEEVE}_12"));
    file.parts("1", &sleeve());
    file.point("4", two).point("4", three);
    file.texts(&[&format!("Piece Name: {SLEEVE}"), "Quantity: 2"]);
    file.end();
    file.block(&format!("{POCKET}_12"));
    file.parts("1", &pocket());
    file.texts(&[&format!("Piece Name: {POCKET}"), "QUANTITY: 4", "MATERIAL: LINING"]);
    file.end();
    file.style(&["Style Name: TEE", "Units: ENGLISH", "Sample Size: 12"]);
    check(&read(&file), SLITS);
}

/// Lectra: the line to cut with its allowance on layer 1, the line to sew on 14, notches as short lines at the line to cut, `1,1`.
#[test]
fn lectra() {
    let mut file = Dxf::new(1000.0);
    file.header("AC1009", &[]);
    let [one, two, three] = notch_places();
    let allowance = 0.01;
    for (name, outline, texts) in [
        (FRONT, front(), vec!["Quantity: 1,0"]),
        (SLEEVE, sleeve(), vec!["Quantity: 1,1"]),
        (POCKET, pocket(), vec!["Quantity: 2,2", "Category: lining"]),
    ] {
        file.block(name);
        file.polyline("1", &inset(&outline, allowance), true, false);
        file.polyline("14", &truth::flat(&outline), true, false);
        if name == FRONT {
            // The fold has no allowance in truth; here the mirror line is that of the line to sew.
            file.line("6", DVec2::ZERO, DVec2::new(0.0, 0.6));
            file.line("7", DVec2::new(0.1, 0.1), DVec2::new(0.1, 0.5));
            file.line("4", one + DVec2::new(allowance, 0.0), one + DVec2::new(allowance - 0.004, 0.0));
            file.polyline(
                "8",
                &[DVec2::new(0.05, 0.1), DVec2::new(0.1, 0.12), DVec2::new(0.15, 0.1)],
                false,
                false,
            );
            file.point("13", DVec2::new(0.1, 0.3));
        }
        if name == SLEEVE {
            file.line("4", two - DVec2::new(allowance, 0.0), two);
            file.line("4", three + DVec2::new(allowance, 0.0), three);
        }
        file.texts(&[&format!("Piece Name: {name}")]);
        file.texts(&texts);
        file.end();
    }
    file.style(&["Style Name: TEE", "UNITS: METRIC"]);
    let imported = read(&file);
    check(&imported, SLITS);
    let allowances: Vec<f64> = imported.garment.pieces.iter().map(|piece| piece.allowance.unwrap()).collect();
    assert!(allowances.iter().all(|found| (found - allowance).abs() < 1e-3), "{allowances:?}");
}

/// Optitex, R2000: exact lines, arcs and splines to be joined, blocks in centimetres inserted at ten times their size, a pair drawn twice, notch
/// blocks, words in several codes.
#[test]
fn optitex() {
    let mut file = Dxf::new(100.0);
    file.header("AC1015", &[("$INSUNITS", "70\n4")]);
    let [one, two, three] = notch_places();
    file.block("V-NOTCH").exact("0", &truth::triangle(0.004)).end();
    file.block("CASTLE_NOTCH").exact("0", &truth::triangle(0.004)).end();
    file.block(FRONT);
    file.exact("1", &front());
    file.line("6", DVec2::ZERO, DVec2::new(0.0, 0.6));
    file.line("7", DVec2::new(0.1, 0.1), DVec2::new(0.1, 0.5));
    file.insert("4", "V-NOTCH", one, [1.0, 1.0], 30.0);
    file.line("8", DVec2::new(0.05, 0.1), DVec2::new(0.15, 0.1));
    file.point("13", DVec2::new(0.1, 0.3));
    file.mtext("1", DVec2::new(0.1, 0.1), &[r"{\fArial|b0;Piece ", &format!("Name: {FRONT}}}")]);
    file.end();
    file.block(SLEEVE).exact("1", &sleeve());
    file.insert("4", "CASTLE_NOTCH", two, [1.0, 1.0], 0.0);
    file.point("80", three);
    file.texts(&[&format!("Piece Name: {SLEEVE}")]).end();
    file.block(POCKET).exact("1", &pocket());
    file.texts(&[&format!("Piece Name: {POCKET}"), "Cut 4 from lining"]).end();
    file.insert("1", FRONT, DVec2::new(1.0, 0.0), [10.0, 10.0], 0.0);
    file.insert("1", SLEEVE, DVec2::new(2.0, 0.0), [10.0, 10.0], 0.0);
    file.insert("1", SLEEVE, DVec2::new(3.0, 0.0), [-10.0, 10.0], 0.0);
    file.insert("1", POCKET, DVec2::new(4.0, 0.0), [10.0, 10.0], 0.0);
    let imported = read(&file);
    check(&imported, [&[NotchKind::Vee], &[NotchKind::Tee, NotchKind::Castle]]);
    assert_eq!(piece(&imported, SLEEVE).1.mirrored, Some(true));
    // Curves stay curves: the armhole is no polyline.
    let kinds: Vec<&str> =
        piece(&imported, FRONT).0.outline.edges.iter().map(|edge| edge.curve.kind()).collect();
    assert!(kinds.contains(&"path") && kinds.contains(&"arc"), "{kinds:?}");
}

/// CLO: light polylines of R2018 with the first point repeated and the flag set, lines of quality validation, `1 pair`, fabrics by name.
#[test]
fn clo() {
    let mut file = Dxf::new(1000.0);
    file.header("AC1032", &[("$MEASUREMENT", "70\n1")]);
    let [one, two, three] = notch_places();
    for (name, outline, texts) in [
        (FRONT, front(), vec!["Quantity: 1", "Fabric: Tricot 30"]),
        (SLEEVE, sleeve(), vec!["Quantity: 1 pair", "Fabric: Tricot 30"]),
        (POCKET, pocket(), vec!["Quantity: 2 pairs", "Fabric: Lining silk"]),
    ] {
        file.block(name);
        file.light("1", &truth::flat(&outline), true);
        file.light("84", &truth::flat(&outline), true);
        if name == FRONT {
            file.line("6", DVec2::ZERO, DVec2::new(0.0, 0.6));
            file.line("7", DVec2::new(0.1, 0.5), DVec2::new(0.1, 0.1));
            file.point("4", one);
            file.line("8", DVec2::new(0.05, 0.1), DVec2::new(0.15, 0.1));
            file.line("85", DVec2::new(0.05, 0.1), DVec2::new(0.15, 0.1));
            file.point("13", DVec2::new(0.1, 0.3));
        }
        if name == SLEEVE {
            file.point("81", two).point("83", three);
        }
        file.texts(&[&format!("Piece Name: {name}")]);
        file.texts(&texts);
        file.end();
        file.insert("1", name, DVec2::ZERO, [1.0, 1.0], 0.0);
    }
    file.style(&["Style Name: TEE", "Units: METRIC"]);
    check(&read(&file), [&[NotchKind::Slit], &[NotchKind::Castle, NotchKind::Round]]);
}

/// Valentina and `Seamly2D`: no unit, every block of one name, closed polylines; what is what stands in annotations.
#[test]
fn valentina() {
    let mut file = Dxf::new(1000.0);
    file.header("AC1009", &[]);
    let [one, two, three] = notch_places();
    for (name, outline, words) in [
        (FRONT, front(), "Cut 1 on fold"),
        (SLEEVE, sleeve(), "Cut 2 mirrored"),
        (POCKET, pocket(), "Cut 4 of Lining"),
    ] {
        file.block("Detail");
        file.polyline("1", &truth::flat(&outline), true, true);
        if name == FRONT {
            file.line("7", DVec2::new(0.1, 0.1), DVec2::new(0.1, 0.5));
            file.polyline(
                "4",
                &[one + DVec2::new(0.0, 0.002), one - DVec2::new(0.003, 0.0), one - DVec2::new(0.0, 0.002)],
                false,
                false,
            );
            file.line("8", DVec2::new(0.05, 0.1), DVec2::new(0.15, 0.1));
            file.point("13", DVec2::new(0.1, 0.3));
        }
        if name == SLEEVE {
            file.text("4", two, "T").text("4", three, "I");
        }
        file.texts(&[&format!("Piece Name: {name}"), &format!("Annotation: {words}")]);
        file.end();
    }
    let imported = read(&file);
    check(&imported, [&[NotchKind::Vee], &[NotchKind::Tee, NotchKind::Slit]]);
    assert!(
        imported.warnings.iter().any(|warning| warning.contains("millimetres were taken")),
        "{:?}",
        imported.warnings
    );
}

/// A drawing program: no blocks, layers by name, no unit but inches by size.
#[test]
fn drawing_without_blocks() {
    let mut file = Dxf::new(39.370_078_740_157_48);
    let [one, two, three] = notch_places();
    let mut at = DVec2::ZERO;
    for (name, outline) in [(FRONT, front()), (SLEEVE, sleeve()), (POCKET, pocket())] {
        file.moved(at).parts("Cut lines", &outline);
        file.text("Text", truth::middle(&outline), name);
        match name {
            FRONT => {
                file.line("Fold", DVec2::ZERO, DVec2::new(0.0, 0.6));
                file.line("Grainline", DVec2::new(0.1, 0.1), DVec2::new(0.1, 0.5));
                file.point("Notches", one).line("Internal", DVec2::new(0.05, 0.1), DVec2::new(0.15, 0.1));
                file.point("Drill holes", DVec2::new(0.1, 0.3));
            }
            SLEEVE => {
                file.point("Notches", two).point("Notches", three);
                file.text("Text", truth::middle(&outline) - DVec2::new(0.0, 0.02), "Cut 2");
            }
            _ => {
                file.text("Text", truth::middle(&outline) - DVec2::new(0.0, 0.02), "Cut 4 lining");
            }
        }
        at.x += 1.0;
    }
    let mut imported = read(&file);
    for (number, piece) in imported.garment.pieces.iter_mut().enumerate() {
        let back = glam::DAffine2::from_translation(DVec2::new(-(number as f64), 0.0));
        piece.outline.edges.iter_mut().for_each(|edge| edge.curve = edge.curve.transformed(&back));
    }
    check(&imported, SLITS);
    assert!(
        imported.warnings.iter().any(|warning| warning.contains("inches were taken")),
        "{:?}",
        imported.warnings
    );
}

/// Three sizes of each piece, in blocks: the sample size is drawn, the others are there.
#[test]
fn sizes_in_blocks() {
    let mut file = Dxf::new(1000.0);
    for (size, scale) in [("S", 0.95), ("M", 1.0), ("L", 1.06)] {
        for copy in 0..2 {
            file.block(&format!("{FRONT}_{size}"));
            let larger = truth::scaled(&front(), if copy == 0 { scale } else { 0.5 * scale });
            file.polyline("1", &truth::flat(&larger), true, false);
            file.texts(&[&format!("Piece Name: {FRONT}"), &format!("Size: {size}")]);
            file.end();
        }
    }
    file.style(&["Units: METRIC", "Sample Size: M"]);
    let imported = read(&file);
    assert_eq!(imported.garment.pieces.len(), 2, "two pieces of one name: {:?}", imported.warnings);
    assert_eq!(imported.garment.base_size.as_deref(), Some("M"));
    let (drawn, _) = piece(&imported, FRONT);
    assert!(apart(&drawn.outline, &front()) < NEAR);
    let large = imported.garment.sizes.iter().find(|size| size.name == "L").unwrap();
    let graded = imported.garment.at_size(large.value).unwrap();
    for (piece, scale) in graded.pieces.iter().zip([1.06, 0.53]) {
        let off = apart(&piece.outline, &truth::scaled(&front(), scale));
        assert!(off < NEAR, "{}: {off}", piece.name);
    }
}

/// As found by a hunt: a piece without size beside others of its name with sizes is a piece of its own.
#[test]
fn a_piece_without_size_among_sizes() {
    let mut file = Dxf::new(1000.0);
    for size in ["Size: S", "Size: M", "no size"] {
        file.block("b").polyline("1", &truth::flat(&pocket()), true, false);
        file.texts(&["Piece Name: bag", size]).end();
    }
    let imported = read(&file);
    assert_eq!(imported.garment.pieces.len(), 2);
    assert!(
        imported.garment.pieces.iter().flat_map(|piece| &piece.sizes).all(|graded| !graded.size.is_empty())
    );
    let written = toile_pattern::file::write(&imported.garment);
    assert_eq!(toile_pattern::file::read("again", &written).err(), None);
}

/// A table of rules beside the file makes the other sizes.
#[test]
fn sizes_by_rules() {
    let mut file = Dxf::new(1000.0);
    let corners = [(0.0, 0.0), (0.3, 0.0), (0.3, 0.5), (0.0, 0.5)].map(DVec2::from);
    file.block("BACK-38");
    file.polyline("1", &corners, true, false);
    for (corner, rule) in corners.iter().zip(["# 1", "# 2", "# 3", "# 4"]) {
        file.point("2", *corner).text("2", *corner, rule);
    }
    file.texts(&["Piece Name: BACK", "Size: 38"]).end();
    file.style(&["Units: METRIC", "Sample Size: 38"]);
    let table = "ASTM/D13 VERSION: D6673\nUNITS: METRIC\nGRADE RULE TABLE: T\nNUMBER OF SIZES: 3\nSIZE LIST: 36 38 40\nSAMPLE SIZE: 38\n\
        RULE: DELTA 1\n 0,0 0,0 0,0\nRULE: DELTA 2\n -10,0 0,0 10,0\nRULE: DELTA 3\n -10,-5 0,0 10,5\nRULE: DELTA 4\n 0,-5 0,0 0,5\nEND\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("back.dxf");
    std::fs::write(&path, file.file()).unwrap();
    std::fs::write(path.with_extension("rul"), table).unwrap();
    let imported = toile_pattern::import::import(&path).unwrap();
    let sizes: Vec<&str> = imported.garment.sizes.iter().map(|size| size.name.as_str()).collect();
    assert_eq!(sizes, ["36", "38", "40"], "{:?}", imported.warnings);
    let graded = imported.garment.at_size(40.0).unwrap();
    let [low, high] = graded.pieces[0].outline.bounds();
    assert!(low.length() < 1e-9 && high.distance(DVec2::new(0.31, 0.505)) < 1e-9, "{low} {high}");
}

/// Damage costs the piece that it is in, with a word; binary files and files of Windows are read.
#[test]
fn damage_costs_its_piece() {
    let mut file = Dxf::new(1000.0);
    for name in [FRONT, SLEEVE, POCKET] {
        file.block(name);
        file.polyline("1", &truth::flat(&pocket()), true, false);
        file.texts(&[&format!("Piece Name: {name}"), "Annotation: Rücken"]).end();
    }
    let sound = file.file();
    let from = sound.find(&format!("2\n{SLEEVE}\n")).unwrap();
    let vertex = from + sound[from..].find("0\nVERTEX").unwrap();
    for damaged in [
        format!("{}0\nVERTEX\n10\nx\n{}", &sound[..vertex], &sound[vertex..]),
        format!("{}{}", &sound[..vertex], &sound[vertex + 2..]),
    ] {
        let imported = import_bytes("damaged", damaged.as_bytes()).unwrap();
        let names: Vec<&str> = imported.garment.pieces.iter().map(|piece| piece.name.as_str()).collect();
        assert_eq!(names, [FRONT, POCKET]);
        assert!(
            imported.warnings.iter().any(|warning| warning.starts_with("line ")),
            "{:?}",
            imported.warnings
        );
        assert!(imported.warnings.iter().any(|warning| warning.contains(SLEEVE)), "{:?}", imported.warnings);
    }
    let cut = import_bytes("cut", &sound.as_bytes()[..from]).unwrap();
    assert_eq!(cut.garment.pieces.len(), 1);
    let western: Vec<u8> = sound.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let imported = import_bytes("western", &western).unwrap();
    assert!(imported.evidence.of(0).unwrap().words.iter().any(|words| words == "Rücken"));
}
