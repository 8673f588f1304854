//! Prints how patterns are read.
use toile_pattern::import::import;
use toile_pattern::reading::read_pattern;
fn main() {
    for path in std::env::args().skip(1) {
        let mut imported = match import(std::path::Path::new(&path)) {
            Ok(i) => i,
            Err(e) => {
                println!("{path}: {e}");
                continue;
            }
        };
        if !imported.halves.is_empty() {
            imported.find_halves(Some(0.9));
        }
        imported.make_whole(0.6);
        let clock = std::time::Instant::now();
        let reading = read_pattern(&imported.garment, &imported.evidence, &imported.notes);
        println!("== {path}  {:.2} s", clock.elapsed().as_secs_f64());
        for (piece, told) in imported.garment.pieces.iter().zip(&reading.pieces) {
            println!(
                "  {:24} {:?} {} {:.2} {}",
                piece.name,
                piece.cut,
                told.kind.name(),
                told.probability,
                told.left_out.as_deref().unwrap_or("")
            );
        }
        for s in &reading.seams {
            println!(
                "  {:.2}{} {}  [{}]",
                s.score,
                if s.seam.both { " x2" } else { "" },
                s.seam.name,
                s.reasons.join("; ")
            );
        }
    }
}
