//! Drafts as a tailor looks at them: lengths that must agree with the body and with each other, and notes for dressing.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

use toile_pattern::Garment;
use toile_pattern::asking::SURE;
use toile_pattern::draft::{DRAFTS, Draft, Looseness};
use toile_pattern::dxf;
use toile_pattern::glam::DVec2;
use toile_pattern::import::import_bytes;
use toile_pattern::measures::DraftMeasures;
use toile_pattern::piece::{Dart, Piece};
use toile_pattern::placement::SEGMENTS;
use toile_pattern::seam::{EdgePart, Seam};

/// Every draft in every fit, in sizes from the smallest to the largest.
fn each(mut work: impl FnMut(&str, &DraftMeasures, Looseness, &Garment)) {
    for draft in &DRAFTS {
        for size in ["eu-36", "eu-42", "eu-48", "eu-46-men", "eu-52-men", "eu-58-men"] {
            for fit in Looseness::ALL {
                let body = DraftMeasures::of_size(size).unwrap();
                work(draft.name, &body, fit, &draft.draft(&body, fit));
            }
        }
    }
}

/// The length of an edge of a piece as cut.
fn length(garment: &Garment, piece: &str, edge: &str) -> f64 {
    let piece = &garment.pieces[garment.piece_named(piece).unwrap()];
    piece.edge(piece.edge_named(edge).unwrap()).unwrap().curve.length()
}

#[test]
fn every_piece_says_where_it_goes() {
    each(|name, _, _, garment| {
        for piece in &garment.whole().pieces {
            if name == "flag" {
                assert_eq!(piece.placement.segment, None, "a flag is not worn");
                continue;
            }
            let place = &piece.placement;
            let segment = place.segment.as_deref().unwrap();
            assert!(SEGMENTS.contains(&segment), "{name} {}: {segment}", piece.name);
            assert_eq!(place.up, Some(DVec2::Y), "{name} {}", piece.name);
            assert!(place.landmark.is_some() && place.pose.is_some(), "{name} {}", piece.name);
            let [low, high] = piece.outline.bounds();
            let at = place.landmark.as_ref().unwrap().at;
            let near = at.cmpge(low - 0.35).all() && at.cmple(high + 0.35).all();
            assert!(near, "{name} {}: {at} is far from the piece", piece.name);
        }
    });
}

#[test]
fn poses_face_away_from_the_body() {
    each(|name, _, _, garment| {
        for piece in garment.whole().pieces.iter().filter(|_| name != "flag" && name != "poncho") {
            let pose = piece.placement.pose.unwrap();
            let [low, high] = piece.outline.bounds();
            let mut middle = pose.place(0.5 * (low + high));
            middle.y = 0.0;
            let outward = pose.rotation * toile_pattern::glam::DVec3::Z;
            assert!(outward.dot(middle) > 0.0, "{name} {}: {middle} {outward}", piece.name);
            let of_left_arm = piece.placement.segment.as_deref() == Some("left_arm");
            assert!(!of_left_arm || middle.x > 0.0, "{name} {}", piece.name);
        }
    });
}

#[test]
fn necks_are_wide_enough() {
    each(|name, body, _, garment| {
        let around = |edge: &str| {
            2.0 * ["front", "back"].map(|piece| length(garment, piece, edge)).iter().sum::<f64>()
        };
        let (neck, head) = (body.neck_girth, body.head_girth);
        match name {
            // Pulled over the head, in a knit that stretches by a third.
            "t-shirt" | "tank-top" => assert!(around("neck") > 0.8 * head && around("neck") > neck + 0.03),
            "pullover" => {
                let band = length(garment, "neckband", "bottom");
                assert!(band > neck + 0.01 && 1.5 * band > head, "{band} {neck} {head}");
            }
            "shirt" => {
                let stand = length(garment, "stand", "bottom");
                assert!((neck + 0.005..neck + 0.05).contains(&stand), "{stand} {neck}");
            }
            "dress" => assert!(around("neck") > neck + 0.08),
            "poncho" => {
                let hole: f64 = garment.pieces[0].holes[0].length();
                assert!(hole > head + 0.05);
            }
            _ => {}
        }
    });
}

#[test]
fn armholes_and_sleeves_agree() {
    each(|name, body, _, garment| {
        let Some(sleeve) = garment.piece_named("sleeve") else { return };
        let armholes = ["front", "back"].map(|piece| length(garment, piece, "armhole"));
        let caps = ["cap-front", "cap-back"].map(|edge| length(garment, "sleeve", edge));
        let ease = if name == "blazer" { 0.03 } else { 0.01 };
        for (armhole, cap) in armholes.iter().zip(caps) {
            assert!((cap - armhole * (1.0 + ease)).abs() < 1e-4, "{name}: {armhole} {cap}");
        }
        let around = armholes[0] + armholes[1];
        assert!(
            around > 1.2 * body.upper_arm_girth && around < 2.2 * body.upper_arm_girth,
            "{name}: {around}"
        );
        let [low, high] = garment.pieces[sleeve].outline.bounds();
        let width = high.x - low.x;
        assert!(width > body.upper_arm_girth + 0.02, "{name}: {width}");
        let under = ["under-front", "under-back"].map(|edge| length(garment, "sleeve", edge));
        assert!((under[0] - under[1]).abs() < 2e-3, "{name}: {under:?}");
        let cap_height = high.y;
        assert!((0.28 * width..0.62 * width).contains(&cap_height), "{name}: cap {cap_height} of {width}");
    });
}

#[test]
fn girths_clear_the_body() {
    each(|name, body, _, garment| {
        // Twice the sum of the widths of front and back at a height, less the darts.
        let girth = |height: f64| {
            let width = |piece: &str| {
                let piece = &garment.pieces[garment.piece_named(piece).unwrap()];
                let points = piece.outline.flattened(1e-4);
                let next = points.iter().cycle().skip(1);
                let crossed = points.iter().zip(next).filter(|(a, b)| (a.y > height) != (b.y > height));
                let at = crossed.map(|(a, b)| a.x + (b.x - a.x) * (height - a.y) / (b.y - a.y));
                let (low, high) =
                    at.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
                let taken = piece.darts.iter().map(|dart| match dart {
                    Dart::Diamond { tips, sides, .. } => {
                        let half = 0.5 * tips[0].distance(tips[1]);
                        let share = 1.0 - (height - sides[0].y).abs() / half;
                        sides[0].distance(sides[1]) * share.max(0.0)
                    }
                    Dart::Edge { .. } => 0.0,
                });
                high - low - taken.sum::<f64>()
            };
            2.0 * (width("front") + width("back"))
        };
        let clear = |height: f64, body_girth: f64, least: f64| {
            let girth = girth(height);
            assert!(girth > body_girth + least, "{name}: {girth} around {body_girth} at {height}");
        };
        match name {
            "t-shirt" | "pullover" | "shirt" | "tank-top" => {
                clear(body.hip_height + 1e-3, body.hip_girth, 0.005);
                clear(body.waist_height, body.waist_girth, 0.02);
            }
            "dress" => {
                clear(body.hip_height, body.hip_girth, 0.035);
                clear(body.waist_height, body.waist_girth, 0.03);
            }
            "straight-skirt" | "godet-skirt" => clear(body.hip_height, body.hip_girth, 0.025),
            _ => {}
        }
    });
}

#[test]
fn trousers_have_room_for_the_seat() {
    each(|name, body, _, garment| {
        if name != "trousers" && name != "shorts" {
            return;
        }
        let crotch: f64 = ["front", "back"]
            .iter()
            .flat_map(|piece| ["centre", "crotch"].map(|edge| length(garment, piece, edge)))
            .sum();
        // From the waist in front through the legs to the waist at the back: twice the rise and the depth of the seat.
        let rise = body.waist_height - body.inside_leg_height;
        let least = 2.0 * rise + 0.08 * body.hip_girth;
        assert!((least..least + 0.25).contains(&crotch), "{name}: {crotch}, at least {least}");
        let inseams = ["front", "back"].map(|piece| length(garment, piece, "inseam"));
        assert!((inseams[0] - inseams[1]).abs() < 1e-4, "{name}: {inseams:?}");
        for piece in &garment.pieces[..2] {
            let [low, high] = piece.outline.bounds();
            for dart in &piece.darts {
                let Dart::Edge { tip, .. } = dart else { panic!("a waist dart") };
                assert!(tip.y > body.hip_height + 0.02 && tip.y < body.waist_height, "{name}: {tip}");
                assert!(tip.x > low.x + 0.04 && tip.x < high.x - 0.04, "{name}: {tip}");
            }
        }
    });
}

#[test]
fn fits_differ() {
    let body = DraftMeasures::default();
    for draft in DRAFTS.iter().filter(|draft| draft.name != "flag") {
        let area = |fit| -> f64 { draft.draft(&body, fit).whole().pieces.iter().map(Piece::area).sum() };
        assert!(
            area(Looseness::Slim) < area(Looseness::Regular)
                && area(Looseness::Regular) < area(Looseness::Loose),
            "{}",
            draft.name
        );
    }
    assert!(Draft::named("shirt").is_ok());
}

#[test]
fn darts_inside_of_a_piece_come_back_from_dxf() {
    let dress = Draft::named("dress").unwrap().draft(&DraftMeasures::default(), Looseness::Regular);
    let darts = dress.pieces.iter().flat_map(|piece| &piece.darts);
    let inside = darts.filter(|dart| matches!(dart, Dart::Diamond { .. })).count();
    let again = import_bytes("dress", dxf::write(&dress).as_bytes()).unwrap();
    let holes: usize = again.garment.pieces.iter().map(|piece| piece.holes.len()).sum();
    assert!(inside > 0);
    assert_eq!(holes, inside, "each is an opening");
    let is_dart = |seam: &Seam| {
        let count = |part: &EdgePart| again.garment.pieces[part.piece].outline.edges.len();
        seam.parts().all(|part| part.edge >= count(part))
    };
    let sewn = again.suggestions.iter().filter(|known| known.score >= SURE && is_dart(&known.seam)).count();
    assert_eq!(sewn, inside, "each is sewn without asking");
}
