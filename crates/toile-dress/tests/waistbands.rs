//! Waistbands end where they are worn: they slipped by 4 to 6 cm while seams closed.

use std::path::{Path, PathBuf};
use toile_dress::fit::Verdict;
use toile_dress::{Dressing, Fit, Wearer};

fn shared(path: &str) -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")).join(path);
    if !path.exists() {
        eprintln!("skipped: {} is not there", path.display());
        return None;
    }
    Some(path)
}

#[test]
fn a_skirt_of_a_file_hangs_from_its_waist() {
    let Some(body) = shared("bodies/garmentcode/mean_all.obj") else { return };
    let Some(skirt) = shared("patterns/garmentcode/pencil_skirt_mean_all_specification.json") else { return };
    let wearer = Wearer::open(body.to_str().unwrap()).unwrap();
    let dressing = Dressing::on(&wearer).garment(skirt.to_str().unwrap()).edge_length(0.03);
    let outfit = dressing.run(|_| ()).unwrap();
    let top = outfit.mesh().positions.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
    // Its file places the upper edge of the band at 104.8 + 4.7 cm.
    assert!((top - 1.0947).abs() < 0.01, "{top}");
    let garment = &outfit.garments[0];
    assert!(garment.cloth.grabs.is_empty(), "nothing holds it in the end");
    let fit = Fit::of(garment, &wearer);
    assert!(fit.verdict != Verdict::TooTight, "{:?}", fit.findings);
}
