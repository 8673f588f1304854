//! Compares the preconditioners on the matrix of an implicit step of a square sheet: iterations and milliseconds.
//!
//! `cargo run --release -p toile-lab --example linear_speed -- [cells ...]`

#[path = "../../toile-cloth/tests/linear_sheet.rs"]
mod linear_sheet;

use glam::DVec3;
use linear_sheet::{Shape, Sheet};
use std::time::Instant;
use toile_cloth::linear::{
    BlockJacobi, ColouredGaussSeidel, GaussSeidel, LinearError, Multigrid, MultigridPrecision,
    MultigridSettings, PcgReport, PcgSettings, PcgWorkspace, Preconditioner, Prolongation, pcg,
};

/// The best of several runs in milliseconds: the machine may be busy with other things.
fn milliseconds(runs: usize, mut work: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
    }
    best
}

fn solve(sheet: &Sheet, preconditioner: &mut dyn Preconditioner, residual: f64, most: usize) -> PcgReport {
    let mut x = vec![DVec3::ZERO; sheet.force.len()];
    let settings = PcgSettings { relative_residual: residual, max_iterations: most };
    let mut workspace = PcgWorkspace::default();
    pcg(&sheet.matrix, &sheet.fixed, &sheet.force, &mut x, preconditioner, &settings, &mut workspace)
        .unwrap_or_default()
}

fn row(sheet: &Sheet, name: &str, preconditioner: &mut dyn Preconditioner, refresh: f64) {
    let iterations = [1e-2, 1e-4, 1e-8].map(|residual| {
        let report = solve(sheet, preconditioner, residual, 3000);
        let mark = if report.relative_residual <= residual { "" } else { "!" };
        format!("{}{mark}", report.iterations)
    });
    let r = sheet.force.clone();
    let mut z = r.clone();
    let apply = milliseconds(25, || preconditioner.apply(&r, &mut z));
    let mut x = vec![DVec3::ZERO; r.len()];
    let mut workspace = PcgWorkspace::default();
    let settings = PcgSettings { relative_residual: 0.0, max_iterations: 3 };
    let three = milliseconds(25, || {
        x.fill(DVec3::ZERO);
        _ = pcg(&sheet.matrix, &sheet.fixed, &r, &mut x, preconditioner, &settings, &mut workspace);
    });
    let total = refresh + three;
    let [two, four, eight] = iterations;
    println!("| {name} | {two} | {four} | {eight} | {refresh:.2} | {apply:.2} | {three:.1} | {total:.1} |");
}

fn compare(sheet: &Sheet) -> Result<(), LinearError> {
    let (matrix, fixed) = (&sheet.matrix, &sheet.fixed);
    println!(
        "| preconditioner | 1e-2 | 1e-4 | 1e-8 | refresh ms | apply ms | 3 iterations ms | refresh + 3 ms |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut jacobi = BlockJacobi::new(matrix, fixed)?;
    let refresh = milliseconds(5, || _ = jacobi.refresh(matrix, fixed));
    row(sheet, "block Jacobi", &mut jacobi, refresh);
    row(sheet, "SSOR", &mut GaussSeidel::new(matrix, fixed, 1.0)?, 0.0);
    let mut coloured = ColouredGaussSeidel::new(matrix, fixed)?;
    let refresh = milliseconds(5, || _ = coloured.refresh(matrix, fixed));
    row(sheet, "coloured GS", &mut coloured, refresh);
    let variants = [
        (
            "constant x1.6, f32",
            Prolongation::Constant { over_correction: 1.6 },
            MultigridPrecision::Single,
            &sheet.rest,
        ),
        ("smoothed, f32", Prolongation::Smoothed, MultigridPrecision::Single, &sheet.rest),
        ("linear, f32", Prolongation::Linear, MultigridPrecision::Single, &sheet.rest),
        ("linear in positions, f32", Prolongation::Linear, MultigridPrecision::Single, &sheet.positions),
        ("linear, f64", Prolongation::Linear, MultigridPrecision::Double, &sheet.rest),
    ];
    for (name, interpolation, precision, coordinates) in variants {
        let settings = MultigridSettings { interpolation, precision, ..MultigridSettings::default() };
        let setup = Instant::now();
        let mut multigrid = Multigrid::new(matrix, fixed, Some(coordinates), settings)?;
        let setup = setup.elapsed().as_secs_f64() * 1e3;
        let refresh = milliseconds(25, || _ = multigrid.refresh(matrix, fixed));
        let (rows, complexity) = (multigrid.level_rows(), multigrid.complexity());
        row(sheet, &format!("multigrid {name}"), &mut multigrid, refresh);
        eprintln!("    {name}: levels {rows:?}, blocks x{complexity:.2}, set-up {setup:.0} ms");
    }
    Ok(())
}

/// Times of the default multigrid on one and two threads, taken in turns so that a busy machine slows both alike.
fn scaling(sheet: &Sheet) -> Result<(), Box<dyn std::error::Error>> {
    let pools = [1, 2].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
    let (matrix, fixed) = (&sheet.matrix, &sheet.fixed);
    let mut multigrid = Multigrid::new(matrix, fixed, Some(&sheet.rest), MultigridSettings::default())?;
    let mut best = [[f64::INFINITY; 4]; 2];
    let (mut x, mut y) = (sheet.force.clone(), sheet.force.clone());
    let mut workspace = PcgWorkspace::default();
    let settings = PcgSettings { relative_residual: 0.0, max_iterations: 3 };
    for _ in 0..60 {
        for (pool, best) in pools.iter().zip(&mut best) {
            let Ok(pool) = pool else { continue };
            let times = pool.install(|| {
                x.fill(DVec3::ZERO);
                [
                    milliseconds(1, || _ = multigrid.refresh(matrix, fixed)),
                    milliseconds(1, || {
                        let (b, x) = (&sheet.force, &mut x);
                        _ = pcg(matrix, fixed, b, x, &mut multigrid, &settings, &mut workspace);
                    }),
                    milliseconds(1, || multigrid.apply(&sheet.force, &mut y)),
                    milliseconds(1, || matrix.multiply(&sheet.force, &mut y)),
                ]
            });
            for (best, time) in best.iter_mut().zip(times) {
                *best = best.min(time);
            }
        }
    }
    println!("\n| threads | refresh ms | 3 iterations ms | V-cycle ms | product ms |\n|---|---|---|---|---|");
    for (threads, [refresh, three, cycle, product]) in (1..).zip(best) {
        println!("| {threads} | {refresh:.2} | {three:.2} | {cycle:.2} | {product:.2} |");
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut sizes: Vec<usize> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![32, 64, 128];
    }
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    for &cells in &sizes {
        scaling(&Sheet::new(cells, true, Shape::Crumpled))?;
        for (irregular, shape) in [(false, Shape::Flat), (true, Shape::Flat), (true, Shape::Crumpled)] {
            let sheet = Sheet::new(cells, irregular, shape);
            let mesh = if irregular { "irregular" } else { "regular" };
            println!("\n{cells} x {cells} cells, {mesh}, {shape:?}, one thread");
            one.install(|| compare(&sheet))?;
        }
    }
    Ok(())
}
