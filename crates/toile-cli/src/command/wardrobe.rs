//! `toile bench wardrobe`: garments tried on bodies.

use super::error::CommandError;
use super::output::Output;
use super::remedy;
use super::wardrobe_data::Data;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use toile_dress::{Dressing, Fit, Wearer, wearer_of_same_measures};
use toile_io::png::Image;
use toile_lab::wardrobe::{Tried, WardrobeCase, WardrobeReport, try_on, write_sheet};
use toile_pattern::draft::DRAFTS;

/// Bodies if none are named: three women and three men.
const BODIES: [&str; 6] = ["eu-36", "eu-40", "eu-46", "eu-48-men", "eu-50-men", "eu-56-men"];
/// Drafts that are no garments.
const SHAPES: [&str; 2] = ["tube", "flag"];

/// The name of the body that has the measures which a pattern was made for.
const SAME_MEASURES: &str = "same-measures";

/// What is tried on.
pub(crate) struct Cases {
    /// Garments for every body.
    pub(crate) garments: Vec<String>,
    /// Bodies.
    pub(crate) bodies: Vec<String>,
    /// Patterns for their own bodies.
    pub(crate) patterns: Vec<PathBuf>,
    /// Bodies for patterns.
    pub(crate) pattern_bodies: Vec<String>,
    /// The edge length of the meshes.
    pub(crate) edge: f64,
    /// Whether patterns are sewn in the likeliest way where it is not sure how they are.
    pub(crate) accept_guesses: bool,
}

impl Cases {
    /// Fills in what was not named: all built-in garments, unless bodies are named for patterns alone; six mannequins; for patterns the first body. If nothing was
    /// named, scanned bodies and patterns of a folder of data are tried, too.
    pub(crate) fn completed(mut self, data: Option<&Data>) -> Self {
        let is_bare = self.garments.is_empty() && self.bodies.is_empty() && self.patterns.is_empty();
        let only_patterns = !self.patterns.is_empty() && self.bodies.is_empty();
        if self.garments.is_empty() && !only_patterns {
            let drafts = DRAFTS.iter().map(|draft| draft.name).filter(|name| !SHAPES.contains(name));
            self.garments = drafts.map(str::to_owned).collect();
        }
        if self.bodies.is_empty() {
            self.bodies = BODIES.map(str::to_owned).to_vec();
        }
        if let Some(data) = data.filter(|_| is_bare) {
            self.bodies.extend(data.bodies.iter().cloned());
            self.patterns.clone_from(&data.patterns);
            self.pattern_bodies.extend(data.pattern_body.iter().cloned());
            self.pattern_bodies.push(SAME_MEASURES.to_owned());
        }
        if self.pattern_bodies.is_empty() {
            self.pattern_bodies = self.bodies.iter().take(1).cloned().collect();
        }
        self
    }

    /// How many cases there are.
    pub(crate) fn count(&self) -> usize {
        self.bodies.len() * self.garments.len() + self.pattern_bodies.len() * self.patterns.len()
    }
}

/// Tries all cases and reports.
pub(crate) fn run(cases: &Cases, picture: Option<&Path>, output: &Output) -> Result<(), CommandError> {
    if cases.pattern_bodies.first().is_some_and(|name| name == SAME_MEASURES) && !cases.patterns.is_empty() {
        return Err(CommandError::Input(format!(
            "`{SAME_MEASURES}` are those of the first body of patterns: name one before it"
        )));
    }
    let mut all: Vec<Tried> = Vec::with_capacity(cases.count());
    output.progress().steps("Trying on", cases.count() as u64, "", |tick| {
        let mut note = |tried: Tried| {
            output.note(&line(&tried.case));
            all.push(tried);
            tick();
        };
        try_garments(cases, &mut note);
        try_patterns(cases, &mut note);
    });
    if let Some(path) = picture {
        write_sheet(path, all.iter_mut().filter_map(labelled).collect())?;
    }
    let wardrobe = WardrobeReport::of(all.into_iter().map(|tried| tried.case).collect());
    output.result(&wardrobe, || text(&wardrobe))
}

/// A body, or why there is none: that is said of each of its cases, and the others go on.
type FoundBody = Result<Wearer, String>;

fn find_body(name: &str) -> FoundBody {
    Wearer::open(name).map_err(|error| error.to_string())
}

fn try_garments(cases: &Cases, note: &mut dyn FnMut(Tried)) {
    for name in &cases.bodies {
        let body = find_body(name);
        for garment in &cases.garments {
            note(one(garment, &body, name, cases));
        }
    }
}

fn try_patterns(cases: &Cases, note: &mut dyn FnMut(Tried)) {
    let read = cases.pattern_bodies.iter().filter(|name| *name != SAME_MEASURES);
    let read: Vec<(&String, FoundBody)> = read.map(|name| (name, find_body(name))).collect();
    for path in &cases.patterns {
        let pattern = path.display().to_string();
        let mut first: Option<(&FoundBody, Option<Fit>)> = None;
        for (name, body) in &read {
            let mut tried = one(&pattern, body, name, cases);
            first = first.or(Some((body, tried.fit.take())));
            note(tried);
        }
        if let Some((body, fit)) =
            first.filter(|_| cases.pattern_bodies.iter().any(|name| name == SAME_MEASURES))
        {
            let mannequin =
                body.as_ref().map_err(Clone::clone).and_then(|body| same_measures(body, fit.as_ref()));
            note(one(&pattern, &mannequin, SAME_MEASURES, cases));
        }
    }
}

/// The mannequin of the measures that a pattern was made for, which was tried on a body before.
fn same_measures(body: &Wearer, fit: Option<&Fit>) -> FoundBody {
    let mannequin = wearer_of_same_measures(body, fit.filter(|fit| is_too_small(fit)));
    mannequin.map_err(|error| error.to_string())
}

/// Whether a garment has to stretch to go around the trunk.
fn is_too_small(fit: &Fit) -> bool {
    fit.eases.iter().any(|ease| ease.is_of_trunk() && ease.ease() < 0.0)
}

/// The picture of a case with a label: the garment, the body, and a sign if something is wrong.
fn labelled(tried: &mut Tried) -> Option<(String, Image)> {
    let case = &tried.case;
    // Files of GarmentCode say in their names that they are specifications, and for which body.
    let garment =
        case.garment.trim_end_matches("_specification").trim_end_matches("_all").trim_end_matches("_mean");
    let label = format!("{garment}\n{}{}", case.summary.body, if case.ok { "" } else { " (!)" });
    tried.picture.take().map(|image| (label, image))
}

fn one(garment: &str, body: &FoundBody, body_name: &str, cases: &Cases) -> Tried {
    let (name, body_name) = (stem(garment), stem(body_name));
    match body {
        Ok(body) => {
            let dressing = Dressing::on(body).garment(garment).edge_length(cases.edge);
            let dressing = dressing.accept_guesses(cases.accept_guesses);
            try_on(dressing, &name, &body_name, &remedy::say)
        }
        Err(why) => Tried::refused(&name, &body_name, why.clone()),
    }
}

fn stem(name: &str) -> String {
    Path::new(name).file_stem().map_or_else(|| name.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

fn line(case: &WardrobeCase) -> String {
    let summary = &case.summary;
    let numbers = format!(
        "{} triangles, {:.1} s, strain {:.1} %",
        summary.triangles,
        summary.seconds,
        100.0 * summary.stretch.max
    );
    let verdict = case.reason.as_deref().unwrap_or("well");
    format!("{:<18} {:<14} {numbers:<44} {verdict}", case.garment, summary.body)
}

fn text(wardrobe: &WardrobeReport) -> String {
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
