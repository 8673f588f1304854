//! `toile bench wardrobe`: garments tried on bodies.

use super::dress::{body_at, with_landmarks};
use super::error::CommandError;
use super::output::Output;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use toile::dressing::wardrobe::{Case, Tried, Wardrobe, try_on, write_sheet};
use toile::dressing::{garment_named, mannequin_of_same_measures};
use toile_dress::{Body, DressSettings};
use toile_io::png::Image;
use toile_pattern::draft::{DRAFTS, Fit};
use toile_pattern::mesh::MeshSettings;

/// Bodies if none are named: three women and three men.
const BODIES: [&str; 6] = ["eu-36", "eu-40", "eu-46", "eu-48-men", "eu-50-men", "eu-56-men"];
/// Drafts that are no garments.
const SHAPES: [&str; 2] = ["tube", "flag"];

/// The name of the body that has the measures which a pattern was made for.
const SAME_MEASURES: &str = "same-measures";

/// What is tried on.
pub(crate) struct Cases {
    /// Garments for every body; all built-in ones if empty and no bodies are named for patterns alone.
    pub(crate) garments: Vec<String>,
    /// Bodies; six mannequins if empty.
    pub(crate) bodies: Vec<String>,
    /// Patterns for their own bodies.
    pub(crate) patterns: Vec<PathBuf>,
    /// Bodies for patterns; the first body if empty.
    pub(crate) pattern_bodies: Vec<String>,
    /// The edge length of the meshes.
    pub(crate) edge: f64,
}

impl Cases {
    fn bodies(&self) -> Vec<String> {
        if self.bodies.is_empty() { BODIES.map(str::to_owned).to_vec() } else { self.bodies.clone() }
    }

    /// Patterns alone are meant if bodies are named for them and for nothing else.
    fn garments(&self) -> Vec<String> {
        let only_patterns = !self.patterns.is_empty() && self.bodies.is_empty();
        if !self.garments.is_empty() || only_patterns {
            return self.garments.clone();
        }
        let drafts = DRAFTS.iter().map(|draft| draft.name).filter(|name| !SHAPES.contains(name));
        drafts.map(str::to_owned).collect()
    }

    fn pattern_bodies(&self) -> Vec<String> {
        if self.pattern_bodies.is_empty() {
            self.bodies().into_iter().take(1).collect()
        } else {
            self.pattern_bodies.clone()
        }
    }
}

/// Tries all cases and reports.
pub(crate) fn run(cases: &Cases, picture: Option<&Path>, output: &Output) -> Result<(), CommandError> {
    let mesh = MeshSettings::with_edge_length(cases.edge);
    let settings = DressSettings { mesh, ..DressSettings::default() };
    let (bodies, garments, pattern_bodies) = (cases.bodies(), cases.garments(), cases.pattern_bodies());
    let total = bodies.len() * garments.len() + pattern_bodies.len() * cases.patterns.len();
    let mut all: Vec<Tried> = Vec::with_capacity(total);
    output.progress().steps("Trying on", total as u64, |tick| -> Result<(), CommandError> {
        let mut note = |tried: Tried| {
            output.note(&line(&tried.case));
            all.push(tried);
            tick();
        };
        for name in &bodies {
            let body = body_at(name)?;
            for garment in &garments {
                note(one(garment, &body, name, &settings));
            }
        }
        let read = pattern_bodies.iter().filter(|name| *name != SAME_MEASURES);
        let read = read.map(|name| Ok((name, body_at(name)?)));
        let read = read.collect::<Result<Vec<(&String, Body)>, CommandError>>()?;
        for path in &cases.patterns {
            let pattern = path.display().to_string();
            let mut first = None;
            for (name, body) in &read {
                let mut tried = one(&pattern, body, name, &settings);
                first = first.or(Some((body, tried.fit.take())));
                note(tried);
            }
            if pattern_bodies.iter().any(|name| name == SAME_MEASURES) {
                let (body, fit) = first.ok_or_else(no_first_body)?;
                let mannequin =
                    mannequin_of_same_measures(body, fit.as_ref().filter(|fit| is_too_small(fit)))?;
                note(one(
                    &pattern,
                    &with_landmarks(mannequin.mesh, SAME_MEASURES)?,
                    SAME_MEASURES,
                    &settings,
                ));
            }
        }
        Ok(())
    })?;
    if let Some(path) = picture {
        write_sheet(path, all.iter_mut().filter_map(labelled).collect())?;
    }
    let wardrobe = Wardrobe::of(all.into_iter().map(|tried| tried.case).collect());
    output.result(&wardrobe, || text(&wardrobe))
}

fn no_first_body() -> CommandError {
    CommandError::Input(format!(
        "`{SAME_MEASURES}` are those of the first body of patterns: name one before it"
    ))
}

/// Whether a garment has to stretch to go around the trunk.
fn is_too_small(fit: &toile_dress::Fit) -> bool {
    fit.eases.iter().any(|ease| ease.is_of_trunk() && ease.ease() < 0.0)
}

/// The picture of a case with a label.
fn labelled(tried: &mut Tried) -> Option<(String, Image)> {
    let case = &tried.case;
    let label = format!("{} on {}{}", case.garment, case.body, if case.ok { "" } else { " (!)" });
    tried.picture.take().map(|image| (label, image))
}

fn one(garment: &str, body: &Body, body_name: &str, settings: &DressSettings) -> Tried {
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
