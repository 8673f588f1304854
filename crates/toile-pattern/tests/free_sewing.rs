//! FreeSewing drafts with all that their designs do: odd flags, all operations of paths, outlines in parts, cut lists, names.

#![expect(clippy::panic, reason = "a test says what it expects by failing")]

use std::path::Path;
use toile_pattern::evidence::PieceMaterial;
use toile_pattern::import::{import, import_bytes};
use toile_pattern::imported::Imported;
use toile_pattern::piece::{CutRule, Dart, NotchKind};

fn read(parts: &str) -> Imported {
    let text = format!("{{\"design\": \"test\", \"units\": \"mm\", \"parts\": {{{parts}}}}}");
    import_bytes("draft", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// A path from `move` and `line` operations.
fn polygon(name: &str, attributes: &str, points: &[(i32, i32)], close: bool) -> String {
    let operation = |(index, (x, y)): (usize, &(i32, i32))| {
        let kind = if index == 0 { "move" } else { "line" };
        format!("{{\"type\": \"{kind}\", \"to\": [{x}, {y}]}}")
    };
    let mut ops: Vec<String> = points.iter().enumerate().map(operation).collect();
    ops.extend(close.then(|| "{\"type\": \"close\"}".to_owned()));
    format!("\"{name}\": {{{attributes} \"ops\": [{}]}}", ops.join(", "))
}

const BOX: [(i32, i32); 4] = [(0, 0), (200, 0), (200, 300), (0, 300)];

#[test]
fn operations_and_flags_of_all_kinds() {
    let text = r#""a.front": {"paths": {
        "unused": {"hidden": 1, "ops": [{"type": "teleport"}]},
        "seam": {"hidden": 0, "class": "fabric", "ops": [{"type": "move", "to": {"x": 0, "y": 0}}, {"type": "noop", "id": "dart"},
            {"type": "line", "to": [100, 0]}, {"type": "_curve", "cp2": [150, 50], "to": [150, 100]},
            {"type": "curve_", "cp1": [150, 150], "to": [100, 200]}, {"type": "curve", "cp1": [80, 220], "cp2": [20, 220], "to": [0, 200]},
            {"type": "close"}]},
        "fold": {"class": "note", "text": "plugin-annotations:cutOnFold", "ops": [{"type": "move", "to": [0, 20]}, {"type": "line", "to": [9, 20]},
            {"type": "line", "to": [9, 180]}, {"type": "line", "to": [0, 180]}]}},
        "points": {"cfNeck": [0, 0], "cfHem": {"x": 0, "y": 200}, "neckCp1": [50, 0], "_tmp4": [0, 100], "gridAnchor": [0, 0], "bust": [60, 90],
            "p4cp2": [100, 0], "scye": [100.9, -0.5], "lost": ["x", null]},
        "snippets": {"armholeNotch": {"def": "bnotch", "at": [50, 0]}, "odd": {"def": "bnotch", "at": null}},
        "cut": {"materials": {"fabric": [{"cut": 1, "identical": false, "onBias": 1, "onFold": 1}]}}},
        "a.broken": {"paths": {"seam": {"ops": [{"type": "line", "to": [1, 1]}]}}},
        "a.odd": 7, "a.off": {"paths": {}}, "a.secret": {"hidden": true, "paths": {}}"#;
    let imported = read(text);
    assert_eq!(imported.garment.pieces.len(), 1, "{:?}", imported.warnings);
    let front = &imported.garment.pieces[0];
    assert_eq!(front.name, "front");
    let CutRule::OnFold(fold) = front.cut else { panic!("{:?}", front.cut) };
    assert!((front.edge(fold).unwrap().curve.length() - 0.2).abs() < 1e-9);
    assert_eq!((front.notches.len(), front.notches[0].kind), (1, NotchKind::Double));
    let told = imported.evidence.of(0).unwrap();
    let names: Vec<&str> = told.points.iter().map(|point| point.name.as_str()).collect();
    assert_eq!(names, ["cfHem", "cfNeck", "scye"], "on the outline, and not the program's own");
    assert_eq!(told.words, ["a.front"]);
    assert_eq!(imported.warnings.len(), 3, "{:?}", imported.warnings);
    assert!(imported.warnings.iter().any(|warning| warning.contains("`seam`") && warning.contains("move")));
    assert!(imported.warnings.iter().any(|warning| warning.contains("`a.odd`")));
}

#[test]
fn outlines_are_chosen_among_paths() {
    let sa: Vec<(i32, i32)> = vec![(-10, -10), (210, -10), (210, 310), (-10, 310)];
    let parts = [
        // Open paths that meet, some drawn the other way, and a dashed one that lies on the piece.
        format!(
            "\"d.open\": {{\"paths\": {{{}, {}, {}, {}}}}}",
            polygon("top", "\"class\": \"fabric\",", &[(0, 0), (200, 0)], false),
            polygon("side", "\"class\": \"fabric\",", &[(200, 300), (200, 0)], false),
            polygon("rest", "\"class\": \"fabric\",", &[(200, 300), (0, 300), (0, 0)], false),
            polygon("sa", "\"class\": \"fabric sa\",", &sa, true)
        ),
        // Hidden bases that the seam allowance is made from, open at the fold.
        format!(
            "\"d.hidden\": {{\"paths\": {{{}, {}, {}}}}}",
            polygon("saBase", "\"hidden\": true,", &[(0, 0), (200, 0), (200, 300)], false),
            polygon("hemBase", "\"hidden\": \"yes\",", &[(200, 300), (0, 300)], false),
            polygon("sa", "\"class\": \"sa\",", &sa, true)
        ),
        // Two pieces side by side in one part, and a pocket drawn on the first one.
        format!(
            "\"d.two\": {{\"paths\": {{{}, {}, {}}}}}",
            polygon("panelA", "\"class\": \"fabric\",", &BOX, true),
            polygon("panelB", "\"class\": \"fabric\",", &[(220, 0), (400, 0), (400, 300)], true),
            polygon("pocket", "\"class\": \"fabric\",", &[(20, 20), (180, 20), (180, 200)], true)
        ),
        format!(
            "\"d.dart\": {{\"paths\": {{{}, {}, {}}}}}",
            polygon("seam", "\"class\": \"fabric\",", &BOX, true),
            polygon(
                "backDart",
                "\"class\": \"fabric\",",
                &[(100, 100), (110, 150), (100, 200), (90, 150)],
                true
            ),
            polygon("waist", "\"class\": \"help\",", &[(0, 150), (200, 150)], false)
        ),
    ];
    let imported = read(&parts.join(", "));
    let area = |name: &str| {
        let piece =
            imported.garment.piece_named(name).unwrap_or_else(|| panic!("{name}: {:?}", imported.warnings));
        (imported.garment.pieces[piece].area() * 1e6).round() as i32
    };
    assert_eq!(
        ["open", "hidden", "panelA", "panelB", "dart"].map(area),
        [60_000, 60_000, 60_000, 27_000, 60_000]
    );
    assert_eq!(imported.garment.pieces.len(), 5);
    assert_eq!(imported.warnings.len(), 1, "the open one is told: {:?}", imported.warnings);
    let number = imported.garment.piece_named("dart").unwrap();
    let [Dart::Diamond { tips, sides, .. }] = &imported.garment.pieces[number].darts[..] else {
        panic!("one dart")
    };
    assert!(
        (tips[0].distance(tips[1]) - 0.1).abs() < 1e-9 && (sides[0].distance(sides[1]) - 0.02).abs() < 1e-9
    );
    let lines = |name: &str| {
        let number = imported.garment.piece_named(name).unwrap();
        let told = imported.evidence.of(number).unwrap();
        told.lines.iter().map(|line| line.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(lines("hidden"), ["hemBase", "saBase"]);
    assert!(lines("dart").contains(&"waist".to_owned()));
}

#[test]
fn cut_lists_tell_material_count_and_mirroring() {
    let seam = polygon("seam", "\"class\": \"fabric\",", &BOX, true);
    let part = |name: &str, cut: &str| format!("\"d.{name}\": {{\"paths\": {{{seam}}}, \"cut\": {cut}}}");
    let grain = polygon("__macro_grainline", "\"class\": \"note\",", &[(90, 10), (90, 200)], false);
    let stale = format!(
        "\"d.stale\": {{\"paths\": {{{seam}, {grain}}}, \"cut\": {{\"cutOnFold\": [{{\"x\": 0, \"y\": 0}}, {{\"x\": 0, \"y\": 300}}], \
         \"materials\": {{\"fabric\": [{{\"cut\": 2, \"onFold\": false}}]}}}}}}"
    );
    let parts = [
        part(
            "coat",
            r#"{"materials": {"lining": [{"cut": 2}], "fabric": [{"cut": 2}], "canvas": [{"cut": 1}]}}"#,
        ),
        part("cuff", r#"{"materials": {"fabric": [{"cut": 4}], "interfacing": [{"cut": 2}]}}"#),
        part("pocket", r#"{"materials": {"lining": [{"cut": 2, "identical": "true"}]}}"#),
        part("stay", r#"{"materials": {"rigidInterfacing": [{"cut": 1}]}}"#),
        part("band", r#"{"materials": {"ribbing": [{"cut": 1, "onFold": "false"}]}}"#),
        part("half", r#"{"materials": {"fabric": [{"cut": 2, "onFold": true}]}}"#),
        part("under", r#"{"materials": {"specialty": [{"cut": 1}], "canvas": [{"cut": 1}]}}"#),
        part("foldTemplate", "{}"),
        stale,
    ];
    let imported = read(&parts.join(", "));
    let told = |name: &str| {
        let number = imported.garment.piece_named(name).unwrap();
        let told = imported.evidence.of(number).unwrap();
        (told.material, told.count, told.mirrored, imported.garment.pieces[number].cut)
    };
    assert_eq!(told("coat"), (PieceMaterial::Fabric, Some(2), Some(true), CutRule::Pair));
    assert_eq!(told("cuff"), (PieceMaterial::Fabric, Some(4), Some(true), CutRule::Pair));
    assert_eq!(told("pocket"), (PieceMaterial::Lining, Some(2), Some(false), CutRule::Pair));
    assert_eq!(told("stay"), (PieceMaterial::Interfacing, Some(1), None, CutRule::Once));
    assert_eq!(told("band"), (PieceMaterial::Ribbing, Some(1), None, CutRule::Once));
    let fabric = |name: &str| {
        let number = imported.garment.piece_named(name).unwrap();
        imported.garment.pieces[number].fabric.as_deref()
    };
    assert_eq!((fabric("band"), fabric("coat")), (Some("jersey"), None), "ribbing is knitted");
    assert_eq!(told("half"), (PieceMaterial::Fabric, Some(2), Some(true), CutRule::Pair), "no fold is drawn");
    assert_eq!(told("under"), (PieceMaterial::Contrast, Some(1), None, CutRule::Once));
    assert_eq!(told("foldTemplate").0, PieceMaterial::Other);
    assert_eq!(told("stale").3, CutRule::Pair, "the fold is that of the design below");
    let coat = imported.garment.piece_named("coat").unwrap();
    let words = &imported.evidence.of(coat).unwrap().words;
    assert_eq!(words[1..], ["also cut from canvas", "also cut from lining"]);
}

/// What the renderer of the design program hands out: stacks of parts, attributes in lists, anchors.
#[test]
fn render_properties_are_read() {
    let text = r#"{"stacks": {"front": {"parts": [{"paths": {"seam": {"attributes": {"class": ["fabric"]}, "hidden": false, "ops": [
        {"type": "move", "to": {"x": 0, "y": 0}}, {"type": "line", "to": {"x": 100, "y": 0}}, {"type": "line", "to": {"x": 0, "y": 100}},
        {"type": "close"}]}}, "snippets": {"n": {"def": "notch", "anchor": {"x": 50, "y": 0}}},
        "points": {"title": {"x": 20, "y": 20, "attributes": {"list": {"data-text": ["Sleeve cap"]}}}}}]}}}"#;
    let imported = import_bytes("props", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(imported.garment.pieces[0].notches.len(), 1);
    assert_eq!(imported.evidence.of(0).unwrap().words, ["front", "Sleeve cap"]);
    assert_eq!(imported.notes[0].words, "Sleeve cap");
}

/// The truth is what the designs' instructions say of cutting.
#[test]
fn shared_designs_tell_their_cuts() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/patterns/freesewing"));
    if !folder.exists() {
        eprintln!("skipped: {} is not there", folder.display());
        return;
    }
    let simon = import(&folder.join("simon_cisMaleAdult40.json")).unwrap();
    assert!(simon.warnings.is_empty(), "{:?}", simon.warnings);
    let told = |name: &str| simon.evidence.of(simon.garment.piece_named(name).unwrap()).unwrap();
    assert_eq!((told("cuff").count, told("cuff").material), (Some(4), PieceMaterial::Fabric));
    assert_eq!(told("cuff").words.last().unwrap(), "also cut from interfacing");
    assert!(matches!(
        simon.garment.pieces[simon.garment.piece_named("back").unwrap()].cut,
        CutRule::OnFold(_)
    ));
    let points = |name: &str| told(name).points.iter().map(|point| point.name.as_str()).collect::<Vec<_>>();
    assert!(
        ["armhole", "shoulder", "hem"].iter().all(|name| points("frontLeft").contains(name)),
        "{:?}",
        points("frontLeft")
    );
    assert!(["bicepsLeft", "bicepsRight", "sleeveTip"].iter().all(|name| points("sleeve").contains(name)));
}

/// What is left of paths that were joined where they overlap: the waist runs out along the fly and back.
#[test]
fn an_outline_that_runs_out_and_back_encloses_the_same_without() {
    let spur = [(0, 0), (150, 0), (200, 0), (150, 0), (150, 300), (0, 300)];
    let imported = read(&format!("\"a.front\": {{\"paths\": {{{}}}}}", polygon("seam", "", &spur, true)));
    let front = &imported.garment.pieces[0].outline;
    assert_eq!(front.edges.len(), 4, "{front:?}");
    assert!((front.area() - 0.045).abs() < 1e-9);
    assert!(
        imported.warnings.iter().any(|warning| warning.contains("out and back")),
        "{:?}",
        imported.warnings
    );
}

/// A top whose armhole is cut through the fold: its mirror image would cross it.
#[test]
fn a_half_that_its_mirror_image_would_cross_is_not_unfolded() {
    let top = [(0, 0), (100, 0), (150, 60), (200, 0), (500, 0), (500, 300), (0, 300)];
    let fold = "\"cut\": {\"materials\": {\"fabric\": [{\"cut\": 1, \"onFold\": true}]}, \"cutOnFold\": [[0, 0], [500, 0]]}";
    let imported =
        read(&format!("\"a.top\": {{\"paths\": {{{}}}, {fold}}}", polygon("seam", "", &top, true)));
    assert_eq!(imported.garment.pieces[0].cut, CutRule::Once);
    assert!(
        imported.warnings.iter().any(|warning| warning.contains("mirror image")),
        "{:?}",
        imported.warnings
    );
}
