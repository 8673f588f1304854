//! How far mannequins measure from what was asked, in millimetres, as the finder of landmarks takes it:
//! `cargo run --release -p toile-lab --example errors -- [EVERY_NTH]`.

use std::error::Error;
use std::fmt::Write;
use std::time::Instant;
use toile_body::mannequin::Mannequin;
use toile_body::measures::{Measure, SIZES};
use toile_body::{landmarks, measure};

fn main() -> Result<(), Box<dyn Error>> {
    let step = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1);
    for size in SIZES.iter().step_by(step) {
        let asked = size.measures();
        let start = Instant::now();
        let body = Mannequin::new(size.figure, asked).build()?;
        let seconds = start.elapsed().as_secs_f64();
        let found = measure::measure(&body.mesh, &landmarks::find(&body.mesh)?);
        let mut worst = (0.0_f64, "");
        let mut text = String::new();
        for &measure in Measure::ALL {
            let Some(metres) = found.get(measure.name()) else { continue };
            let error = 1e3 * (metres - asked.get(measure));
            if measure.is_girth() && error.abs() > worst.0.abs() {
                worst = (error, measure.name());
            }
            write!(text, " {}:{error:.1}", measure.name().replace("_girth", ""))?;
        }
        println!("{:10} {seconds:.2} s, worst girth {} {:.1};{text}", size.name, worst.1, worst.0);
    }
    Ok(())
}
