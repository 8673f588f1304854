//! Drawings as Inkscape and others write them.

#![expect(clippy::panic, clippy::unwrap_used, reason = "a test says what it expects by failing")]

use toile_pattern::evidence::PieceMaterial;
use toile_pattern::glam::DVec2;
use toile_pattern::import::import_bytes;
use toile_pattern::imported::Imported;
use toile_pattern::piece::{CutRule, NotchKind, Piece};

/// Reads a drawing; with `TOILE_SEEDS=folder` it is kept there, as a seed for fuzzing.
fn read(text: &str) -> Imported {
    if let (Some(folder), Some(name)) = (std::env::var_os("TOILE_SEEDS"), std::thread::current().name()) {
        std::fs::write(std::path::Path::new(&folder).join(name).with_extension("svg"), text).unwrap();
    }
    import_bytes("drawing", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn piece<'a>(imported: &'a Imported, name: &str) -> &'a Piece {
    let names: Vec<&str> = imported.garment.pieces.iter().map(|piece| piece.name.as_str()).collect();
    let number = imported.garment.piece_named(name).unwrap_or_else(|| panic!("no `{name}` among {names:?}"));
    &imported.garment.pieces[number]
}

fn size(piece: &Piece) -> DVec2 {
    let [low, high] = piece.outline.bounds();
    high - low
}

/// Layers with names, titles, nested transforms, a style sheet that hides, clip paths, notches, grain and fold in layers of their own, a page frame.
#[test]
fn inkscape_with_layers() {
    let text = r##"<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="x" xmlns:xlink="y" inkscape:version="1.3.2" width="800mm" height="60cm" viewBox="0 0 800 600">
  <style><![CDATA[ .ghost { display: none } #old path { visibility:hidden } .cloth > path { fill:none; stroke:#000 } ]]></style>
  <defs>
    <clipPath id="clip"><rect width="300" height="300"/></clipPath>
    <symbol id="button-hole"><circle r="3"/></symbol>
    <g id="cuff-shape"><path d="M0 0h120v60h-120z"/></g>
  </defs>
  <sodipodi:namedview id="view"><inkscape:page x="0"/></sodipodi:namedview>
  <rect id="frame" width="800" height="600" fill="white"/>
  <g inkscape:groupmode="layer" inkscape:label="Pattern" id="layer1" transform="translate(5,5)" class="cloth">
    <g transform="matrix(2 0 0 2 0 0)"><title>Front</title>
      <path id="path12" style="stroke-width:1" d="m 10,10 h 50 v 100 c -20,5 -40,0 -50,0 z" clip-path="url(#clip)"/>
      <text x="20" y="60"><tspan x="20" y="60" sodipodi:role="line">Vorderteil</tspan><tspan x="20" y="70" sodipodi:role="line">1x im Stoffbruch</tspan></text>
      <path class="ghost" d="M0 0h90v90h-90z"/>
    </g>
    <path id="path13" inkscape:label="sleeve" d="M 300 20 l 100 0 a 60 90 20 0 1 -5 150 l -95 0 z"/>
    <g id="old"><path d="M 600 20 h 100 v 100 h -100 z"/></g>
    <use xlink:href="#cuff-shape" id="cuff" x="500" y="200"/>
    <use xlink:href="#cuff-shape" id="cuff-lining" transform="translate(500 300)"/>
    <text x="520" y="220">Cut 2</text>
  </g>
  <g inkscape:groupmode="layer" inkscape:label="Notches"><path d="m 305,105 h 8"/><path d="M 304.99 55 l 4 2 l -4 2"/></g>
  <g inkscape:groupmode="layer" inkscape:label="Grainline"><path d="M 350 40 L 350 120"/></g>
  <g inkscape:groupmode="layer" inkscape:label="Fold line"><path d="M 25 25 V 225"/></g>
</svg>"##;
    let imported = read(text);
    let names: Vec<&str> = imported.garment.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names, ["Front", "sleeve", "cuff", "cuff-lining"], "{:?}", imported.warnings);
    let front = piece(&imported, "Front");
    assert!((size(front).x - 0.1).abs() < 1e-9, "two transforms: {}", size(front));
    let CutRule::OnFold(edge) = front.cut else { panic!("{:?}", front.cut) };
    assert!((front.edge(edge).unwrap().curve.length() - 0.2).abs() < 1e-9);
    let words = &imported.evidence.of(0).unwrap().words;
    assert!(
        words.iter().any(|word| word == "Vorderteil") && words.iter().any(|word| word == "Pattern"),
        "{words:?}"
    );
    let sleeve = piece(&imported, "sleeve");
    assert!((sleeve.grain.sin().abs() - 1.0).abs() < 1e-9);
    let kinds: Vec<NotchKind> = sleeve.notches.iter().map(|notch| notch.kind).collect();
    assert_eq!(kinds, [NotchKind::Slit, NotchKind::Vee]);
    assert_eq!(piece(&imported, "cuff").cut, CutRule::Pair);
    assert_eq!(imported.evidence.of(3).unwrap().material, PieceMaterial::Lining);
    assert!((size(piece(&imported, "cuff")) - DVec2::new(0.12, 0.06)).length() < 1e-9);
}

#[test]
fn units_of_documents() {
    let width = |head: &str| {
        let text = format!("{head}<path d=\"M0 0h90v180h-90z\"/><path d=\"M100 0h50v60h-50z\"/></svg>");
        size(&read(&text).garment.pieces[0]).x
    };
    for (head, expected) in [
        ("<svg width=\"210mm\" viewBox=\"0 0 210 297\">", 0.09),
        ("<svg width=\"10in\" height=\"10in\" viewBox=\"0 0 900 900\">", 0.0254),
        ("<svg width=\"900px\" height=\"900\">", 90.0 / 96.0 * 0.0254),
        ("<svg inkscape:version=\"0.48.4 r9939\" width=\"900\" height=\"900\">", 0.0254),
        (
            "<!-- Generator: Adobe Illustrator 25.0 --><svg width=\"900px\" height=\"900px\" viewBox=\"0 0 900 900\">",
            90.0 / 72.0 * 0.0254,
        ),
        ("<svg width=\"100%\" viewBox=\"0 0 900 900\">", 90.0 / 96.0 * 0.0254),
        // The drawing is as large as it can be without being distorted.
        ("<svg width=\"900mm\" height=\"450mm\" viewBox=\"0 0 900 900\">", 0.045),
    ] {
        assert!((width(head) - expected).abs() < 1e-9, "{head}: {}", width(head));
    }
}

/// Outlines drawn in open parts, in any order and direction, with other lines around.
#[test]
fn open_outlines_are_joined() {
    let text = r#"<svg width="500mm" height="500mm" viewBox="0 0 500 500">
        <g inkscape:label="back"><path d="M 10 10 H 110"/><path d="M 110 210 V 10"/><path d="M 10 210 C 40 230 80 230 110 210.05"/>
          <path d="M 10 10 V 210"/><path d="M 30 60 H 80"/><path d="M 110 100 h -7"/></g>
        <g inkscape:label="pocket"><polyline points="200 10 300 10 300 90"/><line x1="300" y1="90" x2="200" y2="90"/><line x1="200" y1="90" x2="200" y2="10"/></g>
        <path d="M 400 10 h 50 v 50"/></svg>"#;
    let imported = read(text);
    assert_eq!(imported.garment.pieces.len(), 2, "{:#?}", imported.garment.pieces);
    let back = piece(&imported, "back");
    assert_eq!((back.lines.len(), back.notches.len()), (1, 1), "a line inside and a stroke at the edge");
    assert!(back.outline.gaps().is_empty());
    assert!((piece(&imported, "pocket").outline.area() - 0.008).abs() < 1e-9);
}

/// Broken paths, endless references, drawings cut short: each costs itself.
#[test]
fn broken_drawings() {
    let text = r##"<svg width="500mm" height="500mm" viewBox="0 0 500 500">
        <g id="a"><use href="#b"/></g><g id="b"><use href="#a"/><use href="#a"/><use href="#b"/></g>
        <path id="wrong" d="M 0 0 h 1e308 v 1e308 h -1e308 z"/><path d="M 0 0 L x"/>
        <path id="right" d="M 0 0 h 100 v 100 h -100 z"/><path d="M 0 0 h 1"##;
    let imported = read(text);
    assert_eq!(imported.garment.pieces.len(), 1);
    let warned = |words: &str| imported.warnings.iter().any(|warning| warning.contains(words));
    assert!(warned("wrong") && warned("never closed"), "{:?}", imported.warnings);
    // As found by a hunt: what is drawn once more again and again may not take long.
    let bomb = format!(
        "<svg width=\"1m\">{}<g id=\"a\">{}</g></svg>",
        &text[50..].repeat(20),
        "<use href=\"#a\"/>".repeat(30)
    );
    let start = std::time::Instant::now();
    assert!(import_bytes("bomb", bomb.as_bytes()).is_ok() && start.elapsed().as_secs() < 2);
}

/// Words cannot make a curved middle lie on the fold: the outline stays as it is drawn, and the piece is cut twice.
#[test]
fn a_curve_is_no_fold() {
    let text = r#"<svg width="300mm" height="400mm" viewBox="0 0 300 400"><path id="back" d="M 10 10 C 10 60 14 120 10 210 L 80 200 L 110 90 L 60 10 z"/>
        <text x="40" y="100">cut 1 on fold</text></svg>"#;
    let imported = read(text);
    let back = &imported.garment.pieces[0];
    assert_eq!(back.cut, CutRule::Pair);
    assert!(back.outline.edges.iter().any(|edge| !edge.curve.is_straight()));
}

/// As found by a hunt: an edge that lies on the fold by words only may be a curve that is nearly straight.
#[test]
fn a_fold_told_by_words_is_straight() {
    let text = r#"<svg width="300mm" height="400mm" viewBox="0 0 300 400"><path id="front" d="M 10 10 C 10 60 10.2 120 10 210 L 80 200 L 110 90 L 60 10 z"/>
        <text x="40" y="100">cut 1 on fold</text></svg>"#;
    let imported = read(text);
    let CutRule::OnFold(edge) = imported.garment.pieces[0].cut else {
        panic!("{:?}", imported.garment.pieces[0].cut)
    };
    assert!(imported.garment.pieces[0].edge(edge).unwrap().curve.is_straight());
}
