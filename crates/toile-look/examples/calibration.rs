//! How often what was read with a probability came true, as a picture: `calibration TABLE.txt OUT.png`, the table being what the example `reading` of
//! `toile-pattern` prints.

use glam::DVec2;
use std::fs::{File, read_to_string};
use toile_io::png;
use toile_look::{Color, Plot, PlotCurve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [table, picture] = &arguments[..] else { return Err("say calibration TABLE.txt OUT.png".into()) };
    let shares: Vec<DVec2> = read_to_string(table)?.lines().filter_map(share).collect();
    let plot = Plot {
        curves: vec![
            PlotCurve::new("as told", Color::hex(0xB4_56_2F), vec![DVec2::ZERO, DVec2::splat(100.0)]),
            PlotCurve::new("came true", Color::hex(0x2B_6C_B0), shares).dotted(5.0),
        ],
        names_at: [0.08, 0.08],
        ..Plot::new("Seams read from patterns", "probability that is told, %", "share that is right, %")
    };
    png::write_rgb8(File::create(picture)?, &Plot::in_a_row(&[plot], 640, 480))?;
    Ok(())
}

/// A line such as `said 80 to 90 %: 45 seams, 37.8 % of them right`, as the middle of the bin and the share; nothing for bins of few seams.
fn share(line: &str) -> Option<DVec2> {
    let numbers: Vec<f64> = line
        .trim()
        .strip_prefix("said")?
        .split(|c: char| !c.is_ascii_digit() && c != '.')
        .filter_map(|word| word.parse().ok())
        .collect();
    let [low, high, count, right] = numbers[..] else { return None };
    (count >= 5.0).then(|| DVec2::new(0.5 * (low + high), right))
}
