//! Dresses a body in several sizes of a garment and says which fits: pictures, a model, numbers and a report.
//!
//! `cargo run --release --example fit -- [--garment NAME] [--body SIZE] [--sizes SIZE,SIZE] [--fabric NAME] [--fit slim|regular|loose] [--edge METRES] [--out DIR]`
//!
//! Without anything said, a straight skirt of the sizes 36, 40 and 44 on a woman of size 40.

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;
use toile::fit::report::{self, ReportEntry, ReportSettings};
use toile::fit::{MapSettings, Scale, heat_map, write_glb, write_json};
use toile::{Dressing, Fabric, Looseness};
use toile_dress::fit::FitQuantity;
use toile_dress::{Dressed, Fit, Wearer};
use toile_io::file::write_png;

struct Arguments {
    garment: String,
    body: String,
    sizes: Vec<String>,
    fabric: Option<String>,
    cut: Looseness,
    edge: f64,
    folder: PathBuf,
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let mut found = Arguments {
        garment: "straight-skirt".into(),
        body: "eu-40".into(),
        sizes: ["eu-36", "eu-40", "eu-44"].map(str::to_owned).to_vec(),
        fabric: None,
        cut: Looseness::Regular,
        edge: 0.025,
        folder: "fit".into(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--garment" => found.garment = value,
            "--body" => found.body = value,
            "--sizes" => found.sizes = value.split(',').map(str::to_owned).collect(),
            "--fabric" => found.fabric = Some(value),
            "--fit" => {
                found.cut =
                    Looseness::ALL.into_iter().find(|cut| cut.name() == value).ok_or("no such fit")?;
            }
            "--edge" => found.edge = value.parse()?,
            "--out" => found.folder = value.into(),
            _ => return Err(format!("{word} is not known").into()),
        }
    }
    Ok(found)
}

/// One size on the body.
fn dressed(arguments: &Arguments, size: &str, body: &Wearer) -> Result<Dressed, Box<dyn Error>> {
    let mut dressing =
        Dressing::on(body).garment(&arguments.garment).looseness(arguments.cut).edge_length(arguments.edge);
    if let Some(name) = &arguments.fabric {
        dressing = dressing.fabric(Fabric::open(name)?);
    }
    Ok(dressing.in_size(size)?.run(|_| ())?.garments.remove(0))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = arguments()?;
    let body = Wearer::open(&arguments.body)?;
    let mut all = Vec::new();
    for size in &arguments.sizes {
        let clock = Instant::now();
        let dressed = dressed(&arguments, size, &body)?;
        let draping = clock.elapsed().as_secs_f64();
        let clock = Instant::now();
        let fit = Fit::of(&dressed, &body);
        println!(
            "{size}: {}, {} triangles, dressed in {draping:.1} s, at rest: {}, fit in {:.1} ms, carries {:.2} of {:.2} N",
            fit.verdict.words(),
            dressed.cloth.triangles.len(),
            dressed.at_rest,
            1e3 * clock.elapsed().as_secs_f64(),
            fit.summary.carried,
            fit.summary.weight
        );
        for finding in &fit.findings {
            println!("    {}", finding.words);
        }
        for ease in &fit.eases {
            println!(
                "    {}: body {:.3}, cut {:.3}, worn {:.3} m",
                ease.place(),
                ease.body,
                ease.cut,
                ease.worn
            );
        }
        if let Some(suggestion) = &fit.suggestion {
            println!("    better: {}", suggestion.words());
        }
        all.push((size.clone(), dressed, fit));
    }
    let entries: Vec<ReportEntry<'_>> = all
        .iter()
        .map(|(name, dressed, fit)| ReportEntry { name: name.clone(), dressed, fit, body: &body })
        .collect();
    write(&arguments, &entries)
}

fn write(arguments: &Arguments, entries: &[ReportEntry<'_>]) -> Result<(), Box<dyn Error>> {
    let folder = &arguments.folder;
    std::fs::create_dir_all(folder)?;
    let settings = MapSettings { width: 240, height: 340, ..MapSettings::default() };
    for quantity in [FitQuantity::Pressure, FitQuantity::WeftStrain, FitQuantity::Distance] {
        let path = folder.join(format!("{}.png", quantity.name()));
        write_png(&path, &heat_map(entries, quantity, &settings))?;
    }
    let fits: Vec<&Fit> = entries.iter().map(|entry| entry.fit).collect();
    for entry in entries {
        let path = folder.join(format!("{}-tension.glb", entry.name));
        write_glb(&path, entry, &Scale::of(FitQuantity::Tension, &fits))?;
    }
    write_json(&folder.join("fit.json"), entries)?;
    let title = format!("A {} on {}", arguments.garment, arguments.body);
    report::write(&folder.join("fit.html"), entries, &ReportSettings { title, ..ReportSettings::default() })?;
    println!("written to {}", folder.display());
    Ok(())
}
