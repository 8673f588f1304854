//! Collars lie down, and are worn over what is put on later.

// Helpers of tests fail like tests do.
#![allow(clippy::unwrap_used)]

use toile_body::measures::BodySize;
use toile_cloth::run::Deadline;
use toile_dress::{Dressing, RunningOutfit, Wearer};
use toile_pattern::Garment;
use toile_pattern::draft::{Draft, Looseness};
use toile_pattern::measures::DraftMeasures;

/// Some pieces of a draft, with the seams between them alone.
fn part_of(name: &str, pieces: &[&str], measures: &DraftMeasures) -> Garment {
    let mut garment = Draft::named(name).unwrap().draft(measures, Looseness::Regular).whole();
    let kept: Vec<usize> =
        (0..garment.pieces.len()).filter(|&p| pieces.contains(&garment.pieces[p].name.as_str())).collect();
    assert_eq!(kept.len(), pieces.len());
    garment.seams.retain(|seam| seam.sides.iter().flatten().all(|part| kept.contains(&part.piece)));
    for part in garment.seams.iter_mut().flat_map(|seam| seam.sides.iter_mut().flatten()) {
        part.piece = kept.iter().position(|p| *p == part.piece).unwrap();
    }
    garment.pieces = kept.iter().map(|&p| garment.pieces[p].clone()).collect();
    garment
}

#[test]
fn a_collar_comes_out_of_a_pullover() {
    let size = BodySize::named("eu-38").unwrap();
    let body = Wearer::of_measures(size.figure, size.measures()).unwrap();
    let measures = body.measures();
    // Without sleeves, which take most of the time.
    let shirt = part_of("shirt", &["front", "front'", "back", "placket", "stand", "collar"], measures);
    let garments = [shirt, part_of("pullover", &["front", "back", "neckband"], measures)];
    let dressing = Dressing::on(&body).garments(garments).wish("pullover over shirt").wish("collar out");
    // Where it lies is known long before it is at rest.
    let dressing =
        dressing.edge_length(0.04).force(true).with(|settings| settings.drape.max_settle_time = 0.3);
    let outfit = dressing.run(|_| ()).unwrap();
    assert_eq!(outfit.gave_up, None);
    assert_eq!((outfit.misplaced, outfit.intersections.itself, outfit.intersections.bodies), (0, 0, 0));
    let running = RunningOutfit::new(&outfit, Deadline::NEVER).unwrap();
    let order = running.check_order().unwrap();
    let over = order.pairs.iter().filter(|pair| pair.layers[0] > 0).map(|pair| pair.right).sum::<usize>();
    assert!(over > 20, "the collar lies over the band at {over} places");
}

/// The collar of a shirt was torn by untangling before its seams were closed, and ended standing up on one side and turned in on the other.
#[test]
fn a_collar_lies_down_around_its_stand() {
    let size = BodySize::named("eu-46").unwrap();
    let body = Wearer::of_measures(size.figure, size.measures()).unwrap();
    let pieces = ["front", "front'", "back", "placket", "stand", "collar"];
    let shirt = part_of("shirt", &pieces, body.measures());
    let dressing = Dressing::on(&body).garments([shirt]).edge_length(0.015);
    let outfit = dressing.with(|settings| settings.drape.max_settle_time = 0.5).run(|_| ()).unwrap();
    assert_eq!((outfit.gave_up, outfit.intersections.itself, outfit.intersections.bodies), (None, 0, 0));
    let dressed = &outfit.garments[0];
    let heights = |piece: &str| {
        let piece = dressed.meshed.garment.piece_named(piece).unwrap();
        let height = |v: &u32| dressed.cloth.state.positions[*v as usize].y;
        dressed.sewn.vertex_of[piece].iter().map(height).collect::<Vec<f64>>()
    };
    let (stand, collar) = (heights("stand"), heights("collar"));
    let top = stand.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let above = collar.iter().filter(|height| **height > top + 0.005).count();
    assert!(10 * above < collar.len(), "{above} of {} places are above the stand", collar.len());
    let mean = |heights: &[f64]| heights.iter().sum::<f64>() / heights.len() as f64;
    assert!(mean(&collar) < mean(&stand) + 0.005, "{} {}", mean(&collar), mean(&stand));
}
