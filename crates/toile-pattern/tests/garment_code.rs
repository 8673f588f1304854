//! GarmentCode and NeuralTailor files against a computation of their own, straight from the JSON.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test says what it expects by failing")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use toile_pattern::garment::Garment;
use toile_pattern::garment_code;
use toile_pattern::glam::{DVec2, DVec3};

fn files() -> Vec<PathBuf> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/patterns"));
    let mut files = Vec::new();
    for folder in ["garmentcode", "neuraltailor"] {
        let Ok(entries) = std::fs::read_dir(root.join(folder)) else {
            eprintln!("skipped: {} is not there", root.join(folder).display());
            return Vec::new();
        };
        files.extend(
            entries
                .filter_map(|entry| Some(entry.ok()?.path()))
                .filter(|path| path.extension().is_some_and(|e| e == "json")),
        );
    }
    files.sort();
    files
}

fn load(path: &Path) -> (Garment, Option<Value>) {
    let text = std::fs::read_to_string(path).unwrap();
    let imported =
        garment_code::read("test", &text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    // The commented template is no plain JSON; only we read it.
    (imported.garment, serde_json::from_str(&text).ok())
}

/// Points of an edge by the formulas of the format's description.
fn sampled(panel: &Value, edge: &Value, unit: f64) -> Vec<DVec2> {
    let number = |value: &Value| value.as_f64().unwrap();
    let point = |value: &Value| DVec2::new(number(&value[0]), number(&value[1]));
    let vertex =
        |end: usize| point(&panel["vertices"][edge["endpoints"][end].as_u64().unwrap() as usize]) / unit;
    let (a, b) = (vertex(0), vertex(1));
    let e = b - a;
    let place = |c: DVec2| a + c.x * e + c.y * DVec2::new(-e.y, e.x);
    let curvature = &edge["curvature"];
    let steps = 4000;
    let ts = (0..=steps).map(|i| f64::from(i) / f64::from(steps));
    let quadratic =
        |c: DVec2| ts.clone().map(|t| (1.0 - t).powi(2) * a + 2.0 * t * (1.0 - t) * c + t * t * b).collect();
    if curvature.is_null() {
        return vec![a, b];
    }
    if curvature.is_array() {
        return quadratic(place(point(curvature)));
    }
    let params = &curvature["params"];
    match curvature["type"].as_str().unwrap() {
        "quadratic" => quadratic(place(point(&params[0]))),
        "cubic" => {
            let (c, d) = (place(point(&params[0])), place(point(&params[1])));
            let at = |t: f64| {
                let s = 1.0 - t;
                s.powi(3) * a + 3.0 * s * s * t * c + 3.0 * s * t * t * d + t.powi(3) * b
            };
            ts.map(at).collect()
        }
        "circle" => {
            // The four circles through both ends: the centre is at +-h from the chord's middle.
            let (radius, large, right) =
                (number(&params[0]) / unit, number(&params[1]) != 0.0, number(&params[2]) != 0.0);
            let h = (radius * radius - 0.25 * e.length_squared()).max(0.0).sqrt();
            let side = if large == right { -1.0 } else { 1.0 };
            let centre = 0.5 * (a + b) + side * h * DVec2::new(-e.y, e.x) / e.length();
            let (start, end) = ((a - centre).to_angle(), (b - centre).to_angle());
            let tau = std::f64::consts::TAU;
            let turn = if right { (end - start).rem_euclid(tau) } else { -(start - end).rem_euclid(tau) };
            ts.map(|t| centre + radius * DVec2::from_angle(start + turn * t)).collect()
        }
        other => panic!("{other}"),
    }
}

/// Chords of a smooth curve are short by a share that falls with the square of their number: two numbers give the limit.
fn length(points: &[DVec2]) -> f64 {
    let chords = |step: usize| {
        points
            .iter()
            .step_by(step)
            .zip(points.iter().skip(step).step_by(step))
            .map(|(a, b)| a.distance(*b))
            .sum::<f64>()
    };
    if points.len() == 2 { chords(1) } else { (4.0 * chords(1) - chords(2)) / 3.0 }
}

#[test]
fn counts_areas_and_lengths_are_those_of_the_file() {
    for path in files() {
        let (garment, json) = load(&path);
        let Some(json) = json else { continue };
        let unit = json["properties"]["units_in_meter"].as_f64().unwrap();
        let panels = json["pattern"]["panels"].as_object().unwrap();
        assert_eq!(garment.pieces.len(), panels.len());
        assert_eq!(garment.seams.len(), json["pattern"]["stitches"].as_array().unwrap().len());
        for (name, panel) in panels {
            let piece = &garment.pieces[garment.piece_named(name).unwrap()];
            assert!(piece.outline.gaps().is_empty());
            assert!(piece.outline.area() > 0.0, "{name} is seen from outside");
            let edges = panel["edges"].as_array().unwrap();
            assert_eq!(piece.edge_count(), edges.len());
            let mut double_area = 0.0;
            for (edge, json) in piece.edges().zip(edges) {
                let points = sampled(panel, json, unit);
                double_area += points.windows(2).map(|w| w[0].perp_dot(w[1])).sum::<f64>();
                let expected = length(&points);
                let found = edge.curve.length();
                assert!(
                    (found - expected).abs() <= 1e-6 * expected,
                    "{} {name}: {found} {expected}",
                    path.display()
                );
            }
            let (found, expected) = (piece.area(), 0.5 * double_area.abs());
            assert!(
                (found - expected).abs() <= 1e-6 * expected,
                "{} {name}: {found} {expected}",
                path.display()
            );
        }
    }
}

/// Corners of all pieces in space.
fn corners(garment: &Garment) -> Vec<Vec<DVec3>> {
    let of_piece = |piece: &toile_pattern::piece::Piece| {
        let pose = piece.placement.pose.unwrap();
        piece
            .outline
            .edges
            .iter()
            .flat_map(|edge| [0.0, 0.3, 0.7].map(|t| pose.place(edge.curve.point(t))))
            .collect()
    };
    garment.pieces.iter().map(of_piece).collect()
}

#[test]
fn exporting_keeps_the_geometry_and_the_stitches() {
    for path in files() {
        let (garment, _) = load(&path);
        let text = garment_code::write(&garment).unwrap();
        let again = garment_code::read("test", &text).unwrap().garment;
        assert_eq!(again.pieces.len(), garment.pieces.len());
        for (name, new) in garment.pieces.iter().map(|p| &p.name).zip(corners(&garment)) {
            let index = again.piece_named(name).unwrap();
            let old = &corners(&again)[index];
            assert_eq!(old.len(), new.len(), "{} {name}", path.display());
            let worst = old.iter().zip(&new).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
            assert!(worst < 1e-9, "{} {name}: {worst}", path.display());
            let (a, b) =
                (again.pieces[index].area(), garment.pieces[garment.piece_named(name).unwrap()].area());
            assert!((a - b).abs() < 1e-12);
        }
        assert_eq!(again.seams.len(), garment.seams.len());
        for (a, b) in again.seams.iter().zip(&garment.seams) {
            let names = |garment: &Garment, seam: &toile_pattern::seam::Seam| {
                seam.parts()
                    .map(|part| (garment.pieces[part.piece].name.clone(), part.edge, part.is_along()))
                    .collect::<Vec<_>>()
            };
            assert_eq!(names(&again, a), names(&garment, b));
        }
    }
}

#[test]
fn panels_face_outwards_and_stitches_are_near() {
    for path in files() {
        let (garment, _) = load(&path);
        let mut outside = 0;
        for piece in &garment.pieces {
            let pose = piece.placement.pose.unwrap();
            let [low, high] = piece.outline.bounds();
            let middle = pose.place(0.5 * (low + high));
            let normal = pose.rotation * DVec3::Z;
            outside += usize::from(normal.dot(DVec3::new(middle.x, 0.0, middle.z)) > 0.0);
        }
        assert!(
            outside * 10 >= garment.pieces.len() * 8,
            "{}: {outside} of {}",
            path.display(),
            garment.pieces.len()
        );
    }
}

#[test]
fn seams_over_several_edges_are_split_on_export() {
    use toile_pattern::outline::Outline;
    use toile_pattern::piece::Piece;
    use toile_pattern::seam::{EdgePart, Seam};
    let rectangle = |name: &str, width: f64| {
        Piece::new(
            name,
            Outline::polygon(&[(0.0, 0.0), (width, 0.0), (width, 0.1), (0.0, 0.1)].map(DVec2::from)),
        )
    };
    let seam = Seam::new(
        "waist",
        vec![EdgePart::along(0, 0)],
        vec![EdgePart::against(1, 2), EdgePart::against(2, 2)],
    );
    let pieces = vec![rectangle("band", 0.9), rectangle("left", 0.3), rectangle("right", 0.6)];
    let garment = Garment { pieces, seams: vec![seam], ..Garment::new("skirt") };
    let again = garment_code::read("skirt", &garment_code::write(&garment).unwrap()).unwrap().garment;
    assert_eq!(again.seams.len(), 2);
    for seam in &again.seams {
        let [a, b] = again.seam_lengths(seam);
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }
    assert_eq!(again.pieces[again.piece_named("band").unwrap()].edge_count(), 5);
}

#[test]
fn labels_and_places_tell_the_segment() {
    for path in files() {
        let (garment, _) = load(&path);
        for piece in &garment.pieces {
            let Some(segment) = piece.placement.segment.as_deref() else { continue };
            let expected: &[&str] = match piece.name.as_str() {
                name if name.starts_with("left_sleeve") => &["left_arm"],
                name if name.starts_with("right_sleeve") => &["right_arm"],
                name if name.starts_with("skirt") => &["lower_body"],
                "pant_b_l" | "pant_f_l" => &["left_lower_body"],
                "pant_b_r" | "pant_f_r" => &["right_lower_body"],
                name if name.starts_with("wb") => &["lower_torso"],
                name if name.ends_with("hood") => &["neck"],
                _ => &["torso"],
            };
            assert_eq!([segment], *expected, "{} {}", path.display(), piece.name);
        }
    }
}

#[test]
fn panels_at_one_place_have_no_pose() {
    for path in files() {
        let (placed, json) = load(&path);
        let Some(mut json) = json else { continue };
        for (_, panel) in json["pattern"]["panels"].as_object_mut().unwrap() {
            panel["translation"] = serde_json::json!([0, 0, 0]);
            panel["rotation"] = serde_json::json!([0, 0, 0]);
        }
        let flat = garment_code::read("test", &json.to_string()).unwrap().garment;
        assert!(placed.pieces.iter().all(|piece| piece.placement.pose.is_some()), "{}", path.display());
        assert!(flat.pieces.iter().all(|piece| piece.placement.pose.is_none()), "{}", path.display());
    }
}
