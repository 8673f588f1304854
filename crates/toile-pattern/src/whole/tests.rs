use super::*;
use crate::seam::EdgePart;

fn half_front() -> Piece {
    // A half rectangle 0.2 x 0.6 m, its left edge on the fold.
    let corners = [(0.0, 0.0), (0.2, 0.0), (0.2, 0.6), (0.0, 0.6)].map(DVec2::from);
    let mut piece = Piece::new("front", Outline::polygon(&corners));
    for (edge, name) in piece.outline.edges.iter_mut().zip(["hem", "side", "top", "centre"]) {
        edge.name = Some(name.to_owned());
    }
    piece.cut = CutRule::OnFold(3);
    piece.notches.push(Notch { name: None, edge: 1, at: 0.25, kind: crate::piece::NotchKind::Slit });
    piece
}

fn garment_of(pieces: Vec<Piece>, seams: Vec<Seam>) -> Garment {
    Garment { pieces, seams, ..Garment::new("test") }
}

#[test]
fn a_half_on_the_fold_becomes_whole() {
    let seam =
        Seam { both: true, ..Seam::new("side", vec![EdgePart::along(0, 1)], vec![EdgePart::against(1, 1)]) };
    let back = Piece { name: "back".into(), ..half_front() };
    let whole = garment_of(vec![half_front(), back], vec![seam]).whole();
    let front = &whole.pieces[0];
    assert!((front.outline.area() - 0.4 * 0.6).abs() < 1e-12);
    assert!(front.outline.gaps().is_empty());
    let names: Vec<String> = (0..6).map(|edge| front.edge_name(edge)).collect();
    assert_eq!(names, ["hem", "side", "top", "top'", "side'", "hem'"]);
    assert_eq!(whole.seams.len(), 2);
    let mirrored = &whole.seams[1];
    assert_eq!((mirrored.name.as_str(), mirrored.sides[0][0].edge), ("side'", 4));
    assert!(!mirrored.sides[0][0].is_along(), "the mirror image runs the other way");
    let at = |notch: &Notch| Ruler::new(&front.edge(notch.edge).unwrap().curve).point(notch.at);
    let mut places: Vec<DVec2> = front.notches.iter().map(at).collect();
    places.sort_by(|a, b| a.x.total_cmp(&b.x));
    assert!(places[0].distance(DVec2::new(-0.2, 0.15)) < 1e-12);
    assert!(places[1].distance(DVec2::new(0.2, 0.15)) < 1e-12);
}

#[test]
fn a_pair_becomes_two() {
    let mut sleeve = half_front();
    sleeve.cut = CutRule::Pair;
    sleeve.placement.segment = Some("left_arm".into());
    let seam =
        Seam { both: true, ..Seam::new("under", vec![EdgePart::along(0, 1)], vec![EdgePart::against(0, 3)]) };
    let whole = garment_of(vec![sleeve], vec![seam]).whole();
    assert_eq!(whole.pieces.len(), 2);
    let other = &whole.pieces[1];
    assert_eq!(other.name, "front'");
    assert!((other.outline.area() - 0.12).abs() < 1e-12, "still counter-clockwise");
    assert_eq!(other.placement.segment.as_deref(), Some("right_arm"));
    let part = whole.seams[1].sides[0][0];
    let edge = other.edge(part.edge).unwrap();
    assert_eq!((part.piece, edge.name.as_deref()), (1, Some("side")));
    let start = Ruler::new(&edge.curve).point(part.from);
    assert!(start.distance(DVec2::new(-0.2, 0.0)) < 1e-12, "{start}");
}

#[test]
fn darts_open_at_the_edge_and_seams_skip_them() {
    let mut piece = half_front();
    piece.cut = CutRule::Once;
    let tip = DVec2::new(0.1, 0.4);
    piece.darts.push(Dart::Edge { name: "dart".into(), edge: 2, at: 0.5, width: 0.04, tip });
    let sides = (vec![EdgePart::against(0, 2)], vec![EdgePart::along(0, 0)]);
    let whole = garment_of(vec![piece], vec![Seam::new("waist", sides.0, sides.1)]).whole();
    let opened = &whole.pieces[0];
    assert_eq!(opened.outline.edges.len(), 7);
    assert!(opened.outline.gaps().is_empty());
    assert!((opened.area() - (0.12 - 0.5 * 0.04 * 0.2)).abs() < 1e-12);
    let [waist, legs] = &whole.seams[..] else { panic!("{:?}", whole.seams) };
    assert!((whole.seam_lengths(waist)[0] - 0.16).abs() < 1e-12, "without the dart");
    let [one, two] = whole.seam_lengths(legs);
    assert!((one - two).abs() < 1e-12 && one > 0.2);
    let names: Vec<String> = waist.sides[0].iter().map(|part| whole.part_name(part)).collect();
    assert_eq!(names, ["-front.top-2", "-front.top"]);
}

#[test]
fn diamond_darts_become_holes() {
    let mut piece = half_front();
    let (tips, sides) =
        ([(0.1, 0.2), (0.1, 0.4)].map(DVec2::from), [(0.09, 0.3), (0.11, 0.3)].map(DVec2::from));
    piece.darts.push(Dart::Diamond { name: "waist".into(), tips, sides });
    let whole = garment_of(vec![piece], vec![]).whole();
    let opened = &whole.pieces[0];
    assert_eq!((opened.holes.len(), whole.seams.len()), (2, 4));
    for seam in &whole.seams {
        let [one, two] = whole.seam_lengths(seam);
        assert!((one - two).abs() < 1e-12);
        let end =
            |part: &EdgePart, share: f64| Ruler::new(&opened.edge(part.edge).unwrap().curve).point(share);
        let ends = seam.sides.each_ref().map(|side| [end(&side[0], side[0].from), end(&side[0], side[0].to)]);
        let meets = ends[0][0].distance(ends[1][0]) < 1e-12 || ends[0][1].distance(ends[1][1]) < 1e-12;
        assert!(meets, "legs share a tip: {ends:?}");
    }
}

#[test]
fn a_dart_that_moves_the_fold_edge_keeps_the_fold() {
    let mut piece = half_front();
    piece.darts.push(Dart::Edge {
        name: "dart".into(),
        edge: 2,
        at: 0.5,
        width: 0.04,
        tip: DVec2::new(0.1, 0.4),
    });
    let whole = garment_of(vec![piece], vec![]).whole();
    assert!((whole.pieces[0].area() - 2.0 * (0.12 - 0.004)).abs() < 1e-12);
    assert_eq!(whole.seams.len(), 2);
}
