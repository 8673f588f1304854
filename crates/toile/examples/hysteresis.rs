//! Bending hysteresis measured on meshes, beside its references.
//!
//! `cargo run --release --example hysteresis` prints the table and writes `hysteresis.png`.

use std::error::Error;
use std::path::Path;
use toile::hysteresis_report::{figure, run};
use toile_io::file::write_png;

fn main() -> Result<(), Box<dyn Error>> {
    for case in run()? {
        let mark = if case.pass { "ok " } else { "BAD" };
        println!(
            "{mark} {:44} {:28} {:14} {:11.5} {:11.5} {:9.1e}",
            case.case, case.variant, case.mesh, case.measured, case.expected, case.relative_error
        );
    }
    write_png(Path::new("hysteresis.png"), &figure()?)?;
    println!("Wrote hysteresis.png.");
    Ok(())
}
