//! How the cost of a frame grows with the mesh: the hanging sheet in four sizes, on one thread.
//!
//! `RAYON_NUM_THREADS=1 cargo run --release --example scaling` prints the times and writes `scaling.png`.

use glam::DVec2;
use std::error::Error;
use std::path::Path;
use toile_io::file::write_png;
use toile_lab::bench::{Benchmark, Setup};
use toile_look::{Color, Plot, PlotCurve, PlotScale, PlotStroke};

const CELLS: [u32; 4] = [32, 64, 128, 256];

fn main() -> Result<(), Box<dyn Error>> {
    let mut measured = Vec::new();
    for grid in CELLS {
        let setup = Setup { grid, ..Setup::default() };
        let report = Benchmark::new("hang", &setup)?.run(|| {})?.report;
        let milliseconds = report.cpu_ms_median.unwrap_or(report.ms_median);
        println!("{grid:4} x {grid:<4} {milliseconds:8.1} ms a frame");
        measured.push(DVec2::new(report.verts as f64, milliseconds));
    }
    let (first, last) = (measured[0], measured[CELLS.len() - 1]);
    let growth = last / first;
    println!("cost grows with the number of vertices to the power of {:.2}", growth.y.ln() / growth.x.ln());
    let allowed = vec![first, DVec2::new(last.x, first.y * growth.x.powf(1.15))];
    let line = PlotCurve::new("newton", Color::hex(0x2B_6C_B0), measured.clone());
    let dots =
        PlotCurve { stroke: PlotStroke::Dots(4.0), ..PlotCurve::new("", Color::hex(0x2B_6C_B0), measured) };
    let plot = Plot {
        curves: vec![PlotCurve::new("n^1.15", Color::hex(0x9A_9A_9A), allowed), line, dots],
        scale: PlotScale::Logarithmic,
        ..Plot::new("Cost of a frame", "vertices", "milliseconds")
    };
    write_png(Path::new("scaling.png"), &Plot::in_a_row(&[plot], 480, 360))?;
    Ok(())
}
