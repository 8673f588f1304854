//! How far the girths of mannequins are from the asked ones, in millimetres: first the largest error where they were
//! fitted, then each measure as the finder of landmarks takes it.

use std::error::Error;
use toile_body::mannequin::Mannequin;
use toile_body::measures::{Measure, SIZES};
use toile_body::section::{Loop, cut};
use toile_body::{landmarks, measure};

fn main() -> Result<(), Box<dyn Error>> {
    let step = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1);
    for size in SIZES.iter().step_by(step) {
        let asked = size.measures();
        let body = Mannequin::new(size.figure, asked).build()?;
        let found = measure::measure(&body.mesh, &landmarks::find(&body.mesh)?);
        let fitted = body.fitted_girths().into_iter().map(|(girth, center, normal)| {
            let lines = cut(&body.mesh, center, normal);
            let away = |line: &Loop| line.centroid().distance(center);
            let line = lines.iter().min_by(|a, b| away(a).total_cmp(&away(b)));
            (line.map_or(0.0, Loop::girth) - asked.get(girth), girth)
        });
        // Hip, waist and neck are fitted where they are fullest or narrowest near there.
        let here = |m: &Measure| !matches!(m, Measure::HipGirth | Measure::WaistGirth | Measure::NeckGirth);
        let worst = fitted.filter(|(_, m)| here(m)).max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
        let (error, girth) = worst.ok_or("nothing was fitted")?;
        print!("{:10} worst fitted {} {:.1};", size.name, girth.name(), 1e3 * error);
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
