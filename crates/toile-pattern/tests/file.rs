//! Garment files: nothing is lost, and errors name the place.

use toile_pattern::curve::Curve;
use toile_pattern::draft::{Draft, Looseness};
use toile_pattern::error::PatternPlace;
use toile_pattern::file::{self, read_folder, write_folder};
use toile_pattern::garment::{Garment, GarmentSize};
use toile_pattern::glam::{DQuat, DVec2, DVec3};
use toile_pattern::halves::Half;
use toile_pattern::import::import;
use toile_pattern::imported::{Imported, LeftOut};
use toile_pattern::measures::DraftMeasures;
use toile_pattern::outline::{Edge, Outline};
use toile_pattern::piece::{
    CutRule, Dart, Drill, GradedOutline, InnerLine, LineKind, Notch, NotchKind, Piece, Region, RegionKind,
};
use toile_pattern::placement::{LandmarkNote, PiecePose, Placement};
use toile_pattern::seam::{Closure, ClosureKind, EdgePart, Elastic, Seam, SeamKind};
use toile_pattern::suggest::SuggestedSeam;

fn v(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

/// A garment with one of everything.
fn everything() -> Garment {
    let points = |n: u32| (0..=n).map(|i| v(f64::from(i) / 7.3, 1.0 / f64::from(i + 3))).collect::<Vec<_>>();
    let mut curves = vec![
        Curve::line(v(0.0, 0.0), v(0.1 + 0.2, 0.0)),
        Curve::Quadratic {
            from: v(0.300_000_000_000_000_04, 0.0),
            control: v(0.4, 1.0 / 3.0),
            to: v(0.3, 0.7),
        },
        Curve::cubic(v(0.3, 0.7), v(0.25, 0.71), v(0.2, 0.68), v(0.15, 0.7)),
        Curve::arc(v(0.15, 0.7), v(0.05, 0.7), -0.9),
        Curve::Spline { points: points(3) },
        Curve::Polyline { points: points(5) },
        Curve::Path { points: points(6) },
        Curve::line(v(0.0, 0.5), v(0.0, 0.0)),
    ];
    let graded = curves.iter().chain(&square(0.01)).map(|c| c.transformed(&scaled(1.1))).collect();
    let mut outline = Outline::of_curves(std::mem::take(&mut curves));
    outline.edges[0].name = Some("hem".into());
    outline.edges[0].hem = Some(0.02);
    outline.edges[1].allowance = Some(0.015);
    let front = Piece {
        holes: vec![Outline::of_curves(square(0.01))],
        darts: vec![
            Dart::Edge { name: "waist".into(), edge: 7, at: 0.4, width: 0.03, tip: v(0.1, 0.3) },
            Dart::Diamond {
                name: "eye".into(),
                tips: [v(0.1, 0.1), v(0.1, 0.3)],
                sides: [v(0.09, 0.2), v(0.11, 0.2)],
            },
        ],
        notches: vec![Notch { name: Some("n".into()), edge: 1, at: 1.0 / 3.0, kind: NotchKind::Double }],
        lines: vec![
            InnerLine {
                name: Some("crease".into()),
                kind: LineKind::Fold(0.3),
                curve: Curve::arc(v(0.1, 0.1), v(0.2, 0.2), 1.0),
            },
            InnerLine {
                name: None,
                kind: LineKind::Pleat(-std::f64::consts::PI),
                curve: Curve::line(v(0.1, 0.1), v(0.2, 0.3)),
            },
            InnerLine { name: None, kind: LineKind::Slit, curve: Curve::line(v(0.1, 0.1), v(0.2, 0.4)) },
        ],
        drills: vec![Drill { name: Some("button".into()), at: v(0.1, 0.2) }],
        grain: 1.234,
        cut: CutRule::OnFold(7),
        allowance: Some(0.01),
        fabric: Some("denim".into()),
        regions: vec![Region {
            name: "fusible".into(),
            fabric: "stiff \"one\"".into(),
            kind: RegionKind::Fused,
            outline: Some(Outline::of_curves(square(0.3))),
        }],
        layer: -2,
        placement: Placement {
            segment: Some("torso".into()),
            up: Some(v(0.0, 1.0)),
            landmark: Some(LandmarkNote { name: "neck_front".into(), at: v(0.0, 0.6) }),
            pose: Some(PiecePose {
                rotation: DQuat::from_rotation_y(0.7),
                translation: DVec3::new(0.1, 1.2, -0.3),
            }),
            ..Placement::default()
        },
        sizes: vec![GradedOutline { size: "42".into(), curves: graded }],
        ..Piece::new("front.left", outline)
    };
    let sleeve = Piece {
        cut: CutRule::Pair,
        ..Piece::new("sleeve", Outline::polygon(&[v(0.0, 0.0), v(0.4, 0.0), v(0.2, 0.3)]))
    };
    let part = EdgePart { mirrored: true, from: 0.7, to: 1.0 / 3.0, ..EdgePart::along(0, 1) };
    let seam = Seam {
        both: true,
        ease: 0.05,
        marks: vec![[0.5, 0.45]],
        fold: 0.5,
        kind: SeamKind::Felled,
        elastic: Some(Elastic::of_ratio(0.8, 40.0)),
        closure: Some(Closure { kind: ClosureKind::Zip, count: 1, closed: false }),
        ..Seam::new(
            "odd",
            vec![part, EdgePart::against(1, 2)],
            vec![EdgePart::along(1, 0), EdgePart::along(0, 9)],
        )
    };
    Garment {
        description: "one of\neverything".into(),
        fabric: Some("cotton-poplin".into()),
        pieces: vec![front, sleeve],
        seams: vec![seam],
        sizes: vec![
            GarmentSize { name: "38".into(), value: 38.0 },
            GarmentSize { name: "42".into(), value: 42.5 },
        ],
        base_size: Some("38".into()),
        ..Garment::new("all")
    }
}

fn scaled(by: f64) -> toile_pattern::glam::DAffine2 {
    toile_pattern::glam::DAffine2::from_scale(DVec2::splat(by))
}

fn square(side: f64) -> Vec<Curve> {
    Outline::polygon(&[v(0.1, 0.1), v(0.1 + side, 0.1), v(0.1 + side, 0.1 + side)])
        .edges
        .into_iter()
        .map(|e: Edge| e.curve)
        .collect()
}

#[test]
fn nothing_is_lost() {
    let garment = everything();
    let text = file::write(&garment);
    let (read, places) = file::read("all.toml", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read, garment);
    assert_eq!(file::write(&read), text);
    assert_eq!(places.pieces.len(), 2);
    assert_eq!(places.edges[0].len(), garment.pieces[0].edge_count());
    assert_eq!(&text[places.seams[0].clone()], "[[seam]]");
}

/// Something of everything that may be open.
fn unsure() -> Imported {
    let sheet = |name: &str| {
        Piece::new(name, Outline::polygon(&[(0.0, 0.0), (0.3, 0.0), (0.3, 0.3), (0.0, 0.3)].map(DVec2::from)))
    };
    let pieces = ["front", "back", "sleeve", "guide"].map(sheet).to_vec();
    let mut imported = Imported::of(Garment { pieces, ..Garment::new("unsure") });
    let seam = |edge: usize| Seam::new("s", vec![EdgePart::along(0, edge)], vec![EdgePart::against(1, edge)]);
    let known =
        |edge: usize, score: f64| SuggestedSeam { seam: seam(edge), score, reasons: vec!["r".into()] };
    imported.suggestions = vec![known(0, 0.95), known(1, 0.5)];
    let half =
        |piece: usize, cut: CutRule| Half { piece, cut, score: 0.5, reasons: Vec::new(), is_sleeve: false };
    imported.halves = vec![half(0, CutRule::OnFold(3)), half(2, CutRule::Pair)];
    imported.left_out = vec![LeftOut { piece: 3, score: 0.5, reasons: Vec::new() }];
    imported.answers.open = vec![vec![EdgePart::along(0, 2)]];
    imported.answers.cuts = vec![(1, CutRule::Once)];
    imported.settled()
}

#[test]
fn the_schema_is_json_and_names_every_key() {
    let schema: serde_json::Value = serde_json::from_str(file::SCHEMA).unwrap();
    let text = file::write(&everything()) + &file::write_imported(&unsure());
    for key in ["unsure", "score", "reasons", "answer", "open", "left_out", "pair", "as_drawn", "confidence"]
    {
        assert!(text.contains(key), "{key} is not tried: {text}");
    }
    for line in text.lines() {
        if let Some((key, _)) = line.split_once(" = ")
            && key.chars().all(|c| c.is_ascii_lowercase() || c == '_')
        {
            assert!(file::SCHEMA.contains(&format!("\"{key}\"")), "{key}");
        }
    }
    assert!(schema["properties"]["piece"].is_object());
}

#[test]
fn a_folder_holds_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let shirt = Draft::named("shirt").unwrap().draft(&DraftMeasures::default(), Looseness::Slim);
    let blazer = Draft::named("blazer").unwrap().draft(&DraftMeasures::default(), Looseness::Slim);
    for garment in [&shirt, &blazer] {
        write_folder(garment, folder.path()).unwrap();
        assert_eq!(&read_folder(folder.path()).unwrap().0, garment);
        assert_eq!(&import(folder.path()).unwrap().garment, garment);
    }
    // Errors name the file that they are in, and findings too.
    let pieces = folder.path().join("pieces");
    let back = pieces.join("02-back.toml");
    let text = std::fs::read_to_string(&back).unwrap();
    let line = text.lines().position(|line| line.starts_with("pair")).unwrap() + 1;
    std::fs::write(&back, text.replace("pair = true", "pear = true")).unwrap();
    let error = read_folder(folder.path()).unwrap_err();
    assert_eq!(error.path.as_deref(), Some(back.as_path()));
    assert!(matches!(error.place, PatternPlace::Text { line: at, .. } if at == line), "{error}");
    std::fs::write(&back, format!("layer = 3\n{text}")).unwrap();
    let error = read_folder(folder.path()).unwrap_err().to_string();
    assert!(error.contains("02-back.toml, line 1") && error.contains("[[piece]]"), "{error}");
    std::fs::write(&back, text.replace("name = \"back\"", "name = \"back\"\ndrills = [{ at = [9, 9] }]"))
        .unwrap();
    let (garment, places) = read_folder(folder.path()).unwrap();
    let finding =
        toile_pattern::lint::check(&garment).into_iter().find(|f| f.rule.name() == "outside").unwrap();
    let told = finding.in_text(&places).unwrap();
    assert_eq!(told.path.as_deref(), Some(back.as_path()));
    assert!(matches!(told.place, PatternPlace::Text { line: 1, .. }), "{told}");
    std::fs::remove_file(folder.path().join("garment.toml")).unwrap();
    assert!(read_folder(folder.path()).unwrap_err().to_string().contains("garment.toml"));
}

/// Angles that no number of degrees gives back are written in radians. They could not be read.
#[test]
fn angles_in_radians_come_back() {
    let mut garment =
        Draft::named("shirt").unwrap().draft(&DraftMeasures::of_size("eu-38").unwrap(), Looseness::Regular);
    garment.pieces[0].grain = -2.356_194_490_192_359_5;
    garment.pieces[1].grain = 2.493_762_409_310_774e-17;
    garment.seams[0].fold = 2.827_433_388_230_813_5;
    let written = file::write(&garment);
    assert!(written.contains(" rad\""), "none of them is in radians");
    assert_eq!(file::read("shirt.toml", &written).unwrap().0, garment);
}

/// Every kind of notch is written, read and known to the schema.
#[test]
fn notches_of_all_kinds_come_back() {
    use NotchKind::{Castle, Check, Double, Round, Slit, Tee, Vee};
    let schema: serde_json::Value = serde_json::from_str(file::SCHEMA).unwrap();
    let known = &schema["$defs"]["notch"]["properties"]["kind"]["enum"];
    let mut garment = Garment::new("notched");
    let corners = [(0.0, 0.0), (0.3, 0.0), (0.3, 0.4)].map(DVec2::from);
    let mut piece = Piece::new("front", Outline::polygon(&corners));
    let kinds = [Slit, Vee, Double, Tee, Castle, Check, Round];
    piece.notches = kinds.map(|kind| Notch { name: None, edge: 0, at: 0.5, kind }).to_vec();
    garment.pieces.push(piece);
    let written = file::write(&garment);
    assert_eq!(file::read("again", &written).unwrap().0.pieces, garment.pieces);
    for kind in known.as_array().unwrap() {
        let word = kind.as_str().unwrap();
        assert!(word == "slit" || written.contains(&format!("kind = \"{word}\"")), "{word}: {written}");
    }
    assert_eq!(known.as_array().unwrap().len(), kinds.len());
}
