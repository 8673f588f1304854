//! `toile validate`: physics against references.

use super::error::CommandError;
use super::output::Output;
use clap::ValueHint;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;
use toile::validate::{CASES, Case, Effort, Family, family, hysteresis};
use toile_io::file::write_png;

/// Compare simulated cloth with what mechanics says: bending, buckling, stretch, swinging, creases, seams.
///
/// Every test is done on six kinds of meshes at two resolutions. The table shows the worst of them; naming a CASE shows each, and
/// --json lists everything. The exit code is 1 if any measurement is outside of its tolerance.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The test to do; all if none is named.
    #[arg(value_parser = names())]
    case: Option<String>,
    /// Coarse meshes only: a few seconds instead of a minute.
    #[arg(long)]
    quick: bool,
    /// Where to draw the bending loops of the case hysteresis, as PNG; hysteresis.png if that case is named.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    plot: Option<PathBuf>,
}

#[derive(Serialize)]
struct Document {
    cases: Vec<Case>,
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
        let plot = self.plot_file()?;
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
        if let Some(path) = plot {
            let figure = progress.stage("Drawing the loops", hysteresis::figure);
            let figure = figure.map_err(|error| CommandError::Internal(format!("the plot: {error}")))?;
            write_png(&path, &figure)?;
            output.note(&format!("Wrote {}.", path.display()));
        }
        if failed > 0 {
            let all = document.cases.len();
            return Err(CommandError::Internal(format!(
                "{failed} of {all} measurements are out of tolerance"
            )));
        }
        Ok(())
    }

    /// Where the plot goes, if it is wanted.
    fn plot_file(&self) -> Result<Option<PathBuf>, CommandError> {
        match (self.case.as_deref(), &self.plot) {
            (Some("hysteresis"), None) => Ok(Some(PathBuf::from("hysteresis.png"))),
            (Some("hysteresis") | None, plot) => Ok(plot.clone()),
            (Some(_), None) => Ok(None),
            (Some(case), Some(_)) => Err(CommandError::Input(format!(
                "{case} has no plot; leave --plot away, or take the case hysteresis"
            ))),
        }
    }
}

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
                let alike: Vec<&Case> =
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
fn badness(case: &Case) -> f64 {
    let share = case.relative_error.abs() / case.tolerance;
    if share.is_nan() { f64::INFINITY } else { share }
}

fn line(text: &mut String, case: &Case, count: usize) {
    let [along, across] = case.resolution;
    let among = if count > 1 { format!(", worst of {count}") } else { String::new() };
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
        _ => format!("{} %", 100.0 * value),
    }
}
