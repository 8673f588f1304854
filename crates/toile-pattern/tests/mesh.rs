//! Meshes made for sewing: angles, partners, resolution, lines, sizes.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

use std::path::Path;
use toile_geom::allowance::{Allowance, Deadline, Spent};
use toile_pattern::curve::{Curve, Ruler};
use toile_pattern::draft::{DRAFTS, Looseness};
use toile_pattern::garment::Garment;
use toile_pattern::garment_code;
use toile_pattern::glam::DVec2;
use toile_pattern::measures::DraftMeasures;
use toile_pattern::mesh::{
    MeshError, MeshSettings, MeshedGarment, MeshedPiece, MeshedSeam, PieceVertex, mesh, mesh_within,
    short_stretches,
};
use toile_pattern::outline::Outline;
use toile_pattern::piece::{Dart, InnerLine, LineKind, Piece, Region, RegionKind};
use toile_pattern::seam::{EdgePart, Seam};

fn real_garments() -> Vec<(String, Garment)> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/patterns"));
    let mut garments = Vec::new();
    for folder in ["garmentcode", "neuraltailor"] {
        let Ok(entries) = std::fs::read_dir(root.join(folder)) else {
            eprintln!("skipped: {} is not there", root.join(folder).display());
            return Vec::new();
        };
        for entry in entries.flatten().filter(|entry| entry.path().extension().is_some_and(|e| e == "json")) {
            let text = std::fs::read_to_string(entry.path()).unwrap();
            let name = entry.file_name().to_string_lossy().into_owned();
            garments.push((name.clone(), garment_code::read(&name, &text).unwrap().garment));
        }
    }
    garments.sort_by(|a, b| a.0.cmp(&b.0));
    garments
}

/// Partners match in count and by their share of the seam's length, and every triangle has an area.
fn check(name: &str, meshed: &MeshedGarment) {
    for (piece, mesh) in meshed.garment.pieces.iter().zip(&meshed.pieces) {
        let mut area = 0.0;
        for triangle in &mesh.triangles {
            let [a, b, c] = triangle.map(|v| mesh.places[v as usize]);
            let double = (b - a).perp_dot(c - a);
            assert!(double > 0.0, "{name} {}", piece.name);
            area += 0.5 * double;
        }
        assert!(
            (area - piece.area()).abs() < 0.01 * piece.area(),
            "{name} {} {area} {}",
            piece.name,
            piece.area()
        );
        for (edge, (vertices, shares)) in piece.edges().zip(mesh.edges.iter().zip(&mesh.shares)) {
            let ruler = Ruler::new(&edge.curve);
            for (&vertex, &share) in vertices.iter().zip(shares) {
                assert!(
                    mesh.places[vertex as usize].distance(ruler.point(share)) < 1e-9,
                    "{name} {}",
                    piece.name
                );
            }
        }
        assert_eq!(mesh.texture.len(), mesh.places.len());
    }
    for seam in &meshed.seams {
        check_seam(name, meshed, seam);
    }
}

/// Every vertex of both sides has a partner, in order, at the same share of the length but for marks.
fn check_seam(name: &str, meshed: &MeshedGarment, seam: &MeshedSeam) {
    let of = &meshed.garment.seams[seam.seam];
    let lengths = meshed.garment.seam_lengths(of);
    assert_eq!(seam.pairs.len(), seam.shares.len());
    for side in 0..2 {
        // All vertices along the side with their shares of its length, found without the mesher's own stretches.
        let mut expected: Vec<(PieceVertex, f64)> = Vec::new();
        let mut before = 0.0;
        for part in &of.sides[side] {
            let piece = &meshed.pieces[part.piece];
            let length =
                Ruler::new(&meshed.garment.pieces[part.piece].edge(part.edge).unwrap().curve).length();
            let (low, high) = (part.from.min(part.to) - 1e-6, part.from.max(part.to) + 1e-6);
            let mut along: Vec<(PieceVertex, f64)> = piece.edges[part.edge]
                .iter()
                .zip(&piece.shares[part.edge])
                .filter(|(_, share)| (low..=high).contains(*share))
                .map(|(&vertex, &share)| {
                    let at = (before + (share - part.from).abs() * length) / lengths[side];
                    (PieceVertex { piece: part.piece as u32, vertex }, at)
                })
                .collect();
            if !part.is_along() {
                along.reverse();
            }
            expected.extend(along);
            before += length * part.share();
        }
        expected.dedup_by_key(|entry| entry.0);
        let mut found: Vec<(PieceVertex, f64)> =
            seam.pairs.iter().zip(&seam.shares).map(|(pair, share)| (pair[side], share[side])).collect();
        found.dedup_by_key(|entry| entry.0);
        let of_vertices = |list: &[(PieceVertex, f64)]| list.iter().map(|entry| entry.0).collect::<Vec<_>>();
        assert_eq!(of_vertices(&found), of_vertices(&expected), "{name} {} side {side}", of.name);
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found.1 - expected.1).abs() < 1e-6, "{name} {}: {found:?} {expected:?}", of.name);
        }
    }
    for &[a, b] in &seam.shares {
        let off = (b - carried(&of.marks, a)).abs() * lengths[1];
        assert!(off < 2e-7, "{name} {}: {a} {b}, {off} m apart, marks {:?}", of.name, of.marks);
    }
}

/// The share of the second side that meets one of the first.
fn carried(marks: &[[f64; 2]], at: f64) -> f64 {
    let ends = [[0.0, 0.0]].into_iter().chain(marks.iter().copied()).chain([[1.0, 1.0]]);
    let ends: Vec<[f64; 2]> = ends.collect();
    let span = ends.windows(2).find(|span| at <= span[1][0]).unwrap_or(&ends[ends.len() - 2..]);
    span[0][1] + (span[1][1] - span[0][1]) * (at - span[0][0]) / (span[1][0] - span[0][0])
}

#[test]
fn real_patterns_have_good_angles_and_matching_partners() {
    let mut worst = (90.0, String::new());
    for (name, garment) in real_garments() {
        let meshed =
            mesh(&garment, &MeshSettings::with_edge_length(0.01)).unwrap_or_else(|e| panic!("{name}: {e}"));
        check(&name, &meshed);
        let quality = meshed.quality();
        eprintln!("{name}: {} triangles {quality:?}", meshed.triangle_count());
        if quality.least_angle < worst.0 {
            worst = (quality.least_angle, name.clone());
        }
        assert!(quality.mean_edge > 0.007 && quality.mean_edge < 0.012, "{name}: {quality:?}");
        assert!(quality.direction < 0.2, "{name}: {quality:?}");
        assert!(
            meshed.garment.seams.iter().all(|seam| seam.marks.is_empty()),
            "{name}: nothing was pulled together"
        );
    }
    assert!(worst.0 >= 25.0, "{worst:?}");
}

fn square(name: &str, side: f64) -> Piece {
    Piece::new(name, Outline::polygon(&[(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)].map(DVec2::from)))
}

#[test]
fn drafts_have_good_angles_and_matching_partners() {
    for draft in &DRAFTS {
        for (size, fit, length) in [("eu-36", Looseness::Slim, 0.01), ("eu-58-men", Looseness::Loose, 0.02)] {
            let name = format!("{} {size}", draft.name);
            let garment = draft.draft(&DraftMeasures::of_size(size).unwrap(), fit);
            let meshed = mesh(&garment, &MeshSettings::with_edge_length(length))
                .unwrap_or_else(|e| panic!("{name}: {e}"));
            check(&name, &meshed);
            assert!(meshed.quality().least_angle >= 25.0, "{name}: {:?}", meshed.quality());
            let marks: usize = meshed.garment.seams.iter().map(|seam| seam.marks.len()).sum();
            assert_eq!(marks, 0, "{name}: corners of drafts meet without being pulled together");
        }
    }
}

#[test]
fn resolutions_keep_the_piece() {
    let mut piece = square("disc", 0.3);
    for edge in &mut piece.outline.edges {
        edge.curve = Curve::arc(edge.curve.from(), edge.curve.to(), std::f64::consts::FRAC_PI_2);
    }
    let garment = Garment { pieces: vec![piece], ..Garment::new("disc") };
    let radius = 0.15 * 2.0_f64.sqrt();
    let exact = std::f64::consts::PI * radius * radius;
    let mut errors = Vec::new();
    for length in [0.04, 0.02, 0.01] {
        let meshed = mesh(&garment, &MeshSettings::with_edge_length(length)).unwrap();
        check("disc", &meshed);
        let area: f64 = meshed.pieces[0]
            .triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|v| meshed.pieces[0].places[v as usize]);
                0.5 * (b - a).perp_dot(c - a)
            })
            .sum();
        errors.push(exact - area);
        let count = meshed.triangle_count() as f64;
        let ideal = exact / (0.433 * length * length);
        assert!((0.75..1.4).contains(&(count / ideal)), "{count} {ideal}");
    }
    assert!(errors[1] < 0.3 * errors[0] && errors[2] < 0.3 * errors[1], "{errors:?}");
}

#[test]
fn finer_along_seams() {
    let seam = Seam::new("s", vec![EdgePart::along(0, 0)], vec![EdgePart::against(1, 2)]);
    let garment =
        Garment { pieces: vec![square("a", 0.3), square("b", 0.3)], seams: vec![seam], ..Garment::new("x") };
    let settings = MeshSettings { seam_edge_length: Some(0.005), ..MeshSettings::with_edge_length(0.02) };
    let meshed = mesh(&garment, &settings).unwrap();
    check("fine", &meshed);
    assert_eq!(meshed.seams[0].pairs.len(), 61);
    assert_eq!(meshed.pieces[0].edges[2].len(), 16);
    assert!(meshed.quality().least_angle > 25.0, "{:?}", meshed.quality());
}

#[test]
fn darts_and_cones_can_be_sewn() {
    // A dart, and a quarter disc sewn into a cone: at the tip no triangle may lose its area.
    let mut skirt = square("skirt", 0.4);
    skirt.darts.push(Dart::Edge {
        name: "d".into(),
        edge: 2,
        at: 0.5,
        width: 0.03,
        tip: DVec2::new(0.2, 0.28),
    });
    let cone = Piece::new(
        "cone",
        Outline::of_curves([
            Curve::line(DVec2::ZERO, DVec2::new(0.2, 0.0)),
            Curve::arc(DVec2::new(0.2, 0.0), DVec2::from_angle(0.7) * 0.2, 0.7),
            Curve::line(DVec2::from_angle(0.7) * 0.2, DVec2::ZERO),
        ]),
    );
    let seam = Seam::new("cone", vec![EdgePart::along(1, 0)], vec![EdgePart::against(1, 2)]);
    let garment = Garment { pieces: vec![skirt, cone], seams: vec![seam], ..Garment::new("x") };
    let meshed = mesh(&garment, &MeshSettings::with_edge_length(0.015)).unwrap();
    check("darts", &meshed);
    let sewn: std::collections::BTreeSet<_> =
        meshed.seams.iter().flat_map(|s| s.pairs.iter().copied()).collect();
    for (p, piece) in meshed.pieces.iter().enumerate() {
        for t in &piece.triangles {
            for (a, b) in [(0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)] {
                let at = |i: usize| toile_pattern::mesh::PieceVertex { piece: p as u32, vertex: t[i] };
                assert!(!sewn.contains(&[at(a), at(b)]), "a triangle would collapse");
            }
        }
    }
}

#[test]
fn lines_and_regions_become_edges() {
    let mut piece = square("pocket", 0.2);
    let line = |a: (f64, f64), b: (f64, f64), kind| InnerLine {
        name: None,
        kind,
        curve: Curve::line(a.into(), b.into()),
    };
    piece.lines.push(line((0.0, 0.1), (0.2, 0.13), LineKind::Fold(1.0)));
    piece.lines.push(line((0.05, 0.02), (0.15, 0.18), LineKind::Stitch));
    piece.regions.push(Region {
        name: "patch".into(),
        fabric: "canvas".into(),
        kind: RegionKind::Instead,
        outline: Some(Outline::polygon(
            &[(0.1, -0.1), (0.4, -0.1), (0.4, 0.08), (0.1, 0.08)].map(DVec2::from),
        )),
    });
    let garment = Garment { pieces: vec![piece], ..Garment::new("x") };
    let meshed = mesh(&garment, &MeshSettings::with_edge_length(0.01)).unwrap();
    check("lines", &meshed);
    let mesh = &meshed.pieces[0];
    let edges: std::collections::BTreeSet<[u32; 2]> = mesh
        .triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, a], [b, c], [c, b], [c, a], [a, c]])
        .collect();
    for (line, length) in mesh.lines.iter().zip([0.2, 0.18]) {
        assert!(line.len() > 15);
        let mut total = 0.0;
        for ends in line.windows(2) {
            assert!(edges.contains(&[ends[0], ends[1]]), "an edge of the mesh");
            total += mesh.places[ends[0] as usize].distance(mesh.places[ends[1] as usize]);
        }
        assert!(total > 0.95 * length, "{total}");
    }
    assert!(
        mesh.lines[0].iter().any(|v| mesh.lines[1].contains(v)),
        "they share the vertex where they cross"
    );
    let area = |region: &[u16]| -> f64 {
        mesh.triangles
            .iter()
            .zip(&mesh.regions)
            .filter(|(_, r)| **r == region)
            .map(|(t, _)| {
                let [a, b, c] = t.map(|v| mesh.places[v as usize]);
                0.5 * (b - a).perp_dot(c - a)
            })
            .sum()
    };
    assert!((area(&[0]) - 0.1 * 0.08).abs() < 0.06 * 0.008, "{}", area(&[0]));
}

#[test]
fn lines_that_coincide_make_no_slivers() {
    // A fold along the edge of a region, slanted and divided in other steps, so that no number is exact.
    let mut piece = square("lapel", 0.25);
    let (low, high): (DVec2, DVec2) = ((0.0301, 0.0).into(), (0.0553, 0.1968).into());
    let curve = Curve::line(high, low);
    piece.lines = vec![InnerLine { name: None, kind: LineKind::Fold(1.0), curve }];
    for far in [0.25, 0.31] {
        let top = low + (high - low) * far / 0.2;
        let outline = Outline::polygon(&[low, top, DVec2::new(-0.1, 0.4), DVec2::new(-0.1, -0.1)]);
        let (name, fabric, kind) = ("r".into(), "f".into(), RegionKind::Fused);
        piece.regions = vec![Region { name, fabric, kind, outline: Some(outline) }];
        let garment = Garment { pieces: vec![piece.clone()], ..Garment::new("x") };
        let meshed = mesh(&garment, &MeshSettings::default()).unwrap();
        check("lapel", &meshed);
        let quality = meshed.quality();
        assert!(quality.least_angle > 25.0 && quality.mean_edge > 0.007, "{quality:?}");
        assert_eq!(meshed.pieces[0].lines[0].len(), 21);
    }
}

#[test]
fn a_line_that_ends_on_another_makes_no_slivers() {
    // The end lies beside the other line by what rounding does: an edge past it would leave a triangle without area, whose bending has no bounds.
    let mut piece = square("front", 0.6);
    let line = |from: [f64; 2], to: [f64; 2]| {
        let curve = Curve::line(from.into(), to.into());
        InnerLine { name: None, kind: LineKind::Mark, curve }
    };
    piece.lines = vec![line([0.3, 0.325], [0.6, 0.325]), line([0.3 - 1e-16, 0.55], [0.3 + 1e-16, 0.0])];
    let garment = Garment { pieces: vec![piece], ..Garment::new("x") };
    for length in [0.015, 0.02, 0.025] {
        let meshed = mesh(&garment, &MeshSettings::with_edge_length(length)).unwrap();
        let quality = meshed.quality();
        assert!(quality.least_angle > 20.0, "{length} {quality:?}");
        let lines = &meshed.pieces[0].lines;
        assert!(lines[1].contains(&lines[0][0]), "they meet in a vertex");
    }
}

#[test]
fn slits_are_cut_open() {
    // From the middle of the top edge down, and one inside; a band is sewn across the mouth of the first.
    let mut piece = square("front", 0.2);
    let slit = |a: (f64, f64), b: (f64, f64)| InnerLine {
        name: None,
        kind: LineKind::Slit,
        curve: Curve::line(a.into(), b.into()),
    };
    piece.lines = vec![slit((0.1, 0.2), (0.1, 0.12)), slit((0.05, 0.05), (0.15, 0.05))];
    let seam = Seam::new("neck", vec![EdgePart::along(0, 2)], vec![EdgePart::against(1, 0)]);
    let whole = Garment {
        pieces: vec![square("front", 0.2), square("band", 0.2)],
        seams: vec![seam],
        ..Garment::new("x")
    };
    let cut = Garment { pieces: vec![piece, square("band", 0.2)], ..whole.clone() };
    let meshed = mesh(&cut, &MeshSettings::with_edge_length(0.01)).unwrap();
    check("slit", &meshed);
    let open = &meshed.pieces[0];
    let boundary = |mesh: &MeshedPiece| {
        let mut sides = std::collections::BTreeMap::new();
        for &[a, b, c] in &mesh.triangles {
            for [a, b] in [[a, b], [b, c], [c, a]] {
                *sides.entry([a.min(b), a.max(b)]).or_insert(0) += 1;
            }
        }
        let free = sides.iter().filter(|(_, count)| **count == 1).map(|(edge, _)| *edge);
        free.map(|[a, b]| mesh.places[a as usize].distance(mesh.places[b as usize])).sum::<f64>()
    };
    let plain = mesh(&whole, &MeshSettings::with_edge_length(0.01)).unwrap();
    let more = boundary(open) - boundary(&plain.pieces[0]);
    assert!((more - 2.0 * (0.08 + 0.1)).abs() < 1e-9, "both banks of both slits: {more}");
    assert_eq!(open.edges[2].len(), plain.pieces[0].edges[2].len() + 1, "the mouth has two vertices");
    let pairs = &meshed.seams[0].pairs;
    let across = pairs.windows(2).filter(|two| two[0][1] == two[1][1] && two[0][0] != two[1][0]).count();
    assert_eq!(across, 1, "both are sewn to one vertex of the band");
}

#[test]
fn another_size_keeps_the_triangles() {
    let (a, mut b) = (square("a", 0.3), square("a", 0.36));
    b.outline.edges[1].curve =
        Curve::Quadratic { from: (0.36, 0.0).into(), control: (0.40, 0.18).into(), to: (0.36, 0.36).into() };
    let of = |piece: &Piece| Garment { pieces: vec![piece.clone()], ..Garment::new("x") };
    let small = mesh(&of(&a), &MeshSettings::with_edge_length(0.02)).unwrap();
    let large = small.in_size(&of(&b)).unwrap();
    assert_eq!(large.pieces[0].triangles, small.pieces[0].triangles);
    check("large", &large);
    let twisted = Garment { pieces: vec![square("a", 0.3)], ..Garment::new("x") };
    assert_eq!(small.in_size(&twisted).unwrap().pieces[0].places.len(), small.pieces[0].places.len());
}

#[test]
fn the_same_mesh_every_time() {
    let garment = Garment { pieces: vec![square("a", 0.3), square("b", 0.2)], ..Garment::new("x") };
    let one = mesh(&garment, &MeshSettings::default()).unwrap();
    assert_eq!(one, mesh(&garment, &MeshSettings::default()).unwrap());
}

#[test]
fn what_cannot_be_meshed_says_why() {
    let of = |piece: Piece| Garment { pieces: vec![piece], ..Garment::new("x") };
    let bow = Piece::new(
        "bow",
        Outline::polygon(&[(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.5)].map(DVec2::from)),
    );
    let settings = MeshSettings::with_edge_length(0.05);
    assert!(matches!(mesh(&of(bow), &settings), Err(MeshError::Crossing { .. } | MeshError::NoArea { .. })));
    let mut open = square("open", 0.3);
    open.outline.edges[0].curve = Curve::line(DVec2::ZERO, DVec2::new(0.2, 0.0));
    assert!(matches!(mesh(&of(open), &settings), Err(MeshError::Gap { .. })));
    let thin = Piece::new("thin", Outline::polygon(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)].map(DVec2::from)));
    assert!(mesh(&of(thin), &settings).is_err());
    assert!(matches!(
        mesh(&of(square("a", 0.3)), &MeshSettings::with_edge_length(0.0)),
        Err(MeshError::EdgeLength { .. })
    ));
    assert!(matches!(
        mesh(&of(square("a", 30.0)), &MeshSettings::with_edge_length(1e-4)),
        Err(MeshError::TooMany { .. })
    ));
}

/// A skirt of two panels of 46 by 60 cm, one of whose side edges ends some metres before the corner.
fn sliver_skirt(sliver: f64) -> Garment {
    let panel = |name: &str, corners: &[(f64, f64)]| {
        let corners: Vec<DVec2> = corners.iter().map(|corner| DVec2::from(*corner)).collect();
        Piece::new(name, Outline::polygon(&corners))
    };
    let front = panel("front", &[(0.0, 0.0), (0.46, 0.0), (0.46, 0.6 - sliver), (0.46, 0.6), (0.0, 0.6)]);
    let back = panel("back", &[(0.0, 0.0), (0.46, 0.0), (0.46, 0.6), (0.0, 0.6)]);
    let side =
        Seam::new("side", vec![EdgePart::along(0, 1), EdgePart::along(0, 2)], vec![EdgePart::against(1, 3)]);
    let other = Seam::new("other", vec![EdgePart::along(0, 4)], vec![EdgePart::against(1, 1)]);
    Garment { pieces: vec![front, back], seams: vec![side, other], ..Garment::new("skirt") }
}

fn shortest_edge(meshed: &MeshedGarment) -> f64 {
    let of_piece = |piece: &MeshedPiece| {
        let length = |a: u32, b: u32| piece.places[a as usize].distance(piece.places[b as usize]);
        let edges = piece.triangles.iter().flat_map(|&[a, b, c]| [length(a, b), length(b, c), length(c, a)]);
        edges.fold(f64::INFINITY, f64::min)
    };
    meshed.pieces.iter().map(of_piece).fold(f64::INFINITY, f64::min)
}

#[test]
fn slivers_of_any_size_leave_no_small_elements() {
    let settings = MeshSettings::with_edge_length(0.015);
    let plain = mesh(&sliver_skirt(0.3), &settings).unwrap();
    for sliver in [3.1e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10, 0.0] {
        let meshed = mesh(&sliver_skirt(sliver), &settings).unwrap();
        // What is hardly longer than the shortest edge that there may be has elements a little smaller beside it.
        let least = if sliver > settings.shortest() { 1.5e-3 } else { 2.5e-3 };
        assert!(shortest_edge(&meshed) > least, "{sliver}: {}", shortest_edge(&meshed));
        assert!(meshed.triangle_count() < plain.triangle_count() * 11 / 10, "{sliver}");
        for seam in &meshed.seams {
            assert!(seam.pairs.len() >= 40, "{sliver}: {}", seam.pairs.len());
            let [first, last] = [seam.shares[0], seam.shares[seam.shares.len() - 1]];
            let off = first.into_iter().chain(last.map(|share| 1.0 - share)).fold(0.0, f64::max);
            assert!(off.abs() < 1e-5, "{sliver}: {first:?} {last:?}");
        }
        // The sharp corner stays, on both sides, and is sewn to its partner.
        let last = *meshed.seams[0].pairs.last().unwrap();
        let places = last.map(|v| meshed.pieces[v.piece as usize].places[v.vertex as usize]);
        assert!(places[0].distance(DVec2::new(0.46, 0.6)) < 1e-6, "{sliver}: {places:?}");
        assert!(places[1].distance(DVec2::new(0.0, 0.6)) < 1e-6, "{sliver}: {places:?}");
        let again = meshed.in_size(&sliver_skirt(sliver)).unwrap();
        let moved = again.pieces[0].places.iter().zip(&meshed.pieces[0].places).map(|(a, b)| a.distance(*b));
        assert!(moved.fold(0.0, f64::max) < 1e-6, "{sliver}: the same size moves nothing");
    }
    let short = short_stretches(&sliver_skirt(5e-4), &settings);
    let words: Vec<String> = short.iter().map(ToString::to_string).collect();
    assert!(words[0].contains("edge `2` of `front` is 0.50 mm long"), "{words:?}");
    assert!(short_stretches(&sliver_skirt(0.01), &settings).is_empty());
}

#[test]
fn a_seam_shorter_than_any_edge_is_a_point() {
    let settings = MeshSettings::with_edge_length(0.015);
    for length in [5e-4, 1e-7, 0.0] {
        let cut = |name: &str| {
            let corners =
                [(0.0, 0.0), (0.3, 0.0), (0.3, 0.2), (0.3 - length, 0.2), (0.0, 0.3)].map(DVec2::from);
            Piece::new(name, Outline::polygon(&corners))
        };
        let point = Seam::new("point", vec![EdgePart::along(0, 2)], vec![EdgePart::against(1, 2)]);
        let side = Seam::new("side", vec![EdgePart::along(0, 1)], vec![EdgePart::along(1, 1)]);
        let garment =
            Garment { pieces: vec![cut("a"), cut("b")], seams: vec![point, side], ..Garment::new("x") };
        let meshed = mesh(&garment, &settings).unwrap();
        let [point, side] = [0, 1].map(|seam: usize| &meshed.seams[seam].pairs);
        assert_eq!(point.len(), 1, "{length}");
        assert_eq!(point[0], *side.last().unwrap(), "{length}: the point is the end of the other seam");
        assert!(shortest_edge(&meshed) > 2.5e-3, "{length}: {}", shortest_edge(&meshed));
    }
}

#[test]
fn outlines_of_many_short_edges_and_narrow_strips_are_meshed() {
    let settings = MeshSettings::with_edge_length(0.015);
    let turn = std::f64::consts::TAU / 1000.0;
    let circle: Vec<DVec2> = (0..1000).map(|i| 0.15 * DVec2::from_angle(turn * f64::from(i))).collect();
    let disc = Garment { pieces: vec![Piece::new("disc", Outline::polygon(&circle))], ..Garment::new("x") };
    let meshed = mesh(&disc, &settings).unwrap();
    assert!(shortest_edge(&meshed) > 2e-3, "{}", shortest_edge(&meshed));
    let area: f64 = meshed.pieces[0]
        .triangles
        .iter()
        .map(|triangle| {
            let [a, b, c] = triangle.map(|v| meshed.pieces[0].places[v as usize]);
            0.5 * (b - a).perp_dot(c - a)
        })
        .sum();
    let exact = disc.pieces[0].area();
    assert!((area - exact).abs() < 0.01 * exact, "{area} {exact}");
    let strip = [(0.0, 0.0), (0.3, 0.0), (0.3, 0.001), (0.0, 0.001)].map(DVec2::from);
    let strip = Garment { pieces: vec![Piece::new("strip", Outline::polygon(&strip))], ..Garment::new("x") };
    let meshed = mesh(&strip, &settings).unwrap();
    assert!((20..200).contains(&meshed.triangle_count()), "{}", meshed.triangle_count());
}

#[test]
fn meshing_ends_with_the_allowance() {
    let garment = sliver_skirt(0.1);
    let settings = MeshSettings::with_edge_length(0.002);
    let late = Allowance { deadline: Deadline::after(0.0), ..Allowance::UNLIMITED };
    assert!(matches!(mesh_within(garment, &settings, &late), Err(MeshError::Spent(Spent::Time { .. }))));
}
