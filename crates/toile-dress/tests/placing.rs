//! All drafts and all pattern files at hand, placed around mannequins and bodies that nobody on this project made.

// Helpers of tests fail like tests do.
#![allow(clippy::unwrap_used)]

use glam::{DVec2, DVec3};
use std::f64::consts::PI;
use std::path::PathBuf;
use toile_body::measures::BodySize;
use toile_body::segments::Segment;
use toile_dress::place::HelperRule;
use toile_dress::{Placed, Wearer, place};
use toile_geom::intersect::{mesh_intersections, self_intersections};
use toile_pattern::Garment;
use toile_pattern::draft::{DRAFTS, Draft, Looseness, Pen, Sewing};
use toile_pattern::import::import;
use toile_pattern::measures::DraftMeasures;
use toile_pattern::mesh::{MeshSettings, MeshedGarment, mesh};
use toile_pattern::piece::{LineKind, Piece};

const EDGE: f64 = 0.025;

fn data(path: &str) -> Option<PathBuf> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")).join(path);
    if !path.exists() {
        eprintln!("skipped: {} is absent", path.display());
        return None;
    }
    Some(path)
}

fn mannequin(name: &str) -> Wearer {
    let size = BodySize::named(name).unwrap();
    Wearer::of_measures(size.figure, size.measures()).unwrap()
}

fn scan(path: &str) -> Option<Wearer> {
    Some(Wearer::of_mesh(toile_io::read_mesh(&data(path)?).unwrap().triangulate().mesh).unwrap())
}

fn meshed(garment: &Garment) -> MeshedGarment {
    mesh(garment, &MeshSettings::with_edge_length(EDGE)).unwrap()
}

/// What every placed garment has to be, whatever it is.
fn check(name: &str, meshed: &MeshedGarment, placed: &Placed, body: &Wearer) {
    let all = placed.mesh(meshed);
    assert!(all.positions.iter().all(|p| p.is_finite()), "{name}");
    assert_eq!(mesh_intersections(&all, body.mesh()).len(), 0, "{name} passes through the body");
    assert_eq!(self_intersections(&all).len(), 0, "{name} passes through itself");
    // Hulls that wind are not quite without strain, and pleats that are deeper above than below do not unroll.
    let is_pleat = |kind: LineKind| matches!(kind, LineKind::Pleat(_));
    let is_pleated =
        meshed.garment.pieces.iter().flat_map(|piece| &piece.lines).any(|line| is_pleat(line.kind));
    let waves = placed.hulls.iter().any(|hull| hull.waves > 0);
    let limit = match (is_pleated, waves) {
        (true, _) => 0.35,
        (_, true) => 0.03,
        _ => 0.02,
    };
    assert!(placed.worst_strain(meshed) < limit, "{name} is strained by {}", placed.worst_strain(meshed));
    for (piece, (placed, mesh)) in meshed.garment.pieces.iter().zip(placed.pieces.iter().zip(&meshed.pieces))
    {
        assert_eq!(placed.positions.len(), mesh.places.len());
        assert!(!placed.reason.is_empty());
        let first = placed.positions[0];
        let (foot, normal) = body.nearest(first).unwrap();
        assert!((first - foot).dot(normal) > 0.0, "{name}: {} is inside of the body", piece.name);
        if placed.hull.is_some() {
            assert!(
                faces_out(placed.segment, &placed.positions, &mesh.triangles, body),
                "{name}: {} is inside out",
                piece.name
            );
        }
    }
    for (helpers, seam) in placed.helpers.iter().zip(&meshed.seams) {
        assert_eq!(helpers.points.len(), seam.pairs.len());
        for &point in &helpers.points {
            let (foot, normal) = body.nearest(point).unwrap();
            assert!((point - foot).dot(normal) > 0.0, "{name}: a helper is inside of the body");
        }
    }
}

/// Whether the normals of a piece point away from the middle of what it lies around.
fn faces_out(segment: Segment, positions: &[DVec3], triangles: &[[u32; 3]], body: &Wearer) -> bool {
    let at = |name: &str| body.landmarks().position(name).unwrap();
    let (a, b) = match segment {
        Segment::LeftArm => (at("left_shoulder_center"), at("left_wrist_center")),
        Segment::RightArm => (at("right_shoulder_center"), at("right_wrist_center")),
        Segment::LeftLeg | Segment::LeftLowerBody => (at("left_knee_center"), at("left_ankle_center")),
        Segment::RightLeg | Segment::RightLowerBody => (at("right_knee_center"), at("right_ankle_center")),
        Segment::Neck => (at("neck_center"), at("head_top")),
        _ => (at("waist_front").midpoint(at("waist_back")), at("bust_front").midpoint(at("bust_back"))),
    };
    let axis = (b - a).normalize();
    let mut sum = 0.0;
    for triangle in triangles {
        let [p, q, r] = triangle.map(|v| positions[v as usize]);
        let from = (p + q + r) / 3.0 - a;
        let out = (from - axis * from.dot(axis)).normalize_or_zero();
        sum += (q - p).cross(r - p).dot(out);
    }
    sum > 0.0
}

fn middle(placed: &Placed, meshed: &MeshedGarment, name: &str) -> DVec3 {
    let index = meshed.garment.piece_named(name).unwrap();
    let positions = &placed.pieces[index].positions;
    positions.iter().sum::<DVec3>() / positions.len() as f64
}

/// Left is left, fronts are in front, bands are where bands are.
fn check_sides(name: &str, meshed: &MeshedGarment, placed: &Placed, body: &Wearer) {
    let at = |name: &str| body.landmarks().position(name).unwrap();
    let axis = at("waist_front").midpoint(at("waist_back"));
    for piece in &meshed.garment.pieces {
        let middle = middle(placed, meshed, &piece.name);
        let plain = piece.name.trim_end_matches('\'');
        let right = piece.name.ends_with('\'');
        match plain {
            "front" => assert!(middle.z > axis.z, "{name}: {}", piece.name),
            "back" => assert!(middle.z < axis.z, "{name}: {}", piece.name),
            "sleeve" | "cuff" | "side-godet" => {
                assert_eq!(middle.x < axis.x, right, "{name}: {}", piece.name);
            }
            "collar" | "stand" | "neckband" => {
                assert!(middle.y > at("left_shoulder").y, "{name}: {}", piece.name);
            }
            "hemband" => assert!(middle.y < at("hip_back").y + 0.03, "{name}: {}", piece.name),
            "band" => assert!((middle.y - at("waist_back").y).abs() < 0.08, "{name}: {}", piece.name),
            _ => {}
        }
    }
}

fn check_drafts(name: &str, body: &Wearer) {
    let measures = body.measures();
    for draft in &DRAFTS {
        let name = format!("{} on {name}", draft.name);
        let meshed = meshed(&draft.draft(measures, Looseness::Regular));
        let placed = place(&meshed, body).unwrap();
        check(&name, &meshed, &placed, body);
        check_sides(&name, &meshed, &placed, body);
    }
}

#[test]
fn all_drafts_go_around_a_woman() {
    check_drafts("eu-38", &mannequin("eu-38"));
}

#[test]
fn all_drafts_go_around_a_large_man() {
    check_drafts("eu-54-men", &mannequin("eu-54-men"));
}

#[test]
fn all_drafts_go_around_both_makehuman_bodies() {
    for name in ["mh_female", "mh_male"] {
        let Some(body) = scan(&format!("bodies/makehuman/{name}.obj")) else { return };
        check_drafts(name, &body);
    }
}

#[test]
fn all_patterns_with_poses_go_around_the_body_they_are_made_for() {
    let Some(body) = scan("bodies/garmentcode/mean_all.obj") else { return };
    for folder in ["garmentcode", "neuraltailor"] {
        let Some(folder) = data(&format!("patterns/{folder}")) else { return };
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "json")) {
            let name = file.file_stem().unwrap().to_string_lossy();
            let garment = import(file).unwrap().garment;
            if garment.seams.is_empty() {
                continue;
            }
            let meshed = meshed(&garment);
            let placed = place(&meshed, &body).unwrap();
            check(&name, &meshed, &placed, &body);
        }
    }
}

#[test]
fn wide_and_narrow_fits_of_what_is_cut_wide_go_around_too() {
    let body = mannequin("eu-42");
    let measures = DraftMeasures::of_size("eu-42").unwrap();
    for name in ["circle-skirt", "godet-skirt", "blazer", "trousers"] {
        for fit in [Looseness::Slim, Looseness::Loose] {
            let meshed = meshed(&Draft::named(name).unwrap().draft(&measures, fit));
            let placed = place(&meshed, &body).unwrap();
            check(&format!("{} {name}", fit.name()), &meshed, &placed, &body);
        }
    }
}

#[test]
fn helpers_follow_the_three_rules() {
    let body = mannequin("eu-38");
    let meshed = meshed(
        &Draft::named("t-shirt")
            .unwrap()
            .draft(&DraftMeasures::of_size("eu-38").unwrap(), Looseness::Regular),
    );
    let placed = place(&meshed, &body).unwrap();
    let rule = |name: &str| {
        let seam = meshed.seams.iter().position(|seam| meshed.garment.seams[seam.seam].name == name).unwrap();
        let helpers = &placed.helpers[seam];
        helpers.rules[helpers.rules.len() / 2]
    };
    assert_eq!(rule("side"), HelperRule::OnHull);
    assert_eq!(rule("shoulder"), HelperRule::AboveShoulder);
    assert_eq!(rule("armhole front"), HelperRule::BetweenHulls);
    assert_eq!(rule("under arm"), HelperRule::OnHull);
}

#[test]
fn the_same_pieces_go_to_the_same_places() {
    let body = mannequin("eu-38");
    let meshed = meshed(
        &Draft::named("shirt").unwrap().draft(&DraftMeasures::of_size("eu-38").unwrap(), Looseness::Regular),
    );
    let one = place(&meshed, &body).unwrap();
    let two = place(&meshed, &body).unwrap();
    assert_eq!(one.pieces, two.pieces);
    assert_eq!(one.helpers, two.helpers);
}

/// A half circle whose upper edge is shorter than the waist, as long or longer: its hem is as high all around, though its corners are drawn higher than its middle.
#[test]
fn a_half_circle_hangs_level_however_wide_the_waist_is() {
    let body = mannequin("eu-50-men");
    for girth in [0.85, 0.9, 1.0] {
        let (inner, outer) = (girth / PI, girth / PI + 0.5);
        let outline = Pen::at(-outer, 0.0)
            .arc("hem", DVec2::new(outer, 0.0), PI)
            .line("right", inner, 0.0)
            .arc("waist", DVec2::new(-inner, 0.0), -PI)
            .close("left");
        let mut skirt = Garment { pieces: vec![Piece::new("skirt", outline)], ..Garment::new("skirt") };
        skirt.sew("back", "skirt.right", "-skirt.left");
        let meshed = meshed(&skirt);
        let placed = place(&meshed, &body).unwrap();
        let heights = |edge: usize| {
            let along = &meshed.pieces[0].edges[edge];
            let at = along.iter().map(|v| placed.pieces[0].positions[*v as usize].y);
            at.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], y| [low.min(y), high.max(y)])
        };
        let ([low, high], [waist, top]) = (heights(0), heights(2));
        assert!(high - low < 0.1, "{girth}: the hem is between {low} and {high}");
        assert!(top - waist < 0.1, "{girth}: the waist is between {waist} and {top}");
        let body_waist = body.landmarks().position("waist_back").unwrap().y;
        assert!((waist - body_waist).abs() < 0.06, "{girth}: {waist} {body_waist}");
    }
}
