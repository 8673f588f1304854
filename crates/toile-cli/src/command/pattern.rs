//! `toile pattern`: showing, checking and drafting patterns.

use super::error::CommandError;
use super::output::Output;
use super::verdict::Verdict;
use super::within::one_of;
use super::words::plural;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use toile_body::measures::{BodySize, SIZES};
use toile_dress::measures_of_size;
use toile_io::FolderLock;
use toile_io::file::write_png;
use toile_look::pattern_picture;
use toile_pattern::draft::{DRAFTS, Draft, Looseness};
use toile_pattern::file::GarmentPlaces;
use toile_pattern::import::import;
use toile_pattern::lint::{self, LintFinding, Severity};
use toile_pattern::measures::DraftMeasures;
use toile_pattern::{Garment, dxf, file, garment_code, pdf, svg};

const EXAMPLES: &str = "\
Examples:
  toile pattern show shirt -o shirt.png                       a built-in draft
  toile pattern show coat.dxf -o coat.svg --whole             to scale, halves unfolded
  toile pattern check garment.toml
  toile pattern draft trousers --body eu-50-men --fit slim -o trousers.toml";

/// Pixels across a picture of a pattern.
const PICTURE_WIDTH: u32 = 1400;

/// Show, check and draft patterns.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    job: Job,
}

#[derive(clap::Subcommand)]
enum Job {
    /// Draw the pieces side by side, both sides of a seam in one colour.
    Show(Show),
    /// Look for mistakes: outlines that cross, seams of unequal length, forgotten and twisted seams, wrong units.
    ///
    /// The exit code is 1 if there are errors, which keep the pattern from being sewn or meshed; it is 0 if there are only warnings.
    Check(Check),
    /// Draft a built-in garment to the measures of a body.
    Draft(DraftJob),
}

#[derive(clap::Args)]
struct Show {
    #[command(flatten)]
    source: Source,
    /// Where to draw it: .png, .svg to scale, or .pdf to scale on sheets of A4.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Draw pieces whole: halves unfolded, pairs doubled, darts open.
    #[arg(long)]
    whole: bool,
    /// Width of a PNG in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = PICTURE_WIDTH, value_parser = clap::value_parser!(u32).range(64..=8192))]
    width: u32,
}

#[derive(clap::Args)]
struct Check {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    verdict: Verdict,
}

#[derive(clap::Args)]
struct DraftJob {
    /// The draft: see toile list.
    name: String,
    #[command(flatten)]
    body: Body,
    /// Where to write it: a garment file (.toml), GarmentCode (.json), .dxf, .svg, .pdf or .png; a name without extension is that of a folder.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(clap::Args)]
struct Source {
    /// A pattern file of any format, a garment's folder, or the name of a draft.
    pattern: String,
    #[command(flatten)]
    body: Body,
}

#[derive(clap::Args)]
struct Body {
    /// The body to draft for: a size such as eu-38 or eu-50-men, or a TOML or JSON file of measures in metres.
    #[arg(long, value_name = "BODY", default_value = "eu-38")]
    body: String,
    /// How close a draft fits.
    #[arg(long, value_name = "FIT", default_value = "regular", value_parser = one_of(&Looseness::ALL, Looseness::name))]
    fit: Looseness,
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        match self.job {
            Job::Show(job) => job.run(output),
            Job::Check(job) => job.run(output),
            Job::Draft(job) => job.run(output),
        }
    }
}

impl Body {
    fn measures(&self) -> Result<DraftMeasures, CommandError> {
        if let Ok(size) = BodySize::named(&self.body) {
            return Ok(measures_of_size(size));
        }
        let path = Path::new(&self.body);
        let text = std::fs::read_to_string(path).map_err(|_| {
            let sizes: Vec<&str> = SIZES.iter().map(|size| size.name).collect();
            CommandError::Input(format!(
                "`{}` is neither a size nor a file of measures; the sizes are {}",
                self.body,
                sizes.join(", ")
            ))
        })?;
        let wrong = |error: String| CommandError::Input(format!("{}: {error}", path.display()));
        if text.trim_start().starts_with('{') {
            // `toile body measure --json` puts the measures into a field of their own.
            let value: serde_json::Value =
                serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
            let measures = value.get("measures").unwrap_or(&value).clone();
            return serde_json::from_value(measures).map_err(|error| wrong(error.to_string()));
        }
        toml::from_str(&text).map_err(|error| wrong(error.to_string()))
    }

    fn draft(&self, draft: &Draft) -> Result<Garment, CommandError> {
        Ok(draft.draft(&self.measures()?, self.fit))
    }
}

impl Source {
    /// The pattern, and where its parts stand if it is a garment file.
    fn load(&self) -> Result<(Garment, Option<GarmentPlaces>), CommandError> {
        if let Ok(draft) = Draft::named(&self.pattern) {
            return Ok((self.body.draft(draft)?, None));
        }
        let path = Path::new(&self.pattern);
        if !path.exists() {
            let names: Vec<&str> = DRAFTS.iter().map(|draft| draft.name).collect();
            return Err(CommandError::Input(format!(
                "`{}` is neither a file nor a draft; the drafts are {}",
                self.pattern,
                names.join(", ")
            )));
        }
        if path.is_dir() {
            let (garment, places) = file::read_folder(path)?;
            return Ok((garment, Some(places)));
        }
        if path.extension().is_some_and(|extension| extension == "toml") {
            let text = std::fs::read_to_string(path)
                .map_err(|error| CommandError::Input(format!("{}: cannot read: {error}", path.display())))?;
            let (garment, places) = file::read(&self.pattern, &text)?;
            return Ok((garment, Some(places)));
        }
        let imported = import(path)?;
        Ok((imported.garment, None))
    }
}

/// The extensions of patterns that are written.
pub(crate) const WRITTEN: [&str; 6] = ["toml", "json", "dxf", "svg", "pdf", "png"];

/// Writes a pattern; the extension tells the format, and a name without one is that of a folder.
pub(crate) fn write_pattern(garment: &Garment, path: &Path) -> Result<(), CommandError> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let text = match extension.as_deref() {
        Some("toml") => file::write(garment),
        Some("json") => garment_code::write(garment)?,
        Some("dxf") => dxf::write(garment),
        Some("svg") => svg::write(garment, &svg::SvgSettings::default()),
        Some("png") => return Ok(write_png(path, &pattern_picture(garment, PICTURE_WIDTH))?),
        Some("pdf") => return write_bytes(path, &pdf::write(garment, &pdf::Paper::A4)),
        None => {
            let _lock = FolderLock::take(path)?;
            return Ok(file::write_folder(garment, path)?);
        }
        _ => {
            let message = format!(
                "{}: patterns are written as .{}, or to a folder",
                path.display(),
                WRITTEN.join(", .")
            );
            return Err(CommandError::Input(message));
        }
    };
    write_bytes(path, text.as_bytes())
}

fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    std::fs::write(path, bytes)
        .map_err(|error| CommandError::Input(format!("{}: cannot write: {error}", path.display())))
}

/// The counts and sizes of a pattern.
#[derive(Serialize)]
struct Summary {
    name: String,
    pieces: Vec<PieceSummary>,
    seams: usize,
    output: PathBuf,
}

#[derive(Serialize)]
struct PieceSummary {
    name: String,
    area_m2: f64,
    edges: usize,
    darts: usize,
}

impl Summary {
    fn of(garment: &Garment, output: &Path) -> Self {
        let piece = |piece: &toile_pattern::piece::Piece| PieceSummary {
            name: piece.name.clone(),
            area_m2: piece.area(),
            edges: piece.edge_count(),
            darts: piece.darts.len(),
        };
        Self {
            name: garment.name.clone(),
            pieces: garment.pieces.iter().map(piece).collect(),
            seams: garment.seams.len(),
            output: output.to_path_buf(),
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{}: {} pieces, {} seams\n", self.name, self.pieces.len(), self.seams);
        for piece in &self.pieces {
            let _ = writeln!(
                text,
                "  {:<20} {:>7.0} cm², {} edges",
                piece.name,
                1e4 * piece.area_m2,
                piece.edges
            );
        }
        let _ = writeln!(text, "Wrote {}.", self.output.display());
        text
    }
}

impl Show {
    fn run(&self, output: &Output) -> Result<(), CommandError> {
        let (garment, _) = self.source.load()?;
        let garment = if self.whole { garment.whole() } else { garment };
        if self.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
            write_png(&self.output, &pattern_picture(&garment, self.width))?;
        } else {
            write_pattern(&garment, &self.output)?;
        }
        let summary = Summary::of(&garment, &self.output);
        output.result(&summary, || summary.text())
    }
}

impl DraftJob {
    fn run(&self, output: &Output) -> Result<(), CommandError> {
        let draft = Draft::named(&self.name)?;
        let garment = self.body.draft(draft)?;
        write_pattern(&garment, &self.output)?;
        let summary = Summary::of(&garment, &self.output);
        output.result(&summary, || summary.text())
    }
}

/// What the linter found.
#[derive(Serialize)]
struct Report {
    clean: bool,
    errors: usize,
    warnings: usize,
    findings: Vec<Found>,
}

#[derive(Serialize)]
struct Found {
    rule: &'static str,
    severity: &'static str,
    message: String,
    remedy: String,
    piece: Option<String>,
    edge: Option<String>,
    seam: Option<String>,
    at_m: Option<[f64; 2]>,
    line: Option<usize>,
}

impl Found {
    fn of(finding: &LintFinding, garment: &Garment, places: Option<&GarmentPlaces>) -> Self {
        let piece = finding.piece.and_then(|piece| garment.pieces.get(piece));
        let line = places.and_then(|places| finding.place(places)).and_then(|place| match place {
            toile_pattern::error::PatternPlace::Text { line, .. } => Some(line),
            _ => None,
        });
        Self {
            rule: finding.rule.name(),
            severity: if finding.severity == Severity::Error { "error" } else { "warning" },
            message: finding.message.clone(),
            remedy: finding.remedy.clone(),
            piece: piece.map(|piece| piece.name.clone()),
            edge: piece.zip(finding.edge).map(|(piece, edge)| piece.edge_name(edge)),
            seam: finding.seam.and_then(|seam| garment.seams.get(seam)).map(|seam| seam.name.clone()),
            at_m: finding.at.map(|at| at.to_array()),
            line,
        }
    }
}

impl Check {
    fn run(&self, output: &Output) -> Result<(), CommandError> {
        let (garment, places) = self.source.load()?;
        let findings = lint::check(&garment);
        let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
        let report = Report {
            clean: findings.is_empty(),
            errors,
            warnings: findings.len() - errors,
            findings: findings.iter().map(|finding| Found::of(finding, &garment, places.as_ref())).collect(),
        };
        output.result(&report, || {
            let mut text = String::new();
            for finding in &findings {
                let told = places.as_ref().and_then(|places| finding.in_text(places));
                let told = told.map(|told| told.in_file(Path::new(&self.source.pattern)).to_string());
                let _ = writeln!(text, "{}", told.unwrap_or_else(|| finding.to_string()));
            }
            let verdict = if report.clean { "Clean" } else { "Not clean" };
            let [pieces, seams] =
                [plural(garment.pieces.len(), "piece"), plural(garment.seams.len(), "seam")];
            let [errors, warnings] = [plural(errors, "error"), plural(report.warnings, "warning")];
            text + &format!("{verdict}: {pieces}, {seams}, {errors}, {warnings}.\n")
        })?;
        self.verdict.of(errors == 0, || format!("{}: {}", self.source.pattern, plural(errors, "error")))
    }
}
