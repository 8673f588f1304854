//! `toile validate`: physics against references.

use super::error::CommandError;
use super::output::Output;
use clap::ValueHint;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;
use toile_io::file::write_picture;
use toile_lab::validate::{CASES, Effort, Family, ValidateError, ValidationCase, drape, family, hysteresis};
use toile_look::Image;

/// Compare simulated cloth with what mechanics says: bending, buckling, stretch, swinging, creases, drape, seams.
///
/// Every test but drape is done on six kinds of meshes, all at two resolutions. The table shows the worst of them; naming a CASE shows each, and
/// --json lists everything. The exit code is 1 if any measurement is outside of its tolerance.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The test to do; all if none is named.
    #[arg(value_parser = names())]
    case: Option<String>,
    /// Coarse meshes only: some seconds instead of minutes.
    #[arg(long)]
    quick: bool,
    /// Where to draw the bending loops of the case hysteresis, or the specimens of the case drape, as PNG; hysteresis.png or
    /// drape.png if that case is named.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    plot: Option<PathBuf>,
}

#[derive(Serialize)]
struct Document {
    cases: Vec<ValidationCase>,
    passed: usize,
    failed: usize,
}

fn names() -> impl TypedValueParser<Value = String> {
    let value = |family: &Family| PossibleValue::new(family.name).help(family.description);
    PossibleValuesParser::new(CASES.iter().map(value))
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        let progress = output.progress();
        let effort = if self.quick { Effort::Quick } else { Effort::Full };
        let named = self.case.as_deref().and_then(family);
        let plot = self.plot()?;
        let families = named.map_or(&CASES[..], std::slice::from_ref);
        let start = Instant::now();
        let mut cases = Vec::new();
        for family in families {
            let found =
                progress.stage(&format!("{}: {}", family.name, family.description), || (family.run)(effort));
            cases.extend(found.map_err(|error| CommandError::Internal(format!("{}: {error}", family.name)))?);
        }
        let failed = cases.iter().filter(|case| !case.pass).count();
        let document = Document { passed: cases.len() - failed, failed, cases };
        let seconds = start.elapsed().as_secs_f64();
        output.result(&document, || document.text(named.is_some(), seconds))?;
        if let Some((path, draw)) = plot {
            let figure = progress.stage("Drawing the plot", draw);
            let figure = figure.map_err(|error| CommandError::Internal(format!("the plot: {error}")))?;
            write_picture(&path, &figure)?;
            output.note(&format!("Wrote {}.", path.display()));
        }
        if failed > 0 {
            let all = document.cases.len();
            return Err(CommandError::Faulty(format!("{failed} of {all} measurements are out of tolerance")));
        }
        Ok(())
    }

    /// Where the plot goes, and how it is made, if it is wanted.
    fn plot(&self) -> Result<Option<(PathBuf, Draw)>, CommandError> {
        let (usual, draw): (_, Draw) = match self.case.as_deref() {
            Some("drape") => (Some("drape.png"), drape::figure),
            Some("hysteresis") => (Some("hysteresis.png"), hysteresis::figure),
            None => (None, hysteresis::figure),
            Some(_) if self.plot.is_none() => return Ok(None),
            Some(case) => {
                return Err(CommandError::Input(format!(
                    "{case} has no plot; leave --plot away, or take the case hysteresis or drape"
                )));
            }
        };
        let path = self.plot.clone().or_else(|| usual.map(PathBuf::from));
        Ok(path.map(|path| (path, draw)))
    }
}

/// Makes a plot.
type Draw = fn() -> Result<Image, ValidateError>;

impl Document {
    fn text(&self, every: bool, seconds: f64) -> String {
        let mut text = format!(
            "  {:<17} {:<30} {:>11} {:>11} {:>9} {:>9}  {}\n",
            "case", "variant", "expected", "measured", "error", "allowed", "mesh"
        );
        let mut seen: Vec<(&str, &str)> = Vec::new();
        for case in &self.cases {
            let key = (case.case, case.variant.as_str());
            if every {
                line(&mut text, case, 1);
            } else if !seen.contains(&key) {
                seen.push(key);
                let alike: Vec<&ValidationCase> =
                    self.cases.iter().filter(|other| (other.case, other.variant.as_str()) == key).collect();
                let worst = alike.iter().max_by(|a, b| badness(a).total_cmp(&badness(b)));
                line(&mut text, worst.unwrap_or(&case), alike.len());
            }
        }
        let _ = writeln!(
            text,
            "{} of {} measurements within tolerance, {seconds:.1} s.",
            self.passed,
            self.cases.len()
        );
        text
    }
}

/// The error as a share of what is allowed.
fn badness(case: &ValidationCase) -> f64 {
    let share = case.relative_error.abs() / case.tolerance;
    if share.is_nan() { f64::INFINITY } else { share }
}

fn line(text: &mut String, case: &ValidationCase, count: usize) {
    let [along, across] = case.resolution;
    let mut among = if count > 1 { format!(", worst of {count}") } else { String::new() };
    for (name, value) in &case.also {
        let _ = write!(among, "; {} {value:.1}", name.replace('_', " "));
    }
    let _ = writeln!(
        text,
        "{} {:<17} {:<30} {:>11} {:>11} {:>9} {:>9}  {} {along} × {across}{among}",
        if case.pass { "✓" } else { "✗" },
        case.case,
        case.variant,
        number(case.expected),
        number(case.measured),
        share(case.relative_error, true),
        share(case.tolerance, false),
        case.mesh,
    );
}

fn number(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if (1e-3..1e5).contains(&size) => format!("{value:.5}"),
        _ => format!("{value:.2e}"),
    }
}

/// A share in percent, or as a power of ten where percents say nothing.
fn share(value: f64, signed: bool) -> String {
    match value.abs() {
        size if size < 1e-5 => format!("{value:.0e}"),
        _ if signed => format!("{:+.2} %", 100.0 * value),
        _ => format!("{} %", (1e4 * value).round() / 100.0),
    }
}
