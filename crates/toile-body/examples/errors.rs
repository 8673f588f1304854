//! How far the measures of mannequins, as the finder takes them, are from the asked ones, in millimetres.

use std::error::Error;
use toile_body::mannequin::Mannequin;
use toile_body::measures::{Measure, SIZES};
use toile_body::{landmarks, measure};

fn main() -> Result<(), Box<dyn Error>> {
    let step = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1);
    for size in SIZES.iter().step_by(step) {
        let asked = size.measures();
        let body = Mannequin::new(size.figure, asked).build()?;
        let found = measure::measure(&body.mesh, &landmarks::find(&body.mesh)?);
        print!("{:10}", size.name);
        for &measure in Measure::ALL {
            if let Some(metres) = found.get(measure.name()) {
                print!(
                    " {}:{:.1}",
                    measure.name().replace("_girth", ""),
                    1e3 * (metres - asked.get(measure))
                );
            }
        }
        println!();
    }
    Ok(())
}
