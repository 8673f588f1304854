//! `toile bench wardrobe`: garments tried on bodies.

use super::dress::body_at;
use super::error::CommandError;
use super::output::Output;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use toile::dressing::garment_named;
use toile::dressing::wardrobe::{Case, Wardrobe, try_on, write_sheet};
use toile_dress::{Body, DressSettings};
use toile_pattern::draft::{DRAFTS, Fit};
use toile_pattern::mesh::MeshSettings;

/// Bodies if none are named: three women and three men.
const BODIES: [&str; 6] = ["eu-36", "eu-40", "eu-46", "eu-48-men", "eu-50-men", "eu-56-men"];
/// Drafts that are no garments.
const SHAPES: [&str; 2] = ["tube", "flag"];

/// What is tried on.
pub(crate) struct Cases {
    /// Garments for every body; all built-in ones if empty.
    pub(crate) garments: Vec<String>,
    /// Bodies; six mannequins if empty.
    pub(crate) bodies: Vec<String>,
    /// Patterns for the first body alone.
    pub(crate) patterns: Vec<PathBuf>,
    /// The edge length of the meshes.
    pub(crate) edge: f64,
}

/// Tries all cases and reports.
pub(crate) fn run(cases: &Cases, picture: Option<&Path>, output: &Output) -> Result<(), CommandError> {
    let bodies: Vec<String> =
        if cases.bodies.is_empty() { BODIES.map(str::to_owned).to_vec() } else { cases.bodies.clone() };
    let garments: Vec<String> = if cases.garments.is_empty() && cases.patterns.is_empty() {
        let drafts = DRAFTS.iter().map(|draft| draft.name).filter(|name| !SHAPES.contains(name));
        drafts.map(str::to_owned).collect()
    } else {
        cases.garments.clone()
    };
    let settings =
        DressSettings { mesh: MeshSettings::with_edge_length(cases.edge), ..DressSettings::default() };
    let total = bodies.len() * garments.len() + cases.patterns.len();
    let (mut done, mut pictures) = (Vec::with_capacity(total), Vec::new());
    output.progress().steps("Trying on", total as u64, |tick| -> Result<(), CommandError> {
        for (n, name) in bodies.iter().enumerate() {
            let body = body_at(name)?;
            let patterns = cases.patterns.iter().filter(|_| n == 0).map(|path| path.display().to_string());
            for garment in garments.iter().cloned().chain(patterns) {
                let (case, image) = one(&garment, &body, name, &settings);
                output.note(&line(&case));
                let label =
                    format!("{} on {}{}", stem(&garment), stem(name), if case.ok { "" } else { " (!)" });
                pictures.extend(image.map(|image| (label, image)));
                done.push(case);
                tick();
            }
        }
        Ok(())
    })?;
    if let Some(path) = picture {
        write_sheet(path, pictures)?;
    }
    let wardrobe = Wardrobe::of(done);
    output.result(&wardrobe, || text(&wardrobe))
}

fn one(
    garment: &str,
    body: &Body,
    body_name: &str,
    settings: &DressSettings,
) -> (Case, Option<toile_io::png::Image>) {
    let found = garment_named(garment, body, Fit::Regular).map_err(|error| error.to_string());
    try_on(found, &stem(garment), body, &stem(body_name), settings)
}

fn stem(name: &str) -> String {
    Path::new(name).file_stem().map_or_else(|| name.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

fn line(case: &Case) -> String {
    let numbers = case.summary.as_ref().map_or_else(String::new, |summary| {
        format!(
            "{} triangles, {:.1} s, strain {:.1} %",
            summary.triangles,
            summary.seconds,
            100.0 * summary.max_strain
        )
    });
    let verdict = case.reason.as_deref().unwrap_or("well");
    format!("{:<18} {:<14} {numbers:<44} {verdict}", case.garment, case.body)
}

fn text(wardrobe: &Wardrobe) -> String {
    let mut text = String::new();
    for case in &wardrobe.cases {
        let _ = writeln!(text, "{}", line(case));
    }
    let _ = writeln!(
        text,
        "{} of {} well: {:.1} %",
        wardrobe.cases.iter().filter(|case| case.ok).count(),
        wardrobe.cases.len(),
        100.0 * wardrobe.ok_fraction
    );
    text
}
