//! Pattern files of other programs: pieces, units, folds, sizes, and the seams that they suggest.

#![expect(clippy::panic, reason = "a test says what it expects by failing")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use toile_pattern::draft::{Draft, Looseness};
use toile_pattern::garment::Garment;
use toile_pattern::import::{PatternFormat, import, import_bytes};
use toile_pattern::imported::Imported;
use toile_pattern::measures::DraftMeasures;
use toile_pattern::piece::CutRule;
use toile_pattern::seam::EdgePart;
use toile_pattern::{dxf, svg};

fn shared(path: &str) -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/patterns")).join(path);
    if !path.exists() {
        eprintln!("skipped: {} is not there", path.display());
        return None;
    }
    Some(path)
}

fn load(path: &str) -> Option<Imported> {
    let path = shared(path)?;
    Some(import(&path).unwrap_or_else(|error| panic!("{error}")))
}

/// The edges on both sides of a seam, as `piece.number`, in any order.
fn edges(garment: &Garment, parts: &[EdgePart]) -> Vec<String> {
    let mut names: Vec<String> =
        parts.iter().map(|part| format!("{}.{}", garment.pieces[part.piece].name, part.edge)).collect();
    names.sort();
    names.dedup();
    names
}

/// How many of the true seams are among the suggestions.
fn found(imported: &Imported, truth: &[(&[&str], &[&str])]) -> usize {
    let sorted = |names: &[&str]| {
        let mut names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        names.sort();
        names
    };
    let is_there = |(a, b): &&(&[&str], &[&str])| {
        imported.suggestions.iter().any(|suggestion| {
            let [one, two] = suggestion.seam.sides.each_ref().map(|side| edges(&imported.garment, side));
            (one == sorted(a) && two == sorted(b)) || (one == sorted(b) && two == sorted(a))
        })
    };
    truth.iter().filter(is_there).count()
}

/// The truth is how FreeSewing's instructions sew these designs, read off the drafted outlines by eye: edges are numbered counter-clockwise.
#[test]
fn freesewing_seams_are_suggested() {
    let Some(teagan) = load("freesewing/teagan_cisFemaleAdult34.json") else { return };
    let shirt: &[(&[&str], &[&str])] = &[
        (&["front.1"], &["back.1"]),
        (&["front.3"], &["back.3"]),
        (&["front.2", "back.2"], &["sleeve.2"]),
        (&["sleeve.1"], &["sleeve.3"]),
    ];
    assert_eq!(found(&teagan, shirt), 4, "{:#?}", teagan.suggestions);
    let penelope = load("freesewing/penelope_cisFemaleAdult34.json").unwrap();
    let skirt: &[(&[&str], &[&str])] = &[
        (&["front.2"], &["back.4"]),
        (&["back.6"], &["back.7"]),
        (&["back.9"], &["back.10"]),
        (&["front.4"], &["front.5"]),
        (&["front.7"], &["front.8"]),
        (&["back.11", "back.8", "back.5", "front.9", "front.6", "front.3"], &["waistband.0"]),
    ];
    // The vent at the lower end of the back may be sewn or not, so that this seam is asked about.
    assert_eq!(found(&penelope, skirt), 6, "{:#?}", penelope.suggestions);
    let sandy = load("freesewing/sandy_cisFemaleAdult34.json").unwrap();
    let ring: &[(&[&str], &[&str])] = &[
        (&["waistband.1"], &["skirt.2"]),
        (&["waistband.0"], &["waistband.2"]),
        (&["skirt.1"], &["skirt.1"]),
    ];
    assert_eq!(found(&sandy, ring), 3, "{:#?}", sandy.suggestions);
}

/// A shirt of many pieces, not all of whose seams are found: nothing is suggested with a good score that turns left to right or closes what stays open.
#[test]
fn no_nonsense_is_suggested_for_a_shirt() {
    let Some(simon) = load("freesewing/simon_cisMaleAdult40.json") else { return };
    let good: Vec<[Vec<String>; 2]> = simon
        .suggestions
        .iter()
        .filter(|suggestion| suggestion.score >= 0.6)
        .map(|suggestion| suggestion.seam.sides.each_ref().map(|side| edges(&simon.garment, side)))
        .collect();
    assert!(good.len() >= 4, "{good:?}");
    for [a, b] in &good {
        let names = [a, b].map(|side| side.join(" "));
        assert!(!names.iter().any(|name| name.contains("lacket")), "plackets are set in by hand: {names:?}");
        let both = names.join(" ");
        let armholes = both.contains("frontLeft.1") && both.contains("frontRight.3");
        let shoulders = both.contains("frontLeft.2") && both.contains("frontRight.2");
        assert!(!armholes && !shoulders, "left and right meet in the middle only: {names:?}");
        assert!(
            !(names[0].starts_with("yoke") && names[1].starts_with("yoke")),
            "a yoke is no tube: {names:?}"
        );
        assert!(!(names[0].starts_with("collar.") && names[1].starts_with("collar.")), "{names:?}");
        assert!(names[0] != "back.3" || names[1] != "back.3", "the top of the back goes on beyond the fold");
    }
}

/// The truth is read off the outlines: side, shoulder, armholes with the sleeve, the sleeve's seam, and two neck bands.
#[test]
fn dxf_seams_are_suggested() {
    let Some(shirt) = load("dxf/TShirt_test_f25_1.dxf") else { return };
    assert_eq!(shirt.garment.pieces.len(), 5);
    let truth: &[(&[&str], &[&str])] = &[
        (&["Detail.2"], &["Detail-3.4"]),
        (&["Detail.4"], &["Detail-3.2"]),
        (&["Detail.3", "Detail-3.3"], &["Detail-5.3"]),
        (&["Detail-5.0"], &["Detail-5.2"]),
        (&["Detail.5"], &["Detail-4.2"]),
        (&["Detail-3.1"], &["Detail-2.1"]),
    ];
    let count = found(&shirt, truth);
    assert!(count >= 5, "{count} of 6: {:#?}", shirt.suggestions);
    let skirt = load("dxf/Keiko_skirt_f25_1.dxf").unwrap();
    assert_eq!(found(&skirt, &[(&["Detail.5"], &["Detail-2.3"])]), 1, "{:#?}", skirt.suggestions);
}

#[test]
fn freesewing_json_and_svg_agree() {
    for name in [
        "teagan_cisFemaleAdult34",
        "sandy_cisFemaleAdult34",
        "brian_cisMaleAdult40",
        "penelope_cisFemaleAdult34",
    ] {
        let (Some(json), Some(drawing)) =
            (load(&format!("freesewing/{name}.json")), load(&format!("freesewing/{name}.svg")))
        else {
            return;
        };
        assert_eq!(json.garment.pieces.len(), drawing.garment.pieces.len(), "{name}");
        for piece in &json.garment.pieces {
            let other =
                drawing.garment.piece_named(&piece.name).unwrap_or_else(|| panic!("{name} {}", piece.name));
            let other = &drawing.garment.pieces[other];
            assert!((piece.area() - other.area()).abs() < 1e-3 * piece.area(), "{name} {}", piece.name);
            assert_eq!(piece.edge_count(), other.edge_count(), "{name} {}", piece.name);
            assert_eq!(
                piece.cut != CutRule::Once,
                other.cut != CutRule::Once,
                "{name} {} {:?} {:?}",
                piece.name,
                piece.cut,
                other.cut
            );
        }
    }
}

#[test]
fn every_pattern_at_hand_is_read() {
    let Some(root) = shared("") else { return };
    let mut count = 0;
    for folder in std::fs::read_dir(root).unwrap().flatten() {
        for file in std::fs::read_dir(folder.path()).unwrap().flatten().map(|file| file.path()) {
            if file.file_name().is_some_and(|name| name != "LICENSE") {
                let imported = import(&file).unwrap_or_else(|error| panic!("{error}"));
                assert!(!imported.garment.pieces.is_empty());
                for piece in &imported.garment.pieces {
                    let [low, high] = piece.outline.bounds();
                    let size = (high - low).max_element();
                    assert!((0.03..4.0).contains(&size), "{} {}: {size} m", file.display(), piece.name);
                    assert!(piece.outline.area() > 0.0 && piece.outline.gaps().is_empty());
                }
                count += 1;
            }
        }
    }
    assert!(count >= 24, "{count}");
}

/// A file as Gerber writes it: inches in words, the boundary in parts, a half with a mirror line, two sizes, corners, notches and a pair.
fn gerber() -> String {
    let mut text = String::from("0\nSECTION\n2\nBLOCKS\n");
    let line = |layer: &str, points: &[(f64, f64)]| {
        let mut out = format!("0\nPOLYLINE\n8\n{layer}\n66\n1\n70\n0\n");
        for (x, y) in points {
            let _ = write!(out, "0\nVERTEX\n8\n{layer}\n10\n{x}\n20\n{y}\n");
        }
        out + "0\nSEQEND\n"
    };
    for (size, width) in [("10", 8.0), ("12", 8.5)] {
        let _ = write!(text, "0\nBLOCK\n8\n1\n2\nFRONT_{size}\n10\n0\n20\n0\n");
        text += &line("1", &[(0.0, 0.0), (width, 0.0)]);
        text += &line("1", &[(width, 20.0), (width, 0.0)]);
        text += &line("1", &[(width, 20.0), (4.0, 20.5), (0.0, 20.0)]);
        text += &line("1", &[(0.0, 20.0), (0.0, 0.0)]);
        text += "0\nLINE\n8\n6\n10\n0\n20\n0\n11\n0\n21\n20\n0\nLINE\n8\n7\n10\n2\n20\n4\n11\n2\n21\n16\n";
        let _ = write!(text, "0\nPOINT\n8\n4\n10\n{width}\n20\n10\n0\nPOINT\n8\n13\n10\n3\n20\n5\n");
        for words in ["Piece Name: FRONT", &format!("SIZE: {size}"), "Quantity: 1"] {
            let _ = write!(text, "0\nTEXT\n8\n1\n10\n1\n20\n1\n40\n0.1\n1\n{words}\n");
        }
        text += "0\nENDBLK\n";
    }
    text += "0\nBLOCK\n8\n1\n2\nPOCKET\n10\n0\n20\n0\n";
    text += "0\nLWPOLYLINE\n8\n1\n90\n4\n70\n1\n10\n0\n20\n0\n10\n4\n20\n0\n10\n4\n20\n5\n42\n0.3\n10\n0\n20\n5\n";
    text += "0\nTEXT\n8\n1\n10\n1\n20\n1\n1\nQuantity: 1,1\n0\nENDBLK\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n";
    for words in ["Style Name: SKIRT 7", "Units: ENGLISH", "Sample Size: 10"] {
        let _ = write!(text, "0\nTEXT\n8\n1\n10\n0\n20\n0\n1\n{words}\n");
    }
    text + "0\nENDSEC\n0\nEOF\n"
}

#[test]
fn vendors_quirks_of_dxf() {
    let imported = import_bytes("x", gerber().as_bytes()).unwrap();
    let garment = &imported.garment;
    assert_eq!(garment.name, "SKIRT 7");
    assert_eq!(garment.pieces.len(), 2, "{imported:#?}");
    let front = &garment.pieces[garment.piece_named("FRONT").unwrap()];
    let inch = 0.0254;
    assert!((front.area() - (160.0 + 2.0) * inch * inch).abs() < 1e-9, "{}", front.area());
    let CutRule::OnFold(fold) = front.cut else { panic!("{:?}", front.cut) };
    assert!((front.edge(fold).unwrap().curve.length() - 20.0 * inch).abs() < 1e-9);
    assert!((front.grain - std::f64::consts::FRAC_PI_2).abs() < 1e-9);
    assert_eq!((front.notches.len(), front.drills.len()), (1, 1));
    assert_eq!(garment.base_size.as_deref(), Some("10"));
    let middle = garment.at_size(11.0).unwrap();
    let front = &middle.pieces[middle.piece_named("FRONT").unwrap()];
    assert!((front.outline.bounds()[1].x - 8.25 * inch).abs() < 1e-9, "between the sizes");
    let pocket = &garment.pieces[garment.piece_named("POCKET").unwrap()];
    assert_eq!(pocket.cut, CutRule::Pair);
    assert!(pocket.area() > 20.0 * inch * inch, "the bulge is outside");
}

#[test]
fn inkscape_drawings() {
    let text = r#"<?xml version="1.0"?>
        <svg xmlns="http://www.w3.org/2000/svg" width="21cm" height="29.7cm" viewBox="0 0 210 297">
          <defs><path id="x" d="M0 0h99v99h-99z"/></defs>
          <g inkscape:label="Body" transform="translate(10 20)">
            <path style="fill:none" d="m 0,0 h 100 v 150 h -100 z"/>
            <path d="m 10,10 h 80 v 130 h -80 z M 40 40 h 10 v 10 h -10 z"/>
            <line x1="20" y1="70" x2="60" y2="70"/>
          </g>
          <g style="display:none"><rect x="0" y="0" width="50" height="50"/></g>
          <rect id="strap" x="120" y="20" width="30" height="200" transform="rotate(5)"/>
        </svg>"#;
    let imported = import_bytes("drawing", text.as_bytes()).unwrap();
    let garment = &imported.garment;
    assert_eq!(garment.pieces.len(), 2, "{garment:#?}");
    let body = &garment.pieces[garment.piece_named("Body").unwrap()];
    assert!((body.outline.area() - 0.08 * 0.13).abs() < 1e-12, "the inner line is sewn");
    assert!((body.allowance.unwrap() - 0.01).abs() < 1e-3);
    assert!(garment.piece_named("strap").is_some());
    assert_eq!(body.lines.len(), 1);
    assert!(body.lines[0].curve.from().y < 0.0, "y points up");
}

#[test]
fn formats_are_told_by_their_content() {
    assert_eq!(PatternFormat::of(b"  <svg/>"), Some(PatternFormat::Svg));
    assert_eq!(PatternFormat::of(gerber().as_bytes()), Some(PatternFormat::Dxf));
    assert_eq!(PatternFormat::of(b"{\"pattern\": {\"panels\": {}}}"), Some(PatternFormat::GarmentCode));
    assert_eq!(PatternFormat::of(b"{\"parts\": {}}"), Some(PatternFormat::FreeSewing));
    assert_eq!(PatternFormat::of(b"format = \"toile-garment 1\""), Some(PatternFormat::Toile));
    assert_eq!(PatternFormat::of(b"hello"), None);
    assert_eq!(PatternFormat::of(b""), None);
}

#[test]
fn what_we_export_comes_back() {
    for name in ["shirt", "straight-skirt", "trousers", "circle-skirt"] {
        let garment = Draft::named(name).unwrap().draft(&DraftMeasures::default(), Looseness::Regular);
        let opened = garment.with_darts_opened();
        let from_dxf = import_bytes(name, dxf::write(&garment).as_bytes()).unwrap().garment;
        let drawing = svg::write(&garment, &svg::SvgSettings { seams: false, whole: false });
        let from_svg = import_bytes(name, drawing.as_bytes()).unwrap().garment;
        assert_eq!(from_dxf.name, garment.name);
        for (piece, opened) in garment.pieces.iter().zip(&opened.pieces) {
            let by_name =
                |garment: &Garment| garment.pieces[garment.piece_named(&piece.name).unwrap()].clone();
            let dxf = by_name(&from_dxf);
            assert!((dxf.area() - opened.area()).abs() < 2e-3 * opened.area(), "{name} {}", piece.name);
            assert_eq!(dxf.edge_count(), opened.edge_count(), "{name} {}: corners are kept", piece.name);
            assert_eq!(dxf.cut != CutRule::Once, piece.cut != CutRule::Once, "{name} {}", piece.name);
            let drawn = by_name(&from_svg);
            assert_eq!(drawn.cut != CutRule::Once, piece.cut != CutRule::Once, "{name} {}", piece.name);
            assert!(
                (drawn.area() - piece.area()).abs() < 1e-5 * piece.area() + 1e-7,
                "{name} {}",
                piece.name
            );
        }
    }
}

/// A drawing of many equal squares.
fn squares(count: usize) -> Vec<u8> {
    let mut svg =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9000mm\" height=\"200mm\" viewBox=\"0 0 9000 200\">".to_owned();
    for k in 0..count {
        let x = 30 * k;
        let _ = writeln!(svg, "<path d=\"M {x} 0 L {} 0 L {} 25 L {x} 25 Z\"/>", x + 25, x + 25);
    }
    (svg + "</svg>").into_bytes()
}

#[test]
fn squares_by_the_thousand_are_refused_in_words_and_at_once() {
    let clock = std::time::Instant::now();
    let mut imported = import_bytes("squares", &squares(3000)).unwrap();
    imported.make_whole(0.0);
    assert!(imported.suggestions.is_empty());
    let warned =
        imported.warnings.iter().any(|words| words.contains("3000 pieces with 12000 edges are too many"));
    assert!(warned, "{:?}", imported.warnings);
    assert!(clock.elapsed().as_secs() < 10, "{:?}", clock.elapsed());
}

#[test]
fn squares_by_the_dozen_are_still_read() {
    let imported = import_bytes("squares", &squares(18)).unwrap();
    assert!(!imported.suggestions.is_empty());
    assert!(imported.warnings.iter().all(|words| !words.contains("too many")), "{:?}", imported.warnings);
}

/// The name tells what is sewn on flat, and the words beside it what is no cloth; a yoke that is cut twice has two layers.
#[test]
fn what_is_not_sewn_in_is_left_out() {
    let piece = |name: &str, x: i32, words: &str| {
        format!(
            "<g id=\"{name}\"><path d=\"M{x} 0h40v30h-40z\"/><text x=\"{}\" y=\"10\">{words}</text></g>",
            x + 10
        )
    };
    let drawing = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300cm\" height=\"100cm\" viewBox=\"0 0 300 100\">{}{}{}{}</svg>",
        piece("pocket", 0, "cut 2"),
        piece("front", 60, "cut 1"),
        piece("lining-front", 120, "cut 1 from lining"),
        piece("yoke", 180, "cut 2 mirrored")
    );
    let imported = import_bytes("drawing", drawing.as_bytes()).unwrap();
    let left_out: Vec<&str> =
        imported.left_out.iter().map(|left| imported.garment.pieces[left.piece].name.as_str()).collect();
    assert_eq!(left_out, ["pocket", "lining-front"], "{:#?}", imported.left_out);
    assert!(imported.left_out.iter().all(|left| !left.reasons.is_empty()));
    let cut = |name: &str| imported.garment.pieces[imported.garment.piece_named(name).unwrap()].cut;
    assert_eq!((cut("pocket"), cut("front"), cut("yoke")), (CutRule::Pair, CutRule::Once, CutRule::Once));
}

#[test]
fn accepted_suggestions_can_be_sewn() {
    for name in ["teagan_cisFemaleAdult34", "brian_cisMaleAdult40", "penelope_cisFemaleAdult34"] {
        let Some(imported) = load(&format!("freesewing/{name}.json")) else { return };
        let mut garment = imported.garment;
        garment.seams = imported.suggestions.into_iter().filter(|s| s.score > 0.6).map(|s| s.seam).collect();
        let findings = toile_pattern::lint::check(&garment);
        let bad = findings
            .iter()
            .find(|finding| matches!(finding.rule.name(), "seam-gap" | "twist" | "broken-seam"));
        assert!(bad.is_none(), "{name}: {bad:?}");
        let settings = toile_pattern::mesh::MeshSettings::with_edge_length(0.02);
        let meshed = toile_pattern::mesh::mesh(&garment, &settings);
        let meshed = meshed.unwrap_or_else(|error| panic!("{name}: {error}"));
        // A line that ends half a millimetre from a corner must not make the mesh as fine as that.
        assert!(meshed.quality().least_angle > 25.0, "{name}: {:?}", meshed.quality());
        assert!(meshed.triangle_count() < 15_000, "{name}: {}", meshed.triangle_count());
    }
}

/// A quarter of a skirt twice: unfolded, nothing is sewn but the sides; the waists are of one length and stay open.
#[test]
fn quarters_of_a_skirt_become_front_and_back() {
    let drawing = r#"<svg xmlns="http://www.w3.org/2000/svg" width="600mm" height="650mm" viewBox="0 0 600 650">
<path id="front-panel" d="M 10 620 L 250 620 L 250 220 L 210 10 L 10 20 Z"/>
<path id="back-panel" d="M 300 620 L 540 620 L 540 26 L 340 10 L 300 220 Z"/></svg>"#;
    let mut skirt = import_bytes("skirt", drawing.as_bytes()).unwrap();
    assert_eq!(skirt.halves.len(), 2, "{:#?}", skirt.halves);
    assert_eq!(skirt.make_whole(0.6).len(), 2);
    assert!(skirt.garment.pieces.iter().all(|piece| matches!(piece.cut, CutRule::OnFold(_))));
    assert_eq!(skirt.suggestions.len(), 1, "{:#?}", skirt.suggestions);
    assert!(skirt.suggestions[0].seam.both && skirt.halves.is_empty());
}

/// What is sewn to nothing is told, with what to do about it.
#[test]
fn pieces_that_are_sewn_to_nothing_are_told() {
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='1000mm' height='800mm' viewBox='0 0 1000 800'>\
        <path id='panel' d='M0 0H400V700H0Z'/><path id='lump' d='M600 0L730 55L688 190L610 160Z'/></svg>";
    let imported = import_bytes("things.svg", drawing.as_bytes()).unwrap().settled();
    let loose: Vec<&str> = imported
        .sewn_to_nothing()
        .into_iter()
        .map(|piece| imported.garment.pieces[piece].name.as_str())
        .collect();
    assert_eq!(loose, ["panel", "lump"]);
    let told = imported.warnings.iter().filter(|words| words.contains("is sewn to no other piece")).count();
    assert_eq!(told, 2, "{:?}", imported.warnings);
    assert!(
        imported.warnings.iter().any(|words| words.contains("`lump = left out`")),
        "{:?}",
        imported.warnings
    );
    // Once it is said, it is not told again.
    let mut said = imported.clone();
    said.answer_in_words(&["lump = left out"]).unwrap();
    assert!(said.settled().warnings.iter().all(|words| !words.contains("is sewn to no other piece")));
}

/// Where words would leave most of the fabric out, the pieces are the garment, and the words mean something else.
#[test]
fn a_pattern_is_not_left_out_as_a_whole() {
    let drawing = |large: &str| {
        let text = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='1500mm' height='900mm' viewBox='0 0 1500 900'>\
            <path id='{large}' d='M0 0H400V700H0Z'/><path id='pocket' d='M600 0L730 55L688 190L610 160Z'/></svg>"
        );
        let imported = import_bytes("things.svg", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        imported.left_out.len()
    };
    assert_eq!(drawing("panel"), 1, "a pocket on a panel");
    assert_eq!(drawing("pocketpanel"), 0, "nothing but pockets");
}
